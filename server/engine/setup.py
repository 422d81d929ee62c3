"""What every creation must be, whatever its rule system (contract 3): slugs, ranges, references.

Each function raises InvalidSetup with the path of the fault (`impossible` for a unit that nothing hides); the
systems call them in the order of a spec.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from replays.chain import NotCanonical, plain
from schemas.base import LARGEST, SLUG_PATTERN, Text
from schemas.seats import GM, SERVER, SPECTATOR
from schemas.setup import BattleSpec, PoolSpec, UnitSpec
from schemas.state import Board, Grid, Pool, Status, Zones
from server.engine.misfit import located
from server.engine.refusals import InvalidSetup, Misread, Refused
from server.engine.system import Setting

MOST_UNITS = 200
MOST_SEATS = 40
MOST_SIDE = 100
"""Cells of a board's side."""
MOST_META = 2048
RESERVED_SEATS = frozenset({GM, SPECTATOR, SERVER, "public"})
_SLUG = re.compile(SLUG_PATTERN)
_KEY = re.compile(r"^[a-z0-9_:-]{1,40}$(?!\n)")

T = TypeVar("T", bound=Struct)

SHARED_SETTINGS = (
    Setting(key="hidden", values=("enemy-hp", "enemy-sheets", "enemy-units"), default=[], rule="contract 8"),
    Setting(key="reveal", values=("never", "end"), default="never", rule="contract 8"),
    Setting(key="rewinds", values=("gm", "never"), default="gm", rule="contract 6"),
)


def slug(value: str, path: str) -> str:
    """`value`, where it is a slug."""
    if not _SLUG.match(value):
        raise InvalidSetup(path, "slug" if value else "no-slug", value=value[:60])
    return value


def key(value: str, path: str) -> str:
    """`value`, where it may be a key of a state's object."""
    if not _KEY.match(value):
        raise InvalidSetup(path, "key", value=value[:60])
    return value


def text(value: str | None, path: str) -> str | None:
    """`value`, where it is free text: at most 200 characters, none of them a control character."""
    if value is not None:
        try:
            msgspec.convert(value, Text)
        except msgspec.ValidationError:
            raise InvalidSetup(path, "text") from None
    return value


def number(value: int, path: str, least: int = -LARGEST, most: int = LARGEST) -> int:
    """`value`, where it is in its range."""
    if not least <= value <= most:
        raise InvalidSetup(path, "range", value=value, least=least, most=most)
    return value


def one_of(value: str, allowed: Collection[str], path: str) -> str:
    """`value`, where it is one of the allowed."""
    if value not in allowed:
        raise InvalidSetup(path, "unknown" if value else "none-of", value=value[:60], allowed=sorted(allowed))
    return value


def meta(value: dict[str, Any] | None, path: str) -> dict[str, Any] | None:
    """`value`, where the chain can carry it and it is no larger than 2 KiB."""
    if value is not None:
        fit(value, path)
        if len(msgspec.json.encode(value)) > MOST_META:
            raise InvalidSetup(path, "meta", most=MOST_META)
    return value


def fit(value: Any, path: str) -> Any:
    """`value`, where the chain can carry it: integers, plain keys."""
    try:
        return plain(value, path)
    except NotCanonical as error:
        raise InvalidSetup(path, "unfit", message=str(error)) from error


def inline(value: dict[str, Any], kind: type[T], path: str) -> T:
    """An object given in place of a catalogue's name, as the system's struct. Raises Misread as well."""
    try:
        found = msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise _misfit(*located(error, value, kind, path)) from error
    fit(value, path)
    return found


def _misfit(what: str, where: str) -> InvalidSetup:
    """Contract 9: the wrong form is malformed; none of the values, or out of range, is invalid."""
    if what.startswith("Object ") or ", got " in what:
        return Misread(where, what)
    return InvalidSetup(where, "inline", message=what)


def frame(
    spec: BattleSpec, units: Iterable[UnitSpec], boards: Collection[str], own: Iterable[Setting]
) -> dict[str, Any]:
    """What a creation of any system is, on one of the system's boards; its settings, given or default."""
    heading(spec)
    board(spec.board, boards)
    roster(units, spec)
    return settings(spec.settings, own)


def heading(spec: BattleSpec) -> None:
    """Title, seats, meta."""
    text(spec.title, "$.title")
    if len(spec.seats) > MOST_SEATS:
        raise InvalidSetup("$.seats", "too-many", most=MOST_SEATS)
    seen: set[str] = set()
    for index, seat in enumerate(spec.seats):
        path = f"$.seats[{index}]"
        slug(seat, path)
        if seat in RESERVED_SEATS or seat in seen:
            raise InvalidSetup(path, "twice", value=seat)
        seen.add(seat)
    meta(spec.meta, "$.meta")


def board(value: Board, kinds: Collection[str], path: str = "$.board") -> Board:
    """A board of one of the kinds that the system plays on."""
    if value.__struct_config__.tag not in kinds:
        raise InvalidSetup(
            f"{path}.type", "board-kind", value=str(value.__struct_config__.tag), allowed=sorted(kinds)
        )
    if isinstance(value, Grid):
        _grid(value, path)
    elif isinstance(value, Zones):
        _zones(value, path)
    meta(value.meta, f"{path}.meta")
    return value


def _grid(value: Grid, path: str) -> None:
    number(value.width, f"{path}.width", 1, MOST_SIDE)
    number(value.height, f"{path}.height", 1, MOST_SIDE)
    for index, terrain in enumerate(value.terrain):
        here = f"{path}.terrain[{index}]"
        slug(terrain.kind, f"{here}.kind")
        text(terrain.name, f"{here}.name")
        for word in terrain.blocks:
            one_of(word, ("enter", "throw"), f"{here}.blocks")
        for n, (x, y) in enumerate(terrain.cells):
            number(x, f"{here}.cells[{n}][0]", 0, value.width - 1)
            number(y, f"{here}.cells[{n}][1]", 0, value.height - 1)


def _zones(value: Zones, path: str) -> None:
    if not value.zones:
        raise InvalidSetup(f"{path}.zones", "empty")
    names: set[str] = set()
    for index, zone in enumerate(value.zones):
        slug(zone.id, f"{path}.zones[{index}].id")
        text(zone.name, f"{path}.zones[{index}].name")
        if zone.id in names:
            raise InvalidSetup(f"{path}.zones[{index}].id", "twice", value=zone.id)
        names.add(zone.id)
    for index, link in enumerate(value.links):
        for end in link.between:
            one_of(end, names, f"{path}.links[{index}].between")
        number(link.cost, f"{path}.links[{index}].cost", 0, 10_000)


def roster(units: Iterable[UnitSpec], spec: BattleSpec) -> None:
    """Ids once each, seats known, not more units than a battle may have, none hidden without the setting."""
    seen: set[str] = set()
    for index, unit in enumerate(units):
        path = f"$.units[{index}]"
        if index >= MOST_UNITS:
            raise InvalidSetup("$.units", "too-many", most=MOST_UNITS)
        unit_heading(unit, spec.seats, spec.settings, path)
        if unit.id in seen:
            raise InvalidSetup(f"{path}.id", "twice", value=unit.id)
        seen.add(unit.id)


def unit_heading(unit: UnitSpec, seats: Collection[str], settings: Mapping[str, Any], path: str) -> None:
    """What every unit has: id, name, side, seat, meta; it may be hidden where the settings say so."""
    slug(unit.id, f"{path}.id")
    text(unit.name, f"{path}.name")
    if unit.side is not None:
        slug(unit.side, f"{path}.side")
    if unit.seat is not None and unit.seat != GM:
        one_of(unit.seat, seats, f"{path}.seat")
    hiding = settings.get("hidden")
    if unit.hidden and not (isinstance(hiding, list) and "enemy-units" in hiding):
        raise Refused("impossible", why="nothing-hidden", path=f"{path}.hidden")  # contract 8, as on `place`
    meta(unit.meta, f"{path}.meta")


def stats(
    given: Mapping[str, int] | None, known: Collection[str], path: str, size: int = 1000
) -> dict[str, int]:
    """Stats by name, each within ± `size`; what is left out is not there."""
    for name, value in (given or {}).items():
        one_of(name, known, f"{path}.{name[:40]}")
        number(value, f"{path}.{name}", -size, size)
    return dict(given or {})


def pools(given: Mapping[str, PoolSpec] | None, usual: Mapping[str, int], path: str) -> dict[str, Pool]:
    """Every pool of `usual` (name to maximum), with what is given: 0 ≤ now ≤ max, full unless said."""
    specs = given or {}
    for name in specs:
        one_of(name, usual, f"{path}.{name[:40]}")
    found = {}
    for name, most in usual.items():
        spec = specs.get(name, PoolSpec())
        limit = number(most if spec.max is None else spec.max, f"{path}.{name}.max", 0, 1_000_000)
        now = number(limit if spec.now is None else spec.now, f"{path}.{name}.now", 0, limit)
        found[name] = Pool(now=now, max=limit)
    return found


def statuses(given: Mapping[str, Status] | None, path: str) -> dict[str, Status]:
    """Statuses by name; one that no page names is a label."""
    for name, status in (given or {}).items():
        key(name, f"{path}.{name[:40]}")
        fit(status.value, f"{path}.{name}.value")
        text(status.source, f"{path}.{name}.source")
    return dict(given or {})


def settings(given: Mapping[str, Any], own: Iterable[Setting]) -> dict[str, Any]:
    """Every setting with its value, given or default."""
    known = {setting.key: setting for setting in (*SHARED_SETTINGS, *own)}
    for name, value in given.items():
        one_of(name, known, f"$.settings.{name[:40]}")
        _setting(known[name], value)
    return {name: given.get(name, setting.default) for name, setting in known.items()}


def _setting(setting: Setting, value: Any) -> None:
    path = f"$.settings.{setting.key}"
    fit(value, path)
    if isinstance(setting.values, str):
        return
    values = value if isinstance(setting.default, list) else [value]
    if not isinstance(values, list):
        raise InvalidSetup(path, "unknown", value=str(value)[:60], allowed=list(setting.values))
    for one in values:
        if not any(one == allowed and type(one) is type(allowed) for allowed in setting.values):
            raise InvalidSetup(path, "unknown", value=str(one)[:60], allowed=list(setting.values))
