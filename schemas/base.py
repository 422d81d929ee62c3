"""What every word is made of: the struct they derive from, slugs, texts, numbers and places."""

import re
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

LARGEST = 2**53 - 1  # RFC 8785, RFC 7493: integers beyond it do not survive every JSON reader

Int: TypeAlias = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
# `(?!\n)`: Python's `$` also matches before a last line feed, ECMA's does not
SLUG_PATTERN = r"^[a-z0-9][a-z0-9-]{0,39}$(?!\n)"
Slug: TypeAlias = Annotated[str, Meta(pattern=SLUG_PATTERN)]
# Lengths stand in the patterns: msgspec 0.23 crashes when a garbage collection meets the union of a
# fixed-length tuple and a string with `max_length` (`Spot` below); `tests/ops/test_schemas.py` watches it.
Text: TypeAlias = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{0,200}$(?!\n)")]
Key: TypeAlias = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,64}$(?!\n)")]
"""A client's own id of a command."""

Cell: TypeAlias = tuple[Int, Int]
"""[x, y]; [0, 0] is top left."""
Spot: TypeAlias = Cell | Text
"""Where something is: a cell of a grid, a zone's id, or free text where there is no board."""

Json: TypeAlias = Any
"""A plain JSON value; which, the word that holds it says."""
Counter: TypeAlias = Int | str | tuple[str, ...]


def kebab(name: str) -> str:
    """`UseMove` → `use-move`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Word(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A struct of the published words: frozen, unknown fields refused, defaults left out.

    Like all that states and events are made of it is `gc=False`: frozen JSON is in no cycle (decision 4).
    """


class Term(Word, frozen=True, kw_only=True):
    """One part of a sum (or, in `duel`, a factor as a fraction in words), by name."""

    name: str
    value: Int | str
