"""A state from the stored events that count for it, with the dice's count of draws (design 7, contract 6)."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from replays.dice import Draws, round_of
from replays.reducer import fold_event, read_facts
from schemas.effects import Branched, Rewound
from schemas.events import Facts, decode_dice
from schemas.state import State

TURNING = frozenset("urb")
"""Marks of events that may open an epoch."""


class Rebuilt(Struct, frozen=True):
    """A battle as it stood: what the reducer made, and which dice come next."""

    state: State
    draws: Draws


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
    state = State(battle=battle)
    epoch = 0
    recent: list[tuple[int, bytes]] = []
    for body, mark in rows:
        facts = read_facts(body)
        before = state.round
        state = fold_event(state, facts)
        if state.round != before:
            recent = []
        recent.append((before, body))
        if mark in TURNING:
            opened = epoch_of(facts)
            if opened is not None:
                epoch, recent = opened, []
    draws = Draws(epoch, state.round)
    for before, body in recent:
        draws = draws_after(draws, body, before)
    return Rebuilt(replace(state, battle=battle), draws.at_round(state.round))
