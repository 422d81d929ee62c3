"""Rounds and turns: the queue, what ends a turn, fainting, the end (P7-P10, P36, P42, P44)."""

from collections.abc import Iterator

from schemas import commands as c
from schemas import effects as e
from schemas.seats import player_of
from schemas.state import State, Unit
from server.engine import turns, windows
from server.engine.dice import Ask
from server.engine.ledger import Ledger
from server.rules.pmd import SIDES, outcomes, statuses
from server.rules.pmd.data import effective, held_by, priority_moves
from server.rules.pmd.survey import survey, takes_part

COIN = "coin"
MOST_DICE = 200
"""P7: speed has no bound (P6), work must: the best of so many d10 is a 10 but once in a billion times."""
WISH = "tie"
"""P9: the counter of a unit that holds the order its seat has sent."""


# ---- the round ---------------------------------------------------------------------------------------


def initiative_dice(state: State) -> list[Ask]:
    """P7: 1 + max(0, speed) d10 for every unit that takes part, in roster order."""
    return [
        Ask("initiative", id_, 10, min(1 + max(0, effective(state, unit, "speed")), MOST_DICE))
        for id_, unit in state.units.items()
        if takes_part(unit)
    ]


def start_round(ledger: Ledger) -> None:
    """P7-P10: rolls, sorts, asks the table where it must."""
    asks = initiative_dice(ledger.state)
    rolled = ledger.roll_all(asks)
    kept = {str(ask.unit): max(values) for ask, values in zip(asks, rolled, strict=True)}
    groups: dict[int, list[str]] = {}
    for id_ in kept:
        groups.setdefault(kept[id_], []).append(id_)
    order: list[tuple[str, int]] = []
    ties: list[tuple[str, ...]] = []
    coins = _coins(ledger, [groups[value] for value in sorted(groups, reverse=True)])
    for value in sorted(groups, reverse=True):
        for block in _by_side(ledger.state, groups[value], coins):
            order.extend((id_, value) for id_ in block)
            if _asked(ledger.state, block):
                ties.append(tuple(block))
    turns.start_round(ledger, order)
    for tie in ties:
        ledger.write(e.Tied(units=tie))


def _coins(ledger: Ledger, groups: list[list[str]]) -> Iterator[int]:
    """P8: one coin for each group that both sides are in, asked for together."""
    mixed = sum(len({ledger.unit(id_).side for id_ in group}) > 1 for group in groups)
    return iter(ledger.roll(COIN, None, 2, mixed) if mixed else ())


def _by_side(state: State, group: list[str], coins: Iterator[int]) -> list[list[str]]:
    """P8: of a group that both sides are in its coin says who goes first; 1: the allies."""
    allies = [id_ for id_ in group if state.units[id_].side == "allies"]
    enemies = [id_ for id_ in group if state.units[id_].side != "allies"]
    if not allies or not enemies:
        return [group]
    return [allies, enemies] if next(coins) == 1 else [enemies, allies]


def _asked(state: State, block: list[str]) -> bool:
    """P9: whether several seats must agree on the order."""
    if state.settings["ties"] == "roster":
        return False
    return len({state.units[id_].seat for id_ in block}) > 1


# ---- the end of a turn -------------------------------------------------------------------------------


def finish(ledger: Ledger, id_: str, *, acted: bool) -> None:
    """P36: after an action poison and burn, then what a turn's end brings, then the turn is over."""
    decide_outcome(ledger)
    if ledger.state.phase != "battle":
        return
    if not ledger.unit(id_).fainted and acted:
        bitten = statuses.bite(ledger, id_)
        if ledger.unit(id_).hp == 0:
            faint(ledger, id_, bitten)
    unit = ledger.unit(id_)
    if unit.fainted:
        return
    item = held_by(ledger.state, unit)
    if item is not None and item.feeds:
        outcomes.heal(ledger, id_, item.feeds, item.id)
    outcomes.hooks(ledger, id_, "turn-ends")
    if ledger.unit(id_).hp == 0:
        faint(ledger, id_, "ability")
    else:
        turns.end_turn(ledger, id_)


def faint(ledger: Ledger, id_: str, cause: str | None) -> None:
    """P42: off the board and out of the queue; what it declared is cancelled, attraction by it ends."""
    state = ledger.state
    ledger.write(e.Fainted(unit=id_, cause=cause))
    pending = windows.pending_of(state, id_)
    if pending is not None:
        ledger.write(e.Cancelled(unit=id_, move=pending.move, why="fainted"))
        windows.wait_only_for(ledger, ())
    _unlove(ledger)
    if state.turn == id_:
        turns.end_turn(ledger, id_)


def _unlove(ledger: Ledger) -> None:
    """P33, P42: attraction ends when its source leaves the field."""
    units = ledger.state.units
    for id_ in survey(units).attracted:
        source = units.get(units[id_].statuses["attraction"].source or "")
        if source is not None and not takes_part(source):
            ledger.write(e.StatusLost(unit=id_, status="attraction", why="source-gone"))


def decide_outcome(ledger: Ledger) -> None:
    """P44: all of a side fainted; reserves not yet placed count as standing."""
    if ledger.state.phase != "battle":
        return
    left = survey(ledger.state.units).sides
    if len(left) == len(SIDES):
        return
    winner = left[0] if left else None
    ledger.write(e.OutcomeReached(winner=winner, reason="all-fainted"))


# ---- order after every command -----------------------------------------------------------------------


def due(state: State) -> c.Command | None:
    """P10, P26, P31: a round (of somebody), a declared move nobody may answer any more, a turn's checks."""
    if state.phase != "battle" or state.ties:
        return None
    if state.pending:
        return c.CarryOut(unit=state.pending[0].unit) if state.window is None else None
    if state.turn is None:
        return c.StartRound() if any(map(takes_part, state.units.values())) else None
    return c.BeginTurn(unit=state.turn) if state.checks else None


def can_answer(state: State, unit: Unit) -> bool:
    """P26: standing, its turn still to come, awake, with PP enough for a priority move."""
    answers = priority_moves(unit)
    if not answers or min(move.pp for move in answers) > unit.pools["pp"].now:
        return False
    return takes_part(unit) and not statuses.helpless(unit) and turns.to_come(state, unit.id)


def answerers(state: State, declarer: Unit) -> tuple[str, ...]:
    """P26: the opponents who are waited for, in queue order."""
    found = []
    for entry in state.queue:
        if entry.done:
            continue
        unit = state.units[entry.unit]
        if unit.side != declarer.side and can_answer(state, unit):
            found.append(entry.unit)
    return tuple(found)


def settle(ledger: Ledger) -> None:
    """Brings the state in order: who fell, who is still waited for, the outcome, whose turn is next."""
    if ledger.state.phase != "battle":
        return
    for id_ in survey(ledger.state.units).fallen:
        faint(ledger, id_, "damage")
    decide_outcome(ledger)
    if ledger.state.phase != "battle":
        return
    seen = survey(ledger.state.units)
    if seen.attracted:
        _unlove(ledger)
    turns.leave(ledger, seen.away)
    _narrow(ledger)
    _turn_over(ledger)
    state = ledger.state
    if state.turn is None and not state.ties and not state.pending:
        unit_next = turns.next_unit(state)
        if unit_next is not None:
            turns.start_turn(ledger, unit_next, statuses.open_checks(state, unit_next))
        else:
            turns.expire(ledger, "round-end", None)


def undecided(state: State, group: tuple[str, ...]) -> list[str]:
    """P9: the seats whose word on a tie is missing; all of them where their words differ."""
    seats = dict.fromkeys(player_of(state.units[id_]) for id_ in group)
    silent = dict.fromkeys(
        player_of(state.units[id_]) for id_ in group if WISH not in state.units[id_].counters
    )
    return list(silent or seats)


def untie(ledger: Ledger, group: tuple[str, ...]) -> None:
    """P9: the group's order stands; what its seats have said of it is forgotten."""
    ledger.write(e.TieSettled(units=group))
    for id_ in group:
        if WISH in ledger.unit(id_).counters:
            ledger.write(e.CounterSet(unit=id_, name=WISH, now=None))


def _narrow(ledger: Ledger) -> None:
    """What is waited for and cannot come any more is waited for no longer."""
    for one in ledger.state.pending:
        if not takes_part(ledger.unit(one.unit)):
            ledger.write(e.Cancelled(unit=one.unit, move=one.move, why="not-on-board"))
    state = ledger.state
    if state.window is not None:
        asked = [entry.unit for entry in state.queue if entry.unit in state.window.waiting]
        still = tuple(id_ for id_ in asked if state.pending and can_answer(state, state.units[id_]))
        windows.wait_only_for(ledger, still)
    for group in state.ties:
        left = [id_ for id_ in group if turns.to_come(state, id_)]
        if len(left) < 2 or not _asked(state, left):
            untie(ledger, group)
        elif len(left) < len(group):
            untie(ledger, group)
            ledger.write(e.Tied(units=tuple(left)))
    if state.turn is not None and state.checks:
        held = state.units[state.turn].statuses
        checks = tuple(name for name in state.checks if name in held)
        if checks != state.checks:
            ledger.write(e.ChecksChanged(checks=checks))


def _turn_over(ledger: Ledger) -> None:
    """A turn whose unit has left the queue, or has had its turn, is over."""
    turn = ledger.state.turn
    if turn is not None and not turns.to_come(ledger.state, turn):
        turns.end_turn(ledger, turn)
