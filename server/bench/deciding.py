"""Row: how many commands the rules decide in a second on one core, each appended to a list."""

import time
from statistics import median

from replays.dice import Draws, round_of
from schemas.effects import Effect
from schemas.events import Roll
from schemas.seats import GM, SERVER
from server.battles.table import Table
from server.bench import endless
from server.bench.bench import Bench
from server.bench.figures import Figure, at_least
from server.engine.dice import ServerDice
from server.engine.judge import judge
from server.engine.system import type_of

UNITS = 20
ASKED = 20_000
Log = list[tuple[list[Roll], list[Effect]]]


async def decided(bench: Bench) -> list[Figure]:
    """pmd, 20 units, server dice: judged, reduced, and what came of it kept; no chain, no store."""
    new = endless.begun(UNITS)
    new.table.state = new.scribe.state

    rate = median(_rate(new.table, bench.sizes.decided) for _ in range(bench.sizes.runs))
    return [at_least(f"pmd commands decided, {UNITS} units", "/s", rate, ASKED, 1)]


def _rate(table: Table, commands: int) -> float:
    """In a second of one core's time, whatever else the machine does."""
    began = time.process_time()
    _decided(table, commands)
    return commands / (time.process_time() - began)


def _decided(table: Table, commands: int) -> Log:
    """A list of so many commands' dice and effects, those included that follow by themselves."""
    system, seed = table.system, table.seeds[0]
    state, draws = table.state, Draws(0, table.state.round)
    log: Log = []
    while len(log) < commands:
        following = system.automatic(state)
        command = following or endless.next_command(state)
        draws = draws.at_round(round_of(type_of(command), state.round))
        ledger = judge(system, state, command, SERVER if following else GM, ServerDice(seed, (), draws))
        log.append((ledger.rolls, ledger.effects))
        state, draws = ledger.state, draws.after(ledger.rolls) if ledger.rolls else draws
    return log
