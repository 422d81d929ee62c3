"""What a command would need and do as far as no die decides it; nothing is appended (contract 2)."""

from msgspec import Struct

from replays import views
from schemas import commands as c
from schemas.base import Json
from schemas.replies import Needed
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


async def preview(battles: Battles, battle: str, seat: str, command: c.Command) -> Preview:
    """What the command would need and do, dice left out. Raises Refused."""
    table = await battles.table(battle)
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
    return Preview(needs=views.needs(missing, table.state, sight) if whole else (), effects=effects)
