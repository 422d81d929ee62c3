"""What commands do: one function a command. Each holds for whatever `check` lets the GM force."""

from schemas import commands as c
from schemas import effects as e
from schemas.base import Json, Spot
from server.engine import shown, turns, windows
from server.engine.ledger import Ledger
from server.engine.system import Decisions
from server.rules.legamon import EDGES, abilities
from server.rules.legamon.commands import Ability, Edge, Interact, Interrupt, Spend, UseMove
from server.rules.legamon.rounds import (
    ACTED,
    MOVED,
    TARGET,
    can_answer,
    declared,
    drop_points,
    finish,
    points_of,
    prevent,
    start_round,
)

# ---- set-up ------------------------------------------------------------------------------------------


def _place(ledger: Ledger, said: c.Place) -> None:
    hidden = said.hidden or ledger.unit(said.unit).hidden
    ledger.write(e.Placed(unit=said.unit, at=said.at, hidden=hidden))


def _start(ledger: Ledger, said: c.Start) -> None:
    turns.start_battle(ledger)


def _reveal(ledger: Ledger, said: c.Reveal) -> None:
    ledger.write(shown.revealed(ledger.unit(said.unit), said.at))
    if said.at is not None:
        ledger.write(e.Placed(unit=said.unit, at=said.at))


# ---- rounds and turns --------------------------------------------------------------------------------


def _start_round(ledger: Ledger, said: c.StartRound) -> None:
    start_round(ledger)


def _pass(ledger: Ledger, said: c.Pass) -> None:
    """L11, L13, L10: lets it happen; or spends nothing; or ends the turn."""
    if windows.waits_for(ledger.state, said.unit):
        windows.let_go(ledger, said.unit)
    elif points_of(ledger.unit(said.unit)):
        drop_points(ledger, said.unit)
    else:
        finish(ledger, said.unit)


def _used(ledger: Ledger, unit: str, which: str) -> None:
    ledger.write(e.CounterSet(unit=unit, name=which, now=ledger.state.round))


def _move(ledger: Ledger, said: c.Move) -> None:
    """L10: the movement; where it leads is only noted."""
    path = said.path or ()
    to: Spot | None = path[-1] if path else said.to
    ledger.write(e.Moved(unit=said.unit, origin=ledger.unit(said.unit).at, to=to, path=path, how="move"))
    _used(ledger, said.unit, MOVED)


def _interact(ledger: Ledger, said: Interact) -> None:
    """L10: something else, in words."""
    ledger.write(e.Noted(text=said.says))
    _used(ledger, said.unit, ACTED)


def _use_item(ledger: Ledger, said: c.UseItem) -> None:
    """L10: the item is used up; what it does is the table's."""
    had = ledger.state.inventory.get(ledger.unit(said.unit).side, {}).get(said.item, 0)
    left = had if said.held else max(0, had - 1)
    ledger.write(e.ItemUsed(unit=said.unit, item=said.item, target=said.target, left=left, held=said.held))
    _used(ledger, said.unit, ACTED)


def _edge(ledger: Ledger, said: Edge) -> None:
    """L5: a status until the mon's next ability roll."""
    status = EDGES[said.edge]
    ledger.write(e.StatusGained(unit=said.unit, status=status, source=said.reason or None))


# ---- abilities ---------------------------------------------------------------------------------------


def _details(said: Ability, **more: Json) -> dict[str, Json]:
    """What carrying out must know of the command."""
    fields = {"typeless": said.typeless is not None, "way": said.way, "edge": said.edge, **more}
    return {name: value for name, value in fields.items() if value not in (None, False, "")}


def _use_move(ledger: Ledger, said: UseMove) -> None:
    """L11: declared; the target is asked if it may still answer, else it happens at once."""
    target = None if said.target == said.unit or said.intent == "break" else said.target
    fact = e.Declared(
        unit=said.unit,
        action="use-move",
        move=said.typeless or said.move,
        target=target,
        details=_details(said, intent=said.intent, of=said.of),
    )
    _used(ledger, said.unit, ACTED)
    asked = target is not None and can_answer(ledger.state, ledger.unit(target))
    windows.declare(ledger, fact, (target,) if asked and target is not None else ())
    if said.says:
        ledger.write(e.Noted(text=said.says))
    if not asked:
        abilities.carry_out(ledger, ledger.state.pending[-1])


def _interrupt(ledger: Ledger, said: Interrupt) -> None:
    """L11: resisting is the mon's whole turn; it uses up no prevention."""
    against = declared(ledger.state)
    ledger.write(
        e.Declared(
            unit=said.unit,
            action="interrupt",
            move=said.typeless or said.move,
            answers=None if against is None else against.unit,
            details=_details(said),
        )
    )
    window = ledger.state.window
    if window is not None:
        windows.wait_only_for(ledger, tuple(id_ for id_ in window.waiting if id_ != said.unit))
    turns.end_turn(ledger, said.unit)


def _carry_out(ledger: Ledger, said: c.CarryOut) -> None:
    pending = declared(ledger.state)
    assert pending is not None
    abilities.carry_out(ledger, pending)


def _spend(ledger: Ledger, said: Spend) -> None:
    """L13: each 1 prevents a movement, each 3 an ability."""
    target = ledger.unit(said.unit).counters.get(TARGET)
    drop_points(ledger, said.unit)
    if isinstance(target, str):
        prevent(ledger, target, "move", said.moves, said.unit)
        prevent(ledger, target, "ability", said.abilities, said.unit)


DECISIONS: Decisions = {
    c.Place: _place,
    c.Start: _start,
    c.Reveal: _reveal,
    c.StartRound: _start_round,
    c.Pass: _pass,
    c.Move: _move,
    Interact: _interact,
    c.UseItem: _use_item,
    Edge: _edge,
    UseMove: _use_move,
    Interrupt: _interrupt,
    c.CarryOut: _carry_out,
    Spend: _spend,
}
