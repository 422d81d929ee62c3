"""Conditions: who gets them, what a turn begins with, what an action costs (P29, P31-P36)."""

from typing import Literal

from schemas import effects as e
from schemas.base import Term
from schemas.state import State, Unit
from server.engine.dice import Ask
from server.engine.ledger import Ledger
from server.rules.pmd import CHECKS, FIRST, LASTING
from server.rules.pmd.data import ability_of, held_by

TYPE_IMMUNITY = {
    "fire": ("burn",),
    "ice": ("freeze",),
    "poison": ("poison", "toxic"),
    "steel": ("poison", "toxic"),
    "electric": ("paralysis",),
}
"""P35, where `settings.type_immunity` is true."""
DELAYED, MADE = "delayed", "checks_made"
"""P30: counters of a unit: the round in which it delayed, and the checks that it had then made."""
Begun = Literal["acts", "lost", "hit-itself"]


def gain(ledger: Ledger, id_: str, status: str, source: str | None) -> None:
    """P34, P35, P41: the unit gets the status, or the tape says why not."""
    why = _blocked(ledger.state, ledger.unit(id_), status)
    if why is not None:
        ledger.write(e.StatusBlocked(unit=id_, status=status, why=why))
    else:
        ledger.write(e.StatusGained(unit=id_, status=status, source=source, value=FIRST.get(status)))


def _blocked(state: State, unit: Unit, status: str) -> str | None:
    if status in unit.statuses:
        return f"has-{status}"
    if status in LASTING:
        other = next((one for one in LASTING if one in unit.statuses), None)
        if other is not None:
            return f"has-{other}"
    item = held_by(state, unit)
    if item is not None and status in item.protects:
        return item.id
    ability = ability_of(unit)
    if status in ability.immune:
        return ability.id
    if state.settings["type_immunity"] and any(status in TYPE_IMMUNITY.get(one, ()) for one in unit.types):
        return "type"
    return None


def open_checks(state: State, id_: str) -> tuple[str, ...]:
    """What the unit's turn begins with, but for what it delayed after (P30)."""
    unit = state.units[id_]
    if not unit.statuses:
        return ()
    made = checks_made(state, unit)
    return tuple(name for name in to_check(unit) if name not in made)


def checks_made(state: State, unit: Unit) -> tuple[str, ...]:
    """P30: what the unit had checked this round before it delayed."""
    made = unit.counters.get(MADE) if unit.counters.get(DELAYED) == state.round else None
    return made if isinstance(made, tuple) else ()


def to_check(unit: Unit) -> tuple[str, ...]:
    """What the unit has that a turn begins with a check of, in the rule's order."""
    return tuple(name for name in CHECKS if name in unit.statuses)


def _count(unit: Unit, status: str) -> int:
    value = unit.statuses[status].value
    return value if isinstance(value, int) else FIRST.get(status, 0)


def sure_dice(state: State, id_: str, names: tuple[str, ...]) -> list[Ask]:
    """The dice of a turn's beginning that are rolled whatever the others show."""
    unit = state.units[id_]
    asks = []
    for name in names:
        if name in ("freeze", "paralysis") or (name == "sleep" and 1 <= _count(unit, name) < 3):
            asks.append(Ask(name, id_, 10))
        if name == "confusion" and _confusion_is_rolled(unit, names, lost_maybe=bool(asks)):
            asks.append(Ask(name, id_, 10))
        if name == "attraction" and len(names) == 1:
            asks.append(Ask(name, id_, 10))
    return asks


def _confusion_is_rolled(unit: Unit, names: tuple[str, ...], *, lost_maybe: bool) -> bool:
    """P33: on the second and third turn always, on the first unless the turn is lost, on the fourth never."""
    turns = _count(unit, "confusion")
    return turns < 3 and (turns >= 1 or not (lost_maybe or _dozing(unit, names)))


def _dozing(unit: Unit, names: tuple[str, ...]) -> bool:
    """P32: the first turn asleep is lost without a roll."""
    return "sleep" in names and _count(unit, "sleep") == 0


def begin(ledger: Ledger, id_: str, names: tuple[str, ...]) -> Begun:
    """P31-P33: the checks, each independent, in the rule's order; a turn lost is `turn-skipped`."""
    asks = sure_dice(ledger.state, id_, names)
    rolled = {ask.what: values[0] for ask, values in zip(asks, ledger.roll_all(asks), strict=True)}
    lost: str | None = None
    if "freeze" in names:
        lost = _thaw_or_not(ledger, id_, rolled["freeze"])
    if "sleep" in names:
        lost = _wake_or_not(ledger, id_, rolled.get("sleep")) or lost
    if "paralysis" in names and not _passed(ledger, id_, "paralysis", rolled["paralysis"], 4):
        lost = lost or "paralysis"
    if "confusion" in names and _confused(ledger, id_, rolled.get("confusion"), lost is not None):
        return "hit-itself"
    if "attraction" in names and lost is None:
        roll = rolled.get("attraction") or ledger.roll_one("attraction", id_, 10)
        if not _passed(ledger, id_, "attraction", roll, 4):
            lost = "attraction"
    if lost is None:
        return "acts"
    ledger.write(e.TurnSkipped(unit=id_, why=lost))
    return "lost"


def _passed(ledger: Ledger, id_: str, what: str, roll: int, needs: int) -> bool:
    ledger.write(e.Checked(unit=id_, what=what, roll=roll, needs=needs))
    return roll >= needs


def _thaw_or_not(ledger: Ledger, id_: str, roll: int) -> str | None:
    """P32 freeze: 8 or more thaws, no limit."""
    if _passed(ledger, id_, "freeze", roll, 8):
        ledger.write(e.StatusLost(unit=id_, status="freeze", why="thawed"))
        return None
    return "freeze"


def _wake_or_not(ledger: Ledger, id_: str, roll: int | None) -> str | None:
    """P32 sleep: the first turn without a roll, then 8 or more wakes; after three it wakes by itself."""
    slept = _count(ledger.unit(id_), "sleep")
    if slept >= 3 or (roll is not None and _passed(ledger, id_, "sleep", roll, 8)):
        ledger.write(e.StatusLost(unit=id_, status="sleep", why="woke"))
        return None
    ledger.write(e.StatusChanged(unit=id_, status="sleep", value=slept + 1))
    return "sleep"


def _confused(ledger: Ledger, id_: str, roll: int | None, lost: bool) -> bool:
    """P33: whether it hits itself; where the turn is lost already it is only asked whether it ends."""
    turns = _count(ledger.unit(id_), "confusion")
    if turns >= 3:
        ledger.write(e.StatusLost(unit=id_, status="confusion", why="over"))
        return False
    if turns == 0 and lost:
        ledger.write(e.StatusChanged(unit=id_, status="confusion", value=1))
        return False
    if roll is None:
        roll = ledger.roll_one("confusion", id_, 10)
    ledger.write(e.Checked(unit=id_, what="confusion", roll=roll, needs=8 if lost else 4))
    if turns >= 1 and roll >= 8:
        ledger.write(e.StatusLost(unit=id_, status="confusion", why="over"))
        return False
    ledger.write(e.StatusChanged(unit=id_, status="confusion", value=turns + 1))
    return not lost and roll <= 3


def bite(ledger: Ledger, id_: str) -> str | None:
    """P32, P36: poison, toxic or burn takes its damage after an action; which one did."""
    unit = ledger.unit(id_)
    bitten = None
    for name in ("poison", "toxic", "burn"):
        if name not in unit.statuses:
            continue
        bitten = name
        unit = ledger.unit(id_)
        amount = _count(unit, name) if name == "toxic" else 1
        now = max(0, unit.hp - amount)
        terms = (Term(name=name, value=amount),)
        ledger.write(e.Damaged(unit=id_, amount=amount, now=now, terms=terms, cause=name))
        if name == "toxic":
            ledger.write(e.StatusChanged(unit=id_, status=name, value=amount + 1))
    return bitten


def thaw(ledger: Ledger, id_: str) -> None:
    """P23: fire thaws at once."""
    if "freeze" in ledger.unit(id_).statuses:
        ledger.write(e.StatusLost(unit=id_, status="freeze", why="fire"))


def helpless(unit: Unit) -> bool:
    """P26, P28: asleep or frozen."""
    return "sleep" in unit.statuses or "freeze" in unit.statuses
