"""What could be accepted now: built from the same checks that a command meets (design 3)."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import permutations
from typing import Any

from schemas import commands as c
from schemas.base import Cell
from schemas.phrases import Phrase
from schemas.replies import Choice, Needed, Option
from schemas.seats import GM, plays
from schemas.state import Grid, State, Unit
from server.engine import grid, turns, windows
from server.engine.memo import memo
from server.engine.refusals import Refusal
from server.engine.system import allows, type_of
from server.rules.pmd import statuses, targeting
from server.rules.pmd.check import CHECKS, Spans, gap_keeper, spans_without
from server.rules.pmd.commands import Equip
from server.rules.pmd.data import BASIC_ATTACK, Item, Move, effective, item_of, moves_of, terrains
from server.rules.pmd.survey import takes_part
from server.rules.pmd.turn import due, initiative_dice

Options = Iterator[Option]
allowed = partial(allows, CHECKS)


def unit_options(state: State, unit: Unit, seat: str) -> Options:
    """What this unit could do now."""
    if state.phase == "setup":
        yield from _placing(state, unit, seat)
        yield from _equipping(state, unit, seat)
        yield from _items(state, unit, seat)
        return
    if unit.at is None or unit.hidden:
        if seat == GM:
            yield from _placing(state, unit, seat)
        return
    if not takes_part(unit):
        return
    if due(state) == c.BeginTurn(unit=unit.id):
        dice = tuple(needed(ask) for ask in statuses.sure_dice(state, unit.id, state.checks))
        yield Option(
            label=Phrase("begin-turn", unit=unit.name),
            command={"type": "begin-turn", "unit": unit.id},
            dice=dice,
        )
    yield from _walking(state, unit, seat)
    yield from _moves(state, unit, seat)
    yield from _items(state, unit, seat)
    if allowed(state, c.Pass(unit=unit.id), seat):
        yield Option(label=Phrase("pass", unit=unit.name), command={"type": "pass", "unit": unit.id})
    yield from _delaying(state, unit, seat)


def table_options(state: State, seat: str) -> Options:
    """What belongs to no unit: the start, a round, ties."""
    if seat == GM:
        if allowed(state, c.Start(), seat):
            yield Option(label=Phrase("start"), command={"type": "start"})
        if isinstance(due(state), c.StartRound):
            dice = tuple(needed(ask) for ask in initiative_dice(state))
            yield Option(label=Phrase("start-round"), command={"type": "start-round"}, dice=dice)
    for group in state.ties:
        if seat == GM or any(state.units[id_].seat == seat for id_ in group):
            orders = permutations(group) if len(group) <= 4 else (group, group[::-1])
            choices = tuple(Choice(value=order, label=_in_order(state, order)) for order in orders)
            yield Option(
                label=Phrase("settle-tie"), command={"type": "settle-tie"}, choose={"order": choices}
            )
    if isinstance(due(state), c.CarryOut):
        yield from _carrying_out(state, seat)


def _in_order(state: State, order: tuple[str, ...]) -> Phrase:
    return Phrase("named", name=", ".join(state.units[id_].name for id_ in order))


def _called(move: Move) -> Phrase:
    return Phrase(move.id) if move is BASIC_ATTACK else Phrase("named", name=move.name or move.id)


def needed(ask: Any) -> Needed:
    """A die that a command needs, for the reader."""
    return Needed(what=ask.what, unit=ask.unit, die=ask.die, count=ask.count, needs=ask.needs)


def _carrying_out(state: State, seat: str) -> Options:
    pending = state.pending[0]
    unit = state.units[pending.unit]
    if plays(seat, unit):
        move = moves_of(unit).get(pending.move or "", BASIC_ATTACK)
        yield Option(
            label=Phrase("carry-out", unit=unit.name, move=_called(move)),
            command={"type": "carry-out", "unit": unit.id},
            dice=_dice(unit, move),
        )


def _cells(state: State) -> Iterator[Cell]:
    board = state.board
    if isinstance(board, Grid):
        yield from ((x, y) for y in range(board.height) for x in range(board.width))


class _Free:
    """The cells of a state where somebody may come to stand, made once a state: boards are large."""

    def __init__(self, state: State) -> None:
        walls, taken = terrains(state.board).enter, grid.standing(state)
        self.all = tuple(Choice(value=c) for c in _cells(state) if c not in walls and c not in taken)
        self._state = state
        self._apart: dict[tuple[Spans, str], tuple[Choice, ...]] = {}

    def choices(self, unit: Unit) -> tuple[Choice, ...]:
        """P3: for a unit in set-up those that keep the gap to what stands besides it."""
        if self._state.phase != "setup" or unit.hidden:
            return self.all
        spans = spans_without(self._state, unit.id)
        key = (spans, unit.side)
        if key not in self._apart:
            apart = gap_keeper(spans, unit.side)
            self._apart[key] = tuple(choice for choice in self.all if apart(choice.value))
        return self._apart[key]


_placeable = memo(_Free, size=8)


def _placing(state: State, unit: Unit, seat: str) -> Options:
    if unit.fainted or (state.phase == "battle" and unit.at is not None and not unit.hidden):
        return
    choices = _placeable(state).choices(unit)
    if choices and allowed(state, c.Place(unit=unit.id, at=choices[0].value), seat):
        yield Option(
            label=Phrase("place", unit=unit.name),
            command={"type": "place", "unit": unit.id},
            choose={"at": choices},
        )


def _equipping(state: State, unit: Unit, seat: str) -> Options:
    names: list[str | None] = [*state.inventory.get(unit.side, {}), None]
    for name in names:
        if allowed(state, Equip(unit=unit.id, item=name), seat):
            label = (
                Phrase("equip", unit=unit.name, item=name)
                if name
                else Phrase("put-back", unit=unit.name, item=unit.held)
            )
            yield Option(label=label, command={"type": "equip", "unit": unit.id, "item": name})


def _walking(state: State, unit: Unit, seat: str) -> Options:
    here = grid.cell_of(unit)
    if here is None or state.turn != unit.id or state.checks:
        return
    reach = 1 + max(0, effective(state, unit, "speed"))
    cells = (cell for step in grid.NAMES for cell in grid.line(state.board, here, step, reach))
    choices = tuple(
        Choice(value=to, cost=grid.steps(here, to))
        for to in cells
        if allowed(state, c.Move(unit=unit.id, to=to), seat)
    )
    if choices:
        yield Option(
            label=Phrase("move", unit=unit.name),
            command={"type": "move", "unit": unit.id},
            choose={"to": choices},
        )


def _moves(state: State, unit: Unit, seat: str) -> Options:
    """Moves on its turn, priority moves out of it, interrupts in a window (P11, P25, P26)."""
    on_turn = state.turn == unit.id
    if not turns.to_come(state, unit.id) or windows.pending_of(state, unit.id) is not None:
        return
    for move in (BASIC_ATTACK, *moves_of(unit).values()):
        if (on_turn and state.window is None) or move.priority:
            yield from _aiming(state, unit, move, seat)


def _aiming(state: State, unit: Unit, move: Move, seat: str) -> Options:
    kind = c.Interrupt if state.window is not None else c.UseMove
    cells = _placeable(state).all if move.teleports else ()
    at = cells[0].value if cells else None
    if move.teleports and at is None:
        return
    choose: dict[str, tuple[Choice, ...]] = {}
    said = kind(unit=unit.id, move=move.id, at=at)
    if move.aimed:
        field, values = ("target", _others(state, unit)) if move.over else ("direction", grid.DIRECTIONS)
        aims = tuple(_aims(state, unit, move, said, field, values, seat))
        if not aims:
            return
        choose[field] = aims
    elif not allowed(state, said, seat):
        return
    if move.teleports:
        choose["at"] = cells
    yield Option(
        label=Phrase("use-move", unit=unit.name, move=_called(move)),
        command={"type": type_of(said), "unit": unit.id, "move": move.id},
        choose=choose,
        dice=_dice(unit, move),
    )


def _aims(
    state: State, unit: Unit, move: Move, said: Any, field: str, values: Iterable[str], seat: str
) -> Iterator[Choice]:
    for value in values:
        command = type(said)(unit=unit.id, move=move.id, at=said.at, **{field: value})
        found = targeting.aim(state, unit, move, command)
        if not isinstance(found, Refusal) and allowed(state, command, seat):
            yield Choice(value=value, strikes=found.struck)


def _others(state: State, unit: Unit) -> list[str]:
    return [id_ for id_, one in state.units.items() if takes_part(one) and id_ != unit.id]


def _dice(unit: Unit, move: Move) -> tuple[Needed, ...]:
    """What the move will roll for each it strikes, as far as that is sure or likely."""
    dice = []
    if move.accuracy is not None:
        dice.append(Needed(what="accuracy", unit=unit.id, die=10, count=move.hits, needs=move.accuracy))
    if move.crit is not None and move.category != "status":
        dice.append(Needed(what="crit", unit=unit.id, die=10, count=move.hits, needs=move.crit.on))
    dice.extend(
        Needed(what="effect", unit=unit.id, die=10, count=1, needs=effect.on)
        for effect in move.effects
        if effect.on is not None
    )
    return tuple(dice)


def _items(state: State, unit: Unit, seat: str) -> Options:
    on_turn = state.phase == "setup" or state.turn == unit.id
    for name in state.inventory.get(unit.side, {}) if on_turn else ():
        yield from _item(state, unit, item_of(state, name), seat, held=False)
    if unit.held is not None:
        yield from _item(state, unit, item_of(state, unit.held), seat, held=True)


def _item(state: State, unit: Unit, item: Item | None, seat: str, *, held: bool) -> Options:
    if item is None or not (item.consumable or item.throw is not None):
        return
    command = {"type": "use-item", "unit": unit.id, "item": item.id} | ({"held": True} if held else {})
    label = Phrase("use-item", unit=unit.name, item=item.name or item.id)
    if item.throw is not None and not item.throw.over:
        field, values = "direction", list(grid.DIRECTIONS)
    else:
        free = state.phase == "setup" or state.turn == unit.id
        field, values = "target", list(state.units) if free else [unit.id]
    if item.revive and state.phase == "battle":
        yield from _reviving(state, unit, item, held, label, command, seat)
        return
    choices = tuple(
        Choice(value=value) for value in values if allowed(state, _use(unit, item, held, field, value), seat)
    )
    if choices:
        yield Option(label=label, command=command, choose={field: choices})


def _use(unit: Unit, item: Item, held: bool, field: str, value: str, at: Cell | None = None) -> c.UseItem:
    if field == "target":
        return c.UseItem(unit=unit.id, item=item.id, held=held, target=value, at=at)
    return c.UseItem(unit=unit.id, item=item.id, held=held, direction=value, at=at)  # type: ignore[arg-type]


def _reviving(
    state: State, unit: Unit, item: Item, held: bool, label: Phrase, command: dict[str, Any], seat: str
) -> Options:
    here = grid.cell_of(unit)
    if here is None:
        return
    cells = [cell for cell in grid.square(here, 1) if grid.on_board(state.board, cell)]
    fallen = [
        id_ for id_, one in state.units.items() if one.fainted and one.side == unit.side and not one.hidden
    ]
    spots = [
        cell
        for cell in cells
        if fallen and allowed(state, _use(unit, item, held, "target", fallen[0], cell), seat)
    ]
    if spots:
        choose = {
            "target": tuple(Choice(value=id_) for id_ in fallen),
            "at": tuple(Choice(value=cell) for cell in spots),
        }
        yield Option(label=label, command=command, choose=choose)


def _delaying(state: State, unit: Unit, seat: str) -> Options:
    """P30: whoever is behind it serves as well as another."""
    order = [entry.unit for entry in state.queue if not entry.done]
    behind = order[order.index(unit.id) + 1 :] if unit.id in order else []
    if not behind or not allowed(state, c.Delay(unit=unit.id, after=behind[0]), seat):
        return
    choices = tuple(Choice(value=id_) for id_ in behind)
    command = {"type": "delay", "unit": unit.id}
    yield Option(label=Phrase("delay", unit=unit.name), command=command, choose={"after": choices})
