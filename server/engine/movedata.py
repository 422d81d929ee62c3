"""The common vocabulary of what a move does besides damage (pmd/P22, read by every system's moves)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Small = Annotated[int, Meta(ge=-1000, le=1000)]


class MoveEffect(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="do",
    tag=str.lower,
):
    """`on`: the die that decides must show this or more; `to` whom it happens."""

    on: Small | None = None
    to: Literal["target", "user", "self", "other", "foes", "allies"] = "target"

    @property
    def on_user(self) -> bool:
        """Whether it happens to the one who acts, once an action."""
        return self.to in ("user", "self")


class GiveStatus(MoveEffect, frozen=True, kw_only=True, tag="status"):
    status: str


class Cure(MoveEffect, frozen=True, kw_only=True):
    cure: tuple[str, ...] | Literal["all"]


class Stage(MoveEffect, frozen=True, kw_only=True):
    stat: str
    by: Small


class Heal(MoveEffect, frozen=True, kw_only=True):
    """`damage`: half of what was dealt, rounded up."""

    amount: Small | Literal["damage"]


class GivePp(MoveEffect, frozen=True, kw_only=True, tag="pp"):
    by: Small


class Push(MoveEffect, frozen=True, kw_only=True):
    cells: Small


class Pull(MoveEffect, frozen=True, kw_only=True):
    cells: Small


class Swap(MoveEffect, frozen=True, kw_only=True):
    pass


class Teleport(MoveEffect, frozen=True, kw_only=True):
    pass


AnyMoveEffect = GiveStatus | Cure | Stage | Heal | GivePp | Push | Pull | Swap | Teleport
