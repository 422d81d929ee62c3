"""duel: the trainer duel. `RULES.md` is its page; every function names its rule there."""

from pathlib import Path

FOLDER = Path(__file__).parent
LASTING = ("burn", "poison", "toxic", "freeze", "paralysis", "sleep")
"""D15-D19: one of these at a time; they last beyond battle."""
FOUR = ("attack", "defense", "special_attack", "special_defense")
"""D2: the attacks and defenses that a base stat makes from 1 to 10."""
COUNTED = (*FOUR, "speed")
"""D5: what stands in the counters, and what stages multiply."""
STATS = ("hp", *COUNTED)
AIMING = ("accuracy", "evasion")
"""D7: stages that are summed, not multiplied."""
SIDES = 2
