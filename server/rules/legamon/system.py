"""legamon's plug."""

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
from server.rules.legamon import (
    FOLDER,
    PREVENTABLE,
    check,
    decide,
    options,
    prevention,
    rounds,
    setup,
)
from server.rules.legamon.commands import Edge, Interact, Interrupt, Spend, UseMove
from server.rules.legamon.data import energy, usual_typeless


class Legamon(System):
    """Ability dice that step up and down; resisting costs the turn; prevention instead of damage."""

    id = "legamon"
    version = "1.0"
    folder = FOLDER
    own = (UseMove, Interrupt, Spend, Interact, Edge)
    spec = setup.LegamonBattle
    unit_spec = setup.LegamonUnit
    settings = setup.SETTINGS
    checks = check.CHECKS
    decisions = decide.DECISIONS

    def create(self, spec: BattleSpec) -> tuple[Created, list[Enlisted]]:
        assert isinstance(spec, setup.LegamonBattle)
        return setup.create(spec, self.rules)

    def enlist(self, state: State, spec: UnitSpec) -> Unit:
        return setup.enlist(spec, state)

    def faint(self, ledger: Ledger, unit: str, cause: str | None) -> None:
        rounds.faint(ledger, unit, cause)

    def settle(self, ledger: Ledger) -> None:
        rounds.settle(ledger)

    def first_value(self, state: State, status: str) -> Any:
        """L13: a prevention is for one turn unless more is said."""
        return 1 if status in map(prevention, PREVENTABLE) else None

    def due(self, state: State) -> c.Command | None:
        """L9, L11: what was declared and nobody may answer any more; a round."""
        if state.phase != "battle":
            return None
        pending = rounds.declared(state)
        if pending is not None:
            return c.CarryOut(unit=pending.unit) if state.window is None else None
        fighting = any(rounds.takes_part(state, unit) for unit in state.units.values())
        spending = any(rounds.points_of(unit) for unit in state.units.values())
        return c.StartRound() if state.turn is None and fighting and not spending else None

    def options(self, state: State, unit: Unit, seat: str) -> Iterator[Option]:
        return options.unit_options(state, unit, seat)

    def table_options(self, state: State, seat: str) -> Iterator[Option]:
        return options.table_options(state, seat, self.due(state))

    def waiting(self, state: State) -> Iterator[Waiting]:
        if state.phase != "battle":
            return
        due = self.due(state)
        if state.window is not None:
            for id_ in state.window.waiting:
                yield Waiting(seat=player_of(state.units[id_]), unit=id_, why="window")
        elif isinstance(due, c.StartRound):
            yield Waiting(seat=GM, why="roll")
        elif isinstance(due, c.CarryOut) and due.unit is not None:
            yield Waiting(seat=player_of(state.units[due.unit]), unit=due.unit, why="roll")
        elif (actor := _actor(state)) is not None:
            yield Waiting(seat=player_of(actor), unit=actor.id, why="turn")
        else:
            yield Waiting(seat=GM, why="release")

    def roster(self, state: State) -> list[dict[str, Any]]:
        """L18: grit and energy as they stand, and what each was at most; everything else ends."""
        return [_carried(unit) for unit in state.units.values()]

    def reference(self) -> dict[str, Any]:
        return {
            "types": list(setup.usual_chart()),
            "chart": setup.usual_chart(),
            "items": {},
            "moves": table(FOLDER, "moves"),
            "typeless": usual_typeless(),
            "units": table(FOLDER, "creatures"),
        }


def _actor(state: State) -> Unit | None:
    """Who has points to spend, else whose turn it is."""
    for unit in state.units.values():
        if rounds.points_of(unit):
            return unit
    return None if state.turn is None else state.units[state.turn]


def _carried(unit: Unit) -> dict[str, Any]:
    pool = unit.pools["energy"]
    spec: dict[str, Any] = {
        "id": unit.id,
        "name": unit.name,
        "side": unit.side,
        "seat": unit.seat,
        "kind": unit.kind,
        "types": unit.types,
        "level": unit.level,
        "speed": unit.stats.get("speed"),
        "grit": max(0, unit.hp),
        "max_hp": unit.max_hp,
        "energy": energy(unit),
        "pools": {"energy": {"max": pool.max}},
        "held": unit.held,
        "moves": unit.moves,
        "ability": unit.ability,
        "meta": unit.meta,
    }
    plain: dict[str, Any] = msgspec.to_builtins({k: v for k, v in spec.items() if v is not None})
    return plain


SYSTEM = Legamon()
