"""Who sits where: invites with codes that work once, joining, re-seating (contract 2)."""

from replays.reducer import apply
from schemas import effects as e
from server.battles import clock, commanding
from server.battles.service import ATTEMPTS, Battles
from server.battles.table import Scribe
from server.engine.judge import GM, SPECTATOR
from server.engine.refusals import Refused
from server.store.errors import Claimed, Conflict, StoreError


async def invite(battles: Battles, battle: str, seat: str, *, revoke: bool) -> str:
    """A code for a seat, also a new one; `revoke` ends the seat's tokens and older codes first."""
    state = (await battles.table(battle)).state
    code = clock.new_token()
    known = seat in (GM, SPECTATOR, *state.seats)
    how = ([] if known else ["added"]) + (["revoked"] if revoke else [])
    await _change(battles, battle, GM, seat, how, {"code": clock.hash_of(code), "revoke": revoke})
    return code


async def join(battles: Battles, code: str) -> tuple[str, str, str]:
    """Uses a code up: (token, battle, seat). Raises Refused `bad-token` for one that is none, or used."""
    hashed = clock.hash_of(code)
    found = await battles.store.invite(hashed)
    if found is None:
        raise Refused("bad-token", why="bad-invite")
    battle, seat = found
    token = clock.new_token()
    try:
        await _change(
            battles, battle, seat, seat, ["claimed"], {"claim": hashed, "token": clock.hash_of(token)}
        )
    except Claimed as error:
        raise Refused("bad-token", why="bad-invite") from error
    return token, battle, seat


async def _change(
    battles: Battles, battle: str, by: str, seat: str, how: list[str], beside: dict[str, object]
) -> None:
    """Appends a seat's event with what belongs to it in the same transaction."""
    for _ in range(ATTEMPTS):
        table = await battles.table(battle)
        async with table.lock:
            scribe = Scribe(table, clock.now())
            for one in how:
                fact = e.SeatChanged(seat=seat, how=one)
                after = apply(scribe.state, fact)
                scribe.write(by, {"type": "seat", "seat": seat, "how": one}, (), (fact,), after, "n")
            try:
                await battles.store.append(
                    battle,
                    [entry.row for entry in scribe.entries],
                    tokens={seat: token} if isinstance(token := beside.get("token"), bytes) else {},
                    invites={seat: code} if isinstance(code := beside.get("code"), bytes) else {},
                    revoke=[seat] if beside.get("revoke") else [],
                    claim=claim if isinstance(claim := beside.get("claim"), bytes) else None,
                )
            except Conflict:
                battles.outrun(battle)
                continue
            except StoreError:
                battles.forget(battle)
                raise
            commanding.take(table, scribe)
            battles.hub.wake(battle, table.state.seq)
            return
    raise Refused("conflict")
