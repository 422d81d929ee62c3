"""Links to replays: made, shown, ended (contract 2). A link is a secret like a token, kept as a hash only."""

from datetime import UTC, datetime

from msgspec import Struct

from replays import views
from schemas.seats import GM, SPECTATOR
from schemas.state import State
from server.battles import clock, reading, taping
from server.battles.service import Battles
from server.battles.table import PAGE, Entry, Table
from server.engine.refusals import Refused
from server.store.protocol import Share


class Replay(Struct, frozen=True):
    """What a link shows: the battle as its view sees it, from `share.first` to `head`."""

    share: Share
    last: State
    head: int
    sight: views.Sight
    entries: tuple[Entry, ...]
    state: State | None


async def make(
    battles: Battles, battle: str, seat: str, view: str, first: int, last: int | None, expires_at: str | None
) -> str:
    """A new link's token. Raises Refused."""
    state = (await battles.table(battle)).state
    if seat == SPECTATOR:
        raise Refused("read-only")
    if seat != GM and view != seat:
        raise Refused("gm-only", command=f"share {view[:40]}")
    if view not in (GM, views.PUBLIC, SPECTATOR, *state.seats):
        raise Refused("malformed", why="unknown-seat", path="$.view", seat=view[:40])
    to = state.seq if last is None else last
    if not 1 <= first <= to <= state.seq:
        raise Refused("no-such-event", at=first if 1 <= to <= state.seq else to, head=state.seq)
    if expires_at is not None:
        _moment(expires_at)
    token = clock.new_token()
    share = Share(clock.hash_of(token), battle, view, seat, first, last, expires_at)
    await battles.store.append(battle, [], share=share)
    return token


def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise Refused("malformed", why="not-a-time", path="$.expires_at") from error
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


async def of(battles: Battles, token: str) -> Share:
    """The share that a link stands for. Raises Refused: 404 where there never was one, 410 once it ended."""
    share = await find(battles, token)
    if share is None:
        raise Refused("no-such-share")
    return share


async def find(battles: Battles, token: str) -> Share | None:
    """The share that a token stands for, None where it stands for none. Raises Refused once it ended."""
    share = await battles.store.share(clock.hash_of(token))
    if share is None:
        return None
    over = share.expires_at is not None and _moment(share.expires_at) <= _moment(clock.now())
    if share.ended or over:
        raise Refused("share-ended")
    return share


async def end(battles: Battles, token: str, battle: str, seat: str) -> None:
    """Ends a link at once: its maker may, and the GM. Raises Refused."""
    share = await of(battles, token)
    if share.battle != battle:
        raise Refused("no-such-share")
    if seat not in (GM, share.made_by):
        raise Refused("gm-only", command="end the share")
    await battles.store.append(battle, [], end_share=share.hash)


def from_the_first(share: Share) -> None:
    """Raises Refused for a share that does not show the first events: there is no log without them."""
    if share.first > 1:
        raise Refused("redacted", why="begins-later", first=share.first)


def head_of(share: Share, table: Table) -> int:
    """The last event that a share shows."""
    return table.state.seq if share.last is None else min(share.last, table.state.seq)


async def replay(battles: Battles, token: str, at: int | None, *, patched: bool = False) -> Replay:
    """The battle as the link shows it; `patched`: with the state to begin with. Raises Refused."""
    share = await of(battles, token)
    head = head_of(share, await battles.table(share.battle))
    if at is not None and not share.first <= at <= head:
        raise Refused("no-such-event", at=at, head=head)
    if at is None and patched:
        at = share.first
    last = await reading.state(battles, share.battle, head)
    sight = views.sight(last, share.view)
    entries: list[Entry] = []
    after = share.first - 1
    while after < head:
        found, _ = await reading.entries(battles, share.battle, after, min(PAGE, head - after))
        entries.extend(found)
        after += len(found)
    state = None if at is None else await reading.state(battles, share.battle, at)
    return Replay(share, last, head, sight, tuple(entries), state)


async def tape(battles: Battles, token: str) -> tuple[str, bytes]:
    """The battle's id and the replay file as the link shows it. Raises Refused."""
    share = await of(battles, token)
    from_the_first(share)
    head = head_of(share, await battles.table(share.battle))
    return share.battle, await taping.tape(battles, share.battle, share.view, head)
