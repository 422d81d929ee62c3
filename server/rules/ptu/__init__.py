"""ptu: Tabletop United. `RULES.md` is its page; every function names its rule there."""

from pathlib import Path

FOLDER = Path(__file__).parent
STATS = ("hp", "attack", "defense", "special_attack", "special_defense", "speed")
STAGES = (*STATS[1:], "accuracy", "evasion")
SIZES = {"small": 1, "medium": 1, "large": 2, "huge": 3, "gigantic": 4}
"""T2: the side of its square in cells."""
LASTING = ("burn", "freeze", "paralysis", "poison", "toxic")
VOLATILE = ("sleep", "confusion", "rage", "flinch", "infatuation")
OTHER = ("stuck", "slowed", "tripped", "vulnerable", "trapped", "blind", "totally-blind", "grappled")
CONDITIONS = (*LASTING, *VOLATILE, *OTHER)
CHECKS = ("flinch", "paralysis", "confusion", "infatuation")
"""T51, T53: what a turn begins with, in this order; flinch has no die."""
DEAD = "dead"
"""T49: nobody comes back from it, in the next battle neither."""
HELPLESS = ("sleep", "freeze")
