"""Folding many facts at once writes to copies of its own: what goes in and what came out stays as it was."""

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st

from replays.reducer import Fold, apply
from schemas import effects as e
from schemas.events import Facts
from schemas.state import Grid, Pool, QueueEntry, State, Unit
from tests.replays.test_meaning import example as of_kind

encode = msgspec.json.encode
NEW = Unit(id="c", name="C", side="foes", hp=4, max_hp=4, reserve=True)
FACTS = [
    *(of_kind(kind) for kind in e.EFFECTS),
    e.Enlisted(unit=NEW),
    e.Revealed(unit="c", sheet=NEW),
    *(e.Damaged(unit=one, amount=1, now=now) for one in "abc" for now in (3, 2)),
    *(e.Moved(unit=one, origin=(0, 0), to=(2, 2)) for one in "abc"),
    *(e.PoolChanged(unit=one, pool="pp", now=1) for one in "abc"),
    *(e.StatusGained(unit=one, status="burn") for one in "abc"),
    *(e.StatusLost(unit=one, status="burn", why="over") for one in "abc"),
    *(e.CounterSet(unit=one, name="a", now=2) for one in ("a", "c", None)),
    *(e.Fainted(unit=one) for one in "ac"),
    *(e.TurnEnded(unit=one) for one in "ab"),
]
START = State(
    board=Grid(width=3, height=3),
    units={
        one: Unit(
            id=one, name=one, side="allies", hp=4, max_hp=4, at=(0, 0), pools={"pp": Pool(now=4, max=4)}
        )
        for one in "ab"
    },
    queue=tuple(QueueEntry(unit=one, initiative=1) for one in "ab"),
)


HURT = e.Damaged(unit="c", amount=1, now=3)


@example([[e.Enlisted(unit=NEW), HURT, e.Enlisted(unit=NEW), HURT]])
@given(st.lists(st.lists(st.sampled_from(FACTS), max_size=6), max_size=6))
def test_folded_at_once_is_folded_one_by_one(events: list[list[e.Effect]]) -> None:
    """Over several events, the state taken now and then; facts, start and states taken encode as before."""
    facts, start = encode(FACTS), encode(START)
    fold, expected = Fold(START), START
    given_away: list[tuple[State, bytes]] = []
    for seq, effects in enumerate(events, 1):
        fold.add(effects)
        for effect in effects:
            before = encode(expected)
            after = apply(expected, effect)
            assert encode(expected) == before, "apply changed the state it was given"
            expected = after
        expected = msgspec.structs.replace(expected, seq=seq, hash=f"{seq}")
        if seq % 2:
            taken = fold.taken(Facts(seq=seq, hash=f"{seq}", effects=()))
            assert taken == expected
            given_away.append((taken, encode(taken)))
    assert (encode(FACTS), encode(START)) == (facts, start)
    assert all(encode(state) == was for state, was in given_away), "a state given away has changed"


def test_what_a_fact_leaves_alone_is_the_same_object() -> None:
    """Decision 4: patches and memos compare by identity."""
    after = apply(START, e.Damaged(unit="a", amount=1, now=3))
    assert after.units["b"] is START.units["b"]
    assert after.units["a"].pools is START.units["a"].pools
    assert apply(START, e.TurnStarted(unit="a")).units is START.units
