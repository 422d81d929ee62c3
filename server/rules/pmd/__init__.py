"""pmd: the Mystery Dungeon tabletop. `RULES.md` is its page; every function names its rule there."""

from pathlib import Path

FOLDER = Path(__file__).parent
LASTING = ("poison", "toxic", "burn", "paralysis", "sleep", "freeze")
"""P34: they exclude each other and last beyond battle."""
CHECKS = ("freeze", "sleep", "paralysis", "confusion", "attraction")
"""What a turn begins with, in this order."""
FIRST = {"sleep": 0, "confusion": 0, "toxic": 1}
"""P32, P33: the `value` that a status which counts begins with."""
STATS = ("hp", "attack", "defense", "special_attack", "special_defense", "speed")
SIDES = ("allies", "enemies")
