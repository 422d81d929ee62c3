"""What only this system asks for, and `move` with what its shifts can say (T2, T31-T36)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from schemas.base import Cell, Spot
from schemas.commands import Command

PATH = Meta(max_length=200)


class Jump(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"origin": "from"}):
    """T36: the part of a path that is jumped."""

    kind: Literal["long", "high"]
    origin: Cell
    to: Cell


class Move(Command, frozen=True, kw_only=True):
    """T31: `path` step by step, or `to` for the cheapest way; T34 `by`; T2 `turned`; T41 `engage`."""

    unit: str
    to: Spot | None = None
    path: Annotated[tuple[Cell, ...], PATH] | None = None
    by: Literal["sky", "levitate"] | None = None
    jump: Jump | None = None
    turned: bool = False
    engage: str | None = None


class Trade(Command, frozen=True, kw_only=True):
    """T12: the standard action becomes another swift or shift."""

    unit: str
    standard_for: Literal["swift", "shift"]


class Stand(Command, frozen=True, kw_only=True):
    """T14, T53: up again, a shift."""

    unit: str


class Drop(Command, frozen=True, kw_only=True):
    """T14: lets go of the held item, a shift."""

    unit: str


class Give(Command, frozen=True, kw_only=True):
    """T14: hands a small item to an adjacent trainer, a shift."""

    unit: str
    item: str
    to: str


class PickUp(Command, frozen=True, kw_only=True):
    """T14: takes an item that lies within reach, a standard action."""

    unit: str
    item: str


OWN: tuple[type[Command], ...] = (Move, Trade, Stand, Drop, Give, PickUp)
