"""Reads a state's plain objects as typed ones, once an object: frozen states share what did not change."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Memo(Generic[T]):
    """`memo(obj)` is `make(obj)`, remembered by identity for the last `size` objects."""

    def __init__(self, make: Callable[[Any], T], size: int = 4096) -> None:
        self._make = make
        self._size = size
        self._made: dict[int, tuple[Any, T]] = {}

    def __call__(self, obj: Any) -> T:
        known = self._made.get(id(obj))
        if known is not None and known[0] is obj:
            return known[1]
        made = self._make(obj)
        if len(self._made) >= self._size:
            self._made.pop(next(iter(self._made)), None)
        self._made[id(obj)] = (obj, made)
        return made
