"""T31-T37: what a step costs, how far a unit may go, the cheapest allowed way, and every reachable cell.

A way's labels are (cell, parity of the diagonals, capabilities used): the cheapest way to a cell need not
be the allowed one, since which ground it crosses decides how far the unit may go (T34).
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from schemas.base import Cell
from schemas.state import Grid, State, Unit
from server.engine import grid
from server.rules.ptu.commands import Jump
from server.rules.ptu.data import number, stages
from server.rules.ptu.ground import BITS, Ground, capability, ground_of

STEPS = tuple(grid.DIRECTIONS.values())
NO_LIMIT = 10**6


class Label(NamedTuple):
    """One way to stand somewhere: what it cost, with which capabilities, and from where."""

    cost: int
    cell: Cell
    parity: int
    used: int
    before: "Label | None"

    def path(self) -> tuple[Cell, ...]:
        """The cells stepped on, without the first."""
        cells: list[Cell] = []
        label: Label | None = self
        while label is not None and label.before is not None:
            cells.append(label.cell)
            label = label.before
        return tuple(reversed(cells))


def adjusted(unit: Unit, average: int) -> int:
    """T37: speed stages, then sprint, then slowed."""
    stage = stages(unit, "speed")
    half = abs(stage) // 2
    meters = average + half if stage > 0 else max(min(2, average), average - half)
    if number(unit, "sprint"):
        meters += meters // 2
    return max(1, meters // 2) if "slowed" in unit.statuses else meters


def allowance(unit: Unit, used: int) -> int:
    """T34, T37: how far with the capabilities used, each counted once; with none, by `usual`."""
    values = [capability(unit, name) for name, bit in BITS.items() if used & bit]
    return adjusted(unit, sum(values) // len(values) if values else capability(unit, usual(unit)))


def usual(unit: Unit) -> str:
    """T3, T41: overland, or what the unit is best at where it cannot walk."""
    return "overland" if capability(unit, "overland") else max(BITS, key=lambda name: capability(unit, name))


def labels(ground: Ground, start: Cell, parity: int, most: int) -> Iterator[Label]:
    """Every undominated label up to a cost, cheapest first (buckets: costs are small whole numbers).

    A label is dominated by one of the same cell, parity and capabilities that cost no more; other sets of
    capabilities or the other parity may still win later, so they stay.
    """
    seen: set[tuple[Cell, int, int]] = set()
    known: dict[tuple[Cell, Cell], tuple[int, int] | None] = {}
    buckets: dict[int, list[Label]] = {0: [Label(0, start, parity, 0, None)]}
    cost = 0
    while buckets:
        bucket = buckets.pop(cost, [])
        for label in bucket:
            key = (label.cell, label.parity, label.used)
            if key in seen:
                continue
            seen.add(key)
            yield label
            _expand(ground.step, label, most, buckets, known)
        cost += 1


def _expand(
    enter: Callable[[Cell, Cell], tuple[int, int] | None],
    label: Label,
    most: int,
    buckets: dict[int, list[Label]],
    known: dict[tuple[Cell, Cell], tuple[int, int] | None],
) -> None:
    cell, parity = label.cell, label.parity
    for step in STEPS:
        edge = (cell, step)
        found = known[edge] if edge in known else known.setdefault(edge, enter(cell, step))
        if found is None:
            continue
        diagonal = step[0] != 0 and step[1] != 0
        total = label.cost + (1 + parity if diagonal else 1) * found[0]
        if total <= most:
            there = (cell[0] + step[0], cell[1] + step[1])
            after = parity ^ 1 if diagonal else parity
            buckets.setdefault(total, []).append(Label(total, there, after, label.used | found[1], label))


def _most(unit: Unit, by: str | None) -> int:
    names = (by,) if by else tuple(BITS)
    return max(adjusted(unit, capability(unit, name)) for name in names)


def parity_of(unit: Unit) -> int:
    """T33: of the diagonals stepped this turn."""
    return number(unit, "diagonals") % 2


def reachable(state: State, unit: Unit, by: str | None = None) -> dict[Cell, int]:
    """Every cell the unit may shift to, with the cost of the cheapest allowed way."""
    start = grid.cell_of(unit)
    if start is None or not isinstance(state.board, Grid):
        return {}
    ground = ground_of(state, unit, by)
    limits: dict[int, int] = {}
    found: dict[Cell, int] = {}
    for label in labels(ground, start, parity_of(unit), _most(unit, by)):
        limit = limits.get(label.used)
        if limit is None:
            limit = limits.setdefault(label.used, allowance(unit, label.used))
        if label.cost <= limit and label.cell not in found:
            found[label.cell] = label.cost
    return {cell: cost for cell, cost in found.items() if cell != start and ground.free(cell)}


def way_to(
    state: State, unit: Unit, to: Cell, by: str | None = None, foot: tuple[int, int] | None = None
) -> Label | None:
    """T31: the cheapest allowed way, or the cheapest of all where none is; None where there is no way."""
    start = grid.cell_of(unit)
    if start is None:
        return None
    ground = ground_of(state, unit, by)
    if foot is not None:
        return _turning_way(unit, ground, start, to, foot)
    best: Label | None = None
    for label in labels(ground, start, parity_of(unit), NO_LIMIT):
        if label.cell == to:
            if label.cost <= allowance(unit, label.used):
                return label
            best = best or label
        if best is not None and label.cost > _most(unit, by):
            return best
    return best


def _turning_way(unit: Unit, ground: Ground, start: Cell, to: Cell, foot: tuple[int, int]) -> Label | None:
    """T2, T31: as `way_to`, the last step arriving turned."""

    def arrive(at: Cell, step: Cell) -> tuple[int, int] | None:
        there = (at[0] + step[0], at[1] + step[1])
        return ground.step(at, step, foot) if there == to else None

    ends: dict[int, list[Label]] = {}
    for label in labels(ground, start, parity_of(unit), NO_LIMIT):
        _expand(arrive, label, NO_LIMIT, ends, {})
    ways = [way for same in ends.values() for way in same]
    return min(ways, key=lambda way: (way.cost > allowance(unit, way.used), way.cost), default=None)


def way_by_jump(
    state: State, unit: Unit, to: Cell, jump: Jump, by: str | None = None, foot: tuple[int, int] | None = None
) -> tuple[Cell, ...] | None:
    """T31, T36: the cheapest way to where the jump begins, straight across, and on from where it ends."""
    before = way_to(state, unit, jump.origin, by)
    landed = jump.to == to
    after = way_to(state, replace(unit, at=jump.to), to, by, None if landed else foot)
    if before is None or after is None:
        return None
    leap = [jump.origin]
    while leap[-1] != jump.to:
        step = grid.toward(leap[-1], jump.to)
        leap.append((leap[-1][0] + step[0], leap[-1][1] + step[1]))
    return (*before.path(), *leap[1:], *after.path())
