"""One live battle in memory: its state, head and lineage. An optimisation only; the store is the truth."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from replays.chain import seal
from replays.dice import Draws, Entropy, round_of
from replays.lineage import TURNING, Lineage, lineage_of
from replays.rebuild import Rebuilt, draws_after
from replays.reducer import fold_event, read_facts
from schemas import commands as c
from schemas import effects as e
from schemas.base import Json
from schemas.events import ZERO_HASH, Roll
from schemas.state import State
from server.battles.epochs import Epochs
from server.battles.snapshots import Past
from server.engine.dice import Dice, ServerDice, TableDice
from server.engine.refusals import Refused
from server.engine.system import System
from server.rules import find
from server.store.protocol import BattleRecord, Row, Store

PAGE = 1_000
"""Rows read from the store at once."""


class Entry(Struct, frozen=True):
    """An event just made: its row, and the states before and after it."""

    row: Row
    before: State
    after: State


class Table:
    """A battle as the process knows it. Whoever changes it holds `lock`."""

    def __init__(self, record: BattleRecord, system: System, rebuilt: Rebuilt, lineage: Lineage) -> None:
        self.record = record
        self.system = system
        self.state = rebuilt.state
        self.draws = rebuilt.draws
        self.behind = rebuilt.behind
        self.lineage = lineage
        self.epochs = Epochs()
        self.seeds: dict[int, bytes] = {}
        self.entropy: Entropy | None = None
        self.salt_key: bytes | None = None
        self.since = record.created_at
        self.lock = asyncio.Lock()

    @property
    def id(self) -> str:
        """The battle's id."""
        return self.record.id

    @property
    def read_only(self) -> bool:
        """Whether it came from a replay file: it is looked at and branched, and takes no commands."""
        return self.record.imported is not None

    def takes_commands(self) -> None:
        """Raises Refused where it does not."""
        if self.read_only:
            raise Refused("read-only", why="imported")

    @property
    def now(self) -> Rebuilt:
        """The battle as it stands."""
        return Rebuilt(self.state, self.draws, self.behind)

    def dice(
        self,
        given: Sequence[int | c.GivenRoll] | None,
        state: State,
        draws: Draws,
        entropy: Entropy | None,
        command_type: str,
        new_seeds: Mapping[int, bytes],
    ) -> Dice:
        """Where the dice of a command on this state come from; `new_seeds`: of epochs just opened."""
        if state.dice == "table":
            return TableDice(given)
        if given:
            raise Refused("rolls-unused", why="server-rolls")
        seed = new_seeds.get(draws.epoch) or self.seeds[self.epochs.seed_epoch(draws.epoch)]
        return ServerDice(seed, entropy or (), draws.at_round(round_of(command_type, state.round)))

    def note(self, seq: int, facts: Iterable[e.Effect]) -> None:
        """Notes what event `seq` says about dice: commitments, epochs, the entropy that counts for ever."""
        for fact in facts:
            if isinstance(fact, e.Created):
                self.epochs.opened[seq] = 0, fact.commitment
            elif isinstance(fact, e.Rewound | e.Branched) and fact.epoch is not None:
                self.epochs.opened[seq] = fact.epoch, fact.commitment
            elif isinstance(fact, e.Started) and self.entropy is None:
                self.entropy = fact.entropy

    def add(self, row: Row) -> None:
        """Takes over the next event, which another server has appended; a rewind's it cannot."""
        facts = read_facts(row.body)
        before = self.state
        self.lineage.add(row.seq, row.mark, row.base)
        self.note(row.seq, facts.effects)
        self.draws = draws_after(self.draws, row.body, before.round)
        self.state = fold_event(before, facts)
        self.behind += 1
        if row.mark != "n":
            self.since = time_of(row.body)

    def published(self) -> dict[int, bytes]:
        """The seeds that anyone may know: all once the battle has ended, else those replaced since."""
        ended = self.state.phase == "ended"
        return {epoch: seed for epoch, seed in self.seeds.items() if ended or epoch < self.epochs.current}


class Scribe:
    """Writes one answer's events: the sent command's and those that follow, none stored yet.

    It keeps the state as it will be; the table takes it over once the store has the rows.
    """

    def __init__(self, table: Table, at: str) -> None:
        self.table = table
        self.at = at
        self.state = table.state
        self.draws = table.draws
        self.behind = table.behind
        self.entropy = table.entropy
        self.seeds: dict[int, bytes] = {}
        self.entries: list[Entry] = []

    def write(
        self,
        by: str,
        command: Json,
        rolls: Sequence[Roll],
        effects: Sequence[e.Effect],
        after: State,
        mark: str,
        base: int | None = None,
    ) -> None:
        """Seals the next event on top of the state so far."""
        before = self.state
        sealed = seal(
            before.hash if before.seq else ZERO_HASH,
            before.seq + 1,
            self.at,
            by,
            command,
            rolls,
            effects,
            self.table.salt_key,
        )
        row = Row(seq=sealed.seq, body=sealed.body, mark=mark, base=base)
        self.draws = draws_after(self.draws, sealed.body, before.round) if rolls else self.draws
        self.state = _at(after, self.table.id, sealed.seq, sealed.hash)
        self.behind += 1
        self.entries.append(Entry(row, before, self.state))


def _at(state: State, battle: str, seq: int, hash_: str) -> State:
    return replace(state, battle=battle, seq=seq, hash=hash_)


async def load(store: Store, past: Past, battle: str) -> Table | None:
    """The battle from the store; None where there is none. Raises UnknownEffect."""
    record = await store.battle(battle)
    if record is None:
        return None
    system = find(record.ruleset)
    if system is None:
        raise Refused("internal", why="no-such-system", ruleset=record.ruleset)
    marks = await store.marks(battle)
    lineage = lineage_of(marks)
    table = Table(record, system, await past.at(battle, lineage, lineage.head), lineage)
    table.seeds = await store.seeds(battle)
    if table.state.settings.get("hidden"):
        table.salt_key = await store.salt_key(battle)
    special = [(seq, seq) for seq, mark, _ in marks if mark in TURNING or seq == lineage.first_start]
    for body in await store.through(battle, special, list):
        facts = read_facts(body)
        table.note(facts.seq, facts.effects)
    changed = await store.event(battle, lineage.changed)
    if changed is not None:
        table.since = time_of(changed.body)
    return table


async def catch_up(store: Store, table: Table) -> bool:
    """Takes over what other servers have appended; False where only loading anew tells what came of it."""
    while rows := await store.events(table.id, table.lineage.head, PAGE):
        if any(row.mark in TURNING for row in rows):
            return False
        for row in rows:
            table.add(row)
    return True


def time_of(body: bytes) -> str:
    """When a stored event happened: canonical bytes begin with `{"at":"…`."""
    return body[7:31].decode()
