"""Opening a battle: from a specification, or as a branch of another (contract 2)."""

from replays import views
from schemas.replies import Branches, Child
from schemas.seats import GM
from server.battles import commanding, creating, reading, shares
from server.battles.creating import Begun
from server.battles.service import Battles
from server.battles.table import Table
from server.engine.refusals import Refused
from server.store.protocol import Share


async def create(battles: Battles, raw: bytes) -> Begun:
    """A battle from a spec's JSON. Raises Refused `malformed` or `invalid-setup`."""
    system, spec = creating.read_spec(raw)
    return await _store(battles, creating.begin(system, spec))


async def branch(battles: Battles, battle: str, seat: str, at: int, title: str | None) -> Begun:
    """A battle that starts as this one stood after event `at`: the GM's, or anyone's once it ended."""
    parent = await battles.table(battle)
    if seat != GM and (_hiding(parent) or parent.state.phase != "ended"):
        raise Refused("gm-only", command="branch")
    return await _branch(battles, parent, at, title)


async def branch_shared(battles: Battles, share: Share, at: int, title: str | None) -> Begun:
    """The same by the holder of a share, from an event that it shows; a branch has its whole past."""
    parent = await battles.table(share.battle)
    if share.view != GM and _hiding(parent):
        raise Refused("gm-only", command="branch")
    shares.from_the_first(share)
    head = shares.head_of(share, parent)
    if at > head:
        raise Refused("no-such-event", at=at, head=head)
    return await _branch(battles, parent, at, title)


def _hiding(parent: Table) -> bool:
    return bool(views.hides(parent.state)) and not views.opened(parent.state)


async def _branch(battles: Battles, parent: Table, at: int, title: str | None) -> Begun:
    past = await reading.past(battles, parent, at)
    return await _store(battles, creating.branch(parent, past, at, title))


async def _store(battles: Battles, begun: Begun) -> Begun:
    async def work() -> Begun:
        await battles.store.create(begun.new, [entry.row for entry in begun.scribe.entries])
        commanding.take(begun.table, begun.scribe)
        battles.keep(begun.table)
        return begun

    return await battles.whole(work)


async def branches(battles: Battles, battle: str) -> Branches:
    """The battle's children, with the seq each left at."""
    await battles.table(battle)
    found = await battles.store.branches(battle)
    return Branches(branches=tuple(Child(at=at, id=id_, title=title) for at, id_, title in found))
