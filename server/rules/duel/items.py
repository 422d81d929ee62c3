"""What a trainer may use on a creature of the own side (D10)."""

from collections.abc import Iterator

from schemas import commands as c
from schemas.state import State, Unit
from server.engine.refusals import Refusal
from server.rules.duel.data import Item, item_of


def check(state: State, unit: Unit, said: c.UseItem) -> Iterator[Refusal]:
    """D10: in the bag or in hand, for one of the own side, and of some use."""
    has = unit.held == said.item if said.held else state.inventory.get(unit.side, {}).get(said.item, 0) > 0
    item = item_of(state, said.item)
    if not has or item is None:
        why = "not-in-hand" if said.held else "not-in-bag"
        yield Refusal("unknown-item", "D10", why, {"unit": unit.id, "item": said.item})
        return
    target = state.units.get(said.target or unit.id)
    if target is None or target.hidden:
        yield Refusal("unknown-unit", "D10", facts={"unit": said.target or ""})
        return
    if target.side != unit.side:
        yield Refusal("no-target", "D10", "not-an-ally", {"unit": target.id})
    if target.fainted and not item.revive:
        yield Refusal("fainted", "D10", "item-on-fainted", {"unit": target.id, "item": item.id})
    elif not would_do(item, target):
        yield Refusal("impossible", "D10", "item-does-nothing", {"unit": target.id, "item": item.id})


def would_do(item: Item, target: Unit) -> bool:
    """Whether it would change anything."""
    if target.fainted or item.revive:
        return item.revive and target.fainted
    return (
        any(name in target.statuses for name in item.cure)
        or (item.heal > 0 and target.hp < target.max_hp)
        or (item.pp > 0 and any(pool.now < pool.max for pool in target.pools.values()))
        or (bool(item.stage) and target.out)
    )
