"""Items: from the bag, in hand, thrown (P37-P41)."""

from collections.abc import Iterator

from schemas import commands as c
from schemas import effects as e
from schemas.base import Term
from schemas.state import State, Unit
from server.engine import grid
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.pmd import outcomes, targeting
from server.rules.pmd.data import Item, item_of, terrains
from server.rules.pmd.turn import faint


def in_reach(state: State, unit: Unit, said: c.UseItem) -> Item | Refusal:
    """P37, P38: the item, where the unit has it in hand or its side in the bag."""
    has = unit.held == said.item if said.held else state.inventory.get(unit.side, {}).get(said.item, 0) > 0
    item = item_of(state, said.item)
    if not has or item is None:
        why = "not-in-hand" if said.held else "not-in-bag"
        return Refusal(
            "unknown-item", "P38" if said.held else "P37", why, {"unit": unit.id, "item": said.item}
        )
    return item


def check(state: State, unit: Unit, said: c.UseItem, item: Item) -> Iterator[Refusal]:
    """P37, P39, P40: why this item does not do this here."""
    if item.throw is not None:
        yield from _check_throw(state, unit, said, item)
        return
    if not item.consumable:
        yield Refusal("impossible", "P37", "not-usable", {"item": item.id})
    target = state.units.get(said.target or unit.id)
    if target is None or target.hidden:
        yield Refusal("unknown-unit", "P37", facts={"unit": said.target or ""})
        return
    if target.side != unit.side:
        yield Refusal("no-target", "P37", "not-an-ally", {"unit": target.id})
    if item.revive:
        yield from _check_revive(state, unit, said, target)
    elif target.fainted:
        yield Refusal("impossible", "P37", "item-on-fainted", {"unit": target.id, "item": item.id})
    elif not _would_do(item, target):
        yield Refusal("impossible", "P37", "item-does-nothing", {"unit": target.id, "item": item.id})


def _would_do(item: Item, target: Unit) -> bool:
    pp = target.pools["pp"]
    return (
        any(name in target.statuses for name in item.cure)
        or (item.heal > 0 and target.hp < target.max_hp)
        or (item.pp > 0 and pp.now < pp.max)
    )


def _check_throw(state: State, unit: Unit, said: c.UseItem, item: Item) -> Iterator[Refusal]:
    if state.phase == "setup":
        yield Refusal("battle-not-started", "P38")
        return
    assert item.throw is not None
    found = targeting.throw(state, unit, item.throw.over, said)
    if isinstance(found, Refusal):
        yield found


def _check_revive(state: State, unit: Unit, said: c.UseItem, target: Unit) -> Iterator[Refusal]:
    """P39: a fainted ally stands again at `at`, a free cell next to the user."""
    if not target.fainted:
        yield Refusal("impossible", "P39", "not-fainted", {"unit": target.id})
    if state.phase == "setup":
        return
    here = grid.cell_of(unit)
    if not isinstance(said.at, tuple) or here is None:
        yield Refusal("impossible", "P39", "name-cell", {"item": said.item})
        return
    if not grid.on_board(state.board, said.at):
        yield Refusal("off-board", "P39", facts={"at": said.at})
    if grid.steps(here, said.at) > 1:
        yield Refusal("too-far", "P39", "not-next-to", {"at": said.at, "unit": unit.id})
    if said.at in grid.standing(state):
        by = grid.standing(state)[said.at]
        yield Refusal("occupied", "P39", facts={"at": said.at, "by": by})
    if said.at in terrains(state.board).enter:
        yield Refusal("blocked", "P39", "wall", {"at": said.at})


def use(ledger: Ledger, unit: Unit, said: c.UseItem, direction: str | None) -> None:
    """P37-P40: the item is used up and does its work."""
    item = item_of(ledger.state, said.item)
    if item is None:
        return
    target = said.target or (None if item.throw is not None else unit.id)
    left = 0
    if not said.held:
        left = max(0, ledger.state.inventory.get(unit.side, {}).get(item.id, 0) - 1)
    ledger.write(e.ItemUsed(unit=unit.id, item=item.id, target=target, left=left, held=said.held))
    if item.throw is not None:
        _throw(ledger, unit, item, direction, target)
    elif target is not None:
        _consume(ledger, unit, item, target, said)


def _consume(ledger: Ledger, unit: Unit, item: Item, target: str, said: c.UseItem) -> None:
    if item.revive:
        _revive(ledger, target, said)
        return
    outcomes.cure(ledger, target, item.cure, item.id)
    if item.heal:
        outcomes.heal(ledger, target, item.heal, item.id)
    if item.pp:
        outcomes.give_pp(ledger, target, item.pp)


def _revive(ledger: Ledger, id_: str, said: c.UseItem) -> None:
    """P39: HP and PP full, statuses gone."""
    outcomes.cure(ledger, id_, "all", "revived")
    unit = ledger.unit(id_)
    at = said.at if ledger.state.phase == "battle" else None
    ledger.write(e.Revived(unit=id_, now=unit.max_hp, at=at))
    outcomes.give_pp(ledger, id_, unit.pools["pp"].max)


def _throw(ledger: Ledger, unit: Unit, item: Item, direction: str | None, target: str | None) -> None:
    """P40: flat damage, no other terms."""
    throw = item.throw
    assert throw is not None
    struck = targeting.throw_anew(ledger.state, unit, throw.over, direction, target)
    if struck is None:
        ledger.write(e.Missed(unit=unit.id, target=target, why="nobody"))
        return
    now = max(0, ledger.unit(struck).hp - throw.power)
    terms = (Term(name="power", value=throw.power),)
    ledger.write(e.Damaged(unit=struck, amount=throw.power, now=now, terms=terms, cause=item.id))
    if now == 0:
        faint(ledger, struck, item.id)


def equip(ledger: Ledger, unit: Unit, item: str | None) -> None:
    """P38: what was in hand goes back to the bag; what comes out of the bag is in hand."""
    if unit.held is not None:
        now = ledger.state.inventory.get(unit.side, {}).get(unit.held, 0) + 1
        ledger.write(
            e.ItemMoved(item=unit.held, origin=e.Holder(unit=unit.id), to=e.Holder(side=unit.side, now=now))
        )
    if item is not None:
        left = max(0, ledger.state.inventory.get(unit.side, {}).get(item, 0) - 1)
        ledger.write(
            e.ItemMoved(item=item, origin=e.Holder(side=unit.side, now=left), to=e.Holder(unit=unit.id))
        )
