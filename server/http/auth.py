"""Who asks: a bearer token stands for one seat of one battle (contract 2, 9)."""

import hmac
import time
from collections import OrderedDict

from msgspec import Struct

from schemas.seats import GM, SPECTATOR
from server.battles import reading
from server.battles.clock import hash_of
from server.battles.service import Battles
from server.http.bodies import Req
from server.http.problems import Problem
from server.store.protocol import Store

REMEMBERED = 10_000
SECONDS = 2.0
"""A token's seat is remembered so long: a seat that another process ends is out after that."""


class Asker(Struct, frozen=True):
    """A seat of a battle: who asks (`seat`), and as whom they look (`view`)."""

    battle: str
    seat: str
    view: str


class Seats:
    """Tokens to seats, remembered for a moment."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[bytes, tuple[float, tuple[str, str] | None]] = OrderedDict()

    async def of(self, token: str) -> tuple[str, str] | None:
        """The (battle, seat) of a token; None where it stands for none."""
        hashed = hash_of(token)
        known = self._known.get(hashed)
        now = time.monotonic()
        if known is not None and now - known[0] < SECONDS:
            return known[1]
        found = await self._store.seat_of(hashed)
        self._known[hashed] = (now, found)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return found

    def forget(self) -> None:
        """Seats have changed: ask the store again."""
        self._known.clear()


def bearer(request: Req) -> str | None:
    """The token that a request carries."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return None
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem("bad-token", headers={"WWW-Authenticate": "Bearer"})
    return token.strip()


def creator(request: Req, key: str) -> None:
    """Raises Problem unless the request carries the server's create key, where one is set."""
    if not key:
        return
    held = bearer(request)
    if held is None or not hmac.compare_digest(held.encode(), key.encode()):
        code = "no-token" if held is None else "bad-token"
        raise Problem(code, "create-key", headers={"WWW-Authenticate": "Bearer"})


async def asker(request: Req, battles: Battles, seats: Seats, battle: str) -> Asker:
    """Who asks about this battle. Raises Problem: 401 without a valid token, 404 with another battle's.

    A public battle can be read without one.
    """
    token = bearer(request)
    if token is None:
        record = await battles.store.battle(battle) if request.method == "GET" else None
        if record is None or not record.public:
            raise Problem("no-token", headers={"WWW-Authenticate": "Bearer"})
        return _looking(request, Asker(battle, SPECTATOR, SPECTATOR), ())
    found = await seats.of(token)
    if found is None:
        raise Problem("bad-token", headers={"WWW-Authenticate": "Bearer"})
    if found[0] != battle:
        raise Problem("no-such-battle", battle=battle[:60])
    as_another = found[1] == GM and "as" in request.query_params
    known = (await reading.state(battles, battle, None)).seats if as_another else ()
    return _looking(request, Asker(battle, found[1], found[1]), known)


def _looking(request: Req, asker: Asker, known: tuple[str, ...]) -> Asker:
    """As whom they look: `?as=seat` is the GM's. Raises Problem."""
    view = request.query_params.get("as", asker.seat)
    if view == asker.seat:
        return asker
    if asker.seat != GM or request.method != "GET":
        raise Problem("gm-only", command=f"?as={view[:40]}")
    if view not in (*known, SPECTATOR):
        raise Problem("malformed", "unknown-seat", path="?as", seat=view[:40])
    return Asker(asker.battle, asker.seat, view)
