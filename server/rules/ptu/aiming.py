"""What an aimed move comes to: whom it strikes, and how it was aimed (T47)."""

from msgspec import Struct

from schemas.base import Cell


class Aim(Struct, frozen=True, kw_only=True):
    """Whom it strikes, and how it was aimed."""

    struck: tuple[str, ...]
    target: str | None = None
    direction: str | None = None
    at: Cell | None = None
