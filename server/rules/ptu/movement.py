"""T31-T37: what a step costs, how far a unit may go, the cheapest allowed way, and every reachable cell.

A way's labels are (cell, parity of the diagonals, capabilities used): the cheapest way to a cell need not
be the allowed one, since which ground it crosses decides how far the unit may go (T34).
"""

from collections.abc import Iterator
from typing import NamedTuple

from schemas.base import Cell
from schemas.state import Grid, State, Unit
from server.engine import grid
from server.rules.ptu import places
from server.rules.ptu.data import number, stages

BITS = {"overland": 1, "swim": 2, "burrow": 4, "sky": 8, "levitate": 16}
FLYING = ("sky", "levitate")
ASKS = {"underwater": "swim", "earth": "burrow"}
STEPS = tuple(grid.DIRECTIONS.values())
WALL, LACKS = -1, -2
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


def capability(unit: Unit, name: str) -> int:
    """T3: in meters; 0 where the unit lacks it."""
    value = unit.capabilities.get(name, 0)
    return value if isinstance(value, int) else 0


def adjusted(unit: Unit, average: int) -> int:
    """T37: speed stages, then sprint, then slowed."""
    stage = stages(unit, "speed")
    half = abs(stage) // 2
    meters = average + half if stage > 0 else max(min(2, average), average - half)
    if number(unit, "sprint"):
        meters += meters // 2
    return max(1, meters // 2) if "slowed" in unit.statuses else meters


def allowance(unit: Unit, used: int) -> int:
    """T34, T37: how far with the capabilities used, each counted once."""
    values = [capability(unit, name) for name, bit in BITS.items() if used & bit]
    if not values:
        return adjusted(unit, capability(unit, "overland"))
    return adjusted(unit, sum(values) // len(values))


class Ground:
    """The board as one unit meets it: for every cell what it costs twice, and the capability it takes."""

    def __init__(self, state: State, unit: Unit, by: str | None = None) -> None:
        board = state.board
        assert isinstance(board, Grid)
        self.wide, self.high = board.width, board.height
        self.unit = unit
        self.foot = unit.footprint or (1, 1)
        self.by = by
        self._flight = by or max(FLYING, key=lambda name: capability(unit, name))
        if capability(unit, self._flight) == 0:
            self._flight = ""
        size = self.wide * self.high
        first = self._bit("overland")
        self.bits = [first] * size
        self.slow = bytearray(size)
        self.taken = places.occupied(state, (unit.id,))
        self._terrain(state)

    def _bit(self, asked: str) -> int:
        """T34: what is used where the ground asks for this; LACKS where the unit cannot."""
        if self.by is not None:
            return BITS[self.by] if self._flight else LACKS
        if capability(self.unit, asked):
            return BITS[asked]
        return BITS[self._flight] if self._flight else LACKS

    def _terrain(self, state: State) -> None:
        found = places.kinds(state.board)
        for kind, asked in ASKS.items():
            bit = self._bit(asked)
            for x, y in found.of(kind):
                self.bits[y * self.wide + x] = bit
        for cell, names in found.of("slow").items():
            if places.hinders(names, self.unit):
                self._slow(cell)
        for cell in self.taken:
            self._slow(cell)
        for x, y in grid.terrains(state.board).enter:
            self.bits[y * self.wide + x] = WALL

    def _slow(self, cell: Cell) -> None:
        at = cell[1] * self.wide + cell[0]
        if self.bits[at] & (BITS["sky"] | BITS["levitate"]) == 0 or self.bits[at] < 0:
            self.slow[at] = 1

    def entered(self, at: Cell, step: Cell) -> list[Cell] | None:
        """T35: the cells that a footprint newly covers by a step; None off the board."""
        (x, y), (dx, dy), (wide, high) = at, step, self.foot
        nx, ny = x + dx, y + dy
        if nx < 0 or ny < 0 or nx + wide > self.wide or ny + high > self.high:
            return None
        if wide == 1 and high == 1:
            return [(nx, ny)]
        return _new_cells(nx, ny, dx, dy, wide, high)

    def step(self, at: Cell, step: Cell) -> tuple[int, int] | None:
        """(factor, capabilities used) of a step; None where it cannot be made."""
        entered = self.entered(at, step)
        if entered is None:
            return None
        factor, used = 1, 0
        for x, y in entered:
            here = y * self.wide + x
            bit = self.bits[here]
            if bit < 0:
                return None
            used |= bit
            if self.slow[here]:
                factor = 2
        return factor, used

    def free(self, at: Cell, foot: tuple[int, int] | None = None) -> bool:
        """T35: whether the unit may end there."""
        wide, high = foot or self.foot
        x, y = at
        if x < 0 or y < 0 or x + wide > self.wide or y + high > self.high:
            return False
        cells = [(x + dx, y + dy) for dy in range(high) for dx in range(wide)]
        return all(self.bits[cy * self.wide + cx] != WALL and (cx, cy) not in self.taken for cx, cy in cells)


def _new_cells(nx: int, ny: int, dx: int, dy: int, wide: int, high: int) -> list[Cell]:
    cells: list[Cell] = []
    if dx:
        column = nx + wide - 1 if dx > 0 else nx
        cells.extend((column, y) for y in range(ny, ny + high))
    if dy:
        row = ny + high - 1 if dy > 0 else ny
        skip = (nx + wide - 1 if dx > 0 else nx) if dx else None
        cells.extend((x, row) for x in range(nx, nx + wide) if x != skip)
    return cells


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
            _expand(ground, label, most, buckets, known)
        cost += 1


def _expand(
    ground: Ground,
    label: Label,
    most: int,
    buckets: dict[int, list[Label]],
    known: dict[tuple[Cell, Cell], tuple[int, int] | None],
) -> None:
    cell, parity = label.cell, label.parity
    for step in STEPS:
        edge = (cell, step)
        found = known[edge] if edge in known else known.setdefault(edge, ground.step(cell, step))
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
    ground = Ground(state, unit, by)
    limits: dict[int, int] = {}
    found: dict[Cell, int] = {}
    for label in labels(ground, start, parity_of(unit), _most(unit, by)):
        limit = limits.get(label.used)
        if limit is None:
            limit = limits.setdefault(label.used, allowance(unit, label.used))
        if label.cost <= limit and label.cell not in found:
            found[label.cell] = label.cost
    return {cell: cost for cell, cost in found.items() if cell != start and ground.free(cell)}


def way_to(state: State, unit: Unit, to: Cell, by: str | None = None) -> Label | None:
    """T31: the cheapest allowed way, or the cheapest of all where none is; None where there is no way."""
    start = grid.cell_of(unit)
    if start is None:
        return None
    ground = Ground(state, unit, by)
    best: Label | None = None
    for label in labels(ground, start, parity_of(unit), NO_LIMIT):
        if label.cell == to:
            if label.cost <= allowance(unit, label.used):
                return label
            best = best or label
        if best is not None and label.cost > _most(unit, by):
            return best
    return best
