"""What only this system asks for, or asks for in its own way."""

from typing import Annotated

from msgspec import Meta

from schemas import commands as c
from schemas.base import Text
from schemas.commands import Command


class Release(Command, frozen=True, kw_only=True):
    """D9, D14: a creature comes out."""

    unit: str


class ChooseFirst(Command, frozen=True, kw_only=True):
    """D9: who gives orders first."""

    who = "player"
    seat: str


class UseMove(c.UseMove, frozen=True, kw_only=True):
    """D10: with `dodge` it tries to dodge as well."""

    dodge: bool = False


class Dodge(Command, frozen=True, kw_only=True):
    """D10: nothing but dodging."""

    unit: str


class Switch(Command, frozen=True, kw_only=True):
    """D10: `unit` goes in, `to` comes out."""

    unit: str
    to: str


class Check(Command, frozen=True, kw_only=True):
    """D20: the master says which die and what it needs."""

    who = "gm"
    unit: str
    die: Annotated[int, Meta(ge=2, le=10_000)]
    at_least: Annotated[int, Meta(ge=1, le=10_000)]
    reason: Text
