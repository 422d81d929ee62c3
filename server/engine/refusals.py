"""How a command is refused: a code, the rule that says so, and facts for the sentence (contract 9)."""

from typing import Any

from msgspec import Struct

from schemas.replies import Needed

UNFORCEABLE = frozenset(
    {
        "unknown-unit", "unknown-move", "unknown-item", "rolls-needed", "rolls-unused", "rolls-invalid",
        "impossible", "off-board", "occupied", "battle-ended", "battle-not-started", "no-window",
        "malformed", "read-only", "gm-only", "not-your-unit",
    }
)  # fmt: skip
"""What no GM's `force` passes over: beyond it there is no state to come to."""

STATUS = {
    "malformed": 400,
    "no-token": 401, "bad-token": 401,
    "not-your-unit": 403, "gm-only": 403, "read-only": 403,
    "no-such-battle": 404, "no-such-event": 404, "no-such-share": 404,
    "stale": 409, "id-reused": 409, "nothing-to-undo": 409, "nothing-to-redo": 409, "conflict": 409,
    "share-ended": 410,
    "too-large": 413, "not-json": 415, "too-many": 429,
}  # fmt: skip
"""HTTP status by code; a rule's refusal, which every other code is, is 422."""


class Refusal(Struct, frozen=True, gc=False):
    """One reason why not. `why` names the sentence where a code has several; `facts` fill it and are told."""

    code: str
    rule: str | None = None
    why: str | None = None
    facts: dict[str, Any] = {}

    @property
    def forceable(self) -> bool:
        """Whether the GM's word passes over it."""
        return self.code not in UNFORCEABLE


class Refused(Exception):
    """A command or request that is not accepted; nothing was written."""

    def __init__(self, code: str, rule: str | None = None, why: str | None = None, **facts: Any) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, rule, why, facts)

    @classmethod
    def of(cls, refusal: Refusal) -> "Refused":
        """The exception for a refusal that a check found."""
        return cls(refusal.code, refusal.rule, refusal.why, **refusal.facts)


class RollsNeeded(Refused):
    """Table dice are missing: `needs` in the order they are rolled, as far as can be known."""

    def __init__(self, needs: tuple[Needed, ...], rule: str | None = None) -> None:
        super().__init__("rolls-needed", rule, needs=needs)
        self.needs = needs


class InvalidSetup(Refused):
    """A creation that cannot be; `path` such as `$.units[0].types`."""

    def __init__(self, path: str, why: str, rule: str | None = None, **facts: Any) -> None:
        super().__init__("invalid-setup", rule, f"setup-{why}", path=path, **facts)


class Misread(InvalidSetup):
    """A part of a creation that is no such thing: a wrong JSON type, an unknown or a missing field."""

    def __init__(self, path: str, message: str) -> None:
        Refused.__init__(self, "malformed", path=path, message=message)
