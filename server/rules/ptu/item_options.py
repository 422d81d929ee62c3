"""T14: what a unit could do with what it holds, what lies about and what is in the bag."""

from schemas import commands as c
from schemas.phrases import Phrase
from schemas.replies import Choice
from schemas.state import State, Unit
from server.rules.ptu.commands import Drop, Give, PickUp
from server.rules.ptu.data import item_of
from server.rules.ptu.items import ground_items
from server.rules.ptu.offers import Options, allowed, option


def items(state: State, unit: Unit, seat: str) -> Options:
    """T14: drop, pick up, hand over, use."""
    if state.turn != unit.id:
        return
    if allowed(state, Drop(unit=unit.id), seat):
        yield option(Phrase("drop", unit=unit.name, item=unit.held), Drop(unit=unit.id))
    for item, _ in dict.fromkeys(ground_items(state)):
        if allowed(state, PickUp(unit=unit.id, item=item), seat):
            yield option(Phrase("pick-up", unit=unit.name, item=item), PickUp(unit=unit.id, item=item))
    for other in state.units if unit.held is not None else ():
        give = Give(unit=unit.id, item=unit.held or "", to=other)
        if allowed(state, give, seat):
            yield option(Phrase("give", unit=unit.name, item=unit.held, to=state.units[other].name), give)
    stock = [(name, False) for name in state.inventory.get(unit.side, {})]
    for name, held in [*stock, *([(unit.held, True)] if unit.held else [])]:
        said = c.UseItem(unit=unit.id, item=name, held=held)
        item_ = item_of(state, name)
        choices = tuple(
            Choice(value=id_)
            for id_ in state.units
            if allowed(state, c.UseItem(unit=unit.id, item=name, held=held, target=id_), seat)
        )
        if item_ is not None and choices:
            yield option(Phrase("use-item", unit=unit.name, item=item_.name or name), said, target=choices)
