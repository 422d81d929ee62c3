"""T40: whether a unit is flanked, by the set of foes that counts most."""

from schemas.state import State, Unit
from server.rules.ptu.places import Rect, foes, offsets, rect, touch

NEEDED = {1: 2, 2: 3, 3: 4, 4: 5}
"""What they must count to, by the target's size."""


def flanked(state: State, target: Unit) -> bool:
    """T40: two foes or more, no two of them adjacent, that count to what the target's size needs."""
    area = rect(target)
    if area is None:
        return engaged_enough(state, target)
    return best(state, target) >= NEEDED.get(target.size, 2)


def engaged_enough(state: State, target: Unit) -> bool:
    """T41: among zones as many foes that engage it as T40 needs."""
    foes_there = sum(foe.counters.get("engages") == target.id for foe in foes(state, target))
    return foes_there >= NEEDED.get(target.size, 2)


def best(state: State, target: Unit) -> int:
    """T40: of all sets of two or more the one that counts most; 0 where there is none."""
    area = rect(target)
    if area is None:
        return 0
    found = [(one, weight(foe, one, area)) for foe in foes(state, target) if (one := rect(foe)) is not None]
    return _best([(one, value) for one, value in found if value > 0], 0, 0)


def weight(foe: Unit, one: Rect, area: Rect) -> int:
    """T40: 1 up to medium size, larger ones as many as their cells that touch the target."""
    if not touch(one, area):
        return 0
    if foe.size <= 1:
        return 1
    return sum(
        max(offsets((x, y, x, y), area)) <= 1
        for y in range(one[1], one[3] + 1)
        for x in range(one[0], one[2] + 1)
    )


def _best(left: list[tuple[Rect, int]], count: int, total: int) -> int:
    """The most that a set with `count` members already can count; takes or leaves the next."""
    if not left:
        return total if count >= 2 else 0
    (one, value), rest = left[0], left[1:]
    apart = [(other, more) for other, more in rest if not touch(one, other)]
    taken = _best(apart, count + 1, total + value)
    return taken if len(apart) == len(rest) and count >= 1 else max(taken, _best(rest, count, total))
