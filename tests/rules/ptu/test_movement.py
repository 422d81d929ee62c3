"""T31-T39: what a shift costs, how far it may go, the way the server takes."""

from typing import Any

import msgspec
import pytest

from server.engine.judge import refusals
from server.rules.ptu import ground, movement
from server.rules.ptu.system import SYSTEM
from tests.playing import Game
from tests.rules.ptu.given import battle, on, pair, unit


def alone(at: Any = (0, 0), **more: Any) -> Any:
    """a with the whole board for itself, but for t in the far corner."""
    board = {name: more.pop(name) for name in ("terrain", "width", "height", "settings") if name in more}
    return pair(
        {"at": list(at), **more}, {"at": [board.get("width", 20) - 1, board.get("height", 20) - 1]}, **board
    )


def why_not(game: Game, to: list[int], by: str) -> str | None:
    """The code that a flight of a is refused with; None where it is allowed."""
    body = msgspec.json.encode({"type": "move", "unit": "a", "to": to, "by": by})
    refusal = next(refusals(SYSTEM, game.state, SYSTEM.command_decoder.decode(body), "gm"), None)
    return None if refusal is None else refusal.code


def test_T31_a_path_is_kings_steps_and_spends_the_shift() -> None:
    """Else malformed; either `to` or `path`; the own cell is no move."""
    game = alone()
    assert game.code("move", unit="a", path=[[2, 0]]) == "malformed"
    assert game.code("move", unit="a", path=[[0, 0]]) == "malformed"
    assert game.code("move", unit="a", path=[]) == "malformed"
    assert game.code("move", unit="a") == "malformed"
    assert game.code("move", unit="a", to=[1, 0], path=[[1, 0]]) == "malformed"
    assert game.code("move", unit="a", to=[0, 0]) == "not-straight"
    assert game.code("move", unit="a", path=[[0, -1]]) == "off-board"
    game.do("move", unit="a", path=[[1, 0], [1, 1]])
    assert game.code("move", unit="a", to=[1, 2]) == "action-spent"


def test_T31_to_takes_the_cheapest_allowed_way() -> None:
    """Through the water costs 4 but allows 3; around it costs 5 and allows 5."""
    water = on("underwater", (1, 0), (2, 0), (3, 0))
    game = alone(capabilities={"overland": 5, "swim": 1}, terrain=[water], height=2, width=12)
    game.do("move", unit="a", to=[4, 0])
    path = game.one("moved")["path"]
    assert [3, 0] not in path
    assert path[-1] == [4, 0]


def test_T32_more_than_the_allowance() -> None:
    """The answer names cost and allowance."""
    refusal = alone().refused("move", unit="a", to=[6, 0])
    assert (refusal.code, refusal.facts["cost"], refusal.facts["allowed"]) == ("too-far", 6, 5)


def test_T33_diagonals_count_over_the_whole_turn() -> None:
    """One, two, one, two."""
    game = alone()
    assert game.refused("move", unit="a", to=[4, 4]).facts["cost"] == 6
    game.do("move", unit="a", to=[3, 3])
    assert game.state.units["a"].counters["diagonals"] == 3
    assert movement.parity_of(game.state.units["a"]) == 1
    game.do("pass", unit="a")
    assert "diagonals" not in game.state.units["a"].counters


def test_T33_corners_do_not_hinder() -> None:
    """Between two walls one slips through."""
    game = alone(terrain=[on("blocking", (1, 0), (0, 1))])
    game.do("move", unit="a", to=[1, 1])


def test_T34_the_average_counts_what_the_cells_entered_ask_for() -> None:
    """Not the cell left: out of the water over land is overland alone."""
    water = on("underwater", (0, 0), (1, 0))
    game = alone(capabilities={"overland": 7, "swim": 2}, terrain=[water], height=1)
    assert game.refused("move", unit="a", to=[8, 0]).facts["allowed"] == 4
    game = alone((1, 0), capabilities={"overland": 7, "swim": 2}, terrain=[water], height=1)
    game.do("move", unit="a", to=[8, 0])


def test_T34_earth_asks_for_burrow() -> None:
    """Without it no way leads there, and nobody flies through what blocks."""
    game = alone(terrain=[on("earth", (1, 0), (1, 1), (0, 1))])
    assert game.code("move", unit="a", to=[2, 0]) == "no-capability"
    game = alone(terrain=[on("blocking", (1, 0), (1, 1), (0, 1))], capabilities={"sky": 9})
    assert game.code("move", unit="a", to=[2, 0]) == "blocked"


def test_T34_flying_over_what_one_cannot_walk_or_all_the_way() -> None:
    """By itself only over water: overland 3 and sky 9 give 6; said, sky alone."""
    water = on("underwater", (2, 0))
    game = alone(capabilities={"overland": 3, "sky": 9}, terrain=[water], height=1)
    assert game.refused("move", unit="a", to=[7, 0]).facts["allowed"] == 6
    assert why_not(game, [9, 0], "sky") is None
    assert why_not(game, [10, 0], "sky") == "too-far"
    assert why_not(alone(), [1, 0], "levitate") == "no-capability"


def test_T35_slow_doubles_unless_one_flies_or_knows_it() -> None:
    """After the diagonal count; naturewalk ignores what it names."""
    fern = on("slow", (1, 0), (2, 0), (3, 0), name="Fern")
    for more, cost in [
        ({}, 6),
        ({"capabilities": {"naturewalk": ["Fern"]}}, 3),
        ({"capabilities": {"naturewalk": ["Sand"]}}, 6),
    ]:
        game = alone(height=1, terrain=[fern], **more)
        assert movement.way_to(game.state, game.state.units["a"], (3, 0)).cost == cost
    game = alone(height=1, terrain=[fern], capabilities={"sky": 3})
    assert why_not(game, [3, 0], "sky") is None


def test_T35_others_are_passed_slowly_and_not_ended_in() -> None:
    """Friend and foe alike."""
    game = pair({"at": [0, 0]}, {"at": [1, 0]}, height=1)
    assert game.code("move", unit="a", to=[1, 0]) == "occupied"
    assert game.refused("move", unit="a", to=[5, 0]).facts["cost"] == 6
    game.do("move", unit="a", to=[4, 0])


def test_T35_a_large_unit_pays_the_dearest_cell_it_newly_enters() -> None:
    """Slow ground under half of it doubles the step; what it covers already does not."""
    game = alone(size="large", terrain=[on("slow", (2, 1))])
    unit_ = game.state.units["a"]
    assert movement.way_to(game.state, unit_, (1, 0)).cost == 2
    game.do("move", unit="a", path=[[1, 0], [2, 0], [3, 0]])
    game = alone(size="large", terrain=[on("blocking", (3, 1))])
    assert game.code("move", unit="a", path=[[1, 0], [2, 0]]) == "blocked"
    assert game.code("move", unit="a", to=[19, 0]) == "off-board"


def test_T36_a_jump_crosses_without_touching() -> None:
    """Over water without swimming; no longer than the capability; walls stop it; where it lands counts."""
    water = on("underwater", (1, 0), (2, 0))
    jump = {"kind": "long", "from": [0, 0], "to": [3, 0]}
    path = [[1, 0], [2, 0], [3, 0]]
    able = {"overland": 5, "long_jump": 3}
    game = alone(height=1, terrain=[water])
    assert game.code("move", unit="a", path=path, jump=jump) == "no-capability"
    game = alone(height=1, terrain=[water], capabilities={**able, "long_jump": 2})
    refusal = game.refused("move", unit="a", path=path, jump=jump)
    assert (refusal.code, refusal.facts["cost"], refusal.facts["allowed"]) == ("too-far", 3, 2)
    game = alone(height=1, terrain=[water], capabilities=able)
    assert game.code("move", unit="a", path=path[:2], jump={**jump, "to": [2, 0]}) == "no-capability"
    assert game.code("move", unit="a", path=path, jump={**jump, "to": [9, 0]}) == "malformed"
    further = [*path, [4, 0], [5, 0], [6, 0]]
    assert game.code("move", unit="a", path=further, jump=jump) == "too-far"
    game.do("move", unit="a", path=further[:5], jump=jump)
    game = alone(height=1, terrain=[on("blocking", (1, 0))], capabilities=able)
    assert game.code("move", unit="a", path=path, jump=jump) == "blocked"


def test_T31_T36_the_server_finds_the_way_before_and_after_a_jump() -> None:
    """`to` beyond a moat: up to it, across, and on; without a way to where the jump begins there is none."""
    moat = on("underwater", *((2, y) for y in range(3)))
    jump = {"kind": "long", "from": [1, 1], "to": [3, 1]}
    game = alone(height=3, terrain=[moat], capabilities={"overland": 5, "long_jump": 2})
    assert game.code("move", unit="a", to=[4, 1]) == "no-capability"
    game.do("move", unit="a", to=[4, 1], jump=jump)
    assert game.one("moved")["path"] == [[1, 1], [2, 1], [3, 1], [4, 1]]
    game = alone(height=3, terrain=[moat], capabilities={"overland": 5, "long_jump": 2})
    game.do("move", unit="a", to=[3, 1], jump=jump)
    game = alone(height=3, terrain=[moat], capabilities={"overland": 5, "long_jump": 2})
    assert (
        game.code("move", unit="a", to=[5, 1], jump={**jump, "from": [3, 1], "to": [5, 1]}) == "no-capability"
    )
    assert game.code("move", unit="a", to=[4, 1], jump={**jump, "from": [99, 1]}) == "no-capability"
    assert game.code("move", unit="a", to=[4, 1], jump={**jump, "to": [1, 1]}) == "no-capability"


def test_T36_a_jump_may_be_the_whole_shift() -> None:
    """Then the allowance of the legs does not matter."""
    game = alone(height=1, capabilities={"overland": 1, "long_jump": 3})
    game.do(
        "move", unit="a", path=[[1, 0], [2, 0], [3, 0]], jump={"kind": "long", "from": [0, 0], "to": [3, 0]}
    )


@pytest.mark.parametrize(
    ("stage", "extra", "overland", "allowed"),
    [(0, {}, 7, 7), (3, {}, 7, 8), (-3, {}, 7, 6), (-6, {}, 4, 2), (6, {}, 7, 10), (0, {"slowed": {}}, 7, 3),
     (0, {"slowed": {}}, 1, 1), (-6, {}, 1, 1), (4, {"slowed": {}}, 7, 4)],
)  # fmt: skip
def test_T37_stages_then_slowed(stage: int, extra: dict[str, Any], overland: int, allowed: int) -> None:
    """Half the stage towards 0, not below 2 for it; slowed halves last, at least 1."""
    game = alone(capabilities={"overland": overland}, statuses=extra, speed=100)
    game.do(
        "ruling", reason="so", effects=[{"type": "stage-changed", "unit": "a", "stat": "speed", "now": stage}]
    )
    assert movement.allowance(game.state.units["a"], 0) == allowed


def test_T37_stuck_keeps_other_uses_of_the_shift() -> None:
    """It may still drop what it holds."""
    game = alone(statuses={"stuck": {}}, held="calm-leaf")
    assert game.code("move", unit="a", to=[1, 0]) == "cannot-act"
    game.do("drop", unit="a")


def test_T31_every_step_is_judged_once_for_a_huge_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ways lead there: on 60×60 cells of mixed ground no edge is looked at twice."""
    judged: list[tuple[Any, Any]] = []
    step = ground.Ground.step

    def counted(self: ground.Ground, at: Any, by: Any) -> Any:
        judged.append((at, by))
        return step(self, at, by)

    monkeypatch.setattr(ground.Ground, "step", counted)
    slow = on("slow", *[(x, y) for x in range(60) for y in range(60) if (x * 7 + y * 3) % 5 == 0])
    water = on("underwater", *[(x, y) for x in range(60) for y in range(60) if x % 9 == 0])
    game = battle(
        unit("a", "red", [30, 30], size="huge", speed=20, capabilities={"overland": 10, "swim": 9, "sky": 12}),
        unit("t", "blue", [0, 0], speed=5),
        width=60, height=60, terrain=[slow, water, on("blocking", (20, 20), (40, 40))],
    )  # fmt: skip
    judged.clear()
    found = movement.reachable(game.state, game.state.units["a"])
    assert len(found) > 100
    assert len(judged) == len(set(judged))
