"""T23-T30, T57: what trainers could do with their pokemon and their balls."""

from itertools import product
from typing import Any

from msgspec.structs import replace

from schemas.phrases import Phrase
from schemas.replies import Needed
from schemas.state import Grid, NoBoard, State, Unit, Zones
from server.rules.ptu import balls, places, switching, zones
from server.rules.ptu.commands import Recall, Release, Switch, ThrowBall
from server.rules.ptu.data import is_trainer, item_of
from server.rules.ptu.ground import ground_of
from server.rules.ptu.offers import Options, allowed, choices, option, spots_of


def team_options(state: State, unit: Unit, seat: str) -> Options:
    """A pokemon switches itself; the rest is its trainer's."""
    yield from _switching(state, unit, seat)
    if is_trainer(unit):
        yield from _recalling(state, unit, seat)
        yield from _throwing(state, unit, seat)


def _switching(state: State, unit: Unit, seat: str) -> Options:
    """T23, T24."""
    trainer = unit if is_trainer(unit) else balls.trainer_of(state, unit)
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
            yield option(
                Phrase("switch-for", unit=unit.name, back=back.name, out=out.name), said, at=choices(spots)
            )


def _recalling(state: State, unit: Unit, seat: str) -> Options:
    """T25: one at a time; two at once are offered to nobody, but accepted."""
    for one in _team(state, unit.id):
        if one.out and allowed(state, Recall(unit=unit.id, pokemon=one.id), seat):
            yield option(
                Phrase("recall", unit=unit.name, pokemon=one.name), Recall(unit=unit.id, pokemon=one.id)
            )
        if one.out or one.fainted:
            continue
        spots = _landings(state, unit, one)
        if spots and allowed(state, Release(unit=unit.id, pokemon=one.id, at=_json(spots[0])), seat):
            said = Release(unit=unit.id, pokemon=one.id, at=None)
            yield option(Phrase("send-out", unit=unit.name, pokemon=one.name), said, at=choices(spots))


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
            label = Phrase("throw", unit=unit.name, item=item.name or name)
            yield option(label, said, dice, target=choices(found))


def _team(state: State, trainer: str) -> list[Unit]:
    return [one for one in state.units.values() if one.traits.get("trainer") == trainer]


def _landings(state: State, trainer: Unit, out: Unit) -> list[Any]:
    """T27: where a pokemon could come out."""
    if isinstance(state.board, Zones):
        ways = {at: zones.distance(state.board, trainer, replace(out, at=at)) for at in spots_of(state)}
        return [at for at, away in ways.items() if away is not None and away <= balls.REACH]
    if isinstance(state.board, NoBoard):
        return ["here"]
    around = places.rect(trainer)
    if around is None or not isinstance(state.board, Grid):
        return []
    ground = ground_of(state, out)
    wide, high = out.footprint or (1, 1)
    cells = [(x, y) for y in range(state.board.height) for x in range(state.board.width)]
    return [
        (x, y)
        for x, y in cells
        if places.distance(around, (x, y, x + wide - 1, y + high - 1)) <= balls.REACH and ground.free((x, y))
    ]


def _json(spot: Any) -> Any:
    return list(spot) if isinstance(spot, tuple) else spot
