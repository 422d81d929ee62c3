"""What operators ask a server: is it ready, what does it do."""

import asyncio
import re
import time
from pathlib import Path

import httpx
from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.live.streams import Stream
from tests.serving import Server, close_clients, create, refused


def _let_in(postgres: URL, database: str, yes: bool) -> None:
    """Whether a database takes connections; those that it has are ended where it does not."""
    statements = [f"ALTER DATABASE {database} ALLOW_CONNECTIONS {yes}"]
    if not yes:
        statements.append(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"
        )

    async def work() -> None:
        engine = create_async_engine(
            postgres.set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT"
        )
        async with engine.connect() as connection:
            for statement in statements:
                await connection.execute(text(statement))
        await engine.dispose()

    asyncio.run(work())


def test_a_server_without_its_database_is_alive_but_not_ready(
    tmp_path: Path, postgres_server: URL, postgres_empty_url: str
) -> None:
    """503 for readiness and commands while it is gone, `bye` for followers; then all goes on by itself."""
    name = postgres_empty_url.partition("?")[0].rpartition("/")[2]
    server = Server(tmp_path, database=postgres_empty_url).start()
    try:
        table = create(server.url)
        with Stream(table) as follower:
            assert follower.seqs(1) == [1]
            _let_in(postgres_server, name, yes=False)
            assert refused(httpx.get(f"{server.url}/health/ready")) == (503, "unavailable")
            assert httpx.get(f"{server.url}/health/live").status_code == 200
            assert table.problem({"type": "note", "text": "hello?"}) == (503, "unavailable")
            assert follower.next("bye") == {"why": "unavailable"}
            _let_in(postgres_server, name, yes=True)
            end = time.monotonic() + 20
            while httpx.get(f"{server.url}/health/ready").status_code != 200:
                assert time.monotonic() < end
            table.do("note", text="back again")
        assert "Traceback" not in server.log.read_text()
        with Stream(table, last=1) as follower:
            assert follower.seqs(1) == [2]
    finally:
        _let_in(postgres_server, name, yes=True)
        close_clients()
        server.stop()


def test_metrics_count_and_name_nobody(live: Server) -> None:
    """Commands by rule system and outcome, followers, appends; no battle, seat or token stands among them."""
    table = create(live.url, seats=["zzana"], units=[{"id": "zzunit", "side": "allies", "seat": "zzana"}])

    def counted() -> dict[str, float]:
        shown = httpx.get(f"{live.url}/metrics").text
        assert not re.search(f"zz|{table.id}|{'|'.join(table.tokens.values())}", shown)
        return {
            name: float(value) for name, value in re.findall(r"^(battletape_\S+) (\S+)$", shown, re.MULTILINE)
        }

    def outcome(of: str) -> str:
        return f'battletape_commands_total{{outcome="{of}",ruleset="pmd"}}'

    before = counted()
    for _ in range(2):
        table.do("note", text="once", id="once")
    table.problem({"type": "pass", "unit": "zzunit"})
    with Stream(table) as stream:
        stream.seqs(2)
        after = counted()
    told = (outcome("accepted"), outcome("repeated"), outcome("battle-not-started"), "battletape_followers")
    assert [after[name] - before.get(name, 0) for name in told] == [1, 1, 1, 1]
    assert after["battletape_append_seconds_count"] > before["battletape_append_seconds_count"]
