"""T26-T30: back into the ball and out of it: what hinders a pokemon, what ends, when it acts."""

from typing import Any

from msgspec.structs import replace

from schemas import effects as e
from schemas.state import Grid, State, Unit, Zones
from server.engine import turns
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import conditions, economy, initiative, places, turn, zones
from server.rules.ptu.data import number, takes_part
from server.rules.ptu.placing import standable
from server.rules.ptu.readiness import Why

REACH = 8


def trainer_of(state: State, unit: Unit) -> Unit | None:
    """T1: whose it is."""
    trainer = unit.traits.get("trainer")
    return None if trainer is None else state.units.get(str(trainer))


def may_go(state: State, trainer: Unit, unit: Unit, rule: str) -> Why:
    """T23, T25: out, within reach of its trainer, not trapped, not come out this round."""
    if not takes_part(unit):
        yield Refusal("impossible", rule, "not-out", {"unit": unit.id})
        return
    away = _away(state, trainer, unit)
    if state.settings["contact"] != "league" and away > REACH:
        yield Refusal("out-of-range", rule, facts={"unit": unit.id, "distance": away, "range": REACH})
    if "trapped" in unit.statuses:
        yield Refusal("cannot-act", rule, "trapped", {"unit": unit.id})
    if unit.counters.get("released_in") == state.round:
        yield Refusal("same-pokemon", "T25", facts={"unit": unit.id})


def _away(state: State, trainer: Unit, unit: Unit) -> int:
    """T23, T27, T41: how far they are apart, further than it reaches for a trainer who is nowhere."""
    if isinstance(state.board, Zones):
        away = zones.distance(state.board, trainer, unit)
        return REACH + 1 if away is None else away
    one, other = places.rect(trainer), places.rect(unit)
    if one is None or other is None:
        return REACH + 1 if trainer.at is None else 0
    return places.distance(one, other)


def may_come(state: State, trainer: Unit, unit: Unit) -> Why:
    """T4, T25: in its ball, standing, not gone back this round."""
    if unit.fainted:
        yield Refusal("fainted", "T23", facts={"unit": unit.id})
    elif unit.out:
        yield Refusal("impossible", "T23", "not-in-its-ball", {"unit": unit.id})
    if unit.counters.get("recalled_in") == state.round:
        yield Refusal("same-pokemon", "T25", facts={"unit": unit.id})


def lands(state: State, trainer: Unit, unit: Unit, at: Any) -> Why:
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
    if away > REACH:
        yield Refusal("out-of-range", "T27", facts={"unit": unit.id, "distance": away, "range": REACH})


def back(ledger: Ledger, id_: str) -> None:
    """T28: called back: it has had the turn it had begun, and does not come out again this round (T25)."""
    round_ = ledger.state.round
    unit = ledger.unit(id_)
    trainer = unit.traits.get("trainer")
    if ledger.state.turn == id_ or economy.has_acted(unit):
        turn.commanded(ledger, id_)
    into_the_ball(ledger, id_)
    if unit.fainted:
        return
    for one in (id_, str(trainer)):
        if one in ledger.state.units:
            ledger.write(e.CounterSet(unit=one, name="recalled_in", now=round_))


def into_the_ball(ledger: Ledger, id_: str) -> None:
    """T28, T57: volatile conditions, stuck, slowed, stages and temporary HP end; lasting ones stay."""
    conditions.end_volatile(ledger, id_, "recalled")
    conditions.cure(ledger, id_, ("stuck", "slowed"), "recalled")
    for stat, now in ledger.unit(id_).stages.items():
        ledger.write(e.StageChanged(unit=id_, stat=stat, by=-now, now=0))
    economy.reset(ledger, id_)
    if number(ledger.unit(id_), "temporary_hp"):
        ledger.write(e.CounterSet(unit=id_, name="temporary_hp", now=None))
    ledger.write(e.Recalled(unit=id_))


def out(ledger: Ledger, id_: str, at: Any, *, switched: bool) -> None:
    """T27: it comes out."""
    spot = tuple(at) if isinstance(at, list) else at
    ledger.write(e.Released(unit=id_, at=spot))
    ledger.write(e.CounterSet(unit=id_, name="released_in", now=ledger.state.round))
    come_in(ledger, id_, switched=switched)


def come_in(ledger: Ledger, id_: str, *, switched: bool) -> None:
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
