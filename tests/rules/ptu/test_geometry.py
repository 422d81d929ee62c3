"""T33-T40 against brute force on small boards: reachable cells, flanking sets, distances, lines."""

import random
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from schemas.state import Grid, State, Terrain, Unit
from server.rules.ptu import flanking, movement, places

KINDS = ("slow", "underwater", "earth", "blocking")


def creature(
    id_: str,
    side: str,
    at: tuple[int, int],
    foot: tuple[int, int] = (1, 1),
    size: int = 1,
    **capabilities: int,
) -> Unit:
    """A bare unit."""
    return Unit(
        id=id_,
        name=id_,
        side=side,
        hp=10,
        max_hp=10,
        at=at,
        footprint=foot,
        size=size,
        capabilities=capabilities,
    )


def some_state(dice: random.Random, foot: tuple[int, int]) -> State:
    """A 6×5 board with terrain at random, the unit a and two others."""
    cells = [(x, y) for x in range(6) for y in range(5)]
    free = [c for c in cells if not (c[0] < foot[0] and c[1] < foot[1])]
    terrain = tuple(Terrain(kind=kind, cells=tuple(dice.sample(free, dice.randint(0, 5)))) for kind in KINDS)
    able = {name: dice.choice([0, 1, 2, 3, 4]) for name in ("swim", "burrow", "sky")}
    one = creature("a", "red", (0, 0), foot, overland=dice.randint(1, 5), **able)
    walls = set(terrain[3].cells)
    spots = dice.sample([c for c in free if c not in walls], 2)
    others = {
        id_: creature(id_, side, at) for id_, side, at in zip("bc", ("red", "blue"), spots, strict=True)
    }
    return State(board=Grid(width=6, height=5, terrain=terrain), units={"a": one, **others})


def brute(state: State, parity: int) -> dict[tuple[int, int], int]:
    """Every way step by step, without any label, dominance or pruning but the longest allowance."""
    unit = state.units["a"]
    board = state.board
    assert isinstance(board, Grid)
    kinds = {terrain.kind: set(terrain.cells) for terrain in board.terrain}
    taken = {one.at for id_, one in state.units.items() if id_ != "a"}
    wide, high = unit.footprint or (1, 1)
    caps: Any = unit.capabilities
    most = max(int(value) for value in caps.values())
    found: dict[tuple[int, int], int] = {}
    seen: set[Any] = set()

    def area(at: tuple[int, int]) -> set[tuple[int, int]]:
        return {(at[0] + x, at[1] + y) for x in range(wide) for y in range(high)}

    def visit(at: tuple[int, int], cost: int, diagonals: int, used: frozenset[str]) -> None:
        key = (at, cost, diagonals % 2, used)
        if key in seen:
            return
        seen.add(key)
        limit = sum(int(caps[name]) for name in used) // len(used) if used else caps["overland"]
        limit = max(1, max(min(2, limit), limit))
        if cost <= limit and not area(at) & taken and at != (0, 0):
            found[at] = min(cost, found.get(at, cost))
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                there = (at[0] + dx, at[1] + dy)
                inside = there[0] >= 0 and there[0] + wide <= 6 and there[1] >= 0 and there[1] + high <= 5
                if (dx or dy) and inside:
                    step(at, there, cost, diagonals, used, diagonal=bool(dx and dy))

    def step(at: Any, there: Any, cost: int, diagonals: int, used: frozenset[str], *, diagonal: bool) -> None:
        factor, more = 1, set(used)
        for cell in area(there) - area(at):
            if cell in kinds["blocking"]:
                return
            asked = (
                "burrow" if cell in kinds["earth"] else "swim" if cell in kinds["underwater"] else "overland"
            )
            name = asked if caps[asked] else "sky"
            if not caps[name]:
                return
            more.add(name)
            if name != "sky" and (cell in kinds["slow"] or cell in taken):
                factor = 2
        total = cost + (1 + diagonals % 2 if diagonal else 1) * factor
        if total <= max(most, 1):
            visit(there, total, diagonals + diagonal, frozenset(more))

    visit((0, 0), 0, parity, frozenset())
    return found


def test_T31_T35_reachable_cells_are_those_of_brute_force() -> None:
    """Every cell and its cost, for units of one, two, and four cells, with the diagonals either way."""
    dice = random.Random(7)
    for turn in range(150):
        state = some_state(dice, dice.choice([(1, 1), (2, 1), (2, 2)]))
        parity = turn % 2
        unit = replace(state.units["a"], counters={"diagonals": parity})
        state = replace(state, units={**state.units, "a": unit})
        assert movement.reachable(state, unit) == brute(state, parity), state


def test_T31_the_way_that_is_found_is_as_cheap_as_the_cell() -> None:
    """`to` and the options agree, and each step is a king's step."""
    dice = random.Random(8)
    for _ in range(60):
        state = some_state(dice, (1, 1))
        for cell, cost in movement.reachable(state, state.units["a"]).items():
            way = movement.way_to(state, state.units["a"], cell)
            assert way is not None
            assert way.cost == cost
            steps = list(zip([(0, 0), *way.path()], way.path(), strict=False))
            assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a, b in steps)


def test_T38_T39_distances_and_adjacency_cell_by_cell() -> None:
    """Between rectangles it is the least over all pairs of cells."""
    dice = random.Random(9)
    for _ in range(300):
        one, other = (
            (x := dice.randint(0, 6), y := dice.randint(0, 6), x + dice.randint(0, 3), y + dice.randint(0, 3))
            for _ in range(2)
        )
        pairs = [(a, b) for a in places.covered(one) for b in places.covered(other)]
        gaps = [(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in pairs]
        assert places.distance(one, other) == min(max(g) + min(g) // 2 for g in gaps)
        assert places.touch(one, other) == (min(max(g) for g in gaps) <= 1)


def test_T40_the_best_flanking_set_is_that_of_brute_force() -> None:
    """Among foes of all sizes, packed around a target of any size."""
    dice = random.Random(10)
    compared = 0
    for _ in range(300):
        side = dice.randint(1, 3)
        units = {"t": creature("t", "blue", (5, 5), (side, side), side)}
        taken = set(places.covered((5, 5, 4 + side, 4 + side)))
        for n in range(dice.randint(6, 16)):
            size = dice.choice([1, 1, 1, 2, 2, 3])
            at = (dice.randint(2, 8), dice.randint(2, 8))
            area = set(places.covered((at[0], at[1], at[0] + size - 1, at[1] + size - 1)))
            if not area & taken:
                taken |= area
                units[f"f{n}"] = creature(f"f{n}", "red", at, (size, size), size)
        state = State(board=Grid(width=16, height=16), units=units)
        wanted = brute_flank(state)
        compared += wanted > 0
        assert flanking.best(state, units["t"]) == wanted
    assert compared > 100


def brute_flank(state: State) -> int:
    """Every subset of the adjacent foes, cell by cell."""

    def cells(unit: Unit) -> set[tuple[int, int]]:
        area = places.rect(unit)
        assert area is not None
        return set(places.covered(area))

    def near(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1

    target = cells(state.units["t"])
    counts = {}
    for id_, foe in state.units.items():
        touching = sum(any(near(a, b) for b in target) for a in cells(foe))
        if id_ != "t" and touching:
            counts[id_] = touching if foe.size > 1 else 1
    best = 0
    for n in range(2, len(counts) + 1):
        for group in combinations(counts, n):
            apart = all(
                not any(near(a, b) for a in cells(state.units[x]) for b in cells(state.units[y]))
                for x, y in combinations(group, 2)
            )
            if apart:
                best = max(best, sum(counts[one] for one in group))
    return best


def test_T35_a_line_is_the_same_both_ways() -> None:
    """The cells between two are the same seen from either end."""
    dice = random.Random(11)
    for _ in range(300):
        a, b = ((dice.randint(0, 9), dice.randint(0, 9)) for _ in range(2))
        assert sorted(places.between(a, b)) == sorted(places.between(b, a))
