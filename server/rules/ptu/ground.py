"""T34, T35: the board as one unit meets it: what a step costs, what it asks for, where one may stand."""

from schemas.base import Cell
from schemas.state import Grid, State, Unit
from server.engine.memo import PASSING, Memo, memo
from server.rules.ptu import places

BITS = {"overland": 1, "swim": 2, "burrow": 4, "sky": 8, "levitate": 16}
FLYING = ("sky", "levitate")
ASKS = {"underwater": "swim", "earth": "burrow"}
WALL, LACKS = -1, -2


def capability(unit: Unit, name: str) -> int:
    """T3: in meters; 0 where the unit lacks it."""
    value = unit.capabilities.get(name, 0)
    return value if isinstance(value, int) else 0


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
        for x, y in places.terrains(state.board).enter:
            self.bits[y * self.wide + x] = WALL

    def _slow(self, cell: Cell) -> None:
        at = cell[1] * self.wide + cell[0]
        if self.bits[at] & (BITS["sky"] | BITS["levitate"]) == 0 or self.bits[at] < 0:
            self.slow[at] = 1

    def entered(self, at: Cell, step: Cell, foot: tuple[int, int] | None = None) -> list[Cell] | None:
        """T35: the cells that a footprint newly covers by a step, T2 as `foot`; None off the board."""
        (x, y), (dx, dy), (wide, high) = at, step, foot or self.foot
        nx, ny = x + dx, y + dy
        if nx < 0 or ny < 0 or nx + wide > self.wide or ny + high > self.high:
            return None
        if foot is not None:
            before = set(_cells(at, self.foot))
            return [cell for cell in _cells((nx, ny), foot) if cell not in before]
        if wide == 1 and high == 1:
            return [(nx, ny)]
        return _new_cells(nx, ny, dx, dy, wide, high)

    def step(self, at: Cell, step: Cell, foot: tuple[int, int] | None = None) -> tuple[int, int] | None:
        """(factor, capabilities used) of a step; None where it cannot be made."""
        entered = self.entered(at, step, foot)
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
        cells = _cells(at, (wide, high))
        return all(self.bits[cy * self.wide + cx] != WALL and (cx, cy) not in self.taken for cx, cy in cells)


_grounds: Memo[dict[tuple[int, str | None], Ground]] = memo(lambda state: {}, size=PASSING)


def ground_of(state: State, unit: Unit, by: str | None = None) -> Ground:
    """The board as the unit meets it, read once a state."""
    known = _grounds(state)
    found = known.get((id(unit), by))
    if found is None or found.unit is not unit:
        found = known[id(unit), by] = Ground(state, unit, by)
    return found


def _cells(at: Cell, foot: tuple[int, int]) -> list[Cell]:
    return [(at[0] + dx, at[1] + dy) for dy in range(foot[1]) for dx in range(foot[0])]


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
