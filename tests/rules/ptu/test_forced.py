"""Contract 4 and 8: what no force passes over, and units that a ruling takes from view."""

import msgspec
import pytest

from schemas.state import State
from tests.rules.ptu.given import battle, move, pair, status_move, unit


def test_T31_no_force_ends_a_shift_in_another_or_off_the_board() -> None:
    """Whatever else was wrong with it; further than one can is for the table to say."""
    game = pair({"at": [0, 0]})
    path = [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]]
    assert game.code("move", unit="a", path=path, by_="levitate") == "no-capability"
    assert game.code("move", unit="a", path=path, by_="levitate", force="so") == "occupied"
    assert game.code("move", unit="a", to=[30, 0], force="so") == "off-board"
    game.do("move", unit="a", to=[9, 0], force="so")
    assert game.state.units["a"].at == (9, 0)


def test_T11_what_was_forced_without_a_turn_is_none_of_the_next() -> None:
    """Its turn past, a is made to do more: standard, shift and diagonals of its next turn are all there."""
    game = pair({"at": [0, 0], "moves": [status_move("hum")]})
    game.do("pass", unit="a")
    game.do("use-move", unit="a", move="hum", force="so")
    game.do("move", unit="a", path=[[1, 1]], force="so")
    assert game.state.units["a"].counters == {}
    game.do("pass", unit="t")
    assert (game.state.round, game.state.turn) == (2, "a")
    game.do("use-move", unit="a", move="hum")
    path = [[2, 2], [3, 3], [4, 4], [5, 4]]
    game.do("move", unit="a", path=path)
    assert game.state.units["a"].at == (5, 4)


BRACE = status_move(
    "brace", {"do": "stage", "stat": "defense", "by": 1, "to": "user"}, keywords=["interrupt"]
)


@pytest.mark.parametrize("answer", [None, "brace"])
@pytest.mark.parametrize("held", [None, "sleep"])
def test_T20_what_was_forced_is_carried_out_after_answers_too(answer: str | None, held: str | None) -> None:
    """Contract 4: a move out of range, a maneuver out of reach, a shift too far, asleep or not."""
    a = {"at": [0, 0], "moves": [move(ac=None)], "statuses": {held: {}} if held else None}
    dice = {"slam": {"damage": {"a": 4}}, "trip": {"check": {"a": [6, 6], "t": [1, 1]}}}
    for type_, said in (
        ("use-move", {"move": "slam", "target": "t"}),
        ("maneuver", {"maneuver": "trip", "target": "t"}),
        ("move", {"to": [0, 9]}),
    ):
        game = pair(a, {"moves": [BRACE]}, settings={"windows": "actions"})
        game.do(type_, unit="a", force="so it is", **said)
        assert game.one("window-opened")["waiting"] == ["t"]
        if answer is None:
            game.do("pass", unit="t")
        else:
            game.do("interrupt", unit="t", move=answer)
        rolls = dice.get(str(said.get("move", said.get("maneuver"))))
        if rolls is not None:
            game.do("carry-out", unit="a", rolls=rolls)
        assert not game.all("cancelled")
        assert len(game.all("damaged") + game.all("status-gained") + game.all("moved")) == 1


def test_T47_a_forced_area_strikes_who_stands_in_its_square() -> None:
    """Beyond its range, and nobody else."""
    blast = move("burst", ac=None, range={"kind": "blast", "n": 2, "size": 2})
    game = pair(
        {"at": [0, 0], "moves": [blast]}, None, unit("u", "blue", [6, 6]), unit("v", "blue", [7, 7], speed=3)
    )
    assert game.code("use-move", unit="a", move="burst", at=[5, 5]) == "out-of-range"
    game.do("use-move", unit="a", move="burst", at=[5, 5], force="so", rolls={"damage": {"a": 4}})
    assert [one["unit"] for one in game.all("damaged")] == ["t", "u"]


def test_T4_no_force_makes_act_who_is_nowhere() -> None:
    """In its ball, or fallen."""
    game = pair(None, None, unit("b", "red", None, out=False), unit("c", "blue", [9, 9], speed=1))
    assert game.code("move", unit="b", to=[1, 1]) == "not-your-turn"
    assert game.code("move", unit="b", to=[1, 1], force="so") == "impossible"
    game.do("faint", unit="t", reason="so")
    assert game.code("move", unit="t", to=[1, 1]) == "fainted"
    assert game.code("move", unit="t", to=[1, 1], force="so") == "impossible"


def test_a_unit_that_is_concealed_has_no_turn() -> None:
    """Off the board for every rule: the round goes on without it."""
    speeds = {"x": 18, "y": 12, "z": 8}
    game = battle(*(unit(id_, "red" if id_ == "x" else "blue", [0, speed], speed=speed)
                    for id_, speed in speeds.items()))  # fmt: skip
    game.do("ruling", reason="fog", effects=[{"type": "concealed", "unit": "y"}])
    assert game.order() == ["x", "z"]
    game.do("pass", unit="x")
    assert game.state.turn == "z"


def test_T20_what_is_declared_is_kept_as_json_has_it() -> None:
    """A state read back from JSON is the same."""
    game = pair({"footprint": [2, 1], "at": [3, 5], "capabilities": {"overland": 5, "long_jump": 2}},
                settings={"windows": "actions"})  # fmt: skip
    jump = {"kind": "long", "from": [3, 5], "to": [3, 4]}
    game.do("move", unit="a", path=[[3, 4], [3, 3], [3, 2]], turned=True, jump=jump)
    assert game.state.pending[0].details is not None
    assert msgspec.json.decode(msgspec.json.encode(game.state), type=State) == game.state
    game.do("pass", unit="t")
    assert (game.state.units["a"].at, game.state.units["a"].footprint) == ((3, 2), (1, 2))
