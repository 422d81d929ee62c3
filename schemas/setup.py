"""What a battle is created from (contract 3). A rule system's own specs derive from these.

Wrong JSON types and unknown fields are `malformed`; ranges, slugs and references are judged after
decoding (`server.engine.setup`), so no constraint stands here.
"""

from typing import Literal

from msgspec import Struct

from schemas.base import Json
from schemas.state import Board, NoBoard, Status


class Spec(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that a client writes down for a creation."""


class PoolSpec(Spec, frozen=True, kw_only=True):
    """A pool as carried over: what is left out is the rule system's own maximum, or full."""

    now: int | None = None
    max: int | None = None


class UnitSpec(Spec, frozen=True, kw_only=True):
    """A unit as written down; `sample` names one of the rule system's sample creatures to start from."""

    id: str
    sample: str | None = None
    name: str | None = None
    side: str | None = None
    seat: str | None = None
    kind: str | None = None
    types: tuple[str, ...] | None = None
    level: int | None = None
    stats: dict[str, int] | None = None
    hp: int | None = None
    max_hp: int | None = None
    pools: dict[str, PoolSpec] | None = None
    statuses: dict[str, Status] | None = None
    held: str | dict[str, Json] | None = None
    moves: tuple[str | dict[str, Json], ...] | None = None
    ability: str | dict[str, Json] | None = None
    reserve: bool = False
    hidden: bool = False
    meta: dict[str, Json] | None = None


class BattleSpec(Spec, frozen=True, kw_only=True):
    """A whole creation; `inventory` counts items by side, or gives one inline with its `count`."""

    ruleset: str
    sample: str | None = None
    title: str = ""
    public: bool = False
    dice: Literal["server", "table"] = "server"
    seating: Literal["tokens", "invites"] = "tokens"
    board: Board = NoBoard()
    seats: tuple[str, ...] = ()
    inventory: dict[str, dict[str, int | dict[str, Json]]] = {}
    settings: dict[str, Json] = {}
    meta: dict[str, Json] | None = None


class Peek(Struct, frozen=True, kw_only=True):
    """As much of a creation as tells who can read the rest."""

    ruleset: str | None = None
    sample: str | None = None
