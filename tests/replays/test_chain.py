"""The chain: canonical JSON against its oracle, every change named."""

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from replays.chain import NotCanonical, canonical, leaf, link, plain, salt, seal, verify
from replays.proof import prove_log
from schemas import effects as e
from schemas.events import ZERO_HASH, Roll

KEYS = st.text("abcdefghijklmnopqrstuvwxyz0123456789_:-", min_size=1, max_size=40)
LEAVES = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=30)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
@settings(max_examples=300, derandomize=True, deadline=None, database=None)
def test_our_canonical_json_is_rfc_8785(value: object) -> None:
    """Byte for byte the oracle's, for whatever the chain admits."""
    assert canonical(plain(value)) == rfc8785.dumps(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value", [2**53, -(2**53), 1.5, {"A": 1}, {"": 1}, {"x" * 41: 1}, {"é": 1}, [[{"a b": 1}]]]
)
def test_what_the_chain_cannot_carry_is_refused(value: object) -> None:
    """Integers past 2^53 − 1, fractions, strange keys."""
    with pytest.raises(NotCanonical):
        plain(value)


def log(salted: bool = False) -> list[bytes]:
    """Four events."""
    bodies: list[bytes] = []
    prev = ZERO_HASH
    for seq in range(1, 5):
        sealed = seal(
            prev, seq, f"2026-11-30T10:00:0{seq}.000Z", "gm", {"type": "roll", "dice": "1d6"},
            [Roll(what="table", die=6, values=(seq,), source="table")],
            [e.Noted(text=f"note {seq}"), e.CounterSet(name="n", now=seq)], b"k" * 32 if salted else None,
        )  # fmt: skip
        bodies.append(sealed.body)
        prev = sealed.hash
    return bodies


def test_a_hash_is_what_the_contract_says() -> None:
    """Computed by hand from the contract's words, through the oracle's JSON."""
    from hashlib import sha256

    event = msgspec.json.decode(log()[0])
    part = lambda value: sha256(rfc8785.dumps(value)).hexdigest()
    rolls, effects = [part(one) for one in event["rolls"]], [part(one) for one in event["effects"]]
    whole = [ZERO_HASH, 1, event["at"], "gm", part(event["command"]), rolls, effects]
    assert event["hash"] == sha256(rfc8785.dumps(whole)).hexdigest()


@pytest.mark.parametrize("salted", [False, True])
def test_a_whole_log_verifies_and_every_changed_digit_is_named(salted: bool) -> None:
    """One byte of one event changed: that event, or the next one's `prev`, is the first that is bad."""
    bodies = log(salted)
    assert verify(bodies) is None
    assert prove_log(bodies, {}) is None
    for index, body in enumerate(bodies):
        for place in range(0, len(body), 7):
            if not chr(body[place]).isalnum():
                continue
            other = b"0" if body[place : place + 1] != b"0" else b"1"
            changed = [*bodies[:index], body[:place] + other + body[place + 1 :], *bodies[index + 1 :]]
            broken = verify(changed)
            assert broken is not None, (index, place)
            assert broken.seq == index + 1, (index, place, broken)
            assert broken.expected != broken.got


def test_an_event_left_out_or_out_of_order_is_named() -> None:
    """The first that does not follow."""
    bodies = log()
    for changed, seq in (
        (bodies[1:], 1),
        ([bodies[0], *bodies[2:]], 2),
        ([bodies[0], bodies[2], bodies[1]], 2),
    ):
        broken = verify(changed)
        assert broken is not None
        assert broken.seq == seq


def test_a_withheld_part_still_verifies_by_its_leaf() -> None:
    """A view that hides an effect puts its leaf there; a false leaf is found."""
    events = [msgspec.json.decode(body) for body in log(salted=True)]
    for event in events:
        shown = canonical(event["effects"][0])
        event["effects"][0] = {"type": "hidden", "leaf": leaf(shown, event["salts"][2]), "shows": {}}
        event["salts"][2] = None
    assert verify([msgspec.json.encode(event) for event in events]) is None
    events[2]["effects"][0]["leaf"] = "0" * 64
    broken = verify([msgspec.json.encode(event) for event in events])
    assert broken is not None
    assert broken.seq == 3


def test_salts_are_the_contracts_and_differ_by_place() -> None:
    """The first 16 bytes of HMAC-SHA256(key, `seq/index`) in hex."""
    import hmac
    from hashlib import sha256

    assert salt(b"key", 3, 1) == hmac.new(b"key", b"3/1", sha256).hexdigest()[:32]
    assert len({salt(b"key", seq, index) for seq in range(5) for index in range(5)}) == 25


def test_rolls_and_effects_cannot_change_places() -> None:
    """The same leaves as rolls or as effects are another hash."""
    assert link(ZERO_HASH, 1, "t", "gm", ["a", "b", "c"], 1) != link(
        ZERO_HASH, 1, "t", "gm", ["a", "b", "c"], 2
    )


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b'{"seq": 1}', b"\xff"])
def test_what_is_no_event_is_named_and_crashes_nothing(body: bytes) -> None:
    """The first line already."""
    for check in (verify([body]), prove_log([body], {})):
        assert check is not None
        assert check.seq == 1
