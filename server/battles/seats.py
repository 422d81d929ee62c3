"""Who sits where: invites with codes that work once, joining, re-seating (contract 2)."""

from msgspec import Struct

from replays.reducer import apply
from schemas import effects as e
from schemas.seats import GM, SPECTATOR
from schemas.state import State
from server.battles import clock, commanding
from server.battles.service import ATTEMPTS, Battles
from server.battles.table import Scribe
from server.engine.refusals import Refused
from server.engine.setup import MOST_SEATS, RESERVED_SEATS
from server.store.errors import Claimed, Conflict, StoreError


class Change(Struct, frozen=True, kw_only=True):
    """What happens to a seat: the events that tell of it, and what is stored with them or not at all."""

    by: str
    seat: str
    how: tuple[str, ...]
    revoke: bool = False
    code: bytes | None = None
    claim: bytes | None = None
    token: bytes | None = None


async def invite(battles: Battles, battle: str, seat: str, *, revoke: bool) -> str:
    """A code for a seat, also a new one; `revoke` ends its tokens and older codes first. Raises Refused."""
    table = await battles.table(battle)
    table.takes_commands()
    added = seat not in (GM, SPECTATOR, *table.state.seats)
    if added:
        _may_be_added(table.state, seat)
    code = clock.new_token()
    how = (("added",) if added else ()) + (("revoked",) if revoke else ())
    change = Change(by=GM, seat=seat, how=how, revoke=revoke, code=clock.hash_of(code))
    await _make(battles, battle, change)
    return code


def _may_be_added(state: State, seat: str) -> None:
    if seat in RESERVED_SEATS:
        raise Refused("malformed", why="reserved-seat", path="$.seat", seat=seat)
    if len(state.seats) >= MOST_SEATS:
        raise Refused("impossible", why="too-many-seats", most=MOST_SEATS)


async def join(battles: Battles, code: str) -> tuple[str, str, str]:
    """Uses a code up: (token, battle, seat). Raises Refused `bad-token` for one that is none, or used."""
    hashed = clock.hash_of(code)
    found = await battles.store.invite(hashed)
    if found is None:
        raise Refused("bad-token", why="bad-invite")
    battle, seat = found
    token = clock.new_token()
    change = Change(by=seat, seat=seat, how=("claimed",), claim=hashed, token=clock.hash_of(token))
    try:
        await _make(battles, battle, change)
    except Claimed as error:
        raise Refused("bad-token", why="bad-invite") from error
    return token, battle, seat


async def _make(battles: Battles, battle: str, change: Change) -> None:
    """Appends a seat's events with what belongs to them in the same transaction. Raises Refused."""
    for _ in range(ATTEMPTS):
        async with battles.held(battle) as table:
            scribe = Scribe(table, clock.now())
            _write(scribe, change)
            try:
                await battles.store.append(
                    battle,
                    [entry.row for entry in scribe.entries],
                    tokens={} if change.token is None else {change.seat: change.token},
                    invites={} if change.code is None else {change.seat: change.code},
                    revoke=[change.seat] if change.revoke else [],
                    claim=change.claim,
                )
            except Conflict:
                battles.outrun(battle)
                continue
            except Claimed:
                raise
            except StoreError:
                battles.forget(battle)
                raise
            commanding.take(table, scribe)
            battles.hub.wake(battle, table.state.seq)
            return
    raise Refused("conflict")


def _write(scribe: Scribe, change: Change) -> None:
    for how in change.how:
        fact = e.SeatChanged(seat=change.seat, how=how)
        said = {"type": "seat", "seat": change.seat, "how": how}
        scribe.write(change.by, said, (), (fact,), apply(scribe.state, fact), "n")
