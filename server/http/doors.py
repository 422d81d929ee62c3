"""What every route needs: the use cases and the seats, kept on the app."""

from msgspec import Struct

from server.battles import shares
from server.battles.feed import Feed
from server.battles.service import Battles
from server.http.auth import Asker, Seats, asker, bearer, creator
from server.http.bodies import Req
from server.http.problems import Problem
from server.store.protocol import Share


class Doors(Struct):
    """The house behind the doors."""

    battles: Battles
    seats: Seats
    feed: Feed
    create_key: str = ""

    def creator(self, request: Req) -> None:
        """Raises Problem unless whoever asks may create battles here."""
        creator(request, self.create_key)

    async def asker(self, request: Req, battle: str) -> Asker:
        """Who asks about this battle. Raises Problem."""
        return await asker(request, self.battles, self.seats, battle)

    async def share(self, request: Req, battle: str) -> Share | None:
        """The share of this battle whose token the request carries, if it does. Raises Problem."""
        token = bearer(request)
        if token is None or await self.seats.of(token) is not None:
            return None
        share = await shares.find(self.battles, token)
        if share is not None and share.battle != battle:
            raise Problem("no-such-battle", battle=battle[:60])
        return share


def doors(request: Req) -> Doors:
    """The app's doors."""
    found: Doors = request.app.state.doors
    return found
