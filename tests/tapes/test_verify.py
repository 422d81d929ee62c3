"""A tape holds, or its first bad line is named (contract 10)."""

import random
from pathlib import Path

import msgspec
import pytest

from replays import tape, verify
from replays.chain import canonical
from replays.verify import Finding
from schemas.commands import Rewind
from server.battles import accepting, bots, opening, reading, summaries, tapes, taping
from server.battles.service import Battles
from server.engine.refusals import Refused
from server.rules import named
from tests.tapes.conftest import played, told
from tests.tapes.stranger import check

CHANGES = 400


def line_of(data: bytes, position: int) -> int:
    """The line (from 1) that a byte stands on."""
    return data.count(b"\n", 0, position) + 1


def test_a_finished_tape_holds(finished: bytes) -> None:
    """A bots' battle verifies whole, its seeds published and its dice proved."""
    found = verify.verify(finished)
    assert found.whole
    assert found.seeds
    assert found.states[-1].phase == "ended"


def test_every_changed_byte_is_named(finished: bytes) -> None:
    """Any single byte changed to any other is found on its own line, or where the next line follows it."""
    dice = random.Random(11)
    for _ in range(CHANGES):
        at = dice.randrange(len(finished))
        other = bytes([dice.choice([b for b in range(256) if b != finished[at]])])
        with pytest.raises(Finding) as caught:
            verify.verify(finished[:at] + other + finished[at + 1 :])
        finding, line = caught.value, line_of(finished, at)
        assert finding.line in (line, 1) or finished[at : at + 1] == b"\n" or other == b"\n", finding
        assert finding.kind in verify.EXIT


def test_every_changed_digit_is_named_on_its_line(finished: bytes) -> None:
    """One digit changed is named with line, expected and got: its own line, in header, log and footer."""
    dice = random.Random(12)
    digits = [at for at, byte in enumerate(finished) if 48 <= byte <= 57]
    for at in dice.sample(digits, CHANGES):
        other = str((finished[at] - 48 + dice.randrange(1, 10)) % 10).encode()
        with pytest.raises(Finding) as caught:
            verify.verify(finished[:at] + other + finished[at + 1 :])
        assert caught.value.line in (line_of(finished, at), 1), caught.value
        assert caught.value.expected != caught.value.got


def test_every_cut_is_named(finished: bytes) -> None:
    """However much is cut off the end, by bytes or by lines, the tape is said to be truncated."""
    dice = random.Random(13)
    lines = finished.splitlines(keepends=True)
    cuts = [finished[:at] for at in dice.sample(range(len(finished)), CHANGES)]
    cuts += [b"".join(lines[:count]) for count in range(len(lines))]
    for cut in cuts:
        with pytest.raises(Finding) as caught:
            verify.verify(cut)
        assert caught.value.kind == "truncated", caught.value


def test_a_head_given_by_hand_stands_for_the_footer(finished: bytes) -> None:
    """Without its footer a tape holds if it reaches the head given; three events less, it does not."""
    lines = finished.splitlines(keepends=True)
    head = verify.verify(finished).head
    assert verify.verify(b"".join(lines[:-1]), head).head == head
    with pytest.raises(Finding) as caught:
        verify.verify(b"".join(lines[:-4]), head)
    assert caught.value.kind == "head"


@pytest.mark.parametrize("how", ["gz", "zst"])
def test_packed_tapes_open_and_broken_packings_are_told(finished: bytes, how: tape.Packing) -> None:
    """gzip and zstd come back byte for byte; cut off or with a byte changed inside they are refused."""
    packed = tape.pack(finished, how)
    assert tape.unpack(packed) == finished
    middle = len(packed) // 2
    for broken in (packed[:-9], packed[:middle] + bytes([packed[middle] ^ 1]) + packed[middle + 1 :]):
        with pytest.raises(Finding):
            verify.verify(broken)
    with pytest.raises(tape.NotATape):
        tape.unpack(packed, most=100)


def _sealed_anew(data: bytes, change: object) -> bytes:
    """A forger's tape: events changed by `change(events)`, then hashed and finished as if it were true."""
    header, *bodies, _ = data.splitlines()
    events = [msgspec.json.decode(body) for body in bodies]
    change(events)  # type: ignore[operator]
    seeds = {int(k): bytes.fromhex(v) for k, v in msgspec.json.decode(data.splitlines()[-1])["seeds"].items()}
    return tape.write(msgspec.json.decode(header, type=tape.Header), list(_chained(events)), seeds)


def _chained(events: list[dict[str, object]]):  # type: ignore[no-untyped-def]
    from replays.chain import leaf, link

    prev = "0" * 64
    for event in events:
        parts = [event["command"], *event["rolls"], *event["effects"]]  # type: ignore[misc]
        leaves = [leaf(canonical(part)) for part in parts]
        prev_now = prev
        prev = link(prev, event["seq"], event["at"], event["by"], leaves, len(event["rolls"]))  # type: ignore[arg-type]
        yield canonical({**event, "prev": prev_now, "hash": prev})


def test_a_forged_die_is_named(finished: bytes) -> None:
    """A die changed and everything hashed anew: the seed says another value."""

    def forge(events: list[dict[str, object]]) -> None:
        roll = next(event["rolls"][0] for event in events if event["rolls"])  # type: ignore[index]
        roll["values"][0] = roll["values"][0] % roll["die"] + 1

    with pytest.raises(Finding) as caught:
        verify.verify(_sealed_anew(finished, forge))
    assert caught.value.kind == "dice"


def test_an_effect_of_a_newer_server_is_told(finished: bytes) -> None:
    """An unknown fact in a chain that holds is a clear finding, never a crash."""

    def forge(events: list[dict[str, object]]) -> None:
        events[-1]["effects"].append({"type": "teleported"})  # type: ignore[attr-defined]

    with pytest.raises(Finding) as caught:
        verify.verify(_sealed_anew(finished, forge))
    assert caught.value.kind == "unknown"
    assert caught.value.line == finished.count(b"\n") - 1


def test_todays_rules_decide_the_same_and_name_what_they_would_not(finished: bytes) -> None:
    """`--rules`: a fresh tape is decided again alike; a forged damage is named with both sides."""
    assert tapes.decided_again(verify.verify(finished)) is None

    def forge(events: list[dict[str, object]]) -> None:
        facts = [f for event in events for f in event["effects"] if f["type"] == "damaged"]  # type: ignore[attr-defined]
        facts[-1]["amount"] += 1

    difference = tapes.decided_again(verify.verify(_sealed_anew(finished, forge)))
    assert difference is not None
    assert difference.recorded["amount"] == difference.today["amount"] + 1


def test_a_stranger_finds_the_same(finished: bytes) -> None:
    """The verifier written from `replays/README.md` alone accepts the tape and names a changed line."""
    assert check(finished) is None
    dice = random.Random(14)
    for at in dice.sample(range(len(finished)), 60):
        changed = finished[:at] + bytes([finished[at] ^ 1]) + finished[at + 1 :]
        assert check(changed) is not None


def test_an_imported_tape_is_watched_branched_and_takes_no_commands(tmp_path: Path) -> None:
    """Export, import, rewind inside: the same states and hash; read-only; branched; exported again alike."""

    async def story(battles: Battles) -> None:
        first = await played(battles)
        await accepting.command(battles, first, "gm", Rewind(to=5))
        data = await taping.tape(battles, first)
        creation = await taping.import_tape(battles, data)
        second = creation.battle.id
        assert creation.battle.origin == first
        assert creation.battle.hash == (await summaries.summary(battles, first)).hash
        for at in (1, 4, 9, None):
            left, right = await reading.state(battles, first, at), await reading.state(battles, second, at)
            assert msgspec.structs.replace(left, battle="") == msgspec.structs.replace(right, battle="")
        with pytest.raises(Refused) as caught:
            await accepting.command(battles, second, "gm", Rewind(to=2))
        assert caught.value.refusal.code == "read-only"
        branch = await opening.branch(battles, second, "gm", 7, None)
        assert verify.verify(await taping.tape(battles, branch.table.id)).whole
        assert (await taping.tape(battles, second)).splitlines()[1:-1] == data.splitlines()[1:-1]

    told(tmp_path, story)


def test_a_tape_in_a_spectators_view_holds_and_tells_nothing_hidden(tmp_path: Path) -> None:
    """Withheld parts keep the chain whole; the full tape opens every one; the view cannot be imported."""

    async def story(battles: Battles) -> None:
        system = named("pmd")
        spec = msgspec.json.decode(system.samples["frozen-pass"])
        spec["settings"] = {**spec.get("settings", {}), "hidden": ["enemy-sheets"]}
        begun = await opening.create(battles, msgspec.json.encode({**spec, "ruleset": "pmd"}))
        await bots.play(battles, begun.table.id, random.Random(2))
        full = await taping.tape(battles, begun.table.id)
        view = await taping.tape(battles, begun.table.id, "spectator")
        found = verify.verify(view)
        assert not found.whole
        assert not found.seeds
        assert list(verify.opened(verify.verify(full), found))
        with pytest.raises(Refused) as caught:
            await taping.import_tape(battles, view)
        assert caught.value.refusal.code == "redacted"

    told(tmp_path, story)
