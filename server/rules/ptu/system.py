"""ptu's plug."""

from collections.abc import Iterator
from typing import Any

from schemas import commands as c
from schemas.effects import Created, Enlisted
from schemas.replies import Option, Waiting
from schemas.setup import BattleSpec, UnitSpec
from schemas.state import State, Unit
from server.engine import turns
from server.engine.catalogue import table
from server.engine.ledger import Ledger
from server.engine.system import System
from server.rules.ptu import FOLDER, carrying_over, damage, options, order, rulebook, setup, sheets, turn
from server.rules.ptu.commands import OWN


class Ptu(System):
    """Tabletop United: a grid or zones, a queue by speed, standard, shift and swift actions."""

    id = "ptu"
    version = "1.0"
    folder = FOLDER
    own = OWN
    spec = setup.PtuBattle
    unit_spec = sheets.PtuUnit
    settings = setup.SETTINGS
    checks = rulebook.CHECKS
    decisions = rulebook.DECISIONS
    hp_floor = None
    turns_in_advance = True

    def create(self, spec: BattleSpec) -> tuple[Created, list[Enlisted]]:
        assert isinstance(spec, setup.PtuBattle)
        return setup.create(spec, self.rules)

    def enlist(self, state: State, spec: UnitSpec) -> Unit:
        return setup.enlist(spec, state)

    def faint(self, ledger: Ledger, unit: str, cause: str | None) -> None:
        damage.faint(ledger, unit, cause)

    def settle(self, ledger: Ledger) -> None:
        turn.settle(ledger)

    def due(self, state: State) -> c.Command | None:
        return order.calls_for(state)

    def options(self, state: State, unit: Unit, seat: str) -> Iterator[Option]:
        return options.unit_options(state, unit, seat)

    def table_options(self, state: State, seat: str) -> Iterator[Option]:
        return options.table_options(state, seat)

    def waiting(self, state: State) -> Iterator[Waiting]:
        if state.phase != "battle":
            return
        yield from turns.waiting(state, self.due(state))

    def roster(self, state: State) -> list[dict[str, Any]]:
        return [carrying_over.carried(unit) for unit in state.units.values()]

    def reference(self) -> dict[str, Any]:
        return {
            "types": list(table(FOLDER, "chart")),
            "items": table(FOLDER, "items"),
            "moves": table(FOLDER, "moves"),
            "conditions": table(FOLDER, "conditions"),
            "maneuvers": table(FOLDER, "maneuvers"),
            "units": table(FOLDER, "creatures"),
        }


SYSTEM = Ptu()
