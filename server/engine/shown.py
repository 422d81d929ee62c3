"""What a battle has shown of a sheet (contract 8), kept in the counter `shown` of the unit.

Only battles that hide sheets or units keep it; views ask for it (`replays.eye`).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from replays.eye import SHOWN, shown_of
from schemas import commands as c
from schemas import effects as e
from schemas.base import Spot
from schemas.state import Unit
from server.engine.ledger import Ledger

KNOWN = ("gender", "ability", "level", "nature", "features")
"""What a release tells of a sheet (duel/D1)."""


def revealed(unit: Unit, at: Spot | None = None) -> e.Revealed:
    """A lurking unit is there for every rule from now on; readers who knew nothing of it get its sheet.

    Where it enters elsewhere, in `at`, the sheet does not tell where it lurked.
    """
    return e.Revealed(unit=unit.id, sheet=replace(unit, hidden=False, at=unit.at if at is None else at))


def note(ledger: Ledger, command: c.Command) -> None:
    """Writes down what this command and its facts so far have shown."""
    hidden = ledger.state.settings.get("hidden") or ()
    if "enemy-sheets" not in hidden and "enemy-units" not in hidden:
        return
    news: dict[str, set[str]] = {}
    for unit, what in (*_said(command), *_facts(ledger.effects)):
        if unit in ledger.state.units and what not in shown_of(ledger.unit(unit)):
            news.setdefault(unit, set()).add(what)
    for unit, more in news.items():
        now = tuple(sorted(more | shown_of(ledger.unit(unit))))
        ledger.write(e.CounterSet(unit=unit, name=SHOWN, now=now))


def _said(command: c.Command) -> Iterator[tuple[str, str]]:
    unit, move = getattr(command, "unit", None), getattr(command, "move", None)
    if isinstance(unit, str) and isinstance(move, str):
        yield unit, f"move:{move}"


def _facts(effects: list[e.Effect]) -> Iterator[tuple[str, str]]:
    for fact in effects:
        if isinstance(fact, e.Declared) and fact.move is not None:
            yield fact.unit, f"move:{fact.move}"
        elif isinstance(fact, e.Released):
            yield fact.unit, "released"
            yield from ((fact.unit, name) for name in KNOWN if getattr(fact, name) is not None)
        elif isinstance(fact, e.Recalled):  # who stood on the board from the start was never released
            yield fact.unit, "released"
