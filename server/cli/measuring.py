"""`battletape bench`: how fast, each figure beside what it is held to."""

import asyncio
import tempfile
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from server.bench.bench import SMALL, Sizes, opened
from server.bench.fanout import measured
from server.bench.figures import Figure
from server.bench.rows import ROWS
from server.cli.group import json_option, main


@main.command()
@click.argument("rows", nargs=-1, type=click.Choice(list(ROWS)), metavar="[ROW]…")
@click.option("--small", is_flag=True, help="Only show that it runs; the figures mean nothing.")
@json_option
def bench(rows: tuple[str, ...], small: bool, as_json: bool) -> None:
    """Measures things in pairs, side by side, and their ratio.

    The database is SQLite's, in a temporary folder.

    \b
    Rows: http decide rebuild state late rewinds branch memory verify; all where none is named.
    """
    wanted = rows or tuple(ROWS)
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(_measured(Path(folder), wanted, SMALL if small else Sizes()))
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        _told(found)


@main.command()
@click.option("--followers", type=click.IntRange(1), default=500, show_default=True)
@click.option("--events", type=click.IntRange(1), default=100, show_default=True)
@json_option
def fanout(followers: int, events: int, as_json: bool) -> None:
    """Measures how soon an event is with all who follow its battle.

    They follow over real connections on this machine.
    """
    found = asyncio.run(measured(followers, events))
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    click.echo(
        f"{found.events} events to {found.followers} followers, from sending the command: median "
        f"{found.median} ms, 99th percentile {found.p99} ms, all have it after {found.last} ms; "
        f"the answer itself takes {found.answered} ms."
    )


async def _measured(folder: Path, wanted: tuple[str, ...], sizes: Sizes) -> list[Figure]:
    console = Console(stderr=True)
    found: list[Figure] = []
    async with opened(folder, sizes) as ready:
        with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("", total=len(wanted))
            for name in wanted:
                bar.update(task, description=name)
                found += await ROWS[name](ready)
                bar.advance(task)
    return found


def _told(found: list[Figure]) -> None:
    table = Table("what", "measured", "beside it", "ratio", "asked", "holds")
    for one in found:
        table.add_row(
            one.what,
            _number(one.measured, one.unit),
            _number(one.beside, one.unit),
            _number(one.ratio),
            f"{one.asked} {one.target:g}",
            {True: "yes", False: "no", None: "not installed"}[one.holds],
        )
    Console().print(table)


def _number(value: float | None, unit: str = "") -> str:
    if value is None:
        return "–"
    digits = 0 if value >= 100 else 2
    return f"{value:,.{digits}f} {unit}".rstrip()
