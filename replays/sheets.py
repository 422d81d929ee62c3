"""What remains of a unit's sheet, of bags, queue and catalogue for a reader who may not see all (contract 8).

Everything here is plain JSON. A function answers the very same object where nothing is withheld.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from replays.eye import Eye, Plain, id_of, shown_of
from schemas.state import QueueEntry

HP_KEYS = frozenset({"hp", "max_hp", "injuries", "temporary_hp", "grit"})
"""Hit points and what counts with them, as states, counters and the systems' unit specs call them."""
OPEN_KEYS = frozenset(
    {
        "id", "name", "side", "seat", "kind", "types", "at", "size", "footprint", "capabilities", "statuses",
        "fainted", "reserve", "hidden", "out", "meta", "hp",
    }
)  # fmt: skip
"""What of a unit `enemy-sheets` leaves to see; hp is a word then."""


def word(hp: int, most: int, *, fainted: bool = False) -> str:
    """Hit points as a word."""
    if fainted or hp <= 0:
        return "fainted"
    if hp * 4 <= most:
        return "critical"
    return "hurt" if hp * 2 <= most else "healthy"


def without_hp(value: Any) -> Any:
    """Plain JSON without anything that is called after hit points."""
    if isinstance(value, dict):
        return {key: without_hp(one) for key, one in value.items() if key not in HP_KEYS}
    if isinstance(value, list | tuple):
        return [without_hp(one) for one in value]
    return value


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
    moves = [move for move in unit.get("moves") or () if f"move:{id_of(move)}" in known]
    if moves:
        seen["moves"] = moves
    traits = {key: value for key, value in (unit.get("traits") or {}).items() if key in known}
    if traits:
        seen["traits"] = traits
    return seen


def bags(eye: Eye, inventory: dict[str, Any]) -> dict[str, Any]:
    """The bags that the reader sees into."""
    seen = {side: bag for side, bag in inventory.items() if side in eye.bags}
    return inventory if len(seen) == len(inventory) else seen


def queue(eye: Eye, entries: Iterable[QueueEntry | Plain]) -> list[Plain]:
    """The order of turns; under `enemy-sheets` without numbers that a blind unit's speed gave."""
    plain = [msgspec.to_builtins(one) for one in entries]
    return [_numberless(one) if eye.sheets and one["unit"] in eye.blind else one for one in plain]


def _numberless(entry: Plain) -> Plain:
    return {name: value for name, value in entry.items() if name != "initiative"}


def pruned(eye: Eye, catalogue: Plain) -> Plain:
    """The catalogue without what only hidden sheets name; the same object where that is nothing."""
    if not eye.names:
        return catalogue
    changed = {
        table: {key: one for key, one in entries.items() if key not in eye.names}
        if isinstance(entries, dict)
        else entries
        for table, entries in catalogue.items()
    }
    return catalogue if changed == catalogue else changed
