"""One accepted command with its dice and its effects (contract 5): the only thing that is stored."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from schemas.base import LARGEST, Json
from schemas.effects import AnyEffect

ZERO_HASH = "0" * 64
"""`prev` of event 1."""


Die = Annotated[int, Meta(ge=1, le=LARGEST)]


class Roll(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, rename={"what": "for"}):
    """Dice that fell: `values` in the order drawn, each 1…die."""

    what: str
    unit: str | None = None
    die: Die
    values: tuple[int, ...]
    source: Literal["server", "table"]


class Event(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """`at` is RFC 3339 UTC with milliseconds; `by` a seat or `server`; hashes are 64 hex digits."""

    seq: int
    at: str
    by: str
    command: dict[str, Json]
    rolls: tuple[Roll, ...]
    effects: tuple[AnyEffect, ...]
    prev: str
    hash: str
    salts: tuple[str | None, ...] | None = None


class Facts(Struct, frozen=True, kw_only=True, gc=False):
    """As much of an event as the reducer reads; decoding no more is what makes rebuilding fast."""

    seq: int
    hash: str
    effects: tuple[AnyEffect, ...]


class Dice(Struct, frozen=True, kw_only=True, gc=False):
    """As much of an event as the count of draws reads."""

    command: dict[str, Json]
    rolls: tuple[Roll, ...]


decode_event = msgspec.json.Decoder(Event).decode
decode_facts = msgspec.json.Decoder(Facts).decode
decode_dice = msgspec.json.Decoder(Dice).decode
