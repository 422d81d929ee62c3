"""Tapes going out and coming in (contract 10): export, verification against today's rules, import."""

from collections.abc import Sequence

import msgspec

from replays import tape, verify, views
from replays.chain import canonical
from replays.finding import Finding
from replays.lineage import lineage_of
from replays.rebuild import rebuild
from schemas import commands as c
from schemas.base import Json
from schemas.replies import Tokens
from schemas.seats import GM, SERVER, SPECTATOR
from schemas.state import Grid, State
from server.battles import clock
from server.battles.again import Again, Difference
from server.battles.table import Table
from server.engine.refusals import Refused
from server.engine.setup import MOST_SIDE, MOST_UNITS
from server.rules import find
from server.store.protocol import NewBattle, Row, Store

PAGE = 1_000
TURNS = {"undo": "u", "rewind": "u", "redo": "r", "create": "b", "branch": "b", "start": "S"}


async def bodies_of(store: Store, battle: str, head: int) -> list[bytes]:
    """The log up to `head`, in short reads."""
    bodies: list[bytes] = []
    while len(bodies) < head:
        rows = await store.events(battle, len(bodies), PAGE)
        if not rows:
            break
        bodies.extend(row.body for row in rows)
    return bodies[:head]


def seen(body: bytes, after: State, sight: views.Sight) -> bytes:
    """An event as a reader sees it, in canonical bytes."""
    return canonical(msgspec.json.decode(views.event(body, after, sight)))


def exported(
    table: Table, last: State, bodies: Sequence[bytes], view: str = GM, *, published: bool = True
) -> bytes:
    """The tape of a log up to the state `last`, in a seat's view, with the seeds that are published."""
    promised = tape.commitments(bodies)
    header = tape.Header(
        tape=tape.FORMAT,
        ruleset=last.ruleset,
        title=last.title,
        battle=table.id,
        exported_at=clock.now(),
        view=view,
        commitments=promised,
    )
    seeds = {epoch: seed for epoch, seed in table.published().items() if str(epoch) in promised}
    return tape.write(header, bodies, seeds if published else None)


def mark(event: Json) -> tuple[str, int | None]:
    """What an event is to the lineage, read from the tape alone."""
    kind = event["command"]["type"]
    base = next((fact["to"] for fact in event["effects"] if fact["type"] == "rewound"), None)
    if base is not None or kind in ("create", "branch"):
        return TURNS.get(kind, "u"), base
    if event["by"] == SERVER:
        return "s", None
    if kind in c.UNCOUNTED:
        return "n", None
    return TURNS.get(kind, "c"), None


class Incoming(msgspec.Struct, frozen=True):
    """A verified tape as a battle of its own, ready to be stored."""

    new: NewBattle
    rows: list[Row]
    tokens: Tokens


def incoming(data: bytes) -> Incoming:
    """Raises Finding where the tape does not hold, Refused `redacted` where it is not whole."""
    whole = verify.verify(data)
    if not whole.whole or whole.header.view != GM:
        raise Refused("redacted", view=whole.header.view)
    if find(whole.header.ruleset) is None:
        raise Finding("unknown", 1, "ruleset", "one this version knows", whole.header.ruleset)
    _sized(whole.states)
    rows = [_row(seq, body) for seq, body in enumerate(whole.bodies, 1)]
    state = whole.states[-1]
    tokens = {seat: clock.new_token() for seat in (GM, *state.seats, SPECTATOR)}
    new = NewBattle(
        id=clock.new_id(),
        ruleset=state.ruleset,
        title=state.title,
        public=False,
        created_at=clock.now(),
        origin=None,
        tokens={seat: clock.hash_of(token) for seat, token in tokens.items()},
        seeds=whole.seeds,
        salt_key=clock.new_seed(),
        status=state.phase,
        imported=whole.header.battle,
    )
    shown = Tokens(
        gm=tokens[GM], seats={seat: tokens[seat] for seat in state.seats}, spectator=tokens[SPECTATOR]
    )
    return Incoming(new, rows, shown)


def _sized(states: Sequence[State]) -> None:
    """Raises Finding for a battle larger than one can be created: its options go through every cell."""
    for line, state in enumerate(states[1:], 2):
        board = state.board
        sides = [board.width, board.height] if isinstance(board, Grid) else []
        sides += [side for unit in state.units.values() for side in unit.footprint or ()]
        if max(sides, default=0) > MOST_SIDE:
            raise Finding("effects", line, "a board's side", f"at most {MOST_SIDE}", max(sides))
        if len(state.units) > MOST_UNITS:
            raise Finding("effects", line, "units", f"at most {MOST_UNITS}", len(state.units))


def _row(seq: int, body: bytes) -> Row:
    kind, base = mark(msgspec.json.decode(body))
    return Row(seq=seq, body=body, mark=kind, base=base)


def decided_again(whole: verify.Tape) -> Difference | None:
    """Decides every command of a whole tape again by today's rules; the first difference (`--rules`)."""
    again = Again(whole.header.ruleset)
    for seq, body in enumerate(whole.bodies, 1):
        event = msgspec.json.decode(body)
        before = whole.states[seq - 1]
        difference = again.decide(seq, before, event)
        if difference is not None:
            return difference
    return None


def end_state(bodies: Sequence[bytes], battle: str) -> State:
    """The state at the end of a log, as the store would rebuild it."""
    rows = [_row(seq, body) for seq, body in enumerate(bodies, 1)]
    lineage = lineage_of([(row.seq, row.mark, row.base) for row in rows])
    spans = lineage.spans(lineage.head)
    counted = [rows[seq - 1] for first, last in spans for seq in range(first, last + 1)]
    return rebuild(battle, (row.body for row in counted)).state
