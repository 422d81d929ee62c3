"""Seats that every battle has beside those of its players (contract 2), and whose a unit is."""

from schemas.state import Unit

GM = "gm"
SPECTATOR = "spectator"
SERVER = "server"
"""In an event's `by`: what followed by itself."""


def player_of(unit: Unit) -> str:
    """The seat that plays a unit: its own, or the GM's."""
    return unit.seat or GM


def plays(seat: str, unit: Unit) -> bool:
    """Whether a seat may act for a unit; the GM may for any."""
    return seat in (GM, unit.seat)
