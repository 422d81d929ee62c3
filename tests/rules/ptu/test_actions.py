"""T41, T55-T57: zones, maneuvers, attacks of opportunity, capture."""

from typing import Any

import pytest

from server.rules.ptu import capture, movement
from tests.playing import Game
from tests.rules.ptu.given import battle, move, on, pair, status_move, unit

HOUSE = {"type": "zones", "zones": [{"id": "hall"}, {"id": "loft"}, {"id": "yard"}],
         "links": [{"between": ["hall", "loft"], "cost": 5}, {"between": ["hall", "yard"], "cost": 3}]}  # fmt: skip


def house(a: dict[str, Any] | None = None, t: str = "hall", *rest: dict[str, Any]) -> Game:
    """a in the hall, t somewhere."""
    one = unit("a", "red", "hall", speed=20, **{"moves": [move()], **(a or {})})
    return battle(one, unit("t", "blue", t, speed=5), *rest, board=HOUSE)


def test_T41_ways_cost_what_their_links_do() -> None:
    """Together; a zone that there is not is off the board."""
    game = house()
    assert game.code("move", unit="a", to="attic") == "off-board"
    assert game.code("move", unit="a", to=[1, 1]) == "malformed"
    game.do("move", unit="a", to="yard")
    game.do("pass", unit="a")
    game.do("pass", unit="t")
    refusal = game.refused("move", unit="a", to="loft")
    assert (refusal.code, refusal.facts["cost"], refusal.facts["allowed"]) == ("too-far", 8, 5)


def test_T41_who_cannot_walk_goes_by_what_it_can() -> None:
    """`by` names another capability; without overland the best one is meant; a way is a zone's name."""
    game = house({"capabilities": {"overland": 0, "swim": 9}})
    game.do("move", unit="a", to="loft")
    game = house({"capabilities": {"overland": 3, "sky": 9}})
    assert game.refused("move", unit="a", to="loft").facts["allowed"] == 3
    assert game.code("move", unit="a", to="loft", by_="levitate") == "no-capability"
    assert game.code("move", unit="a", path=[[1, 1]]) == "malformed"
    assert game.code("move", unit="a", to="hall") == "not-straight"
    game.do("move", unit="a", to="loft", by_="sky")


def test_T41_melee_needs_to_be_engaged() -> None:
    """By either; leaving the zone ends it."""
    game = house()
    assert game.code("use-move", unit="a", move="slam", target="t") == "out-of-range"
    game.do("move", unit="a", engage="t")
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 1}})
    game.do("pass", unit="a")
    game.do("use-move", unit="t", move="struggle", target="a", rolls={"accuracy": {"t": 1}})
    game.do("move", unit="t", to="yard")
    assert "engages" not in game.state.units["a"].counters


def test_T41_ranges_reach_a_linked_zone_that_costs_no_more() -> None:
    """Areas strike whom `near` names."""
    shot = move("shot", ac=None, range={"kind": "ranged", "n": 4})
    burst = move("ring", ac=None, range={"kind": "burst", "n": 3})
    game = house({"moves": [shot, burst]}, "loft")
    assert game.code("use-move", unit="a", move="shot", target="t") == "out-of-range"
    game = house({"moves": [shot, burst]}, "yard", unit("u", "blue", "yard", speed=4))
    assert game.code("use-move", unit="a", move="ring") == "no-target"
    game.do("use-move", unit="a", move="ring", near=["t", "u", "the well"], rolls={"damage": {"a": 1}})
    assert [one["unit"] for one in game.all("damaged")] == ["t", "u"]


def test_T23_T27_T41_a_linked_zone_of_eight_is_within_reach_of_a_trainer() -> None:
    """A dearer one and one that no link leads to are not."""
    board = {"type": "zones", "zones": [{"id": "hall"}, {"id": "loft"}, {"id": "yard"}, {"id": "attic"}],
             "links": [{"between": ["hall", "loft"], "cost": 8}, {"between": ["hall", "yard"], "cost": 9}]}  # fmt: skip
    units = [
        unit("r", "red", "hall", kind="trainer", types=[], speed=30),
        unit("m", "red", "loft", trainer="r", speed=20),
        unit("n", "red", None, trainer="r", out=False),
        unit("t", "blue", "hall", speed=5),
    ]
    game = battle(*units, board=board)
    said = {"unit": "r", "recall": "m", "release": "n"}
    assert game.code("switch", **said, at="yard") == "out-of-range"
    assert game.code("switch", **said, at="attic") == "out-of-range"
    game.do("switch", **said, at="loft")
    assert game.state.units["n"].at == "loft"


def test_T41_an_area_strikes_each_once_however_often_it_is_named() -> None:
    """And T51: not the one by whom its user is charmed, named among others too."""
    ring = move("ring", ac=None, range={"kind": "burst", "n": 3})
    game = house({"moves": [ring]})
    game.do("use-move", unit="a", move="ring", near=["t", "lamp", "t"], rolls={"damage": {"a": 4}})
    assert game.one("damaged")["now"] == 40
    game = house(
        {"moves": [ring], "statuses": {"infatuation": {"source": "t"}}},
        "hall",
        unit("u", "blue", "hall"),
    )
    game.do("begin-turn", unit="a", rolls={"save": {"a": 1}})
    refusal = game.refused("use-move", unit="a", move="ring", near=["u", "t"])
    assert (refusal.code, refusal.rule) == ("cannot-act", "T51")
    game.do("use-move", unit="a", move="ring", near=["u"], rolls={"damage": {"a": 4}})


@pytest.mark.parametrize("gone", ["moved", "fainted", "concealed"])
def test_T41_whoever_is_gone_from_the_zone_is_engaged_no_more(gone: str) -> None:
    """Carried off by a ruling, fallen, or hidden, as by its own shift."""
    game = house(None, "hall", unit("b", "red", "hall", speed=15), unit("u", "blue", "hall", speed=1))
    for foe in ("a", "b"):
        game.do("move", unit=foe, engage="t")
        game.do("pass", unit=foe)
    went = {"type": gone, "unit": "t", **({"to": "loft"} if gone == "moved" else {})}
    game.do("ruling", reason="gone", effects=[went])
    assert all("engages" not in game.state.units[foe].counters for foe in ("a", "b"))


def test_T41_engaged_by_two_one_is_flanked() -> None:
    """As many as T40 needs."""
    game = house(None, "hall", unit("b", "red", "hall", speed=30))
    game.do("move", unit="b", engage="t")
    game.do("pass", unit="b")
    game.do("move", unit="a", engage="t")
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 1}})
    assert {"name": "flanked", "value": -2} in game.one("checked")["terms"]


@pytest.mark.parametrize(("mine", "theirs", "works"), [(7, 6, True), (6, 6, False)])
def test_T55_opposed_checks(mine: int, theirs: int, works: bool) -> None:
    """Both roll; equals are the target's. Trip, push, grapple, disarm, a dirty trick."""
    first, second = [mine - 3, 3], [theirs - 3, 3]
    for name in ("trip", "push", "grapple", "disarm", "dirty-trick"):
        game = pair(None, {"held": "calm-leaf"})
        assert game.needs("maneuver", unit="a", maneuver=name, target="t") == [
            ("check", "a", 6, 2),
            ("check", "t", 6, 2),
        ]
        game.do("maneuver", unit="a", maneuver=name, target="t", rolls={"check": {"a": first, "t": second}})
        assert (game.one("checked")["roll"], game.one("checked")["needs"]) == (mine, theirs + 1)
        t = game.state.units["t"]
        happened = {
            "trip": "tripped" in t.statuses, "push": t.at == (6, 5), "grapple": "grappled" in t.statuses,
            "disarm": t.held is None, "dirty-trick": "vulnerable" in t.statuses,
        }[name]  # fmt: skip
        assert happened == works, name


def grappled(**more: Any) -> Game:
    """a has grappled t."""
    game = pair(None, None, **more)
    game.do("maneuver", unit="a", maneuver="grapple", target="t", rolls={"check": {"a": [6, 6], "t": [1, 1]}})
    assert all("grappled" in game.statuses(id_) for id_ in "at")
    return game


def test_T55_a_grapple_holds_both_until_one_wins_free() -> None:
    """Neither moves; a grapple won against the other ends it for both."""
    game = grappled()
    assert game.code("move", unit="a", to=[4, 6]) == "cannot-act"
    game.do("pass", unit="a")
    assert game.code("move", unit="t", to=[5, 6]) == "cannot-act"
    game.do("maneuver", unit="t", maneuver="grapple", target="a", rolls={"check": {"t": [6, 6], "a": [1, 1]}})
    assert not any("grappled" in game.statuses(id_) for id_ in "at")
    game.do("move", unit="t", to=[5, 6])


def test_T55_a_grapple_ends_with_either_or_with_their_nearness() -> None:
    """One falls, or is carried off."""
    third = unit("o", "blue", [19, 19], speed=1)
    game = battle(unit("a", "red", [4, 5], speed=20), unit("t", "blue", [5, 5], speed=5), third, settings={})
    game.do("maneuver", unit="a", maneuver="grapple", target="t", rolls={"check": {"a": [6, 6], "t": [1, 1]}})
    game.do("faint", unit="t", reason="so")
    assert "grappled" not in game.statuses("a")
    game = grappled()
    game.do("ruling", reason="wind", effects=[{"type": "moved", "unit": "t", "to": [9, 9]}])
    assert not any("grappled" in game.statuses(id_) for id_ in "at")


def test_T55_skills_give_the_dice() -> None:
    """A rank, or nd6+m; the better of two."""
    game = pair({"skills": {"combat": 3, "acrobatics": "4d6+2"}})
    assert game.needs("maneuver", unit="a", maneuver="trip", target="t")[0] == ("check", "a", 6, 4)
    game.do(
        "maneuver", unit="a", maneuver="trip", target="t", rolls={"check": {"a": [1, 1, 1, 1], "t": [2, 3]}}
    )
    assert game.one("checked")["roll"] == 6


def test_T55_out_of_reach_and_without_sense() -> None:
    """Adjacent only; nothing to disarm; only the helpless are finished off."""
    game = pair({"at": [0, 0]})
    assert game.code("maneuver", unit="a", maneuver="trip", target="t") == "out-of-range"
    game = pair()
    assert game.code("maneuver", unit="a", maneuver="disarm", target="t") == "impossible"
    assert game.code("maneuver", unit="a", maneuver="coup-de-grace", target="t") == "no-target"
    assert game.code("maneuver", unit="a", maneuver="trip") == "no-target"


def test_T37_T55_sprint_adds_half_for_the_turn() -> None:
    """A standard action."""
    game = pair({"at": [0, 0]}, {"at": [19, 19]})
    game.do("maneuver", unit="a", maneuver="sprint")
    assert movement.allowance(game.state.units["a"], 0) == 7
    game.do("move", unit="a", to=[7, 0])
    game.do("pass", unit="a")
    assert movement.allowance(game.state.units["a"], 0) == 5


def test_T55_a_breather() -> None:
    """Everything passing goes; tripped and vulnerable to the end of the next turn."""
    game = pair({"statuses": {"confusion": {}, "slowed": {}, "burn": {}}})
    game.do("begin-turn", unit="a", rolls={"save": {"a": 10}})
    game.do(
        "ruling", reason="so", effects=[{"type": "stage-changed", "unit": "a", "stat": "attack", "by": -2}]
    )
    game.do("maneuver", unit="a", maneuver="take-breather", path=[[3, 5]])
    assert game.state.units["a"].at == (3, 5)
    assert game.state.units["a"].stages == {}
    assert set(game.statuses("a")) == {"burn", "tripped", "vulnerable"}
    game.do("pass", unit="a")
    game.do("pass", unit="t")
    assert "vulnerable" in game.statuses("a")
    game.do("pass", unit="a")
    assert set(game.statuses("a")) == {"burn"}


@pytest.mark.parametrize(
    ("held", "speed_stage", "meters", "code"),
    [
        ("slowed", 0, 5, None),
        ("stuck", 0, 5, None),
        ("slowed", 6, 6, "too-far"),
        ("grappled", 0, 1, "cannot-act"),
    ],
)
def test_T55_a_breather_moves_as_free_as_it_leaves_one(
    held: str, speed_stage: int, meters: int, code: str | None
) -> None:
    """Judged without what slows and without stages, of which nothing is left; a grapple holds on."""
    game = pair(
        {"at": [4, 5], "statuses": {held: {"source": "t"}}}, {"statuses": {"grappled": {"source": "a"}}}
    )
    game.do("ruling", reason="fast", effects=[{"type": "stage-changed", "unit": "a", "stat": "speed",
                                              "by": 6, "now": speed_stage}])  # fmt: skip
    path = [[4, 5 + n] for n in range(1, meters + 1)]
    said = {"unit": "a", "maneuver": "take-breather", "path": path}
    if code is not None:
        assert game.code("maneuver", **said) == code
        return
    game.do("maneuver", **said)
    facts = [one["type"] for one in game.effects if one["type"] in ("status-lost", "moved", "status-gained")]
    assert facts == ["status-lost", "moved", "status-gained", "status-gained", "status-lost"]
    assert game.state.units["a"].at == (4, 10)


def test_T55_a_breather_leaves_one_vulnerable_for_longer_than_one_was() -> None:
    """A dirty trick ends with the target's next turn, of this round where it is still to come."""
    game = pair(None, {"speed": 30})
    trick = {"maneuver": "dirty-trick", "rolls": {"check": {"a": [6, 6], "t": [1, 1]}}}
    game.do("pass", unit="t")
    game.do("maneuver", unit="a", target="t", **trick)
    game.do("pass", unit="a")
    game.do("maneuver", unit="t", maneuver="take-breather")
    game.do("pass", unit="t")
    assert set(game.statuses("t")) == {"tripped", "vulnerable"}
    game.do("maneuver", unit="a", target="t", **trick)
    game.do("pass", unit="a")
    game.do("pass", unit="t")
    assert not game.statuses("t")
    game = pair()
    game.do("maneuver", unit="a", target="t", **trick)
    game.do("pass", unit="a")
    assert "vulnerable" in game.statuses("t")
    game.do("pass", unit="t")
    assert not game.statuses("t")


def test_T21_T55_a_maneuver_is_judged_anew_when_it_is_carried_out() -> None:
    """The answer carried it out of reach: cancelled, and nothing is rolled."""
    away = status_move("away", {"do": "push", "cells": 3}, range={"kind": "melee"}, keywords=["interrupt"])
    game = pair(None, {"moves": [away]})
    game.do("maneuver", unit="a", maneuver="trip", target="t")
    game.do("interrupt", unit="t", move="away", target="a")
    assert game.state.units["a"].at == (1, 5)
    assert game.one("cancelled") == {"type": "cancelled", "unit": "a", "why": "out-of-range"}
    assert not game.state.pending


def test_T55_coup_de_grace() -> None:
    """A critical struggle: 2d8+12."""
    game = pair(None, {"statuses": {"freeze": {}}})
    game.do("maneuver", unit="a", maneuver="coup-de-grace", target="t", rolls={"damage": {"a": [3, 4]}})
    assert game.one("damaged")["amount"] == 19


def test_T55_T56_disengaging_provokes_nothing() -> None:
    """One meter, a shift; the same step as a move opens a window."""
    game = pair()
    refusal = game.refused("maneuver", unit="a", maneuver="disengage", path=[[3, 5], [2, 5]])
    assert (refusal.code, refusal.facts["cost"], refusal.facts["allowed"]) == ("too-far", 2, 1)
    for path in ({}, {"path": []}, {"path": [[2, 5]]}):
        assert game.code("maneuver", unit="a", maneuver="disengage", **path) == "malformed"
    game.do("maneuver", unit="a", maneuver="disengage", path=[[3, 5]])
    assert not game.all("window-opened")
    game = pair()
    game.do("move", unit="a", to=[3, 5])
    assert game.one("window-opened")["waiting"] == ["t"]


def test_T55_one_disengages_by_a_meter_not_over_slow_ground() -> None:
    """There a step takes two; nobody is offered it."""
    game = pair(terrain=[on("slow", (3, 5))])
    refusal = game.refused("maneuver", unit="a", maneuver="disengage", path=[[3, 5]])
    assert (refusal.code, refusal.rule, refusal.facts["cost"]) == ("too-far", "T55", 2)
    game.do("maneuver", unit="a", maneuver="disengage", path=[[3, 4]])


def test_T56_a_free_struggle_once_a_round_before_the_step() -> None:
    """It costs no action of the one who strikes."""
    game = pair(None, None, unit("b", "red", [6, 6], speed=10))
    game.do("move", unit="a", to=[3, 5])
    assert game.code("interrupt", unit="t", move="struggle", target="b") == "no-target"
    game.do(
        "interrupt",
        unit="t",
        move="struggle",
        target="a",
        rolls={"accuracy": {"t": 20}, "damage": {"t": [1, 1]}},
    )
    assert game.state.units["a"].at == (3, 5)
    assert game.hp("a") < 50
    game.do("pass", unit="a")
    game.do("move", unit="b", to=[8, 8])
    assert not game.all("window-opened")
    game.do("pass", unit="b")
    assert "standard" not in game.state.units["t"].counters


def test_T56_staying_adjacent_at_every_step_does_not_provoke() -> None:
    """Leaving and coming back does."""
    game = pair()
    game.do("move", unit="a", path=[[4, 6], [5, 6]])
    assert not game.all("window-opened")
    game = pair()
    game.do("move", unit="a", path=[[3, 5], [4, 5], [4, 6]])
    assert game.one("window-opened")["waiting"] == ["t"]


def test_T2_T56_turning_out_of_reach_provokes() -> None:
    """On the spot, or as it arrives; not who turns and stays beside the foe."""
    for at, path, waiting in (([2, 0], [], ["t"]), ([1, 1], [], []), ([3, 0], [[1, 0]], [])):
        game = pair({"at": [0, 0], "footprint": [2, 1]}, {"at": at})
        game.do("move", unit="a", path=path, turned=True)
        opened = game.all("window-opened")
        assert [one["waiting"] for one in opened] == ([waiting] if waiting else [])


def test_T56_other_triggers() -> None:
    """Standing up, ranged attacks at nobody adjacent, maneuvers on others; declining lets it happen."""
    shot = move("shot", ac=None, range={"kind": "ranged", "n": 8})
    far = unit("u", "blue", [9, 5], speed=1)
    game = pair({"moves": [shot]}, None, far)
    game.do("use-move", unit="a", move="shot", target="u")
    assert game.one("window-opened")["waiting"] == ["t"]
    game.do("pass", unit="t")
    game.do("carry-out", rolls={"damage": {"a": 1}})
    game = pair({"moves": [shot]}, None, unit("u", "blue", [9, 5], speed=1))
    game.do("use-move", unit="a", move="shot", target="t", rolls={"damage": {"a": 1}})
    assert not game.all("window-opened")
    game = pair({"statuses": {"tripped": {}}})
    game.do("stand", unit="a")
    game.do("pass", unit="t")
    assert game.statuses("a") == {}
    game = pair(None, None, unit("u", "blue", [3, 5], speed=1))
    game.do("maneuver", unit="a", maneuver="trip", target="u")
    assert game.one("window-opened")["waiting"] == ["t"]


def test_T56_not_by_the_helpless_and_not_where_it_is_turned_off() -> None:
    """Asleep, frozen, flinching, paralysed, seeing nothing (T22)."""
    for status in ("sleep", "flinch", "paralysis", "freeze", "totally-blind"):
        game = pair()
        game.do("ruling", reason="so", effects=[{"type": "status-gained", "unit": "t", "status": status}])
        game.do("move", unit="a", to=[3, 5])
        assert not game.all("window-opened")
    game = pair(settings={"opportunity": False})
    game.do("move", unit="a", to=[3, 5])
    assert not game.all("window-opened")


def wild(level: int = 10, **more: Any) -> Game:
    """r throws at w, 3 m away."""
    return battle(
        unit("r", "red", [0, 0], kind="trainer", types=[], level=5, speed=25, skills={"athletics": 2}),
        unit("w", "wild", [3, 0], level=level, speed=10, **more),
        inventory={"red": {"basic-ball": 2, "great-ball": 1}},
    )


def rate(game: Game, ball: int = 0, natural: int = 10) -> int:
    """What the d100 may show."""
    units = game.state.units
    return sum(int(term.value) for term in capture.terms_of(units["w"], units["r"], ball, natural))


def test_T57_the_rate_term_by_term() -> None:
    """100 − 2·10 + 5 and what else counts."""
    assert rate(wild(evolutions_left=1)) == 55
    for hp, expected in [(50, 55), (38, 55), (37, 70), (26, 70), (25, 85), (13, 85), (12, 100), (1, 115)]:
        assert rate(wild(evolutions_left=1, hp=hp)) == expected, hp
    assert rate(wild(evolutions_left=2)) == 65
    assert rate(wild()) == 45
    assert rate(wild(evolutions_left=1, shiny=True)) == 45
    assert rate(wild(evolutions_left=1, legendary=True)) == 25
    statuses = {name: {} for name in ("burn", "poison", "confusion", "stuck", "slowed")}
    assert rate(wild(evolutions_left=1, statuses=statuses, injuries=2)) == 55 + 10 + 10 + 5 + 10 + 5 + 10
    assert rate(wild(evolutions_left=1), -10, 20) == 75


def test_T57_caught_it_is_out_and_on_the_throwers_side() -> None:
    """100 always holds; 8 hit: AC 6 and an evasion of 2 by speed. In the ball what passes has ended (T28, T52)."""
    game = wild(hp=50, statuses={"confusion": {}, "slowed": {}, "burn": {}})
    assert game.code("throw-ball", unit="r", ball="ultra-ball", target="w") == "unknown-item"
    assert game.code("throw-ball", unit="r", ball="basic-ball", target="r") == "no-target"
    game.do(
        "throw-ball",
        unit="r",
        ball="basic-ball",
        target="w",
        rolls={"accuracy": {"r": 8}, "capture": {"r": 100}},
    )
    w = game.state.units["w"]
    assert (w.side, w.at, w.out, set(w.statuses)) == ("red", None, False, {"burn"})
    assert game.state.inventory["red"]["basic-ball"] == 1
    assert game.state.outcome is not None


def test_T57_a_ball_that_misses_or_breaks_is_spent() -> None:
    """And a standard action is gone."""
    game = wild()
    game.do("throw-ball", unit="r", ball="basic-ball", target="w", rolls={"accuracy": {"r": 7}})
    assert game.state.inventory["red"]["basic-ball"] == 1
    assert game.code("throw-ball", unit="r", ball="basic-ball", target="w") == "action-spent"
    game = wild()
    game.do(
        "throw-ball",
        unit="r",
        ball="great-ball",
        target="w",
        rolls={"accuracy": {"r": 9}, "capture": {"r": 56}},
    )
    assert [one["why"] for one in game.all("missed")] == ["broke-free"]
    assert game.state.units["w"].side == "wild"


def test_T57_range_is_four_and_the_rank_in_athletics() -> None:
    """Six here."""
    game = wild()
    game.do("ruling", reason="away", effects=[{"type": "moved", "unit": "w", "to": [7, 0]}])
    refusal = game.refused("throw-ball", unit="r", ball="basic-ball", target="w")
    assert (refusal.code, refusal.rule, refusal.facts["range"]) == ("out-of-range", "T57", 6)
