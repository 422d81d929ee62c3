"""What only this system asks for, and the shared commands that mean more here (L3, L5, L10-L16)."""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.base import Count, Slug, Text
from schemas.commands import Command

Way = Annotated[str, Meta(pattern=r"^([a-z0-9][a-z0-9-]{0,39})?$(?!\n)")]
"""L6: how an ability is used; empty where nothing is said."""
Sign = Literal[-1, 1]
Intent = Literal["harm", "prevent", "break", "other"]
Preventable = Literal["move", "ability"]


class Ability(Command, frozen=True, kw_only=True):
    """An ability named: one of the mon's own (`move`), or a `typeless` one that needs no entry."""

    unit: str
    move: str | None = None
    typeless: Slug | None = None
    way: Way = ""
    edge: Sign | None = None


class UseMove(Ability, frozen=True, kw_only=True):
    """L11-L16: `of` goes with breaking, `says` tells the table what is meant."""

    target: str | None = None
    intent: Intent = "harm"
    of: Preventable | None = None
    says: Text = ""


class Interrupt(Ability, frozen=True, kw_only=True):
    """L11: resists what was declared."""


class Spend(Command, frozen=True, kw_only=True):
    """L13: the points of a prevention."""

    unit: str
    moves: Count = 0
    abilities: Count = 0


class Interact(Command, frozen=True, kw_only=True):
    """L10: something else in an ability's place, in words."""

    unit: str
    says: Text


class Edge(Command, frozen=True, kw_only=True):
    """L5: the GM's edge for the next ability roll."""

    who = "gm"
    unit: str
    edge: Sign
    reason: Text = ""
