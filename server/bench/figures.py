"""What a row of the bench comes to: two things measured in one run, their ratio, what is asked of it."""

import time
from collections.abc import Awaitable, Callable
from statistics import median
from typing import Literal

from msgspec import Struct

Work = Callable[[], Awaitable[object]]


Asked = Literal["at least", "at most"]


class Figure(Struct, frozen=True):
    """`ratio` compares `measured` with `beside`; it and `holds` are none where nothing was beside it."""

    what: str
    unit: str
    measured: float
    beside: float | None
    ratio: float | None
    asked: Asked
    target: float
    holds: bool | None


def at_most(what: str, unit: str, measured: float, beside: float, target: float) -> Figure:
    """A cost against another: no more than so many times as much."""
    return _figure(what, unit, measured, beside, measured / beside, "at most", target)


def at_least(what: str, unit: str, measured: float, beside: float, target: float) -> Figure:
    """A rate against another: so many times as much or more."""
    return _figure(what, unit, measured, beside, measured / beside, "at least", target)


def faster(what: str, unit: str, measured: float, beside: float | None, target: float) -> Figure:
    """A cost against another: so many times as little or less; `beside` None: the other is not installed."""
    ratio = None if beside is None else beside / measured
    return _figure(what, unit, measured, beside, ratio, "at least", target)


def _figure(
    what: str,
    unit: str,
    measured: float,
    beside: float | None,
    ratio: float | None,
    asked: Asked,
    target: float,
) -> Figure:
    holds = None if ratio is None else ratio >= target if asked == "at least" else ratio <= target
    return Figure(what, unit, measured, beside, ratio, asked, target, holds)


async def spent(work: Work) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


async def in_turn(left: Work, right: Work, times: int) -> tuple[float, float]:
    """The medians of two works done in turn, so that what else the machine does meets both.

    Each is done three times before the other has its turn: the garbage that one leaves to be collected is
    mostly collected in its own time.
    """
    lefts: list[float] = []
    rights: list[float] = []
    while len(lefts) < times:
        lefts += [await spent(left) for _ in range(3)]
        rights += [await spent(right) for _ in range(3)]
    return median(lefts), median(rights)
