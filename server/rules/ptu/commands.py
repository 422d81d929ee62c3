"""What only this system asks for, and `move` with what its shifts can say (T2, T31-T36)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from schemas import commands as c
from schemas.base import Cell, Json, Spot
from schemas.commands import Command

PATH = Meta(max_length=200)


class Jump(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"origin": "from"}):
    """T36: the part of a path that is jumped."""

    kind: Literal["long", "high"]
    origin: Cell
    to: Cell


class Move(c.Move, frozen=True, kw_only=True):
    """T31: `path` step by step, or `to` for the cheapest way; T34 `by`; T2 `turned`; T41 `engage`."""

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


class UseMove(c.UseMove, frozen=True, kw_only=True):
    """T41: among zones `near` names whom an area strikes (and landmarks, which are only noted)."""

    near: Annotated[tuple[str, ...], Meta(max_length=40)] | None = None


class Interrupt(c.Interrupt, frozen=True, kw_only=True):
    """T20, T41."""

    near: Annotated[tuple[str, ...], Meta(max_length=40)] | None = None


class Switch(Command, frozen=True, kw_only=True):
    """T23, T24: one pokemon back, another out."""

    unit: str
    recall: str
    release: str
    at: Spot


class Recall(Command, frozen=True, kw_only=True):
    """T25: one, or two at once."""

    unit: str
    pokemon: str | Annotated[tuple[str, ...], Meta(min_length=2, max_length=2)]


class Release(Command, frozen=True, kw_only=True):
    """T25: one, or two at once and then `at` names two places."""

    unit: str
    pokemon: str | Annotated[tuple[str, ...], Meta(min_length=2, max_length=2)]
    at: Json


class Declare(Command, frozen=True, kw_only=True):
    """T6: what a trainer will do, open to all."""

    unit: str
    actions: Annotated[tuple[dict[str, Json], ...], Meta(max_length=20)]


Named = Literal[
    "disarm",
    "dirty-trick",
    "push",
    "sprint",
    "trip",
    "grapple",
    "take-breather",
    "coup-de-grace",
    "disengage",
    "intercept-melee",
    "intercept-ranged",
]


class Maneuver(Command, frozen=True, kw_only=True):
    """T55."""

    unit: str
    maneuver: Named
    target: str | None = None
    path: Annotated[tuple[Cell, ...], PATH] | None = None


class ThrowBall(Command, frozen=True, kw_only=True):
    """T57."""

    unit: str
    ball: str
    target: str


OWN: tuple[type[Command], ...] = (
    Move, Trade, Stand, Drop, Give, PickUp, UseMove, Interrupt, Switch, Recall, Release, Declare, Maneuver,
    ThrowBall,
)  # fmt: skip
