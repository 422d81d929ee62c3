"""duel's plug."""

from collections.abc import Iterator
from typing import Any

import msgspec

from schemas import commands as c
from schemas.effects import Created, Enlisted
from schemas.replies import Option, Waiting
from schemas.seats import GM, player_of
from schemas.setup import BattleSpec, UnitSpec
from schemas.state import State, Unit
from server.engine.catalogue import table
from server.engine.ledger import Ledger
from server.engine.system import System
from server.rules.duel import (
    FOLDER,
    LASTING,
    check,
    course,
    decide,
    options,
    setup,
    stages,
    statuses,
    trainers,
)
from server.rules.duel.commands import Check, ChooseFirst, Dodge, Release, Switch, UseMove

CARRIED = ("species", "gender", "nature", "height", "features")


class Duel(System):
    """The trainer duel: both order in the open, then both orders are carried out by speed."""

    id = "duel"
    version = "1.0"
    folder = FOLDER
    own = (Release, ChooseFirst, UseMove, Dodge, Switch, Check)
    spec = setup.DuelBattle
    unit_spec = setup.DuelUnit
    settings = setup.SETTINGS
    checks = check.CHECKS
    decisions = decide.DECISIONS

    def create(self, spec: BattleSpec) -> tuple[Created, list[Enlisted]]:
        assert isinstance(spec, setup.DuelBattle)
        return setup.create(spec, self.rules)

    def enlist(self, state: State, spec: UnitSpec) -> Unit:
        return setup.enlist(spec, state)

    def faint(self, ledger: Ledger, unit: str, cause: str | None) -> None:
        course.faint(ledger, unit, cause)

    def settle(self, ledger: Ledger) -> None:
        course.settle(ledger)

    def first_value(self, state: State, status: str) -> Any:
        """D13, D16: as by a move, but that no die falls: sleep without a value rolls at its first moment."""
        return statuses.begins_with(state, status)

    def due(self, state: State) -> c.Command | None:
        return course.due(state)

    def options(self, state: State, unit: Unit, seat: str) -> Iterator[Option]:
        return options.unit_options(state, unit, seat)

    def table_options(self, state: State, seat: str) -> Iterator[Option]:
        return options.table_options(state, seat)

    def waiting(self, state: State) -> Iterator[Waiting]:
        """D9, D10, D14: for a release, for the die or the choice of who is first, for orders, for dice."""
        if state.phase != "battle":
            return
        releasing = trainers.releasing(state)
        due = course.due(state)
        for side in releasing:
            for seat in dict.fromkeys(player_of(unit) for unit in trainers.able(state, side)):
                yield Waiting(seat=seat, why="release")
        if releasing:
            return
        ordering = trainers.next_to_order(state)
        chooser = trainers.chooser(state)
        if isinstance(due, c.StartRound):
            yield Waiting(seat=GM, why="roll")
        elif isinstance(due, c.CarryOut):
            unit = state.units[state.pending[0].unit]
            yield Waiting(seat=player_of(unit), unit=unit.id, why="roll")
        elif ordering is not None:
            out = next(one for one in state.units.values() if one.side == ordering and stages.fights(one))
            yield Waiting(seat=player_of(out), unit=out.id, why="orders")
        elif chooser is not None:
            for seat in trainers.seats_of(state, chooser):
                yield Waiting(seat=seat, why="orders")

    def roster(self, state: State) -> list[dict[str, Any]]:
        """D1, D13: the sheet, HP, PP and statuses stay; stages end, toxic begins anew."""
        return [_carried(unit) for unit in state.units.values()]

    def reference(self) -> dict[str, Any]:
        return {
            "types": list(table(FOLDER, "chart")),
            "natures": setup.natures(),
            "items": table(FOLDER, "items"),
            "moves": table(FOLDER, "moves"),
            "units": table(FOLDER, "creatures"),
        }


def _own(unit: Unit) -> list[Any]:
    return [move.get("id") for move in unit.moves]


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
        "pools": {name: pool for name, pool in unit.pools.items() if name in _own(unit)},
        "statuses": {
            name: _rested(name, one)
            for name, one in unit.statuses.items()
            if name in LASTING and one.until is None
        },
        "held": unit.held,
        "moves": unit.moves,
        "ability": unit.ability,
        "meta": unit.meta,
        **{name: unit.traits.get(name) for name in CARRIED},
    }
    plain: dict[str, Any] = msgspec.to_builtins({k: v for k, v in spec.items() if v is not None})
    return plain


def _rested(name: str, status: Any) -> Any:
    """D13, D16: toxic begins at 10 %; rounds of another battle say nothing."""
    return msgspec.structs.replace(status, value=None) if name in ("toxic", "freeze") else status


SYSTEM = Duel()
