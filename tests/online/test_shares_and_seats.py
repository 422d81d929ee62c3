"""Links to replays, and who sits where (contract 2)."""

from typing import Any

import httpx

from replays.patches import merge
from replays.verify import verify
from tests.online.test_hidden import ODD, Game, _spec
from tests.serving import Server


def _get(live: Server, path: str) -> httpx.Response:
    return httpx.get(live.url + path)


def test_a_link_shows_its_view_from_and_to(live: Server) -> None:
    """A public link of a battle that hides is redacted; events outside the link are not there."""
    game = Game(live.url, _spec(["enemy-hp"]))
    game.ask("gm", "POST", "/commands", {"type": "note", "text": "later"})
    link = game.ask("gm", "POST", "/shares", {"view": "public", "to": 1}).json()["token"]
    shown = _get(live, f"/v1/replays/{link}?at=1").json()
    assert shown["state"]["units"]["z"]["hp"] == "healthy"
    assert [one["seq"] for one in shown["events"]] == [1]
    assert _get(live, f"/v1/replays/{link}?at=2").json()["code"] == "no-such-event"


def test_links_end_by_time_or_by_whoever_made_them(live: Server) -> None:
    """410 for an expired and a withdrawn one; a player ends no link of the GM's, and shares the own view only."""
    game = Game(live.url, _spec(["enemy-hp"]))
    old = game.ask("gm", "POST", "/shares", {"view": "gm", "expires_at": "2020-01-01T00:00:00Z"}).json()
    assert _get(live, f"/v1/replays/{old['token']}").json()["code"] == "share-ended"
    link = game.ask("gm", "POST", "/shares", {"view": "gm"}).json()["token"]
    ana = {"Authorization": f"Bearer {game.tokens['ana']}"}
    assert httpx.delete(f"{live.url}/v1/shares/{link}", headers=ana).status_code == 403
    assert game.ask("ana", "POST", "/shares", {"view": "gm"}).status_code == 403
    own = game.ask("ana", "POST", "/shares", {"view": "ana"}).json()["token"]
    assert httpx.delete(f"{live.url}/v1/shares/{own}", headers=ana).status_code == 204
    assert _get(live, f"/v1/replays/{own}").status_code == 410
    assert _get(live, f"/v1/replays/{link}").json()["view"] == "gm"


def test_a_link_gives_its_tape_as_far_as_it_shows(live: Server) -> None:
    """`?format=tape` is a tape that verifies, ends with `to` and hides what the link hides; one that begins
    later has none."""
    game = Game(live.url, _spec(["enemy-hp"]))
    game.ask("gm", "POST", "/commands", {"type": "note", "text": "later"})
    links = [
        game.ask("gm", "POST", "/shares", {"view": "public", **part}).json()["token"]
        for part in ({}, {"to": 1}, {"from": 2})
    ]
    whole, cut, late = (_get(live, f"/v1/replays/{link}?format=tape") for link in links)
    assert [len(verify(one.content).bodies) for one in (whole, cut)] == [2, 1]
    assert whole.headers["content-disposition"] == f'attachment; filename="{game.id}.tape"'
    assert str(ODD).encode() not in whole.content
    assert (late.status_code, late.json()["code"]) == (422, "redacted")


def test_a_links_patches_start_from_its_first_state(live: Server) -> None:
    """With patches a link holds the state after its first event: the rest follow from it alone."""
    game = Game(live.url, _spec([]))
    for text in ("one", "two"):
        game.ask("gm", "POST", "/commands", {"type": "note", "text": text})
    link = game.ask("gm", "POST", "/shares", {"view": "gm", "from": 2}).json()["token"]
    shown = _get(live, f"/v1/replays/{link}?with=patch").json()
    state = merge({}, shown["state"])
    assert state["seq"] == 2
    for event in shown["events"][1:]:
        state = merge(state, event["patch"])
    assert state == merge({}, _get(live, f"/v1/replays/{link}?at=3").json()["state"])


def _join(live: Server, code: str) -> httpx.Response:
    return httpx.post(f"{live.url}/v1/join", json={"invite": code})


def test_a_battle_by_invites_gives_its_maker_no_players_token(live: Server) -> None:
    """Codes only; each works once, and the claim is an event."""
    spec: dict[str, Any] = _spec([]) | {"seating": "invites"}
    made = httpx.post(f"{live.url}/v1/battles", json=spec).json()
    assert made["tokens"]["seats"] == {}
    code = made["invites"]["ana"]["invite"]
    joined = _join(live, code)
    assert (joined.status_code, joined.json()["seat"]) == (201, "ana")
    assert _join(live, code).status_code == 401
    head = {"Authorization": f"Bearer {joined.json()['token']}"}
    events = httpx.get(f"{live.url}/v1/battles/{made['battle']['id']}/events", headers=head).json()["events"]
    assert events[-1]["effects"] == [{"type": "seat-changed", "seat": "ana", "how": "claimed"}]


def test_revoking_ends_a_seats_tokens_and_a_new_seat_may_be_invited(live: Server) -> None:
    """The lost phone's token is 401 at once; the new code seats its holder again."""
    game = Game(live.url, _spec([]))
    code = game.ask("gm", "POST", "/invites", {"seat": "ana", "revoke": True}).json()["invite"]
    assert game.ask("ana", "GET", "/state").status_code == 401
    game.tokens["ana"] = _join(live, code).json()["token"]
    assert game.ask("ana", "GET", "/state").status_code == 200
    assert game.ask("ana", "POST", "/invites", {"seat": "eve"}).status_code == 403
    assert game.ask("gm", "POST", "/invites", {"seat": "eve"}).status_code == 201
    assert "eve" in game.ask("gm", "GET", "").json()["seats"]
