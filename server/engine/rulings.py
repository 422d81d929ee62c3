"""What the table decides (contract 4, `ruling`): any facts, completed with the values after them.

Refused only where the state would become impossible: an unknown unit, a cell off the board, two in a cell.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from replays.chain import NotCanonical, plain
from replays.reducer import apply
from schemas import commands as c
from schemas import effects as e
from schemas.base import Text
from schemas.seats import GM
from schemas.state import State, Unit
from server.engine import impossible, pointing, shown
from server.engine.ledger import Ledger
from server.engine.misfit import located
from server.engine.refusals import InvalidSetup, Refused
from server.engine.system import System

NOT_A_RULING = frozenset({"created", "enlisted", "started", "rewound", "branched", "ready", "seat-changed"})
"""Facts of how a battle came to be and who sits at it: only their own commands can bring them about."""
LARGEST_AMOUNT = 10**9
SHEET = ("id", "name", "side", "seat", "kind", "types", "level", "stats", "moves", "ability")
"""What of a sheet a rule system judges; the rest is numbers and labels."""
KEYS = ("status", "stat", "pool", "name", "item", "kind")
"""Fields that become keys of the state's objects."""

Filled = dict[str, Any]


def rule(system: System, ledger: Ledger, command: c.Ruling) -> None:
    """Writes the ruling: its reason, then each fact, completed."""
    ledger.write(e.Ruled(reason=command.reason))
    for index, given in enumerate(command.effects):
        path = f"$.effects[{index}]"
        effect = complete(system, ledger.state, given, path)
        if isinstance(effect, e.Fainted):
            if not ledger.unit(effect.unit).fainted:
                system.faint(ledger, effect.unit, effect.cause or command.reason)
        else:
            ledger.write(effect)
    _within_limits(ledger)
    for fault in impossible.faults(ledger.state):
        raise Refused("impossible", why=fault.why, **fault.facts)


def _within_limits(ledger: Ledger) -> None:
    """Whose maximum was lowered has no more than it."""
    for id_, unit in ledger.state.units.items():
        over = unit.hp - unit.max_hp
        if over > 0:
            ledger.write(e.Damaged(unit=id_, amount=over, now=unit.max_hp, cause="ruling"))


def complete(system: System, state: State, given: Filled, path: str) -> e.Effect:
    """The fact that a ruling means. Raises Refused: `malformed` with the path, or `impossible`."""
    kind = given.get("type")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise Refused("malformed", why="no-such-effect", path=f"{path}.type", kind=str(kind)[:40])
    if kind in NOT_A_RULING:
        raise Refused("impossible", why="not-a-ruling", path=f"{path}.type", kind=kind)
    _tidy(given, path)
    unit = given.get("unit")
    if unit is not None and not isinstance(unit, str):
        raise Refused(
            "malformed", why="ruling-form", path=f"{path}.unit", kind=kind, message="Expected `str`"
        )
    if unit is not None and unit not in state.units:
        raise Refused("impossible", why="no-such-unit", unit=unit[:40], path=path)
    try:
        effect = _filled(system, state, kind, dict(given))
    except (KeyError, TypeError) as error:
        raise Refused("malformed", why="ruling-form", path=path, kind=kind, message=str(error)) from error
    except msgspec.ValidationError as error:
        message, where = located(error, given, _KINDS[kind], path)
        raise Refused("malformed", why="ruling-form", path=where, kind=kind, message=message) from error
    pointing.check(state, effect, path)
    if isinstance(effect, e.UnitChanged):
        _written(system, state, effect, path)
    return effect


def _filled(system: System, state: State, kind: str, given: Filled) -> e.Effect:
    """The fact with what follows from the state. Raises ValidationError for what has no such form."""
    fill = _FILL.get(kind)
    try:
        if fill is not None:
            fill(system, state, given)
    except (KeyError, TypeError):
        msgspec.convert(given, _KINDS[kind])  # which names what is missing or of the wrong type
        raise
    effect: e.Effect = msgspec.convert(given, _KINDS[kind])
    return effect


def _key(value: str, path: str) -> None:
    try:
        plain({value: None}, path)
    except NotCanonical as error:
        raise Refused("malformed", why="unfit", path=path, message=str(error)) from error


def _tidy(given: Filled, path: str) -> None:
    try:
        plain(given, path)
        _texts(given, path)
    except (NotCanonical, msgspec.ValidationError) as error:
        raise Refused("malformed", why="unfit", path=path, message=str(error)) from error
    for name in KEYS:
        value = given.get(name)
        if isinstance(value, str):
            _key(value, f"{path}.{name}")


def _texts(value: Any, path: str) -> None:
    if isinstance(value, str):
        msgspec.convert(value, Text)
    elif isinstance(value, int) and abs(value) > LARGEST_AMOUNT:
        raise NotCanonical(f"{path}: more than {LARGEST_AMOUNT}")
    elif isinstance(value, list):
        for index, one in enumerate(value):
            _texts(one, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, one in value.items():
            _texts(one, f"{path}.{key}")


def _damaged(system: System, state: State, filled: Filled) -> None:
    unit = _unit(state, filled)
    amount = filled["amount"]
    if amount < 0:
        raise msgspec.ValidationError("Expected `int` >= 0")
    now = unit.hp - amount
    floor = system.hp_floor
    filled.setdefault("now", now if floor is None else max(floor, now))
    filled.setdefault("cause", "ruling")


def _healed(system: System, state: State, filled: Filled) -> None:
    unit = _unit(state, filled)
    wanted = filled["amount"]
    if wanted < 0:
        raise msgspec.ValidationError("Expected `int` >= 0")
    filled["amount"] = max(0, min(wanted, unit.max_hp - unit.hp))
    filled["now"] = unit.hp + filled["amount"]
    filled.setdefault("cause", "ruling")


def _stage(system: System, state: State, filled: Filled) -> None:
    before = _unit(state, filled).stages.get(filled["stat"], 0)
    if "by" in filled:
        filled.setdefault("now", before + filled["by"])
    else:
        filled["by"] = filled["now"] - before


def _gained(system: System, state: State, filled: Filled) -> None:
    filled.setdefault("value", system.first_value(state, filled["status"]))


def _moved(system: System, state: State, filled: Filled) -> None:
    filled.setdefault("from", _unit(state, filled).at)
    filled.setdefault("how", "ruling")


def _item_used(system: System, state: State, filled: Filled) -> None:
    unit = _unit(state, filled)
    had = state.inventory.get(unit.side, {}).get(filled["item"], 0)
    filled.setdefault("left", had if filled.get("held") else max(0, had - 1))


def _item_moved(system: System, state: State, filled: Filled) -> None:
    """A bag that gives has one less, one that gets has one more."""
    for name, more in (("from", -1), ("to", 1)):
        holder = filled.get(name)
        if isinstance(holder, dict) and "side" in holder and "now" not in holder:
            had = state.inventory.get(holder["side"], {}).get(filled["item"], 0)
            filled[name] = {**holder, "now": max(0, had + more)}


def _revived(system: System, state: State, filled: Filled) -> None:
    filled.setdefault("now", _unit(state, filled).max_hp)


def _revealed(system: System, state: State, filled: Filled) -> None:
    filled["sheet"] = msgspec.to_builtins(shown.revealed(_unit(state, filled)).sheet)


def _unit_changed(system: System, state: State, filled: Filled) -> None:
    """Whom the GM plays has no seat, as after a `hand-over`."""
    said = filled["set"]
    if isinstance(said, dict) and said.get("seat") == GM:
        filled["set"] = {**said, "seat": None}


def _outcome(system: System, state: State, filled: Filled) -> None:
    filled.setdefault("reason", "ruling")
    filled.setdefault("winner", None)


def _unit(state: State, filled: Filled) -> Unit:
    return state.units[filled["unit"]]


_FILL: dict[str, Callable[[System, State, Filled], None]] = {
    "damaged": _damaged,
    "healed": _healed,
    "stage-changed": _stage,
    "status-gained": _gained,
    "moved": _moved,
    "item-used": _item_used,
    "item-moved": _item_moved,
    "revived": _revived,
    "revealed": _revealed,
    "unit-changed": _unit_changed,
    "outcome": _outcome,
}
_KINDS = {str(kind.__struct_config__.tag): kind for kind in e.EFFECTS}


def _written(system: System, state: State, effect: e.UnitChanged, path: str) -> None:
    """A changed sheet must be one that a unit could be enlisted with, or no rule could read it."""
    after = apply(state, effect)
    changed = after.units[effect.unit]
    if min(changed.size, changed.max_hp) < 1:
        raise Refused("impossible", why="no-such-sheet", unit=effect.unit, path=path)
    sheet = next(one for one in system.roster(after) if one["id"] == effect.unit)
    others = replace(state, units={id_: one for id_, one in state.units.items() if id_ != effect.unit})
    try:
        spec = {name: sheet[name] for name in SHEET if name in sheet}
        system.enlist(others, msgspec.convert(spec, system.unit_spec))
    except (msgspec.ValidationError, InvalidSetup) as error:
        facts = error.refusal.facts if isinstance(error, InvalidSetup) else {"message": str(error)}
        raise Refused("impossible", why="no-such-sheet", unit=effect.unit, **facts) from error
