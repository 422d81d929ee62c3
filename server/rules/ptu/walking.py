"""T31-T37, T41: a shift over the grid or among zones, declared where somebody may answer."""

import msgspec

from schemas import effects as e
from schemas.base import Spot
from schemas.state import Grid, Pending, State, Unit, Zones
from server.engine import grid, windows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import answers, economy, opportunity, shifting, zones
from server.rules.ptu.commands import Move
from server.rules.ptu.data import number, takes_part
from server.rules.ptu.ground import BITS, capability
from server.rules.ptu.movement import allowance, usual
from server.rules.ptu.placing import standable, turned
from server.rules.ptu.readiness import Why, acting, held_fast

HOW = ("path", "by", "jump", "turned", "engage")
"""What a declared shift says beside where it goes."""


def check(state: State, said: Move, seat: str) -> Why:
    """T12, T31-T37."""
    unit = state.units[said.unit]
    if (said.to is None) == (said.path is None) and said.engage is None:
        yield Refusal("malformed", why="to-or-path", facts={"path": "$.path"})
        return
    yield from acting(state, unit, "shift")
    if isinstance(state.board, Zones):
        yield from _check_among_zones(state, unit, said)
        return
    if number(unit, "moved"):
        yield Refusal("action-spent", "T12", "moved-already", {"unit": unit.id, "action": "shift"})
    yield from held_fast(unit)
    found = shifting.shift(state, unit, said)
    if isinstance(found, Refusal):
        yield found
        yield from standable(state, unit, _end(unit, said), turned(unit, said.turned))


def _end(unit: Unit, said: Move) -> Spot | None:
    """Where a shift over the grid is to end, allowed or not."""
    if said.path is None:
        return said.to
    return said.path[-1] if said.path else unit.at


def _check_among_zones(state: State, unit: Unit, said: Move) -> Why:
    """T41: to a zone whose way costs no more than the allowance; `engage` names somebody there."""
    board = state.board
    assert isinstance(board, Zones)
    if said.path is not None:
        yield Refusal("malformed", "T41", "not-a-zone", {"path": "$.path"})
    if said.to == unit.at and said.engage is None:
        yield Refusal("not-straight", "T31", "own-cell", {"at": unit.at})
    to = said.to if said.to is not None else unit.at
    if to not in {zone.id for zone in board.zones}:
        yield Refusal("off-board", "T41", facts={"at": to})
        return
    if to != unit.at:
        yield from _way_among_zones(board, unit, to, said.by)
    if said.engage is not None:
        yield from _engaging(state, unit, to, said.engage)


def _way_among_zones(board: Zones, unit: Unit, to: Spot | None, by: str | None) -> Why:
    """T12, T34, T37, T41: free to move, and no further than it can."""
    if number(unit, "moved"):
        yield Refusal("action-spent", "T12", "moved-already", {"unit": unit.id, "action": "shift"})
    yield from held_fast(unit)
    cost = zones.costs(board, str(unit.at)).get(str(to))
    allowed = allowance(unit, BITS[by or usual(unit)])
    if cost is None:
        yield Refusal("blocked", "T41", "no-way", {"at": to})
    elif by is not None and capability(unit, by) == 0:
        yield Refusal("no-capability", "T34", facts={"unit": unit.id, "at": to})
    elif cost > allowed:
        yield Refusal("too-far", "T41", facts={"at": to, "cost": cost, "allowed": allowed})


def _engaging(state: State, unit: Unit, to: Spot | None, engage: str) -> Why:
    """T41: somebody who is in the zone where the unit comes to be."""
    foe = state.units.get(engage)
    if foe is None or foe.hidden:
        yield Refusal("unknown-unit", "T41", facts={"unit": engage})
    elif not takes_part(foe) or foe.at != to or foe.id == unit.id:
        yield Refusal("out-of-range", "T41", "not-in-zone", {"unit": engage})


# ---- doing it ----------------------------------------------------------------------------------------


def move(ledger: Ledger, said: Move) -> None:
    """T20, T31: spent as it is declared."""
    economy.spend(ledger, said.unit, "shift")
    at = said.to if said.path is None else said.path[-1] if said.path else None
    how = {name: getattr(said, name) for name in HOW}
    details = windows.details(**how, forced=said.force is not None)
    declared = e.Declared(unit=said.unit, action="move", at=at, details=details)
    if not answers.declare(ledger, declared, _stepped_away_from(ledger.state, said)):
        _walk(ledger, said)


def _stepped_away_from(state: State, said: Move) -> list[str]:
    """T56: whom the shift gives an attack of opportunity."""
    unit = state.units[said.unit]
    found = shifting.shift(state, unit, said) if isinstance(state.board, Grid) else None
    if not isinstance(found, shifting.Shift):
        return []
    return opportunity.by_shift(state, unit, found.path, found.footprint)


def _walk(ledger: Ledger, said: Move) -> None:
    """T31-T37: the way that `to` or `path` means now; a forced one may be none."""
    unit = ledger.unit(said.unit)
    if isinstance(ledger.state.board, Zones):
        _walk_among_zones(ledger, unit, said)
        return
    found = shifting.shift(ledger.state, unit, said)
    here = grid.cell_of(unit)
    if isinstance(found, Refusal):
        to = _end(unit, said)
        ledger.write(
            e.Moved(unit=unit.id, origin=here, to=to, footprint=turned(unit, said.turned), how="move")
        )
    else:
        to = found.path[-1] if found.path else here
        ledger.write(
            e.Moved(unit=unit.id, origin=here, to=to, path=found.path, footprint=found.footprint, how="move")
        )
        if found.diagonals:
            now = number(unit, "diagonals") + found.diagonals
            ledger.write(e.CounterSet(unit=unit.id, name="diagonals", now=now))
    ledger.write(e.CounterSet(unit=unit.id, name="moved", now=1))


def _walk_among_zones(ledger: Ledger, unit: Unit, said: Move) -> None:
    """T41: to a zone, and beside whom it engages there."""
    to = said.to if said.to is not None else unit.at
    if to != unit.at:
        ledger.write(e.Moved(unit=unit.id, origin=unit.at, to=to, how="move"))
        ledger.write(e.CounterSet(unit=unit.id, name="moved", now=1))
    if said.engage is not None:
        ledger.write(e.CounterSet(unit=unit.id, name="engages", now=said.engage))


def carry_out(ledger: Ledger, pending: Pending) -> None:
    """T20: judged anew from where the unit now is."""
    details = pending.details or {}
    to = None if "path" in details else pending.at
    how = {name: details[name] for name in HOW if name in details}
    said = msgspec.convert({"unit": pending.unit, "to": to, **how}, Move)
    unit = ledger.unit(pending.unit)
    if _hindered(ledger.state, unit, said, forced=bool(details.get("forced"))):
        ledger.write(e.Cancelled(unit=pending.unit, why="blocked"))
        return
    windows.take(ledger, pending)
    _walk(ledger, said)


def _hindered(state: State, unit: Unit, said: Move, *, forced: bool) -> bool:
    """T31, T37: whether the shift cannot be any more; a forced one only needs room (contract 4)."""
    on_grid = not isinstance(state.board, Zones)
    if forced:
        room = standable(state, unit, _end(unit, said), turned(unit, said.turned))
        return on_grid and next(room, None) is not None
    stuck = any(name in unit.statuses for name in ("stuck", "grappled", "tripped"))
    return stuck or (on_grid and isinstance(shifting.shift(state, unit, said), Refusal))
