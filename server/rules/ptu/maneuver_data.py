"""T55: the maneuvers as their catalogue tells them: what each takes, and which skills are rolled."""

from server.engine.catalogue import table
from server.rules.ptu import FOLDER

_KNOWN = table(FOLDER, "maneuvers")
ACTIONS: dict[str, tuple[str, ...]] = {name: tuple(one["actions"]) for name, one in _KNOWN.items()}
SKILLS: dict[str, tuple[str, ...]] = {name: tuple(one.get("skills", ())) for name, one in _KNOWN.items()}
INTERCEPTS = ("intercept-melee", "intercept-ranged")
OPPOSED = tuple(name for name, skills in SKILLS.items() if skills and name not in INTERCEPTS)
AT_SOMEBODY = (*OPPOSED, "coup-de-grace")
