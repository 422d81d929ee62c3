"""A battle in memory for tests of rules: judged, followed, folded; no store, no clock, scripted dice.

`Game` sends commands as a client writes them (plain JSON) and keeps every event, so that a test reads
given, when, dice, then. Dice that are missing or left over fail.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from schemas.events import Roll
from schemas.phrases import worded
from schemas.seats import GM, SERVER
from schemas.state import State
from schemas.texts import ENGLISH
from server.engine.dice import TableDice
from server.engine.judge import judge
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal, Refused, RollsNeeded
from server.engine.system import System

Plain = dict[str, Any]


class Game:
    """One battle with table dice; `state` is where it stands, `effects` what the last command came to."""

    def __init__(self, system: System, spec: Plain) -> None:
        self.system = system
        created, enlisted = system.create(system.spec_decoder.decode(msgspec.json.encode(spec)))
        ledger = Ledger(State(battle="test"), GM, TableDice(None))
        for effect in (created, *enlisted):
            ledger.write(effect)
        system.settle(ledger)
        self.state = ledger.state
        self.effects: list[Plain] = []
        self.rolls: tuple[Roll, ...] = ()

    def do(self, type_: str, by: str = GM, rolls: Any = None, **fields: Any) -> list[Plain]:
        """Sends a command with its dice; the facts of its event and of those that followed by themselves.

        `by` is the seat; a field of that name is written `by_`.
        """
        given = {name.rstrip("_"): value for name, value in fields.items()}
        body = {"type": type_, **given, **({} if rolls is None else {"rolls": dice(rolls)})}
        command = self.system.command_decoder.decode(msgspec.json.encode(body))
        ledger = judge(self.system, self.state, command, by, TableDice(command.rolls))
        self.state = ledger.state
        self.rolls = tuple(ledger.rolls)
        self.effects = [plain(effect) for effect in ledger.effects]
        for follower in self._following():
            self.effects += [plain(effect) for effect in follower.effects]
        return self.effects

    def _following(self) -> Iterator[Ledger]:
        while (command := self.system.automatic(self.state)) is not None:
            try:
                ledger = judge(self.system, self.state, command, SERVER, TableDice(None))
            except RollsNeeded:
                return
            self.state = ledger.state
            yield ledger

    def refused(self, type_: str, by: str = GM, rolls: Any = None, **fields: Any) -> Refusal:
        """Sends a command that must be refused; nothing may have changed by it."""
        before = msgspec.json.encode(self.state)
        with pytest.raises(Refused) as caught:
            self.do(type_, by, rolls, **fields)
        assert msgspec.json.encode(self.state) == before
        return caught.value.refusal

    def code(self, type_: str, by: str = GM, rolls: Any = None, **fields: Any) -> str:
        """The code that a command is refused with."""
        return self.refused(type_, by, rolls, **fields).code

    def needs(self, type_: str, by: str = GM, rolls: Any = None, **fields: Any) -> list[tuple[Any, ...]]:
        """The dice still missing: (for, unit, die, count) in order."""
        refusal = self.refused(type_, by, rolls, **fields)
        assert refusal.code == "rolls-needed"
        return [tuple(msgspec.to_builtins(one).get(k) for k in NEED) for one in refusal.facts["needs"]]

    def kinds(self) -> list[str]:
        """The types of the last facts, in order."""
        return [effect["type"] for effect in self.effects]

    def all(self, type_: str) -> list[Plain]:
        """The last facts of a type."""
        return [effect for effect in self.effects if effect["type"] == type_]

    def one(self, type_: str) -> Plain:
        """The only fact of a type among the last."""
        (found,) = self.all(type_)
        return found

    def hp(self, unit: str) -> int:
        """A unit's hit points."""
        return self.state.units[unit].hp

    def statuses(self, unit: str) -> dict[str, Any]:
        """A unit's statuses with their values."""
        return {name: one.value for name, one in self.state.units[unit].statuses.items()}

    def order(self) -> list[str]:
        """The queue, done or not."""
        return [entry.unit for entry in self.state.queue]


NEED = ("for", "unit", "die", "count")


def plain(effect: Any) -> Plain:
    """A fact or an option as JSON says it."""
    found: Plain = msgspec.json.decode(msgspec.json.encode(effect, enc_hook=worded(ENGLISH)))
    return found


def dice(given: Any) -> Any:
    """{'crit': {'a': 3}, 'coin': 1} as the contract's list of rolls; a list stays one."""
    if not isinstance(given, Mapping):
        return given
    found = []
    for what, by_unit in given.items():
        for unit, values in (by_unit if isinstance(by_unit, Mapping) else {None: by_unit}).items():
            roll = {"for": what, "values": values if isinstance(values, list) else [values]}
            found.append(roll if unit is None else {**roll, "unit": unit})
    return found
