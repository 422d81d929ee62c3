"""A mon's sheet and the ability die, read from a state (L2-L8)."""

from typing import Any

from msgspec import Struct

from schemas.state import State, Unit
from server.engine.catalogue import table
from server.engine.memo import memo
from server.rules.legamon import EDGES, FOLDER, prevention

LADDER = (2, 4, 6, 8, 10)
TYPED, TYPELESS = 2, 1
"""L4: where on the ladder a die begins."""
USED, LAST = "used", "last-used"
"""L6: counters of a mon: what it has used (each at most twice), and what it used last."""


class Move(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """L1: a typed ability."""

    id: str
    name: str = ""
    type: str
    tags: tuple[str, ...] = ()


class Used(Struct, frozen=True):
    """An ability as a command names it; `type` is None for a typeless one."""

    id: str
    type: str | None
    way: str = ""

    @property
    def key(self) -> str:
        """L6: what makes two uses the same."""
        return f"{'' if self.type else 'typeless:'}{self.id}:{self.way}"


class Die(Struct, frozen=True):
    """L5, L7: a die, and the edge it is rolled with."""

    sides: int
    edge: int = 0

    @property
    def count(self) -> int:
        """L7: one value, two with an edge."""
        return 2 if self.edge else 1

    def keep(self, values: tuple[int, ...]) -> int:
        """L5: the higher or the lower of two."""
        return min(values) if self.edge < 0 else max(values)


def _moves(raw: Any) -> dict[str, Move]:
    return {one["id"]: Move(**{k: v for k, v in one.items() if k in Move.__struct_fields__}) for one in raw}


_by_id = memo(_moves)


def moves_of(unit: Unit) -> dict[str, Move]:
    """L1: a mon's typed abilities, by id."""
    return _by_id(unit.moves)


def usual_typeless() -> list[str]:
    """L3: the usual typeless abilities, as the catalogue lists them."""
    return [str(name) for name in table(FOLDER, "typeless")["usual"]]


def typeless_allowed(state: State, name: str) -> bool:
    """L3: any slug, unless the table has listed the allowed ones."""
    allowed = state.settings.get("typeless")
    return allowed is None or name in allowed


def typeless_of(state: State) -> list[str]:
    """L3: the typeless abilities worth offering: the table's list, or the usual ones."""
    allowed = state.settings.get("typeless")
    return usual_typeless() if allowed is None else list(allowed)


def energy(unit: Unit) -> int:
    """L8: what is left of it."""
    pool = unit.pools.get("energy")
    return 0 if pool is None else pool.now


def has_ability(state: State, unit: Unit) -> bool:
    """L11: whether the mon may use any ability at all now."""
    if prevention("ability") in unit.statuses:
        return False
    return bool(typeless_of(state)) or (energy(unit) > 0 and bool(unit.moves))


def beats(state: State, one: str, other: str) -> bool:
    """L2: whether a type beats another."""
    return other in state.catalogue["chart"].get(one, ())


def sides(state: State, type_: str | None, against: tuple[str, ...] = ()) -> int:
    """L4: the die of an ability against the types of another mon."""
    if type_ is None:
        return LADDER[TYPELESS]
    steps = sum(beats(state, type_, other) - beats(state, other, type_) for other in against)
    return LADDER[max(0, min(len(LADDER) - 1, TYPED + steps))]


def expected(unit: Unit, used: Used) -> bool:
    """L6: the same the same way again, or for the third time in the battle."""
    before = unit.counters.get(USED, ())
    seen = before if isinstance(before, tuple) else ()
    return unit.counters.get(LAST) == used.key or seen.count(used.key) >= 2


def edge_of(unit: Unit, used: Used, given: int = 0) -> int:
    """L5, L6: every edge there is, an advantage and a disadvantage cancelling each other."""
    up = given > 0 or EDGES[1] in unit.statuses
    down = given < 0 or EDGES[-1] in unit.statuses or expected(unit, used)
    return int(up) - int(down)


def die(state: State, unit: Unit, used: Used, against: tuple[str, ...] = (), given: int = 0) -> Die:
    """L4-L6: the die of an ability, as it would be rolled now."""
    return Die(sides(state, used.type, against), edge_of(unit, used, given))


def named(unit: Unit, move: str | None, typeless: str | None, way: str = "") -> Used | None:
    """L3: the ability that a command names; None where the mon has no such one."""
    if typeless is not None:
        return Used(typeless, None, way)
    found = moves_of(unit).get(move or "")
    return None if found is None else Used(found.id, found.type, way)
