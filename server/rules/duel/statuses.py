"""Statuses: what stops them, what they do at a creature's moment and at the round's end (D13, D15-D19)."""

from typing import Any

from schemas import effects as e
from schemas.state import State, Unit
from server.engine.ledger import Ledger
from server.rules.duel import LASTING
from server.rules.duel.data import Move

IMMUNE = {"burn": "fire", "freeze": "ice", "paralysis": "electric"}
"""D15-D17: the type that never has it."""
OWN_THAW = ("fusion-flare", "flame-wheel", "sacred-fire", "flare-blitz", "scald")
"""D16: using one of these thaws the user by itself."""
FREED, FREED_STRUCK, FREED_BY_FIRE = 5, 4, 2
"""D16: what the d5 must show."""
STOPPED = 25
"""D17: the d100 at or below which it does not act."""


def gain(ledger: Ledger, id_: str, status: str, source: str) -> None:
    """D15-D19: not on the type that never has it, one at a time."""
    why = _blocked(ledger.unit(id_), status)
    if why is not None:
        ledger.write(e.StatusBlocked(unit=id_, status=status, why=why))
        return
    value = ledger.roll_one("sleep", id_, 3) if status == "sleep" else begins_with(ledger.state, status)
    ledger.write(e.StatusGained(unit=id_, status=status, source=source, value=value))


def _blocked(unit: Unit, status: str) -> str | None:
    excluding = LASTING if status in LASTING else (status,)
    has = next((name for name in excluding if name in unit.statuses), None)
    if has is not None:
        return f"has-{has}"
    return "type" if IMMUNE.get(status) in unit.types else None


def begins_with(state: State, status: str) -> Any:
    """D13, D16: toxic begins at 10 %, freeze waits for the next round."""
    if status == "toxic":
        return 1
    return {"needs": FREED, "round": state.round} if status == "freeze" else None


# ---- a moment ----------------------------------------------------------------------------------------


def may_act(ledger: Ledger, id_: str, move: Move | None) -> bool:
    """D16-D18: what its status says at its moment; `move` is what it would use."""
    return _thawed(ledger, id_, move) and _awake(ledger, id_) and (move is None or not _stopped(ledger, id_))


def _thawed(ledger: Ledger, id_: str, move: Move | None) -> bool:
    """D16: a d5 in the rounds that follow; the moves it names thaw by themselves."""
    status = ledger.unit(id_).statuses.get("freeze")
    if status is None:
        return True
    if move is not None and move.id in OWN_THAW:
        ledger.write(e.StatusLost(unit=id_, status="freeze", why=move.id))
        return True
    since = frozen_in(ledger.unit(id_))
    if since != ledger.state.round or since == 0:
        needs = thaw_needs(ledger.unit(id_))
        roll = ledger.roll_one("freeze", id_, 5)
        ledger.write(e.Checked(unit=id_, what="freeze", roll=roll, needs=needs))
        if roll >= needs:
            ledger.write(e.StatusLost(unit=id_, status="freeze", why="thawed"))
            return True
        if needs != FREED:
            ledger.write(e.StatusChanged(unit=id_, status="freeze", value={"needs": FREED, "round": since}))
    ledger.write(e.TurnSkipped(unit=id_, why="freeze"))
    return False


def thaw_needs(unit: Unit) -> int:
    """D16: what frees it at its next attempt."""
    return _number(unit.statuses["freeze"].value, "needs", FREED)


def frozen_in(unit: Unit) -> int:
    """D16: the round in which it froze, 0 where it came frozen."""
    return _number(unit.statuses["freeze"].value, "round", 0)


def _number(value: Any, key: str, default: int) -> int:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, int) and not isinstance(found, bool) else default


def struck(ledger: Ledger, id_: str, move: Move) -> None:
    """D16: direct damage makes the next attempt easier, a fire move or Scald more so."""
    unit = ledger.unit(id_)
    if "freeze" not in unit.statuses:
        return
    needs = FREED_BY_FIRE if move.type == "fire" or move.id == "scald" else FREED_STRUCK
    if needs < thaw_needs(unit):
        value = {"needs": needs, "round": frozen_in(unit)}
        ledger.write(e.StatusChanged(unit=id_, status="freeze", value=value))


def _awake(ledger: Ledger, id_: str) -> bool:
    """D18: so many of its moments are lost; it wakes as the last one is over."""
    status = ledger.unit(id_).statuses.get("sleep")
    if status is None:
        return True
    value = status.value
    if not isinstance(value, int) or isinstance(value, bool):
        value = ledger.roll_one("sleep", id_, 3)
    if value > 0:
        ledger.write(e.TurnSkipped(unit=id_, why="sleep"))
    if value > 1:
        ledger.write(e.StatusChanged(unit=id_, status="sleep", value=value - 1))
    else:
        ledger.write(e.StatusLost(unit=id_, status="sleep", why="over"))
    return value <= 0


def _stopped(ledger: Ledger, id_: str) -> bool:
    """D17: d100, 25 or less: it does not act."""
    if "paralysis" not in ledger.unit(id_).statuses:
        return False
    roll = ledger.roll_one("paralysis", id_, 100)
    ledger.write(e.Checked(unit=id_, what="paralysis", roll=roll, needs=STOPPED + 1))
    if roll > STOPPED:
        return False
    ledger.write(e.TurnSkipped(unit=id_, why="paralysis"))
    return True


# ---- the round's end ---------------------------------------------------------------------------------


def bite(ledger: Ledger, id_: str) -> None:
    """D13: burn and poison 10 % of the maximum, rounded up; toxic 10 %, 20 %, 30 %…"""
    unit = ledger.unit(id_)
    for status in ("burn", "poison", "toxic"):
        if status not in unit.statuses or ledger.unit(id_).fainted:
            continue
        times = toxic_next(unit) if status == "toxic" else 1
        amount = -(-unit.max_hp * times // 10)
        hurt(ledger, id_, amount, status)
        if status == "toxic" and not ledger.unit(id_).fainted:
            ledger.write(e.StatusChanged(unit=id_, status="toxic", value=times + 1))


def toxic_next(unit: Unit) -> int:
    """D13: which tenth comes next."""
    value = unit.statuses["toxic"].value
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 1


def hurt(ledger: Ledger, id_: str, amount: int, cause: str, terms: Any = ()) -> None:
    """Damage as dealt, and fainting where nothing is left."""
    now = max(0, ledger.unit(id_).hp - amount)
    ledger.write(e.Damaged(unit=id_, amount=amount, now=now, terms=terms, cause=cause))
    if now == 0 and not ledger.unit(id_).fainted:
        ledger.write(e.Fainted(unit=id_, cause=cause))


def rest(ledger: Ledger, id_: str) -> None:
    """D13: switched out, toxic begins at 10 % again."""
    if "toxic" in ledger.unit(id_).statuses and toxic_next(ledger.unit(id_)) != 1:
        ledger.write(e.StatusChanged(unit=id_, status="toxic", value=1))
