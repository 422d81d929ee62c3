"""coin: the smallest system there can be. Each in turn tosses; heads takes a point off the one opposite."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from schemas import commands as c
from schemas import effects as e
from schemas.phrases import Phrase
from schemas.replies import Needed, Option, Waiting
from schemas.setup import BattleSpec, UnitSpec
from schemas.state import State, Unit
from server.engine import setup, turns
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.engine.system import System

HEADS = 2


def _unit(spec: UnitSpec, path: str) -> Unit:
    hp = setup.number(3 if spec.hp is None else spec.hp, f"{path}.hp", 1, 9)
    return Unit(
        id=spec.id, name=spec.name or spec.id, side=spec.side or spec.id, seat=spec.seat, hp=hp, max_hp=hp
    )


class CoinBattle(BattleSpec, frozen=True, kw_only=True):
    """A creation of this system."""

    units: tuple[UnitSpec, ...] = ()


class Coin(System):
    """C1-C3 of its RULES.md."""

    id = "coin"
    version = "1.0"
    folder = Path(__file__).parent
    spec = CoinBattle
    unit_spec = UnitSpec

    def create(self, spec: BattleSpec) -> tuple[e.Created, list[e.Enlisted]]:
        setup.heading(spec)
        setup.board(spec.board, ("none",))
        assert isinstance(spec, CoinBattle)
        setup.roster(spec.units, spec)
        created = e.Created(
            ruleset=self.id, rules=self.rules, title=spec.title, dice=spec.dice, seats=spec.seats,
            settings=setup.settings(spec.settings, ()), board=spec.board, catalogue={}, inventory={},
        )  # fmt: skip
        return created, [e.Enlisted(unit=_unit(one, f"$.units[{n}]")) for n, one in enumerate(spec.units)]

    def enlist(self, state: State, spec: UnitSpec) -> Unit:
        return _unit(spec, "$.unit")

    def roster(self, state: State) -> list[dict[str, Any]]:
        return [{"id": one.id, "side": one.side} for one in state.units.values()]

    def check(self, state: State, command: c.Command, seat: str) -> Iterator[Refusal]:
        if isinstance(command, c.Start):
            if state.phase != "setup":
                yield Refusal("impossible", "C1", "started")
        elif isinstance(command, c.Pass):
            if state.turn != command.unit:
                yield Refusal("not-your-turn", "C2", facts={"unit": command.unit, "turn": state.turn})
        else:
            yield Refusal("impossible", why="not-here", facts={"ruleset": self.id})

    def decide(self, ledger: Ledger, command: c.Command) -> None:
        if isinstance(command, c.Start):
            ledger.write(e.Started())
        elif isinstance(command, c.StartRound):
            turns.start_round(ledger, [(id_, 0) for id_ in _standing(ledger.state)])
        elif isinstance(command, c.Pass):
            self._toss(ledger, command.unit)

    def _toss(self, ledger: Ledger, unit: str) -> None:
        """C2."""
        target = next(id_ for id_ in _standing(ledger.state) if id_ != unit)
        if ledger.roll_one("toss", unit, 2) == HEADS:
            now = ledger.unit(target).hp - 1
            ledger.write(e.Damaged(unit=target, amount=1, now=now, cause="toss"))
            if now == 0:
                self.faint(ledger, target, "toss")
        turns.end_turn(ledger, unit)

    def faint(self, ledger: Ledger, unit: str, cause: str | None) -> None:
        ledger.write(e.Fainted(unit=unit, cause=cause))

    def settle(self, ledger: Ledger) -> None:
        """C3, and the next turn."""
        state = ledger.state
        if state.phase != "battle":
            return
        left = _standing(state)
        if len(left) < 2:
            winner = state.units[left[0]].side if left else None
            ledger.write(e.OutcomeReached(winner=winner, reason="all-fainted"))
        elif state.turn is None and (first := turns.next_unit(state)) is not None:
            turns.start_turn(ledger, first)

    def due(self, state: State) -> c.Command | None:
        return c.StartRound() if state.phase == "battle" and state.turn is None else None

    def options(self, state: State, unit: Unit, seat: str) -> Iterator[Option]:
        if state.turn == unit.id:
            dice = (Needed(what="toss", unit=unit.id, die=2, count=1),)
            yield Option(
                label=Phrase("toss", unit=unit.name), command={"type": "pass", "unit": unit.id}, dice=dice
            )

    def table_options(self, state: State, seat: str) -> Iterator[Option]:
        if seat == "gm" and state.phase == "setup":
            yield Option(label=Phrase("start"), command={"type": "start"})

    def waiting(self, state: State) -> Iterator[Waiting]:
        if state.phase == "battle":
            yield from turns.waiting(state, self.due(state))

    def reference(self) -> dict[str, Any]:
        return {"types": [], "items": {}, "moves": {}, "units": {}}


def _standing(state: State) -> list[str]:
    return [id_ for id_, unit in state.units.items() if not unit.fainted]


SYSTEM = Coin()
