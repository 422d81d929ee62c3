"""T2, T4, T58: how units come to stand on the board, and when the battle may begin."""

from typing import Any

from schemas import commands as c
from schemas import effects as e
from schemas.seats import GM
from schemas.state import NoBoard, State, Unit, Zones
from server.engine import grid, shown, turns
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import places
from server.rules.ptu.readiness import Why


def check_place(state: State, said: c.Place, seat: str) -> Why:
    """T2, T4: anywhere before the start; later a reinforcement, the GM's."""
    unit = state.units[said.unit]
    if said.hidden and "enemy-units" not in state.settings["hidden"]:
        yield Refusal("impossible", why="nothing-hidden")
    if state.phase != "setup":
        if seat != GM:
            yield Refusal("gm-only", "T4", facts={"command": "place"})
        if unit.at is not None and not unit.hidden:
            yield Refusal("placement-closed", "T4", "on-board", {"unit": unit.id})
    if unit.fainted:
        yield Refusal("fainted", "T49", facts={"unit": unit.id})
    if not unit.out:
        yield Refusal("impossible", "T4", "in-its-ball", {"unit": unit.id})
    foot = unit.footprint or (1, 1)
    yield from standable(state, unit, said.at, (foot[1], foot[0]) if said.turned else foot)


def place(ledger: Ledger, said: c.Place) -> None:
    """T2: where it now stands, and which way its footprint lies."""
    foot = turned(ledger.unit(said.unit), said.turned)
    hidden = said.hidden or ledger.unit(said.unit).hidden
    ledger.write(e.Placed(unit=said.unit, at=said.at, hidden=hidden, footprint=foot))


def turned(unit: Unit, turned: bool) -> tuple[int, int] | None:
    """T2: width and height changed places; None where they have not."""
    wide, high = unit.footprint or (1, 1)
    return (high, wide) if turned else None


def standable(state: State, unit: Unit, at: Any, foot: tuple[int, int] | None = None) -> Why:
    """T2, T35: on the board, no wall, nobody there."""
    if isinstance(state.board, Zones):
        if at not in {zone.id for zone in state.board.zones}:
            yield Refusal("off-board", "T41", facts={"at": at})
        return
    if isinstance(state.board, NoBoard):
        return
    wide, high = foot or unit.footprint or (1, 1)
    cells = [(at[0] + dx, at[1] + dy) for dy in range(high) for dx in range(wide)]
    taken = places.occupied(state, (unit.id,))
    for cell in cells:
        if not grid.on_board(state.board, cell):
            yield Refusal("off-board", "T2", facts={"at": cell})
        elif cell in places.terrains(state.board).enter:
            yield Refusal("blocked", "T35", "wall", {"at": cell})
        elif cell in taken:
            yield Refusal("occupied", "T35", facts={"at": cell, "by": taken[cell]})


def check_start(state: State, said: c.Start, seat: str) -> Why:
    """T4, T58: everyone out is placed, and there are two sides."""
    if state.phase != "setup":
        yield Refusal("impossible", "T4", "started")
        return
    for unit in state.units.values():
        if unit.at is None and unit.out and not (unit.reserve or unit.fainted or unit.hidden):
            yield Refusal("impossible", "T4", "not-placed", {"unit": unit.id})
    if len({unit.side for unit in state.units.values() if not unit.fainted}) < 2:
        yield Refusal("impossible", "T58", "two-sides")


def start(ledger: Ledger, said: c.Start) -> None:
    """T4: from here on rounds follow, with the entropy the seats gave."""
    turns.start_battle(ledger)


def check_reveal(state: State, said: c.Reveal, seat: str) -> Why:
    """Contract 8: a hidden unit enters, like a reinforcement."""
    unit = state.units[said.unit]
    if not unit.hidden:
        yield Refusal("impossible", why="not-hidden", facts={"unit": unit.id})
    at = said.at if said.at is not None else unit.at
    if at is not None:
        yield from standable(state, unit, at)


def reveal(ledger: Ledger, said: c.Reveal) -> None:
    """Contract 8: it is there for the rules from now on."""
    ledger.write(shown.revealed(ledger.unit(said.unit), said.at))
    if said.at is not None:
        ledger.write(e.Placed(unit=said.unit, at=said.at))
