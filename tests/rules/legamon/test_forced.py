"""The GM's word (contract 4, `force`) and rulings never break a legamon battle: whatever is taken leaves a
state that goes on."""

import random

import pytest

from schemas.seats import GM
from server.battles.bots import choose
from server.battles.offering import options_of
from server.engine.refusals import Refused
from server.rules.legamon.system import SYSTEM
from tests.playing import Plain
from tests.rules.legamon.test_bots import CHANCE

STATUSES = ("prevented-move", "prevented-ability", "advantage", "disadvantage", "sleepy")
FACTS = ("status-gained", "status-lost", "damaged", "healed", "fainted", "revived", "concealed", "revealed",
         "turn-ended", "pool-changed", "counter-set", "window-closed")  # fmt: skip


def fact(units: list[str], chance: random.Random) -> Plain:
    """A fact such as a game master may rule."""
    unit, status = chance.choice(units), chance.choice(STATUSES)
    kind = chance.choice(FACTS)
    more: dict[str, Plain] = {
        "status-gained": {"status": status, "value": chance.choice([None, 1, 3, "long"])},
        "status-lost": {"status": status},
        "damaged": {"amount": chance.randint(0, 4)},
        "healed": {"amount": 3},
        "revived": {"now": 5},
        "pool-changed": {"pool": "energy", "now": chance.randint(0, 2)},
        "counter-set": {
            "name": chance.choice(["points", "points-for", "used", "acted"]),
            "now": chance.choice([1, "x", None]),
        },
    }
    return {"type": kind, **({} if kind == "window-closed" else {"unit": unit}), **more.get(kind, {})}


def wild(units: list[str], chance: random.Random) -> Plain:
    """A command that the rules may have much against."""
    unit, other = chance.choice(units), chance.choice(units)
    ability: Plain = chance.choice([{"typeless": "kick"}, {"move": "anvil-drop"}, {"move": "cinder-spit"}])
    return chance.choice([
        {"type": "use-move", "unit": unit, "target": other, "intent": chance.choice(["harm", "prevent", "other"]),
         **ability},
        {"type": "use-move", "unit": unit, "intent": "break", "of": "move", **ability},
        {"type": "interrupt", "unit": unit, **ability},
        {"type": "pass", "unit": unit}, {"type": "move", "unit": unit, "to": "bank"},
        {"type": "spend", "unit": unit, "moves": 2, "abilities": 1},
        {"type": "interact", "unit": unit, "says": "x"},
        {"type": "ruling", "reason": "r", "effects": [fact(units, chance)]},
        {"type": "close-window"}, {"type": "faint", "unit": unit, "reason": "r"},
    ])  # fmt: skip


@pytest.mark.parametrize("sample", sorted(SYSTEM.samples))
def test_L11_forced_and_ruled_a_battle_still_goes_on(sample: str) -> None:
    """Thirty battles of forced commands and rulings: no fault, and always somebody has something to do."""
    for seed in range(30):
        chance = random.Random(seed)
        state = CHANCE.followed(
            CHANCE.sent(CHANCE.begun(sample, "table"), CHANCE.decoded({"type": "start"}), GM, chance), chance
        )
        for _ in range(60):
            if state.phase == "ended":
                break
            if chance.random() < 0.5:
                options = options_of(SYSTEM, state, GM)
                standing = [one for one in state.units.values() if not one.fainted and not one.hidden]
                assert options or not standing, (seed, state)
                command = choose(options, chance, state) if options else wild(list(state.units), chance)
            else:
                command = {**wild(list(state.units), chance), "force": "the table says so"}
            try:
                state = CHANCE.sent(state, CHANCE.decoded(command), GM, chance)
            except Refused:
                continue
