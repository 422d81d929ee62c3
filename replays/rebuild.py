"""A state from the stored events that count for it, with the dice's count of draws (design 7, contract 6)."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from replays.dice import Draws, round_of
from replays.reducer import fold, read_facts
from schemas.effects import Branched, Rewound
from schemas.events import Facts, decode_dice
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
    # the events since the round in play began; before the first of them it was round `begun`
    recent: list[bytes] = []
    begun, facts = state.round, None
    for body in bodies:
        if behind == every:
            yield _rebuilt(state, facts, draws, recent, begun, behind)
            behind = 0
        behind += 1
        facts = read_facts(body)
        effects, before = facts.effects, state.round
        state = fold(state, effects)
        if state.round != before:
            draws, recent, begun = Draws(draws.epoch, state.round), [], before
        recent.append(body)
        first = effects[0] if effects else None
        if isinstance(first, OPENING) and first.epoch is not None:
            draws, recent, begun = Draws(first.epoch, state.round), [], state.round
    yield _rebuilt(state, facts, draws, recent, begun, behind)


def _rebuilt(
    state: State, last: Facts | None, draws: Draws, recent: list[bytes], begun: int, behind: int
) -> Rebuilt:
    """The battle after the `last` event, with the dice that events of the round in play have drawn."""
    for body in recent:
        draws, begun = draws_after(draws, body, begun), state.round
    if last is not None:
        state = replace(state, seq=last.seq, hash=last.hash)
    return Rebuilt(state, draws.at_round(state.round), behind)
