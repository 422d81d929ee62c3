"""Who goes on into the next battle: every unit as a specification (contract 2)."""

from replays import views
from schemas.base import Json
from schemas.replies import Roster
from schemas.seats import GM
from schemas.state import State
from server.battles import reading
from server.battles.service import Battles
from server.engine.system import System


async def roster(battles: Battles, battle: str, at: int | None, view: str = GM) -> Roster:
    """Every unit as a spec, as far as the reader sees it. Raises Refused."""
    table = await battles.table(battle)
    state = await reading.state(battles, battle, at)
    sight = views.sight(table.state, view)
    units = views.roster(table.system.roster(state), state, sight)
    named = Named(table.system, state)
    return Roster(
        units=tuple(
            {**unit, "held": named.held(unit["held"])} if unit.get("held") else unit for unit in units
        ),
        inventory={
            side: {item: named.stocked(item, count) for item, count in bag.items()}
            for side, bag in views.bags(state, sight).items()
        },
        seats=state.seats,
        settings=state.settings,
    )


class Named:
    """How a next battle is told of an item: by name, or inline where its catalogue has another or none."""

    def __init__(self, system: System, state: State) -> None:
        self._known: dict[str, Json] = system.reference()["items"]
        self._items: dict[str, Json] = state.catalogue.get("items", {})

    def held(self, name: str) -> Json:
        """What stands in a unit's `held`."""
        item = self._inline(name)
        return name if item is None else item

    def stocked(self, name: str, count: int) -> Json:
        """What stands in a bag."""
        item = self._inline(name)
        return count if item is None else {**item, "count": count}

    def _inline(self, name: str) -> Json | None:
        item = self._items.get(name, {"id": name})
        usual = self._known.get(name) if self._known else {"id": name}  # without a catalogue any name will do
        return None if item == usual else item
