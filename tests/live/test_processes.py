"""One battle through two server processes on one PostgreSQL: as if there were one."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.serving import Plain, Server, Table, begun, create

Two = tuple[Server, Server]


def _send(two: Two, table: Table, number: int, command: Plain) -> httpx.Response:
    """A command through one server or the other."""
    return httpx.post(
        f"{two[number % 2].url}/v1/battles/{table.id}/commands",
        json=command,
        headers={"Authorization": f"Bearer {table.tokens['gm']}"},
        timeout=60,
    )


def _all_at_once(count: int, send: Callable[[int], httpx.Response]) -> list[httpx.Response]:
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(send, range(count)))


def _same_everywhere(two: Two, table: Table) -> list[Plain]:
    """Both servers have the same whole log and the same fold of it; the log."""
    seen: list[list[Any]] = []
    for server in two:
        here = Table(server.url, table.created)
        assert here.get("/audit")["verified"]
        seen.append([here.events(), here.state(), here.get()["hash"]])
    assert seen[0] == seen[1]
    log: list[Plain] = seen[0][0]
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    return log


def test_of_fifty_that_expect_the_same_head_one_is_accepted(two: Two) -> None:
    """The other 49 are told stale with the real head and the event they missed, whichever server they asked."""
    table = create(two[0].url)
    command = {"type": "place", "unit": "z", "at": [6, 2], "expected": 1}
    answers = _all_at_once(50, lambda number: _send(two, table, number, command))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 49}
    for answer in answers:
        if answer.status_code == 409:
            told = answer.json()
            assert (told["code"], told["head"]) == ("stale", 2)
            assert [event["seq"] for event in told["missed"]] == [2]
    assert len(_same_everywhere(two, table)) == 2


def test_one_id_through_both_is_one_event(two: Two) -> None:
    """Of many sendings one appends, and all are answered with its event."""
    table = create(two[0].url)
    command = {"type": "roll", "dice": "2d6", "reason": "whose die?", "rolls": [3, 4], "id": "only-once"}
    answers = _all_at_once(20, lambda number: _send(two, table, number, command))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: 19}
    assert {answer.text for answer in answers} == {answers[0].text}
    assert len(_same_everywhere(two, table)) == 2
    other = _send(two, table, 1, command | {"reason": "mine"})
    assert (other.status_code, other.json()["code"]) == (409, "id-reused")


def test_a_storm_through_both_loses_and_doubles_nothing(two: Two) -> None:
    """Notes at once from sixteen clients: every acknowledged one is there, once, in one unbroken chain."""
    table = create(two[0].url)

    def write(number: int) -> httpx.Response:
        for turn in range(5):
            answer = _send(two, table, number + turn, {"type": "note", "text": f"{number}-{turn}"})
            assert answer.status_code == 201, answer.text
        return answer

    _all_at_once(16, write)
    noted = Counter(event["command"].get("text") for event in _same_everywhere(two, table)[1:])
    assert noted == {f"{number}-{turn}": 1 for number in range(16) for turn in range(5)}


@pytest.mark.parametrize("dice", ["server", "table"])
def test_each_server_judges_on_what_the_other_has_appended(two: Two, dice: str) -> None:
    """Turn about, with `expected` set: nothing is stale, no die comes twice, and a rewind at one counts at both."""
    table = begun(two[0].url, dice=dice, settings={"ties": "roster"})
    here = [Table(server.url, table.created) for server in two]
    for number in range(8):
        state = here[number % 2].state()
        if state["turn"] is None:
            here[number % 2].do("start-round", rolls=[9, 8, 7])
            state = here[number % 2].state()
        here[(number + 1) % 2].do("pass", unit=state["turn"], expected=state["seq"])
    here[0].do("rewind", to=6)
    assert here[1].state()["round"] == 1
    head = here[1].get()["head"]
    assert here[1].do("undo")[0]["seq"] == head + 1
    assert here[0].state() == here[1].state()
    assert here[0].problem({"type": "place", "unit": "a", "at": [6, 2]}, "ana")[0] in (403, 422)
    _same_everywhere(two, table)
