"""The automatic command that a state calls for (T5, T6, T21, T51)."""

from schemas import commands as c
from schemas.state import State
from server.rules.ptu import answers, league_order
from server.rules.ptu.data import takes_part


def calls_for(state: State) -> c.Command | None:
    """What nobody may answer any more, a league's declarations, a round, a turn's saves."""
    if state.phase != "battle" or state.window is not None:
        return None
    pending = answers.next_pending(state)
    declared = pending.unit if pending is not None else league_order.due(state)
    if declared is not None:
        return c.CarryOut(unit=declared)
    if state.turn is None:
        return c.StartRound() if any(map(takes_part, state.units.values())) else None
    return c.BeginTurn(unit=state.turn) if state.checks else None
