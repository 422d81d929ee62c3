"""A tape holds, or its first bad line is named (contract 10)."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from replays import tape, verify
from replays.chain import canonical
from replays.finding import Finding
from replays.opening import opened
from schemas.commands import Rewind
from server.battles import accepting, offering, opening, previewing, reading, summaries, tapes, taping
from server.battles.service import Battles
from server.engine.refusals import Refused
from tests.tapes.conftest import played, told
from tests.tapes.stranger import check

CHANGES = 300


def line_of(data: bytes, position: int) -> int:
    """The line (from 1) that a byte stands on; a line feed ends its line."""
    return data.count(b"\n", 0, position) + 1


def named(data: bytes) -> Finding:
    """What verifying finds; the verifier written from the page alone names the same line."""
    with pytest.raises(Finding) as caught:
        verify.verify(data)
    assert check(data) == caught.value.line, caught.value
    return caught.value


def changed(data: bytes, at: int, dice: random.Random) -> bytes:
    """The same with one byte another."""
    other = dice.choice([b for b in range(256) if b != data[at]])
    return data[:at] + bytes([other]) + data[at + 1 :]


@pytest.mark.parametrize("seed", range(3))
def test_every_changed_byte_is_named_on_its_line(tapes_of_all_kinds: list[bytes], seed: int) -> None:
    """Any single byte changed to any other is found on its own line, in whole and redacted, salted tapes."""
    dice = random.Random(seed)
    for data in tapes_of_all_kinds:
        for at in dice.sample(range(len(data)), CHANGES // 3):
            other = changed(data, at, dice)
            finding = named(other)
            told = line_of(data, at)
            if finding.kind == "digest" and b'"leaf":' in data:
                told = only_digested(data, other, told)
            assert finding.line == told, finding


def only_digested(data: bytes, other: bytes, line: int) -> int:
    """The footer's line, for a change in a redacted tape that only the digest can know of."""
    if 1 < line < data.count(b"\n"):
        left, right = (msgspec.json.decode(one.split(b"\n")[line - 1]) for one in (data, other))
        for event in (left, right):
            for part in (event["command"], *event["rolls"], *event["effects"]):
                part.pop("shows", None)
        assert left == right
    return data.count(b"\n")


def test_every_byte_of_header_and_footer_is_named_on_its_line(finished: bytes) -> None:
    """There is no byte of line 1 and of the last line that may be another without that line being named."""
    dice = random.Random(11)
    footer = finished.rindex(b"\n", 0, -1) + 1
    for at in (*range(finished.index(b"\n") + 1), *range(footer, len(finished))):
        finding = named(changed(finished, at, dice))
        assert finding.line == line_of(finished, at), finding


def test_every_changed_digit_is_named_on_its_line(finished: bytes) -> None:
    """One digit changed is named with line, expected and got, in header, log and footer."""
    dice = random.Random(12)
    digits = [at for at, byte in enumerate(finished) if 48 <= byte <= 57]
    for at in dice.sample(digits, CHANGES):
        other = str((finished[at] - 48 + dice.randrange(1, 10)) % 10).encode()
        finding = named(finished[:at] + other + finished[at + 1 :])
        assert finding.line == line_of(finished, at), finding
        assert finding.expected != finding.got


def test_every_line_left_out_doubled_or_swapped_is_named(finished: bytes) -> None:
    """The first line that is not where it belongs is the one named."""
    lines = finished.splitlines(keepends=True)
    for index in range(1, len(lines) - 2):
        without = lines[:index] + lines[index + 1 :]
        twice = lines[: index + 1] + lines[index:]
        swapped = [*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]]
        assert named(b"".join(without)).line == index + 1
        assert named(b"".join(twice)).line == index + 2
        assert named(b"".join(swapped)).line == index + 1


def test_every_cut_is_named(finished: bytes) -> None:
    """However much is cut off the end, by bytes or by lines, the last line left is said to be truncated."""
    dice = random.Random(13)
    lines = finished.splitlines(keepends=True)
    cuts = [finished[:at] for at in dice.sample(range(len(finished)), CHANGES)]
    cuts += [b"".join(lines[:count]) for count in range(len(lines))]
    for cut in cuts:
        finding = named(cut)
        assert finding.kind == "truncated", finding
        assert finding.line == max(1, len(cut.splitlines()))


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


def test_a_stranger_accepts_what_holds(tapes_of_all_kinds: list[bytes]) -> None:
    """The verifier written from `replays/README.md` alone accepts whole, redacted and salted tapes."""
    for data in tapes_of_all_kinds:
        verify.verify(data)
        assert check(data) is None


def test_a_stranger_names_a_forged_die(finished: bytes) -> None:
    """Hashed anew as if it were true, a die that the seed does not give is named on its line by both."""

    def forge(events: list[dict[str, object]]) -> None:
        rolls = [event["rolls"][-1] for event in events if event["rolls"]]  # type: ignore[index]
        rolls[-1]["values"][0] = rolls[-1]["values"][0] % rolls[-1]["die"] + 1

    assert named(_sealed_anew(finished, forge)).kind == "dice"


def test_what_no_hash_stands_for_is_named(finished: bytes) -> None:
    """An event with a field of its own, which readers would be served with it."""

    def forge(events: list[dict[str, object]]) -> None:
        events[2]["patch"] = {"outcome": {"winner": "nobody"}}

    finding = named(_sealed_anew(finished, forge))
    assert (finding.kind, finding.line) == ("form", 4)


def _created(events: list[dict[str, object]]) -> Any:
    return events[0]["effects"][0]  # type: ignore[index]


@pytest.mark.parametrize("field", ["width", "height"])
def test_a_battle_larger_than_one_can_be_created_is_not_taken_in(finished: bytes, field: str) -> None:
    """Its options would keep the server busy for as long as its maker likes."""

    def forge(events: list[dict[str, object]]) -> None:
        _created(events)["board"][field] = 101

    with pytest.raises(Finding) as caught:
        tapes.incoming(_sealed_anew(finished, forge))
    assert (caught.value.kind, caught.value.line) == ("effects", 2)


def test_a_tape_of_an_unknown_rule_system_is_not_taken_in(finished: bytes) -> None:
    """It verifies like any other, and its first line names what this house cannot read."""

    def forge(events: list[dict[str, object]]) -> None:
        _created(events)["ruleset"] = "chess"

    data = _sealed_anew(finished.replace(b'"ruleset":"pmd"', b'"ruleset":"chess"', 1), forge)
    with pytest.raises(Finding) as caught:
        tapes.incoming(data)
    assert (caught.value.kind, caught.value.line) == ("unknown", 1)


@pytest.mark.parametrize("seed", range(60))
def test_whatever_a_forger_writes_is_a_finding(finished: bytes, seed: int) -> None:
    """Values of any type anywhere in an event, chain and footer made to fit: named or refused, never a crash."""
    dice = random.Random(seed)

    def forge(events: list[dict[str, object]]) -> None:
        holder, key = dice.choice([slot for event in events for slot in _slots(event)])
        holder[key] = dice.choice([None, 0, -1, True, "", "x", [], {}, {"type": "hidden", "leaf": "x"}])

    try:
        tapes.incoming(_sealed_anew(finished, forge))
    except (Finding, Refused) as said:
        assert str(said)


def _slots(value: object) -> Iterator[tuple[Any, Any]]:
    """Every place in a value where another could stand, but for what the chain is made of."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        if key not in ("hash", "prev", "seq", "rolls", "effects", "at", "by"):
            yield value, key
        yield from _slots(value[key])  # type: ignore[index]


def test_an_imported_tape_is_watched_branched_and_takes_no_commands(tmp_path: Path) -> None:
    """Export, import, rewind inside: the same states and hash; read-only, nothing offered or waited for;
    branched; exported again alike."""

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
        await _nothing_can_be_done(battles, second)
        branch = await opening.branch(battles, second, "gm", 7, None)
        assert verify.verify(await taping.tape(battles, branch.table.id)).whole
        assert (await taping.tape(battles, second)).splitlines()[1:-1] == data.splitlines()[1:-1]

    told(tmp_path, story)


async def _nothing_can_be_done(battles: Battles, battle: str) -> None:
    """No option, nobody waited for, no preview of what would be refused."""
    assert (await offering.options(battles, battle, "gm", None)).options == ()
    assert (await summaries.summary(battles, battle)).waiting_for == ()
    with pytest.raises(Refused) as caught:
        await previewing.preview(battles, battle, "gm", Rewind(to=2))
    assert caught.value.refusal.code == "read-only"


def test_a_tape_in_a_spectators_view_holds_and_tells_nothing_hidden(hidden: tuple[bytes, bytes]) -> None:
    """Withheld parts keep the chain whole; the full tape opens every one; the view cannot be imported."""
    full, view = hidden
    found = verify.verify(view)
    assert not found.whole
    assert not found.seeds
    withheld = list(opened(verify.verify(full), found))
    assert len(withheld) == view.count(b'"leaf":')
    with pytest.raises(Refused) as caught:
        tapes.incoming(view)
    assert caught.value.refusal.code == "redacted"


def test_another_tape_does_not_open_a_view(hidden: tuple[bytes, bytes], finished: bytes) -> None:
    """A full tape whose part is another, a shorter one and a view name the line that differs."""
    full, view = (verify.verify(one) for one in hidden)
    line = next(iter(opened(full, view)))
    bodies = list(full.bodies)
    event = msgspec.json.decode(bodies[line - 2])
    event["salts"] = [salt[::-1] for salt in event["salts"]]
    bodies[line - 2] = canonical(event)
    cases = {
        line: msgspec.structs.replace(full, bodies=bodies),
        2: verify.verify(finished),
        len(full.bodies) + 1: msgspec.structs.replace(full, bodies=full.bodies[:-1]),
        1: view,
    }
    for expected, other in cases.items():
        with pytest.raises(Finding) as caught:
            list(opened(other, view))
        assert caught.value.line == expected, caught.value


def test_what_a_view_shows_is_held_against_the_part(hidden: tuple[bytes, bytes]) -> None:
    """`shows` is nobody's hash: a lie in it is named once the full tape is there."""
    full, view = (verify.verify(one) for one in hidden)
    for number, body in enumerate(view.bodies):
        event = msgspec.json.decode(body)
        shows = next((part["shows"] for part in event["effects"] if part["type"] == "hidden"), {})
        if "unit" in shows:
            shows["unit"] = "nobody"
            lied = [*view.bodies[:number], canonical(event), *view.bodies[number + 1 :]]
            with pytest.raises(Finding) as caught:
                list(opened(full, msgspec.structs.replace(view, bodies=lied)))
            assert (caught.value.kind, caught.value.line) == ("full", number + 2)
            return
    raise AssertionError("nothing shown of a unit")
