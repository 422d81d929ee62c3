"""Every command of this system: its refusals, and what it comes to."""

from schemas import commands as c
from server.engine.ledger import Ledger
from server.engine.system import Checks, Decisions
from server.rules.ptu import carrying, initiative, interrupting, league, own_turn, placing, turn
from server.rules.ptu.actions import ACTIONS, Rule
from server.rules.ptu.commands import Declare, Interrupt


def _start_round(ledger: Ledger, said: c.StartRound) -> None:
    initiative.start_round(ledger)


def _begin_turn(ledger: Ledger, said: c.BeginTurn) -> None:
    turn.begin(ledger, said.unit, ledger.state.checks)


def _carry_out(ledger: Ledger, said: c.CarryOut) -> None:
    carrying.carry_out(ledger)


_RULES: dict[type[c.Command], Rule] = {
    **ACTIONS,
    c.Place: Rule(placing.check_place, placing.place),
    c.Start: Rule(placing.check_start, placing.start),
    c.Reveal: Rule(placing.check_reveal, placing.reveal),
    c.Pass: Rule(own_turn.check_pass, own_turn.pass_on),
    c.Delay: Rule(own_turn.check_delay, own_turn.delay),
    Interrupt: Rule(interrupting.check, interrupting.interrupt),
    Declare: Rule(league.check, league.declare),
}
CHECKS: Checks = {command: rule.check for command, rule in _RULES.items()}
DECISIONS: Decisions = {command: rule.decide for command, rule in _RULES.items()} | {
    c.StartRound: _start_round,
    c.BeginTurn: _begin_turn,
    c.CarryOut: _carry_out,
}
