"""Who goes on into the next battle: every unit as a specification (contract 2)."""

from replays import views
from schemas.replies import Roster
from server.battles import reading
from server.battles.service import Battles
from server.engine.judge import GM


async def roster(battles: Battles, battle: str, at: int | None, view: str = GM) -> Roster:
    """Every unit as a spec, as far as the reader sees it. Raises Refused."""
    table = await battles.table(battle)
    state = await reading.state(battles, battle, at)
    sight = views.sight(table.state, view)
    return Roster(
        units=views.roster(table.system.roster(state), state, sight),
        inventory=views.bags(state, sight),
        seats=state.seats,
        settings=state.settings,
    )
