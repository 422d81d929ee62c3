"""T6: declaring what a trainer will do, and carrying it out or finding it impossible."""

from collections.abc import Iterator
from typing import Any, Union

import msgspec

from schemas import effects as e
from schemas.commands import Command
from schemas.seats import GM
from schemas.state import State
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import economy, initiative, league_order, turn
from server.rules.ptu.actions import ACTIONS
from server.rules.ptu.commands import Declare
from server.rules.ptu.readiness import awake, on_turn

_DECODER: "msgspec.json.Decoder[Any]" = msgspec.json.Decoder(Union[tuple(ACTIONS)])  # noqa: UP007


def read(action: Any) -> Command:
    """A declared action as its command. Raises ValidationError."""
    command: Command = _DECODER.decode(msgspec.json.encode(action))
    return command


def check(state: State, said: Declare, seat: str) -> Iterator[Refusal]:
    """T6: a trainer of the league on its turn; each action one of its own commands."""
    unit = state.units[said.unit]
    yield from on_turn(state, unit)
    yield from awake(unit)
    if not initiative.declares(state, unit):
        yield Refusal("impossible", "T6", "not-a-declarer", {"unit": unit.id})
    for index, action in enumerate(said.actions):
        try:
            command = read(action)
        except msgspec.ValidationError as error:
            yield Refusal("malformed", facts={"path": f"$.actions[{index}]", "message": str(error)})
            continue
        if getattr(command, "unit", None) != unit.id or command.rolls or command.force:
            facts = {
                "path": f"$.actions[{index}].unit",
                "message": f"only of {unit.id}, without rolls and force",
            }
            yield Refusal("malformed", facts=facts)


def declare(ledger: Ledger, said: Declare) -> None:
    """T6: open to all; nothing happens yet."""
    economy.begin(ledger, said.unit)
    ledger.write(e.Declared(unit=said.unit, action=economy.DECLARE, details={"actions": list(said.actions)}))


def carry_out(ledger: Ledger) -> None:
    """T6: the next action of whoever is the fastest; what has become impossible is cancelled."""
    id_ = league_order.due(ledger.state)
    assert id_ is not None
    pending = next(one for one in league_order.declared(ledger.state) if one.unit == id_)
    ledger.write(e.CarriedOut(unit=id_))
    if ledger.state.turn != id_:
        ledger.write(e.TurnStarted(unit=id_))
    if not ledger.unit(id_).counters.get("carrying"):
        ledger.write(e.CounterSet(unit=id_, name="carrying", now=1))
    actions = list((pending.details or {}).get("actions") or ())
    if actions:
        command = read(actions.pop(0))
        rule = ACTIONS[type(command)]
        refusal = next(rule.check(ledger.state, command, GM), None)
        if refusal is not None:
            move = getattr(command, "move", None)
            ledger.write(e.Cancelled(unit=id_, move=move, why=refusal.code))
        else:
            rule.decide(ledger, command)
    _go_on(ledger, id_, actions)


def _go_on(ledger: Ledger, id_: str, actions: list[Any]) -> None:
    """The rest, or the turn's end, waits for its own event; where there is neither the turn is over now."""
    unit = ledger.unit(id_)
    if unit.fainted or ledger.state.phase != "battle":
        return
    answered = any(one.unit == id_ for one in ledger.state.pending)
    if actions or answered:
        ledger.write(e.Declared(unit=id_, action=economy.DECLARE, details={"actions": actions}))
    else:
        turn.finish(ledger, id_)
