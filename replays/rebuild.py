"""A state from the stored events that count for it, with the dice's count of draws (design 7, contract 6)."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from replays.dice import Draws, round_of
from replays.reducer import fold_event, read_facts
from schemas.effects import Branched, Rewound
from schemas.events import Facts, decode_dice
from schemas.state import State

TURNING = frozenset("urb")
"""Marks of events that may open an epoch."""


class Rebuilt(Struct, frozen=True):
    """A battle as it stood: what the reducer made, and which dice come next.

    `behind`: how many events were folded since the last milestone.
    """

    state: State
    draws: Draws
    behind: int = 0


def epoch_of(facts: Facts) -> int | None:
    """The epoch that an event opens, if it opens one."""
    for effect in facts.effects:
        if isinstance(effect, Rewound | Branched) and effect.epoch is not None:
            return effect.epoch
    return None


def draws_after(draws: Draws, body: bytes, round_before: int) -> Draws:
    """The count after an event: its rolls fell in the round in play, or the one a `start-round` began."""
    dice = decode_dice(body)
    now = draws.at_round(round_of(str(dice.command.get("type")), round_before))
    return now.after(dice.rolls) if dice.rolls else now


def rebuild(battle: str, rows: Iterable[tuple[bytes, str]]) -> Rebuilt:
    """Folds (body, mark) of the events that count, in order. Raises UnknownEffect."""
    *_, last = milestones(Rebuilt(State(battle=battle), Draws()), rows)
    return last


def milestones(
    start: Rebuilt, rows: Iterable[tuple[bytes, str]], every: int | None = None
) -> Iterator[Rebuilt]:
    """Folds events onto a battle as it stood: told behind every so many, and as it is after the last."""
    state, draws, behind = start.state, start.draws, 0
    recent: list[tuple[int, bytes]] = []
    for body, mark in rows:
        if behind == every:
            yield Rebuilt(state, _counted(draws, recent, state.round), behind)
            behind = 0
        behind += 1
        facts = read_facts(body)
        before = state.round
        state = fold_event(state, facts)
        if state.round != before:
            draws, recent = Draws(draws.epoch, state.round), []
        recent.append((before, body))
        if mark in TURNING:
            opened = epoch_of(facts)
            if opened is not None:
                draws, recent = Draws(opened, state.round), []
    yield Rebuilt(state, _counted(draws, recent, state.round), behind)


def _counted(draws: Draws, recent: Iterable[tuple[int, bytes]], round_: int) -> Draws:
    """The count after events of the round in play; dice of earlier rounds can never be drawn again."""
    for before, body in recent:
        draws = draws_after(draws, body, before)
    return draws.at_round(round_)
