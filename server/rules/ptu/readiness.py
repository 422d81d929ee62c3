"""Who may do something now, and with what is left of its turn (T5, T11, T51, T53)."""

from collections.abc import Iterator

from schemas.state import State, Unit
from server.engine.refusals import Refusal
from server.rules.ptu import conditions, economy, initiative, league_order
from server.rules.ptu.data import number, takes_part

Why = Iterator[Refusal]


def able(state: State, unit: Unit) -> Why:
    """No battle yet, or fainted, or not there."""
    if state.phase == "setup":
        yield Refusal("battle-not-started", "T5")
        return
    if unit.fainted:
        yield Refusal("fainted", "T49", facts={"unit": unit.id})
    if not takes_part(unit):
        yield Refusal("not-your-turn", "T4", "not-on-board", {"unit": unit.id})
    if unit.at is None:  # no force makes somebody act who is nowhere
        yield Refusal("impossible", "T4", "not-on-board", {"unit": unit.id})


def commandable(state: State, unit: Unit) -> Why:
    """T26: whoever came out by a switch in the league is not commanded this round, but may interrupt."""
    yield from able(state, unit)
    if unit.counters.get("benched") == state.round:
        yield Refusal("cannot-act", "T26", "just-switched", {"unit": unit.id})


def on_turn(state: State, unit: Unit) -> Why:
    """T11, T51: its turn, nothing declared, the saves made."""
    yield from its_turn(state, unit)
    if state.turn == unit.id and state.checks:
        yield unchecked(state, unit)


def its_turn(state: State, unit: Unit) -> Why:
    """T11: its turn, and nothing declared."""
    yield from commandable(state, unit)
    if economy.busy(state) or league_order.has_declared(state, unit.id):
        yield Refusal("window-open", "T20")
    if state.turn != unit.id:
        yield Refusal("not-your-turn", "T11", facts={"unit": unit.id, "turn": state.turn})


def unchecked(state: State, unit: Unit) -> Refusal:
    """T51: the saves come first."""
    needs = tuple(
        {"for": ask.what, "unit": ask.unit, "die": ask.die, "count": ask.count}
        for ask in conditions.first_dice(unit.id, state.checks)
    )
    return Refusal("rolls-needed", "T51", "checks-open", {"unit": unit.id, "needs": needs})


def acting(state: State, unit: Unit, *kinds: str) -> Why:
    """T11, T51, T53: on its turn, able to do something but pass, with the actions unspent."""
    yield from on_turn(state, unit)
    if must_declare(state, unit):
        yield Refusal("cannot-act", "T6", "declare-first", {"unit": unit.id})
    yield from awake(unit)
    if "tripped" in unit.statuses:
        yield Refusal("cannot-act", "T53", "tripped", {"unit": unit.id})
    why = economy.spent(unit, *kinds)
    if why is not None:
        yield why


def awake(unit: Unit) -> Why:
    """T51: asleep or frozen, one can only pass."""
    if conditions.helpless(unit):
        yield Refusal("cannot-act", "T51", "helpless", {"unit": unit.id})


def must_declare(state: State, unit: Unit) -> bool:
    """T6: in the league trainers act by declaring, and what they declared is carried out."""
    return initiative.declares(state, unit) and not number(unit, "carrying")


def held_fast(unit: Unit) -> Why:
    """T37: stuck; T55: grappled."""
    for name in ("stuck", "grappled"):
        if name in unit.statuses:
            yield Refusal("cannot-act", "T37", "held-fast", {"unit": unit.id, "status": name})
