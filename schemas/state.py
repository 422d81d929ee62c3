"""The state of a battle: what the reducer makes of a log (contract 8).

Everything is frozen; a change is `msgspec.structs.replace`, so untouched units are the same objects.
The dicts inside are never changed in place: whoever changes one copies it first.
"""

from typing import Literal

from msgspec import Struct

from schemas.base import Cell, Counter, Int, Json, Spot

Phase = Literal["setup", "battle", "ended"]


class Part(Struct, frozen=True, kw_only=True, gc=False):
    """A part of a state. Unlike a `Word` it shows its defaults: a reader need not know them."""


class Terrain(Part, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Cells of one kind; `blocks` tells what a kind that the rules do not name stops."""

    kind: str
    cells: tuple[Cell, ...]
    name: str | None = None
    blocks: tuple[str, ...] = ()


class Grid(
    Part,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag="grid",
    tag_field="type",
):
    """Square cells; sides up to 100."""

    width: int
    height: int
    terrain: tuple[Terrain, ...] = ()
    meta: dict[str, Json] | None = None


class Zone(Part, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A named place without cells."""

    id: str
    name: str | None = None
    terrain: tuple[str, ...] = ()


class Link(Part, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Two zones that touch; `cost` in meters."""

    between: tuple[str, str]
    cost: int = 1


class Zones(
    Part,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag="zones",
    tag_field="type",
):
    """Places and the ways between them."""

    zones: tuple[Zone, ...]
    links: tuple[Link, ...] = ()
    meta: dict[str, Json] | None = None


class NoBoard(
    Part, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="none", tag_field="type"
):
    """A battle that needs no places."""

    meta: dict[str, Json] | None = None


Board = Grid | Zones | NoBoard


class Until(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a status that a ruling gave is taken off by the server."""

    round: Int
    when: Literal["turn-start", "turn-end", "round-end"]
    unit: str | None = None


class Status(Part, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A condition of a unit; what `value` counts is the status' own rule."""

    value: Json = None
    source: str | None = None
    until: Until | None = None


class Pool(Part, frozen=True, kw_only=True):
    """Points that are spent and come back: PP, energy."""

    now: Int
    max: Int


class QueueEntry(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit's place in the round's order of turns."""

    unit: str
    initiative: Int
    done: bool = False


class Pending(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Something declared and not yet carried out; `details` holds what else its command said."""

    unit: str
    action: str
    move: str | None = None
    target: str | None = None
    direction: str | None = None
    at: Spot | None = None
    item: str | None = None
    answers: str | None = None
    details: dict[str, Json] | None = None


class Window(Part, frozen=True, kw_only=True):
    """Who may still answer what was declared, in order."""

    waiting: tuple[str, ...]


class Outcome(Part, frozen=True, kw_only=True):
    """How a battle ended; `winner` is a side, or null for none."""

    winner: str | None
    reason: str


class Unit(Part, frozen=True, kw_only=True):
    """Anything that takes turns or is struck. `traits` holds the rest of its sheet, by its rule system."""

    id: str
    name: str
    side: str
    seat: str | None = None  # null: the GM plays it
    kind: str = "creature"
    types: tuple[str, ...] = ()
    level: Int | None = None
    stats: dict[str, Int] = {}
    stages: dict[str, Int] = {}
    hp: Int
    max_hp: Int
    pools: dict[str, Pool] = {}
    at: Spot | None = None
    size: Int = 1
    footprint: tuple[Int, Int] | None = None
    capabilities: dict[str, Json] = {}
    statuses: dict[str, Status] = {}
    held: str | None = None
    moves: tuple[dict[str, Json], ...] = ()
    ability: Json = None
    traits: dict[str, Json] = {}
    fainted: bool = False
    reserve: bool = False
    hidden: bool = False
    out: bool = True
    counters: dict[str, Counter] = {}
    meta: dict[str, Json] | None = None


class State(Part, frozen=True, kw_only=True):
    """A battle as it stands after event `seq`. `catalogue` is what the creation copied: chart, items."""

    battle: str = ""
    seq: int = 0
    hash: str = "0" * 64
    ruleset: str = ""
    rules: str = ""
    title: str = ""
    dice: Literal["server", "table"] = "server"
    seats: tuple[str, ...] = ()
    settings: dict[str, Json] = {}
    catalogue: dict[str, Json] = {}
    phase: Phase = "setup"
    round: int = 0
    turn: str | None = None
    checks: tuple[str, ...] = ()
    queue: tuple[QueueEntry, ...] = ()
    pending: tuple[Pending, ...] = ()
    window: Window | None = None
    ties: tuple[tuple[str, ...], ...] = ()
    ready: tuple[str, ...] = ()
    entropy: dict[str, str] = {}
    board: Board = NoBoard()
    inventory: dict[str, dict[str, int]] = {}
    counters: dict[str, Counter] = {}
    units: dict[str, Unit] = {}
    outcome: Outcome | None = None
    meta: dict[str, Json] | None = None
