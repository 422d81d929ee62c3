"""What remains of a unit, an effect, a roll or a command for a reader who may not see all of it (contract 8).

Everything here is plain JSON. A function answers the very same object where nothing is withheld.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from schemas.state import State, Unit

Plain = dict[str, Any]

SHOWN = "shown"
"""A unit's counter: what the battle has shown of its sheet (`move:ID`, `released`, names in a sheet)."""
HP_KEYS = frozenset({"hp", "max_hp", "injuries", "temporary_hp"})
OPEN_KEYS = frozenset(
    {
        "id", "name", "side", "seat", "kind", "types", "at", "size", "footprint", "capabilities", "statuses",
        "fainted", "reserve", "hidden", "out", "meta", "hp",
    }
)  # fmt: skip
"""What of a unit `enemy-sheets` leaves to see; hp is a word then."""
OPEN_COMMANDS = frozenset(
    {
        "place", "move", "use-move", "interrupt", "pass", "delay", "use-item", "faint", "hand-over", "reveal",
        "reserve", "release", "recall", "switch", "dodge", "begin-turn", "carry-out", "start-round",
    }
)  # fmt: skip
"""Commands of a unit that name nothing of its sheet but what they show."""
LISTS = ("waiting", "units", "queue")
DICE_OF_HP = ("damage", "heal", "capture")


class Eye(Struct, frozen=True):
    """What is kept from a reader in a state: `blind` units are not wholly seen, `absent` ones not at all."""

    hp: bool
    sheets: bool
    blind: frozenset[str]
    absent: frozenset[str]
    state: State


def word(hp: int, most: int, *, fainted: bool = False) -> str:
    """Hit points as a word."""
    if fainted or hp <= 0:
        return "fainted"
    if hp * 4 <= most:
        return "critical"
    return "hurt" if hp * 2 <= most else "healthy"


def shown_of(unit: Unit | None) -> frozenset[str]:
    """What the battle has shown of a unit's sheet."""
    known = unit.counters.get(SHOWN) if unit is not None else None
    return frozenset(known) if isinstance(known, list | tuple) else frozenset()


def mentions(value: Any, names: frozenset[str]) -> bool:
    """Whether any text or key in it is one of these."""
    if isinstance(value, str):
        return value in names
    if isinstance(value, Mapping):
        return any(key in names or mentions(one, names) for key, one in value.items())
    return isinstance(value, list | tuple) and any(mentions(one, names) for one in value)


def _kept(part: Plain, *names: str) -> Plain:
    return {name: part[name] for name in ("type", *names) if name in part}


def _dropped(part: Plain, *names: str) -> Plain:
    if not any(name in part for name in names):
        return part
    return {name: value for name, value in part.items() if name not in names}


def without_hp(value: Any) -> Any:
    """Plain JSON without anything that is called after hit points."""
    if isinstance(value, dict):
        return {key: without_hp(one) for key, one in value.items() if key not in HP_KEYS}
    if isinstance(value, list | tuple):
        return [without_hp(one) for one in value]
    return value


# ---- units -------------------------------------------------------------------------------------------


def sheet(eye: Eye, unit: Plain) -> Plain:
    """A blind unit's plain sheet (of a state, a spec or a `set`) as far as it is seen."""
    seen = dict(unit)
    if eye.hp:
        seen = _hp_as_word(seen)
    if eye.sheets:
        seen = _open_sheet(eye, seen)
    return seen


def _hp_as_word(unit: Plain) -> Plain:
    hp, most = unit.get("hp"), unit.get("max_hp")
    seen = {key: without_hp(value) for key, value in unit.items() if key not in HP_KEYS}
    if isinstance(hp, int) and isinstance(most, int):
        seen["hp"] = word(hp, most, fainted=bool(unit.get("fainted")))
    return seen


def _open_sheet(eye: Eye, unit: Plain) -> Plain:
    known = shown_of(eye.state.units.get(str(unit.get("id"))))
    seen = {key: value for key, value in unit.items() if key in OPEN_KEYS or key in known}
    moves = [move for move in unit.get("moves") or () if f"move:{_id(move)}" in known]
    if moves:
        seen["moves"] = moves
    traits = {key: value for key, value in (unit.get("traits") or {}).items() if key in known}
    if traits:
        seen["traits"] = traits
    return seen


def _id(move: Any) -> str:
    return str(move.get("id") or move.get("name")) if isinstance(move, Mapping) else str(move)


# ---- the battle's catalogue --------------------------------------------------------------------------


def secret_names(eye: Eye) -> frozenset[str]:
    """Names of items and moves that only units not wholly seen have."""
    hidden: set[str] = set()
    seen: set[str] = {item for bag in eye.state.inventory.values() for item in bag}
    for id_, unit in eye.state.units.items():
        names = _names(unit)
        if id_ in eye.absent:
            hidden |= names
        elif id_ in eye.blind and eye.sheets:
            known = {one.removeprefix("move:") for one in shown_of(unit)}
            hidden |= names - known
            seen |= names & known
        else:
            seen |= names
    return frozenset(hidden - seen)


def _names(unit: Unit) -> set[str]:
    names = {_id(move) for move in unit.moves}
    if unit.held is not None:
        names.add(unit.held)
    if unit.ability is not None:
        names.add(_id(unit.ability))
    return names


def pruned(catalogue: Plain, secret: frozenset[str]) -> Plain:
    """The catalogue without what only hidden sheets name; the same object where that is nothing."""
    if not secret:
        return catalogue
    changed = {
        table: {key: one for key, one in entries.items() if key not in secret}
        if isinstance(entries, dict)
        else entries
        for table, entries in catalogue.items()
    }
    return catalogue if changed == catalogue else changed


# ---- effects -----------------------------------------------------------------------------------------


def effect(eye: Eye, part: Plain) -> Plain:
    """What remains of an effect; an empty object of one that is about units nobody knows of."""
    kind = part.get("type")
    if eye.absent and kind != "created" and mentions(part, eye.absent):
        return _without_absent(eye, part)
    if kind == "created":
        return _created(eye, part)
    if kind == "checked":
        return _checked(eye, part)
    if kind == "item-moved":
        return _item_moved(eye, part)
    if _blind(eye, part):
        return _of_blind(eye, part)
    return _dropped(part, "terms") if eye.sheets and part.get("terms") else part


def _blind(eye: Eye, part: Plain) -> bool:
    unit = part.get("unit")
    if isinstance(unit, dict):
        unit = unit.get("id")
    return isinstance(unit, str) and unit in eye.blind


def _without_absent(eye: Eye, part: Plain) -> Plain:
    name = next((one for one in LISTS if one in part), None)
    if name is None:
        return {}
    kept = [one for one in part[name] if not mentions(one, eye.absent)]
    return part | {name: kept} if kept else {}


def _created(eye: Eye, part: Plain) -> Plain:
    catalogue = part.get("catalogue") or {}
    fewer = pruned(catalogue, secret_names(eye))
    return part if fewer is catalogue else part | {"catalogue": fewer}


def _checked(eye: Eye, part: Plain) -> Plain:
    unit, target = part.get("unit"), part.get("target")
    about = unit if target is None else target
    if str(part.get("what")).startswith("capture") and eye.hp and (target is None or about in eye.blind):
        return _kept(part, "unit", "target", "what")
    if not eye.sheets:
        return part
    if unit in eye.blind:
        return _kept(part, "unit", "target", "what")
    return _dropped(part, "needs", "terms") if target in eye.blind else _dropped(part, "terms")


def _item_moved(eye: Eye, part: Plain) -> Plain:
    holders = [(part.get(name) or {}).get("unit") for name in ("from", "to")]
    if not eye.sheets or not any(one in eye.blind for one in holders):
        return part
    return {"type": "item-moved"} | {
        name: {"unit": one} for name, one in zip(("from", "to"), holders, strict=True) if one is not None
    }


def _of_blind(eye: Eye, part: Plain) -> Plain:
    kind = part["type"]
    if kind in ("damaged", "healed", "revived"):
        return _hit_points(eye, part)
    if kind == "enlisted":
        return part | {"unit": sheet(eye, part["unit"])}
    if kind == "revealed" and part.get("sheet"):
        return part | {"sheet": sheet(eye, part["sheet"])}
    if kind == "released" and part.get("sheet"):
        return part | {"sheet": without_hp(part["sheet"])} if eye.hp else part
    if kind == "unit-changed":
        return _changed(eye, part)
    if kind == "counter-set":
        secret = eye.sheets or (eye.hp and part.get("name") in HP_KEYS)
        return _kept(part, "unit") if secret else part
    if kind == "pool-changed" and eye.sheets:
        return _kept(part, "unit")
    if kind == "stage-changed" and eye.sheets:
        return _kept(part, "unit", "stat")
    return part


def _hit_points(eye: Eye, part: Plain) -> Plain:
    if not eye.hp:
        return part
    unit = eye.state.units[part["unit"]]
    return _kept(part, "unit", "cause", "at") | {"now": word(part["now"], unit.max_hp)}


def _changed(eye: Eye, part: Plain) -> Plain:
    seen = sheet(eye, {"id": part["unit"], **part["set"]})
    del seen["id"]
    return part if seen == part["set"] else part | {"set": seen}


# ---- rolls and commands ------------------------------------------------------------------------------


def roll(eye: Eye, part: Plain, effects: Iterable[Plain]) -> Plain:
    """What remains of a roll, by what came of it."""
    if part.get("unit") in eye.absent:
        return {}
    if eye.hp and str(part.get("for")).startswith(DICE_OF_HP) and _strikes_blind(eye, effects):
        return {name: part[name] for name in ("for", "unit", "die", "source") if name in part}
    return part


def _strikes_blind(eye: Eye, effects: Iterable[Plain]) -> bool:
    """Whether dice for hit points may have gone against a blind unit: unless all struck are wholly seen."""
    struck = [
        one.get("target", one.get("unit"))
        for one in effects
        if one.get("type") in ("damaged", "healed") or str(one.get("what")).startswith("capture")
    ]
    return not struck or any(one in eye.blind for one in struck)


def command(eye: Eye, part: Plain) -> Plain:
    """What remains of a command."""
    if eye.absent and mentions(part, eye.absent):
        return {}
    kind, unit = part.get("type"), part.get("unit")
    if kind == "ruling":
        return _ruling(eye, part)
    if kind == "enlist" and isinstance(unit, dict) and unit.get("id") in eye.blind:
        return {"type": kind, "unit": {"id": unit["id"]}}
    if eye.sheets and isinstance(unit, str) and unit in eye.blind and kind not in OPEN_COMMANDS:
        return _kept(part, "unit")
    return part


def _ruling(eye: Eye, part: Plain) -> Plain:
    effects = part.get("effects") or []
    seen = [_ruled(eye, one) for one in effects]
    return part if seen == effects else part | {"effects": seen}


def _ruled(eye: Eye, part: Plain) -> Plain:
    """An effect of a ruling as it was written, whose `now` may be missing."""
    if part.get("type") in ("damaged", "healed", "revived") and eye.hp and _blind(eye, part):
        return _kept(part, "unit", "cause", "at")
    return effect(eye, part)


def needed(eye: Eye, needs: Iterable[Any]) -> tuple[Any, ...]:
    """Dice asked for, without what they must show where that would tell of a hidden sheet."""
    return tuple(
        msgspec.structs.replace(one, needs=None)
        if eye.sheets or (eye.hp and one.what.startswith("capture"))
        else one
        for one in needs
        if one.unit not in eye.absent
    )
