"""`battletape schemas`: the JSON Schemas of every word."""

import sys
from pathlib import Path

import click

from schemas import publish
from server.cli.group import main


@main.command()
@click.option(
    "--out", type=click.Path(path_type=Path), default=publish.FOLDER, help="Where to; default schemas/json."
)
@click.option("--check", is_flag=True, help="Only say what differs; exit 1 if anything does.")
def schemas(out: Path, check: bool) -> None:
    """Writes the JSON Schemas of every word."""
    differing = publish.differing(out)
    if check:
        for name in differing:
            click.echo(name)
        sys.exit(1 if differing else 0)
    publish.write(out)
    click.echo(f"{len(differing)} changed in {out}")
