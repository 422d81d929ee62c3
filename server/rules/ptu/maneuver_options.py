"""T55, T56: the maneuvers a unit could try, and the attacks of opportunity it is given."""

from typing import Any, get_args

from msgspec.structs import replace

from schemas.phrases import Phrase
from schemas.replies import Needed
from schemas.state import State, Unit
from server.rules.ptu import intercepts, movement, opportunity, opposed
from server.rules.ptu.commands import Interrupt, Maneuver, Named
from server.rules.ptu.data import STRUGGLE
from server.rules.ptu.maneuver_data import AT_SOMEBODY, INTERCEPTS, SKILLS
from server.rules.ptu.offers import Options, allowed, choices, option


def maneuvering(state: State, unit: Unit, seat: str) -> Options:
    """T55."""
    for name in get_args(Named):
        label = Phrase("use-move", unit=unit.name, move=Phrase(name))
        said = Maneuver(unit=unit.id, maneuver=name)
        if name in AT_SOMEBODY:
            found = [id_ for id_ in state.units if allowed(state, replace(said, target=id_), seat)]
            if found:
                yield option(label, said, target=choices(found))
        elif name == "disengage":
            found_paths = _steps(state, unit, seat)
            if found_paths:
                yield option(label, said, path=choices(found_paths))
        elif allowed(state, said, seat):
            yield option(label, said)


def intercepting(state: State, unit: Unit, seat: str) -> Options:
    """T55: into an ally's place, or by one of the paths onto the line to it."""
    declared = opportunity.declared(state)
    if declared is None:
        return
    offered = [one for one in intercepts.choices(state, unit, declared) if allowed(state, one, seat)]
    for name in INTERCEPTS:
        ways = [one for one in offered if one.maneuver == name]
        if ways:
            count = opposed.dice_of(unit, SKILLS[name])[0]
            dice = (Needed(what="check", unit=unit.id, die=6, count=count),)
            paths = [one.path for one in ways if one.path is not None]
            label = Phrase("use-move", unit=unit.name, move=Phrase(name))
            yield option(label, ways[0], dice, **({"path": choices(paths)} if paths else {}))


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


def striking_back(state: State, unit: Unit, seat: str) -> Options:
    """T56."""
    one = opportunity.declared(state)
    if one is None:
        return
    said = Interrupt(unit=unit.id, move=STRUGGLE.id, target=one.unit)
    if allowed(state, said, seat):
        yield option(Phrase("attack-of-opportunity", unit=unit.name), said)
