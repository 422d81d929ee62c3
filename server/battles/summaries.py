"""A battle at a glance: where it stands and whom it waits for (contract 2)."""

from msgspec.structs import replace

from replays import views
from schemas.replies import Parent, Summary, Waiting
from schemas.seats import GM
from server.battles.service import Battles
from server.battles.table import Table


async def summary(battles: Battles, battle: str, view: str = GM) -> Summary:
    """The battle at a glance, in a reader's view. Raises Refused."""
    table = await battles.table(battle)
    found = summary_of(table)
    known = views.known(table.state, views.sight(table.state, view))
    waiting = tuple(one for one in found.waiting_for if one.unit is None or one.unit in known.units)
    return replace(found, waiting_for=waiting)


def summary_of(table: Table) -> Summary:
    """The battle at a glance, as the GM sees it."""
    state, record = table.state, table.record
    return Summary(
        id=table.id,
        ruleset=state.ruleset,
        rules=state.rules,
        title=state.title,
        public=record.public,
        dice=state.dice,
        seats=state.seats,
        settings=state.settings,
        head=state.seq,
        hash=state.hash,
        phase=state.phase,
        round=state.round,
        outcome=state.outcome,
        waiting_for=_waiting_for(table),
        parent=None if record.origin is None else Parent(id=record.origin[0], seq=record.origin[1]),
        created_at=record.created_at,
        origin=record.imported,
    )


def _waiting_for(table: Table) -> tuple[Waiting, ...]:
    """Whom the battle waits for, and since when."""
    state = table.state
    if table.read_only:
        return ()
    if state.phase == "setup":
        waiting = [Waiting(seat=seat, why="ready") for seat in state.seats if seat not in state.ready]
        found = waiting or [Waiting(seat=GM, why="ready")]
    else:
        found = list(table.system.waiting(state))
    return tuple(replace(one, since=table.since) for one in found)
