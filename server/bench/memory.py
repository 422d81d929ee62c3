"""Row: what a thousand battles in a server's memory weigh."""

from urllib.request import urlopen

from server.bench import endless
from server.bench.bench import Bench, use_cases
from server.bench.figures import Figure, at_most
from server.bench.served import Served, server

ASKED = 150
EVENTS = 60
"""Of each battle."""
DATABASE = "live"


async def live(bench: Bench) -> list[Figure]:
    """Resident memory with battles loaded from the store, over the same server before."""
    async with use_cases(bench.url(DATABASE)) as battles:
        ids = [(await endless.stored(battles, EVENTS)).id for _ in range(bench.sizes.live)]
    with server(bench.url(DATABASE)) as served:
        _read(served, ids[:1])
        empty = served.resident()
        _read(served, ids)
        grown = served.resident() - empty
    return [at_most(f"memory for {len(ids):,} live battles of 8 units", "MiB", grown, ASKED, 1)]


def _read(served: Served, ids: list[str]) -> None:
    """Reads the state of each, so that it is in memory."""
    for id_ in ids:
        with urlopen(f"http://127.0.0.1:{served.port}/v1/battles/{id_}/state") as answer:
            answer.read()
