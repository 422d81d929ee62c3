"""A command from arrival to answer (contract 4): its id, what it expected, the verdict, the append."""

from msgspec import Struct
from msgspec.structs import replace
from prometheus_client import Counter

from replays import views
from schemas import commands as c
from server.battles import clock, commanding, reading
from server.battles.service import ATTEMPTS, Battles
from server.battles.table import PAGE, Entry, Scribe, Table
from server.engine.refusals import Refused, RollsNeeded
from server.store.errors import Conflict, StoreError
from server.store.protocol import Row

COMMANDS = Counter(
    "battletape_commands",
    "Commands by rule system and outcome: accepted, repeated, not-stored, or the code of the refusal.",
    ["ruleset", "outcome"],
)


class Answer(Struct, frozen=True):
    """What a command came to: its events with the states around them; `again`: it was answered before."""

    entries: tuple[Entry, ...]
    again: bool = False


async def command(battles: Battles, battle: str, seat: str, said: c.Command) -> Answer:
    """Judges, appends, answers. Raises Refused; StoreError where nothing could be stored."""
    ruleset = (await battles.system(battle)).id
    try:
        answer = await battles.whole(lambda: _command(battles, battle, seat, said))
    except Refused as refused:
        COMMANDS.labels(ruleset, refused.refusal.code).inc()
        raise
    except StoreError:
        COMMANDS.labels(ruleset, "not-stored").inc()
        raise
    COMMANDS.labels(ruleset, "repeated" if answer.again else "accepted").inc()
    return answer


async def _command(battles: Battles, battle: str, seat: str, said: c.Command) -> Answer:
    for _ in range(ATTEMPTS):
        async with battles.held(battle) as table:
            try:
                return await _try(battles, table, seat, said)
            except Conflict:
                battles.outrun(battle)
            except StoreError:
                battles.forget(battle)
                raise
    raise Refused("conflict")


async def _try(battles: Battles, table: Table, seat: str, said: c.Command) -> Answer:
    table.takes_commands()
    if said.id is not None:
        known = await _answered(battles, table, seat, said)
        if known is not None:
            return known
    await _fresh(battles, table, seat, said)
    scribe = Scribe(table, clock.now())
    if isinstance(said, commanding.TURNING_BACK):
        await commanding.turn_back(battles.past, table, scribe, said, seat)
    else:
        _decide(table, scribe, said, seat)
    commanding.follow(table, scribe)
    rows = _receipt([entry.row for entry in scribe.entries], seat, said)
    status = commanding.status_of(table.state, scribe.state)
    await battles.store.append(table.id, rows, seeds=scribe.seeds, status=status)
    entries = commanding.take(table, scribe)
    battles.hub.wake(table.id, table.state.seq)
    table.behind = battles.past.grown(table.id, table.now)
    return Answer(tuple(entries))


def _decide(table: Table, scribe: Scribe, said: c.Command, seat: str) -> None:
    try:
        commanding.decide(table, scribe, said, seat)
    except RollsNeeded as missing:
        asked = views.needs(missing.needs, table.state, views.sight(table.state, seat))
        raise RollsNeeded(asked, missing.refusal.rule) from None


async def _answered(battles: Battles, table: Table, seat: str, said: c.Command) -> Answer | None:
    """The first answer to the same id (contract 4). Raises Refused `id-reused` for another body."""
    receipt = await battles.store.receipt(table.id, seat, said.id or "")
    if receipt is None:
        return None
    digest, rows = receipt
    if digest != commanding.digest_of(said):
        raise Refused("id-reused", id=said.id)
    return Answer(tuple(await reading.around(battles, table, rows)), again=True)


async def _fresh(battles: Battles, table: Table, seat: str, said: c.Command) -> None:
    """Raises Refused `stale` where something that changes the state came after `expected`."""
    expected, head = said.expected, table.state.seq
    if expected is None or table.lineage.changed <= expected <= head:
        return
    missed = await battles.store.events(table.id, expected, PAGE) if expected < head else []
    sight = views.sight(table.state, seat)
    entries = await reading.around(battles, table, missed)
    seen = [views.event(one.row.body, one.after, sight) for one in entries]
    raise Refused("stale", expected=expected, head=head, missed=seen)


def _receipt(rows: list[Row], seat: str, said: c.Command) -> list[Row]:
    """The rows with the command's id on the first, so that a retry finds its answer."""
    if said.id is None:
        return rows
    digest = commanding.digest_of(said)
    first = replace(rows[0], command_id=said.id, seat=seat, digest=digest, count=len(rows))
    return [first, *rows[1:]]
