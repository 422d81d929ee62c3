"""What the server answers: summaries, options, audits, problems (contract 2, 9)."""

from msgspec import UNSET, Struct, UnsetType

from schemas.base import Int, Json
from schemas.phrases import Phrase
from schemas.state import Outcome, Phase


class Reply(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer's body."""


class Needed(Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"what": "for"}):
    """Dice a command needs: `count` of `die` sides.

    `needs`, where it is known: the least they must show, or how they count in the usual notation (`≤55`,
    `2d6kh1`: of two the higher).
    """

    what: str
    unit: str | None = None
    die: int
    count: int
    needs: Int | str | None = None


class Choice(Reply, frozen=True, kw_only=True):
    """One value for a field of a command: whom it strikes and what it costs where that is known."""

    value: Json
    label: Phrase | None = None
    strikes: tuple[str, ...] | None = None
    cost: int | None = None


class Option(Reply, frozen=True, kw_only=True):
    """A command that would be accepted: `command` plus one `value` for each key of `choose`."""

    label: Phrase
    command: dict[str, Json]
    choose: dict[str, tuple[Choice, ...]] = {}
    dice: tuple[Needed, ...] = ()


class Options(Struct, frozen=True, kw_only=True):
    seq: int
    options: tuple[Option, ...]


class Waiting(Reply, frozen=True, kw_only=True):
    """Who is waited for and why: turn, window, tie, orders, release, roll, ready; `since` a seq's time."""

    seat: str
    unit: str | None = None
    why: str
    since: str | None = None


class Parent(Struct, frozen=True, kw_only=True):
    id: str
    seq: int


class Summary(Struct, frozen=True, kw_only=True):
    """A battle at a glance."""

    id: str
    ruleset: str
    rules: str
    title: str
    public: bool
    dice: str
    seats: tuple[str, ...]
    settings: dict[str, Json]
    head: int
    hash: str
    phase: Phase
    round: int
    outcome: Outcome | None
    waiting_for: tuple[Waiting, ...]
    parent: Parent | None
    created_at: str
    origin: str | None = None


class Tokens(Struct, frozen=True, kw_only=True):
    """Shown once: a token stands for one seat of one battle."""

    gm: str
    seats: dict[str, str]
    spectator: str


class Invite(Struct, frozen=True, kw_only=True):
    """A code that seats somebody once, and the link that carries it in its fragment."""

    invite: str
    url: str


class Creation(Reply, frozen=True, kw_only=True):
    battle: Summary
    tokens: Tokens
    commitment: str | None = None
    invites: dict[str, Invite] | None = None


class Listed(Struct, frozen=True, kw_only=True):
    """A public battle in the list."""

    id: str
    ruleset: str
    title: str
    status: Phase
    created_at: str


class Listing(Struct, frozen=True, kw_only=True):
    battles: tuple[Listed, ...]
    cursor: str | None


class Child(Struct, frozen=True, kw_only=True):
    at: int
    id: str
    title: str


class Branches(Struct, frozen=True, kw_only=True):
    branches: tuple[Child, ...]


class Bad(Struct, frozen=True, kw_only=True):
    """The first event that does not verify."""

    seq: int
    expected: str
    got: str


class Audit(Reply, frozen=True, kw_only=True):
    """Head, commitments by epoch, seeds once published, and what verifying the whole log found."""

    head: int
    hash: str
    commitments: dict[str, str]
    seeds: dict[str, str] | None
    verified: bool
    first_bad: Bad | UnsetType = UNSET


class Roster(Struct, frozen=True, kw_only=True):
    units: tuple[dict[str, Json], ...]
    inventory: dict[str, dict[str, int | dict[str, Json]]]
    seats: tuple[str, ...]
    settings: dict[str, Json]
