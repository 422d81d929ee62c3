"""The house's use cases: create, command, read, preview, branch, audit (contract 2).

A door asks for one of these with the seat that asks; everything that may be refused is refused here.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from msgspec import Struct
from msgspec.structs import replace

from replays import views
from replays.dice import Draws
from replays.proof import prove_log
from replays.rebuild import Rebuilt
from schemas import commands as c
from schemas.base import Json
from schemas.replies import (
    Audit,
    Bad,
    Branches,
    Child,
    Creation,
    Needed,
    Option,
    Options,
    Parent,
    Roster,
    Summary,
    Waiting,
)
from schemas.state import State
from server.battles import clock, commanding, creating, tapes
from server.battles.hub import Hub
from server.battles.table import Entry, Scribe, Table, load, rebuild_at
from server.engine.dice import TableDice
from server.engine.judge import GM, SPECTATOR, admit, perform
from server.engine.refusals import Refused, RollsNeeded
from server.engine.system import System
from server.rules import find
from server.store.errors import Conflict, StoreError
from server.store.protocol import Row, Store

log = structlog.get_logger()
T = TypeVar("T")

LIVE_BATTLES = 2_000
"""Battles kept in memory; the least recently used one goes."""
MOST_VALUES = 20_000
"""Values that `options` offers for all units at once, but at least so many a field:"""
LEAST_VALUES = 20
PAGE = 1_000
"""Rows read from the store at once."""


class Answer(Struct, frozen=True):
    """What a command came to: its events with the states around them; `again`: it was answered before."""

    entries: tuple[Entry, ...]
    again: bool = False


class Preview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a command would do as far as no die decides it, and the dice it would need."""

    accepted: bool = True
    needs: tuple[Needed, ...] = ()
    effects: tuple[Json, ...] = ()


class Battles:
    """All battles of one store. One instance a process."""

    def __init__(self, store: Store, hub: Hub | None = None) -> None:
        self.store = store
        self.hub = hub or Hub()
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._running: set[asyncio.Task[object]] = set()

    # ---- tables --------------------------------------------------------------------------------------

    async def table(self, battle: str) -> Table:
        """The battle's table, from memory or the store. Raises Refused `no-such-battle`."""
        known = self._tables.get(battle)
        if known is not None:
            self._tables.move_to_end(battle)
            return known
        task = self._loading.get(battle)
        if task is None:
            task = asyncio.ensure_future(load(self.store, battle))
            self._loading[battle] = task
            task.add_done_callback(lambda _: self._loading.pop(battle, None))
        table = await asyncio.shield(task)
        if table is None:
            raise Refused("no-such-battle", battle=battle[:60])
        return self._keep(table)

    def _keep(self, table: Table) -> Table:
        table = self._tables.setdefault(table.id, table)
        while len(self._tables) > LIVE_BATTLES:
            self._tables.popitem(last=False)
        return table

    def forget(self, battle: str) -> None:
        """The next command is judged on what is stored."""
        self._tables.pop(battle, None)

    async def _whole(self, work: Callable[[], Awaitable[T]]) -> T:
        """Runs to its end though the client hangs up."""
        task = asyncio.ensure_future(work())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Waits for what is under way; called at shutdown."""
        if self._running:
            await asyncio.wait(self._running, timeout=5)

    # ---- creating ------------------------------------------------------------------------------------

    async def create(self, raw: bytes) -> creating.Begun:
        """A battle from a spec's JSON. Raises Refused `malformed` or `invalid-setup`."""
        system, spec = creating.read_spec(raw)
        return await self._store_new(creating.begin(system, spec))

    async def branch(self, battle: str, seat: str, at: int, title: str | None) -> creating.Begun:
        """A battle that starts as this one stood after event `at`: the GM's, or anyone's once it ended."""
        parent = await self.table(battle)
        hiding = views.hides(parent.state) and not views.opened(parent.state)
        if seat != GM and (hiding or parent.state.phase != "ended"):
            raise Refused("gm-only", command="branch")
        past = await self._past(parent, at)
        return await self._store_new(creating.branch(parent, past, at, title))

    async def _store_new(self, begun: creating.Begun) -> creating.Begun:
        async def work() -> creating.Begun:
            await self.store.create(begun.new, [entry.row for entry in begun.scribe.entries])
            commanding.take(begun.table, begun.scribe)
            self._keep(begun.table)
            return begun

        return await self._whole(work)

    # ---- commanding ----------------------------------------------------------------------------------

    async def command(self, battle: str, seat: str, command: c.Command) -> Answer:
        """Judges, appends, answers. Raises Refused; StoreError where nothing could be stored."""
        return await self._whole(lambda: self._command(battle, seat, command))

    async def _command(self, battle: str, seat: str, command: c.Command) -> Answer:
        for attempt in range(3):
            table = await self.table(battle)
            async with table.lock:
                if self._tables.get(battle) is not table:
                    continue
                try:
                    return await self._try(table, seat, command)
                except Conflict:
                    self.forget(battle)  # another process appended: judge again on what is stored
                    if attempt == 2:
                        break
                except StoreError:
                    self.forget(battle)
                    raise
        raise Refused("conflict")

    async def _try(self, table: Table, seat: str, command: c.Command) -> Answer:
        if table.record.imported is not None:
            raise Refused("read-only", why="imported")
        if command.id is not None:
            known = await self._answered(table, seat, command)
            if known is not None:
                return known
        await self._fresh(table, seat, command)
        scribe = Scribe(table, clock.now())
        if isinstance(command, commanding.TURNING_BACK):
            await commanding.turn_back(self.store, table, scribe, command, seat)
        else:
            self._decide(table, scribe, command, seat)
        commanding.follow(table, scribe)
        rows = _receipt([entry.row for entry in scribe.entries], seat, command)
        status = commanding.status_of(table.state, scribe.state)
        await self.store.append(table.id, rows, seeds=scribe.seeds, status=status)
        entries = commanding.take(table, scribe)
        self.hub.wake(table.id)
        return Answer(tuple(entries))

    @staticmethod
    def _decide(table: Table, scribe: Scribe, command: c.Command, seat: str) -> None:
        try:
            commanding.decide(table, scribe, command, seat)
        except RollsNeeded as missing:
            asked = views.needs(missing.needs, table.state, views.sight(table.state, seat))
            raise RollsNeeded(asked, missing.refusal.rule) from None

    async def _answered(self, table: Table, seat: str, command: c.Command) -> Answer | None:
        """The first answer to the same id (contract 4). Raises Refused `id-reused` for another body."""
        receipt = await self.store.receipt(table.id, seat, command.id or "")
        if receipt is None:
            return None
        digest, rows = receipt
        if digest != commanding.digest_of(command):
            raise Refused("id-reused", id=command.id)
        before = await self._past(table, rows[0].seq - 1)
        return Answer(tuple(await self._between(table, before.state, rows)), again=True)

    async def _fresh(self, table: Table, seat: str, command: c.Command) -> None:
        """Raises Refused `stale` where something that changes the state came after `expected`."""
        expected, head = command.expected, table.state.seq
        if expected is None or expected == head:
            return
        missed = await self.store.events(table.id, expected, PAGE) if expected < head else []
        if expected > head or any(row.mark != "n" for row in missed):
            sight = views.sight(table.state, seat)
            seen = [views.event(one.row.body, one.after, sight) for one in await self._entries(table, missed)]
            raise Refused("stale", expected=expected, head=head, missed=seen)

    async def preview(self, battle: str, seat: str, command: c.Command) -> Preview:
        """What the command would need and do, dice left out; nothing is appended. Raises Refused."""
        table = await self.table(battle)
        if isinstance(command, commanding.TURNING_BACK):
            scribe = Scribe(table, clock.now())
            await commanding.turn_back(self.store, table, scribe, command, seat)
            return Preview(effects=({"type": "rewound", "to": scribe.entries[0].row.base},))
        given = command.rolls if table.state.dice == "table" else None
        sight = views.sight(table.state, seat)
        known = views.known(table.state, sight)
        if known is not table.state:
            admit(table.system, known, command, seat, TableDice(given))
        ledger = admit(table.system, table.state, command, seat, TableDice(given))
        needs: tuple[Needed, ...] = ()
        try:
            perform(table.system, ledger, command)
        except RollsNeeded as missing:
            needs = views.needs(missing.needs, table.state, sight)
        return Preview(needs=needs, effects=views.forecast(ledger.effects, ledger.state, sight))

    # ---- reading -------------------------------------------------------------------------------------

    async def _past(self, table: Table, at: int) -> Rebuilt:
        """The battle after event `at`. Raises Refused `no-such-event`."""
        if at == table.state.seq:
            return Rebuilt(table.state, table.draws)
        if at == 0:
            return Rebuilt(State(battle=table.id), Draws())
        if not 1 <= at <= table.lineage.head:
            raise Refused("no-such-event", at=at, head=table.lineage.head)
        return await rebuild_at(self.store, table.id, table.lineage, at)

    async def state(self, battle: str, at: int | None) -> State:
        """The state after event `at`, or now."""
        table = await self.table(battle)
        if at is None:
            return table.state
        if at < 1:
            raise Refused("no-such-event", at=at, head=table.lineage.head)
        return (await self._past(table, at)).state

    async def rows(self, battle: str, after: int, limit: int) -> tuple[list[Row], int]:
        """A page of the log behind `after`, and the head."""
        table = await self.table(battle)
        return await self.store.events(battle, after, limit), table.state.seq

    async def entries(self, battle: str, after: int, limit: int) -> tuple[list[Entry], int]:
        """A page of the log with the states around each event, for patches and sentences."""
        table = await self.table(battle)
        rows = await self.store.events(battle, after, limit)
        return await self._entries(table, rows), table.state.seq

    async def _entries(self, table: Table, rows: list[Row]) -> list[Entry]:
        if not rows:
            return []
        before = await self._past(table, rows[0].seq - 1)
        return await self._between(table, before.state, rows)

    async def _between(self, table: Table, before: State, rows: list[Row]) -> list[Entry]:
        entries = []
        for row in rows:
            after = await self._after(table, before, row)
            entries.append(Entry(row, before, after))
            before = after
        return entries

    async def _after(self, table: Table, before: State, row: Row) -> State:
        if row.base is None:
            return commanding.folded(before, row.body)
        past = await self._past(table, row.base)
        return commanding.folded(past.state, row.body)

    async def summary(self, battle: str, view: str = GM) -> Summary:
        """The battle at a glance, in a reader's view."""
        table = await self.table(battle)
        summary = summary_of(table)
        known = views.known(table.state, views.sight(table.state, view))
        waiting = tuple(one for one in summary.waiting_for if one.unit is None or one.unit in known.units)
        return replace(summary, waiting_for=waiting)

    async def news(self, battle: str, after: int, limit: int) -> list[Entry]:
        """What a follower has not had yet, also where another process appended it."""
        table = await self.table(battle)
        rows = await self.store.events(battle, after, limit)
        if rows and rows[-1].seq > table.lineage.head:
            async with table.lock:
                pass  # this process may be about to take over what it has just stored
            if rows[-1].seq > table.lineage.head:
                self.forget(battle)
            table = await self.table(battle)
        return await self._entries(table, rows)

    async def hides(self, battle: str) -> bool:
        """Whether the battle hides anything from anybody."""
        return bool(views.hides((await self.table(battle)).state))

    async def sight(self, battle: str, view: str) -> views.Sight:
        """How a view looks at the battle now."""
        return views.sight((await self.table(battle)).state, view)

    async def options(self, battle: str, seat: str, unit: str | None) -> Options:
        """What this seat could have accepted now."""
        table = await self.table(battle)
        sight = views.sight(table.state, seat)
        known = views.known(table.state, sight)
        if unit is not None and unit not in known.units:
            raise Refused("unknown-unit", unit=unit[:60])
        found = [
            replace(one, dice=views.needs(one.dice, table.state, sight))
            for one in options_of(table.system, known, seat, unit)
        ]
        return Options(seq=table.state.seq, options=tuple(found))

    async def branches(self, battle: str) -> Branches:
        """The battle's children, with the seq each left at."""
        await self.table(battle)
        found = await self.store.branches(battle)
        return Branches(branches=tuple(Child(at=at, id=id_, title=title) for at, id_, title in found))

    async def roster(self, battle: str, at: int | None, view: str = GM) -> Roster:
        """Every unit as a spec for the next battle, as far as the reader sees it."""
        state = await self.state(battle, at)
        system = (await self.table(battle)).system
        return Roster(
            units=views.roster(system.roster(state), state, await self.sight(battle, view)),
            inventory=state.inventory,
            seats=state.seats,
            settings=state.settings,
        )

    async def audit(self, battle: str, view: str = GM) -> Audit:
        """Head, commitments, published seeds, and what verifying the whole log finds."""
        table = await self.table(battle)
        head, hash_ = table.state.seq, table.state.hash
        seeds = table.published()
        told = seeds if views.eye(table.state, views.sight(table.state, view)) is None else {}
        bodies: list[bytes] = []
        while len(bodies) < head:
            rows = await self.store.events(battle, len(bodies), PAGE)
            if not rows:
                break
            bodies.extend(row.body for row in rows)
        broken = await asyncio.to_thread(prove_log, bodies[:head], seeds)
        bad = (
            {}
            if broken is None
            else {"first_bad": Bad(seq=broken.seq, expected=broken.expected, got=broken.got)}
        )
        return Audit(
            head=head,
            hash=hash_,
            commitments={str(epoch): one for epoch, one in table.epochs.commitments.items()},
            seeds={str(epoch): seed.hex() for epoch, seed in told.items()} or None,
            verified=broken is None,
            **bad,
        )

    async def tape(self, battle: str, view: str = GM) -> bytes:
        """The replay file of the whole log, in a reader's view."""
        table = await self.table(battle)
        head = table.state.seq
        sight = views.sight(table.state, view)
        if view == GM or not views.hides(table.state) or sight.opened:
            bodies = await tapes.bodies_of(self.store, battle, head)
            return await asyncio.to_thread(tapes.exported, table, bodies)
        seen: list[bytes] = []
        while len(seen) < head:
            entries, _ = await self.entries(battle, len(seen), PAGE)
            if not entries:
                break
            seen.extend(tapes.seen(one.row.body, one.after, sight) for one in entries)
        return await asyncio.to_thread(tapes.exported, table, seen[:head], view, published=False)

    async def import_tape(self, data: bytes) -> Creation:
        """Keeps a verified tape as a read-only battle. Raises Finding, or Refused `redacted`."""
        found = await asyncio.to_thread(tapes.incoming, data)

        async def work() -> Creation:
            await self.store.create(found.new, found.rows)
            if found.new.status != "setup":
                await self.store.append(found.new.id, [], status=found.new.status)
            return Creation(battle=await self.summary(found.new.id), tokens=found.tokens)

        return await self._whole(work)

    async def system(self, battle: str) -> System:
        """The battle's rule system."""
        return (await self.table(battle)).system

    def ruleset(self, id_: str) -> System:
        """A rule system by id. Raises Refused `no-such-battle`'s kin: 404."""
        system = find(id_)
        if system is None:
            raise Refused("no-such-ruleset", ruleset=id_[:60])
        return system


def _receipt(rows: list[Row], seat: str, command: c.Command) -> list[Row]:
    """The rows with the command's id on the first, so that a retry finds its answer."""
    if command.id is None:
        return rows
    digest = commanding.digest_of(command)
    first = replace(rows[0], command_id=command.id, seat=seat, digest=digest, count=len(rows))
    return [first, *rows[1:]]


def options_of(system: System, state: State, seat: str, unit: str | None = None) -> list[Option]:
    """What a seat could have accepted now, or one of its units."""
    if seat == SPECTATOR or state.phase == "ended":
        return []
    units = [one for one in state.units.values() if seat == GM or one.seat == seat]
    found: list[Option] = []
    if unit is None:
        if state.phase == "setup" and seat != GM and seat not in state.ready:
            found.append(Option(label="Ready", command={"type": "ready"}))
        found.extend(system.table_options(state, seat))
    for one in units:
        if unit is None or one.id == unit:
            found.extend(system.options(state, one, seat))
    return found if unit is not None else _within(found)


def _within(options: list[Option]) -> list[Option]:
    """All units at once on a large board: each field's first values; who asks for a unit alone gets all."""
    fields = [len(values) for option in options for values in option.choose.values()]
    if sum(fields) <= MOST_VALUES:
        return options
    share = max(LEAST_VALUES, MOST_VALUES // len(fields))
    return [
        replace(option, choose={name: values[:share] for name, values in option.choose.items()})
        for option in options
    ]


def waiting_for(table: Table) -> tuple[Waiting, ...]:
    """Whom the battle waits for, and since when."""
    state = table.state
    if state.phase == "setup":
        waiting = [Waiting(seat=seat, why="ready") for seat in state.seats if seat not in state.ready]
        found = waiting or [Waiting(seat=GM, why="ready")]
    else:
        found = list(table.system.waiting(state))
    return tuple(replace(one, since=table.since) for one in found)


def summary_of(table: Table) -> Summary:
    """The battle at a glance."""
    state, record = table.state, table.record
    return Summary(
        id=table.id,
        ruleset=state.ruleset,
        rules=state.rules,
        title=state.title,
        public=record.public,
        dice=state.dice,
        seats=state.seats,
        settings=state.settings,
        head=state.seq,
        hash=state.hash,
        phase=state.phase,
        round=state.round,
        outcome=state.outcome,
        waiting_for=waiting_for(table),
        parent=None if record.origin is None else Parent(id=record.origin[0], seq=record.origin[1]),
        created_at=record.created_at,
        origin=record.imported,
    )
