"""What trainers could do now beside moves: switching, balls, maneuvers, declaring (T6, T23-T30, T55-T57)."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any, get_args

from msgspec.structs import fields as fields_of
from msgspec.structs import replace

from schemas import commands as c
from schemas.replies import Choice, Needed, Option
from schemas.state import Grid, NoBoard, State, Unit, Zones
from server.engine.system import type_of
from server.rules.ptu import league_order, maneuvers, movement, opportunity, places, switching
from server.rules.ptu.commands import Declare, Interrupt, Maneuver, Named, Recall, Release, Switch, ThrowBall
from server.rules.ptu.data import STRUGGLE, is_trainer, item_of
from server.rules.ptu.readiness import must_declare
from server.rules.ptu.registry import check

Options = Iterator[Option]
MOST_DECLARED = 60
"""Single actions that a declaration is offered with."""
TRIED = 3
"""Values of a choice that a declaration is offered with."""


def allowed(state: State, command: c.Command, seat: str) -> bool:
    """Whether the rules have nothing against it."""
    return next(check(state, command, seat), None) is None


def option(label: str, command: Any, dice: tuple[Needed, ...] = (), **choose: tuple[Choice, ...]) -> Option:
    """A command with what is still to choose; what it leaves out is not there."""
    plain = {field.name: field.default for field in fields_of(type(command))}
    fixed = {
        name: value
        for name in command.__struct_fields__
        if name not in choose and (value := getattr(command, name)) != plain.get(name)
    }
    return Option(label=label, command={"type": type_of(command), **fixed}, choose=choose, dice=dice)


def unit_options(state: State, unit: Unit, seat: str) -> Options:
    """What belongs to trainers and teams, and to hands and feet."""
    if state.window is not None:
        yield from _striking_back(state, unit, seat)
        return
    if state.turn != unit.id or state.checks:
        return
    yield from _switching(state, unit, seat)
    yield from _maneuvering(state, unit, seat)
    if is_trainer(unit):
        yield from _recalling(state, unit, seat)
        yield from _throwing(state, unit, seat)


def _striking_back(state: State, unit: Unit, seat: str) -> Options:
    """T56."""
    one = opportunity.declared(state)
    if one is None:
        return
    said = Interrupt(unit=unit.id, move=STRUGGLE.id, target=one.unit)
    if allowed(state, said, seat):
        yield option(f"{unit.name}: attack of opportunity", said)


def _landings(state: State, trainer: Unit, out: Unit) -> list[Any]:
    """T27: where a pokemon could come out."""
    if isinstance(state.board, Zones):
        return [trainer.at]
    if isinstance(state.board, NoBoard):
        return ["here"]
    around = places.rect(trainer)
    if around is None or not isinstance(state.board, Grid):
        return []
    ground = movement.Ground(state, out)
    wide, high = out.footprint or (1, 1)
    cells = [(x, y) for y in range(state.board.height) for x in range(state.board.width)]
    return [
        (x, y)
        for x, y in cells
        if places.distance(around, (x, y, x + wide - 1, y + high - 1)) <= switching.REACH
        and ground.free((x, y))
    ]


def _team(state: State, trainer: str) -> list[Unit]:
    return [one for one in state.units.values() if one.traits.get("trainer") == trainer]


def _choices(values: list[Any]) -> tuple[Choice, ...]:
    return tuple(Choice(value=value) for value in values)


def _switching(state: State, unit: Unit, seat: str) -> Options:
    """T23, T24."""
    trainer = unit if is_trainer(unit) else switching.trainer_of(state, unit)
    if trainer is None:
        return
    team = _team(state, trainer.id)
    for back, out in product(team, team):
        if back.id == out.id or not back.out or out.out:
            continue
        after = switching.without(state, back.id)
        spots = _landings(after, trainer, out)
        said = Switch(unit=unit.id, recall=back.id, release=out.id, at="")
        if spots and allowed(state, replace(said, at=spots[0]), seat):
            yield option(f"{unit.name}: {back.name} back, {out.name} out", said, at=_choices(spots))


def _recalling(state: State, unit: Unit, seat: str) -> Options:
    """T25: one at a time; two at once are offered to nobody, but accepted."""
    for one in _team(state, unit.id):
        if one.out and allowed(state, Recall(unit=unit.id, pokemon=one.id), seat):
            yield option(f"{unit.name}: {one.name} back", Recall(unit=unit.id, pokemon=one.id))
        if one.out or one.fainted:
            continue
        spots = _landings(state, unit, one)
        if spots and allowed(state, Release(unit=unit.id, pokemon=one.id, at=_json(spots[0])), seat):
            said = Release(unit=unit.id, pokemon=one.id, at=None)
            yield option(f"{unit.name}: {one.name} out", said, at=_choices(spots))


def _json(spot: Any) -> Any:
    return list(spot) if isinstance(spot, tuple) else spot


def _throwing(state: State, unit: Unit, seat: str) -> Options:
    """T57."""
    for name in state.inventory.get(unit.side, {}):
        item = item_of(state, name)
        if item is None or item.ball is None:
            continue
        found = [
            id_ for id_ in state.units if allowed(state, ThrowBall(unit=unit.id, ball=name, target=id_), seat)
        ]
        if found:
            said = ThrowBall(unit=unit.id, ball=name, target="")
            dice = (Needed(what="accuracy", unit=unit.id, die=20, count=1),)
            yield option(f"{unit.name}: throw {item.name or name}", said, dice, target=_choices(found))


def _maneuvering(state: State, unit: Unit, seat: str) -> Options:
    """T55."""
    for name in get_args(Named):
        label = f"{unit.name}: {name.replace('-', ' ')}"
        said = Maneuver(unit=unit.id, maneuver=name)
        if name in maneuvers.SKILLS or name == "coup-de-grace":
            found = [id_ for id_ in state.units if allowed(state, replace(said, target=id_), seat)]
            if found:
                yield option(label, said, target=_choices(found))
        elif name == "disengage":
            found_paths = _steps(state, unit, seat)
            if found_paths:
                yield option(label, said, path=_choices(found_paths))
        elif allowed(state, said, seat):
            yield option(label, said)


def _steps(state: State, unit: Unit, seat: str) -> list[Any]:
    if not isinstance(unit.at, tuple):
        return []
    x, y = unit.at
    paths = [((x + dx, y + dy),) for dx, dy in movement.STEPS]
    return [
        path
        for path in paths
        if allowed(state, Maneuver(unit=unit.id, maneuver="disengage", path=path), seat)
    ]


# ---- the league --------------------------------------------------------------------------------------


def declaring(state: State, unit: Unit, seat: str, offers: Options) -> Options:
    """T6: nothing, or one of the actions that `offers` holds for a trainer who may act."""
    if not must_declare(state, unit) or not allowed(state, Declare(unit=unit.id, actions=()), seat):
        return
    actions: list[Any] = [()]
    for one in offers:
        if one.command["type"] == "pass":
            continue
        fields = list(one.choose)
        values = islice(product(*(one.choose[field][:TRIED] for field in fields)), TRIED)
        actions += [
            ({**one.command, **{f: v.value for f, v in zip(fields, chosen, strict=True)}},)
            for chosen in values
        ]
    said = Declare(unit=unit.id, actions=())
    yield option(f"{unit.name}: declare", said, actions=_choices(actions[:MOST_DECLARED]))


def acting(state: State, unit: Unit) -> State:
    """The state in which the trainer's declaration is carried out."""
    counters = {**unit.counters, "carrying": 1}
    return replace(state, units={**state.units, unit.id: replace(unit, counters=counters)})


def carrying_out(state: State, seat: str) -> Options:
    """T6: what was declared, where its dice are the table's."""
    id_ = league_order.due(state)
    if id_ is not None and seat in ("gm", state.units[id_].seat):
        name = state.units[id_].name
        yield option(f"{name}: carry out what was declared", c.CarryOut(unit=id_))
