"""`battletape bench`: how fast, beside what it is held to."""

import asyncio
import tempfile
from pathlib import Path

import click
import msgspec

from server.battles.service import Battles
from server.bench import figures
from server.cli.group import json_option, main
from server.store import open_store
from server.store.migrate import upgrade


@main.command()
@click.option("--events", type=click.IntRange(100), default=10_000, show_default=True, help="Of a long log.")
@json_option
def bench(events: int, as_json: bool) -> None:
    """Measures on SQLite in a temporary folder; every figure is a ratio of two measured in one run."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.db'}"
        upgrade(url)
        found = asyncio.run(_measured(url, events))
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    for one in found:
        click.echo(f"{one.what}: {one.measured:.2f} / {one.beside:.2f} = {one.ratio:.2f} (asked {one.bound})")


async def _measured(url: str, events: int) -> list[figures.Figure]:
    store = open_store(url)
    await store.open()
    try:
        battles = Battles(store)
        return [*await figures.long_log(battles, events), await figures.rewinds(battles)]
    finally:
        await store.close()
