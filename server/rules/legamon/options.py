"""What could be accepted now: built from the same checks that a command meets (design 3)."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from schemas import commands as c
from schemas.phrases import Phrase
from schemas.replies import Choice, Needed, Option
from schemas.seats import GM, plays
from schemas.state import Grid, State, Unit, Zones
from server.engine import grid
from server.engine.dice import Ask
from server.engine.system import allows, type_of
from server.rules.legamon import EDGES, PREVENTABLE, abilities, prevention, rounds
from server.rules.legamon.check import CHECKS
from server.rules.legamon.commands import Ability, Edge, Interact, Interrupt, Spend, UseMove
from server.rules.legamon.data import Die, Used, die, moves_of, typeless_of

Options = Iterator[Option]
allowed = partial(allows, CHECKS)
UNSAID = "…"
"""What else a mon does is for the table to say."""
WORDS = ("nearer", "further away", "under cover", "higher up")
"""Where to, on no board: the table may say anything else."""
KEEP = {1: "kh1", -1: "kl1", 0: ""}
"""How the usual notation says which of two dice counts."""


def unit_options(state: State, unit: Unit, seat: str) -> Options:
    """What this mon could do now."""
    yield from _placing(state, unit, seat)
    if state.phase != "battle" or not rounds.takes_part(state, unit):
        return
    yield from _resisting(state, unit, seat)
    yield from _using(state, unit, seat)
    yield from _spending(state, unit)
    yield from _moving(state, unit, seat)
    yield from _others(state, unit, seat)
    if allowed(state, c.Pass(unit=unit.id), seat):
        yield Option(label=Phrase("pass", unit=unit.name), command={"type": "pass", "unit": unit.id})
    if seat == GM:
        yield from _edges(state, unit)


def table_options(state: State, seat: str, due: c.Command | None) -> Options:
    """What belongs to no mon: the start, a round, what was declared."""
    if seat == GM and allowed(state, c.Start(), seat):
        yield Option(label=Phrase("start"), command={"type": "start"})
    if seat == GM and isinstance(due, c.StartRound):
        asks = [*rounds.initiative_dice(state), *(ask for ask, _ in rounds.overcome_dice(state))]
        dice = tuple(_needed(ask) for ask in asks)
        yield Option(label=Phrase("start-round"), command={"type": "start-round"}, dice=dice)
    pending = rounds.declared(state)
    if isinstance(due, c.CarryOut) and pending is not None:
        unit = state.units[pending.unit]
        if plays(seat, unit):
            thrown = abilities.throws(state, pending)
            yield Option(
                label=Phrase(
                    "carry-out-rolled",
                    unit=unit.name,
                    move=_called(unit, pending.move),
                    dice=", ".join(_notation(one.die) for one in thrown),
                ),
                command={"type": "carry-out", "unit": unit.id},
                dice=tuple(_dice(one.what, one.unit, one.die)[0] for one in thrown),
            )


def _needed(ask: Ask) -> Needed:
    return Needed(what=ask.what, unit=ask.unit, die=ask.die, count=ask.count, needs=ask.needs)


def _notation(rolled: Die) -> str:
    """`1d8`, or `2d8kh1`: twice, and the higher counts."""
    return f"{rolled.count}d{rolled.sides}{KEEP[rolled.edge]}"


def _dice(what: str, unit: str, rolled: Die, least: int | None = None) -> tuple[Needed, ...]:
    needs = _notation(rolled) if least is None else f"{_notation(rolled)} ≥{least}"
    return (Needed(what=what, unit=unit, die=rolled.sides, count=rolled.count, needs=needs),)


# ---- abilities ---------------------------------------------------------------------------------------


def _named(state: State, unit: Unit) -> Iterator[tuple[str, Used, Phrase]]:
    """Every ability worth offering: the field that names it, itself, what it is called."""
    for move in moves_of(unit).values():
        yield "move", Used(move.id, move.type), _called(unit, move.id)
    for name in typeless_of(state):
        yield "typeless", Used(name, None), Phrase(name)


def _called(unit: Unit, ability: str | None) -> Phrase:
    """A typed ability by its name, a typeless one by its word."""
    move = moves_of(unit).get(ability or "")
    return Phrase(ability or "") if move is None else Phrase("named", name=move.name or move.id)


def _using(state: State, unit: Unit, seat: str) -> Options:
    """L11-L16: each ability at each mon there is, alone, or to break a prevention."""
    if state.turn != unit.id:
        return
    others = [one for one in state.units.values() if one.id != unit.id and rounds.takes_part(state, one)]
    for intent in ("harm", "prevent"):
        for other in others:
            extra = {"target": other.id, "intent": intent}
            yield from _grouped(
                state, unit, UseMove, extra, Phrase(intent, target=other.name), seat, other.types
            )
    yield from _grouped(state, unit, UseMove, {"intent": "other"}, Phrase("other"), seat)
    for what in PREVENTABLE:
        if prevention(what) in unit.statuses:
            extra = {"intent": "break", "of": what}
            yield from _grouped(
                state, unit, UseMove, extra, Phrase("break", status=Phrase(prevention(what))), seat
            )


def _resisting(state: State, unit: Unit, seat: str) -> Options:
    """L11: each ability against what was declared."""
    pending = rounds.declared(state)
    if state.window is None or pending is None:
        return
    types = state.units[pending.unit].types
    yield from _grouped(
        state,
        unit,
        Interrupt,
        {},
        Phrase("resist", move=_called(state.units[pending.unit], pending.move)),
        seat,
        types,
    )


def _grouped(
    state: State,
    unit: Unit,
    kind: type[Ability],
    extra: dict[str, Any],
    said: Phrase,
    seat: str,
    against: tuple[str, ...] = (),
) -> Options:
    """One option for the abilities that are rolled alike: typed ones alone, typeless ones together."""
    groups: dict[tuple[str, Die], list[Choice]] = {}
    for field, used, name in _named(state, unit):
        fields: dict[str, Any] = {field: used.id, **extra}
        if not allowed(state, kind(unit=unit.id, **fields), seat):
            continue
        rolled = die(state, unit, used, against)
        groups.setdefault((used.id if field == "move" else "", rolled), []).append(
            Choice(value=used.id, label=name)
        )
    for (move, rolled), choices in groups.items():
        yield _ability_option(unit, kind, extra, said, (move, rolled), tuple(choices))


def _ability_option(
    unit: Unit,
    kind: type[Ability],
    extra: dict[str, Any],
    said: Phrase,
    rolled_as: tuple[str, Die],
    choices: tuple[Choice, ...],
) -> Option:
    move, rolled = rolled_as
    command = {"type": _tag(kind), "unit": unit.id, **extra}
    choose = {} if move else {"typeless": choices}
    target = command.pop("target", None)
    if target is not None:
        struck = (target,) if extra["intent"] == "harm" else None
        choose["target"] = (Choice(value=target, strikes=struck),)
    name = choices[0].label if move else Phrase("typeless")
    what = "resist" if kind is Interrupt else "ability"
    least = rounds.HOLDS if extra.get("intent") == "break" else None
    return Option(
        label=Phrase("use-ability", unit=unit.name, aim=said, move=name, dice=_notation(rolled)),
        command={**command, "move": move} if move else command,
        choose=choose,
        dice=_dice(what, unit.id, rolled, least),
    )


def _tag(kind: type[Ability]) -> str:
    return type_of(kind(unit=""))


def _spending(state: State, unit: Unit) -> Options:
    """L13: every way to spend the points."""
    points = rounds.points_of(unit)
    for abilities_ in range(points // 3 + 1 if points else 0):
        said = Spend(unit=unit.id, abilities=abilities_)
        choices = tuple(Choice(value=moves) for moves in range(points - 3 * abilities_ + 1))
        yield Option(
            label=Phrase("spend", unit=unit.name, points=points, abilities=abilities_),
            command={"type": type_of(said), "unit": unit.id, "abilities": abilities_},
            choose={"moves": choices},
        )


# ---- the rest of a turn ------------------------------------------------------------------------------


def _spots(state: State) -> list[Any]:
    board = state.board
    if isinstance(board, Grid):
        taken = grid.standing(state)
        cells = ((x, y) for y in range(board.height) for x in range(board.width))
        return [cell for cell in cells if cell not in taken]
    return [zone.id for zone in board.zones] if isinstance(board, Zones) else list(WORDS)


def _place(at: Any) -> Phrase | None:
    return Phrase(at) if at in WORDS else None


def _moving(state: State, unit: Unit, seat: str) -> Options:
    """L10: anywhere; its sense is the table's."""
    spots = [at for at in _spots(state) if at != unit.at]
    if spots and allowed(state, c.Move(unit=unit.id, to=spots[0]), seat):
        choices = tuple(Choice(value=at, label=_place(at)) for at in spots)
        yield Option(
            label=Phrase("move", unit=unit.name),
            command={"type": "move", "unit": unit.id},
            choose={"to": choices},
        )


def _placing(state: State, unit: Unit, seat: str) -> Options:
    """L1: before the start, and reinforcements."""
    if unit.hidden or (rounds.placeless(state) and not unit.reserve):
        return
    spots = [at for at in _spots(state) if at != unit.at]
    if spots and allowed(state, c.Place(unit=unit.id, at=spots[0]), seat):
        choices = tuple(Choice(value=at, label=_place(at)) for at in spots)
        yield Option(
            label=Phrase("place", unit=unit.name),
            command={"type": "place", "unit": unit.id},
            choose={"at": choices},
        )


def _others(state: State, unit: Unit, seat: str) -> Options:
    """L10: an item, or something else."""
    said = Interact(unit=unit.id, says=UNSAID)
    if allowed(state, said, seat):
        command = {"type": type_of(said), "unit": unit.id, "says": said.says}
        yield Option(label=Phrase("interact", unit=unit.name), command=command)
    for item in state.inventory.get(unit.side, {}):
        if allowed(state, c.UseItem(unit=unit.id, item=item), seat):
            command = {"type": "use-item", "unit": unit.id, "item": item}
            yield Option(label=Phrase("use-item", unit=unit.name, item=item), command=command)
    if unit.held is not None and allowed(state, c.UseItem(unit=unit.id, item=unit.held, held=True), seat):
        in_hand = {"type": "use-item", "unit": unit.id, "item": unit.held, "held": True}
        yield Option(label=Phrase("use-item-held", unit=unit.name, item=unit.held), command=in_hand)


def _edges(state: State, unit: Unit) -> Options:
    """L5: for a mon that is about to roll and has no edge yet."""
    waited_for = state.window is not None and unit.id in state.window.waiting
    about = state.turn == unit.id and not rounds.has_used(state, unit, rounds.ACTED)
    rolls = waited_for or any(one.unit == unit.id for one in state.pending) or about
    if rolls and not any(status in unit.statuses for status in EDGES.values()):
        choices = tuple(Choice(value=sign, label=Phrase(status)) for sign, status in EDGES.items())
        command = {"type": type_of(Edge(unit=unit.id, edge=1)), "unit": unit.id}
        yield Option(label=Phrase("edge", unit=unit.name), command=command, choose={"edge": choices})
