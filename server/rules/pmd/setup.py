"""From a creation to event 1: units with everything resolved (P1, P5)."""

from functools import partial
from typing import Any

import msgspec

from schemas.effects import Created, Enlisted
from schemas.seats import GM
from schemas.setup import BattleSpec, UnitSpec
from schemas.state import State, Unit
from server.engine import resolve
from server.engine import setup as must
from server.engine.catalogue import rows, table
from server.engine.refusals import InvalidSetup
from server.engine.system import Setting
from server.rules.pmd import FIRST, FOLDER, LASTING, SIDES, STATS
from server.rules.pmd.data import BASIC_ATTACK, Ability, Hook, Item, Move

USUAL_PP = 10
"""P5: the maximum unless it is given."""
SETTINGS = (
    Setting(key="ties", values=("ask", "roster"), default="ask", rule="P9"),
    Setting(key="immunity", values=("immune", "resist"), default="immune", rule="P20"),
    Setting(key="windows", values=("moves", "actions", "none"), default="moves", rule="P26"),
    Setting(key="type_immunity", values=(False, True), default=False, rule="P35"),
)


class PmdUnit(UnitSpec, frozen=True, kw_only=True):
    """A unit of this system: the shared fields are all it has."""


class PmdBattle(BattleSpec, frozen=True, kw_only=True):
    """A creation of this system."""

    units: tuple[PmdUnit, ...] = ()


def create(spec: PmdBattle, rules: str) -> tuple[Created, list[Enlisted]]:
    """P1, P5: the board, the bag and the units, with what the catalogue says copied in."""
    settings = must.frame(spec, spec.units, ("grid",), SETTINGS)
    items = dict(table(FOLDER, "items"))
    inventory = resolve.bags(spec, _side, resolve.stock(items, partial(_inline_item, items)))
    chart = rows(FOLDER, "chart")
    units = [_unit(unit, f"$.units[{n}]", chart, items) for n, unit in enumerate(spec.units)]
    catalogue = {"chart": chart, "items": items}
    return resolve.opening(spec, rules, settings, catalogue, inventory, units)


def enlist(spec: UnitSpec, state: State) -> Unit:
    """A further unit; it is placed like a reserve (P4)."""
    resolve.joining(spec, state)
    items = dict(state.catalogue["items"])
    unit = _unit(spec, "$.unit", state.catalogue["chart"], items)
    return msgspec.structs.replace(unit, reserve=True)


def _side(name: str, path: str) -> str:
    return must.one_of(name, SIDES, path)


def _inline_item(items: dict[str, Any], given: dict[str, Any], path: str) -> str:
    item = resolve.inline_named(given, Item, items, path)
    must.text(item.name, f"{path}.name")
    must.stats(item.stat, STATS, f"{path}.stat")
    for name in ("heal", "pp", "feeds"):
        must.number(getattr(item, name), f"{path}.{name}", 0, 1000)
    if item.throw is not None:
        must.number(item.throw.power, f"{path}.throw.power", 0, 1000)
    return item.id


def _unit(given: UnitSpec, path: str, chart: dict[str, Any], items: dict[str, Any]) -> Unit:
    spec = resolve.from_sample(given, table(FOLDER, "creatures"), path)
    side = _side(spec.side or "", f"{path}.side")
    types = spec.types or ()
    if len(types) > 2:
        raise InvalidSetup(f"{path}.types", "too-many", most=2, rule="P5")
    for index, name in enumerate(types):
        must.one_of(name, chart, f"{path}.types[{index}]")
        if name in types[:index]:
            raise InvalidSetup(f"{path}.types[{index}]", "twice", "P5", value=name)
    stats = dict.fromkeys(STATS, 0) | must.stats(spec.stats, STATS, f"{path}.stats")
    most = spec.max_hp if spec.max_hp is not None else 10 + stats["hp"]
    must.number(most, f"{path}.max_hp", 1, 10_000)
    hp = must.number(most if spec.hp is None else spec.hp, f"{path}.hp", 0, most)
    if spec.level is not None:
        must.number(spec.level, f"{path}.level", 0, 1000)
    statuses = must.statuses(spec.statuses, f"{path}.statuses")
    if sum(name in LASTING for name in statuses) > 1:
        raise InvalidSetup(f"{path}.statuses", "exclusive", "P34", allowed=list(LASTING))
    return Unit(
        id=spec.id,
        name=spec.name or spec.id,
        side=side,
        seat=None if spec.seat == GM else spec.seat,
        kind=must.slug(spec.kind or "creature", f"{path}.kind"),
        types=types,
        level=spec.level,
        stats=stats,
        hp=hp,
        max_hp=most,
        pools=must.pools(spec.pools, {"pp": USUAL_PP}, f"{path}.pools"),
        statuses=resolve.counting(statuses, FIRST, f"{path}.statuses"),
        held=resolve.held(spec.held, items, partial(_inline_item, items), f"{path}.held"),
        moves=resolve.moves(
            spec, table(FOLDER, "moves"), partial(_inline_move, chart), f"{path}.moves", (BASIC_ATTACK.id,)
        ),
        ability=_ability(spec, chart, f"{path}.ability"),
        fainted=hp == 0,
        reserve=spec.reserve,
        hidden=spec.hidden,
        meta=spec.meta,
    )


def _inline_move(chart: dict[str, Any], given: dict[str, Any], path: str) -> None:
    _bounds(resolve.inline_move(given, Move, path), chart, path)


def _bounds(move: Move, chart: dict[str, Any], path: str) -> None:
    must.text(move.name, f"{path}.name")
    if move.type is not None:
        must.one_of(move.type, chart, f"{path}.type")
    for name in ("power", "range", "pp", "radius"):
        must.number(getattr(move, name), f"{path}.{name}", 0, 1000)
    must.number(move.hits, f"{path}.hits", 1, 100)
    for index, effect in enumerate(move.effects):
        resolve.bounded(effect, STATS, f"{path}.effects[{index}]")
        must.one_of(effect.to, ("target", "user"), f"{path}.effects[{index}].to")


def _ability(spec: UnitSpec, chart: dict[str, Any], path: str) -> Any:
    """P45: an object, a catalogue's name as its object, or any other name as a label."""
    if isinstance(spec.ability, dict):
        _ability_bounds(must.inline(spec.ability, Ability, path), chart, path)
        return spec.ability
    if spec.ability is None:
        return None
    must.text(spec.ability, path)
    return table(FOLDER, "abilities").get(spec.ability, spec.ability)


def _ability_bounds(ability: Ability, chart: dict[str, Any], path: str) -> None:
    must.slug(ability.id, f"{path}.id")
    must.text(ability.name, f"{path}.name")
    must.stats(ability.stat, STATS, f"{path}.stat")
    for index, status in enumerate(ability.immune):
        must.key(status, f"{path}.immune[{index}]")
    for name in ability.types:
        must.one_of(name, chart, f"{path}.types.{name}")
    for index, hook in enumerate(ability.hooks):
        _hook_bounds(hook, chart, f"{path}.hooks[{index}]")


def _hook_bounds(hook: Hook, chart: dict[str, Any], path: str) -> None:
    wish = hook.condition
    if wish.type is not None:
        must.one_of(wish.type, chart, f"{path}.if.type")
    if wish.hp_at_most is not None:
        must.number(wish.hp_at_most[1], f"{path}.if.hp_at_most[1]", 1, 1000)
    for index, effect in enumerate(hook.effects):
        resolve.bounded(effect, STATS, f"{path}.effects[{index}]")
