"""T23-T30: pokemon go back into their balls and come out."""

from typing import Any

from msgspec.structs import replace

from schemas.state import State, Unit
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import balls, economy
from server.rules.ptu.commands import Recall, Release, Switch
from server.rules.ptu.data import is_trainer, takes_part
from server.rules.ptu.readiness import Why, acting


def _known(state: State, id_: str, trainer: Unit, rule: str) -> Unit | Refusal:
    """One of the trainer's own pokemon."""
    unit = state.units.get(id_)
    if unit is None or unit.hidden:
        return Refusal("unknown-unit", rule, facts={"unit": id_})
    if unit.traits.get("trainer") != trainer.id:
        return Refusal("impossible", rule, "not-its-trainer", {"unit": id_, "trainer": trainer.id})
    return unit


def kinds_of(state: State, said: Switch) -> tuple[str, ...]:
    """T23, T24: a standard action; replacing a fainted one is the trainer's shift."""
    unit = state.units.get(said.recall)
    return ("shift",) if unit is not None and unit.fainted else ("standard",)


def check_switch(state: State, said: Switch, seat: str) -> Why:
    """T23, T24, T27."""
    unit = state.units[said.unit]
    yield from acting(state, unit, *kinds_of(state, said))
    trainer = unit if is_trainer(unit) else balls.trainer_of(state, unit)
    if trainer is None or (unit.id != trainer.id and unit.id != said.recall):
        yield Refusal("impossible", "T23", "not-a-switcher", {"unit": unit.id})
        return
    back = _known(state, said.recall, trainer, "T23")
    out = _known(state, said.release, trainer, "T23")
    for found in (back, out):
        if isinstance(found, Refusal):
            yield found
            return
    if said.recall == said.release:
        yield Refusal("same-pokemon", "T25", facts={"unit": said.release})
    assert isinstance(back, Unit)
    assert isinstance(out, Unit)
    if not back.fainted:
        yield from balls.may_go(state, trainer, back, "T23")
    elif not back.out:
        yield Refusal("impossible", "T24", "not-out", {"unit": back.id})
    yield from balls.may_come(state, trainer, out)
    yield from balls.lands(without(state, back.id), trainer, out, said.at)


def without(state: State, id_: str) -> State:
    """The field once a pokemon is back in its ball."""
    return replace(state, units={**state.units, id_: replace(state.units[id_], at=None, out=False)})


def listed(said: Recall | Release) -> tuple[str, ...]:
    """T25: one or two."""
    return (said.pokemon,) if isinstance(said.pokemon, str) else said.pokemon


def _action(said: Recall | Release) -> str:
    return "shift" if isinstance(said.pokemon, str) else "standard"


def _of_a_trainer(state: State, said: Recall | Release) -> Why:
    unit = state.units[said.unit]
    yield from acting(state, unit, _action(said))
    if not is_trainer(unit):
        yield Refusal("impossible", "T25", "not-a-switcher", {"unit": unit.id})


def check_recall(state: State, said: Recall, seat: str) -> Why:
    """T25: a shift each, two at once a standard action."""
    yield from _of_a_trainer(state, said)
    trainer = state.units[said.unit]
    for id_ in listed(said):
        found = _known(state, id_, trainer, "T25")
        if isinstance(found, Refusal):
            yield found
        else:
            yield from balls.may_go(state, trainer, found, "T25")
    if len(set(listed(said))) < len(listed(said)):
        yield Refusal("malformed", "T25", "twice", {"path": "$.pokemon"})


def spots(said: Release) -> list[Any]:
    """T25: a place for each."""
    given = [said.at] if isinstance(said.pokemon, str) else said.at
    return [tuple(one) if isinstance(one, list) else one for one in given] if isinstance(given, list) else []


def check_release(state: State, said: Release, seat: str) -> Why:
    """T25, T27."""
    yield from _of_a_trainer(state, said)
    trainer = state.units[said.unit]
    at = spots(said)
    if len(at) != len(listed(said)) or len(set(listed(said))) < len(listed(said)):
        yield Refusal("malformed", "T25", "a-place-each", {"path": "$.at"})
        return
    for id_, spot in zip(listed(said), at, strict=True):
        found = _known(state, id_, trainer, "T25")
        if isinstance(found, Refusal):
            yield found
            continue
        yield from balls.may_come(state, trainer, found)
        yield from balls.lands(state, trainer, found, spot)
        placed = replace(found, at=spot, out=True)
        state = replace(state, units={**state.units, id_: placed})


# ---- doing it ----------------------------------------------------------------------------------------


def switch(ledger: Ledger, said: Switch) -> None:
    """T23, T24, T26, T28, T30."""
    fallen = ledger.unit(said.recall).fainted
    kinds = kinds_of(ledger.state, said)
    if not economy.spend(ledger, said.unit, *kinds):
        return
    balls.back(ledger, said.recall)
    balls.out(ledger, said.release, said.at, switched=not fallen)


def recall(ledger: Ledger, said: Recall) -> None:
    """T25, T28."""
    if not economy.spend(ledger, said.unit, _action(said)):
        return
    for id_ in listed(said):
        balls.back(ledger, id_)
    _switched_in(ledger, said.unit)


def _switched_in(ledger: Ledger, trainer: str) -> None:
    """T25, T26, T30: a recall makes a switch of what the trainer released before it this round."""
    round_ = ledger.state.round
    for id_, unit in ledger.state.units.items():
        came = unit.counters.get("released_in") == round_ != unit.counters.get("benched")
        if came and takes_part(unit) and unit.traits.get("trainer") == trainer:
            balls.come_in(ledger, id_, switched=True)


def release(ledger: Ledger, said: Release) -> None:
    """T25, T26, T30: with a recall in the same round it is a switch."""
    if not economy.spend(ledger, said.unit, _action(said)):
        return
    switched = ledger.unit(said.unit).counters.get("recalled_in") == ledger.state.round
    for id_, at in zip(listed(said), spots(said), strict=False):
        balls.out(ledger, id_, at, switched=switched)
