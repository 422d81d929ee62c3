"""The two trainers: whose side a seat is, whose order comes next, who must release (D9, D10, D14)."""

from schemas.seats import GM
from schemas.state import Pending, State, Unit
from server.rules.duel.stages import active, value_of

HEAD_START = 10
"""D11: in the first round the creature whose trainer ordered first is so much faster."""


def sides(state: State) -> list[str]:
    """The two sides, in roster order."""
    return list(dict.fromkeys(unit.side for unit in state.units.values()))


def seats_of(state: State, side: str) -> list[str]:
    """Who commands the side's creatures."""
    return list(dict.fromkeys(unit.seat or GM for unit in state.units.values() if unit.side == side))


def side_of(state: State, name: str) -> str | None:
    """The side a seat plays; a side's own name serves too, where one seat plays both."""
    played = [side for side in sides(state) if name in seats_of(state, side)]
    if len(played) != 1 and name in sides(state):
        return name
    return next(iter(played), None)


def name_of(state: State, side: str) -> str:
    """How a command names the side: by its seat, where that is one side's alone."""
    seats = seats_of(state, side)
    return next((seat for seat in seats if side_of(state, seat) == side), side)


def able(state: State, side: str) -> list[Unit]:
    """Those that could come out."""
    return [
        unit for unit in state.units.values() if unit.side == side and not unit.fainted and not unit.hidden
    ]


def releasing(state: State) -> list[str]:
    """D9, D14: the sides that have nobody out and somebody left."""
    return [side for side in sides(state) if active(state, side) is None and able(state, side)]


def lost(state: State) -> list[str]:
    """D14: the sides that have none left."""
    return [side for side in sides(state) if not able(state, side)]


def first(state: State) -> str | None:
    """D9: the side that gives orders first, for the whole battle."""
    return _side(state, "first")


def chooser(state: State) -> str | None:
    """D9: the side that the die let choose."""
    return _side(state, "chooser")


def released_first(state: State) -> str | None:
    """D9: the side that released first."""
    return _side(state, "released-first")


def _side(state: State, counter: str) -> str | None:
    value = state.counters.get(counter)
    return value if isinstance(value, str) else None


def in_play(state: State) -> bool:
    """Whether the round waits for orders or for their carrying out."""
    return state.round > 0 and state.counters.get("played", 0) != state.round


def order_of(state: State, side: str) -> Pending | None:
    """What the side has ordered this round."""
    return next((one for one in state.pending if state.units[one.unit].side == side), None)


def in_order(state: State) -> list[str]:
    """D10: both sides, the one that orders first before the other."""
    return sorted(sides(state), key=lambda side: side != first(state))


def next_to_order(state: State) -> str | None:
    """D10: whose order is waited for."""
    if state.phase != "battle" or releasing(state) or not in_play(state) or first(state) is None:
        return None
    return next((side for side in in_order(state) if order_of(state, side) is None), None)


def complete(state: State) -> bool:
    """D10: whether both orders are given."""
    return (
        state.phase == "battle"
        and in_play(state)
        and not releasing(state)
        and all(order_of(state, side) is not None for side in sides(state))
    )


def speed_of(state: State, unit: Unit) -> int:
    """D11: how fast it is this round."""
    ahead = state.round == 1 and unit.side == first(state)
    return value_of(state, unit, "speed") + HEAD_START * ahead
