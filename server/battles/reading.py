"""Reading a battle's log: pages of it, the states around each event, the state at any event."""

from replays import views
from replays.dice import Draws
from replays.rebuild import Rebuilt
from schemas.state import State
from server.battles import commanding
from server.battles.service import Battles
from server.battles.table import Entry, Table
from server.engine.refusals import Refused
from server.store.protocol import Row


async def past(battles: Battles, table: Table, at: int) -> Rebuilt:
    """The battle after event `at`; 0 is before the first. Raises Refused `no-such-event`."""
    if at == table.state.seq:
        return table.now
    if at == 0:
        return Rebuilt(State(battle=table.id), Draws())
    if not 1 <= at <= table.lineage.head:
        raise Refused("no-such-event", at=at, head=table.lineage.head)
    return await battles.past.at(table.id, table.lineage, at)


async def state(battles: Battles, battle: str, at: int | None = None) -> State:
    """The state after event `at`, or now. Raises Refused."""
    table = await battles.table(battle)
    if at is None:
        return table.state
    if at < 1:
        raise Refused("no-such-event", at=at, head=table.lineage.head)
    return (await past(battles, table, at)).state


async def sight(battles: Battles, battle: str, view: str) -> views.Sight:
    """How a view looks at the battle now."""
    return views.sight((await battles.table(battle)).state, view)


async def hides(battles: Battles, battle: str) -> bool:
    """Whether the battle hides anything from anybody."""
    return bool(views.hides((await battles.table(battle)).state))


async def rows(battles: Battles, battle: str, after: int, limit: int) -> tuple[list[Row], int]:
    """A page of the log behind `after`, and the head."""
    table = await battles.table(battle)
    return await battles.store.events(battle, after, limit), table.state.seq


async def entries(battles: Battles, battle: str, after: int, limit: int) -> tuple[list[Entry], int]:
    """A page of the log with the states around each event, for patches and sentences."""
    table = await battles.table(battle)
    found = await battles.store.events(battle, after, limit)
    return await around(battles, table, found), table.state.seq


async def around(
    battles: Battles, table: Table, found: list[Row], before: State | None = None
) -> list[Entry]:
    """Rows that follow each other, each with the states before and after it; `before` the first, if known."""
    if not found:
        return []
    first = found[0].seq
    before = before or (await past(battles, table, first - 1)).state
    made: list[Entry] = []
    for row in found:
        turned = before
        if row.base is not None and row.base >= first:
            turned = made[row.base - first].after
        elif row.base is not None:
            turned = (await past(battles, table, row.base)).state
        made.append(Entry(row, before, commanding.folded(turned, row.body)))
        before = made[-1].after
    return made
