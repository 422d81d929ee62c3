"""A real server process on a free port, and a client that speaks to it as a front end would."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30.0
STARTED = 120.0
"""Seconds that a server may take to start where many things run at once."""
Plain = dict[str, Any]
_CLIENTS: dict[str, httpx.Client] = {}


def client_of(url: str) -> httpx.Client:
    """One client for all calls on a server; `close_clients` ends them."""
    if url not in _CLIENTS:
        _CLIENTS[url] = httpx.Client(base_url=url, timeout=PATIENCE)
    return _CLIENTS[url]


def close_clients() -> None:
    """Called when a server goes."""
    while _CLIENTS:
        _CLIENTS.popitem()[1].close()


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Server:
    """`battletape serve` as a process; its log goes to a file, at debug level.

    `before` is Python that runs in the process before the server: it sets a limit lower, or breaks something.
    """

    def __init__(
        self, folder: Path, port: int | None = None, database: str | None = None, before: str = ""
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.before = before
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self.database = database or f"sqlite:///{folder / 'battles.db'}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        """Starts it and waits until it is ready."""
        command = [
            sys.executable,
            "-c",
            f"{self.before}\nfrom server.cli import main; main()",
            "serve",
            "--port",
            str(self.port),
        ]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "BATTLETAPE_LOG_LEVEL": "debug"}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--database", self.database, "--no-sample"],
                cwd=self.folder, env=environment, stdout=log, stderr=log,
            )  # fmt: skip
        end = time.monotonic() + STARTED
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(self.log.read_text())
            try:
                if httpx.get(f"{self.url}/health/ready", timeout=1).status_code == 200:
                    return self
            except httpx.HTTPError:
                time.sleep(0.05)
        raise TimeoutError(self.log.read_text())

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Asks it to end, and waits."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)


class Table:
    """One battle on a server with everybody's tokens."""

    def __init__(self, url: str, created: Plain) -> None:
        self.url = url
        self.client = client_of(url)
        self.created = created
        self.id: str = created["battle"]["id"]
        tokens = created["tokens"]
        self.tokens: dict[str, str] = {
            "gm": tokens["gm"],
            "spectator": tokens["spectator"],
            **tokens["seats"],
        }

    def call(self, method: str, path: str, seat: str | None = "gm", **more: Any) -> httpx.Response:
        """A call on this battle (or on any path that begins with /v1/) as a seat, or with a token as it is."""
        headers = dict(more.pop("headers", {}))
        if seat is not None:
            headers["Authorization"] = f"Bearer {self.tokens.get(seat, seat)}"
        full = path if path.startswith("/v1/") else f"/v1/battles/{self.id}{path}"
        return self.client.request(method, full, headers=headers, **more)

    def get(self, path: str = "", seat: str | None = "gm", **more: Any) -> Any:
        """What a GET answers; it must be 200."""
        answer = self.call("GET", path, seat, **more)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def send(self, command: Plain, seat: str | None = "gm", **more: Any) -> httpx.Response:
        """A command."""
        return self.call("POST", "/commands", seat, json=command, **more)

    def do(self, type_: str, seat: str = "gm", **fields: Any) -> list[Plain]:
        """A command that must be accepted; its events."""
        answer = self.send({"type": type_, **fields}, seat)
        assert answer.status_code in (200, 201), answer.text
        events: list[Plain] = answer.json()["events"]
        return events

    def problem(self, command: Plain, seat: str | None = "gm", **more: Any) -> tuple[int, str]:
        """A command that must be refused with a whole problem; status and code."""
        return refused(self.send(command, seat, **more))

    def state(self, at: int | None = None, seat: str = "gm") -> Plain:
        """The state."""
        found: Plain = self.get("/state" + ("" if at is None else f"?at={at}"), seat)
        return found

    def events(self) -> list[Plain]:
        """The whole log."""
        found: list[Plain] = self.get("/events?limit=1000")["events"]
        return found


def refused(answer: httpx.Response) -> tuple[int, str]:
    """An RFC 9457 problem, whole: status and code."""
    assert answer.headers["content-type"].startswith("application/problem+json"), answer.text
    body = answer.json()
    assert body["status"] == answer.status_code
    assert body["title"]
    assert body["detail"]
    assert body["type"]
    return answer.status_code, body["code"]


def create(url: str, **spec: Any) -> Table:
    """A battle of pmd; whatever a test does not say is small."""
    body: Plain = {
        "ruleset": "pmd",
        "dice": "table",
        "board": {"type": "grid", "width": 9, "height": 5},
        "seats": ["ana", "ben"],
        "units": [
            {"id": "a", "side": "allies", "seat": "ana"},
            {"id": "b", "side": "allies", "seat": "ben"},
            {"id": "z", "side": "enemies"},
        ],
    }
    answer = client_of(url).post("/v1/battles", json=body | spec)
    assert answer.status_code == 201, answer.text
    return Table(url, answer.json())


def begun(url: str, **spec: Any) -> Table:
    """The same, placed and started: events 2-4 place z, a, b, event 5 starts, event 6 is round 1 (a, b, z).

    Where the server rolls, equals stand in roster order: it is always somebody's turn.
    """
    if spec.get("dice") == "server":
        spec = {"settings": {"ties": "roster"}} | spec
    table = create(url, **spec)
    for unit, at in (("z", [6, 2]), ("a", [1, 2]), ("b", [1, 4])):
        table.do("place", unit=unit, at=at)
    table.do("start")
    if table.created["battle"]["dice"] == "table":
        table.do("start-round", rolls=[9, 8, 7])
    return table
