"""What stands before every battle: limits, keys, headers, and silence about what is private (contract 2, 9)."""

import http.client
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.http.limits import BURST, MOST_KEPT, Bucket, counted
from server.settings import PREFIX
from tests.serving import Server, Table, begun, create, refused

KEY = "the-key-of-this-server"
PER_ADDRESS, PER_TOKEN = 240, 120


def _running(folder: Path, **settings: object) -> Iterator[Server]:
    """A server that is told these settings."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setenv(PREFIX + name.upper(), str(value))
        server = Server(folder).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a create key, low limits, and a proxy on this machine that it believes."""
    yield from _running(
        tmp_path_factory.mktemp("guarded"),
        create_key=KEY,
        limit_address=PER_ADDRESS,
        limit_token=PER_TOKEN,
        trusted_proxies="127.0.0.1",
        public_url="https://play.example/",
    )


def _from(address: str, token: str | None = None) -> dict[str, str]:
    return {"X-Forwarded-For": address} | ({} if token is None else {"Authorization": f"Bearer {token}"})


def _until_refused(
    client: httpx.Client, path: str, headers: dict[str, str], most: int
) -> tuple[int, httpx.Response]:
    """How many requests were taken before one was not, and that one's answer."""
    for taken in range(most):
        answer = client.get(path, headers=headers)
        if answer.status_code == 429:
            return taken, answer
    raise AssertionError(f"{most} requests were all taken")


# ---- limits ------------------------------------------------------------------------------------------


def test_an_address_that_asks_too_often_waits(guarded: Server) -> None:
    """A quarter minute's worth at once, then 429 with `Retry-After`; others, and operators' probes, go on."""
    with httpx.Client(base_url=guarded.url) as client:
        burst = PER_ADDRESS * BURST // 60
        taken, answer = _until_refused(client, "/v1/rulesets", _from("203.0.113.9"), burst + 60)
        assert burst <= taken < burst + 60
        assert refused(answer) == (429, "too-many")
        assert int(answer.headers["retry-after"]) == answer.json()["after"] == 1
        assert client.get("/v1/rulesets", headers=_from("203.0.113.10")).status_code == 200
        assert client.get("/health/ready", headers=_from("203.0.113.9")).status_code == 200
        shown = client.get("/v1/rulesets", headers=_from("203.0.113.9") | {"Origin": "https://a.example"})
        assert shown.headers["access-control-allow-origin"] == "*"


def test_a_token_that_asks_too_often_waits_wherever_it_asks_from(guarded: Server) -> None:
    """Its bucket is its own: from two addresses in turn it is empty as soon."""
    with httpx.Client(base_url=guarded.url) as client:
        burst = PER_TOKEN * BURST // 60
        for taken in range(burst + 40):
            answer = client.get("/v1/battles", headers=_from(f"203.0.113.{20 + taken % 2}", "a-token"))
            if answer.status_code == 429:
                break
        assert burst <= taken < burst + 40
        assert client.get("/v1/battles", headers=_from("203.0.113.20", "another")).status_code == 200


def test_on_the_machine_itself_nothing_is_counted(guarded: Server, tmp_path: Path) -> None:
    """Without a proxy's word, or where none is believed: any number of requests is taken."""
    with httpx.Client(base_url=guarded.url) as client:
        assert {client.get("/v1/battles").status_code for _ in range(PER_ADDRESS)} == {200}
    for unbelieving in _running(tmp_path / "unbelieving", limit_address=4):
        with httpx.Client(base_url=unbelieving.url) as client:
            found = [client.get("/v1/battles", headers=_from("203.0.113.9")) for _ in range(20)]
        assert {one.status_code for one in found} == {200}


def test_a_bucket_refills_evenly_and_forgets_the_longest_silent() -> None:
    """Sixty a minute: 15 at once, then one a second; memory for `MOST_KEPT` askers and no more."""
    bucket = Bucket(60)
    assert [bucket.wait(b"a", 100.0) for _ in range(BURST)] == [0.0] * BURST
    assert bucket.wait(b"a", 100.0) == 1.0
    assert bucket.wait(b"a", 100.5) == 0.5
    assert bucket.wait(b"a", 101.0) == 0.0
    assert bucket.wait(b"b", 101.0) == 0.0
    for n in range(MOST_KEPT):
        bucket.wait(n.to_bytes(4, "big"), 101.0)
    assert bucket.wait(b"a", 101.0) == 0.0
    assert [Bucket(0).wait(b"a", 1.0) for _ in range(500)] == [0.0] * 500


def test_an_ipv6_household_is_one_and_this_machine_none() -> None:
    """A /64 is one customer; loopback is not counted, nor is a socket's path."""
    assert counted("2001:db8::1") == counted("2001:db8::ffff:2") != counted("2001:db8:0:1::1")
    assert counted("::ffff:203.0.113.9") == counted("203.0.113.9") != counted("203.0.113.10")
    assert {counted(one) for one in ("127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1", "")} == {None}


# ---- the create key ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/v1/battles", "/v1/replays"])
def test_with_a_create_key_its_holders_alone_create(guarded: Server, path: str) -> None:
    """401 without it and with another; with it the request is judged."""
    for token, code in ((None, "no-token"), ("wrong", "bad-token"), (KEY[:-1], "bad-token")):
        answer = httpx.post(guarded.url + path, json={"sample": "mossy-cave"}, headers=_bearer(token))
        assert refused(answer) == (401, code)
        assert answer.headers["www-authenticate"] == "Bearer"
    answer = httpx.post(guarded.url + path, json={"sample": "mossy-cave"}, headers=_bearer(KEY))
    assert answer.status_code == (201 if path == "/v1/battles" else 422)
    assert httpx.get(f"{guarded.url}/v1/battles").status_code == 200
    assert KEY not in guarded.log.read_text()


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def test_links_begin_with_the_public_url(guarded: Server) -> None:
    """Invites and shares lead people to where the proxy stands."""
    made = httpx.post(f"{guarded.url}/v1/battles", json={"sample": "mossy-cave"}, headers=_bearer(KEY)).json()
    here = f"{guarded.url}/v1/battles/{made['battle']['id']}"
    head = _bearer(made["tokens"]["gm"])
    invite = httpx.post(f"{here}/invites", json={"seat": "ana"}, headers=head).json()
    assert invite["url"] == f"https://play.example/battles/{made['battle']['id']}#invite={invite['invite']}"
    share = httpx.post(f"{here}/shares", json={"view": "public"}, headers=head).json()
    assert share["url"] == f"https://play.example/r/{share['token']}"


# ---- sizes -------------------------------------------------------------------------------------------


def test_a_tape_may_be_larger_than_anything_else(live: Server) -> None:
    """1 MiB of JSON, 64 MiB of a tape; the answer names the limit, and a tape's is told from its length alone."""
    answer = create(live.url).send({"type": "note", "text": "x" * 2**20})
    assert (refused(answer), answer.json()["most"]) == ((413, "too-large"), 2**20)
    broken = httpx.post(f"{live.url}/v1/replays", content=b"x" * 2**21)
    assert refused(broken) == (422, "tape")
    connection = http.client.HTTPConnection("127.0.0.1", live.port, timeout=5)
    connection.putrequest("POST", "/v1/replays")
    connection.putheader("Content-Length", str(2**26 + 1))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


def test_nesting_is_bounded_and_brackets_in_a_text_are_text(live: Server) -> None:
    """32 objects and lists within each other are too many for any request."""
    table = create(live.url)

    def ruled(depth: int) -> httpx.Response:
        value = "[" * depth + "]" * depth
        effect = f'{{"type":"status-gained","unit":"a","status":"odd","value":{value}}}'
        body = f'{{"type":"ruling","reason":"r","effects":[{effect}]}}'
        return table.call("POST", "/commands", content=body, headers={"Content-Type": "application/json"})

    assert ruled(20).status_code == 201
    for depth in (30, 400, 900, 5_000):
        assert refused(ruled(depth)) == (400, "malformed"), depth
    assert table.send({"type": "note", "text": '[{"' * 60}).status_code == 201


# ---- headers and silence -----------------------------------------------------------------------------


def test_every_answer_keeps_its_address_to_itself(live: Server) -> None:
    """No referrer, nothing guessed or framed, once each; nothing of the API is kept by a browser."""
    table = begun(live.url)
    answers = [table.call("GET", path) for path in ("", "/state", "/nowhere", "/events?limit=x")]
    answers += [table.call("GET", "", None), table.call("PUT", "/commands"), table.send({"type": "fly"})]
    pages = [httpx.get(live.url + path) for path in ("/", "/schema", f"/battles/{table.id}", "/no-such-page")]
    for answer in (*answers, *pages):
        for name, value in (
            ("referrer-policy", "no-referrer"), ("x-content-type-options", "nosniff"), ("x-frame-options", "DENY"),
        ):  # fmt: skip
            assert answer.headers.get_list(name) == [value], (answer.url, name)
        assert "server" not in answer.headers
    assert {one.headers["cache-control"] for one in answers} == {"no-store"}


@pytest.mark.parametrize("path", ["/", "/schema", "/v1/rulesets/pmd", "/health/ready", "/v1/battles/none"])
def test_the_head_alone_is_what_get_would_begin_with(live: Server, path: str) -> None:
    """HEAD, as `curl -I` and monitors send it: the same status and headers, and nothing after them."""
    whole, head = httpx.get(f"{live.url}{path}"), httpx.head(f"{live.url}{path}")
    assert (head.status_code, head.content) == (whole.status_code, b"")
    for name in ("content-type", "content-length"):
        assert head.headers.get(name) == whole.headers.get(name)


def test_a_method_that_is_not_taken_names_those_that_are(live: Server) -> None:
    """405 with `Allow`."""
    table = create(live.url)
    for path, allowed in (("/commands", {"POST"}), ("", {"GET"}), ("/branches", {"GET", "POST"})):
        answer = table.call("PUT", path)
        assert refused(answer) == (405, "method")
        assert set(answer.headers["allow"].split(", ")) == {*allowed, "OPTIONS"}


ROUTES = [
    ("GET", ""), ("GET", "/events"), ("GET", "/state"), ("GET", "/state?at=1"), ("GET", "/options"), ("GET", "/tape"),
    ("GET", "/branches"), ("GET", "/roster"), ("GET", "/audit"), ("GET", "/state?as=ana"), ("POST", "/commands"),
    ("POST", "/preview"), ("POST", "/branches"), ("POST", "/invites"), ("POST", "/shares"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize("token", [None, "no-such-token"])
def test_nothing_tells_whether_a_private_battle_exists(
    live: Server, method: str, path: str, token: str | None
) -> None:
    """One that is there and one that is not: the same status, bytes and headers, whatever the route."""
    there = begun(live.url)
    told = [
        _told(there, method, f"/v1/battles/{id_}{path}", token) for id_ in (there.id, "0" * len(there.id))
    ]
    assert told[0] == told[1]
    assert told[0][0] == 401


def _told(
    table: Table, method: str, path: str, token: str | None
) -> tuple[int, bytes, list[tuple[str, str]]]:
    body = {"json": {"type": "note", "text": "x"}} if method == "POST" else {}
    answer = table.call(method, path, token, **body)
    headers = [one for one in answer.headers.multi_items() if one[0] not in ("date", "x-request-id")]
    return answer.status_code, answer.content, headers


def test_no_code_and_no_link_is_logged(live: Server) -> None:
    """The whole log at debug level, after using each: neither the codes, nor the tokens, nor the links."""
    table = create(live.url)
    code = table.call("POST", "/invites", json={"seat": "eve"}).json()["invite"]
    joined = httpx.post(f"{live.url}/v1/join", json={"invite": code}).json()["token"]
    link = table.call("POST", "/shares", json={"view": "public"}).json()["token"]
    for path in (
        f"/v1/replays/{link}",
        f"/v1/replays/{link}?at=99",
        f"/r/{link}",
        f"/v1/replays/{link}/more",
    ):
        httpx.get(live.url + path)
    table.call("DELETE", f"/v1/shares/{link}")
    table.call("GET", f"/state?token={joined}", joined)
    log = live.log.read_text()
    assert "answered" in log
    for secret in (code, joined, link, *table.tokens.values()):
        assert secret not in log
