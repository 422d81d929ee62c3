"""kill -9 of a real server under load: what was acknowledged is there once, what is retried is there once."""

import json
import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Timer

import httpx

from tests.serving import Server, begun, client_of, close_clients

KILLS = int(os.environ.get("BATTLETAPE_TEST_KILLS", "6"))
WORKERS = 6
SECONDS = 0.4


def test_nothing_acknowledged_is_lost_and_nothing_is_doubled(tmp_path: Path) -> None:
    """Notes with ids from six clients; killed at any moment; retried after the restart; then counted."""
    server = Server(tmp_path).start()
    table = begun(server.url, dice="server")
    token = table.tokens["gm"]
    acknowledged: set[str] = set()
    uncertain: set[str] = set()

    def load(worker: int, life: int, over: Event) -> None:
        with httpx.Client(base_url=server.url, timeout=5) as client:
            n = 0
            while not over.is_set():
                id_ = f"{life}-{worker}-{n}"
                n += 1
                try:
                    answer = send(client, id_)
                except httpx.HTTPError:
                    uncertain.add(id_)
                    return
                assert answer.status_code == 201, answer.text
                acknowledged.add(id_)

    def send(client: httpx.Client, id_: str) -> httpx.Response:
        return client.post(
            f"/v1/battles/{table.id}/commands",
            json={"type": "note", "text": id_, "id": id_},
            headers={"Authorization": f"Bearer {token}"},
        )

    try:
        for life in range(KILLS):
            over = Event()
            timer = Timer(SECONDS + life * 0.013, server.kill)
            timer.start()
            with ThreadPoolExecutor(WORKERS) as pool:
                list(pool.map(lambda worker, life=life, over=over: load(worker, life, over), range(WORKERS)))
            timer.join()
            close_clients()
            server.start()
            for id_ in sorted(uncertain):
                answer = send(client_of(server.url), id_)
                assert answer.status_code in (200, 201)
                acknowledged.add(id_)
            uncertain.clear()
        table.client = client_of(server.url)
        lines = table.call("GET", "/events", headers={"Accept": "application/x-ndjson"})
        noted = Counter(
            event["command"]["text"]
            for event in map(json.loads, lines.text.splitlines())
            if event["command"]["type"] == "note"
        )
        assert set(noted) == acknowledged
        assert set(noted.values()) == {1}
        assert len(acknowledged) > KILLS
        assert table.get("/audit")["verified"]
    finally:
        close_clients()
        server.stop()


def test_dice_are_the_same_with_and_without_a_restart(tmp_path: Path) -> None:
    """A round rewound and played again after a kill has the dice it had before."""
    server = Server(tmp_path).start()
    try:
        table = begun(server.url, dice="server", settings={"ties": "roster"})
        here = table.get()["head"]

        def next_round() -> list[object]:
            while table.state()["round"] == 1:
                table.do("pass", unit=table.state()["turn"])
            return next(e["rolls"] for e in reversed(table.events()) if e["rolls"])

        first = next_round()
        table.do("rewind", to=here)
        server.kill()
        close_clients()
        server.start()
        table.client = client_of(server.url)
        assert next_round() == first
        assert table.get("/audit")["verified"]
    finally:
        close_clients()
        server.stop()


def test_who_is_waited_for_is_so_since_the_same_time_after_a_restart(tmp_path: Path) -> None:
    """Contract 2: a note asks nobody for anything, neither before nor after."""
    server = Server(tmp_path).start()
    try:
        table = begun(server.url)
        waiting = table.get()["waiting_for"]
        table.do("note", text="where is everybody?")
        assert table.get()["waiting_for"] == waiting
        server.kill()
        close_clients()
        server.start()
        table.client = client_of(server.url)
        assert table.get()["waiting_for"] == waiting
    finally:
        server.stop()
        close_clients()
