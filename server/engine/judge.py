"""Check, then decide (design 3): one way in for every command of every system.

The first refusal counts; the GM's `force` passes over those that can be passed over. What the state calls
for afterwards is the caller's to ask (`System.automatic`).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from schemas import commands as c
from schemas import effects as e
from schemas.seats import GM, SERVER, SPECTATOR
from schemas.state import Grid, State
from server.engine import common, impossible, shown
from server.engine.dice import Dice
from server.engine.ledger import Ledger
from server.engine.refusals import STATUS, Refusal, Refused
from server.engine.system import System, type_of

AFTER_THE_END = (c.Note, c.Undo, c.Redo, c.Rewind)
AUTOMATIC = (c.StartRound, c.BeginTurn, c.CarryOut)
WITH_SPOTS = (c.Place, c.Move, c.Aimed, c.Reveal)


def judge(system: System, state: State, command: c.Command, seat: str, dice: Dice) -> Ledger:
    """What the command does. Raises Refused (or RollsNeeded) and has then done nothing."""
    ledger = admit(system, state, command, seat, dice)
    perform(system, ledger, command)
    return ledger


def admit(system: System, state: State, command: c.Command, seat: str, dice: Dice) -> Ledger:
    """A ledger for a command that nothing speaks against, or that the GM forces. Raises Refused."""
    forced: Refusal | None = None
    for found in refusals(system, state, command, seat):
        refusal = numbered(system, found, command)
        if command.force is None or not refusal.forceable:
            raise Refused.of(refusal)
        forced = forced or refusal
    ledger = Ledger(state, seat, dice)
    if forced is not None and command.force is not None:
        rule = f"{system.id}/{forced.rule}" if forced.rule else forced.code
        ledger.write(e.Ruled(reason=command.force, rule=rule))
    return ledger


def perform(system: System, ledger: Ledger, command: c.Command) -> None:
    """Does it, and brings the state in order. Raises RollsNeeded, or Refused for dice left over."""
    try:
        _perform(system, ledger, command)
    except Refused as refused:
        refused.refusal = numbered(system, refused.refusal, command)
        raise


def numbered(system: System, refusal: Refusal, command: c.Command) -> Refusal:
    """Contract 9: a rule's refusal names the rule, also where the engine makes it for every system alike."""
    if refusal.rule is not None or refusal.code in STATUS:
        return refusal
    dice = [one.what for one in refusal.facts.get("needs", ())] or [str(refusal.facts.get("what"))]
    said = (("code", refusal.code), ("die", dice[0]), ("command", type_of(command)))
    rules = (system.numbers.get(kind, {}).get(name) for kind, name in said)
    return replace(refusal, rule=next((rule for rule in rules if rule is not None), None))


def _perform(system: System, ledger: Ledger, command: c.Command) -> None:
    decide = common.DECIDE.get(type(command))
    if decide is not None:
        decide(system, ledger, command)
    else:
        system.decide(ledger, command)
    shown.note(ledger, command)
    if command.force is not None or isinstance(command, c.Ruling):
        _off_the_board(ledger)
    system.settle(ledger)
    ledger.dice.finish()
    if command.force is not None:
        for fault in impossible.faults(ledger.state):
            raise Refused.of(fault)


def _off_the_board(ledger: Ledger) -> None:
    """Contract 8: whoever has fainted has no place, whatever the table's word was."""
    for id_, unit in ledger.state.units.items():
        if unit.fainted and unit.at is not None:
            ledger.write(e.Placed(unit=id_, at=None))


def refusals(system: System, state: State, command: c.Command, seat: str) -> Iterator[Refusal]:
    """Every reason why not, in order: the form, who may, when, and then the rules."""
    yield from _spots(state, command)
    yield from permitted(state, _named(system, state, command), seat)
    if state.phase == "ended" and not isinstance(command, AFTER_THE_END):
        yield Refusal("battle-ended")
    if isinstance(command, AUTOMATIC):
        yield from _called_for(system, state, command)
        return
    check = common.CHECK.get(type(command))
    if check is not None:
        yield from check(system, state, command, seat)
    else:
        yield from system.check(state, command, seat)


def _named(system: System, state: State, command: c.Command) -> c.Command:
    """Contract 4: a `carry-out` that names nobody means whoever's is due, and needs that one's controller."""
    if isinstance(command, c.CarryOut) and command.unit is None:
        due = system.due(state)
        if isinstance(due, c.CarryOut) and due.unit is not None:
            return replace(command, unit=due.unit)
    return command


def _for_the_gm(command: c.Command) -> str | None:
    """What of a command only the GM may send: all of it, or a field."""
    if command.who == "gm":
        return type_of(command)
    if command.force is not None:
        return "force"
    return "hidden" if getattr(command, "hidden", False) else None


def permitted(state: State, command: c.Command, seat: str) -> Iterator[Refusal]:
    """Contract 2 and 4: spectators read, players command their own, some things are the GM's."""
    if seat in (GM, SERVER):
        unit = _subject(state, command, seat)
        if unit is not None and unit not in state.units:
            yield Refusal("unknown-unit", facts={"unit": unit})
        return
    if seat == SPECTATOR:
        yield Refusal("read-only")
    masters = _for_the_gm(command)
    if masters is not None:
        yield Refusal("gm-only", facts={"command": masters})
    if command.who == "controller":
        unit = _subject(state, command, seat)
        if unit is not None and unit not in state.units:
            yield Refusal("unknown-unit", facts={"unit": unit})
        elif unit is not None and state.units[unit].seat != seat:
            yield Refusal("not-your-unit", facts={"unit": unit})


def _spots(state: State, command: c.Command) -> Iterator[Refusal]:
    """A place is a cell on a grid, a zone's id among zones, and free text where there is no board."""
    if not isinstance(command, WITH_SPOTS):
        return
    wanted = tuple if isinstance(state.board, Grid) else str
    for name in ("to", "at"):
        spot = getattr(command, name, None)
        if spot is not None and not isinstance(spot, wanted):
            why = "not-a-cell" if wanted is tuple else "not-a-zone"
            yield Refusal("malformed", why=why, facts={"path": f"$.{name}"})


def _subject(state: State, command: c.Command, seat: str) -> str | None:
    """The unit whose controller the command needs; of a round's orders any one's will do."""
    if isinstance(command, c.CarryOut) and command.unit is None:
        given = [one.unit for one in state.pending]
        return next((id_ for id_ in given if state.units[id_].seat == seat), next(iter(given), None))
    unit = getattr(command, "unit", None)
    return unit if isinstance(unit, str) else None


def _called_for(system: System, state: State, command: c.Command) -> Iterator[Refusal]:
    due = system.due(state)
    named = getattr(command, "unit", None)
    if type(due) is not type(command) or (named is not None and named != getattr(due, "unit", None)):
        yield Refusal("impossible", why="not-called-for", facts={"command": type_of(command)})
