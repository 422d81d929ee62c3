"""RFC 7396 merge patches between two states of a battle, made by comparing what is not the same object."""

from functools import cache
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields


def _fields(value: Any) -> dict[str, Any] | None:
    """The members of what becomes a JSON object, as it is encoded; None for anything else."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, Struct):
        return None
    members = {name: getattr(value, name) for name in value.__struct_fields__}
    config = value.__struct_config__
    if config.omit_defaults:
        usual = _defaults(type(value))
        members = {name: one for name, one in members.items() if name not in usual or one != usual[name]}
    return members if config.tag_field is None else {config.tag_field: config.tag, **members}


@cache
def _defaults(kind: type[Struct]) -> dict[str, Any]:
    """What a struct that omits its defaults does not encode."""
    return {one.name: one.default for one in fields(kind) if one.default is not NODEFAULT}


_NOTHING: dict[str, Any] = {}


def diff(before: Any, after: Any) -> dict[str, Any]:
    """What to merge into `before` to get `after`; both structs or dicts. Null removes."""
    old, new = _fields(before) or _NOTHING, _fields(after) or _NOTHING
    patch: dict[str, Any] = {
        name: None for name, value in old.items() if name not in new and value is not None
    }
    for name, value in new.items():
        was = old.get(name)
        if value is was or value == was:
            continue
        if _fields(value) is not None and _fields(was) is not None:
            if inner := diff(was, value):
                patch[name] = inner
        else:
            patch[name] = msgspec.to_builtins(value)
    return patch


def merge(target: Any, patch: Any) -> Any:
    """RFC 7396's MergePatch, as a client applies it."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merge(result.get(name), value)
    return result
