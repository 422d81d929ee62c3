"""What every route needs: the use cases and the seats, kept on the app."""

from msgspec import Struct

from server.battles.feed import Feed
from server.battles.service import Battles
from server.http.auth import Asker, Seats, asker
from server.http.bodies import Req


class Doors(Struct):
    """The house behind the doors."""

    battles: Battles
    seats: Seats
    feed: Feed

    async def asker(self, request: Req, battle: str) -> Asker:
        """Who asks about this battle. Raises Problem."""
        return await asker(request, self.battles, self.seats, battle)


def doors(request: Req) -> Doors:
    """The app's doors."""
    found: Doors = request.app.state.doors
    return found
