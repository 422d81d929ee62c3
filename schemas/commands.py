"""What a seat may ask for (contract 4): the envelope, and the commands every rule system shares.

A rule system's own commands derive from `Command` too, in its folder; one with a tag that stands here
takes this one's place there.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from schemas.base import Cell, Count, Int, Json, Key, Spot, Text, kebab

Direction = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
Who = Literal["gm", "controller", "player", "server"]


class GivenRoll(
    Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True, rename={"what": "for"}
):
    """Dice rolled at the table: for what, by which unit, what they show."""

    what: str
    unit: str | None = None
    values: tuple[Int, ...]


class Command(
    Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=kebab,
):
    """The envelope. `who` may send it: the GM alone, whoever controls `unit`, any player, the server."""

    who: ClassVar[Who] = "controller"
    id: Key | None = None
    expected: Count | None = None
    rolls: tuple[Int | GivenRoll, ...] | None = None
    force: Text | None = None


class Aimed(Command, frozen=True, kw_only=True):
    """A command that points at something: at most one of `target`, `direction`, `at` is usual."""

    unit: str
    target: str | None = None
    direction: Direction | None = None
    at: Spot | None = None


class Place(Command, frozen=True, kw_only=True):
    unit: str
    at: Spot
    hidden: bool = False
    turned: bool = False


class Start(Command, frozen=True, kw_only=True):
    who = "gm"


class Move(Command, frozen=True, kw_only=True):
    unit: str
    to: Spot | None = None
    path: Annotated[tuple[Cell, ...], Meta(max_length=200)] | None = None


class UseMove(Aimed, frozen=True, kw_only=True):
    move: str


class Interrupt(Aimed, frozen=True, kw_only=True):
    move: str


class Pass(Command, frozen=True, kw_only=True):
    unit: str


class Delay(Command, frozen=True, kw_only=True):
    unit: str
    after: str | None = None
    until: Int | None = None


class UseItem(Aimed, frozen=True, kw_only=True):
    item: str
    held: bool = False


class Faint(Command, frozen=True, kw_only=True):
    unit: str
    reason: Text


class Ruling(Command, frozen=True, kw_only=True):
    who = "gm"
    reason: Text
    effects: Annotated[tuple[dict[str, Json], ...], Meta(max_length=200)]


class Enlist(Command, frozen=True, kw_only=True):
    """`unit`: a unit spec of the battle's rule system."""

    who = "gm"
    unit: dict[str, Json]


class Reserve(Command, frozen=True, kw_only=True):
    who = "gm"
    unit: str


class HandOver(Command, frozen=True, kw_only=True):
    unit: str
    to: str


class Note(Command, frozen=True, kw_only=True):
    who = "player"
    text: Text


class Roll(Command, frozen=True, kw_only=True):
    """`dice`: such as `2d6+1`."""

    who = "player"
    dice: Annotated[str, Meta(max_length=12)]
    reason: Text = ""


class Ready(Command, frozen=True, kw_only=True):
    who = "player"
    entropy: Key | None = None


class Reveal(Command, frozen=True, kw_only=True):
    who = "gm"
    unit: str
    at: Spot | None = None


class Undo(Command, frozen=True, kw_only=True):
    who = "gm"
    dice: Literal["keep", "fresh"] = "keep"


class Redo(Command, frozen=True, kw_only=True):
    who = "gm"


class Rewind(Command, frozen=True, kw_only=True):
    who = "gm"
    to: Count
    dice: Literal["keep", "fresh"] = "keep"


class CloseWindow(Command, frozen=True, kw_only=True):
    who = "gm"


class End(Command, frozen=True, kw_only=True):
    who = "gm"
    winner: str | None = None
    reason: Text


class StartRound(Command, frozen=True, kw_only=True):
    """Automatic, or the GM's with table dice."""

    who = "gm"


class BeginTurn(Command, frozen=True, kw_only=True):
    """Automatic, or a seat's with table dice."""

    unit: str


class CarryOut(Command, frozen=True, kw_only=True):
    """Automatic, or a seat's with table dice."""

    unit: str | None = None


SHARED: tuple[type[Command], ...] = (
    Place, Start, Move, UseMove, Interrupt, Pass, Delay, UseItem, Faint, Ruling, Enlist, Reserve, HandOver,
    Note, Roll, Ready, Reveal, Undo, Redo, Rewind, CloseWindow, End, StartRound, BeginTurn, CarryOut,
)  # fmt: skip

UNCOUNTED = frozenset({"note", "roll", "ready", "seat", "branch"})
"""They change nothing that rules read: neither `undo`, `redo` nor `expected` counts them."""
