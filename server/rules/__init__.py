"""What may be said next: one folder a rule system. This module looks at the folders and holds no list."""

from functools import cache
from importlib import import_module
from pathlib import Path

from schemas import texts
from server.engine.refusals import Refused
from server.engine.system import System


@cache
def every() -> dict[str, System]:
    """Every rule system found, by id: each folder here that has a `system.py` with a `SYSTEM`."""
    folders = [folder for place in __path__ for folder in Path(place).iterdir()]
    names = sorted(folder.name for folder in folders if (folder / "system.py").is_file())
    systems = [import_module(f"{__name__}.{name}.system").SYSTEM for name in names]
    for system in systems:
        texts.add(system.folder / "texts")
    return {system.id: system for system in systems}


def find(id_: str) -> System | None:
    """The rule system of that id, or None."""
    return every().get(id_)


def named(id_: str) -> System:
    """The rule system of that id. Raises Refused `no-such-ruleset`."""
    system = find(id_)
    if system is None:
        raise Refused("no-such-ruleset", ruleset=id_[:60], allowed=sorted(every()))
    return system
