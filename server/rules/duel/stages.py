"""The stats as they count: base, nature, level, stages, rounding, statuses (D2-D5, D15, D17).

Everything is reckoned from the state with whole fractions; only what a die decided is remembered, as a
counter `rounding:STAT` such as `1:up` (the stage it was rolled for, and the direction).
"""

from fractions import Fraction
from math import ceil, floor

from schemas import effects as e
from schemas.state import State, Unit
from server.engine.dice import Ask
from server.engine.ledger import Ledger
from server.rules.duel import AIMING, COUNTED
from server.rules.duel.data import nature_of

MOST_STAGES = 4
"""D5: three times or a third of the value."""
MOST_AIMING = 6
"""D7: where the sum of accuracy and evasion ends."""
PARALYSED = Fraction(3, 4)


# ---- who faces whom ----------------------------------------------------------------------------------


def active(state: State, side: str) -> Unit | None:
    """The side's creature that is out."""
    return next((unit for unit in state.units.values() if unit.side == side and fights(unit)), None)


def fights(unit: Unit) -> bool:
    """Whether it is out and standing."""
    return unit.out and not unit.fainted and not unit.hidden


def facing(state: State, unit: Unit) -> Unit | None:
    """The other side's creature that is out."""
    return next((one for one in state.units.values() if one.side != unit.side and fights(one)), None)


# ---- values ------------------------------------------------------------------------------------------


def battle_stat(state: State, unit: Unit, stat: str) -> int:
    """D2: base / 20 rounded down, from 1 to 10, then the nature's point, never below 1."""
    up, down = nature_of(state, unit)
    value = min(10, max(1, unit.stats.get(stat, 0) // 20))
    return max(1, value + (stat == up) - (stat == down))


def base_speed(state: State, unit: Unit) -> int:
    """D2, D3: a nature makes it 11/10 or 9/10 of itself, nearest, halves up; then 2 for each level."""
    up, down = nature_of(state, unit)
    tenths = 10 + (up == "speed") - (down == "speed")
    speed = unit.stats.get("speed", 0)
    return (speed * tenths + 5) // 10 + 2 * (unit.level or 0)


def level_bonus(state: State, unit: Unit) -> int:
    """D4: 1 for each full 5 levels above the one faced."""
    other = facing(state, unit) if fights(unit) else None
    if other is None:
        return 0
    return max(0, (unit.level or 0) - (other.level or 0)) // 5


def unstaged(state: State, unit: Unit, stat: str) -> int:
    """D2-D4: what stages multiply."""
    if stat == "speed":
        return base_speed(state, unit)
    return battle_stat(state, unit, stat) + level_bonus(state, unit)


def staged(state: State, unit: Unit, stat: str) -> Fraction:
    """D5: times 1 + n/2, or divided by it."""
    stage = max(-MOST_STAGES, min(MOST_STAGES, unit.stages.get(stat, 0)))
    factor = 1 + Fraction(abs(stage), 2)
    value = Fraction(unstaged(state, unit, stat))
    return value * factor if stage >= 0 else value / factor


def rounded(state: State, unit: Unit, stat: str) -> int:
    """D5: as the die said, down but not below 1 where it has not been rolled yet."""
    value = staged(state, unit, stat)
    if direction_of(unit, stat) == "up":
        return ceil(value)
    return max(min(1, ceil(value)), floor(value))


def direction_of(unit: Unit, stat: str) -> str | None:
    """D5: what the die said for the stage that the stat has now."""
    stage, _, direction = str(unit.counters.get(f"rounding:{stat}", "")).partition(":")
    return direction if stage == str(unit.stages.get(stat, 0)) else None


def value_of(state: State, unit: Unit, stat: str) -> int:
    """D2-D5, D15, D17: the stat as it counts now (without the first round's +10)."""
    value = rounded(state, unit, stat)
    if stat == "speed" and "paralysis" in unit.statuses:
        return ceil(value * PARALYSED)
    if stat == "attack" and "burn" in unit.statuses:
        return (value + 1) // 2
    return value


# ---- changing ----------------------------------------------------------------------------------------


def change(ledger: Ledger, id_: str, stat: str, by: int) -> None:
    """D5, D7: what goes beyond is cut off; a change that changes nothing is blocked."""
    unit = ledger.unit(id_)
    most = MOST_AIMING if stat in AIMING else MOST_STAGES
    before = unit.stages.get(stat, 0)
    now = max(-most, min(most, before + by))
    if now == before:
        ledger.write(e.StageBlocked(unit=id_, stat=stat, why="limit"))
        return
    ledger.write(e.StageChanged(unit=id_, stat=stat, by=now - before, now=now))
    _forget(ledger, id_, stat)
    sync(ledger)


def clear(ledger: Ledger, id_: str) -> None:
    """D13: who is switched out loses its stages."""
    for stat, stage in tuple(ledger.unit(id_).stages.items()):
        ledger.write(e.StageChanged(unit=id_, stat=stat, by=-stage, now=0))
    for stat in COUNTED:
        _forget(ledger, id_, stat)


def _forget(ledger: Ledger, id_: str, stat: str) -> None:
    name = f"rounding:{stat}"
    if name in ledger.unit(id_).counters:
        ledger.write(e.CounterSet(unit=id_, name=name, now=None))


def sync(ledger: Ledger) -> None:
    """D5: rolls what is not whole, and sets the counters of every creature that has been out anew."""
    counted = [id_ for id_, unit in ledger.state.units.items() if fights(unit) or "attack" in unit.counters]
    _round(ledger, [(id_, stat) for id_ in counted for stat in COUNTED])
    for id_ in counted:
        _count(ledger, id_)


def _round(ledger: Ledger, shown: list[tuple[str, str]]) -> None:
    state = ledger.state
    due = [
        (id_, stat)
        for id_, stat in shown
        if staged(state, state.units[id_], stat).denominator > 1
        and direction_of(state.units[id_], stat) is None
    ]
    rolled = ledger.roll_all([Ask("rounding", id_, 6) for id_, _ in due])
    for (id_, stat), (value,) in zip(due, rolled, strict=True):
        stage = ledger.unit(id_).stages.get(stat, 0)
        now = f"{stage}:{'up' if value >= 4 else 'down'}"
        ledger.write(e.CounterSet(unit=id_, name=f"rounding:{stat}", now=now))


def _count(ledger: Ledger, id_: str) -> None:
    for stat in COUNTED:
        unit = ledger.unit(id_)
        now = value_of(ledger.state, unit, stat)
        if unit.counters.get(stat) != now:
            ledger.write(e.CounterSet(unit=id_, name=stat, now=now))
