"""Named dice: by the contract's words, committed, counted, proved; and rejected draws are drawn again."""

import hmac
import json
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replays import dice
from replays.dice import Draws, commitment, prove, round_of, value_of
from schemas.events import Roll


def by_the_contract(seed: bytes, entropy: list[list[str]], name: str, die: int) -> int:
    """Contract 6 read anew."""
    for retry in range(100):
        text = json.dumps([entropy, name, retry], separators=(",", ":"), ensure_ascii=False).encode()
        u = int.from_bytes(hmac.new(seed, text, sha256).digest()[:8], "big")
        if u < (2**64 // die) * die:
            return 1 + u % die
    raise AssertionError("a hundred retries")


ENTROPY = st.lists(
    st.tuples(
        st.sampled_from(["ana", "ben"]),
        st.text(st.characters(codec="ascii", exclude_characters="\x7f", min_codepoint=32), max_size=10),
    ),
    max_size=2,
)


@given(st.binary(min_size=32, max_size=32), ENTROPY, st.integers(2, 1000), st.integers(0, 99))
@settings(max_examples=200, derandomize=True, deadline=None, database=None)
def test_a_value_is_what_the_contract_says(
    seed: bytes, entropy: list[tuple[str, str]], die: int, n: int
) -> None:
    """Against an independent reading of its text."""
    name = f"0/3/a/crit/{n}"
    got = value_of(seed, tuple(entropy), name, die)
    assert got == by_the_contract(seed, [list(one) for one in entropy], name, die)
    assert 1 <= got <= die


def test_what_lies_above_the_largest_multiple_is_drawn_again() -> None:
    """A die of 2^63 + 1 sides rejects almost half; the answer is the retry's."""
    die = 2**63 + 1
    seed = b"\x01" * 32
    retried = 0
    for n in range(40):
        name = f"0/1/-/x/{n}"
        text = json.dumps([[], name, 0], separators=(",", ":")).encode()
        first = int.from_bytes(hmac.new(seed, text, sha256).digest()[:8], "big")
        retried += first >= die
        assert value_of(seed, (), name, die) == by_the_contract(seed, [], name, die)
    assert retried > 5


def test_the_commitment_is_the_seeds_sha256() -> None:
    """With its prefix."""
    assert commitment(b"s" * 32) == "sha256:" + sha256(b"s" * 32).hexdigest()


def test_a_dies_name_counts_its_draws_in_the_round() -> None:
    """epoch/round/unit/for/n; another round or epoch counts anew; another name has its own count."""
    draws = Draws(2, 4)
    assert draws.names("a", "crit", 1) == ["2/4/a/crit/0"]
    draws = draws.after([Roll(what="crit", unit="a", die=10, values=(1, 2), source="server")])
    assert draws.names("a", "crit", 1) == ["2/4/a/crit/2"]
    assert draws.names("a", "crit", 2, ahead=3) == ["2/4/a/crit/5", "2/4/a/crit/6"]
    assert draws.names("b", "crit", 1) == ["2/4/b/crit/0"]
    assert draws.names(None, "coin", 1) == ["2/4/-/coin/0"]
    assert draws.at_round(5).names("a", "crit", 1) == ["2/5/a/crit/0"]
    assert draws.in_epoch(3).names("a", "crit", 1) == ["3/4/a/crit/0"]


def test_a_start_round_rolls_in_the_round_it_begins() -> None:
    """Everything else in the round in play."""
    assert (round_of("start-round", 3), round_of("use-move", 3)) == (4, 3)


def test_a_loaded_die_is_named() -> None:
    """Which one, what it should show, what it shows."""
    seed, draws = b"s" * 32, Draws(0, 1)
    right = [value_of(seed, (), f"0/1/a/crit/{n}", 10) for n in range(3)]
    roll = Roll(what="crit", unit="a", die=10, values=tuple(right), source="server")
    assert prove(draws, [roll], seed, ()) is None
    wrong = right[1] % 10 + 1
    loaded = Roll(what="crit", unit="a", die=10, values=(right[0], wrong, right[2]), source="server")
    found = prove(draws, [loaded], seed, ())
    assert found is not None
    assert (found.name, found.expected, found.got) == ("0/1/a/crit/1", right[1], wrong)


@pytest.mark.parametrize("die", [2, 6, 10, 20, 100])
def test_every_face_falls(die: int) -> None:
    """No face is left out, none out of range."""
    seen = {dice.value_of(b"x" * 32, (), f"0/0/-/f/{n}", die) for n in range(die * 20)}
    assert seen == set(range(1, die + 1))
