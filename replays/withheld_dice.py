"""What remains of dice for a reader who may not see all of it (contract 8): those rolled, those asked for."""

from collections.abc import Iterable
from typing import Any

import msgspec

from replays.eye import Eye, Plain
from replays.withheld import OF_HP

DICE_OF_HP = ("damage", "heal", "capture")
"""How dice that count for hit points are called, but for those that stand among an effect's terms."""


def roll(eye: Eye, part: Plain, effects: list[Plain]) -> Plain:
    """What remains of a roll, by what came of it."""
    if part.get("unit") in eye.absent:
        return {}
    if (eye.sheets and part.get("unit") in eye.blind) or (eye.hp and _of_hit_points(eye, part, effects)):
        return {name: part[name] for name in ("for", "unit", "die", "source") if name in part}
    return part


def _of_hit_points(eye: Eye, part: Plain, effects: list[Plain]) -> bool:
    """Whether it counted, or may have counted, against a blind unit's hit points."""
    what = str(part.get("for"))
    against = [one for one in effects if one.get("type") in OF_HP and one.get("unit") in eye.blind]
    if any(term["name"] == what for one in against for term in one.get("terms") or ()):
        return True
    return what.startswith(DICE_OF_HP) and _strikes_blind(eye, effects)


def _strikes_blind(eye: Eye, effects: list[Plain]) -> bool:
    """Whether dice for hit points may have gone against a blind unit: unless all struck are wholly seen."""
    struck = [
        one.get("target", one.get("unit"))
        for one in effects
        if one.get("type") in OF_HP or str(one.get("what")).startswith("capture")
    ]
    return not struck or any(one in eye.blind for one in struck)


def needed(eye: Eye, needs: Iterable[Any]) -> tuple[Any, ...]:
    """Dice asked for, without what they must show where that would tell of a hidden sheet."""
    return tuple(
        msgspec.structs.replace(one, needs=None)
        if eye.sheets or (eye.hp and one.what.startswith("capture"))
        else one
        for one in needs
        if one.unit not in eye.absent
    )
