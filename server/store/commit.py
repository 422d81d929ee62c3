"""Group commit: many entries, one transaction; and if that fails, each for itself.

A clash is an outcome, not a failure. Whatever else goes wrong (disk full, a broken row) rolls the
group back and tries the entries one by one, so that only those at fault are told `Unavailable`.
"""

from collections.abc import Callable, Sequence

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from server.store import appending
from server.store.entry import Entry, Outcome
from server.store.errors import Conflict, Unavailable, reason_of

_log = structlog.get_logger(__name__)


class GroupCommit:
    """Stores groups of entries through one engine; `after` runs behind every commit."""

    def __init__(self, engine: Engine, after: Callable[[], None] = lambda: None) -> None:
        self._engine = engine
        self._after = after

    def __call__(self, entries: Sequence[Entry]) -> list[Outcome]:
        """Store what can be stored; the outcome of each entry in order, never an exception."""
        try:
            outcomes = self._together(entries)
        except Exception as error:
            _log.warning("group commit failed", entries=len(entries), reason=reason_of(error))
            outcomes = self._one_by_one(entries)
        self._tidy()
        return outcomes

    def _together(self, entries: Sequence[Entry]) -> list[Outcome]:
        with self._engine.begin() as connection:
            return appending.write(connection, entries)

    def _one_by_one(self, entries: Sequence[Entry]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        for entry in entries:
            if reason := self._shut():
                return outcomes + [Unavailable(reason) for _ in entries[len(outcomes) :]]
            outcomes.append(self._alone(entry))
        return outcomes

    def _shut(self) -> str | None:
        """Why no transaction can begin, so that a long wait for a lock is not waited again by each entry."""
        try:
            with self._engine.begin():
                return None
        except Exception as error:
            return reason_of(error)

    def _alone(self, entry: Entry) -> Outcome:
        try:
            return self._together([entry])[0]
        except IntegrityError as error:
            return self._taken(entry) or Unavailable(reason_of(error))
        except Exception as error:
            return Unavailable(reason_of(error))

    def _taken(self, entry: Entry) -> Outcome:
        """The conflict of an entry whose command id was answered before."""
        try:
            with self._engine.begin() as connection:
                if appending.answered(connection, entry):
                    return Conflict(entry.battle, appending.heads_of(connection, [entry])[entry.battle])
        except Exception as error:
            return Unavailable(reason_of(error))
        return None

    def _tidy(self) -> None:
        try:
            self._after()
        except Exception as error:
            _log.warning("tidying up after a commit failed", reason=reason_of(error))
