"""`battletape export`, `import`, `verify`: replay files on the command line."""

import sys
from pathlib import Path
from typing import NoReturn

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from replays import tape, verify
from replays.finding import EXIT, Finding
from replays.opening import opened
from server.battles import tapes, taping
from server.battles.service import Battles
from server.cli.group import database_option, json_option, main, read_settings, with_battles


@main.command()
@click.argument("battle")
@click.option("--out", type=click.Path(path_type=Path), help="Default BATTLE.tape; .gz and .zst are packed.")
@database_option
def export(battle: str, out: Path | None, database: str | None) -> None:
    """Writes a battle's replay file.

    `--out -` writes it plain to the standard output.
    """
    found = read_settings(database=database)

    async def work(battles: Battles) -> None:
        data = await taping.tape(battles, battle)
        if str(out) == "-":
            click.echo(data, nl=False)
            return
        file = out or Path(f"{battle}.tape")
        file.write_bytes(tape.pack(data, tape.packing_of(file.name)))
        click.echo(file)

    with_battles(found, work, guest=True)


@main.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
@json_option
def import_(file: Path, database: str | None, as_json: bool) -> None:
    """Verifies a replay file and keeps it as a battle.

    It can be watched and branched, and takes no commands.
    """
    found = read_settings(database=database)
    data = file.read_bytes()

    async def work(battles: Battles) -> None:
        creation = await taping.import_tape(battles, data)
        told = {"battle": creation.battle, "tokens": creation.tokens}
        click.echo(msgspec.json.encode(told) if as_json else creation.battle.id)

    try:
        with_battles(found, work)
    except Finding as finding:
        _fail(finding, as_json)


@main.command("verify")
@click.argument("what", metavar="FILE|BATTLE")
@click.option("--rules", is_flag=True, help="Decide everything again by today's rules.")
@click.option("--head", help="The hash it must end with; then a tape without footer may hold too.")
@click.option("--full", type=click.Path(exists=True, path_type=Path), help="The whole tape, to open a view.")
@database_option
@json_option
def verify_(
    what: str, rules: bool, head: str | None, full: Path | None, database: str | None, as_json: bool
) -> None:
    """Says whether a tape holds, or the first line that does not.

    A FILE of `-` is the standard input.

    Exit codes: 0 it holds, 3 form, 4 truncated, 5 chain, 6 digest, 7 dice, 8 effects, 9 other by today's
    rules, 10 the head given is not reached, 11 a withheld part is another, 12 a fact of a newer server,
    13 withheld parts where the whole is needed, 14 footer, 15 header.
    """
    data = _bytes_of(what, database)
    try:
        found = _checked(data, head)
        if rules:
            _check_rules(found)
        opened = _opened(full, found) if full is not None else 0
    except Finding as finding:
        _fail(finding, as_json)
    told = {"holds": True, "events": len(found.bodies), "head": found.head, "whole": found.whole}
    if as_json:
        click.echo(msgspec.json.encode(told))
    else:
        click.echo(f"It holds: {len(found.bodies)} events, head {found.head}.")
        click.echo(f"Dice: {'proved' if found.seeds else 'no seed is published'}.")
        if full is not None:
            click.echo(f"Withheld parts opened: {opened}.")


def _bytes_of(what: str, database: str | None) -> bytes:
    """A battle's id has letters and digits only; whatever has more is meant for a file."""
    if what == "-":
        return sys.stdin.buffer.read()
    if Path(what).exists() or not what.isalnum():
        return Path(what).read_bytes()
    return _from_store(what, database)


def _from_store(battle: str, database: str | None) -> bytes:
    holder: list[bytes] = []

    async def work(battles: Battles) -> None:
        holder.append(await taping.tape(battles, battle))

    with_battles(read_settings(database=database), work, guest=True)
    return holder[0]


def _checked(data: bytes, head: str | None) -> verify.Tape:
    """Verifies with a bar on a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("verifying", total=None)
        return verify.verify(data, head, tick=lambda: bar.advance(task))


def _check_rules(found: verify.Tape) -> None:
    if not found.whole:
        raise Finding("redacted", 1, "view", "a whole tape", found.header.view)
    difference = tapes.decided_again(found)
    if difference is not None:
        raise Finding("rules", difference.seq + 1, difference.what, difference.recorded, difference.today)


def _opened(full: Path, found: verify.Tape) -> int:
    return sum(1 for _ in opened(verify.verify(full.read_bytes()), found))


def _fail(finding: Finding, as_json: bool) -> NoReturn:
    if as_json:
        click.echo(
            msgspec.json.encode(
                {
                    "holds": False,
                    "kind": finding.kind,
                    "line": finding.line,
                    "what": finding.what,
                    "expected": str(finding.expected),
                    "got": str(finding.got),
                }
            )
        )
    else:
        click.echo(f"It does not hold ({finding.kind}). {finding}", err=True)
    sys.exit(EXIT[finding.kind])
