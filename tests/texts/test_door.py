"""Every answer that holds words speaks the language its reader accepts, and says so; what is stored does not."""

import json
import re
from pathlib import Path

import httpx
import pytest

from server.rules import every
from tests.serving import Server, Table, begun, client_of, create, refused

RUSSIAN = {"Accept-Language": "ru-RU,ru;q=0.9,en;q=0.5"}
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def speaks(answer: httpx.Response, language: str) -> bool:
    """Whether the answer says that language and that it depends on what was accepted."""
    return (
        answer.headers.get("content-language") == language
        and "accept-language" in answer.headers.get("vary", "").lower()
    )


def followed(table: Table, accepted: dict[str, str]) -> str:
    """The first sentence of a live stream."""
    headers = accepted | {"Accept": "text/event-stream", "Authorization": f"Bearer {table.tokens['gm']}"}
    path = f"/v1/battles/{table.id}/events?with=text"
    with table.client.stream("GET", path, headers=headers) as stream:
        lines = stream.iter_lines()
        assert "event: event" in lines
        assert speaks(stream, accepted["Accept-Language"][:2])
        said: str = json.loads(next(lines).removeprefix("data: "))["text"]
        return said


@pytest.mark.parametrize(("headers", "language"), [({}, "en"), (RUSSIAN, "ru")], ids=["default", "ru"])
def test_a_refusal_speaks_its_readers_language(live: Server, headers: dict[str, str], language: str) -> None:
    """Title and detail; code, rule and facts are the same in every language."""
    table = begun(live.url)
    wrong = {
        "not-your-turn": table.call("POST", "/commands", json={"type": "pass", "unit": "z"}, headers=headers),
        "no-such-event": table.call("GET", "/state?at=99", headers=headers),
        "no-token": table.call("GET", "/state", seat=None, headers=headers),
        "no-such-page": client_of(live.url).get("/nowhere", headers=headers),
        "malformed": table.call("POST", "/commands", json={"type": "fly"}, headers=headers),
    }
    for code, answer in wrong.items():
        assert refused(answer)[1] == code
        assert speaks(answer, language), code
        words = [answer.json()[name] for name in ("title", "detail")]
        assert all(bool(CYRILLIC.search(one)) == (language == "ru") for one in words), words


def test_labels_of_options_are_in_the_readers_language(live: Server) -> None:
    """And nothing else of an option is."""
    table = begun(live.url)
    english, russian = (table.call("GET", "/options", headers=one) for one in ({}, RUSSIAN))
    assert speaks(english, "en")
    assert speaks(russian, "ru")
    bare = [[{**one, "label": ""} for one in each.json()["options"]] for each in (english, russian)]
    assert bare[0] == bare[1]
    assert all(CYRILLIC.search(one["label"]) for one in russian.json()["options"])
    assert not any(CYRILLIC.search(one["label"]) for one in english.json()["options"])


def test_sentences_are_in_the_readers_language_by_every_way_out(live: Server) -> None:
    """A page of the log, its lines, the live stream, a replay, a command's own answer."""
    table = begun(live.url)
    share = table.call("POST", "/shares", json={"view": "public"}).json()["token"]
    answers = {
        "page": table.call("GET", "/events?with=text", headers=RUSSIAN),
        "lines": table.call("GET", "/events?with=text", headers=RUSSIAN | {"Accept": "application/x-ndjson"}),
        "replay": table.call("GET", f"/v1/replays/{share}?with=text", headers=RUSSIAN),
        "command": table.call(
            "POST", "/commands?with=text", json={"type": "pass", "unit": "a"}, headers=RUSSIAN
        ),
    }
    for way, answer in answers.items():
        assert speaks(answer, "ru"), way
        assert CYRILLIC.search(answer.text), way
    assert CYRILLIC.search(followed(table, RUSSIAN))


def test_two_who_follow_one_battle_are_each_told_in_their_own_language(live: Server) -> None:
    """What is written once for many is shared only among those who read the same language."""
    table = begun(live.url)
    told = [followed(table, accepted) for accepted in (RUSSIAN, {"Accept-Language": "en"}, RUSSIAN)]
    assert [bool(CYRILLIC.search(one)) for one in told] == [True, False, True]


def test_the_first_answer_of_a_server_has_every_systems_texts(tmp_path: Path) -> None:
    """Nothing has to be asked before the page's texts are whole."""
    server = Server(tmp_path).start()
    try:
        told = client_of(server.url).get("/texts.json", headers=RUSSIAN)
        assert speaks(told, "ru")
        assert set(told.json()["ruleset"]) == set(every())
    finally:
        server.stop()


def test_what_is_stored_and_hashed_knows_no_language(live: Server) -> None:
    """The log of a battle led in Russian is the log, byte for byte, whoever reads it."""
    table = create(live.url)
    table.call(
        "POST", "/commands?with=text", headers=RUSSIAN, json={"type": "place", "unit": "z", "at": [7, 2]}
    )
    english, russian = (table.call("GET", "/events", headers=one) for one in ({}, RUSSIAN))
    assert english.content == russian.content
    assert "content-language" not in russian.headers
    tapes = [table.call("GET", "/tape", headers=one).content.splitlines()[1:-1] for one in ({}, RUSSIAN)]
    assert tapes[0] == tapes[1]
