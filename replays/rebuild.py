"""A state from the stored events that count for it, with the dice's count of draws (design 7, contract 6)."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from replays.dice import Draws, round_of
from replays.reducer import fold, read_facts
from schemas.effects import Branched, Rewound
from schemas.events import decode_dice
from schemas.state import State

OPENING = (Rewound, Branched)
"""Facts that may open an epoch; each is the first of its event (contract 5)."""


class Rebuilt(Struct, frozen=True, gc=False):
    """A battle as it stood: what the reducer made, and which dice come next.

    `behind`: how many events were folded since the last milestone.
    """

    state: State
    draws: Draws
    behind: int = 0


def draws_after(draws: Draws, body: bytes, round_before: int) -> Draws:
    """The count after an event: its rolls fell in the round in play, or the one a `start-round` began."""
    dice = decode_dice(body)
    now = draws.at_round(round_of(str(dice.command.get("type")), round_before))
    return now.after(dice.rolls) if dice.rolls else now


def rebuild(battle: str, bodies: Iterable[bytes]) -> Rebuilt:
    """Folds the events that count, in order. Raises UnknownEffect."""
    *_, last = milestones(Rebuilt(State(battle=battle), Draws()), bodies)
    return last


def milestones(start: Rebuilt, bodies: Iterable[bytes], every: int | None = None) -> Iterator[Rebuilt]:
    """Folds events onto a battle as it stood: told behind every so many, and as it is after the last."""
    state, draws, behind = start.state, start.draws, 0
    recent: list[tuple[int, bytes]] = []
    seq, hash_ = state.seq, state.hash
    for body in bodies:
        if behind == every:
            yield _rebuilt(state, seq, hash_, draws, recent, behind)
            behind = 0
        behind += 1
        facts = read_facts(body)
        seq, hash_, effects = facts.seq, facts.hash, facts.effects
        before = state.round
        state = fold(state, effects)
        if state.round != before:
            draws, recent = Draws(draws.epoch, state.round), []
        recent.append((before, body))
        first = effects[0] if effects else None
        if isinstance(first, OPENING) and first.epoch is not None:
            draws, recent = Draws(first.epoch, state.round), []
    yield _rebuilt(state, seq, hash_, draws, recent, behind)


def _rebuilt(
    state: State, seq: int, hash_: str, draws: Draws, recent: Iterable[tuple[int, bytes]], behind: int
) -> Rebuilt:
    """The battle after event `seq`, with the dice that events of the round in play have drawn."""
    for before, body in recent:
        draws = draws_after(draws, body, before)
    return Rebuilt(replace(state, seq=seq, hash=hash_), draws.at_round(state.round), behind)
