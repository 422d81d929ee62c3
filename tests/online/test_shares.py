"""Links to replays: what they show, when they end, what their holder may do (contract 2)."""

import httpx

from replays.patches import merge
from replays.verify import verify
from tests.online.veiled import ODD, Game, small
from tests.serving import Server


def _get(live: Server, path: str) -> httpx.Response:
    return httpx.get(live.url + path)


def test_a_link_shows_its_view_from_and_to(live: Server) -> None:
    """A public link of a battle that hides is redacted; events outside the link are not there."""
    game = Game(live.url, small(["enemy-hp"]))
    game.ask("gm", "POST", "/commands", {"type": "note", "text": "later"})
    link = game.ask("gm", "POST", "/shares", {"view": "public", "to": 1}).json()["token"]
    shown = _get(live, f"/v1/replays/{link}?at=1").json()
    assert shown["state"]["units"]["z"]["hp"] == "healthy"
    assert [one["seq"] for one in shown["events"]] == [1]
    assert _get(live, f"/v1/replays/{link}?at=2").json()["code"] == "no-such-event"


def test_links_end_by_time_or_by_whoever_made_them(live: Server) -> None:
    """410 for an expired and a withdrawn one; a player ends no link of the GM's, and shares the own view only."""
    game = Game(live.url, small(["enemy-hp"]))
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
    game = Game(live.url, small(["enemy-hp"]))
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
    game = Game(live.url, small([]))
    for text in ("one", "two"):
        game.ask("gm", "POST", "/commands", {"type": "note", "text": text})
    link = game.ask("gm", "POST", "/shares", {"view": "gm", "from": 2}).json()["token"]
    shown = _get(live, f"/v1/replays/{link}?with=patch").json()
    state = merge({}, shown["state"])
    assert state["seq"] == 2
    for event in shown["events"][1:]:
        state = merge(state, event["patch"])
    assert state == merge({}, _get(live, f"/v1/replays/{link}?at=3").json()["state"])


def _branch(game: Game, token: str, at: int, battle: str | None = None) -> tuple[int, str]:
    """Branches with a token as the bearer: status, and the code of a refusal."""
    head = {"Authorization": f"Bearer {token}"}
    answer = game.http.post(f"/v1/battles/{battle or game.id}/branches", json={"at": at}, headers=head)
    return answer.status_code, answer.json().get("code", "")


def test_the_holder_of_a_link_branches_what_it_shows(live: Server) -> None:
    """The link's token is the bearer; beyond its last event, of another battle, or once it ended: refused."""
    game = Game(live.url, small([]))
    game.ask("gm", "POST", "/commands", {"type": "note", "text": "later"})
    link, cut, late = (
        game.ask("gm", "POST", "/shares", {"view": "public", **part}).json()["token"]
        for part in ({}, {"to": 1}, {"from": 2})
    )
    assert _branch(game, link, 2) == (201, "")
    assert _branch(game, cut, 1) == (201, "")
    assert _branch(game, cut, 2) == (404, "no-such-event")
    assert _branch(game, late, 2) == (422, "redacted")
    assert _branch(game, link, 1, Game(live.url, small([])).id) == (404, "no-such-battle")
    assert game.get("/branches")["branches"][1]["at"] == 1
    game.http.delete(f"/v1/shares/{link}", headers={"Authorization": f"Bearer {game.tokens['gm']}"})
    assert _branch(game, link, 1) == (410, "share-ended")


def test_where_something_is_hidden_only_a_link_in_the_gms_view_branches(live: Server) -> None:
    """Whoever branches is the new battle's GM and would see all."""
    game = Game(live.url, small(["enemy-hp"]))
    links = {
        view: game.ask("gm", "POST", "/shares", {"view": view}).json()["token"]
        for view in ("gm", "public", "ana", "spectator")
    }
    found = {view: _branch(game, link, 1) for view, link in links.items()}
    refused = (403, "gm-only")
    assert found == {"gm": (201, ""), "public": refused, "ana": refused, "spectator": refused}


def test_a_link_opens_nothing_but_its_replay(live: Server) -> None:
    """Its token is no seat: reading the battle or commanding with it is 401."""
    game = Game(live.url, small([]))
    link = game.ask("gm", "POST", "/shares", {"view": "gm"}).json()["token"]
    head = {"Authorization": f"Bearer {link}"}
    for path in ("", "/state", "/events", "/branches", "/tape"):
        assert game.http.get(f"/v1/battles/{game.id}{path}", headers=head).json()["code"] == "bad-token"
    note = {"type": "note", "text": "x"}
    answer = game.http.post(f"/v1/battles/{game.id}/commands", json=note, headers=head)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")


def test_a_link_begins_and_ends_with_events_that_are_there(live: Server) -> None:
    """Neither event 0 nor one past the head, and none that ends before it begins."""
    game = Game(live.url, small([]))
    for part in ({"to": 0}, {"from": 0}, {"to": 2}, {"from": 2}, {"from": 2, "to": 1}):
        answer = game.ask("gm", "POST", "/shares", {"view": "public", **part})
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-event"), part
    assert game.ask("spectator", "POST", "/shares", {"view": "public"}).json()["code"] == "read-only"
    assert game.ask("gm", "POST", "/shares", {"view": "nobody"}).json()["code"] == "malformed"
    soon = game.ask("gm", "POST", "/shares", {"view": "public", "expires_at": "soon"})
    assert soon.json()["code"] == "malformed"
