"""One server a SQLite file.

Two would cache battles that the other changes, and followers of one would never hear of the other's
events. The lock is the kernel's (`flock`), so it is gone with the process however that ends; the
file itself stays, since removing it would let two servers lock two files of one name.
"""

import fcntl
import os
from pathlib import Path

from server.store.errors import DatabaseInUse


class FileLock:
    """Holds `<path>.lock` from `take` to `release`."""

    def __init__(self, path: Path) -> None:
        self._database = path
        self._path = path.with_name(path.name + ".lock")
        self._handle: int | None = None

    def take(self) -> None:
        """Lock, or raise `DatabaseInUse` at once."""
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(handle)
            raise DatabaseInUse(str(self._database)) from error
        self._handle = handle

    def release(self) -> None:
        """Let the next server in."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
