"""Where a value is not of its form (contract 9): by its key, where msgspec says `[...]` for any member."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

MOST_TRIED = 40
"""Members of one object that are tried; no object of a request needs more."""
MOST_LOCATED = 2**16
"""Bytes of a body in which it is worth the work."""
_AT = re.compile(r"^(.*?)(?: - at `(?:key in )?(.*)`)?$", re.DOTALL)
"""A message of msgspec: what is wrong, and the path where."""
_STEP = re.compile(r"\.[^.\[]+|\[[^\]]*\]")
_ANY = "[...]"


def parted(message: str) -> tuple[str, str]:
    """A message of msgspec: what is wrong, and the path where."""
    found = _AT.fullmatch(message.rstrip("."))
    assert found is not None
    return found[1], found[2] or "$"


def read(error: msgspec.MsgspecError, raw: bytes, kind: Any) -> tuple[str, str]:
    """What is wrong with a body that was to be a `kind`, and where."""
    if isinstance(error, msgspec.ValidationError) and len(raw) <= MOST_LOCATED:
        try:
            return located(error, msgspec.json.decode(raw), kind)
        except (msgspec.DecodeError, UnicodeDecodeError):
            pass  # behind the fault it is no JSON either
    return parted(str(error))


def located(error: msgspec.ValidationError, value: Any, kind: Any, path: str = "$") -> tuple[str, str]:
    """What is wrong, and where: `value`, which stands at `path`, was to be a `kind`."""
    what, where = parted(str(error))
    steps: list[str] = _STEP.findall(where)
    while _ANY in steps:
        index = steps.index(_ANY)
        key = _culprit(str(error), value, kind, steps[:index])
        if key is None:
            break
        steps[index] = f".{key}"
    return what, path + "".join(step[:41] for step in steps)


def _culprit(message: str, value: Any, kind: Any, steps: Sequence[str]) -> str | None:
    """The member of the object at `steps` that the message is about: with it alone the fault stays."""
    holder = value
    for step in steps:
        holder = holder[_key(step)]
    for key in list(holder)[:MOST_TRIED] if isinstance(holder, dict) else ():
        try:
            msgspec.convert(_with(value, steps, {key: holder[key]}), kind)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return str(key)
    return None


def _with(value: Any, steps: Sequence[str], inner: Any) -> Any:
    """The value with another part at `steps`."""
    if not steps:
        return inner
    key = _key(steps[0])
    changed = list(value) if isinstance(value, list) else dict(value)
    changed[key] = _with(value[key], steps[1:], inner)
    return changed


def _key(step: str) -> Any:
    return int(step[1:-1]) if step.startswith("[") else step[1:]
