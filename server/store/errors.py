"""What the store can refuse, as types with facts: the use cases decide what a caller is told.

None of these ever carries a token, a seed or a body: reasons are safe to log.
"""


class StoreError(Exception):
    """Anything the store says no with."""


class Conflict(StoreError):
    """The rows do not follow the head, or the command id is taken: read the log again and judge again."""

    def __init__(self, battle: str, head: int) -> None:
        super().__init__(f"battle {battle} stands at {head}")
        self.battle = battle
        self.head = head


class Claimed(StoreError):
    """An invite was used by somebody else at the same moment."""

    def __init__(self, battle: str) -> None:
        super().__init__(f"an invite of battle {battle} was used already")
        self.battle = battle


class NoSuchBattle(StoreError):
    """No battle has this id."""

    def __init__(self, battle: str) -> None:
        super().__init__(f"there is no battle {battle}")
        self.battle = battle


class Busy(StoreError):
    """More is waiting to be written than the queue holds; nothing was stored."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"the writer's queue is full, try again in {retry_after} s")
        self.retry_after = retry_after


class Unavailable(StoreError):
    """The database failed: disk full, connection lost, or the store is closed."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the database is unavailable: {reason}")
        self.reason = reason


class DatabaseInUse(StoreError):
    """Another server has this SQLite file open; two would not see each other's battles."""

    def __init__(self, path: str) -> None:
        super().__init__(f"another server is using {path}; stop it, or name another --database")
        self.path = path


class NoFile(StoreError):
    """SQLite in memory: a second connection could not read it."""

    def __init__(self) -> None:
        super().__init__("a SQLite database needs a file: sqlite:///path/to/battles.db")


class NoDatabase(StoreError):
    """Nothing has been kept in this SQLite file yet, and a guest makes none."""

    def __init__(self, path: str) -> None:
        super().__init__(f"there is no database {path}; name another with --database")
        self.path = path


class UnknownDatabase(StoreError):
    """The URL names a database that no store is written for."""

    def __init__(self, wanted: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no store for {wanted}; known: {', '.join(known)}")
        self.wanted = wanted
        self.known = known


def reason_of(error: BaseException) -> str:
    """What went wrong in the driver's or the machine's words, without statement or parameters."""
    cause = error if isinstance(error, OSError) else getattr(error, "orig", None)
    return f"{type(cause).__name__}: {cause}" if cause else type(error).__name__
