"""Field faults about rewind, undo and replay, for every system where they apply (the rows by their inputs)."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from schemas.state import State
from tests.faults.given import BATTLES, Match, match

Plain = dict[str, Any]
SYSTEMS = sorted(BATTLES)


def same(one: State, other: State) -> bool:
    """Equal but for the log they stand in, and where."""
    nowhere = {"battle": "", "seq": 0, "hash": ""}
    return msgspec.structs.replace(one, **nowhere) == msgspec.structs.replace(other, **nowhere)


def waits(game: Match) -> list[tuple[str | None, str]]:
    """Whom the battle waits for, and why."""
    return [(one.unit, one.why) for one in game.system.waiting(game.state)]


def ends_turn(game: Match) -> None:
    """Whoever is waited for first passes."""
    game.do("pass", unit=game.state.turn or waits(game)[0][0])


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_place_move_undo_and_look_at_the_log(ruleset: str, tmp_path: Path) -> None:
    """Every entry is there, the undo too; what the store folds is the state."""
    spec, begin = BATTLES[ruleset]
    with match(tmp_path, spec()) as game:
        begin(game)
        before, head = game.state, game.head
        ends_turn(game)
        game.do("undo")
        assert game.head == head + 2
        assert same(game.state, before)
        assert game.stored() == game.state
        assert [game.stored(seq).seq for seq in range(1, game.head + 1)] == list(range(1, game.head + 1))


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_undo_and_then_a_new_command(ruleset: str, tmp_path: Path) -> None:
    """The old line is still there: its events are shown, rewound to, branched from."""
    spec, begin = BATTLES[ruleset]
    with match(tmp_path, spec()) as game:
        begin(game)
        ends_turn(game)
        old, seq = game.state, game.head
        game.do("undo")
        first = waits(game)[0][0]
        game.do("faint", unit=first, reason="another line")
        assert game.at(seq) == old
        assert same(game.branch(seq).state, old)
        assert same(game.do("rewind", to=seq), old)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_undo_with_nothing_to_undo(ruleset: str, tmp_path: Path) -> None:
    """409, head unchanged: before the first command, and when all are taken back; the same for redo."""
    spec, begin = BATTLES[ruleset]
    with match(tmp_path, spec()) as game:
        created = game.state
        assert game.code("undo") == "nothing-to-undo"
        assert game.code("redo") == "nothing-to-redo"
        begin(game)
        while not same(game.state, created):
            game.do("undo")
        assert game.code("undo") == "nothing-to-undo"
        while game.at(game.head).round == 0:
            game.do("redo")


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_rewind_to_the_start_of_a_turn_and_it_ends(ruleset: str, tmp_path: Path) -> None:
    """The next one is next: not the same, not the one behind it."""
    spec, begin = BATTLES[ruleset]
    with match(tmp_path, spec()) as game:
        begin(game)
        start = game.head
        order = []
        while game.state.round == 1 and len(order) < 3 and waits(game)[0][0] is not None:
            order.append(waits(game)[0][0])
            ends_turn(game)
        game.do("rewind", to=start)
        for unit in order:
            assert waits(game)[0][0] == unit
            ends_turn(game)


WINDOWED: dict[str, tuple[Plain, str]] = {
    "pmd": ({"move": "beam", "direction": "e"}, "z"),
    "legamon": ({"move": "hop", "target": "z"}, "z"),
}
"""What a declares, and who may answer."""


def declared(game: Match, ruleset: str) -> str:
    """a has declared; who is waited for."""
    said, answerer = WINDOWED[ruleset]
    game.do("use-move", unit="a", **said)
    assert waits(game) == [(answerer, "window")]
    return answerer


@pytest.mark.parametrize("ruleset", sorted(WINDOWED))
def test_rewind_to_before_a_declared_move_whose_window_was_open(ruleset: str, tmp_path: Path) -> None:
    """The window is gone, what it costs is not paid, nobody is waited for but whose turn it is."""
    spec, begin = BATTLES[ruleset]
    with match(tmp_path, spec()) as game:
        begin(game)
        start, before = game.head, game.state
        declared(game, ruleset)
        assert same(game.do("rewind", to=start), before)
        assert waits(game) == [("a", "turn")]


@pytest.mark.parametrize("ruleset", sorted(WINDOWED))
def test_rewind_to_an_open_window(ruleset: str, tmp_path: Path) -> None:
    """It is open again, and the same may answer; others may not."""
    spec, begin = BATTLES[ruleset]
    with match(tmp_path, spec()) as game:
        begin(game)
        answerer = declared(game, ruleset)
        opened = game.head
        game.do("close-window")
        game.do("rewind", to=opened)
        assert waits(game) == [(answerer, "window")]
        assert game.code("pass", unit="b") == "not-eligible"
        assert game.do("pass", unit=answerer).window is None


def test_rewind_to_a_first_order_of_a_duel(tmp_path: Path) -> None:
    """It stands again, and the other trainer is waited for; to before it, nothing stands."""
    spec, begin = BATTLES["duel"]
    with match(tmp_path, spec()) as game:
        begin(game)
        start = game.head
        ordered = game.do("use-move", unit="a", move="tap", target="b")
        game.do("use-move", unit="b", move="tap", target="a")
        assert same(game.do("rewind", to=ordered.seq), ordered)
        assert waits(game) == [("b", "orders")]
        game.do("rewind", to=start)
        assert (game.state.pending, waits(game)) == ((), [("a", "orders")])


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_rewind_past_a_faint(ruleset: str, tmp_path: Path) -> None:
    """Alive with hit points, statuses, place, queue entry, pools and items as they were."""
    spec, begin = BATTLES[ruleset]
    carried = {"pmd": {"held": "oran-berry", "statuses": {"poison": {}}}, "legamon": {"held": "rope"}}
    with match(tmp_path, spec(b=carried.get(ruleset, {"statuses": {"toxic": {"value": 3}}}))) as game:
        begin(game)
        before, seq = game.state, game.head
        after = game.do("faint", unit="b", reason="fell")
        assert after.units["b"].fainted
        assert same(game.do("rewind", to=seq), before)
        assert game.state.units["b"] == before.units["b"]
        assert game.state.queue == before.queue


def test_a_burn_ticked_undo_redo(tmp_path: Path) -> None:
    """103, then 92, then 103, then 92, never 81."""
    spec, begin = BATTLES["duel"]
    burnt = {"statuses": {"burn": {}}, "max_hp": 103}
    with match(tmp_path, spec(a=burnt)) as game:
        begin(game)
        shown = [game.state.units["a"].hp]
        game.do("pass", unit="a")
        shown.append(game.do("pass", unit="b").units["a"].hp)
        shown.append(game.do("undo").units["a"].hp)
        shown.append(game.do("redo").units["a"].hp)
        assert shown == [103, 92, 103, 92]


def test_a_poison_bitten_undo_redo(tmp_path: Path) -> None:
    """pmd: 10, then 9, then 10, then 9; toxic counts no further by it."""
    spec, begin = BATTLES["pmd"]
    with match(tmp_path, spec(a={"statuses": {"toxic": {}}})) as game:
        begin(game)
        bitten = game.do("move", unit="a", to=[2, 2])
        assert (bitten.units["a"].hp, bitten.units["a"].statuses["toxic"].value) == (9, 2)
        undone = game.do("undo")
        assert (undone.units["a"].hp, undone.units["a"].statuses["toxic"].value) == (10, 1)
        assert same(game.do("redo"), bitten)


FLAGS: dict[str, Plain] = {
    "pmd": {"a": {"statuses": {"sleep": {"value": 2}}}},
    "legamon": {"b": {"statuses": {"prevented-move": {"value": 5}}}},
    "duel": {"b": {"statuses": {"toxic": {"value": 4}}}},
}


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_branch_with_flags_set(ruleset: str, tmp_path: Path) -> None:
    """Delayed, declared, asleep two turns, prevented, ordered: a branch keeps all, and goes on by itself."""
    spec, begin = BATTLES[ruleset]
    with match(tmp_path, spec(**FLAGS[ruleset])) as game:
        begin(game)
        if ruleset == "pmd":
            game.do("delay", unit="a", after="b")
        elif ruleset == "legamon":
            declared(game, ruleset)
        else:
            game.do("use-move", unit="a", move="tap", target="b")
        child = game.branch(game.head)
        assert same(child.state, game.state)
        assert waits(child) == waits(game)
        if ruleset == "pmd":
            assert child.code("delay", unit="a", after="z") == "already-delayed"
        before = game.state
        child.do("faint", unit="b", reason="only there")
        assert game.state == before


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_command_on_a_finished_battle(ruleset: str, tmp_path: Path) -> None:
    """`battle-ended`; the game master's undo of the end makes it playable again."""
    spec, begin = BATTLES[ruleset]
    with match(tmp_path, spec()) as game:
        begin(game)
        before = game.state
        game.do("end", reason="enough")
        first = before.turn or "a"
        assert game.code("pass", unit=first) == "battle-ended"
        assert game.code("start-round") == "battle-ended"
        assert same(game.do("undo"), before)
        game.do("pass", unit=first)
