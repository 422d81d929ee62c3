"""What HTTP itself asks of every route."""

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest


def ask(url: str, method: str = "GET", body: Any = None) -> tuple[int, dict[str, str], dict[str, Any]]:
    """Status, headers (lower case) and the JSON of an answer, good or bad."""
    sent = None if body is None else json.dumps(body).encode()
    request = Request(url, sent, {"Content-Type": "application/json"}, method=method)
    try:
        with urlopen(request) as answer:
            return answer.status, _lower(answer.headers), json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, _lower(error.headers), json.load(error)


def _lower(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def public_battle(server: str) -> str:
    """The address of a battle that anyone may read."""
    _, _, made = ask(f"{server}/v1/battles", "POST", {"sample": "mossy-cave", "public": True})
    return f"{server}/v1/battles/{made['battle']['id']}"


def test_a_wrong_method_names_the_right_ones(server: str) -> None:
    """405 says in `Allow` what the address takes (RFC 9110)."""
    status, headers, body = ask(f"{server}/v1/rulesets", "DELETE")
    assert (status, body["code"]) == (405, "method")
    assert "GET" in headers["allow"]


@pytest.mark.parametrize(
    ("path", "body"),
    [("/commands", {"type": "start"}), ("/preview", {"type": "start"}), ("/branches", {"at": 1})],
)
def test_a_public_battle_is_read_not_written_without_a_token(
    server: str, path: str, body: dict[str, Any]
) -> None:
    """Reading a public battle needs no token; sending something does: 401, not 403."""
    battle = public_battle(server)
    assert ask(battle)[0] == 200
    status, headers, problem = ask(battle + path, "POST", body)
    assert (status, problem["code"]) == (401, "no-token")
    assert headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("value", "status"), [("9007199254740991", 200), ("90071992547409930", 400), ("+1", 400)]
)
def test_numbers_of_the_query_go_as_far_as_the_document_says(server: str, value: str, status: int) -> None:
    """A query takes whole numbers up to 2^53 and nothing that only looks like one."""
    assert ask(f"{server}/v1/battles?cursor={value.replace('+', '%2B')}")[0] == status
