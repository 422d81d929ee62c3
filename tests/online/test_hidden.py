"""Nothing hidden reaches who may not see it (contract 8): the raw bytes of every answer are searched."""

import random
from typing import Any

import httpx
import msgspec
import pytest

from replays.chain import verify
from replays.patches import merge
from schemas.state import State
from tests.serving import Server, client_of

MOVE = {"id": "zzclaw", "name": "Zzclaw", "type": "normal", "category": "physical", "power": 90, "range": 8}
SHEETS = {"stats": {"attack": 7}, "held": "sitrus-berry", "moves": [MOVE]}
ODD = 7351
"""A number that stands nowhere else."""


def _spec(hidden: list[str], reveal: str = "never") -> dict[str, Any]:
    return {
        "ruleset": "pmd",
        "seats": ["ana", "ben"],
        "dice": "server",
        "settings": {"hidden": hidden, "reveal": reveal},
        "board": {"type": "grid", "width": 9, "height": 5},
        "units": [
            {"id": "a", "side": "allies", "seat": "ana", "moves": [MOVE | {"id": "hit", "power": 60}]},
            {"id": "z", "side": "enemies", "hp": ODD, "max_hp": ODD + 2, "moves": [MOVE]},
            {"id": "lurkerzz", "name": "Lurkerzz", "side": "enemies", "reserve": True}
            | ({"hidden": True} if "enemy-units" in hidden else {}),
        ],
    }


class Game:
    """A battle over HTTP; everything that a veiled seat is answered is kept."""

    def __init__(self, url: str, spec: dict[str, Any]) -> None:
        self.http = client_of(url)
        made = self.http.post("/v1/battles", json=spec).json()
        self.id = made["battle"]["id"]
        self.tokens = made["tokens"]["seats"] | made["tokens"]
        self.seen: list[bytes] = []

    def ask(self, seat: str, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        head = {"Authorization": f"Bearer {self.tokens[seat]}"} | headers
        answer = self.http.request(method, f"/v1/battles/{self.id}{path}", json=body, headers=head)
        if seat != "gm":
            self.seen.append(answer.content)
        return answer

    def look(self) -> None:
        """Every door, as a player and as a spectator, and as the GM who looks as one."""
        for seat in ("ana", "spectator"):
            for path in (
                "", "/events?limit=500&with=patch,text", "/state", "/options", "/roster", "/audit", "/branches",
            ):  # fmt: skip
                self.ask(seat, "GET", path)
            self.ask(seat, "GET", "/events", Accept="application/x-ndjson")
            for unit in ("z", "lurkerzz", "nobody"):
                for command in ({"type": "move", "unit": unit, "to": [3, 3]}, {"type": "pass", "unit": unit}):
                    self.ask(seat, "POST", "/commands", command)
                    self.ask(seat, "POST", "/preview", command)
            self.ask(seat, "POST", "/commands", {"type": "note", "text": "x", "expected": 1})
            path = "/events?limit=500&with=patch,text&as=" + seat
            self.seen.append(self.ask("gm", "GET", path).content)

    def play(self, steps: int) -> None:
        """Bots choose among the options; every option of the player is tried as a preview first."""
        dice = random.Random(5)
        for _ in range(steps):
            seats = ["ana", "gm"]
            dice.shuffle(seats)
            for seat in seats:
                options = self.ask(seat, "GET", "/options").json()["options"]
                options = [one for one in options if one["command"].get("unit") != "lurkerzz"]
                if options:
                    break
            else:
                return
            option = dice.choice(options)
            chosen = {key: dice.choice(values)["value"] for key, values in option.get("choose", {}).items()}
            command = option["command"] | chosen
            if seat == "ana":
                self.ask(seat, "POST", "/preview", command)
            answer = self.ask(seat, "POST", "/commands?with=patch,text", command)
            assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("hidden", [["enemy-hp"], ["enemy-sheets"], ["enemy-units", "enemy-hp"]])
def test_no_answer_holds_a_hidden_number_name_seed_or_salt(live: Server, hidden: list[str]) -> None:
    """A played battle: no byte for player or spectator tells the hit points, sheets or unknown units."""
    game = Game(live.url, _spec(hidden))
    for command in (
        {"type": "place", "unit": "z", "at": [6, 2]},
        {"type": "place", "unit": "a", "at": [1, 2]},
    ):
        assert game.ask("gm", "POST", "/commands", command).status_code == 201
    assert game.ask("gm", "POST", "/commands", {"type": "start"}).status_code == 201
    hit = {"type": "damaged", "unit": "z", "amount": 11}
    game.ask("gm", "POST", "/commands", {"type": "ruling", "reason": "a rock", "effects": [hit]})
    game.play(25)
    game.look()
    full = game.ask("gm", "GET", "/events?limit=500").json()["events"]
    numbers = {str(ODD), str(ODD + 2)} | {
        str(effect["now"]) for event in full for effect in event["effects"]
        if effect["type"] == "damaged" and effect["unit"] == "z" and effect["now"] > 100
    }  # fmt: skip
    secrets = [f":{number}" for number in numbers]
    if "enemy-units" in hidden:
        secrets += ['lurkerzz":', "Lurkerzz"]
    page = game.ask("ana", "GET", "/events?limit=500").json()["events"]
    for theirs, mine in zip(full, page, strict=True):
        secrets += [salt for salt, shown in zip(theirs["salts"], mine["salts"], strict=True) if shown is None]
    for answer in game.seen:
        assert not [secret for secret in secrets if secret in answer.decode()]
        assert b'"seeds":{' not in answer


@pytest.mark.parametrize("hidden", [["enemy-hp"], ["enemy-sheets"], ["enemy-units"]])
def test_a_redacted_log_verifies_link_by_link(live: Server, hidden: list[str]) -> None:
    """The chain of the player's and the spectator's log holds although parts are withheld."""
    game = Game(live.url, _spec(hidden))
    game.ask("gm", "POST", "/commands", {"type": "place", "unit": "z", "at": [6, 2]})
    for seat in ("ana", "ben", "spectator", "gm"):
        events = game.ask(seat, "GET", "/events").json()["events"]
        assert verify(msgspec.json.encode(one) for one in events) is None
        withheld = any(part["type"] == "hidden" for one in events for part in one["effects"])
        assert withheld == (seat != "gm")


def test_an_unknown_unit_is_refused_like_one_that_does_not_exist(live: Server) -> None:
    """The same code and words for a hidden unit and for none at all."""
    game = Game(live.url, _spec(["enemy-units"]))
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
    game = Game(live.url, _spec(["enemy-hp"], "end"))
    assert game.ask("ana", "GET", "/state").json()["units"]["z"]["hp"] == "healthy"
    assert game.ask("gm", "POST", "/commands", {"type": "end", "reason": "late"}).status_code == 201
    assert game.ask("spectator", "GET", "/state").json()["units"]["z"]["hp"] == ODD
    assert b'"hidden","' not in game.ask("ana", "GET", "/events").content
    assert game.ask("ana", "GET", "/audit").json()["seeds"]


def test_patches_carry_a_veiled_reader_to_the_state_it_sees(live: Server) -> None:
    """Merging the patches of the own view from nothing gives the state of the own view."""
    game = Game(live.url, _spec(["enemy-sheets", "enemy-units"]))
    game.ask("gm", "POST", "/commands", {"type": "place", "unit": "z", "at": [6, 2]})
    reveal = {"type": "ruling", "reason": "boo", "effects": [{"type": "revealed", "unit": "lurkerzz"}]}
    assert game.ask("gm", "POST", "/commands", reveal).status_code == 201
    state: Any = merge({}, msgspec.json.decode(msgspec.json.encode(State(battle=game.id))))
    for event in game.ask("ana", "GET", "/events?with=patch").json()["events"]:
        state = merge(state, event["patch"])
    now = game.ask("ana", "GET", "/state").json()
    assert state == merge({}, now)
    assert "lurkerzz" in now["units"]
