"""Who sits where: codes that work once, re-seating, a GM who lost the tab (contract 2)."""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from tests.online.veiled import Game, small
from tests.serving import PATIENCE, ROOT, Server


def _join(live: Server, code: str) -> httpx.Response:
    return httpx.post(f"{live.url}/v1/join", json={"invite": code})


def test_a_battle_by_invites_gives_its_maker_no_players_token(live: Server) -> None:
    """Codes only; each works once, and the claim is an event."""
    spec: dict[str, Any] = small([]) | {"seating": "invites"}
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
    game = Game(live.url, small([]))
    code = game.ask("gm", "POST", "/invites", {"seat": "ana", "revoke": True}).json()["invite"]
    assert game.ask("ana", "GET", "/state").status_code == 401
    game.tokens["ana"] = _join(live, code).json()["token"]
    assert game.ask("ana", "GET", "/state").status_code == 200
    assert game.ask("ana", "POST", "/invites", {"seat": "eve"}).status_code == 403
    assert game.ask("gm", "POST", "/invites", {"seat": "eve"}).status_code == 201
    assert "eve" in game.ask("gm", "GET", "").json()["seats"]


def test_fifty_who_use_one_code_at_once_are_one(live: Server) -> None:
    """One is seated, the others are told that the code is gone; the log has one claim."""
    game = Game(live.url, small([]))
    code = game.ask("gm", "POST", "/invites", {"seat": "ben"}).json()["invite"]
    with ThreadPoolExecutor(50) as pool:
        found = sorted(pool.map(lambda _: _join(live, code).status_code, range(50)))
    assert found == [201, *[401] * 49]
    facts = [one for event in game.events() for one in event["effects"]]
    assert [one["how"] for one in facts if one["type"] == "seat-changed"] == ["claimed"]


def test_revoking_ends_older_codes_too(live: Server) -> None:
    """A code that went to the wrong person is worth nothing once its seat is revoked."""
    game = Game(live.url, small([]))
    lost = game.ask("gm", "POST", "/invites", {"seat": "ana"}).json()["invite"]
    kept = game.ask("gm", "POST", "/invites", {"seat": "ana", "revoke": True}).json()["invite"]
    assert _join(live, lost).json()["code"] == "bad-token"
    assert _join(live, kept).status_code == 201


def test_the_gms_own_token_is_changed_in_the_same_way(live: Server) -> None:
    """The old one is worth nothing from then on; the code gives a new one."""
    game = Game(live.url, small([]))
    code = game.ask("gm", "POST", "/invites", {"seat": "gm", "revoke": True}).json()["invite"]
    assert game.ask("gm", "GET", "").status_code == 401
    game.tokens["gm"] = _join(live, code).json()["token"]
    assert game.ask("gm", "POST", "/commands", {"type": "note", "text": "back"}).status_code == 201


def test_a_seat_is_called_as_nothing_else_is_and_a_battle_has_forty(live: Server) -> None:
    """`server` writes events, `public` is a view: no seat may bear such a name; nor is a 41st added."""
    game = Game(live.url, small([], seats=["ana", *(f"seat-{n}" for n in range(38))]))
    for name in ("server", "public", "Ana", ""):
        assert game.ask("gm", "POST", "/invites", {"seat": name}).json()["code"] == "malformed", name
    assert game.ask("gm", "POST", "/invites", {"seat": "last"}).status_code == 201
    refused = game.ask("gm", "POST", "/invites", {"seat": "too-many"})
    assert (refused.status_code, refused.json()["code"]) == (422, "impossible")
    assert game.ask("gm", "POST", "/invites", {"seat": "last"}).status_code == 201


def test_an_imported_battle_seats_nobody(live: Server) -> None:
    """Its log stays as it came."""
    game = Game(live.url, small([]))
    tape = game.ask("gm", "GET", "/tape").content
    made = httpx.post(
        f"{live.url}/v1/replays", content=tape, headers={"Content-Type": "application/x-ndjson"}
    ).json()
    head = {"Authorization": f"Bearer {made['tokens']['gm']}"}
    url = f"{live.url}/v1/battles/{made['battle']['id']}/invites"
    refused = httpx.post(url, json={"seat": "ana"}, headers=head)
    assert (refused.status_code, refused.json()["code"]) == (403, "read-only")


def _invite(live: Server, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from server.cli import main; main()", "invite", *words],
        cwd=live.folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "BATTLETAPE_DATABASE": live.database},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def test_a_gm_who_lost_the_tab_is_seated_from_the_command_line(live: Server) -> None:
    """`battletape invite` works beside the running server, which goes on with what the table did meanwhile."""
    game = Game(live.url, small([]))
    told = json.loads(_invite(live, game.id, "gm", "--revoke", "--json").stdout)
    assert told["url"].endswith(f"/battles/{game.id}#invite={told['invite']}")
    new = _join(live, told["invite"]).json()
    assert new["seat"] == "gm"
    old = game.tokens["gm"]
    game.tokens["gm"] = new["token"]
    assert game.ask("gm", "POST", "/commands", {"type": "note", "text": "back"}).status_code == 201
    hows = [one["effects"][0].get("how") for one in game.events()[1:3]]
    assert hows == ["revoked", "claimed"]
    until = time.monotonic() + 5
    while (
        game.http.get(f"/v1/battles/{game.id}", headers={"Authorization": f"Bearer {old}"}).status_code != 401
    ):
        assert time.monotonic() < until
        time.sleep(0.1)


def test_the_command_line_says_what_is_wrong_in_a_sentence(live: Server) -> None:
    """No such battle, no such seat's name: exit 1, no trace of Python."""
    for words in (("no-such-battle", "gm"), (Game(live.url, small([])).id, "Not A Seat")):
        told = _invite(live, *words)
        assert told.returncode == 1
        assert told.stderr.startswith("Error: ")
        assert "Traceback" not in told.stderr
