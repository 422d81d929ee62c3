"""What a command would need and do as far as no die decides it; nothing is appended (contract 2)."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from replays import views
from replays.sentences import sentence
from schemas import commands as c
from schemas.base import Json
from schemas.replies import Needed
from schemas.state import State
from server.battles import clock, commanding
from server.battles.service import Battles
from server.battles.table import Scribe
from server.engine.dice import TableDice
from server.engine.judge import admit, perform
from server.engine.refusals import RollsNeeded


class Preview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a command would do as far as no die decides it, and the dice it would need."""

    accepted: bool = True
    needs: tuple[Needed, ...] = ()
    effects: tuple[Json, ...] = ()
    text: str | None = None


async def preview(
    battles: Battles, battle: str, seat: str, command: c.Command, language: str | None = None
) -> Preview:
    """What the command would need and do, no die rolled; told in `language` if given. Raises Refused."""
    table = await battles.table(battle)
    table.takes_commands()
    if isinstance(command, commanding.TURNING_BACK):
        scribe = Scribe(table, clock.now())
        await commanding.turn_back(battles.past, table, scribe, command, seat)
        return Preview(effects=({"type": "rewound", "to": scribe.entries[0].row.base},))
    given = command.rolls if table.state.dice == "table" else None
    sight = views.sight(table.state, seat)
    known = views.known(table.state, sight)
    if known is not table.state:
        admit(table.system, known, command, seat, TableDice(given))
    ledger = admit(table.system, table.state, command, seat, TableDice(given))
    missing: tuple[Needed, ...] = ()
    try:
        perform(table.system, ledger, command)
    except RollsNeeded as needed:
        missing = needed.needs
    effects, whole = views.forecast(ledger.effects, ledger.state, sight)
    found = Preview(needs=views.needs(missing, table.state, sight) if whole else (), effects=effects)
    return found if language is None else replace(found, text=_told(effects, ledger.state, seat, language))


def _told(effects: tuple[Any, ...], after: State, seat: str, language: str) -> str:
    """The effects in words; what only stands for something hidden has none."""
    plain = [one for one in msgspec.to_builtins(effects) if one["type"] != "hidden"]
    return sentence({"command": {}, "by": seat, "rolls": [], "effects": plain}, after, language)
