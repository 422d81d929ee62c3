"""Every command of this system: its refusals, and what it comes to."""

from collections.abc import Iterator

from schemas import commands as c
from schemas.state import State
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import carrying, initiative, interrupting, league, own_turn, placing, turn
from server.rules.ptu.actions import ACTIONS, Rule
from server.rules.ptu.commands import Declare, Interrupt

RULES: dict[type[c.Command], Rule] = {
    **ACTIONS,
    c.Place: Rule(placing.check_place, placing.place),
    c.Start: Rule(placing.check_start, placing.start),
    c.Reveal: Rule(placing.check_reveal, placing.reveal),
    c.Pass: Rule(own_turn.check_pass, own_turn.pass_on),
    c.Delay: Rule(own_turn.check_delay, own_turn.delay),
    Interrupt: Rule(interrupting.check, interrupting.interrupt),
    Declare: Rule(league.check, league.declare),
}


def check(state: State, command: c.Command, seat: str) -> Iterator[Refusal]:
    """The refusals of one of this system's commands."""
    rule = RULES.get(type(command))
    if rule is None:
        yield Refusal("impossible", why="not-here", facts={"ruleset": state.ruleset})
        return
    yield from rule.check(state, command, seat)


def decide(ledger: Ledger, command: c.Command) -> None:
    """Writes what the command does; `turn.settle` brings the rest in order afterwards."""
    match command:
        case c.StartRound():
            initiative.start_round(ledger)
        case c.BeginTurn():
            turn.begin(ledger, command.unit, ledger.state.checks)
        case c.CarryOut():
            carrying.carry_out(ledger)
        case _:
            RULES[type(command)].decide(ledger, command)
