"""What a seat could have accepted now (contract 2): the systems' options, in sight and in bounds."""

from collections.abc import Iterator

from msgspec.structs import replace

from replays import views
from schemas import commands as c
from schemas.phrases import Phrase
from schemas.replies import Option, Options
from schemas.seats import GM, SPECTATOR
from schemas.state import State, Unit
from server.battles.service import Battles
from server.engine.judge import refusals
from server.engine.refusals import Refused
from server.engine.system import System

MOST_VALUES = 20_000
"""Values that are offered for all units at once, but at least so many a field:"""
LEAST_VALUES = 20


async def options(battles: Battles, battle: str, seat: str, unit: str | None) -> Options:
    """What this seat could have accepted now. Raises Refused."""
    table = await battles.table(battle)
    sight = views.sight(table.state, seat)
    known = views.known(table.state, sight)
    if unit is not None and unit not in known.units:
        raise Refused("unknown-unit", unit=unit[:60])
    if table.read_only:
        return Options(seq=table.state.seq, options=())
    found = [
        replace(one, dice=views.needs(one.dice, table.state, sight))
        for one in options_of(table.system, known, seat, unit)
    ]
    return Options(seq=table.state.seq, options=tuple(found))


def options_of(system: System, state: State, seat: str, unit: str | None = None) -> list[Option]:
    """What a seat could have accepted in a state, or one of its units."""
    if seat == SPECTATOR or state.phase == "ended":
        return []
    units = [one for one in state.units.values() if seat == GM or one.seat == seat]
    found: list[Option] = []
    if unit is None:
        if state.phase == "setup" and seat != GM and seat not in state.ready:
            found.append(Option(label=Phrase("ready"), command={"type": "ready"}))
        found.extend(system.table_options(state, seat))
    for one in units:
        if unit is None or one.id == unit:
            found.extend(system.options(state, one, seat))
            if one.hidden and seat == GM:
                found.extend(_revealing(system, state, one))
    return found if unit is not None else _within(found)


def _revealing(system: System, state: State, unit: Unit) -> Iterator[Option]:
    """Contract 8: who lurks enters where it is, unless somebody stands there."""
    if next(refusals(system, state, c.Reveal(unit=unit.id), GM), None) is None:
        yield Option(label=Phrase("reveal", unit=unit.name), command={"type": "reveal", "unit": unit.id})


def _within(options: list[Option]) -> list[Option]:
    """All units at once on a large board: each field's first values; who asks for a unit alone gets all."""
    fields = [len(values) for option in options for values in option.choose.values()]
    if sum(fields) <= MOST_VALUES:
        return options
    share = max(LEAST_VALUES, MOST_VALUES // len(fields))
    return [
        replace(option, choose={name: values[:share] for name, values in option.choose.items()})
        for option in options
    ]
