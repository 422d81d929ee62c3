"""The first thing that does not hold in a tape, and an exit code for each kind of failure."""

from typing import Any

EXIT = {
    "form": 3, "truncated": 4, "chain": 5, "digest": 6, "dice": 7, "effects": 8, "rules": 9, "head": 10,
    "full": 11, "unknown": 12, "redacted": 13, "footer": 14, "header": 15,
}  # fmt: skip
"""0 is a tape that holds, 1 and 2 are the command line's own."""


class Finding(Exception):
    """What does not hold: its kind, the line (1 is the header), what of it, and both sides."""

    def __init__(self, kind: str, line: int, what: str, expected: Any, got: Any) -> None:
        super().__init__(f"line {line}: {what}: expected {_short(expected)}, got {_short(got)}")
        self.kind = kind
        self.line = line
        self.what = what
        self.expected = expected
        self.got = got


def _short(value: Any) -> str:
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    told = "".join(one if one.isprintable() else repr(one)[1:-1] for one in text[:200])
    return told if len(text) <= 200 else told + "…"
