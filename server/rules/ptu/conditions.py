"""Conditions: who gets them, what a turn begins and ends with (T51-T53)."""

from typing import Literal

from schemas import effects as e
from schemas.base import Term
from schemas.state import State, Unit
from server.engine import turns
from server.engine.dice import Ask
from server.engine.ledger import Ledger
from server.rules.ptu import CHECKS, CONDITIONS, HELPLESS, VOLATILE, damage, economy
from server.rules.ptu.data import number, tick

IMMUNE = {
    "electric": ("paralysis",),
    "fire": ("burn",),
    "ice": ("freeze",),
    "poison": ("poison", "toxic"),
    "steel": ("poison", "toxic"),
    "ghost": ("stuck", "trapped"),
}
"""T52."""
THAWING = ("fire", "fighting", "rock", "steel")
SHAKEN_OFF = ("sleep", "freeze", "rage")
"""T51: what a die at the end of the turn may end, in this order."""
ENDS_AT = {"confusion": 16, "infatuation": 19}
"""T51: the save that ends a condition; a lower one may do to act in spite of it."""
BITING = ("burn", "poison", "toxic")
FIRST_TOXIC = 5

Begun = Literal["acts", "lost"]


def helpless(unit: Unit) -> bool:
    """T51: asleep or frozen, one can do nothing but pass."""
    return any(name in unit.statuses for name in HELPLESS)


def unready(unit: Unit) -> bool:
    """T22: no priority and no interrupts."""
    return helpless(unit) or "flinch" in unit.statuses or "totally-blind" in unit.statuses


def gain(ledger: Ledger, id_: str, status: str, source: str | None) -> None:
    """T52, T53: the unit gets the condition, or the tape says why not."""
    why = _blocked(ledger.state, ledger.unit(id_), status)
    if why is not None:
        ledger.write(e.StatusBlocked(unit=id_, status=status, why=why))
        return
    value = FIRST_TOXIC if status == "toxic" else None
    ledger.write(e.StatusGained(unit=id_, status=status, source=source, value=value))


def _blocked(state: State, unit: Unit, status: str) -> str | None:
    if status in unit.statuses:
        return f"has-{status}"
    if any(status in IMMUNE.get(type_, ()) for type_ in unit.types):
        return "type"
    if status == "flinch" and not _still_to_come(state, unit):
        return "turn-past"
    return None


def _still_to_come(state: State, unit: Unit) -> bool:
    """T53: a flinch costs the turn only where it is still to come this round."""
    begun = state.turn == unit.id and number(unit, economy.BEGUN) > 0
    return turns.to_come(state, unit.id) and not begun


def open_checks(state: State, id_: str) -> tuple[str, ...]:
    """T51, T53: what the unit's turn begins with."""
    unit = state.units[id_]
    made = unit.counters.get(economy.SAVED)
    had = made if isinstance(made, tuple) else ()
    return tuple(name for name in CHECKS if name in unit.statuses and name not in had)


def keep_saves(ledger: Ledger, id_: str) -> None:
    """T7: a turn that is held after its saves does not begin with them again."""
    unit = ledger.unit(id_)
    if not number(unit, economy.BEGUN):
        return
    made = tuple(name for name in CHECKS if name in unit.statuses)
    ledger.write(e.CounterSet(unit=id_, name=economy.BEGUN, now=None))
    ledger.write(e.CounterSet(unit=id_, name=economy.SAVED, now=made or None))


def first_dice(id_: str, names: tuple[str, ...]) -> list[Ask]:
    """T51: the saves of a turn's beginning, one entry a condition."""
    needs = {"paralysis": 5, "confusion": 9, "infatuation": 11}
    return [Ask("save", id_, 20, needs=needs[name]) for name in names if name in needs]


def begin(ledger: Ledger, id_: str, names: tuple[str, ...]) -> Begun:
    """T51, T53: the saves a turn begins with; once the turn is lost the rest only ends conditions."""
    asks = first_dice(id_, names)
    rolled = iter([values[0] for values in ledger.roll_all(asks)] if asks else [])
    lost: str | None = None
    for name in names:
        if name == "flinch":
            ledger.write(e.StatusLost(unit=id_, status="flinch", why="over"))
            lost = "flinch"
        elif name == "paralysis":
            lost = lost if _saved(ledger, id_, name, next(rolled), 5) else lost or name
        elif name == "confusion":
            lost = _confused(ledger, id_, next(rolled), lost)
        else:
            _charmed(ledger, id_, next(rolled), lost)
        if ledger.unit(id_).fainted:
            return "lost"
    if lost is None:
        return "acts"
    ledger.write(e.TurnSkipped(unit=id_, why=lost))
    ledger.write(e.CounterSet(unit=id_, name="kept", now=1))
    return "lost"


def _saved(ledger: Ledger, id_: str, what: str, roll: int, needs: int) -> bool:
    ledger.write(e.Checked(unit=id_, what=what, roll=roll, needs=needs))
    return roll >= needs


def _confused(ledger: Ledger, id_: str, roll: int, lost: str | None) -> str | None:
    """T51: 1-8 hits itself and its turn is over, 9-15 acts, 16 and more cures."""
    ends = ENDS_AT["confusion"]
    acts = _saved(ledger, id_, "confusion", roll, 9 if lost is None else ends)
    if roll >= ends:
        ledger.write(e.StatusLost(unit=id_, status="confusion", why="saved"))
    if acts or lost is not None:
        return lost
    damage.hit_itself(ledger, id_)
    rouse(ledger, id_, None)
    return "confusion"


def _charmed(ledger: Ledger, id_: str, roll: int, lost: str | None) -> None:
    """T51: 1-10 may not target its source this turn, 19 and more cures."""
    ends = ENDS_AT["infatuation"]
    free = _saved(ledger, id_, "infatuation", roll, 11 if lost is None else ends)
    if roll >= ends:
        ledger.write(e.StatusLost(unit=id_, status="infatuation", why="saved"))
    elif lost is None and not free:
        ledger.write(e.CounterSet(unit=id_, name="charmed", now=1))


def rouse(ledger: Ledger, id_: str, type_: str | None) -> None:
    """T51: damage wakes, a hit of a fiery or heavy type thaws."""
    held = ledger.unit(id_).statuses
    if "sleep" in held:
        ledger.write(e.StatusLost(unit=id_, status="sleep", why="woke"))
    if "freeze" in held and type_ in THAWING:
        ledger.write(e.StatusLost(unit=id_, status="freeze", why="thawed"))


# ---- the end of the turn -----------------------------------------------------------------------------


def last_dice(unit: Unit) -> list[Ask]:
    """T51: the saves at the end of a turn."""
    return [
        Ask("save", unit.id, 20, needs=_shaking(unit, name)) for name in SHAKEN_OFF if name in unit.statuses
    ]


def _shaking(unit: Unit, name: str) -> int:
    if name == "rage":
        return 15
    return 11 if name == "freeze" and "fire" in unit.types else 16


def end(ledger: Ledger, id_: str) -> None:
    """T51: sleep, freeze and rage may end; burn and poison bite who used a standard action or was kept."""
    unit = ledger.unit(id_)
    bitten = number(unit, "standard") > 0 or number(unit, "kept") > 0 or helpless(unit)
    asks = last_dice(unit)
    names = [name for name in SHAKEN_OFF if name in unit.statuses]
    for name, (roll,) in zip(names, ledger.roll_all(asks) if asks else [], strict=True):
        if _saved(ledger, id_, name, roll, _shaking(unit, name)):
            ledger.write(e.StatusLost(unit=id_, status=name, why="saved"))
    for name in BITING if bitten else ():
        if name in ledger.unit(id_).statuses and not ledger.unit(id_).fainted:
            _bite(ledger, id_, name)


def _bite(ledger: Ledger, id_: str, name: str) -> None:
    """T50, T51: a tick; badly poisoned 5, 10, 20 and so on. No defense, no heavy-blow injury."""
    unit = ledger.unit(id_)
    amount = tick(unit)
    if name == "toxic":
        value = unit.statuses[name].value
        amount = value if isinstance(value, int) and value > 0 else FIRST_TOXIC
        ledger.write(e.StatusChanged(unit=id_, status=name, value=min(amount * 2, 10**6)))
    damage.lose(ledger, id_, amount, name, (Term(name=name, value=amount),))


def cure(ledger: Ledger, id_: str, names: tuple[str, ...] | str, why: str) -> None:
    """Takes off what is named, or every condition that the page knows."""
    wanted = CONDITIONS if names == "all" else names
    for name in tuple(ledger.unit(id_).statuses):
        if name in wanted:
            ledger.write(e.StatusLost(unit=id_, status=name, why=why))


def end_volatile(ledger: Ledger, id_: str, why: str) -> None:
    """T52: what ends on recall and at the end of the battle."""
    cure(ledger, id_, VOLATILE, why)
