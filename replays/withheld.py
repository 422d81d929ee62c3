"""What remains of an effect or a command for a reader who may not see all of it (contract 8).

Everything here is plain JSON. A function answers the very same object where nothing is withheld.
"""

from replays.eye import Eye, Plain, mentions
from replays.sheets import HP_KEYS, bags, pruned, queue, sheet, without_hp, word

OPEN_COMMANDS = frozenset(
    {
        "place", "move", "use-move", "interrupt", "pass", "delay", "use-item", "faint", "hand-over", "reveal",
        "reserve", "release", "recall", "switch", "dodge", "begin-turn", "carry-out", "start-round",
    }
)  # fmt: skip
"""Commands of a unit that name nothing of its sheet but what they show."""
LISTS = ("waiting", "units", "queue")
OF_HP = ("damaged", "healed")
NAMING = ("why", "cause", "move", "item")
"""Fields of an effect that may name a thing on somebody's sheet."""


def _kept(part: Plain, *names: str) -> Plain:
    return {name: part[name] for name in ("type", *names) if name in part}


def _dropped(part: Plain, *names: str) -> Plain:
    if not any(name in part for name in names):
        return part
    return {name: value for name, value in part.items() if name not in names}


# ---- effects -----------------------------------------------------------------------------------------


def effect(eye: Eye, part: Plain) -> Plain:
    """What remains of an effect; an empty object of one that is about units nobody knows of."""
    kind = part.get("type")
    if kind == "created":
        return _created(eye, part)
    if eye.absent and mentions(part, eye.absent):
        return _without_absent(eye, part)
    seen = _seen(eye, part)
    return seen if kind == "item-used" else _unnamed(eye, seen)  # an item consumed is shown


def touches(eye: Eye, part: Plain) -> bool:
    """Whether an effect is about a blind unit in any way."""
    return mentions(part, eye.blind)


def _seen(eye: Eye, part: Plain) -> Plain:
    kind = part.get("type")
    if kind == "checked":
        return _checked(eye, part)
    if kind == "item-moved":
        return _item_moved(eye, part)
    if kind == "queue-changed" and eye.sheets:
        return part | {"queue": queue(eye, part["queue"])}
    if _blind(eye, part):
        return _of_blind(eye, part)
    return _dropped(part, "terms") if eye.sheets else part


def _unnamed(eye: Eye, part: Plain) -> Plain:
    """Without what names a thing on a hidden sheet: the ability that blocked, the item that healed."""
    return _dropped(part, *(name for name in NAMING if part.get(name) in eye.names))


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
    return _seen(eye, part | {name: kept}) if kept else {}


def _created(eye: Eye, part: Plain) -> Plain:
    catalogue, inventory = part.get("catalogue") or {}, part.get("inventory") or {}
    fewer, open_bags = pruned(eye, catalogue), bags(eye, inventory)
    if fewer is catalogue and open_bags is inventory:
        return part
    return part | {"catalogue": fewer, "inventory": open_bags}


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
    """From hand to hand or bag nobody sees what it is; on the ground everybody does."""
    ends = [part.get(name) or {} for name in ("from", "to")]
    on_ground = any("at" in end for end in ends)
    secret = any(end.get("unit") in eye.blind or end.get("side", "") not in (*eye.bags, "") for end in ends)
    if not eye.sheets or on_ground or not secret:
        return part
    return {"type": "item-moved"} | {
        name: _kept(end, "unit", "side") for name, end in zip(("from", "to"), ends, strict=True) if end
    }


def _of_blind(eye: Eye, part: Plain) -> Plain:
    kind = part["type"]
    if kind in (*OF_HP, "revived"):
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
    if kind in ("pool-changed", "queued") and eye.sheets:
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


# ---- commands ----------------------------------------------------------------------------------------


def command(eye: Eye, part: Plain) -> Plain:
    """What remains of a command."""
    if eye.absent and mentions(part, eye.absent):
        return {}
    kind, unit = part.get("type"), part.get("unit")
    if kind == "ruling":
        return _ruling(eye, part)
    if eye.hp and kind == "enlist" and isinstance(unit, dict) and unit.get("id") in eye.blind:
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
    if part.get("type") in (*OF_HP, "revived") and eye.hp and _blind(eye, part):
        return _kept(part, "unit", "cause", "at")
    return effect(eye, part)
