"""What commands do: one function a command. Each holds for whatever `check` lets the GM force."""

from typing import Any

from schemas import commands as c
from schemas import effects as e
from server.engine import shown, turns, windows
from server.engine.ledger import Ledger
from server.engine.system import Decisions
from server.rules.duel import carrying, course, stages, trainers
from server.rules.duel.commands import Check, ChooseFirst, Dodge, Release, Switch, UseMove
from server.rules.duel.data import moves_of


def _start(ledger: Ledger, said: c.Start) -> None:
    turns.start_battle(ledger)


def _release(ledger: Ledger, said: Release) -> None:
    """D9, D14; one that is out already goes in."""
    out = stages.active(ledger.state, ledger.unit(said.unit).side)
    if out is not None:
        course.recall(ledger, out.id)
    course.release(ledger, said.unit)


def _start_round(ledger: Ledger, said: c.StartRound) -> None:
    course.start_round(ledger)


def _choose_first(ledger: Ledger, said: ChooseFirst) -> None:
    """D9: it stays so for the battle."""
    ledger.write(e.CounterSet(name="first", now=trainers.side_of(ledger.state, said.seat)))


# ---- orders ------------------------------------------------------------------------------------------


def _order(ledger: Ledger, id_: str, action: str, **said: Any) -> None:
    """D10: it stands in `pending`; a forced second order takes the first one's place."""
    before = trainers.order_of(ledger.state, ledger.unit(id_).side)
    if before is not None:
        ledger.write(e.Cancelled(unit=before.unit, move=before.move, why="ordered-anew"))
    ledger.write(e.Declared(unit=id_, action=action, **said))


def _use_move(ledger: Ledger, said: UseMove) -> None:
    unit = ledger.unit(said.unit)
    move = moves_of(unit)[said.move]
    foe = stages.facing(ledger.state, unit)
    usual = unit.id if foe is None or (move.only_user and move.effects) else foe.id
    details = windows.details(dodge=said.dodge)
    _order(ledger, unit.id, "use-move", move=move.id, target=said.target or usual, details=details)


def _dodge(ledger: Ledger, said: Dodge) -> None:
    _order(ledger, said.unit, "dodge")


def _switch(ledger: Ledger, said: Switch) -> None:
    _order(ledger, said.unit, "switch", target=said.to)


def _use_item(ledger: Ledger, said: c.UseItem) -> None:
    details = windows.details(held=said.held)
    target = said.target or said.unit
    _order(ledger, said.unit, "use-item", item=said.item, target=target, details=details)


def _pass(ledger: Ledger, said: c.Pass) -> None:
    _order(ledger, said.unit, "pass")


def _carry_out(ledger: Ledger, said: c.CarryOut) -> None:
    carrying.carry_out(ledger)


# ---- the master --------------------------------------------------------------------------------------


def _check(ledger: Ledger, said: Check) -> None:
    """D20: rolls `check`, on the tape; a ruling does the rest."""
    roll = ledger.roll_one("check", said.unit, said.die)
    ledger.write(e.Checked(unit=said.unit, what="check", roll=roll, needs=said.at_least))


def _reveal(ledger: Ledger, said: c.Reveal) -> None:
    ledger.write(shown.revealed(ledger.unit(said.unit)))


DECISIONS: Decisions = {
    c.Start: _start,
    Release: _release,
    c.StartRound: _start_round,
    ChooseFirst: _choose_first,
    UseMove: _use_move,
    Dodge: _dodge,
    Switch: _switch,
    c.UseItem: _use_item,
    c.Pass: _pass,
    c.CarryOut: _carry_out,
    Check: _check,
    c.Reveal: _reveal,
}
