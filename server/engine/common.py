"""The commands that mean the same under every rule system: the table's and the GM's."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from replays.chain import NotCanonical, plain
from schemas import commands as c
from schemas import effects as e
from schemas.seats import GM
from schemas.state import State
from server.engine import rulings, windows
from server.engine.ledger import Ledger
from server.engine.misfit import located
from server.engine.refusals import Refusal, Refused
from server.engine.setup import MOST_UNITS
from server.engine.system import System

Check = Callable[[System, State, Any, str], Iterator[Refusal]]
Decide = Callable[[System, Ledger, Any], None]

DICE_TEXT = re.compile(r"([1-9][0-9]?)?d([1-9][0-9]{0,3})([+-][0-9]{1,3})?")


def _always(system: System, state: State, command: c.Command, seat: str) -> Iterator[Refusal]:
    return iter(())


def _note(system: System, ledger: Ledger, command: c.Note) -> None:
    ledger.write(e.Noted(text=command.text))


def _can_roll(system: System, state: State, command: c.Roll, seat: str) -> Iterator[Refusal]:
    found = DICE_TEXT.fullmatch(command.dice)
    if found is None or int(found[2]) < 2:
        yield Refusal("malformed", why="dice-text", facts={"path": "$.dice", "dice": command.dice})


def _roll(system: System, ledger: Ledger, command: c.Roll) -> None:
    found = DICE_TEXT.fullmatch(command.dice)
    assert found is not None
    ledger.roll("table", None, int(found[2]), int(found[1] or 1))


def _can_ready(system: System, state: State, command: c.Ready, seat: str) -> Iterator[Refusal]:
    if state.phase != "setup":
        yield Refusal("impossible", why="ready-late")


def _ready(system: System, ledger: Ledger, command: c.Ready) -> None:
    ledger.write(e.Ready(seat=ledger.by, entropy=command.entropy))


def _ruling(system: System, ledger: Ledger, command: c.Ruling) -> None:
    rulings.rule(system, ledger, command)


def _can_enlist(system: System, state: State, command: c.Enlist, seat: str) -> Iterator[Refusal]:
    if len(state.units) >= MOST_UNITS:
        yield Refusal("impossible", why="too-many-units", facts={"most": MOST_UNITS})


def _enlist(system: System, ledger: Ledger, command: c.Enlist) -> None:
    try:
        spec = msgspec.convert(command.unit, system.unit_spec)
        plain(command.unit, "$.unit")
    except NotCanonical as error:
        raise Refused("malformed", why="unit-spec", path="$.unit", message=str(error)) from error
    except msgspec.ValidationError as error:
        message, path = located(error, command.unit, system.unit_spec, "$.unit")
        raise Refused("malformed", why="unit-spec", path=path, message=message) from error
    ledger.write(e.Enlisted(unit=system.enlist(ledger.state, spec)))


def _can_reserve(system: System, state: State, command: c.Reserve, seat: str) -> Iterator[Refusal]:
    if state.phase != "setup":
        yield Refusal("impossible", why="started")


def _reserve(system: System, ledger: Ledger, command: c.Reserve) -> None:
    ledger.write(e.Reserved(unit=command.unit))


def _can_hand_over(system: System, state: State, command: c.HandOver, seat: str) -> Iterator[Refusal]:
    if command.to != GM and command.to not in state.seats:
        yield Refusal("impossible", why="no-such-seat", facts={"seat": command.to})


def _hand_over(system: System, ledger: Ledger, command: c.HandOver) -> None:
    to = None if command.to == GM else command.to
    ledger.write(e.UnitChanged(unit=command.unit, set=e.UnitFields(seat=to)))


def _can_faint(system: System, state: State, command: c.Faint, seat: str) -> Iterator[Refusal]:
    if state.phase == "setup":
        yield Refusal("battle-not-started")
    if state.units[command.unit].fainted:
        yield Refusal("fainted", facts={"unit": command.unit})


def _faint(system: System, ledger: Ledger, command: c.Faint) -> None:
    if not ledger.unit(command.unit).fainted:
        system.faint(ledger, command.unit, command.reason)


def _can_end(system: System, state: State, command: c.End, seat: str) -> Iterator[Refusal]:
    if command.winner is not None and command.winner not in {unit.side for unit in state.units.values()}:
        yield Refusal("impossible", why="no-such-side", facts={"side": command.winner})


def _end(system: System, ledger: Ledger, command: c.End) -> None:
    ledger.write(e.OutcomeReached(winner=command.winner, reason=command.reason))


def _can_close(system: System, state: State, command: c.CloseWindow, seat: str) -> Iterator[Refusal]:
    if state.window is None:
        yield Refusal("no-window")


def _close(system: System, ledger: Ledger, command: c.CloseWindow) -> None:
    windows.wait_only_for(ledger, ())


CHECK: dict[type[c.Command], Check] = {
    c.Note: _always,
    c.Roll: _can_roll,
    c.Ready: _can_ready,
    c.Ruling: _always,
    c.Enlist: _can_enlist,
    c.Reserve: _can_reserve,
    c.HandOver: _can_hand_over,
    c.Faint: _can_faint,
    c.End: _can_end,
    c.CloseWindow: _can_close,
}
DECIDE: dict[type[c.Command], Decide] = {
    c.Note: _note,
    c.Roll: _roll,
    c.Ready: _ready,
    c.Ruling: _ruling,
    c.Enlist: _enlist,
    c.Reserve: _reserve,
    c.HandOver: _hand_over,
    c.Faint: _faint,
    c.End: _end,
    c.CloseWindow: _close,
}
