"""What views are besides secret (contract 8): verifiable, alike for what is unknown, opened by the end."""

from typing import Any

import msgspec
import pytest

from replays.chain import verify
from replays.patches import merge
from tests.online.veiled import ODD, Game, numbers, small
from tests.serving import Server

RECALLED = {"type": "recalled", "unit": "m"}


@pytest.mark.parametrize("hidden", [["enemy-hp"], ["enemy-sheets"], ["enemy-units"]])
def test_a_redacted_log_verifies_link_by_link(live: Server, hidden: list[str]) -> None:
    """The chain of the player's and the spectator's log holds although parts are withheld."""
    game = Game(live.url, small(hidden))
    game.ask("gm", "POST", "/commands", {"type": "place", "unit": "z", "at": [6, 2]})
    for seat in ("ana", "ben", "spectator", "gm"):
        events = game.ask(seat, "GET", "/events").json()["events"]
        assert verify(msgspec.json.encode(one) for one in events) is None
        withheld = any(part["type"] == "hidden" for one in events for part in one["effects"])
        assert withheld == (seat != "gm")


def test_an_unknown_unit_is_refused_like_one_that_does_not_exist(live: Server) -> None:
    """The same code and words for a hidden unit and for none at all."""
    game = Game(live.url, small(["enemy-units"]))
    for path in ("/commands", "/preview"):
        found = [
            game.ask("ana", "POST", path, {"type": "move", "unit": unit, "to": [1, 1]}).text.replace(
                unit, "U"
            )
            for unit in ("lurkerzz", "nobodyzz")
        ]
        assert found[0] == found[1]
        assert "unknown-unit" in found[0]


def test_the_end_opens_everything_where_the_table_agreed(live: Server) -> None:
    """`reveal: end`: after the end a spectator sees the hit points, and the log whole."""
    game = Game(live.url, small(["enemy-hp"], "end"))
    assert game.ask("ana", "GET", "/state").json()["units"]["z"]["hp"] == "healthy"
    assert game.ask("gm", "POST", "/commands", {"type": "end", "reason": "late"}).status_code == 201
    assert game.ask("spectator", "GET", "/state").json()["units"]["z"]["hp"] == ODD
    assert b'"hidden","' not in game.ask("ana", "GET", "/events").content
    assert game.ask("ana", "GET", "/audit").json()["seeds"]


def test_patches_carry_a_veiled_reader_to_the_state_it_sees(live: Server) -> None:
    """Merging the patches of the own view from nothing gives the state of the own view."""
    game = Game(live.url, small(["enemy-sheets", "enemy-units"]))
    game.ask("gm", "POST", "/commands", {"type": "place", "unit": "z", "at": [6, 2]})
    reveal = {"type": "ruling", "reason": "boo", "effects": [{"type": "revealed", "unit": "lurkerzz"}]}
    assert game.ask("gm", "POST", "/commands", reveal).status_code == 201
    state: Any = {}
    for event in game.ask("ana", "GET", "/events?with=patch").json()["events"]:
        state = merge(state, event["patch"])
    now = game.ask("ana", "GET", "/state").json()
    assert state == merge({}, now)
    assert "lurkerzz" in now["units"]


def test_who_has_stood_on_the_board_is_known_back_in_its_ball_too(live: Server) -> None:
    """Absent is what is not yet released (ptu T4): the one that was never out, not the one called back."""
    team = {"side": "red", "trainer": "r", "seat": "ana"}
    units = [
        {"id": "r", "side": "red", "kind": "trainer", "seat": "ana"},
        {"id": "m", **team},
        {"id": "n", "out": False, **team},
        {"id": "w", "side": "wild", "seat": "ben"},
    ]
    board = {"type": "grid", "width": 9, "height": 6}
    hidden = {"hidden": ["enemy-units"]}
    game = Game(
        live.url,
        {"ruleset": "ptu", "board": board, "settings": hidden, "seats": ["ana", "ben"], "units": units},
    )
    for unit, x in (("r", 0), ("m", 1), ("w", 8)):
        game.ask("gm", "POST", "/commands", {"type": "place", "unit": unit, "at": [x, 0]})
    for command in ({"type": "start"}, {"type": "ruling", "reason": "back", "effects": [RECALLED]}):
        assert game.ask("gm", "POST", "/commands", command).status_code == 201
    assert set(game.ask("ben", "GET", "/state").json()["units"]) == {"r", "m", "w"}
    assert RECALLED in game.events("ben")[-1]["effects"]


@pytest.mark.parametrize(("kind", "told"), [("enemy-units", True), ("enemy-hp", False)])
def test_who_is_enlisted_is_told_as_far_as_it_is_seen(live: Server, kind: str, told: bool) -> None:
    """Where only whole units are hidden, one that comes openly is seen; hit points are not where they are hidden."""
    game = Game(live.url, small([kind]))
    enlist = {"type": "enlist", "unit": {"id": "n", "side": "enemies", "hp": ODD, "max_hp": ODD}}
    assert game.ask("gm", "POST", "/commands", enlist).status_code == 201
    event = game.events("ana")[-1]
    assert (event["command"] == enlist) == told
    assert (ODD in numbers(msgspec.json.encode(event))) == told


def test_a_sum_of_nothing_tells_no_more_of_a_sheet_than_any_other(live: Server) -> None:
    """The terms of a blow are withheld from who may not see the sheets, also where every one of them is 0."""
    feint = {"id": "feint", "category": "physical", "power": 0, "range": 8}
    units = [{"id": "a", "side": "allies", "seat": "ana"}, {"id": "z", "side": "enemies", "moves": [feint]}]
    game = Game(live.url, small(["enemy-sheets"], dice="table") | {"units": units})
    for unit, x in (("z", 6), ("a", 1)):
        game.ask("gm", "POST", "/commands", {"type": "place", "unit": unit, "at": [x, 2]})
    game.ask("gm", "POST", "/commands", {"type": "start"})
    game.ask("gm", "POST", "/commands", {"type": "start-round", "rolls": [1, 10]})
    struck = {"type": "use-move", "unit": "z", "move": "feint", "direction": "w"}
    assert game.ask("gm", "POST", "/commands", struck).status_code == 201
    assert {"terms": []}.items() <= game.events("gm")[-1]["effects"][1].items()
    shown = game.events("ana")[-1]["effects"][1]
    assert shown["type"] == "hidden"
    assert shown["shows"]["amount"] == 0
    assert "terms" not in shown["shows"]
