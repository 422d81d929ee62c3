"""T6, T21: what was declared is carried out, aimed or judged anew, or cancelled."""

from schemas import effects as e
from schemas.state import Pending, Unit
from server.engine import windows
from server.engine.ledger import Ledger
from server.rules.ptu import (
    answers,
    conditions,
    intercepting,
    items,
    league,
    league_order,
    maneuvers,
    own_turn,
    using,
    walking,
)
from server.rules.ptu.data import takes_part


def carry_out(ledger: Ledger) -> None:
    """T21: the fastest answer, or what was declared: aimed anew, or cancelled."""
    pending = answers.next_pending(ledger.state)
    if pending is None:
        league.carry_out(ledger)
        return
    said = league_order.declared(ledger.state)
    _next(ledger, pending)
    league_order.still_declared(ledger, said)


def _next(ledger: Ledger, pending: Pending) -> None:
    unit = ledger.unit(pending.unit)
    forced = (pending.details or {}).get("forced")
    if (conditions.helpless(unit) and not forced) or not takes_part(unit):
        ledger.write(e.Cancelled(unit=unit.id, move=pending.move, why="helpless"))
    elif pending.action == "move":
        walking.carry_out(ledger, pending)
    elif pending.action == "use-item":
        items.carry_out(ledger, pending)
    elif pending.action == "maneuver" and pending.answers is None:
        maneuvers.carry_out(ledger, pending)
    elif pending.action in ("stand", "pick-up", "maneuver"):
        windows.take(ledger, pending)
        _other(ledger, unit, pending)
    else:
        using.carry_out(ledger, unit, pending)


def _other(ledger: Ledger, unit: Unit, pending: Pending) -> None:
    if pending.action == "stand":
        own_turn.rise(ledger, unit.id)
    elif pending.action == "pick-up":
        items.take_up(ledger, unit.id, pending.item or "")
    else:
        intercepting.carry_out(ledger, pending)
