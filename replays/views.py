"""The one door to what a seat may see (contract 8, design 9): states, events, patches, forecasts.

A withheld part keeps its leaf, so a redacted log verifies like the whole one. What is shown of an event is
decided by the state right after it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from replays import sheets, withheld, withheld_dice
from replays.chain import canonical, leaf
from replays.eye import Eye, Plain, look, mentions
from replays.patches import diff
from schemas.seats import GM
from schemas.state import State

PUBLIC = "public"
KINDS = frozenset({"enemy-hp", "enemy-sheets", "enemy-units"})


class Sight(Struct, frozen=True):
    """As whom somebody looks: `gm`, a seat, `spectator` or `public`; `opened`: all has been revealed."""

    view: str = GM
    opened: bool = False


def hides(state: State) -> frozenset[str]:
    """What the battle hides; nothing where the setting is not there."""
    return KINDS.intersection(state.settings.get("hidden") or ())


def opened(state: State) -> bool:
    """Whether the end has opened everything."""
    return state.settings.get("reveal") == "end" and state.phase == "ended"


def sight(head: State, view: str) -> Sight:
    """How a view looks at a battle whose last state is `head`."""
    return Sight(view, opened(head))


def eye(state: State, sight: Sight) -> Eye | None:
    """What is kept from this reader in this state; None: nothing."""
    kinds = hides(state)
    if not kinds or sight.view == GM or sight.opened or opened(state):
        return None
    own = frozenset(unit.side for unit in state.units.values() if unit.seat == sight.view)
    return look(state, kinds, own)


# ---- states ------------------------------------------------------------------------------------------


def state(full: State, sight: Sight) -> State | Plain:
    """The state as the reader sees it."""
    seen = eye(full, sight)
    return full if seen is None else _state(seen)


def known(full: State, sight: Sight) -> State:
    """The state without the units that the reader does not know of: what refusals are judged on."""
    seen = eye(full, sight)
    return full if seen is None or not seen.absent else _known(seen)


def _known(seen: Eye) -> State:
    full, absent = seen.state, seen.absent
    window = full.window
    return replace(
        full,
        units={id_: unit for id_, unit in full.units.items() if id_ not in absent},
        turn=None if full.turn in absent else full.turn,
        queue=tuple(one for one in full.queue if one.unit not in absent),
        pending=tuple(
            replace(one, target=None, details=None)
            if one.target in absent or mentions(one.details, absent)
            else one
            for one in full.pending
            if one.unit not in absent
        ),
        window=window and replace(window, waiting=tuple(one for one in window.waiting if one not in absent)),
        ties=tuple(group for group in full.ties if not absent.intersection(group)),
    )


def _state(seen: Eye) -> Plain:
    reduced = _known(seen)
    fields: Plain = {name: getattr(reduced, name) for name in reduced.__struct_fields__}
    fields["units"] = {
        id_: sheets.sheet(seen, msgspec.to_builtins(unit)) if id_ in seen.blind and seen.hp else unit
        for id_, unit in reduced.units.items()
    }
    fields["catalogue"] = sheets.pruned(seen, reduced.catalogue)
    fields["inventory"] = sheets.bags(seen, reduced.inventory)
    fields["queue"] = sheets.queue(seen, reduced.queue)
    return fields


def patch(before: State, after: State, sight: Sight) -> Plain:
    """The merge patch from the one state to the other, as the reader sees both; the first is the whole state.

    Where everything has been revealed since, it leads there from the veiled state too: a follower who
    resumes behind the end may still hold that.
    """
    to = state(after, sight)
    if before.seq == 0:
        return diff(None, to)
    plain = diff(state(before, sight), to)
    if sight.opened and opened(after) and not opened(before):
        return _both(diff(state(before, replace(sight, opened=False)), to), plain)
    return plain


def _both(one: Plain, other: Plain) -> Plain:
    """A patch that does what either does; both lead to the same state."""
    found = dict(one)
    for name, value in other.items():
        was = found.get(name)
        found[name] = _both(was, value) if isinstance(was, dict) and isinstance(value, dict) else value
    return found


# ---- events ------------------------------------------------------------------------------------------


def event(body: bytes, after: State, sight: Sight) -> bytes:
    """An event's stored bytes as the reader sees them; `after` is the state right after it."""
    seen = eye(after, sight)
    return body if seen is None else _event(seen, msgspec.json.decode(body))


def _event(seen: Eye, event: Plain) -> bytes:
    effects = event["effects"]
    parts = [event["command"], *event["rolls"], *effects]
    remains = [
        withheld.command(seen, event["command"]),
        *(withheld_dice.roll(seen, one, effects) for one in event["rolls"]),
        *(withheld.effect(seen, one) for one in effects),
    ]
    salts = list(event.get("salts") or [""] * len(parts))
    for index, (part, rest) in enumerate(zip(parts, remains, strict=True)):
        if rest is not part and rest != part:
            parts[index] = {"type": "hidden", "leaf": leaf(canonical(part), salts[index]), "shows": rest}
            salts[index] = None
    tail = 1 + len(event["rolls"])
    changed = event | {"command": parts[0], "rolls": parts[1:tail], "effects": parts[tail:]}
    if "salts" in event:
        changed["salts"] = salts
    return canonical(changed)


def told(event: Plain) -> Plain:
    """An event for a sentence: withheld parts are what they show, marked so."""
    return event | {
        "command": _told(event["command"]),
        "rolls": [_told(one) for one in event["rolls"]],
        "effects": [one for one in map(_told, event["effects"]) if "type" in one],
    }


def _told(part: Plain) -> Plain:
    return {**part["shows"], "withheld": True} if part.get("type") == "hidden" else part


# ---- forecasts and refusals --------------------------------------------------------------------------


def forecast(effects: Iterable[Any], after: State, sight: Sight) -> tuple[tuple[Any, ...], bool]:
    """A preview's effects, and whether they are whole: they end at the first that is not wholly seen.

    What follows would tell of it. Where sheets are hidden they end at anything a blind unit has a part in.
    """
    seen = eye(after, sight)
    if seen is None:
        return tuple(effects), True
    found: list[Any] = []
    for one in effects:
        part = msgspec.to_builtins(one)
        rest = withheld.effect(seen, part)
        if seen.sheets and withheld.touches(seen, part):
            return (*found, {"type": "hidden", "shows": {}}), False
        if rest is not part and rest != part:
            shown = {name: value for name, value in rest.items() if name != "now"}
            return (*found, {"type": "hidden", "shows": shown}), False
        found.append(part)
    return tuple(found), True


def needs(asked: Iterable[Any], state: State, sight: Sight) -> tuple[Any, ...]:
    """Dice that are asked for, as the reader may know them."""
    seen = eye(state, sight)
    return tuple(asked) if seen is None else withheld_dice.needed(seen, asked)


def roster(units: Iterable[Mapping[str, Any]], state: State, sight: Sight) -> tuple[Plain, ...]:
    """Unit specs for a next battle, as far as the reader knows the units."""
    seen = eye(state, sight)
    if seen is None:
        return tuple(dict(unit) for unit in units)
    return tuple(
        _spec(seen, dict(unit)) if unit["id"] in seen.blind else dict(unit)
        for unit in units
        if unit["id"] not in seen.absent
    )


def _spec(seen: Eye, unit: Plain) -> Plain:
    return {name: value for name, value in sheets.sheet(seen, unit).items() if name != "hp" or not seen.hp}


def bags(state: State, sight: Sight) -> dict[str, Any]:
    """The bags that the reader sees into."""
    seen = eye(state, sight)
    return state.inventory if seen is None else sheets.bags(seen, state.inventory)
