"""Which seed the dice of an epoch come from, and when a seed has been published (contract 6)."""

from msgspec import Struct


class Epochs(Struct):
    """`commitments` by the epoch they were made in, `last` the highest epoch opened so far.

    A seed serves its own epoch and those opened under it, up to the next commitment. Each commitment
    after the first was made because the seeds before it had been published.
    """

    commitments: dict[int, str] = {}
    last: int = 0

    def commit(self, epoch: int, commitment: str | None) -> None:
        """Notes an epoch that an event opened, and its seed's commitment where it has a new one."""
        self.last = max(self.last, epoch)
        if commitment is not None:
            self.commitments[epoch] = commitment

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
