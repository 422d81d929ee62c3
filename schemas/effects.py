"""The facts an event may hold (contract 7). Each carries the value after it, so applying needs no rules.

Beyond the contract's list stand, each because a rule needs it:

- `checks-changed {checks}`: which dice the turn in play still begins with;
- `carried-out {unit}`: a declared action leaves `pending` because it now happens;
- `tied {units}` and `tie-settled {units}`: equals whose order the table must settle (pmd/P9);
- `reserved {unit}`: a unit need not be placed for the start;
- `branched {battle, seq, epoch, commitment}`: the first fact of a branch.
"""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from schemas.base import Cell, Count, Counter, Int, Json, Spot, Term, kebab
from schemas.state import Board, QueueEntry, Unit, Until


class Effect(
    Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=kebab,
):
    """One fact."""


class Created(Effect, frozen=True, kw_only=True):
    ruleset: str
    rules: str
    title: str
    dice: Literal["server", "table"]
    seats: tuple[str, ...]
    settings: dict[str, Json]
    catalogue: dict[str, Json]
    board: Board
    inventory: dict[str, dict[str, int]]
    commitment: str | None = None
    meta: dict[str, Json] | None = None


class Enlisted(Effect, frozen=True, kw_only=True):
    unit: Unit


class Placed(Effect, frozen=True, kw_only=True):
    unit: str
    at: Spot | None
    hidden: bool = False
    footprint: tuple[Int, Int] | None = None


class Reserved(Effect, frozen=True, kw_only=True):
    unit: str


class Started(Effect, frozen=True, kw_only=True):
    """`entropy`: what the seats gave to the dice, in seat order; that of the first start counts for ever."""

    entropy: tuple[tuple[str, str], ...] = ()


class RoundStarted(Effect, frozen=True, kw_only=True):
    round: Count


class Queued(Effect, frozen=True, kw_only=True):
    unit: str
    initiative: Int


class QueueChanged(Effect, frozen=True, kw_only=True):
    queue: tuple[QueueEntry, ...]


class Tied(Effect, frozen=True, kw_only=True):
    units: tuple[str, ...]


class TieSettled(Effect, frozen=True, kw_only=True):
    units: tuple[str, ...]


class TurnStarted(Effect, frozen=True, kw_only=True):
    unit: str
    checks: tuple[str, ...] = ()


class ChecksChanged(Effect, frozen=True, kw_only=True):
    checks: tuple[str, ...]


class TurnSkipped(Effect, frozen=True, kw_only=True):
    unit: str
    why: str


class TurnEnded(Effect, frozen=True, kw_only=True):
    unit: str


class Moved(Effect, frozen=True, kw_only=True, rename={"origin": "from"}):
    """`how`: `move`, `push`, `swap`…; the first tapes did not say `move`."""

    unit: str
    origin: Spot | None
    to: Spot | None
    path: tuple[Cell, ...] = ()
    how: str = ""
    footprint: tuple[Int, Int] | None = None


class Declared(Effect, frozen=True, kw_only=True):
    """The fields of `state.Pending`."""

    unit: str
    action: str
    move: str | None = None
    target: str | None = None
    direction: str | None = None
    at: Spot | None = None
    item: str | None = None
    answers: str | None = None
    details: dict[str, Json] | None = None


class WindowOpened(Effect, frozen=True, kw_only=True):
    waiting: tuple[str, ...]


class WindowPassed(Effect, frozen=True, kw_only=True):
    unit: str


class WindowClosed(Effect, frozen=True, kw_only=True):
    pass


class CarriedOut(Effect, frozen=True, kw_only=True):
    unit: str


class Cancelled(Effect, frozen=True, kw_only=True):
    unit: str
    move: str | None = None
    why: str | None = None


class Checked(Effect, frozen=True, kw_only=True):
    unit: str
    target: str | None = None
    what: str
    roll: Int
    needs: Int
    terms: tuple[Term, ...] = ()


class Missed(Effect, frozen=True, kw_only=True):
    unit: str
    target: str | None = None
    why: str


class Damaged(Effect, frozen=True, kw_only=True):
    """`terms` that add up to the amount: none of them where all are 0, null where nothing was added up."""

    unit: str
    amount: Int
    now: Int
    terms: tuple[Term, ...] | None = None
    cause: str | None = None


class Healed(Effect, frozen=True, kw_only=True):
    unit: str
    amount: Int
    now: Int
    cause: str | None = None


class PoolChanged(Effect, frozen=True, kw_only=True):
    unit: str
    pool: str
    now: Int


class StageChanged(Effect, frozen=True, kw_only=True):
    unit: str
    stat: str
    by: Int
    now: Int


class StageBlocked(Effect, frozen=True, kw_only=True):
    unit: str
    stat: str
    why: str


class StatusGained(Effect, frozen=True, kw_only=True):
    unit: str
    status: str
    source: str | None = None
    value: Json = None
    until: Until | None = None


class StatusChanged(Effect, frozen=True, kw_only=True):
    unit: str
    status: str
    value: Json = None


class StatusLost(Effect, frozen=True, kw_only=True):
    unit: str
    status: str
    why: str | None = None


class StatusBlocked(Effect, frozen=True, kw_only=True):
    unit: str
    status: str
    why: str


class ItemUsed(Effect, frozen=True, kw_only=True):
    """`left`: how many the side's inventory still has; `held`: it was in the unit's own hand."""

    unit: str
    item: str
    target: str | None = None
    left: Count
    held: bool = False


class Holder(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Who has an item: a unit (in hand), a side's inventory (which then has `now` of it), or a cell."""

    unit: str | None = None
    side: str | None = None
    at: Spot | None = None
    now: Count = 0


class ItemMoved(Effect, frozen=True, kw_only=True, rename={"origin": "from"}):
    item: str
    origin: Holder | None = None
    to: Holder | None = None


class Fainted(Effect, frozen=True, kw_only=True):
    unit: str
    cause: str | None = None


class Revived(Effect, frozen=True, kw_only=True):
    unit: str
    now: Int
    at: Spot | None = None


class Revealed(Effect, frozen=True, kw_only=True):
    unit: str
    why: str | None = None
    sheet: Unit | None = None


class Concealed(Effect, frozen=True, kw_only=True):
    unit: str


class UnitFields(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a ruling or a hand-over may change on a unit's sheet; `seat` null gives it to the GM."""

    name: str | UnsetType = UNSET
    side: str | UnsetType = UNSET
    seat: str | UnsetType | None = UNSET
    types: tuple[str, ...] | UnsetType = UNSET
    level: Int | UnsetType = UNSET
    stats: dict[str, Int] | UnsetType = UNSET
    max_hp: Int | UnsetType = UNSET
    moves: tuple[dict[str, Json], ...] | UnsetType = UNSET
    ability: Json | UnsetType = UNSET
    held: str | UnsetType | None = UNSET
    size: Int | UnsetType = UNSET
    capabilities: dict[str, Json] | UnsetType = UNSET
    traits: dict[str, Json] | UnsetType = UNSET
    meta: dict[str, Json] | UnsetType = UNSET


class UnitChanged(Effect, frozen=True, kw_only=True):
    unit: str
    set: UnitFields


class SeatChanged(Effect, frozen=True, kw_only=True):
    """`how`: `added`, `claimed` (a code was used), `revoked` (its tokens ended)."""

    seat: str
    how: str


class Recalled(Effect, frozen=True, kw_only=True):
    unit: str


class Released(Effect, frozen=True, kw_only=True):
    """What follows `at` becomes known with the release (duel/D1); `sheet` held it in older tapes."""

    unit: str
    at: Spot | None = None
    gender: str | None = None
    ability: Json = None
    level: Int | None = None
    nature: str | None = None
    features: str | None = None
    sheet: dict[str, Json] | None = None


class CounterSet(Effect, frozen=True, kw_only=True):
    """`unit` left out: a counter of the battle; `now` null removes it."""

    unit: str | None = None
    name: str
    now: Counter | None


class TerrainSet(Effect, frozen=True, kw_only=True):
    """The cells become of this kind as well; `kind` null clears them."""

    cells: tuple[Cell, ...]
    kind: str | None
    name: str | None = None
    blocks: tuple[str, ...] = ()


class OutcomeReached(Effect, frozen=True, kw_only=True, tag="outcome"):
    winner: str | None
    reason: str


class Rewound(Effect, frozen=True, kw_only=True):
    """`epoch`: the dice's epoch from here on, where it is a new one; `commitment`: of its new seed."""

    to: Count
    epoch: Count | None = None
    commitment: str | None = None


class Branched(Effect, frozen=True, kw_only=True):
    """Where the branch left its parent, and what its own dice are committed to."""

    battle: str
    seq: Count
    title: str
    epoch: Count
    commitment: str | None = None


class Noted(Effect, frozen=True, kw_only=True):
    text: str


class Ruled(Effect, frozen=True, kw_only=True):
    """The GM's word: a ruling's reason, or a force's with the rule that would have refused."""

    reason: str
    rule: str | None = None


class Ready(Effect, frozen=True, kw_only=True):
    seat: str
    entropy: str | None = None


EFFECTS: tuple[type[Effect], ...] = tuple(Effect.__subclasses__())
"""Every fact there is, in the order of this page."""

AnyEffect = (
    Created
    | Enlisted
    | Placed
    | Reserved
    | Started
    | RoundStarted
    | Queued
    | QueueChanged
    | Tied
    | TieSettled
    | TurnStarted
    | ChecksChanged
    | TurnSkipped
    | TurnEnded
    | Moved
    | Declared
    | WindowOpened
    | WindowPassed
    | WindowClosed
    | CarriedOut
    | Cancelled
    | Checked
    | Missed
    | Damaged
    | Healed
    | PoolChanged
    | StageChanged
    | StageBlocked
    | StatusGained
    | StatusChanged
    | StatusLost
    | StatusBlocked
    | ItemUsed
    | ItemMoved
    | Fainted
    | Revived
    | Revealed
    | Concealed
    | UnitChanged
    | SeatChanged
    | Recalled
    | Released
    | CounterSet
    | TerrainSet
    | OutcomeReached
    | Rewound
    | Branched
    | Noted
    | Ruled
    | Ready
)
