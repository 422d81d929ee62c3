"""T55: throwing oneself into an attack on an ally, with `settings.intercept`."""

from typing import Any

import pytest

from server.battles.offering import options_of
from server.rules.ptu.system import SYSTEM
from tests.playing import Game
from tests.rules.ptu.given import Plain, battle, move, on, status_move, unit

ON = {"intercept": True, "opportunity": False}
SHOT = move("shot", range={"kind": "ranged", "n": 12})


def guarded(blow: Plain | None = None, *rest: Plain, settings: Any = ON, **guard: Any) -> Game:
    """a (speed 20) at [4, 5] beside v at [5, 5]; g (speed 8), v's ally, at [8, 5]."""
    return battle(
        unit("a", "red", [4, 5], speed=20, moves=[blow or move()]),
        unit("v", "blue", [5, 5], speed=5),
        unit("g", "blue", guard.pop("at", [8, 5]), speed=guard.pop("speed", 8), **guard),
        *rest,
        settings=settings,
    )


def shot_at(**guard: Any) -> Game:
    """a at [0, 0] has shot at v at [6, 0]; g stands at [3, 3]."""
    game = battle(
        unit("a", "red", [0, 0], speed=20, moves=[SHOT]),
        unit("v", "blue", [6, 0], speed=5),
        unit("g", "blue", [3, 3], speed=8, **guard),
        settings=ON,
    )
    game.do("use-move", unit="a", move="shot", target="v")
    return game


def into_the_blow(game: Game, rolls: Any) -> None:
    """g tries to take v's place."""
    game.do("maneuver", unit="g", maneuver="intercept-melee", target="v", rolls={"check": {"g": rolls}})


def onto_the_line(game: Game, rolls: Any) -> None:
    """g tries to get to [3, 0], between a and v."""
    path = [[3, 2], [3, 1], [3, 0]]
    rolled = {"check": {"g": rolls}}
    game.do("maneuver", unit="g", maneuver="intercept-ranged", target="v", path=path, rolls=rolled)


def test_T55_melee_it_takes_the_place_and_the_blow() -> None:
    """Three meters ask 9; the ally is pushed aside, since the attacker stands behind it; a rolls against g."""
    game = guarded()
    game.do("use-move", unit="a", move="slam", target="v")
    assert game.one("window-opened")["waiting"] == ["g"]
    into_the_blow(game, [4, 5])
    check = game.one("checked")
    assert (check["what"], check["target"], check["roll"], check["needs"]) == ("intercept-melee", "v", 9, 9)
    assert (game.state.units["g"].at, game.state.units["v"].at) == ((5, 5), (4, 4))
    assert [one.get("how") for one in game.all("moved")] == ["push", "move"]
    game.do("carry-out", unit="a", rolls={"accuracy": {"a": 12}, "damage": {"a": [5]}})
    assert game.one("damaged")["unit"] == "g"


def test_T55_melee_straight_away_where_there_is_room() -> None:
    """From beside the attacker the ally is pushed on in that line."""
    game = guarded(at=[5, 8])
    game.do("use-move", unit="a", move="slam", target="v")
    into_the_blow(game, [5, 5])
    assert (game.state.units["g"].at, game.state.units["v"].at) == ((5, 5), (5, 4))


def test_T55_melee_short_of_the_check_it_goes_a_third() -> None:
    """An 8 against 9 carries it two meters, and the blow falls where it was aimed."""
    game = guarded()
    game.do("use-move", unit="a", move="slam", target="v")
    into_the_blow(game, [4, 4])
    assert game.state.units["g"].at == (6, 5)
    game.do("carry-out", unit="a", rolls={"accuracy": {"a": 12}, "damage": {"a": [5]}})
    assert game.one("damaged")["unit"] == "v"


def test_T55_the_better_of_acrobatics_and_athletics_is_rolled() -> None:
    """Two dice where neither is said."""
    said = {"unit": "g", "maneuver": "intercept-melee", "target": "v"}
    for skills, count in (({}, 2), ({"athletics": 3, "acrobatics": "4d6+1"}, 4), ({"athletics": 5}, 5)):
        game = guarded(skills=skills)
        game.do("use-move", unit="a", move="slam", target="v")
        assert game.needs("maneuver", **said) == [("check", "g", 6, count)]


def test_T55_ranged_it_stands_in_the_line_and_is_struck() -> None:
    """Three meters ask 6 of the check, half of which they are."""
    game = shot_at()
    onto_the_line(game, [3, 3])
    assert (game.one("checked")["roll"], game.one("checked")["needs"]) == (6, 6)
    assert game.state.units["g"].at == (3, 0)
    game.do("carry-out", unit="a", rolls={"accuracy": {"a": 12}, "damage": {"a": [5]}})
    assert game.one("damaged")["unit"] == "g"


def test_T55_ranged_half_the_check_is_how_far_it_comes() -> None:
    """A 5 carries it two meters; v is struck."""
    game = shot_at()
    onto_the_line(game, [1, 4])
    assert game.state.units["g"].at == (3, 1)
    game.do("carry-out", unit="a", rolls={"accuracy": {"a": 12}, "damage": {"a": [5]}})
    assert game.one("damaged")["unit"] == "v"


def test_T55_ranged_only_onto_the_line() -> None:
    """Another cell → no-target, no path → malformed, a path it may not go → its own refusal."""
    game = shot_at(capabilities={"overland": 3})
    said = {"unit": "g", "maneuver": "intercept-ranged", "target": "v"}
    assert game.code("maneuver", **said, path=[[3, 2]]) == "no-target"
    assert game.code("maneuver", **said) == "malformed"
    assert game.code("maneuver", **said, path=[[4, 3], [4, 2], [4, 1], [4, 0]]) == "too-far"


def test_T55_a_full_action_of_the_turn_to_come_or_of_the_next() -> None:
    """Before its turn standard and shift are spent; afterwards the next turn is owed."""
    game = guarded()
    game.do("use-move", unit="a", move="slam", target="v")
    into_the_blow(game, [4, 5])
    spent = game.state.units["g"].counters
    assert (spent["standard"], spent["shift"], "owes_turn" in spent) == (1, 1, False)
    game.do("carry-out", unit="a", rolls={"accuracy": {"a": 1}})
    game.do("pass", unit="a")
    assert game.code("move", unit="g", to=[5, 6]) == "action-spent"
    game = guarded(speed=30)
    game.do("pass", unit="g")
    game.do("use-move", unit="a", move="slam", target="v")
    into_the_blow(game, [4, 5])
    assert game.state.units["g"].counters == {"owes_turn": 1}


def test_T55_not_where_it_is_off_nor_once_owed() -> None:
    """Without the setting nobody is asked; who owes a turn already is not asked again."""
    game = guarded(settings={"opportunity": False})
    assert game.needs("use-move", unit="a", move="slam", target="v") == [("accuracy", "a", 20, 1)]
    game = guarded(speed=30)
    game.do("pass", unit="g")
    given = [{"type": "counter-set", "unit": "g", "name": "owes_turn", "now": 1}]
    game.do("ruling", reason="so", effects=given)
    assert game.needs("use-move", unit="a", move="slam", target="v") == [("accuracy", "a", 20, 1)]


UNABLE = ("sleep", "freeze", "confusion", "rage", "paralysis", "flinch", "stuck", "grappled", "tripped")


@pytest.mark.parametrize("status", [*UNABLE, "totally-blind"])
def test_T55_who_cannot_move_freely_does_not_intercept(status: str) -> None:
    """It is not asked, and refused where another opens the window."""
    brace = status_move("brace", {"do": "heal", "amount": 1}, keywords=["interrupt"])
    game = guarded(None, unit("h", "blue", [9, 9], speed=1, moves=[brace]), statuses={status: {}})
    game.do("use-move", unit="a", move="slam", target="v")
    assert game.one("window-opened")["waiting"] == ["h"]
    said = {"unit": "g", "maneuver": "intercept-melee", "target": "v"}
    assert game.code("maneuver", **said) == "not-eligible"


@pytest.mark.parametrize(
    ("blow", "aim"),
    [
        (move(ac=None, base=1), {"target": "v"}),
        (move(range={"kind": "burst", "n": 1}), {}),
        (move(range={"kind": "close-blast", "n": 1}), {"at": [5, 5]}),
        (move(range={"kind": "line", "n": 1}), {"direction": "e"}),
    ],
)
def test_T55_what_cannot_miss_and_areas_are_not_intercepted(blow: Plain, aim: Plain) -> None:
    """Nobody is asked: the dice are wanted at once."""
    game = guarded(blow)
    assert game.code("use-move", unit="a", move="slam", **aim) == "rolls-needed"


def test_T55_a_priority_move_only_by_who_is_faster() -> None:
    """The slower is not asked, the faster is."""
    quick = move(keywords=["priority"])
    assert guarded(quick, speed=19).code("use-move", unit="a", move="slam", target="v") == "rolls-needed"
    game = guarded(quick, speed=21)
    game.do("pass", unit="g")
    game.do("use-move", unit="a", move="slam", target="v")
    assert game.one("window-opened")["waiting"] == ["g"]


@pytest.mark.parametrize("guard", [{"at": [12, 5]}, {"capabilities": {"overland": 2}}])
def test_T55_only_for_an_ally_within_its_movement(guard: Plain) -> None:
    """Too far off or too slow on its feet: not asked."""
    game = guarded(**guard)
    assert game.code("use-move", unit="a", move="slam", target="v") == "rolls-needed"


def test_T55_whoever_is_struck_does_not_intercept_for_itself() -> None:
    """Its ally is asked, it is not."""
    game = guarded(at=[3, 5])
    game.do("use-move", unit="a", move="slam", target="g")
    assert game.one("window-opened")["waiting"] == ["v"]


def test_T55_walls_around_the_ally_leave_no_room() -> None:
    """It can be pushed neither straight away nor sidewise."""
    game = battle(
        unit("a", "red", [4, 5], speed=20, moves=[move()]),
        unit("v", "blue", [5, 5], speed=5),
        unit("g", "blue", [8, 5], speed=8),
        terrain=[on("blocking", (4, 4), (4, 6), (5, 4), (5, 6))],
        settings=ON,
    )
    assert game.code("use-move", unit="a", move="slam", target="v") == "rolls-needed"


def test_T55_of_two_the_faster_is_struck_and_the_other_comes_to_nothing() -> None:
    """T21: carried out fastest first; then the attack is no longer at the ally."""
    game = guarded(None, unit("h", "blue", [8, 6], speed=12))
    game.do("use-move", unit="a", move="slam", target="v")
    game.do("maneuver", unit="g", maneuver="intercept-melee", target="v")
    game.do("maneuver", unit="h", maneuver="intercept-melee", target="v")
    game.do("carry-out", unit="h", rolls={"check": {"h": [6, 6]}})
    assert game.one("cancelled")["unit"] == "g"
    game.do("carry-out", unit="a", rolls={"accuracy": {"a": 12}, "damage": {"a": [5]}})
    assert game.one("damaged")["unit"] == "h"


def test_T55_what_is_offered_is_what_is_accepted() -> None:
    """Melee without a path, ranged with one to every cell of the line within reach."""
    game = guarded()
    game.do("use-move", unit="a", move="slam", target="v")
    offered = [one.command for one in options_of(SYSTEM, game.state, "gm") if "maneuver" in one.command]
    assert offered == [{"type": "maneuver", "unit": "g", "maneuver": "intercept-melee", "target": "v"}]
    game = shot_at()
    (option,) = [one for one in options_of(SYSTEM, game.state, "gm") if "maneuver" in one.command]
    ends = {tuple(choice.value[-1]) for choice in option.choose["path"]}
    assert ends == {(x, 0) for x in (1, 2, 3, 4, 5)}
