"""The bounded queue before the writer: filled one by one, emptied all at once.

`queue.Queue` takes its lock for every item it hands out; here the writer takes whatever has gathered
under one lock, which is what makes a group commit cheap.
"""

from threading import Condition
from typing import Generic, TypeVar

from server.store.errors import Busy, Unavailable

T = TypeVar("T")


class Inbox(Generic[T]):
    """What waits to be written; any thread may put, one takes."""

    def __init__(self, capacity: int, batch: int) -> None:
        self._capacity = capacity
        self._batch = batch
        self._items: list[T] = []
        self._changed = Condition()
        self._closed = False

    def put(self, item: T) -> None:
        """Add an item without waiting; `Busy` when full, `Unavailable` once closed."""
        with self._changed:
            if self._closed:
                raise Unavailable("the store is closed")
            if len(self._items) >= self._capacity:
                raise Busy(retry_after=1)
            self._items.append(item)
            if len(self._items) == 1:
                self._changed.notify()

    def take(self) -> list[T]:
        """Wait for items and take those that have gathered, or none once closed and empty."""
        with self._changed:
            while not self._items and not self._closed:
                self._changed.wait()
            taken = self._items[: self._batch]
            del self._items[: self._batch]
            return taken

    def check(self) -> None:
        """Raise what `put` would raise now."""
        with self._changed:
            if self._closed:
                raise Unavailable("the store is closed")
            if len(self._items) >= self._capacity:
                raise Busy(retry_after=1)

    def close(self) -> None:
        """Take no more; what is here is still handed out."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
