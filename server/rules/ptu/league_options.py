"""T6: what a trainer could declare, and carrying out what was declared."""

from itertools import islice, product
from typing import Any

from msgspec.structs import replace

from schemas import commands as c
from schemas.phrases import Phrase
from schemas.seats import plays
from schemas.state import State, Unit
from server.rules.ptu import league_order
from server.rules.ptu.commands import Declare
from server.rules.ptu.offers import Options, allowed, choices, option
from server.rules.ptu.readiness import must_declare

MOST_DECLARED = 60
"""Single actions that a declaration is offered with."""


TRIED = 3
"""Values of a choice that a declaration is offered with."""


def declaring(state: State, unit: Unit, seat: str, offers: Options) -> Options:
    """T6: nothing, or one of the actions that `offers` holds for a trainer who may act."""
    if not must_declare(state, unit) or not allowed(state, Declare(unit=unit.id, actions=()), seat):
        return
    actions: list[Any] = [()]
    for one in offers:
        if one.command["type"] == "pass":
            continue
        fields = list(one.choose)
        values = islice(product(*(one.choose[field][:TRIED] for field in fields)), TRIED)
        actions += [
            ({**one.command, **{f: v.value for f, v in zip(fields, chosen, strict=True)}},)
            for chosen in values
        ]
    said = Declare(unit=unit.id, actions=())
    yield option(Phrase("declare", unit=unit.name), said, actions=choices(actions[:MOST_DECLARED]))


def acting(state: State, unit: Unit) -> State:
    """The state in which the trainer's declaration is carried out."""
    counters = {**unit.counters, "carrying": 1}
    return replace(state, units={**state.units, unit.id: replace(unit, counters=counters)})


def carrying_out(state: State, seat: str) -> Options:
    """T6: what was declared, where its dice are the table's."""
    id_ = league_order.due(state)
    if id_ is not None and plays(seat, state.units[id_]):
        yield option(Phrase("carry-out-declared", unit=state.units[id_].name), c.CarryOut(unit=id_))
