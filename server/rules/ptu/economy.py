"""T11-T13, T16: what a unit has spent of its turn, kept in its counters."""

from schemas import effects as e
from schemas.state import State, Unit
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import damage
from server.rules.ptu.data import Move, number

KINDS = ("standard", "shift", "swift")
FREE = "free"
BEGUN = "begun"
SAVED = "saved"
"""T7: the checks that a held turn has had already."""
OWES = "owes_turn"
DECLARE = "declare"
"""T6: the action of a trainer's declaration."""
OF_A_TURN = (
    *KINDS,
    "extra_shift",
    "extra_swift",
    "moved",
    "diagonals",
    "sprint",
    FREE,
    BEGUN,
    SAVED,
    "charmed",
    "kept",
    "carrying",
)
"""Counters that end with the turn."""


def left(unit: Unit, kind: str) -> bool:
    """T11, T12: whether one of the kind is still there."""
    return number(unit, kind) < 1 + number(unit, f"extra_{kind}")


def spent(unit: Unit, *kinds: str) -> Refusal | None:
    """T11: the refusal where one of the kinds is used up."""
    for kind in kinds:
        if not left(unit, kind):
            return Refusal("action-spent", "T11", facts={"unit": unit.id, "action": kind})
    return None


def kinds_of(move: Move) -> tuple[str, ...]:
    """T13, T14: what a move takes."""
    if "full" in move.keywords:
        return ("standard", "shift")
    if "swift" in move.keywords:
        return ("swift",)
    return () if "free" in move.keywords else ("standard",)


def spend(ledger: Ledger, id_: str, *kinds: str) -> bool:
    """T11: takes the actions; T49: the badly hurt bleed at a standard one. False for whoever falls by it."""
    begin(ledger, id_)
    for kind in kinds:
        now = number(ledger.unit(id_), kind) + 1
        ledger.write(e.CounterSet(unit=id_, name=kind, now=now))
    if not kinds and ledger.state.turn == id_ and not number(ledger.unit(id_), FREE):
        ledger.write(e.CounterSet(unit=id_, name=FREE, now=1))
    if "standard" in kinds:
        damage.bleed(ledger, id_)
    return not ledger.unit(id_).fainted


def begin(ledger: Ledger, id_: str) -> None:
    """T17: from here on its turn has begun, and nobody comes between."""
    if ledger.state.turn == id_ and not number(ledger.unit(id_), BEGUN):
        ledger.write(e.CounterSet(unit=id_, name=BEGUN, now=1))


def has_done(unit: Unit) -> bool:
    """T7: it has spent something, or had a free action in its turn."""
    return any(number(unit, name) for name in (FREE, *KINDS))


def has_acted(unit: Unit) -> bool:
    """T30: its turn has begun, or it has spent something of it out of turn (T18, T20)."""
    return any(number(unit, name) for name in (BEGUN, *KINDS))


def reset(ledger: Ledger, id_: str) -> None:
    """The turn is over: what it had spent is forgotten."""
    for name in OF_A_TURN:
        if name in ledger.unit(id_).counters:
            ledger.write(e.CounterSet(unit=id_, name=name, now=None))


def busy(state: State) -> bool:
    """T6, T20: something declared waits for answers; a league's declarations wait for nothing."""
    return state.window is not None or any(one.action != DECLARE for one in state.pending)


def between_turns(state: State) -> bool:
    """T17: the one whose turn it is has not rolled nor done anything."""
    return state.turn is not None and not busy(state) and not number(state.units[state.turn], BEGUN)
