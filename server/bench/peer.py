"""The peer: an aggregate of the library `eventsourcing` with as many events, on SQLite as well.

It comes with the extra `bench`; without it the row has nothing beside it.
"""

import importlib.util
from pathlib import Path
from typing import Any

from server.bench.figures import Work

UNITS = 8


def prepared(file: Path, events: int) -> Work | None:
    """What rebuilds its aggregate from the file once; None where it is not installed."""
    if importlib.util.find_spec("eventsourcing") is None:
        return None
    application, id_ = _filled(file, events)

    async def work() -> object:
        return application.repository.get(id_)

    return work


def _filled(file: Path, events: int) -> tuple[Any, Any]:
    """An application on that file, and an aggregate in it with so many events."""
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Battle(Aggregate):
        def __init__(self, units: list[str]) -> None:
            self.hp = dict.fromkeys(units, 10_000)
            self.turn = units[0]

        @event("Struck")
        def strike(self, user: str, target: str, amount: int) -> None:
            self.hp[target] -= amount
            self.turn = target

    application: Any = Application({"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file)})
    names = [f"unit-{n}" for n in range(UNITS)]
    battle = Battle(names)
    for n in range(events - 1):
        battle.strike(names[n % UNITS], names[(n + 1) % UNITS], 1)
    application.save(battle)
    return application, battle.id
