"""Who may do what (contract 2, 4, 9)."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.serving import Server, Table, begun, create, refused

READS = ["", "/events", "/state", "/options", "/branches", "/roster", "/audit"]


@pytest.fixture(scope="module")
def table(live: Server) -> Table:
    """A battle that these tests only look at or are refused by."""
    return begun(live.url)


@pytest.mark.parametrize("path", READS)
def test_every_seat_reads_and_nobody_without_a_token(table: Table, path: str) -> None:
    """Every token of the battle reads; without one, or with a wrong one, it is 401."""
    for seat in ("gm", "ana", "ben", "spectator"):
        assert table.call("GET", path, seat).status_code == 200
    for seat, code in ((None, "no-token"), ("not-a-token", "bad-token")):
        answer = table.call("GET", path, seat)
        assert refused(answer) == (401, code)
        assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("path", READS)
def test_without_a_token_nobody_learns_whether_a_battle_exists(live: Server, table: Table, path: str) -> None:
    """401 with the same words for a battle that is there and one that is not."""
    there = table.call("GET", path, None)
    nowhere = httpx.get(f"{live.url}/v1/battles/nothing-here{path}")
    assert refused(there) == refused(nowhere) == (401, "no-token")
    assert there.json()["detail"] == nowhere.json()["detail"]


@pytest.mark.parametrize("path", READS)
def test_a_token_of_another_battle_gets_404(live: Server, table: Table, path: str) -> None:
    """As does a valid token on a battle that does not exist."""
    other = create(live.url)
    assert refused(table.call("GET", path, other.tokens["gm"])) == (404, "no-such-battle")
    assert refused(table.call("GET", f"/v1/battles/nothing{path}")) == (404, "no-such-battle")
    assert table.problem({"type": "note", "text": "x"}, other.tokens["gm"]) == (404, "no-such-battle")


def test_a_public_battle_is_read_without_a_token_and_only_read(live: Server) -> None:
    """Reading as a spectator does; no command, no branch."""
    table = begun(live.url, public=True, title="open house")
    for path in READS:
        assert table.call("GET", path, None).status_code == 200
    assert table.problem({"type": "note", "text": "x"}, None)[0] in (401, 403)
    listed = httpx.get(f"{live.url}/v1/battles").json()["battles"]
    assert table.id in [one["id"] for one in listed]


def test_the_list_holds_public_battles_newest_first_in_pages(live: Server) -> None:
    """Private ones are not there; cursor, status and ruleset narrow it."""
    ids = [create(live.url, public=True).id for _ in range(3)]
    private = create(live.url).id
    get = lambda query: httpx.get(f"{live.url}/v1/battles{query}").json()
    page = get("?limit=2")
    assert [one["id"] for one in page["battles"]] == ids[:0:-1]
    assert get(f"?limit=1&cursor={page['cursor']}")["battles"][0]["id"] == ids[0]
    assert private not in [one["id"] for one in get("?limit=200")["battles"]]
    count = len(get("?limit=200")["battles"])
    assert [get(f"?limit={limit}")["cursor"] is None for limit in (count, count - 1)] == [True, False]
    assert all(one["status"] == "ended" for one in get("?status=ended")["battles"])
    assert get("?ruleset=no-such")["battles"] == []
    for query in ("?limit=0", "?limit=x", "?cursor=x", "?status=odd"):
        assert refused(httpx.get(f"{live.url}/v1/battles{query}")) == (400, "malformed")


GM_ONLY = [
    {"type": "start"}, {"type": "start-round"}, {"type": "ruling", "reason": "r", "effects": []},
    {"type": "enlist", "unit": {"id": "n", "side": "allies"}}, {"type": "reserve", "unit": "a"},
    {"type": "reveal", "unit": "a"}, {"type": "undo"}, {"type": "redo"}, {"type": "rewind", "to": 1},
    {"type": "close-window"}, {"type": "end", "reason": "r"},
    {"type": "move", "unit": "a", "to": [9, 9], "force": "mine"},
]  # fmt: skip
UNITS = [
    {"type": "move", "to": [5, 2]}, {"type": "use-move", "move": "basic-attack", "direction": "e"},
    {"type": "interrupt", "move": "m", "direction": "e"}, {"type": "pass"}, {"type": "delay", "after": "z"},
    {"type": "use-item", "item": "oran-berry"}, {"type": "faint", "reason": "r"},
    {"type": "hand-over", "to": "ana"}, {"type": "place", "at": [5, 2]}, {"type": "begin-turn"},
    {"type": "equip", "item": None},
]  # fmt: skip


@pytest.mark.parametrize("command", GM_ONLY, ids=lambda one: one["type"])
def test_what_is_the_gms_alone(table: Table, command: dict) -> None:  # type: ignore[type-arg]
    """Players are told `gm-only`, spectators that they only read; nothing is appended."""
    head = table.get()["head"]
    assert table.problem(command, "ana") == (403, "gm-only")
    assert table.problem(command, "spectator") == (403, "read-only")
    assert table.get()["head"] == head


@pytest.mark.parametrize("command", UNITS, ids=lambda one: one["type"])
def test_a_player_commands_only_the_own_units(table: Table, command: dict) -> None:  # type: ignore[type-arg]
    """Another's unit, an ally or an enemy: `not-your-unit`, in turn and out of it."""
    head = table.get()["head"]
    for unit in ("z", "b"):
        code = table.problem({**command, "unit": unit}, "ana")
        assert code in ((403, "not-your-unit"), (403, "gm-only")), command
    assert table.problem({**command, "unit": "a"}, "spectator") == (403, "read-only")
    assert table.get()["head"] == head


def test_notes_rolls_and_ready_are_for_players_and_gm(live: Server) -> None:
    """A spectator only reads."""
    table = create(live.url)
    for command in ({"type": "note", "text": "x"}, {"type": "ready"},
                    {"type": "roll", "dice": "1d6", "reason": "r", "rolls": [3]}):  # fmt: skip
        assert table.send(command, "ana").status_code == 201, command
        assert table.problem(command, "spectator") == (403, "read-only")


def test_as_a_seat_is_the_gms_to_look(table: Table) -> None:
    """`?as=` of the GM on every GET; a player as somebody else is refused; an unknown seat is malformed."""
    for path in READS:
        assert table.call("GET", f"{path}?as=ana").status_code == 200
    assert refused(table.call("GET", "/state?as=ben", "ana")) == (403, "gm-only")
    assert refused(table.call("GET", "/state?as=nobody")) == (400, "malformed")
    assert table.get("/options?as=spectator")["options"] == []


def test_who_needs_no_token_looks_as_a_spectator_only(live: Server) -> None:
    """`?as=` of a reader without a token is refused like a player's."""
    table = begun(live.url, public=True)
    assert table.call("GET", "/state?as=spectator", None).status_code == 200
    assert refused(table.call("GET", "/state?as=ana", None)) == (403, "gm-only")


def test_two_game_masters_at_once_act_one_after_the_other(live: Server) -> None:
    """Twenty commands of each: all stand on the log, each patch leads on from the one before; with the same
    `expected` one is accepted and the other is told what it missed."""
    table = begun(live.url)
    code = table.call("POST", "/invites", json={"seat": "gm"}).json()["invite"]
    second = table.client.post("/v1/join", json={"invite": code}).json()["token"]
    hit = {"type": "ruling", "reason": "r", "effects": [{"type": "counter-set", "name": "n", "now": 1}]}
    with ThreadPoolExecutor(8) as pool:
        found = list(
            pool.map(lambda n: table.send(hit, (second, "gm")[n % 2]).json()["events"][0], range(40))
        )
    head = table.get()["head"]
    assert sorted(one["seq"] for one in found) == list(range(head - 39, head + 1))
    assert [one["prev"] for one in table.events()[1:]] == [one["hash"] for one in table.events()[:-1]]
    with ThreadPoolExecutor(2) as pool:
        late = {**hit, "expected": head}
        answers = list(pool.map(lambda seat: table.send(late, seat), (second, "gm")))
    assert sorted(one.status_code for one in answers) == [201, 409]
    stale = next(one.json() for one in answers if one.status_code == 409)
    assert (stale["code"], stale["head"], len(stale["missed"])) == ("stale", head + 1, 1)


def test_the_gm_closes_the_window_of_somebody_absent_and_the_event_says_so(live: Server) -> None:
    """The battle goes on without the answer; `by` is who did it."""
    fast = {"id": "fast", "type": "normal", "category": "physical", "power": 1, "range": 8, "priority": True}
    slow = {**fast, "id": "slow", "priority": False}
    table = begun(
        live.url,
        units=[
            {"id": "a", "side": "allies", "seat": "ana", "moves": [slow]},
            {"id": "b", "side": "allies", "seat": "ben"},
            {"id": "z", "side": "enemies", "moves": [fast]},
        ],
    )
    table.do("use-move", "ana", unit="a", move="slow", direction="e")
    assert [one["unit"] for one in table.get()["waiting_for"]] == ["z"]
    assert table.problem({"type": "close-window"}, "ana") == (403, "gm-only")
    closed, carried = table.do("close-window")
    assert (closed["by"], closed["command"]["type"]) == ("gm", "close-window")
    assert (carried["by"], carried["command"]["type"]) == ("server", "carry-out")
    assert table.state()["units"]["z"]["hp"] < 10


def test_somebody_who_is_late_is_reserved_and_placed_by_the_gm(live: Server) -> None:
    """The battle starts without the unit; it comes in like a reinforcement, and so does one enlisted meanwhile."""
    table = create(live.url)
    table.do("reserve", unit="b")
    for unit, at in (("z", [6, 2]), ("a", [1, 2])):
        table.do("place", unit=unit, at=at)
    table.do("start")
    table.do("start-round", rolls=[9, 7])
    table.do("enlist", unit={"id": "n", "side": "enemies"})
    for unit, at in (("b", [1, 4]), ("n", [6, 4])):
        table.do("place", unit=unit, at=at)
    assert {one["at"][0] for one in table.state()["units"].values()} == {1, 6}


def test_a_unit_that_is_handed_over_is_the_others(live: Server) -> None:
    """By its own seat or the GM, to a seat or the GM; from then on the other commands it."""
    table = begun(live.url)
    table.do("hand-over", "ana", unit="a", to="ben")
    assert table.problem({"type": "pass", "unit": "a"}, "ana") == (403, "not-your-unit")
    table.do("pass", "ben", unit="a")
    assert table.problem({"type": "hand-over", "unit": "a", "to": "zoe"}) == (422, "impossible")
    table.do("hand-over", unit="a", to="gm")
    assert table.problem({"type": "pass", "unit": "a"}, "ben") == (403, "not-your-unit")


def test_branches_are_the_gms_until_the_end(live: Server) -> None:
    """Any seat once the battle has ended."""
    table = begun(live.url)
    for seat in ("ana", "spectator"):
        assert refused(table.call("POST", "/branches", seat, json={"at": 3})) == (403, "gm-only")
    table.do("end", reason="enough")
    for seat in ("ana", "spectator"):
        assert table.call("POST", "/branches", seat, json={"at": 3}).status_code == 201
    assert len(table.get("/branches")["branches"]) == 2


def test_no_token_and_no_seed_is_ever_logged(live: Server) -> None:
    """The server's whole log at debug level, after everything: no token, no seed."""
    table = begun(live.url, dice="server")
    table.do("end", reason="enough")
    seeds = table.get("/audit")["seeds"].values()
    log = live.log.read_text()
    assert "answered" in log
    for secret in (*table.tokens.values(), *seeds):
        assert secret not in log
