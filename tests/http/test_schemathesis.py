"""schemathesis holds the running server to the document it serves: never a 500, answers as declared.

Every route gets requests that fit its schemas and requests that do not, with tokens and ids of battles that
are there, so that they reach inside: in setup, in play with something hidden, ended, public.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode, SerializationContext
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from server.http.operation import Operation
from server.http.operations import OPERATIONS
from tests.serving import Server, Table, begun, client_of, create
from tests.tapes.make_samples import FOLDER

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 8
"""Requests of each kind a route."""


TAPES = "application/x-ndjson"


@schemathesis.serializer(TAPES)
def lines(_context: SerializationContext, value: object) -> dict[str, bytes]:
    """A tape goes out as the text that it is."""
    return {"data": str(value).encode(errors="replace")}


@dataclass(frozen=True)
class Seeded:
    """What is there to be asked for, handed out in turn."""

    battles: list[Table]
    share: Callable[[Table], str]
    turn: "count[int]"

    def aim(self, case: Case) -> None:
        """Puts a real battle, token, share or ruleset in the place of whatever the schema made up."""
        turn = next(self.turn)
        table = self.battles[turn % len(self.battles)]
        seat = ("gm", "gm", "ana", "spectator")[turn // len(self.battles) % 4]
        real = {"battle": table.id, "ruleset": "pmd"}
        if "token" in case.path_parameters:
            real["token"] = self.share(table)
        if case.media_type == TAPES and turn % 2:
            case.body = (FOLDER / "pmd-win.tape").read_text() + ("" if turn % 4 == 1 else str(case.body))
        case.path_parameters.update({key: real[key] for key in case.path_parameters})
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {table.tokens[seat]}"}


def takes(row: Operation) -> bool:
    """Whether an operation is told anything that may be wrong."""
    return bool(row.params or row.body)


@pytest.fixture(scope="session")
def seeded(live: Server) -> Seeded:
    """One battle in setup, one in play that hides enemies, one that has ended, one that all may read."""
    ended = begun(live.url, dice="server")
    ended.do("end", reason="enough")
    hiding = begun(live.url, settings={"hidden": ["enemy-sheets"]})
    battles = [create(live.url), hiding, ended, begun(live.url, public=True, dice="server")]

    def share(table: Table) -> str:
        found: str = table.call("POST", "/shares", json={"view": "public"}).json()["token"]
        return found

    return Seeded(battles, share, count())


@pytest.fixture(scope="session")
def described(live: Server) -> BaseSchema:
    """The document as the server serves it."""
    return schemathesis.openapi.from_dict(client_of(live.url).get("/schema/openapi.json").json())


SENT = [(row, mode) for row in OPERATIONS for mode in GenerationMode if mode.is_positive or takes(row)]


@pytest.mark.parametrize(
    ("row", "mode"), SENT, ids=[f"{row.id}-{'fits' if mode.is_positive else 'unfit'}" for row, mode in SENT]
)
def test_no_request_fails_the_server_and_every_answer_is_as_declared(
    row: Operation, mode: GenerationMode, described: BaseSchema, live: Server, seeded: Seeded
) -> None:
    """Status, media type, headers and body of whatever comes back stand in the document; none is a 500.

    What fits is answered with what was asked for at least once, where nothing else decides that.
    """
    operation = described[row.path][row.method]
    statuses = set()

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def holds(case: Case) -> None:
        seeded.aim(case)
        answer = case.call_and_validate(base_url=live.url, checks=CHECKS, timeout=20)
        statuses.add(answer.status_code)

    holds()
    assert row.method != "GET" or not mode.is_positive or 200 in statuses
