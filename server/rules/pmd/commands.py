"""What only this system asks for."""

from typing import Annotated

from msgspec import Meta

from schemas.commands import Command


class SettleTie(Command, frozen=True, kw_only=True):
    """P9: equals of one side, first to act first."""

    who = "player"
    order: Annotated[tuple[str, ...], Meta(max_length=40)]


class Equip(Command, frozen=True, kw_only=True):
    """P38: takes an item from the side's inventory in hand; null takes off."""

    unit: str
    item: str | None
