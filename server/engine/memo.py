"""Reads a state's plain objects as typed ones, once an object: frozen states share what did not change."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Memo: TypeAlias = Callable[[Any], T]

PASSING = 16
"""Answers worth keeping about what every other effect replaces: a command asks again about its own few
states, and with fewer old ones beside them the new ones stay in the processor's cache."""


def memo(make: Memo[T], size: int = 4096) -> Memo[T]:
    """`make`, its answers remembered by identity for the last `size` objects it was asked about."""
    made: dict[int, tuple[Any, T]] = {}
    get = made.get

    def remembered(obj: Any) -> T:
        known = get(id(obj))
        if known is not None and known[0] is obj:
            return known[1]
        answer = make(obj)
        if len(made) >= size:
            made.pop(next(iter(made)), None)
        made[id(obj)] = (obj, answer)
        return answer

    return remembered
