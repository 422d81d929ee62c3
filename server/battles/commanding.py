"""How a command travels (design): judged on the table's state, followed by what the state calls for, stored.

Everything happens under the table's lock; nothing is taken over before the store has it.
"""

from typing import Any

from msgspec.structs import replace

from replays import views
from replays.chain import canonical
from replays.dice import Draws, commitment
from replays.lineage import TURNING
from replays.reducer import fold_event, read_facts
from schemas import commands as c
from schemas import effects as e
from schemas.commands import UNCOUNTED
from schemas.seats import SERVER
from schemas.state import State
from server.battles import clock
from server.battles.snapshots import Past
from server.battles.table import Entry, Scribe, Table
from server.engine.dice import TableDice
from server.engine.judge import admit, judge, permitted
from server.engine.refusals import Refusal, Refused, RollsNeeded
from server.engine.system import type_of

MOST_FOLLOWING = 100
"""Automatic commands after one command; beyond that the next is the GM's to send."""
TURNING_BACK = (c.Undo, c.Redo, c.Rewind)


def said(command: c.Command) -> Any:
    """The command as the event holds it: without `id`, `expected` and `rolls`."""
    return replace(command, id=None, expected=None, rolls=None)


def digest_of(command: c.Command) -> bytes:
    """What makes two sendings the same command: everything but `id` and `expected`."""
    return clock.hash_of(canonical(replace(command, id=None, expected=None)).decode())


def mark_of(command: c.Command, by: str) -> str:
    """What the event is to the lineage (`replays.lineage`)."""
    kind = type_of(command)
    if by == SERVER:
        return "s"
    if kind in UNCOUNTED:
        return "n"
    return "S" if kind == "start" else "c"


def decide(table: Table, scribe: Scribe, command: c.Command, seat: str) -> None:
    """Judges one command and writes its event. Raises Refused."""
    kind = type_of(command)
    _judged_as_known(table, scribe.state, command, seat)
    dice = table.dice(command.rolls, scribe.state, scribe.draws, scribe.entropy, kind, scribe.seeds)
    ledger = judge(table.system, scribe.state, command, seat, dice)
    scribe.write(seat, said(command), ledger.rolls, ledger.effects, ledger.state, mark_of(command, seat))
    for effect in ledger.effects:
        if isinstance(effect, e.Started):
            scribe.entropy = scribe.entropy if scribe.entropy is not None else effect.entropy


def _judged_as_known(table: Table, state: State, command: c.Command, seat: str) -> None:
    """A player's refusal tells nothing of units the seat does not know: it is judged without them first."""
    known = views.known(state, views.sight(state, seat)) if seat != SERVER else state
    if known is not state:
        admit(table.system, known, command, seat, TableDice(None))


def follow(table: Table, scribe: Scribe) -> None:
    """Appends what the state calls for and nobody has to choose (contract 4)."""
    for _ in range(MOST_FOLLOWING):
        command = table.system.automatic(scribe.state)
        if command is None:
            return
        try:
            decide(table, scribe, command, SERVER)
        except RollsNeeded:
            return  # with table dice it is left to a seat


async def turn_back(before: Past, table: Table, scribe: Scribe, command: c.Command, seat: str) -> None:
    """Undo, redo, rewind: the state becomes what it was after an earlier event; nothing is removed."""
    refusal = next(permitted(table.state, command, seat), None) or _forbidden(table, command)
    if refusal is not None:
        raise Refused.of(refusal)
    to = _target(table, command)
    past = await before.at(table.id, table.lineage, to)
    fact, draws = _epoch(table, scribe, past.draws, to, fresh=getattr(command, "dice", "keep") == "fresh")
    mark = "r" if isinstance(command, c.Redo) else "u"
    scribe.behind = past.behind
    scribe.write(seat, said(command), (), (fact,), past.state, mark, base=to)
    scribe.draws = draws


def _forbidden(table: Table, command: c.Command) -> Refusal | None:
    if table.state.settings.get("rewinds") == "never":
        return Refusal("impossible", why="no-rewinds")
    if command.rolls:
        return Refusal("rolls-unused", why="not-for-rewinds")
    return None


def _target(table: Table, command: c.Command) -> int:
    lineage = table.lineage
    if isinstance(command, c.Rewind):
        if not 1 <= command.to <= lineage.head:
            raise Refused("no-such-event", at=command.to, head=lineage.head)
        return command.to
    undo = isinstance(command, c.Undo)
    to = lineage.undo_to() if undo else lineage.redo_to()
    if to is None:
        raise Refused("nothing-to-undo" if undo else "nothing-to-redo")
    return to


def _epoch(table: Table, scribe: Scribe, draws: Draws, to: int, *, fresh: bool) -> tuple[e.Rewound, Draws]:
    """Contract 6: the same dice again, a fresh epoch, or one under a new seed once seeds were published."""
    if table.state.dice == "table":
        return e.Rewound(to=to), draws
    epochs = table.epochs
    if table.state.phase == "ended":
        seed = clock.new_seed()
        epoch = epochs.last + 1
        scribe.seeds[epoch] = seed
        return e.Rewound(to=to, epoch=epoch, commitment=commitment(seed)), draws.in_epoch(epoch)
    opened = epochs.last + 1 if fresh else epochs.kept(draws.epoch)
    if opened is None:
        return e.Rewound(to=to), draws
    return e.Rewound(to=to, epoch=opened), draws.in_epoch(opened)


def status_of(before: State, after: State) -> str | None:
    """The battle's status to store, where it changed."""
    return after.phase if after.phase != before.phase else None


def take(table: Table, scribe: Scribe) -> list[Entry]:
    """The table becomes what was written; called once the store has it."""
    for entry in scribe.entries:
        table.lineage.add(entry.row.seq, entry.row.mark, entry.row.base)
        if entry.row.mark in TURNING:
            table.note(entry.row.seq, read_facts(entry.row.body).effects)
        if entry.row.mark != "n":
            table.since = scribe.at
    table.entropy = scribe.entropy
    table.state, table.draws, table.behind = scribe.state, scribe.draws, scribe.behind
    table.seeds.update(scribe.seeds)
    return scribe.entries


def folded(before: State, body: bytes) -> State:
    """The state after a stored event, on the state it stands on."""
    return fold_event(before, read_facts(body))
