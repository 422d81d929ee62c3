"""A state from the stored events that count for it, with the dice's count of draws (design 7, contract 6)."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from replays.dice import Draws, round_of
from replays.reducer import Fold, read_facts
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
    fold, draws, behind = Fold(start.state), start.draws, 0
    # the events since the round in play began; before the first of them it was round `begun`
    recent: list[bytes] = []
    begun = before = start.state.round
    facts = None
    for body in bodies:
        if facts is not None and behind == every:
            yield _rebuilt(fold.taken(facts), draws, recent, begun, behind)
            behind = 0
        behind += 1
        facts = read_facts(body)
        effects = facts.effects
        fold.add(effects)
        now = fold.state.round
        if now != before:
            draws, recent, begun, before = Draws(draws.epoch, now), [], before, now
        recent.append(body)
        first: Any = effects[0] if effects else None
        if type(first) in OPENING and first.epoch is not None:
            draws, recent, begun = Draws(first.epoch, now), [], now
    yield _rebuilt(start.state if facts is None else fold.taken(facts), draws, recent, begun, behind)


def _rebuilt(state: State, draws: Draws, recent: list[bytes], begun: int, behind: int) -> Rebuilt:
    """The battle at a state, with the dice that events of the round in play have drawn."""
    for body in recent:
        draws, begun = draws_after(draws, body, begun), state.round
    return Rebuilt(state, draws.at_round(state.round), behind)
