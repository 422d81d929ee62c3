"""From a creation to event 1: units with everything resolved (T1-T4)."""

from functools import partial

import msgspec

from schemas.effects import Created, Enlisted
from schemas.setup import BattleSpec, UnitSpec
from schemas.state import Grid, State, Unit
from server.engine import resolve
from server.engine import setup as must
from server.engine.catalogue import rows, table
from server.engine.refusals import InvalidSetup
from server.engine.system import Setting
from server.rules.ptu import FOLDER, sheets
from server.rules.ptu.sheets import PtuUnit

SETTINGS = (
    Setting(key="contact", values=("full", "league"), default="full", rule="T5"),
    Setting(key="damage", values=("roll", "set"), default="roll", rule="T43"),
    Setting(key="deadly", values=(False, True), default=False, rule="T49"),
    Setting(key="windows", values=("moves", "actions", "none"), default="moves", rule="T20"),
    Setting(key="commands", values=(1, 2, 3), default=1, rule="T29"),
    Setting(key="opportunity", values=(True, False), default=True, rule="T56"),
    Setting(key="intercept", values=(False, True), default=False, rule="T55"),
)


class PtuBattle(BattleSpec, frozen=True, kw_only=True):
    """A creation of this system."""

    units: tuple[PtuUnit, ...] = ()


def create(spec: PtuBattle, rules: str) -> tuple[Created, list[Enlisted]]:
    """The board, the bag and the units, with what the catalogue says copied in."""
    settings = must.frame(spec, spec.units, ("grid", "zones", "none"), SETTINGS)
    items = dict(table(FOLDER, "items"))
    inventory = resolve.bags(spec, must.slug, resolve.stock(items, partial(sheets.inline_item, items)))
    chart = rows(FOLDER, "chart")
    units = [sheets.unit_of(unit, f"$.units[{n}]", chart, items) for n, unit in enumerate(spec.units)]
    _trainers(spec, units)
    catalogue = {"chart": chart, "items": items}
    return resolve.opening(spec, rules, settings, catalogue, inventory, units)


def _trainers(spec: PtuBattle, units: list[Unit]) -> None:
    """T1: a pokemon's trainer is a unit of the battle."""
    known = {unit.id for unit in units if unit.kind == "trainer"}
    for index, unit in enumerate(units):
        trainer = unit.traits.get("trainer")
        if trainer is not None:
            must.one_of(str(trainer), known, f"$.units[{index}].trainer")
    for index, unit in enumerate(units):
        if isinstance(spec.board, Grid) and unit.footprint is not None:
            wide, high = unit.footprint
            if min(wide, high) > min(spec.board.width, spec.board.height):
                raise InvalidSetup(
                    f"$.units[{index}].footprint", "range", value=wide, least=1, most=spec.board.width
                )


def enlist(spec: UnitSpec, state: State) -> Unit:
    """A further unit; it is placed like a reserve."""
    assert isinstance(spec, PtuUnit)
    resolve.joining(spec, state)
    if spec.trainer is not None:
        known = {unit.id for unit in state.units.values() if unit.kind == "trainer"}
        must.one_of(spec.trainer, known, "$.unit.trainer")
    unit = sheets.unit_of(spec, "$.unit", state.catalogue["chart"], dict(state.catalogue["items"]))
    return msgspec.structs.replace(unit, reserve=True)
