"""Contract 4 and 8: what no force passes over, and units that a ruling takes from view."""

import msgspec

from schemas.state import State
from tests.rules.ptu.given import battle, pair, unit


def test_T31_no_force_ends_a_shift_in_another_or_off_the_board() -> None:
    """Whatever else was wrong with it; further than one can is for the table to say."""
    game = pair({"at": [0, 0]})
    path = [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]]
    assert game.code("move", unit="a", path=path, by_="levitate") == "no-capability"
    assert game.code("move", unit="a", path=path, by_="levitate", force="so") == "occupied"
    assert game.code("move", unit="a", to=[30, 0], force="so") == "off-board"
    game.do("move", unit="a", to=[9, 0], force="so")
    assert game.state.units["a"].at == (9, 0)


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
