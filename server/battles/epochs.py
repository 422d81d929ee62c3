"""Which seed the dice of an epoch come from, and when a seed has been published (contract 6)."""

from msgspec import Struct


class Epochs(Struct):
    """`opened`: by an event's seq, the epoch it opened, and the commitment where that has a new seed.

    A seed serves its own epoch and those opened under it, up to the next commitment. Each commitment
    after the first was made because the seeds before it had been published, or are the parent's of a branch.
    """

    opened: dict[int, tuple[int, str | None]] = {}

    def until(self, at: int) -> "Epochs":
        """Those opened up to event `at`, as a branch begins with."""
        return Epochs({seq: one for seq, one in self.opened.items() if seq <= at})

    @property
    def last(self) -> int:
        """The highest epoch opened so far."""
        return max((epoch for epoch, _ in self.opened.values()), default=0)

    @property
    def commitments(self) -> dict[int, str]:
        """By the epoch they were made in."""
        return {epoch: one for epoch, one in self.opened.values() if one is not None}

    @property
    def current(self) -> int:
        """The epoch of the newest seed."""
        return max(self.commitments, default=0)

    def seed_epoch(self, epoch: int) -> int:
        """The epoch whose seed an epoch uses."""
        return max((one for one in self.commitments if one <= epoch), default=0)

    def kept(self, epoch: int) -> int | None:
        """The epoch that a rewind onto `epoch` must open although it keeps the dice; None: none.

        Dice whose seed is published, or is the parent's, would be known: the newest seed's epoch serves.
        """
        return None if self.seed_epoch(epoch) == self.current else self.current
