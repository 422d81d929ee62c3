"""T48: how often a move may be used, read off the counter `uses` (`move@round`, one entry a use)."""

from schemas import effects as e
from schemas.state import State, Unit
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu.data import Move

USES = "uses"


def parsed(frequency: str) -> tuple[str, int] | None:
    """`scene 2` as ("scene", 2); None where it is none of the four kinds."""
    kind, _, count = frequency.partition(" ")
    if kind in ("at-will", "eot") and not count:
        return kind, 1
    if kind in ("scene", "daily") and (not count or (count.isdecimal() and 1 <= int(count) <= 99)):
        return kind, int(count or 1)
    return None


def rounds_of(unit: Unit, move: Move) -> list[int]:
    """The rounds in which the unit has used the move."""
    uses = unit.counters.get(USES, ())
    found = [use.rpartition("@") for use in uses] if isinstance(uses, tuple) else []
    return [int(round_) for id_, _, round_ in found if id_ == move.id]


def uses_today(unit: Unit, move: Move) -> int:
    """T48: how often the unit has used it, in the battles before this one too."""
    before = unit.traits.get("daily_uses") or {}
    return int(before.get(move.id, 0)) + len(rounds_of(unit, move))


def why_not(state: State, unit: Unit, move: Move) -> Refusal | None:
    """T48: `eot` and `scene` never two turns running; `scene n` n times, `daily n` once a battle, n a day."""
    kind, most = parsed(move.frequency) or ("at-will", 1)
    used = rounds_of(unit, move)
    facts = {"unit": unit.id, "move": move.id, "frequency": move.frequency}
    if kind == "daily" and uses_today(unit, move) >= most:
        return Refusal("not-ready", "T48", "used-up", facts)
    if kind == "at-will" or not used:
        return None
    if kind == "daily" or (kind == "scene" and len(used) >= most):
        return Refusal("not-ready", "T48", "used-up", facts)
    if max(used) >= state.round - 1:
        return Refusal("not-ready", "T48", "two-running", facts)
    return None


def use(ledger: Ledger, id_: str, move: Move) -> None:
    """T48: notes the use of a move that is not at will."""
    if move.frequency == "at-will":
        return
    uses = ledger.unit(id_).counters.get(USES, ())
    before = uses if isinstance(uses, tuple) else ()
    if move.frequency == "eot":  # only the last one counts
        before = tuple(use for use in before if use.rpartition("@")[0] != move.id)
    now = (*before, f"{move.id}@{ledger.state.round}")
    ledger.write(e.CounterSet(unit=id_, name=USES, now=now))
