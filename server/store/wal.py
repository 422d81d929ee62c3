"""Keeping SQLite's write-ahead log small while readers come and go.

SQLite copies the log into the database by itself, but begins it anew only at a moment when nobody
reads from it. With many short reads that moment may never come by chance, so now and then the writer
waits a little for it.
"""

from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine

LIMIT = 32 * 1024 * 1024
PATIENCE = 200
"""Milliseconds to wait for readers; ours take a few, and a longer one (a backup) must not hold up play."""


class Wal:
    """Watches the size of one database's write-ahead log."""

    def __init__(self, engine: Engine, database: Path, limit: int = LIMIT) -> None:
        self._engine = engine
        self._path = database.with_name(database.name + "-wal")
        self._step = limit
        self._limit = limit

    def bound(self) -> None:
        """Begin the log anew once it is too long; if a long reader prevents it, try again much later."""
        size = self._size()
        if size > self._limit:
            self._begin_anew()
            self._limit = self._size() + self._step

    def _size(self) -> int:
        try:
            return self._path.stat().st_size
        except FileNotFoundError:
            return 0

    def _begin_anew(self) -> None:
        with closing(self._engine.raw_connection()) as connection:  # no checkpoint inside a transaction
            cursor = connection.cursor()
            cursor.execute("PRAGMA busy_timeout")
            (patience,) = cursor.fetchone() or (0,)
            cursor.execute(f"PRAGMA busy_timeout={PATIENCE}")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.fetchall()
            cursor.execute(f"PRAGMA busy_timeout={patience}")
            cursor.close()
