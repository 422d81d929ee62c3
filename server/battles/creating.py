"""How a battle begins: from a spec, from a sample, or as a branch of another (contract 2, 3)."""

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from replays.dice import Draws, commitment
from replays.lineage import Lineage
from replays.rebuild import Rebuilt
from schemas import effects as e
from schemas.replies import Tokens
from schemas.seats import GM, SPECTATOR
from schemas.setup import BattleSpec, Peek
from schemas.state import State
from server.battles import clock
from server.battles.commanding import follow
from server.battles.table import Scribe, Table
from server.engine import misfit
from server.engine.dice import TableDice
from server.engine.ledger import Ledger
from server.engine.refusals import InvalidSetup, Refused
from server.engine.system import System
from server.rules import every
from server.store.protocol import BattleRecord, NewBattle

OVER_A_SAMPLE = ("title", "public", "dice", "seating")
"""What may be said beside `sample`."""
_PEEK = msgspec.json.Decoder(Peek)

T = TypeVar("T")


class Begun(msgspec.Struct, frozen=True):
    """A battle ready to be stored, and what its creator is told once."""

    table: Table
    scribe: Scribe
    new: NewBattle
    tokens: Tokens
    commitment: str | None
    invites: dict[str, str] | None = None


def read_spec(raw: bytes) -> tuple[System, BattleSpec]:
    """The creation a client sent, with the system that reads it. Raises Refused."""
    peek = _read(_PEEK, raw)
    systems = every()
    if peek.ruleset is not None and peek.ruleset not in systems:
        raise InvalidSetup("$.ruleset", "unknown", value=peek.ruleset[:60], allowed=sorted(systems))
    if peek.sample is not None:
        return _sample(peek, raw)
    if peek.ruleset is None:
        raise Refused("malformed", why="field-missing", path="$.ruleset", field="ruleset")
    system = systems[peek.ruleset]
    return system, _read(system.spec_decoder, raw)


def _read(decoder: "msgspec.json.Decoder[T]", raw: bytes) -> T:
    try:
        return decoder.decode(raw)
    except msgspec.ValidationError as error:
        message, path = misfit.read(error, raw, decoder.type)
        raise Refused("malformed", path=path, message=message) from error


def _sample(peek: Peek, raw: bytes) -> tuple[System, BattleSpec]:
    """A sample battle by its name, a few words of it said anew."""
    asked = [system for system in every().values() if peek.ruleset in (None, system.id)]
    for system in asked:
        body = system.samples.get(peek.sample or "")
        if body is not None:
            said: dict[str, Any] = msgspec.json.decode(raw)
            extra = next((key for key in said if key not in (*OVER_A_SAMPLE, "sample", "ruleset")), None)
            if extra is not None:
                raise Refused("malformed", why="beside-sample", path=f"$.{extra[:40]}", allowed=OVER_A_SAMPLE)
            over = {key: said[key] for key in OVER_A_SAMPLE if key in said}
            merged = msgspec.json.decode(body) | over | {"ruleset": system.id}
            return system, _read(system.spec_decoder, msgspec.json.encode(merged))
    names = sorted(name for system in asked for name in system.samples)
    raise InvalidSetup("$.sample", "unknown", value=str(peek.sample)[:60], allowed=names)


def begin(system: System, spec: BattleSpec) -> Begun:
    """Event 1: everything resolved, with the commitment to the dice. Raises InvalidSetup."""
    at = clock.now()
    seed = clock.new_seed() if spec.dice == "server" else None
    promise = None if seed is None else commitment(seed)
    created, enlisted = system.create(spec)
    effects = [replace(created, commitment=promise), *enlisted]
    new, tokens = _new(system.id, spec.title, spec.public, at, spec.seats, None, seed, 0)
    codes = {seat: clock.new_token() for seat in spec.seats} if spec.seating == "invites" else None
    if codes is not None:
        new, tokens = _by_invites(new, tokens, codes)
    table = _table(new, system, at)
    if spec.settings.get("hidden"):
        table.salt_key = new.salt_key
    table.note(1, effects)
    scribe = Scribe(table, at)
    ledger = Ledger(State(battle=new.id), GM, TableDice(None))
    for effect in effects:
        ledger.write(effect)
    system.settle(ledger)
    scribe.write(GM, {"type": "create", "ruleset": system.id}, (), ledger.effects, ledger.state, "b")
    follow(table, scribe)
    return Begun(table, scribe, new, tokens, promise, codes)


def branch(parent: Table, past: Rebuilt, at: int, title: str | None) -> Begun:
    """A branch's first event, on the state that its parent had after event `at`."""
    now = clock.now()
    state = past.state
    seed = clock.new_seed() if state.dice == "server" else None
    promise = None if seed is None else commitment(seed)
    epoch = past.draws.epoch + 1
    name = title if title is not None else state.title
    origin = (parent.id, at)
    new, tokens = _new(parent.system.id, name, parent.record.public, now, state.seats, origin, seed, epoch)
    table = _table(new, parent.system, now)
    table.state, table.draws, table.behind = state, past.draws.in_epoch(epoch), past.behind
    if state.settings.get("hidden"):
        table.salt_key = new.salt_key
    table.lineage = parent.lineage.until(at)
    table.epochs = parent.epochs.until(at)
    table.entropy = parent.entropy if table.lineage.first_start is not None else None
    scribe = Scribe(table, now)
    fact = e.Branched(battle=parent.id, seq=at, title=name, epoch=epoch, commitment=promise)
    table.note(at + 1, [fact])
    after = replace(state, title=name)
    source = {"battle": parent.id, "seq": at, "hash": state.hash}
    scribe.write(GM, {"type": "branch", "from": source}, (), (fact,), after, "b")
    scribe.draws = table.draws
    follow(table, scribe)
    return Begun(table, scribe, replace(new, status=scribe.state.phase), tokens, promise)


def _by_invites(new: NewBattle, tokens: Tokens, codes: dict[str, str]) -> tuple[NewBattle, Tokens]:
    """The same battle, its players not seated yet: codes that work once stand for their seats."""
    kept = {seat: token for seat, token in new.tokens.items() if seat not in codes}
    hashed = {seat: clock.hash_of(code) for seat, code in codes.items()}
    return replace(new, tokens=kept, invites=hashed), replace(tokens, seats={})


def _new(
    ruleset: str,
    title: str,
    public: bool,
    at: str,
    seats: tuple[str, ...],
    origin: tuple[str, int] | None,
    seed: bytes | None,
    epoch: int,
) -> tuple[NewBattle, Tokens]:
    tokens = {seat: clock.new_token() for seat in (GM, *seats, SPECTATOR)}
    shown = Tokens(gm=tokens[GM], seats={seat: tokens[seat] for seat in seats}, spectator=tokens[SPECTATOR])
    new = NewBattle(
        id=clock.new_id(),
        ruleset=ruleset,
        title=title,
        public=public,
        created_at=at,
        origin=origin,
        tokens={seat: clock.hash_of(token) for seat, token in tokens.items()},
        seeds={} if seed is None else {epoch: seed},
        salt_key=clock.new_seed(),
        status="setup",
    )
    return new, shown


def _table(new: NewBattle, system: System, at: str) -> Table:
    record = BattleRecord(
        id=new.id,
        ruleset=new.ruleset,
        title=new.title,
        public=new.public,
        created_at=at,
        status=new.status,
        number=0,
        origin=new.origin,
    )
    table = Table(record, system, Rebuilt(State(battle=new.id), Draws()), Lineage())
    table.seeds = dict(new.seeds)
    return table
