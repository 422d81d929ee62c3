"""pmd's plug."""

from collections.abc import Iterator
from typing import Any

import msgspec

from schemas import commands as c
from schemas.effects import Created, Enlisted
from schemas.replies import Option, Waiting
from schemas.setup import BattleSpec, UnitSpec
from schemas.state import State, Unit
from server.engine import turns
from server.engine.catalogue import table
from server.engine.ledger import Ledger
from server.engine.system import System
from server.rules.pmd import FIRST, FOLDER, LASTING, check, decide, options, setup, turn
from server.rules.pmd.commands import Equip, SettleTie
from server.rules.pmd.data import held_by, moves_of


class Pmd(System):
    """The Mystery Dungeon tabletop: a grid, one action a turn, a d10 queue anew each round."""

    id = "pmd"
    version = "1.0"
    folder = FOLDER
    own = (SettleTie, Equip)
    spec = setup.PmdBattle
    unit_spec = setup.PmdUnit
    settings = setup.SETTINGS
    checks = check.CHECKS
    decisions = decide.DECISIONS

    def create(self, spec: BattleSpec) -> tuple[Created, list[Enlisted]]:
        assert isinstance(spec, setup.PmdBattle)
        return setup.create(spec, self.rules)

    def enlist(self, state: State, spec: UnitSpec) -> Unit:
        return setup.enlist(spec, state)

    def faint(self, ledger: Ledger, unit: str, cause: str | None) -> None:
        turn.faint(ledger, unit, cause)

    def settle(self, ledger: Ledger) -> None:
        turn.settle(ledger)

    def first_value(self, state: State, status: str) -> Any:
        """P32, P33: what counts turns or bites begins as it does by a move."""
        return FIRST.get(status)

    def due(self, state: State) -> c.Command | None:
        return turn.due(state)

    def automatic(self, state: State) -> c.Command | None:
        """P23, P38: who may use a held cure or a fire attack before the check is given the choice."""
        due = self.due(state)
        if isinstance(due, c.BeginTurn) and _has_choice(state, state.units[due.unit]):
            return None
        return due

    def options(self, state: State, unit: Unit, seat: str) -> Iterator[Option]:
        return options.unit_options(state, unit, seat)

    def table_options(self, state: State, seat: str) -> Iterator[Option]:
        return options.table_options(state, seat)

    def waiting(self, state: State) -> Iterator[Waiting]:
        if state.phase != "battle":
            return
        due = self.due(state)
        for group in state.ties:
            for seat in turn.undecided(state, group):
                yield Waiting(seat=seat, why="tie")
        yield from turns.waiting(state, due)

    def roster(self, state: State) -> list[dict[str, Any]]:
        """P5, P34: HP, PP, held item, level, ability and lasting statuses stay; stages and the rest end."""
        return [_carried(unit) for unit in state.units.values()]

    def reference(self) -> dict[str, Any]:
        return {
            "types": list(table(FOLDER, "chart")),
            "items": table(FOLDER, "items"),
            "moves": table(FOLDER, "moves"),
            "abilities": table(FOLDER, "abilities"),
            "units": table(FOLDER, "creatures"),
        }


def _has_choice(state: State, unit: Unit) -> bool:
    item = held_by(state, unit)
    if item is not None and any(name in item.cure for name in state.checks):
        return True
    left = unit.pools["pp"].now
    fire = any(move.fire_attack and move.pp <= left for move in moves_of(unit).values())
    return "freeze" in state.checks and fire


def _carried(unit: Unit) -> dict[str, Any]:
    spec: dict[str, Any] = {
        "id": unit.id,
        "name": unit.name,
        "side": unit.side,
        "seat": unit.seat,
        "kind": unit.kind,
        "types": unit.types,
        "level": unit.level,
        "stats": unit.stats,
        "hp": 0 if unit.fainted else unit.hp,
        "max_hp": unit.max_hp,
        "pools": {"pp": unit.pools["pp"]},
        "statuses": {
            name: one for name, one in unit.statuses.items() if name in LASTING and one.until is None
        },
        "held": unit.held,
        "moves": unit.moves,
        "ability": unit.ability,
        "meta": unit.meta,
    }
    plain: dict[str, Any] = msgspec.to_builtins({k: v for k, v in spec.items() if v is not None})
    return plain


SYSTEM = Pmd()
