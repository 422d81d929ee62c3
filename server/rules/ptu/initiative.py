"""T5-T10: the round's queue: who is in it, equals, holding, and what a change of speed does to it."""

from collections.abc import Iterable

from schemas import effects as e
from schemas.state import QueueEntry, State, Unit
from server.engine import turns
from server.engine.dice import Ask
from server.engine.ledger import Ledger
from server.rules.ptu import economy
from server.rules.ptu.data import effective, is_trainer, number, takes_part

TIE = "tie"


def speed(unit: Unit) -> int:
    """T5: the speed after stages."""
    return effective(unit, "speed")


def has_turns(state: State, unit: Unit) -> bool:
    """T29: a trainer commands so many pokemon a round, those first that came out first."""
    if not takes_part(unit):
        return False
    trainer = unit.traits.get("trainer")
    if trainer is None:
        return True
    team = [one for one in state.units.values() if one.traits.get("trainer") == trainer and takes_part(one)]
    team.sort(key=lambda one: number(one, "released_in"))
    return unit.id in [one.id for one in team[: int(state.settings["commands"])]]


def declares(state: State, unit: Unit) -> bool:
    """T6: in the league trainers declare, and the count does not come down for it."""
    return state.settings["contact"] == "league" and is_trainer(unit)


def rank(state: State, unit: Unit, count: int) -> tuple[int, int]:
    """T5, T6: the order of the queue; in the league trainers declare from low to high."""
    return (phase(state, unit), count if declares(state, unit) else -count)


def phase(state: State, unit: Unit) -> int:
    """T6: in the league the trainers come first; in full contact all are one."""
    return int(state.settings["contact"] == "league" and not is_trainer(unit))


def first_ties(state: State) -> list[Ask]:
    """T5: the first dice of all equals, fastest first."""
    return [Ask(TIE, id_, 20) for group in _equals(state) if len(group) > 1 for id_ in group]


def _equals(state: State) -> list[list[str]]:
    groups: dict[tuple[int, int], list[str]] = {}
    for id_, unit in state.units.items():
        if has_turns(state, unit):
            groups.setdefault(rank(state, unit, speed(unit)), []).append(id_)
    return [groups[key] for key in sorted(groups)]


def fastest_first(state: State, units: Iterable[str]) -> list[str]:
    """T20, T21: the order of initiative, equals as their dice put them in the queue."""
    places = {entry.unit: place for place, entry in enumerate(state.queue)}
    return sorted(units, key=lambda id_: (-speed(state.units[id_]), places.get(id_, len(places))))


def start_round(ledger: Ledger) -> None:
    """T5, T19: a new queue; equals roll until they differ; who owes a turn gives it up."""
    order = _settled(ledger, _equals(ledger.state))
    speeds = [(id_, speed(ledger.unit(id_))) for id_ in order]
    _forget_flinches(ledger)
    turns.start_round(ledger, speeds)
    for id_ in order:
        if number(ledger.unit(id_), economy.OWES):
            ledger.write(e.CounterSet(unit=id_, name=economy.OWES, now=None))
            ledger.write(e.TurnSkipped(unit=id_, why="owes-turn"))
            ledger.write(e.TurnEnded(unit=id_))


def _forget_flinches(ledger: Ledger) -> None:
    """T53: one that a ruling gave to who had acted has cost nothing, and costs no later turn."""
    for id_, unit in ledger.state.units.items():
        if "flinch" in unit.statuses and ledger.state.round > 0:
            ledger.write(e.StatusLost(unit=id_, status="flinch", why="over"))


def _settled(ledger: Ledger, groups: list[list[str]]) -> list[str]:
    """T5: a d20 each, the high one first, equals again; each pass asks for all its dice at once."""
    while any(len(group) > 1 for group in groups):
        asks = [Ask(TIE, id_, 20) for group in groups if len(group) > 1 for id_ in group]
        shown = {str(ask.unit): values[0] for ask, values in zip(asks, ledger.roll_all(asks), strict=True)}
        groups = [part for group in groups for part in _parted(ledger.state, group, shown)]
    return [id_ for group in groups for id_ in group]


def _parted(state: State, group: list[str], shown: dict[str, int]) -> list[list[str]]:
    """T5, T6: the high die first; last where trainers declare from low to high."""
    if len(group) == 1:
        return [group]
    values = sorted({shown[id_] for id_ in group}, reverse=not declares(state, state.units[group[0]]))
    return [[id_ for id_ in group if shown[id_] == value] for value in values]


# ---- counts ------------------------------------------------------------------------------------------


def count_of(state: State, entry: QueueEntry) -> int:
    """T7: when the unit acts: at its speed, or at the count it holds for."""
    unit = state.units[entry.unit]
    if unit.counters.get("delayed") == state.round:
        return number(unit, "held_until")
    return entry.initiative


def hold(ledger: Ledger, id_: str, until: int) -> None:
    """T7: it acts at the lower count, after those who have it anyway."""
    ledger.write(e.CounterSet(unit=id_, name="delayed", now=ledger.state.round))
    ledger.write(e.CounterSet(unit=id_, name="held_until", now=until))
    _place_anew(ledger, id_)


def _place_anew(ledger: Ledger, id_: str) -> None:
    """Behind whoever acts and all who come no later; who has had its turn, early or not, does not count."""
    state = ledger.state
    moved = next(entry for entry in state.queue if entry.unit == id_)
    rest = [entry for entry in state.queue if entry.unit != id_]
    to_come = [n for n, one in enumerate(rest) if not one.done]
    mine = rank(state, state.units[id_], count_of(state, moved))
    ahead = [
        n + 1
        for n in to_come
        if (n == to_come[0] and rest[n].unit == state.turn)
        or rank(state, state.units[rest[n].unit], count_of(state, rest[n])) <= mine
    ]
    place = max(ahead, default=to_come[0] if to_come else len(rest))
    ledger.write(e.QueueChanged(queue=(*rest[:place], moved, *rest[place:])))


def join(ledger: Ledger, id_: str) -> None:
    """T30: a newcomer acts at its count, or at once where that is past."""
    entry = QueueEntry(unit=id_, initiative=speed(ledger.unit(id_)))
    ledger.write(e.QueueChanged(queue=(*ledger.state.queue, entry)))
    _place_anew(ledger, id_)


def follow_speed(ledger: Ledger, acting: str | None) -> None:
    """T8: who has not acted moves with a changed speed; equals made so keep the order they had."""
    state = ledger.state
    settled = [entry for entry in state.queue if entry.done or entry.unit == acting]
    free = [entry for entry in state.queue if entry not in settled]
    fresh = [_refreshed(state, entry) for entry in free]
    if fresh == free:
        return
    fresh.sort(key=lambda entry: rank(state, state.units[entry.unit], count_of(state, entry)))
    ledger.write(e.QueueChanged(queue=(*settled, *fresh)))


def _refreshed(state: State, entry: QueueEntry) -> QueueEntry:
    return QueueEntry(unit=entry.unit, initiative=speed(state.units[entry.unit]))


# ---- one full round ----------------------------------------------------------------------------------


def expire(ledger: Ledger, before: int | None) -> None:
    """T9: timed conditions end at their count, before whoever acts there; None: the round is over."""
    for id_, unit in ledger.state.units.items():
        for name, status in unit.statuses.items():
            until = status.value.get("until") if isinstance(status.value, dict) else None
            if isinstance(until, dict) and _over(ledger.state, until, before):
                ledger.write(e.StatusLost(unit=id_, status=name, why="over"))


def _over(state: State, until: dict[str, object], before: int | None) -> bool:
    round_, count = until.get("round"), until.get("count")
    if not isinstance(round_, int) or not isinstance(count, int) or state.round < round_:
        return False
    return state.round > round_ or before is None or count >= before
