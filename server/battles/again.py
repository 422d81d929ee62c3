"""Decides a recorded command again by today's rules, on the recorded dice (`battletape verify --rules`)."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from replays.chain import canonical
from schemas.base import Json
from schemas.events import Roll
from schemas.state import State
from server.engine.dice import Ask
from server.engine.judge import judge
from server.engine.refusals import Refused
from server.rules import named

NOT_DECIDED = frozenset({"create", "branch", "undo", "redo", "rewind", "seat"})
"""They come from a specification or from the lineage, not from a rule."""


class Difference(Struct, frozen=True):
    """Where today's rules part from the tape."""

    seq: int
    what: str
    recorded: Json
    today: Json


class OtherDice(Exception):
    """Today's rules roll something that was not rolled."""

    def __init__(self, recorded: Json, today: Json) -> None:
        super().__init__("other dice")
        self.recorded = recorded
        self.today = today


class Recorded:
    """The dice of an event, handed out again to whoever asks for the very same."""

    def __init__(self, rolls: Sequence[Roll]) -> None:
        self.source: Literal["server", "table"] = rolls[0].source if rolls else "server"
        self._rolls = list(rolls)

    def draw(self, asks: Sequence[Ask]) -> list[tuple[int, ...]]:
        """Raises OtherDice where the next recorded roll is another one."""
        return [self._next(ask) for ask in asks]

    def _next(self, ask: Ask) -> tuple[int, ...]:
        wanted = {"for": ask.what, "unit": ask.unit, "die": ask.die, "count": ask.count}
        if not self._rolls:
            raise OtherDice(None, wanted)
        roll = self._rolls.pop(0)
        if (roll.what, roll.unit, roll.die, len(roll.values)) != (ask.what, ask.unit, ask.die, ask.count):
            raise OtherDice(msgspec.to_builtins(roll), wanted)
        return roll.values

    def finish(self) -> None:
        """Raises OtherDice for what nobody asked for."""
        if self._rolls:
            raise OtherDice(msgspec.to_builtins(self._rolls[0]), None)


class Again:
    """One rule system, as it is today."""

    def __init__(self, ruleset: str) -> None:
        self._system = named(ruleset)

    def decide(self, seq: int, before: State, event: dict[str, Any]) -> Difference | None:
        """What today's rules make of a recorded event, where it is something else."""
        command = event["command"]
        if command["type"] in NOT_DECIDED:
            return None
        rolls = [msgspec.convert(roll, Roll) for roll in event["rolls"]]
        try:
            said = self._system.command_decoder.decode(msgspec.json.encode(command))
            ledger = judge(self._system, before, said, event["by"], Recorded(rolls))
        except msgspec.ValidationError as error:
            return Difference(seq, "command", command, str(error))
        except Refused as refused:
            refusal = refused.refusal
            return Difference(seq, "refused", "accepted", {"code": refusal.code, "rule": refusal.rule})
        except OtherDice as other:
            return Difference(seq, "rolls", other.recorded, other.today)
        return _differing(seq, event["effects"], msgspec.json.decode(canonical(ledger.effects)))


def _differing(seq: int, recorded: list[Json], today: list[Json]) -> Difference | None:
    for index in range(max(len(recorded), len(today))):
        left = recorded[index] if index < len(recorded) else None
        right = today[index] if index < len(today) else None
        if left != right:
            return Difference(seq, f"effects[{index}]", left, right)
    return None
