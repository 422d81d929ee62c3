"""T14: what hands do with things: drop, hand over, pick up, use."""

from schemas import commands as c
from schemas import effects as e
from schemas.state import Pending, State, Unit
from server.engine import windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import answers, conditions, damage, economy, opportunity, places
from server.rules.ptu.commands import Drop, Give, PickUp
from server.rules.ptu.data import Item, is_trainer, item_of, number, takes_part
from server.rules.ptu.readiness import Why, acting


def check_drop(state: State, said: Drop, seat: str) -> Why:
    """T14: a held item, a shift."""
    unit = state.units[said.unit]
    yield from acting(state, unit, "shift")
    if unit.held is None:
        yield Refusal("impossible", "T14", "nothing-held", {"unit": unit.id})


def drop(ledger: Ledger, said: Drop) -> None:
    """T14: it lies where the unit stands."""
    economy.spend(ledger, said.unit, "shift")
    let_fall(ledger, said.unit)


def let_fall(ledger: Ledger, id_: str) -> None:
    """T14, T55: what the unit held lies at its feet."""
    unit = ledger.unit(id_)
    if unit.held is None:
        return
    at = f"{unit.at[0]},{unit.at[1]}" if isinstance(unit.at, tuple) else str(unit.at)
    ledger.write(e.ItemMoved(item=unit.held, origin=e.Holder(unit=unit.id), to=e.Holder(at=unit.at)))
    _lie(ledger, [*ground_items(ledger.state), (unit.held, at)])


def _lie(ledger: Ledger, lying: list[tuple[str, str]]) -> None:
    now = tuple(f"{item}@{at}" for item, at in lying)
    ledger.write(e.CounterSet(name="ground", now=now or None))


def ground_items(state: State) -> list[tuple[str, str]]:
    """T14: what lies around: (item, where as text), from the battle's counter `ground`."""
    lying = state.counters.get("ground", ())
    return (
        [(one.partition("@")[0], one.partition("@")[2]) for one in lying] if isinstance(lying, tuple) else []
    )


def where(unit: Unit) -> tuple[str, ...]:
    """The places within reach of a unit's hands, as the counter `ground` writes them."""
    area = places.rect(unit)
    if area is None:
        return (str(unit.at),)
    around = (area[0] - 1, area[1] - 1, area[2] + 1, area[3] + 1)
    return tuple(f"{x},{y}" for x, y in places.covered(around))


def check_give(state: State, said: Give, seat: str) -> Why:
    """T14: to a trainer who is adjacent, and has free hands."""
    unit, other = state.units[said.unit], state.units.get(said.to)
    yield from acting(state, unit, "shift")
    if other is None or other.hidden:
        yield Refusal("unknown-unit", "T14", facts={"unit": said.to})
        return
    if unit.held != said.item:
        yield Refusal("unknown-item", "T14", "not-in-hand", {"unit": unit.id, "item": said.item})
    if not is_trainer(other) or not takes_part(other) or other.id == unit.id:
        yield Refusal("no-target", "T14", "not-a-trainer", {"unit": other.id})
    elif not places.beside(unit, other):
        yield Refusal("out-of-range", "T14", "not-adjacent", {"unit": other.id})
    if other.held is not None:
        yield Refusal("impossible", "T14", "hands-full", {"unit": other.id})


def give(ledger: Ledger, said: Give) -> None:
    """T14."""
    economy.spend(ledger, said.unit, "shift")
    if ledger.unit(said.unit).held == said.item:
        ledger.write(e.ItemMoved(item=said.item, origin=e.Holder(unit=said.unit), to=e.Holder(unit=said.to)))


def check_pick_up(state: State, said: PickUp, seat: str) -> Why:
    """T14: a standard action."""
    unit = state.units[said.unit]
    yield from acting(state, unit, "standard")
    if not any(item == said.item and at in where(unit) for item, at in ground_items(state)):
        yield Refusal("unknown-item", "T14", "not-lying", {"unit": unit.id, "item": said.item})
    if unit.held is not None:
        yield Refusal("impossible", "T14", "hands-full", {"unit": unit.id})


def pick_up(ledger: Ledger, said: PickUp) -> None:
    """T14."""
    if not economy.spend(ledger, said.unit, "standard"):
        return
    foes = opportunity.by_rising(ledger.state, ledger.unit(said.unit))
    declared = e.Declared(unit=said.unit, action="pick-up", item=said.item)
    if not answers.declare(ledger, declared, foes):
        take_up(ledger, said.unit, said.item)


def take_up(ledger: Ledger, id_: str, item: str) -> None:
    """T14: what lies there still is in its hand now."""
    unit = ledger.unit(id_)
    lying = ground_items(ledger.state)
    found = next((one for one in lying if one[0] == item and one[1] in where(unit)), None)
    if found is None or unit.fainted:
        return
    lying.remove(found)
    _lie(ledger, lying)
    ledger.write(e.ItemMoved(item=item, origin=e.Holder(at=unit.at), to=e.Holder(unit=unit.id)))


def check_use(state: State, said: c.UseItem, seat: str) -> Why:
    """T14: from the bag, or what is held; a standard action, on somebody adjacent or oneself."""
    unit = state.units[said.unit]
    yield from acting(state, unit, "standard")
    yield from _serving(state, unit, said)


def _serving(state: State, unit: Unit, said: c.UseItem) -> Why:
    """T14: the item is there, and helps somebody within reach."""
    item = item_of(state, said.item)
    has = unit.held == said.item if said.held else state.inventory.get(unit.side, {}).get(said.item, 0) > 0
    if not has or item is None:
        why = "not-in-hand" if said.held else "not-in-bag"
        yield Refusal("unknown-item", "T14", why, {"unit": unit.id, "item": said.item})
        return
    if item.ball is not None or not (item.heal or item.cure or item.temporary_hp):
        yield Refusal("impossible", "T14", "not-usable", {"item": item.id})
    target = state.units.get(said.target or unit.id)
    if target is None or target.hidden:
        yield Refusal("unknown-unit", "T14", facts={"unit": said.target or ""})
        return
    if target.fainted or not takes_part(target):
        yield Refusal("no-target", "T14", "item-on-fainted", {"unit": target.id, "item": item.id})
    elif target.id != unit.id and not places.beside(unit, target):
        yield Refusal("out-of-range", "T14", "not-adjacent", {"unit": target.id})
    elif target.side == unit.side and not _helps(target, item):  # of a foe it would tell what is hidden
        yield Refusal("impossible", "T14", "item-does-nothing", {"unit": target.id, "item": item.id})


def _helps(target: Unit, item: Item) -> bool:
    """Whether there is something to heal, to cure or to shield."""
    return (
        (item.heal > 0 and target.hp < damage.usable(target))
        or any(name in target.statuses for name in item.cure)
        or item.temporary_hp > number(target, "temporary_hp")
    )


def use(ledger: Ledger, said: c.UseItem) -> None:
    """T14, T20."""
    if not economy.spend(ledger, said.unit, "standard"):
        return
    declared = e.Declared(
        unit=said.unit, action="use-item", item=said.item, target=said.target,
        details=windows.details(held=said.held),
    )  # fmt: skip
    if not answers.declare(ledger, declared, []):
        _use_up(ledger, said)


def carry_out(ledger: Ledger, pending: Pending) -> None:
    """T20, T21: judged anew; an item that helps nobody any more stays."""
    held = bool((pending.details or {}).get("held"))
    said = c.UseItem(unit=pending.unit, item=pending.item or "", target=pending.target, held=held)
    why = next(_serving(ledger.state, ledger.unit(said.unit), said), None)
    if why is not None:
        ledger.write(e.Cancelled(unit=said.unit, why=why.code))
        return
    windows.take(ledger, pending)
    _use_up(ledger, said)


def _use_up(ledger: Ledger, said: c.UseItem) -> None:
    unit = ledger.unit(said.unit)
    item = item_of(ledger.state, said.item)
    if item is None:
        return
    target = said.target or unit.id
    left = 0 if said.held else max(0, ledger.state.inventory.get(unit.side, {}).get(item.id, 0) - 1)
    ledger.write(e.ItemUsed(unit=unit.id, item=item.id, target=target, left=left, held=said.held))
    _serve(ledger, target, item)


def _serve(ledger: Ledger, target: str, item: Item) -> None:
    conditions.cure(ledger, target, item.cure, item.id)
    if item.heal:
        damage.heal(ledger, target, item.heal, item.id)
    if item.temporary_hp:
        damage.shield(ledger, target, item.temporary_hp)
