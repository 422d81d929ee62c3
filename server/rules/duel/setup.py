"""From a creation to event 1: creatures with everything resolved (D1-D3)."""

from fractions import Fraction
from functools import partial
from typing import Any

from schemas.effects import Created, Enlisted
from schemas.seats import GM, player_of
from schemas.setup import BattleSpec, UnitSpec
from schemas.state import Pool, State, Unit
from server.engine import resolve
from server.engine import setup as must
from server.engine.catalogue import rows, table
from server.engine.refusals import InvalidSetup
from server.engine.system import Setting
from server.rules.duel import AIMING, COUNTED, FOLDER, LASTING, SIDES, STATS
from server.rules.duel.data import Item, Move
from server.rules.duel.effects import HELPED

MOST_LEVEL = 1000
MOST_BASE = 1000
MOST_HP = 10_000
SETTINGS = (
    Setting(key="first", values="a seat, or null for the die", default=None, rule="D9"),
    Setting(key="priority", values=(False, True), default=False, rule="D11"),
    Setting(
        key="chart",
        values="rows that take the fifth generation's place, {type: {type: factor}}",
        default=None,
        rule="D8",
    ),
)
FACTORS: dict[int | str, str] = {0: "0", 1: "1", 2: "2", 4: "4"}
FACTORS.update({text: text for text in ("0", "1/4", "1/2", "1", "2", "4")})

Chart = dict[str, dict[str, str]]


class DuelUnit(UnitSpec, frozen=True, kw_only=True):
    """D1. `height` in cm."""

    species: str | None = None
    gender: str | None = None
    nature: str | None = None
    height: int | None = None
    features: str | None = None


class DuelBattle(BattleSpec, frozen=True, kw_only=True):
    """A creation of this system."""

    units: tuple[DuelUnit, ...] = ()


def create(spec: DuelBattle, rules: str) -> tuple[Created, list[Enlisted]]:
    """D1: the bags and the creatures, with what the catalogue says copied in."""
    settings = must.frame(spec, spec.units, ("none",), SETTINGS)
    chart = chart_of(settings["chart"])
    items = dict(table(FOLDER, "items"))
    inventory = resolve.bags(spec, must.slug, resolve.stock(items, partial(_inline_item, items)))
    units = [_unit(unit, f"$.units[{n}]", chart, items) for n, unit in enumerate(spec.units)]
    sides = list(dict.fromkeys(unit.side for unit in units))
    if len(sides) > SIDES:
        raise InvalidSetup("$.units", "too-many-sides", "D9", most=SIDES)
    _first(settings["first"], units)
    catalogue = {"chart": chart, "items": items, "natures": natures()}
    return resolve.opening(spec, rules, settings, catalogue, inventory, units)


def enlist(spec: UnitSpec, state: State) -> Unit:
    """A further creature; it is released like any other."""
    assert isinstance(spec, DuelUnit)
    resolve.joining(spec, state)
    items = dict(state.catalogue["items"])
    unit = _unit(spec, "$.unit", state.catalogue["chart"], items)
    sides = {one.side for one in state.units.values()}
    if len(sides | {unit.side}) > SIDES:
        raise InvalidSetup("$.unit.side", "too-many-sides", "D9", most=SIDES)
    return unit


# ---- the catalogue -----------------------------------------------------------------------------------


def natures() -> dict[str, dict[str, str]]:
    """D2: what each of the 25 raises and lowers; five name nothing."""
    return rows(FOLDER, "natures")


def chart_of(given: Any) -> Chart:
    """D8: the fifth generation's chart, with the rows of `settings.chart` in their place."""
    chart: Chart = rows(FOLDER, "chart")
    if given is None:
        return chart
    if not isinstance(given, dict):
        raise InvalidSetup("$.settings.chart", "chart", "D8")
    for name, row in given.items():
        path = f"$.settings.chart.{name[:40]}"
        must.key(name, path)
        if not isinstance(row, dict):
            raise InvalidSetup(path, "chart", "D8")
        chart[name] = {must.key(one, path): _factor(value, f"{path}.{one}") for one, value in row.items()}
    return chart


def _factor(value: Any, path: str) -> str:
    if isinstance(value, bool) or not isinstance(value, int | str) or value not in FACTORS:
        raise InvalidSetup(path, "chart", "D8")
    return str(Fraction(FACTORS[value]))


def _first(named: Any, units: list[Unit]) -> None:
    """D9: a seat that plays here (or a side, where one seat plays both)."""
    if named is None:
        return
    known = {player_of(unit) for unit in units} | {unit.side for unit in units}
    if not isinstance(named, str) or named not in known:
        raise InvalidSetup("$.settings.first", "unknown", "D9", value=str(named)[:60], allowed=sorted(known))


def _inline_item(known: dict[str, Any], given: dict[str, Any], path: str) -> str:
    item = resolve.inline_named(given, Item, known, path)
    must.text(item.name, f"{path}.name")
    for name in ("heal", "pp"):
        must.number(getattr(item, name), f"{path}.{name}", 0, MOST_HP)
    for stat in item.stage:
        must.one_of(stat, (*COUNTED, *AIMING), f"{path}.stage.{stat[:40]}")
    return item.id


# ---- a creature --------------------------------------------------------------------------------------


def _unit(given: DuelUnit, path: str, chart: Chart, items: dict[str, Any]) -> Unit:
    spec = resolve.from_sample(given, table(FOLDER, "creatures"), path)
    stats = must.stats(spec.stats, STATS, f"{path}.stats", MOST_BASE)
    for name, value in stats.items():
        must.number(value, f"{path}.stats.{name}", 0, MOST_BASE)
    level = must.number(1 if spec.level is None else spec.level, f"{path}.level", 0, MOST_LEVEL)
    usual = max(1, stats.get("hp", 0) + 2 * level)
    most = must.number(usual if spec.max_hp is None else spec.max_hp, f"{path}.max_hp", 1, MOST_HP)
    hp = must.number(most if spec.hp is None else spec.hp, f"{path}.hp", 0, most)
    moves = resolve.moves(spec, table(FOLDER, "moves"), partial(_inline_move, chart), f"{path}.moves")
    statuses = must.statuses(spec.statuses, f"{path}.statuses")
    if sum(name in LASTING for name in statuses) > 1:
        raise InvalidSetup(f"{path}.statuses", "exclusive", "D19", allowed=list(LASTING))
    return Unit(
        id=spec.id,
        name=spec.name or spec.id,
        side=must.slug(spec.side or "", f"{path}.side"),
        seat=None if spec.seat == GM else spec.seat,
        kind=must.slug(spec.kind or "creature", f"{path}.kind"),
        types=_types(spec, chart, path),
        level=level,
        stats=stats,
        hp=hp,
        max_hp=most,
        pools=_pools(spec, moves, path),
        statuses=resolve.counting(statuses, {"sleep": None, "toxic": 1}, f"{path}.statuses"),
        held=resolve.held(spec.held, items, partial(_inline_item, items), f"{path}.held"),
        moves=moves,
        ability=_ability(spec, path),
        traits=_traits(spec, path),
        fainted=hp == 0,
        reserve=spec.reserve,
        hidden=spec.hidden,
        out=False,
        meta=spec.meta,
    )


def _types(spec: DuelUnit, chart: Chart, path: str) -> tuple[str, ...]:
    types = spec.types or ()
    if len(types) > 2:
        raise InvalidSetup(f"{path}.types", "too-many", "D1", most=2)
    for index, name in enumerate(types):
        must.one_of(name, chart, f"{path}.types[{index}]")
        if name in types[:index]:
            raise InvalidSetup(f"{path}.types[{index}]", "twice", "D1", value=name)
    return types


def _traits(spec: DuelUnit, path: str) -> dict[str, Any]:
    """D1: the rest of the sheet."""
    for name in ("species", "gender", "features"):
        must.text(getattr(spec, name), f"{path}.{name}")
    if spec.nature is not None:
        must.one_of(spec.nature, natures(), f"{path}.nature")
    if spec.height is not None:
        must.number(spec.height, f"{path}.height", 1, 1_000_000)
    names = ("species", "gender", "nature", "height", "features")
    return {name: value for name in names if (value := getattr(spec, name)) is not None}


def _ability(spec: DuelUnit, path: str) -> Any:
    """D1, D20: a name or an object that no rule reads; the master rules on it."""
    if isinstance(spec.ability, dict):
        return must.fit(spec.ability, f"{path}.ability")
    return must.text(spec.ability, f"{path}.ability")


# ---- moves -------------------------------------------------------------------------------------------


def _inline_move(chart: Chart, given: dict[str, Any], path: str) -> None:
    _bounds(resolve.inline_move(given, Move, path), chart, path)


def _bounds(move: Move, chart: Chart, path: str) -> None:
    must.text(move.name, f"{path}.name")
    if move.type is not None:
        must.one_of(move.type, chart, f"{path}.type")
    ranges = {"power": (0, 1000), "accuracy": (0, 1000), "pp": (0, 1000), "priority": (-10, 10)}
    for name, (least, most) in ranges.items():
        value = getattr(move, name)
        if value is not None:
            must.number(value, f"{path}.{name}", least, most)
    for index, effect in enumerate(move.effects):
        here = f"{path}.effects[{index}]"
        must.one_of(str(effect.__struct_config__.tag), HELPED, f"{here}.do")
        must.one_of(effect.to, ("target", "user", "self"), f"{here}.to")
        resolve.bounded(effect, (*COUNTED, *AIMING), here)


def _pools(spec: DuelUnit, moves: tuple[dict[str, Any], ...], path: str) -> dict[str, Pool]:
    """D1: a pool by the move's id for each move that has `pp`."""
    usual = {move["id"]: move["pp"] for move in moves if move.get("pp") is not None}
    return must.pools(spec.pools, usual, f"{path}.pools")
