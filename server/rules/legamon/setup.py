"""From a creation to event 1: mons with everything resolved (L1-L3, L18)."""

from functools import partial
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from schemas.effects import Created, Enlisted
from schemas.seats import GM
from schemas.setup import BattleSpec, PoolSpec, UnitSpec
from schemas.state import NoBoard, Pool, State, Unit
from server.engine import resolve
from server.engine import setup as must
from server.engine.catalogue import table
from server.engine.refusals import InvalidSetup
from server.engine.system import Setting
from server.rules.legamon import FOLDER, MEDIAN, PREVENTABLE, prevention
from server.rules.legamon.data import Move

SETTINGS = (
    Setting(key="chart", values="{type: [types it beats]}", default=None, rule="L2"),
    Setting(key="typeless", values="[slugs]", default=None, rule="L3"),
    Setting(key="edge", values=("gm", "table"), default="gm", rule="L5"),
)
MOST = 10_000
MOST_TYPES = 40

Chart = dict[str, list[str]]


class LegamonUnit(UnitSpec, frozen=True, kw_only=True):
    """L1: a mon. `grit` and `energy` as they stand; `max_hp` and `pools` say more where that is less."""

    grit: int | None = None
    energy: int | None = None
    speed: int | None = None


class LegamonBattle(BattleSpec, frozen=True, kw_only=True):
    """A creation of this system."""

    units: tuple[LegamonUnit, ...] = ()


def create(spec: LegamonBattle, rules: str) -> tuple[Created, list[Enlisted]]:
    """L1: the board, the bags and the mons, with what the catalogue says copied in."""
    settings = must.frame(spec, spec.units, ("none", "zones", "grid"), SETTINGS)
    chart = _chart(settings["chart"])
    _typeless(settings["typeless"])
    items: dict[str, Any] = {}
    inventory = resolve.bags(spec, must.slug, _any_item(items))
    units = [_unit(unit, f"$.units[{n}]", chart, items) for n, unit in enumerate(spec.units)]
    catalogue = {"chart": chart, "items": items}
    return resolve.opening(spec, rules, settings, catalogue, inventory, units)


def enlist(spec: UnitSpec, state: State) -> Unit:
    """A further mon: without a board it is in the next round, with one it is placed like a reserve."""
    resolve.joining(spec, state)
    unit = _unit(spec, "$.unit", state.catalogue["chart"], dict(state.catalogue["items"]))
    return unit if isinstance(state.board, NoBoard) else replace(unit, reserve=True)


def usual_chart() -> Chart:
    """L2: the chart of the catalogue."""
    return {name: list(row["beats"]) for name, row in table(FOLDER, "chart").items()}


def _chart(given: Any) -> Chart:
    """L2: the table's own chart, where it has one, in short or as the catalogue writes it."""
    if given is None:
        return usual_chart()
    path = "$.settings.chart"
    try:
        rows = msgspec.convert(given, dict[str, list[str] | dict[Literal["beats"], list[str]]])
    except msgspec.ValidationError as error:
        raise InvalidSetup(path, "inline", message=str(error)) from error
    chart = {name: row if isinstance(row, list) else row.get("beats", []) for name, row in rows.items()}
    if len(chart) > MOST_TYPES:
        raise InvalidSetup(path, "too-many", most=MOST_TYPES)
    for name, beaten in chart.items():
        for one in (name, *beaten):
            must.slug(one, f"{path}.{name[:40]}")
    return chart


def _typeless(given: Any) -> None:
    """L3: null, or the list of those allowed."""
    if given is None:
        return
    path = "$.settings.typeless"
    try:
        names = msgspec.convert(given, list[str])
    except msgspec.ValidationError as error:
        raise InvalidSetup(path, "inline", message=str(error)) from error
    for index, name in enumerate(names):
        must.slug(name, f"{path}[{index}]")


def _any_item(items: dict[str, Any]) -> resolve.Stocked:
    """L10: what an item does is the table's, so any slug may be one."""

    def stocked(name: str, given: int | dict[str, Any], path: str) -> int:
        must.slug(name, path)
        count, extra = (
            (given, {}) if isinstance(given, int) else resolve.count_of(must.fit(given, path), path)
        )
        items.setdefault(name, {**extra, "id": name})
        return count

    return stocked


def _in_hand(given: str | dict[str, Any] | None, items: dict[str, Any], path: str) -> str | None:
    """L10: any slug, or an object with such an id."""
    if not isinstance(given, dict):
        return None if given is None else must.slug(given, path)
    id_ = must.slug(str(must.fit(given, path).get("id", "")), f"{path}.id")
    items.setdefault(id_, given)
    return id_


def _unit(given: UnitSpec, path: str, chart: Chart, items: dict[str, Any]) -> Unit:
    assert isinstance(given, LegamonUnit)
    spec = resolve.from_sample(given, table(FOLDER, "creatures"), path)
    hp, most = _grit(spec, path)
    statuses = must.statuses(spec.statuses, f"{path}.statuses")
    for what in PREVENTABLE:
        name = prevention(what)
        if name in statuses:
            _turns(statuses[name].value, f"{path}.statuses.{name}.value")
    return Unit(
        id=spec.id,
        name=spec.name or spec.id,
        side=must.slug(spec.side or "", f"{path}.side"),
        seat=None if spec.seat == GM else spec.seat,
        kind=must.slug(spec.kind or "creature", f"{path}.kind"),
        types=_types(spec, path, chart),
        level=None if spec.level is None else must.number(spec.level, f"{path}.level", 0, 1000),
        stats={"speed": _speed(spec, path)},
        hp=hp,
        max_hp=most,
        pools={"energy": _energy(spec, path)},
        statuses=statuses,
        held=_in_hand(spec.held, items, f"{path}.held"),
        moves=resolve.moves(spec, table(FOLDER, "moves"), partial(_inline, chart), f"{path}.moves"),
        ability=must.fit(spec.ability, f"{path}.ability"),
        fainted=hp == 0,
        reserve=spec.reserve,
        hidden=spec.hidden,
        meta=spec.meta,
    )


def _turns(value: Any, path: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 1000:
        raise InvalidSetup(path, "range", value=str(value)[:60], least=1, most=1000)


def _types(spec: LegamonUnit, path: str, chart: Chart) -> tuple[str, ...]:
    """L1: one or more."""
    types = spec.types or ()
    if not types:
        raise InvalidSetup(f"{path}.types", "empty", "L1")
    known = _known(chart)
    for index, name in enumerate(types):
        must.one_of(name, known, f"{path}.types[{index}]")
        if name in types[:index]:
            raise InvalidSetup(f"{path}.types[{index}]", "twice", "L1", value=name)
    return types


def _known(chart: Chart) -> set[str]:
    return {*usual_chart(), *chart, *(one for beaten in chart.values() for one in beaten)}


def _grit(spec: LegamonUnit, path: str) -> tuple[int, int]:
    """L1, L18: grit as it stands and at its most."""
    most = next((one for one in (spec.max_hp, spec.grit) if one is not None), None)
    if most is None:
        most = MEDIAN["grit"]
    must.number(most, f"{path}.{'grit' if spec.max_hp is None else 'max_hp'}", 1, MOST)
    if spec.hp is not None:
        return must.number(spec.hp, f"{path}.hp", 0, most), most
    return must.number(most if spec.grit is None else spec.grit, f"{path}.grit", 0, most), most


def _energy(spec: LegamonUnit, path: str) -> Pool:
    """L1, L18: energy as it stands and at its most."""
    given = dict(spec.pools or {})
    said = given.get("energy", PoolSpec())
    usual = MEDIAN["energy"] if spec.energy is None else must.number(spec.energy, f"{path}.energy", 0, MOST)
    most = usual if said.max is None else said.max
    now = said.now
    if now is None and spec.energy is not None:
        now = must.number(spec.energy, f"{path}.energy", 0, max(most, 0))
    given["energy"] = PoolSpec(now=now, max=most)
    return must.pools(given, {"energy": most}, f"{path}.pools")["energy"]


def _speed(spec: LegamonUnit, path: str) -> int:
    stats = must.stats(spec.stats, ("speed",), f"{path}.stats")
    usual = stats.get("speed", MEDIAN["speed"])
    return must.number(usual if spec.speed is None else spec.speed, f"{path}.speed", 0, 1000)


def _inline(chart: Chart, given: dict[str, Any], path: str) -> None:
    """L1: a move as an object."""
    move = must.inline(given, Move, path)
    must.slug(move.id, f"{path}.id")
    must.text(move.name, f"{path}.name")
    must.one_of(move.type, _known(chart), f"{path}.type")
    for index, tag in enumerate(move.tags):
        must.text(tag, f"{path}.tags[{index}]")
