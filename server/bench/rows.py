"""All rows of the bench, in the order in which they are told."""

from collections.abc import Awaitable, Callable

from server.bench import (
    branching,
    commands,
    deciding,
    memory,
    over_http,
    rebuilding,
    verifying,
)
from server.bench.bench import Bench
from server.bench.figures import Figure

Row = Callable[[Bench], Awaitable[list[Figure]]]

ROWS: dict[str, Row] = {
    "http": over_http.durable,
    "decide": deciding.decided,
    "rebuild": rebuilding.rebuilt,
    "state": rebuilding.at_random,
    "late": commands.late,
    "rewinds": commands.rewound,
    "branch": branching.branched,
    "memory": memory.live,
    "verify": verifying.verified,
}
