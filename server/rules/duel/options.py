"""What could be accepted now: built from the same checks that a command meets (design 3)."""

from collections.abc import Iterable, Iterator
from functools import partial

from schemas import commands as c
from schemas.phrases import Phrase
from schemas.replies import Choice, Needed, Option
from schemas.seats import GM, plays
from schemas.state import State, Unit
from server.engine.system import allows, type_of
from server.rules.duel import carrying, course, damage, stages, statuses, trainers
from server.rules.duel.check import CHECKS, targets
from server.rules.duel.commands import Dodge, Release, Switch, UseMove
from server.rules.duel.data import Move, item_of, moves_of

Options = Iterator[Option]
allowed = partial(allows, CHECKS)


def unit_options(state: State, unit: Unit, seat: str) -> Options:
    """What this creature could be told now."""
    if allowed(state, Release(unit=unit.id), seat):
        yield Option(label=Phrase("release", unit=unit.name), command={"type": "release", "unit": unit.id})
    if not allowed(state, c.Pass(unit=unit.id), seat):
        return
    for move in moves_of(unit).values():
        yield from _moves(state, unit, move, seat)
    if allowed(state, Dodge(unit=unit.id), seat):
        yield Option(
            label=Phrase("dodge", unit=unit.name),
            command={"type": "dodge", "unit": unit.id},
            dice=tuple(_dodge_dice(unit)),
        )
    yield from _switching(state, unit, seat)
    yield from _items(state, unit, seat)
    yield Option(label=Phrase("pass", unit=unit.name), command={"type": "pass", "unit": unit.id})


def table_options(state: State, seat: str) -> Options:
    """What belongs to no creature: the start, the die for who is first, the choice, the carrying out."""
    if seat == GM and allowed(state, c.Start(), seat):
        yield Option(label=Phrase("start"), command={"type": "start"})
    due = course.due(state)
    if seat == GM and isinstance(due, c.StartRound):
        asks = course.needs_first_die(state) and trainers.chooser(state) is None
        least = course.SEAT_THAT_RELEASED_FIRST
        first = Needed(what="first", die=course.FIRST_DIE, count=1, needs=least)
        yield Option(
            label=Phrase("start-round"), command={"type": "start-round"}, dice=(first,) if asks else ()
        )
    yield from _choosing(state, seat)
    if isinstance(due, c.CarryOut) and any(plays(seat, state.units[one.unit]) for one in state.pending):
        dice = tuple(carry_out_dice(state))
        yield Option(label=Phrase("carry-out-round"), command={"type": "carry-out"}, dice=dice)


def _choosing(state: State, seat: str) -> Options:
    chooser = trainers.chooser(state)
    if state.phase != "battle" or chooser is None or trainers.first(state) is not None:
        return
    if seat == GM or seat in trainers.seats_of(state, chooser):
        names = [trainers.name_of(state, side) for side in trainers.sides(state)]
        choices = tuple(Choice(value=name) for name in names)
        yield Option(label=Phrase("choose-first"), command={"type": "choose-first"}, choose={"seat": choices})


def _named(unit: Unit) -> Phrase:
    return Phrase("named", name=unit.name)


# ---- orders ------------------------------------------------------------------------------------------


def _moves(state: State, unit: Unit, move: Move, seat: str) -> Options:
    if not allowed(state, UseMove(unit=unit.id, move=move.id), seat):
        return
    choices = tuple(
        Choice(value=id_, label=_named(state.units[id_]), strikes=(id_,))
        for id_ in targets(state, unit, move)
    )
    if not choices:
        return
    command = {"type": "use-move", "unit": unit.id, "move": move.id}
    said = {"unit": unit.name, "move": move.name or move.id}
    yield Option(
        label=Phrase("use-move", **said),
        command=command,
        choose={"target": choices},
        dice=tuple(_move_dice(state, unit, move, dodging=False)),
    )
    if damage.can_dodge(unit):
        dice = (*_move_dice(state, unit, move, dodging=True), *_dodge_dice(unit))
        yield Option(
            label=Phrase("use-move-dodge", **said),
            command={**command, "dodge": True},
            choose={"target": choices},
            dice=dice,
        )


def _switching(state: State, unit: Unit, seat: str) -> Options:
    choices = tuple(
        Choice(value=id_, label=_named(one))
        for id_, one in state.units.items()
        if allowed(state, Switch(unit=unit.id, to=id_), seat)
    )
    if choices:
        yield Option(
            label=Phrase("switch", unit=unit.name),
            command={"type": "switch", "unit": unit.id},
            choose={"to": choices},
        )


def _items(state: State, unit: Unit, seat: str) -> Options:
    names = [(name, False) for name in state.inventory.get(unit.side, {})]
    if unit.held is not None:
        names.append((unit.held, True))
    for name, held in names:
        choices = tuple(_helped(state, unit, name, held, seat))
        if choices:
            item = item_of(state, name)
            said = c.UseItem(unit=unit.id, item=name, held=held)
            command = {"type": type_of(said), "unit": unit.id, "item": name}
            shown = item.name if item is not None and item.name else name
            yield Option(
                label=Phrase("use-item", unit=unit.name, item=shown),
                command={**command, "held": True} if held else command,
                choose={"target": choices},
            )


def _helped(state: State, unit: Unit, item: str, held: bool, seat: str) -> Iterator[Choice]:
    for id_, one in state.units.items():
        if one.side == unit.side and allowed(
            state, c.UseItem(unit=unit.id, item=item, held=held, target=id_), seat
        ):
            yield Choice(value=id_, label=_named(one))


# ---- dice --------------------------------------------------------------------------------------------


def _move_dice(state: State, unit: Unit, move: Move, *, dodging: bool) -> Iterator[Needed]:
    """D7, D16-D18: what the move will ask for as things stand, and what the dice must show."""
    yield from _moment_dice(unit, move)
    foe = stages.facing(state, unit)
    if move.accuracy is not None and foe is not None and not (move.only_user and move.effects):
        needs, _ = damage.needed(move, unit, foe, dodged=False, dodging=dodging)
        yield Needed(what="accuracy", unit=unit.id, die=100, count=1, needs=f"≤{needs}")
    for effect in move.effects:
        if effect.on is not None:
            yield Needed(what="effect", unit=unit.id, die=10, count=1, needs=effect.on)


def _moment_dice(unit: Unit, move: Move | None) -> Iterator[Needed]:
    if "freeze" in unit.statuses and (move is None or move.id not in statuses.OWN_THAW):
        yield Needed(what="freeze", unit=unit.id, die=5, count=1, needs=statuses.thaw_needs(unit))
    if "paralysis" in unit.statuses and move is not None:
        yield Needed(what="paralysis", unit=unit.id, die=100, count=1, needs=statuses.STOPPED + 1)


def _dodge_dice(unit: Unit) -> Iterable[Needed]:
    """D12: the d10, should an attack come that rolls for accuracy."""
    height = damage.height_of(unit)
    if height is None or "freeze" in unit.statuses:
        return
    yield Needed(what="dodge", unit=unit.id, die=10, count=1, needs=damage.dodge_needs(height))


def carry_out_dice(state: State) -> Iterator[Needed]:
    """D11: what the round may ask for, in the order of the orders."""
    orders = [one for side in trainers.in_order(state) if (one := trainers.order_of(state, side))]
    if carrying.coin_needed(state, orders):
        yield Needed(what=carrying.COIN, die=2, count=1)
    for order in orders:
        unit = state.units[order.unit]
        dodges = order.action == "dodge" or bool((order.details or {}).get("dodge"))
        move = moves_of(unit).get(order.move or "")
        if dodges:
            yield from _dodge_dice(unit)
        if move is not None:
            yield from _move_dice(state, unit, move, dodging=dodges)
        elif order.action in ("dodge", "pass"):
            yield from _moment_dice(unit, None)
