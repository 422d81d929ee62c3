"""T1-T4, T42-T48: a unit of this system as its sheet says it, with everything resolved."""

from functools import partial
from typing import Any

from schemas.base import Json
from schemas.seats import GM
from schemas.setup import UnitSpec
from schemas.state import Unit
from server.engine import resolve
from server.engine import setup as must
from server.engine.catalogue import table
from server.engine.refusals import InvalidSetup, Misread
from server.rules.ptu import DEAD, FOLDER, SIZES, STAGES, STATS, frequency
from server.rules.ptu.data import Item, Move

USUAL_OVERLAND = 5
MOST_TYPES = 3


class PtuUnit(UnitSpec, frozen=True, kw_only=True):
    """T1-T4: what a unit of this system has beside the shared fields."""

    trainer: str | None = None
    size: str | None = None
    footprint: tuple[int, int] | None = None
    capabilities: dict[str, Json] | None = None
    skills: dict[str, int | str] | None = None
    out: bool = True
    injuries: int | None = None
    reduction: int | None = None
    evolutions_left: int | None = None
    shiny: bool = False
    legendary: bool = False
    daily_uses: dict[str, int] | None = None


def inline_item(items: dict[str, Any], given: dict[str, Any], path: str) -> str:
    """An item given inline, known from here on under its id."""
    return resolve.inline_named(given, Item, items, path).id


def unit_of(given: PtuUnit, path: str, chart: dict[str, Any], items: dict[str, Any]) -> Unit:
    """The unit as event 1 holds it, with what its sample says filled in."""
    spec = resolve.from_sample(given, table(FOLDER, "creatures"), path)
    kind = must.one_of(spec.kind or "pokemon", ("trainer", "pokemon"), f"{path}.kind")
    types = _types(spec, kind, chart, path)
    stats = must.stats(spec.stats, STATS, f"{path}.stats", 1000)
    for name in stats:
        must.number(stats[name], f"{path}.stats.{name}", 0, 1000)
    level = must.number(1 if spec.level is None else spec.level, f"{path}.level", 0, 1000)
    usual = (2 if kind == "trainer" else 1) * level + 3 * stats.get("hp", 0) + 10
    most = must.number(usual if spec.max_hp is None else spec.max_hp, f"{path}.max_hp", 1, 100_000)
    hp = must.number(most if spec.hp is None else spec.hp, f"{path}.hp", -100_000, most)
    size, word, footprint = _size(spec, path)
    statuses = must.statuses(spec.statuses, f"{path}.statuses")
    statuses = resolve.counting(statuses, {"toxic": None}, f"{path}.statuses")
    injuries = must.number(spec.injuries or 0, f"{path}.injuries", 0, 1000)
    return Unit(
        id=spec.id,
        name=spec.name or spec.id,
        side=must.slug(spec.side or "", f"{path}.side"),
        seat=None if spec.seat == GM else spec.seat,
        kind=kind,
        types=types,
        level=level,
        stats=stats,
        hp=hp,
        max_hp=most,
        pools=must.pools(spec.pools, {}, f"{path}.pools"),
        statuses=statuses,
        size=size,
        footprint=footprint,
        capabilities=_capabilities(spec, path),
        held=resolve.held(spec.held, items, partial(inline_item, items), f"{path}.held"),
        moves=resolve.moves(
            spec, table(FOLDER, "moves"), partial(_inline_move, chart), f"{path}.moves", ("struggle",)
        ),
        ability=must.text(spec.ability if isinstance(spec.ability, str) else None, f"{path}.ability"),
        traits=_traits(spec, word, path),
        fainted=hp <= 0 or DEAD in statuses,
        reserve=spec.reserve,
        hidden=spec.hidden,
        out=spec.out,
        counters={"injuries": injuries} if injuries else {},
        meta=spec.meta,
    )


def _types(spec: PtuUnit, kind: str, chart: dict[str, Any], path: str) -> tuple[str, ...]:
    """T1: trainers have no type."""
    types = spec.types or ()
    if len(types) > (0 if kind == "trainer" else MOST_TYPES):
        raise InvalidSetup(f"{path}.types", "too-many", most=0 if kind == "trainer" else MOST_TYPES)
    for index, name in enumerate(types):
        must.one_of(name, chart, f"{path}.types[{index}]")
    return types


def _size(spec: PtuUnit, path: str) -> tuple[int, str, tuple[int, int]]:
    """T2: a size gives a square; a footprint without a size that of the nearest number of cells."""
    word = spec.size
    if word is not None:
        must.one_of(word, SIZES, f"{path}.size")
    if spec.footprint is None:
        word = word or "medium"
        return SIZES[word], word, (SIZES[word], SIZES[word])
    wide = must.number(spec.footprint[0], f"{path}.footprint[0]", 1, 20)
    high = must.number(spec.footprint[1], f"{path}.footprint[1]", 1, 20)
    if word is None:
        sizes = ("medium", "large", "huge", "gigantic")
        word = min(sizes, key=lambda one: abs(SIZES[one] ** 2 - wide * high))
    return SIZES[word], word, (wide, high)


def _capabilities(spec: PtuUnit, path: str) -> dict[str, Json]:
    """T3: in meters; `naturewalk` names terrain (T35)."""
    found: dict[str, Json] = {"overland": USUAL_OVERLAND}
    for name, value in (spec.capabilities or {}).items():
        here = f"{path}.capabilities.{name[:40]}"
        must.key(name, here)
        if name == "naturewalk":
            if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
                raise Misread(here, "Expected `array` of `str`")
            found[name] = [must.text(one, here) for one in value]
        elif isinstance(value, bool):
            found[name] = value
        elif isinstance(value, int):
            found[name] = must.number(value, here, 0, 200)
        else:
            raise Misread(here, "Expected `int`")
    return found


def _traits(spec: PtuUnit, word: str, path: str) -> dict[str, Json]:
    """What is read now and then; what is left out is not there."""
    for name, rank in (spec.skills or {}).items():
        must.key(name, f"{path}.skills.{name[:40]}")
        if isinstance(rank, int):
            must.number(rank, f"{path}.skills.{name}", 1, 20)
        elif skill_dice(rank) is None:
            raise InvalidSetup(f"{path}.skills.{name}", "rank")
    for name, count in (spec.daily_uses or {}).items():
        must.key(name, f"{path}.daily_uses.{name[:40]}")
        must.number(count, f"{path}.daily_uses.{name}", 0, 99)
    found = {
        "size": word,
        "trainer": spec.trainer,
        "skills": spec.skills,
        "reduction": must.number(spec.reduction or 0, f"{path}.reduction", 0, 1000),
        "evolutions_left": must.number(spec.evolutions_left or 0, f"{path}.evolutions_left", 0, 10),
        "shiny": spec.shiny,
        "legendary": spec.legendary,
        "daily_uses": spec.daily_uses,
    }
    return {name: value for name, value in found.items() if value not in (None, False, 0)}


def skill_dice(text: str) -> tuple[int, int] | None:
    """T55: `3d6+2` as (3, 2); None where it is none."""
    count, _, rest = text.partition("d6")
    if not count.isdecimal() or not 1 <= int(count) <= 20 or "d6" not in text:
        return None
    if not rest:
        return int(count), 0
    sign, digits = rest[0], rest[1:]
    if sign not in "+-" or not digits.isdecimal() or len(digits) > 3:
        return None
    return int(count), int(rest)


def _inline_move(chart: dict[str, Any], given: dict[str, Any], path: str) -> None:
    _bounds(resolve.inline_move(given, Move, path), chart, path)


def _bounds(move: Move, chart: dict[str, Any], path: str) -> None:
    """T42-T48: what a move given inline may hold."""
    must.text(move.name, f"{path}.name")
    if move.type is not None:
        must.one_of(move.type, chart, f"{path}.type")
    must.number(move.base, f"{path}.base", 0, 28)
    must.number(move.crit, f"{path}.crit", 2, 21)
    must.number(move.range.n, f"{path}.range.n", 0, 100)
    must.number(move.range.side, f"{path}.range.size", 0, 100)
    if frequency.parsed(move.frequency) is None:
        allowed = ["at-will", "eot", "scene n", "daily n"]
        raise InvalidSetup(f"{path}.frequency", "unknown", value=move.frequency[:60], allowed=allowed)
    for word in move.keywords:
        must.slug(word, f"{path}.keywords")
    for index, effect in enumerate(move.effects):
        resolve.bounded(effect, STAGES, f"{path}.effects[{index}]")
