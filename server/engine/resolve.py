"""Names into things (contract 3): sample creatures, items by name or inline, bags; all copied into event 1.

Raises InvalidSetup with the path of the fault, as `server.engine.setup` does.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from schemas.effects import Created, Enlisted
from schemas.setup import BattleSpec, UnitSpec
from schemas.state import State, Status, Unit
from server.engine import setup as must
from server.engine.movedata import AnyMoveEffect
from server.engine.refusals import InvalidSetup, Misread

MOST_STOCKED = 999

U = TypeVar("U", bound=UnitSpec)
M = TypeVar("M", bound=Struct)
Inline = Callable[[dict[str, Any], str], str]
"""(an item given inline, path) → its id, known from here on."""
Stocked = Callable[[str, int | dict[str, Any], str], int]
"""(item, what the spec gives, path) → how many."""


def from_sample(spec: U, samples: Mapping[str, Any], path: str) -> U:
    """A unit that names a sample creature begins with its sheet; what the spec says itself stands."""
    if spec.sample is None:
        return spec
    sheet = samples[must.one_of(spec.sample, samples, f"{path}.sample")]
    base = msgspec.convert({**sheet, "id": spec.id}, type(spec))
    said = {
        name: value
        for name in spec.__struct_fields__
        if (value := getattr(spec, name)) is not None and value is not False
    }
    return replace(base, **said)


def opening(
    spec: BattleSpec,
    rules: str,
    settings: dict[str, Any],
    catalogue: dict[str, Any],
    inventory: dict[str, dict[str, int]],
    units: Iterable[Unit],
) -> tuple[Created, list[Enlisted]]:
    """Event 1: the spec as it was resolved, then its units."""
    created = Created(
        ruleset=spec.ruleset,
        rules=rules,
        title=spec.title,
        dice=spec.dice,
        seats=spec.seats,
        settings=settings,
        catalogue=catalogue,
        board=spec.board,
        inventory=inventory,
        meta=spec.meta,
    )
    return created, [Enlisted(unit=unit) for unit in units]


def bags(spec: BattleSpec, side_of: Callable[[str, str], str], stocked: Stocked) -> dict[str, dict[str, int]]:
    """What each side carries; `side_of(side, path)` judges the side's name."""
    found: dict[str, dict[str, int]] = {}
    for side, bag in spec.inventory.items():
        found[side_of(side, f"$.inventory.{side[:40]}")] = {}
        for name, given in bag.items():
            path = f"$.inventory.{side}.{name[:40]}"
            count = must.number(stocked(name, given, path), path, 0, MOST_STOCKED)
            if count:
                found[side][name] = count
    return found


def count_of(given: dict[str, Any], path: str) -> tuple[int, dict[str, Any]]:
    """An item given inline in a bag: its `count` (1 unless said), and the rest of it."""
    rest = dict(given)
    count = rest.pop("count", 1)
    if not isinstance(count, int) or isinstance(count, bool):
        raise Misread(f"{path}.count", "Expected `int`")
    return count, rest


def stock(items: dict[str, Any], inline_item: Inline) -> Stocked:
    """Items of a catalogue, or inline ones, which `inline_item(item, path)` judges and makes known."""

    def stocked(name: str, given: int | dict[str, Any], path: str) -> int:
        if isinstance(given, int):
            must.one_of(name, items, path)
            return given
        count, rest = count_of({"id": name, **given}, path)
        if rest["id"] != name:
            raise InvalidSetup(f"{path}.id", "unknown", value=str(rest["id"])[:60], allowed=[name])
        inline_item(rest, path)
        return count

    return stocked


def inline_named(given: dict[str, Any], kind: type[M], known: dict[str, Any], path: str) -> M:
    """An object given in place of a name, as the system's struct; it is known by its id from here on."""
    found = must.inline(given, kind, path)
    id_ = must.slug(given["id"], f"{path}.id")
    if known.get(id_, given) != given:
        raise InvalidSetup(f"{path}.id", "twice", value=id_)
    known[id_] = given
    return found


def held(
    given: str | dict[str, Any] | None, items: dict[str, Any], inline_item: Inline, path: str
) -> str | None:
    """What a unit has in hand: nothing, an item the battle knows, or one given inline."""
    if isinstance(given, dict):
        return inline_item(given, path)
    return None if given is None else must.one_of(given, items, path)


def moves(
    spec: UnitSpec,
    known: Mapping[str, Any],
    judge: Callable[[dict[str, Any], str], object],
    path: str,
    taken: tuple[str, ...] = (),
) -> tuple[dict[str, Any], ...]:
    """A unit's moves, each once: a catalogue's by name, or inline ones, which `judge(move, path)` checks.

    `taken` are ids that every unit has already.
    """
    found: dict[str, Any] = {}
    for index, given in enumerate(spec.moves or ()):
        here = f"{path}[{index}]"
        if isinstance(given, str):
            move = known[must.one_of(given, known, here)]
        else:
            move = given
            judge(move, here)
        if move["id"] in found or move["id"] in taken:
            raise InvalidSetup(f"{here}.id", "twice", value=move["id"])
        found[move["id"]] = move
    return tuple(found.values())


def inline_move(given: dict[str, Any], kind: type[M], path: str) -> M:
    """A move given in place of a name, as the system's struct."""
    move = must.inline(given, kind, path)
    must.slug(given["id"], f"{path}.id")
    return move


def bounded(effect: AnyMoveEffect, stats: Collection[str], path: str) -> None:
    """What an effect of a move given inline may name and how much it may do. Raises InvalidSetup."""
    status, stat = getattr(effect, "status", None), getattr(effect, "stat", None)
    if status is not None:
        must.key(status, f"{path}.status")
    if stat is not None:
        must.one_of(stat, stats, f"{path}.stat")
    for name in ("amount", "cells"):
        amount = getattr(effect, name, None)
        if isinstance(amount, int):
            must.number(amount, f"{path}.{name}", 0, 1000)


def joining(spec: UnitSpec, state: State) -> None:
    """A unit for a battle that runs: a new id, a known seat, no item that the battle does not know."""
    must.unit_heading(spec, state.seats, state.settings, "$.unit")
    if spec.id in state.units:
        raise InvalidSetup("$.unit.id", "twice", value=spec.id)
    items = state.catalogue.get("items", {})
    if isinstance(spec.held, dict) and spec.held.get("id") not in items:
        raise InvalidSetup(
            "$.unit.held", "unknown", value=str(spec.held.get("id"))[:60], allowed=sorted(items)
        )


def counting(statuses: dict[str, Status], first: Mapping[str, int | None], path: str) -> dict[str, Status]:
    """Statuses that count have whole numbers for values, `first` where nothing is said."""
    found = dict(statuses)
    for name in first.keys() & statuses.keys():
        value = statuses[name].value
        if value is None:
            found[name] = replace(statuses[name], value=first[name])
        elif not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 1000:
            raise InvalidSetup(f"{path}.{name}.value", "range", value=str(value)[:60], least=0, most=1000)
    return found
