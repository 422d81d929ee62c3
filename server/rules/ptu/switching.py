"""T23-T30: pokemon go back into their balls and come out."""

from typing import Any

from msgspec.structs import replace

from schemas import effects as e
from schemas.state import Grid, NoBoard, State, Unit, Zones
from server.engine import turns
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import conditions, economy, initiative, places, turn
from server.rules.ptu.commands import Recall, Release, Switch
from server.rules.ptu.data import is_trainer, number, takes_part
from server.rules.ptu.placing import standable
from server.rules.ptu.readiness import Why, acting

REACH = 8


def trainer_of(state: State, unit: Unit) -> Unit | None:
    """T1: whose it is."""
    trainer = unit.traits.get("trainer")
    return None if trainer is None else state.units.get(str(trainer))


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
    trainer = unit if is_trainer(unit) else trainer_of(state, unit)
    if trainer is None or (unit.id != trainer.id and unit.id != said.recall):
        yield Refusal("impossible", "T23", "not-a-switcher", {"unit": unit.id})
        return
    back = _known(state, said.recall, trainer, "T23")
    out = _known(state, said.release, trainer, "T23")
    for found in (back, out):
        if isinstance(found, Refusal):
            yield found
            return
    assert isinstance(back, Unit)
    assert isinstance(out, Unit)
    if not back.fainted:
        yield from _may_go(state, trainer, back, "T23")
    yield from _may_come(state, trainer, out)
    yield from _lands(without(state, back.id), trainer, out, said.at)


def without(state: State, id_: str) -> State:
    """The field once a pokemon is back in its ball."""
    return replace(state, units={**state.units, id_: replace(state.units[id_], at=None, out=False)})


def _may_go(state: State, trainer: Unit, unit: Unit, rule: str) -> Why:
    """T23, T25: out, within reach of its trainer, not trapped, not come out this round."""
    if not takes_part(unit):
        yield Refusal("impossible", rule, "not-out", {"unit": unit.id})
        return
    away = _away(state, trainer, unit)
    if state.settings["contact"] != "league" and away is not None and away > REACH:
        yield Refusal("out-of-range", rule, facts={"unit": unit.id, "distance": away, "range": REACH})
    if "trapped" in unit.statuses:
        yield Refusal("cannot-act", rule, "trapped", {"unit": unit.id})
    if unit.counters.get("released_in") == state.round:
        yield Refusal("same-pokemon", "T25", facts={"unit": unit.id})


def _away(state: State, trainer: Unit, unit: Unit) -> int | None:
    one, other = places.rect(trainer), places.rect(unit)
    if one is not None and other is not None:
        return places.distance(one, other)
    return 0 if trainer.at == unit.at else REACH + 1 if isinstance(state.board, Zones) else None


def _may_come(state: State, trainer: Unit, unit: Unit) -> Why:
    """T4, T25: in its ball, standing, not gone back this round."""
    if unit.fainted:
        yield Refusal("fainted", "T23", facts={"unit": unit.id})
    elif unit.out:
        yield Refusal("impossible", "T23", "not-in-its-ball", {"unit": unit.id})
    if unit.counters.get("recalled_in") == state.round:
        yield Refusal("same-pokemon", "T25", facts={"unit": unit.id})


def _lands(state: State, trainer: Unit, unit: Unit, at: Any) -> Why:
    """T27: adjacent to its trainer or within 8 m, where it fits."""
    if isinstance(at, list):
        at = tuple(at)
    cell = isinstance(at, tuple) and len(at) == 2 and all(isinstance(n, int) for n in at)
    if cell != isinstance(state.board, Grid) or not (cell or isinstance(at, str)):
        why = "not-a-cell" if isinstance(state.board, Grid) else "not-a-zone"
        yield Refusal("malformed", why=why, facts={"path": "$.at"})
        return
    yield from standable(state, unit, at)
    away = _away(state, trainer, replace(unit, at=at))
    if away is not None and away > REACH and not isinstance(state.board, NoBoard):
        yield Refusal("out-of-range", "T27", facts={"unit": unit.id, "distance": away, "range": REACH})


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
            yield from _may_go(state, trainer, found, "T25")
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
        yield from _may_come(state, trainer, found)
        yield from _lands(state, trainer, found, spot)
        placed = replace(found, at=spot, out=True)
        state = replace(state, units={**state.units, id_: placed})


# ---- doing it ----------------------------------------------------------------------------------------


def switch(ledger: Ledger, said: Switch) -> None:
    """T23, T24, T26, T28, T30."""
    fallen = ledger.unit(said.recall).fainted
    kinds = kinds_of(ledger.state, said)
    if not economy.spend(ledger, said.unit, *kinds):
        return
    _back(ledger, said.recall)
    _out(ledger, said.release, said.at, switched=not fallen)


def recall(ledger: Ledger, said: Recall) -> None:
    """T25, T28."""
    if not economy.spend(ledger, said.unit, _action(said)):
        return
    for id_ in listed(said):
        _back(ledger, id_)
    _switched_in(ledger, said.unit)


def _switched_in(ledger: Ledger, trainer: str) -> None:
    """T25, T26, T30: a recall makes a switch of what the trainer released before it this round."""
    for id_, unit in ledger.state.units.items():
        came = unit.counters.get("released_in") == ledger.state.round and unit.counters.get("benched") is None
        if came and takes_part(unit) and unit.traits.get("trainer") == trainer:
            _come_in(ledger, id_, switched=True)


def release(ledger: Ledger, said: Release) -> None:
    """T25, T26, T30: with a recall in the same round it is a switch."""
    if not economy.spend(ledger, said.unit, _action(said)):
        return
    switched = ledger.unit(said.unit).counters.get("recalled_in") == ledger.state.round
    for id_, at in zip(listed(said), spots(said), strict=False):
        _out(ledger, id_, at, switched=switched)


def _back(ledger: Ledger, id_: str) -> None:
    """T28: volatile conditions, stuck, slowed, stages and temporary hit points end; lasting ones stay."""
    round_ = ledger.state.round
    unit = ledger.unit(id_)
    trainer = unit.traits.get("trainer")
    if ledger.state.turn == id_ or number(unit, economy.BEGUN):
        turn.commanded(ledger, id_)
    conditions.end_volatile(ledger, id_, "recalled")
    conditions.cure(ledger, id_, ("stuck", "slowed"), "recalled")
    for stat, now in ledger.unit(id_).stages.items():
        ledger.write(e.StageChanged(unit=id_, stat=stat, by=-now, now=0))
    economy.reset(ledger, id_)
    for name in ("temporary_hp", "engages"):
        if name in ledger.unit(id_).counters:
            ledger.write(e.CounterSet(unit=id_, name=name, now=None))
    ledger.write(e.Recalled(unit=id_))
    if unit.fainted:
        return
    for one in (id_, str(trainer)):
        if one in ledger.state.units:
            ledger.write(e.CounterSet(unit=one, name="recalled_in", now=round_))


def _out(ledger: Ledger, id_: str, at: Any, *, switched: bool) -> None:
    """T27: it comes out."""
    spot = tuple(at) if isinstance(at, list) else at
    ledger.write(e.Released(unit=id_, at=spot))
    ledger.write(e.CounterSet(unit=id_, name="released_in", now=ledger.state.round))
    _come_in(ledger, id_, switched=switched)


def _come_in(ledger: Ledger, id_: str, *, switched: bool) -> None:
    """T26, T30: in the league a switched one may not be commanded this round; else a turn left is its."""
    state = ledger.state
    entry = turns.entry_of(state, id_)
    if switched and state.settings["contact"] == "league":
        ledger.write(e.CounterSet(unit=id_, name="benched", now=state.round))
        if entry is not None and not entry.done:
            ledger.write(e.QueueChanged(queue=tuple(one for one in state.queue if one != entry)))
    elif entry is None and _turn_left(state, id_):
        initiative.join(ledger, id_)


def _turn_left(state: State, id_: str) -> bool:
    """T29, T30: its trainer has a pokemon turn left this round that none in the queue will take."""
    unit = state.units[id_]
    trainer = unit.traits.get("trainer")
    if trainer not in state.units:
        return True
    team = [one.id for one in state.units.values() if one.traits.get("trainer") == trainer]
    waiting = sum(turns.to_come(state, one) for one in team)
    taken = len(turn.commanded_by(state, str(trainer)))
    return waiting + taken < int(state.settings["commands"])
