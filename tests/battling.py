"""A whole battle played by choosing among `options`, with every promise of the contract watched.

Knows no rule: any system that `server.rules` finds is played the same way, through the use cases and a real
store, so that what is proved here is what clients meet.
"""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import islice, product
from pathlib import Path
from typing import Any

import msgspec

from replays.patches import diff, merge
from replays.reducer import apply
from schemas import effects as e
from schemas.events import decode_event
from schemas.replies import Option
from schemas.seats import GM
from schemas.state import State
from server.battles import accepting, auditing, bots, opening, reading
from server.battles.offering import options_of
from server.battles.service import Battles
from server.battles.table import Entry
from server.engine import grid
from server.engine.judge import refusals
from server.engine.refusals import Refused, RollsNeeded
from server.engine.system import System
from server.store import open_store
from server.store.migrate import upgrade

MOST_TRIED = 12
"""Values of one option that are judged at each step."""

encode = msgspec.json.Encoder(order="sorted").encode


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[Battles]:
    """The use cases on a fresh SQLite file."""
    url = f"sqlite:///{folder / 'battles.db'}"
    upgrade(url)
    store = open_store(url)
    await store.open()
    try:
        yield Battles(store)
    finally:
        await store.close()


def commands_of(option: Option) -> list[dict[str, Any]]:
    """Commands that an option stands for, the first dozen."""
    fields = list(option.choose)
    values = islice(product(*(option.choose[field] for field in fields)), MOST_TRIED)
    return [
        dict(option.command) | {f: msgspec.to_builtins(c.value) for f, c in zip(fields, chosen, strict=True)}
        for chosen in values
    ]


class Watched:
    """One battle and what must hold of it after every command."""

    def __init__(self, battles: Battles, system: System, battle: str, dice: random.Random) -> None:
        self.battles = battles
        self.system = system
        self.battle = battle
        self.dice = dice
        self.seen: dict[int, bytes] = {}
        self.plain: Any = {}
        self.codes: set[str] = set()
        self.early: set[str] = set()
        self.owing: set[str] = set()

    async def play(self, most: int) -> State:
        """Plays to the end, or `most` commands."""
        for _ in range(most):
            table = await self.battles.table(self.battle)
            if table.state.phase == "ended":
                break
            await self.step(table.state)
        return (await self.battles.table(self.battle)).state

    async def step(self, state: State) -> None:
        """All that is offered would be accepted; one is done; one that is refused changes nothing."""
        offered = [
            (seat, option) for seat in (GM, *state.seats) for option in options_of(self.system, state, seat)
        ]
        assert offered, f"nobody is offered anything after event {state.seq}"
        for seat, option in self.dice.sample(offered, min(len(offered), 40)):
            for command in commands_of(option):
                self.accepted(state, command, seat)
        before = encode(state)
        table = await self.battles.table(self.battle)
        answer = await bots.step(self.battles, table, self.dice)
        assert encode(state) == before, "a state handed out has changed"
        for entry in answer.entries:
            self.watch(entry)
        await self.refused()

    def accepted(self, state: State, command: dict[str, Any], seat: str) -> None:
        """Nothing speaks against what was offered."""
        decoded = self.system.command_decoder.decode(msgspec.json.encode(command))
        why = next(refusals(self.system, state, decoded, seat), None)
        assert why is None, (state.seq, seat, command, why)

    async def refused(self) -> None:
        """A command of a seat at random, mostly wrong: refused, and then nothing has changed."""
        table = await self.battles.table(self.battle)
        state, draws = table.state, table.draws
        before = encode(state)
        seat = self.dice.choice([*state.seats, "spectator", GM])
        unit = self.dice.choice(list(state.units))
        target = self.dice.choice(list(state.units))
        spot = [self.dice.randint(-1, 12), self.dice.randint(-1, 12)]
        command = self.dice.choice(
            [
                {"type": "move", "unit": unit, "to": spot},
                {"type": "use-move", "unit": unit, "move": "no-such-move", "target": target},
                {"type": "interrupt", "unit": unit, "move": "no-such-move", "target": target},
                {"type": "use-item", "unit": unit, "item": "no-such-item", "target": target},
                {"type": "pass", "unit": unit},
                {"type": "delay", "unit": unit, "after": target},
                {"type": "start"},
                {"type": "carry-out"},
            ]
        )
        try:
            decoded = self.system.command_decoder.decode(msgspec.json.encode(command))
        except msgspec.ValidationError:
            return
        if next(refusals(self.system, state, decoded, seat), None) is None:
            return
        try:
            await accepting.command(self.battles, self.battle, seat, decoded)
        except RollsNeeded:
            pass
        except Refused as refused:
            self.codes.add(refused.refusal.code)
        else:
            raise AssertionError(("accepted what is refused", seat, command))
        table = await self.battles.table(self.battle)
        assert encode(table.state) == before
        assert table.state.seq == state.seq
        assert table.draws == draws

    def watch(self, entry: Entry) -> None:
        """What must hold of every event, whatever the rules."""
        event = decode_event(entry.row.body)
        state = entry.before
        for effect in event.effects:
            after = apply(state, effect)
            if isinstance(effect, e.Damaged) and self.system.hp_floor == 0 and effect.unit in state.units:
                assert effect.now == max(0, state.units[effect.unit].hp - effect.amount), (event.seq, effect)
            self.nobody_acts_twice(state, effect)
            state = after
        self.nobody_stands_on_another(entry.after)
        assert msgspec.json.decode(encode(entry.after), type=State) == entry.after
        plain = msgspec.json.decode(encode(entry.after))
        if entry.row.base is None:
            assert entry.after == msgspec.structs.replace(state, seq=event.seq, hash=event.hash)
        patched = merge(self.plain, msgspec.json.decode(encode(diff(entry.before, entry.after))))
        if self.plain:
            assert without_null(patched) == without_null(plain), event.seq
        self.plain = plain
        self.seen[event.seq] = encode(entry.after)

    def nobody_acts_twice(self, state: State, effect: e.Effect) -> None:
        """One turn a round; a second one, where the rules know it, costs the next round's."""
        if isinstance(effect, e.RoundStarted):
            self.owing, self.early = self.early, set()
        if not isinstance(effect, e.TurnStarted):
            return
        if any(one.done for one in state.queue if one.unit == effect.unit):
            assert self.system.turns_in_advance, (state.seq, "acts twice", effect)
            assert effect.unit not in self.early, (state.seq, "acts a third time", effect)
            self.early.add(effect.unit)
        else:
            assert effect.unit not in self.owing, (state.seq, "has had this turn before", effect)

    def nobody_stands_on_another(self, state: State) -> None:
        """Each cell has one unit at most."""
        taken: dict[Any, str] = {}
        for id_, unit in state.units.items():
            if not unit.hidden:
                for cell in grid.cells(unit):
                    assert taken.setdefault(cell, id_) == id_, (state.seq, id_, taken[cell], cell)

    async def fold(self) -> None:
        """The stored log folds to what was live, at every event; read by a process that knows nothing."""
        again = Battles(self.battles.store)
        for seq, live in self.seen.items():
            assert encode(await reading.state(again, self.battle, seq)) == live, seq
        audit = await auditing.audit(again, self.battle)
        assert audit.verified, audit

    async def rewind(self, times: int) -> None:
        """The state after a rewind to k is the state after k, but for battle, seq and hash."""
        for _ in range(times):
            table = await self.battles.table(self.battle)
            to = self.dice.randint(1, table.state.seq)
            wanted = await reading.state(self.battles, self.battle, to)
            command = self.system.command_decoder.decode(encode({"type": "rewind", "to": to}))
            answer = await accepting.command(self.battles, self.battle, GM, command)
            got = answer.entries[0].after
            assert same(got, wanted), to
            self.seen[got.seq] = encode(got)
            for entry in answer.entries[1:]:
                self.seen[entry.row.seq] = encode(entry.after)
        self.plain = {}
        self.early, self.owing = set(), set()


def same(one: State, other: State) -> bool:
    """Equal but for seq and hash."""
    return msgspec.structs.replace(one, seq=0, hash="") == msgspec.structs.replace(other, seq=0, hash="")


def without_null(value: Any) -> Any:
    """In a state null and absent are the same."""
    if isinstance(value, dict):
        return {key: without_null(one) for key, one in value.items() if one is not None}
    if isinstance(value, list):
        return [without_null(one) for one in value]
    return value


async def whole_battle(folder: Path, system: System, sample: str, dice: str, seed: int, most: int) -> State:
    """A sample battle from creation to its end, watched; then folded, rewound, played on and folded again."""
    async with house(folder) as battles:
        spec = {"ruleset": system.id, "sample": sample, "dice": dice}
        begun = await opening.create(battles, msgspec.json.encode(spec))
        watched = Watched(battles, system, begun.table.id, random.Random(seed))
        for entry in begun.scribe.entries:
            watched.watch(entry)
        state = await watched.play(most)
        await watched.fold()
        await watched.rewind(3)
        await watched.play(10)
        await watched.fold()
        return state
