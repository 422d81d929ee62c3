"""What a unit does on its turn: every such command with its check and what it comes to."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from schemas import commands as c
from schemas.state import State
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu import capture, items, maneuvers, own_turn, switching, using, walking
from server.rules.ptu.commands import (
    Drop,
    Give,
    Maneuver,
    Move,
    PickUp,
    Recall,
    Release,
    Stand,
    Switch,
    ThrowBall,
    Trade,
    UseMove,
)


class Rule(NamedTuple):
    """A command's refusals in the order the rulebook asks, and what it does; only the latter rolls."""

    check: Callable[[State, Any, str], Iterator[Refusal]]
    decide: Callable[[Ledger, Any], None]


ACTIONS: dict[type[c.Command], Rule] = {
    Move: Rule(walking.check, walking.move),
    UseMove: Rule(using.check, using.use),
    Trade: Rule(own_turn.check_trade, own_turn.trade),
    Stand: Rule(own_turn.check_stand, own_turn.stand),
    c.UseItem: Rule(items.check_use, items.use),
    Drop: Rule(items.check_drop, items.drop),
    Give: Rule(items.check_give, items.give),
    PickUp: Rule(items.check_pick_up, items.pick_up),
    Switch: Rule(switching.check_switch, switching.switch),
    Recall: Rule(switching.check_recall, switching.recall),
    Release: Rule(switching.check_release, switching.release),
    Maneuver: Rule(maneuvers.check, maneuvers.do),
    ThrowBall: Rule(capture.check, capture.throw),
}
