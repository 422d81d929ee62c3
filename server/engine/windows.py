"""Declared actions and who may answer them, in order."""

from typing import Any

import msgspec

from schemas import effects as e
from schemas.state import Pending, State
from server.engine.ledger import Ledger


def declare(ledger: Ledger, declared: e.Declared, waiting: tuple[str, ...]) -> None:
    """Declares an action and opens the window for those who may answer."""
    ledger.write(declared)
    if waiting:
        ledger.write(e.WindowOpened(waiting=waiting))


def pending_of(state: State, unit: str) -> Pending | None:
    """What the unit has declared and not yet carried out."""
    return next((one for one in state.pending if one.unit == unit), None)


def waits_for(state: State, unit: str) -> bool:
    """Whether the open window waits for the unit's answer."""
    return state.window is not None and unit in state.window.waiting


def let_go(ledger: Ledger, unit: str) -> None:
    """The unit declines to answer; the last one closes the window."""
    ledger.write(e.WindowPassed(unit=unit))
    window = ledger.state.window
    if window is not None and not window.waiting:
        ledger.write(e.WindowClosed())


def wait_only_for(ledger: Ledger, waiting: tuple[str, ...]) -> None:
    """Narrows the open window to those who can still answer; to nobody closes it."""
    window = ledger.state.window
    if window is None or (waiting and window.waiting == waiting):
        return
    ledger.write(e.WindowOpened(waiting=waiting) if waiting else e.WindowClosed())


def take(ledger: Ledger, pending: Pending) -> None:
    """What was declared now happens, or what is left of it."""
    ledger.write(e.CarriedOut(unit=pending.unit))


def details(**more: Any) -> dict[str, Any] | None:
    """The further fields of a declaration, those that say something, as JSON has them."""
    said = {name: value for name, value in more.items() if value not in (None, False)}
    return msgspec.json.decode(msgspec.json.encode(said)) if said else None
