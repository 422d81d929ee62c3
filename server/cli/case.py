"""`battletape case`: a replay as one page that opens from disk, for a dispute or a post in a forum."""

from pathlib import Path
from typing import Any

import click
import msgspec

from replays import views
from schemas import texts
from schemas.seats import GM, SPECTATOR
from server.battles import reading, taping
from server.battles.service import Battles
from server.battles.table import PAGE, Entry
from server.cli.group import database_option, language, main, read_settings, with_battles
from server.engine.catalogue import rule_texts
from server.engine.refusals import Refused
from server.http import rendering
from server.http.web import SECTIONS
from server.web.casefile import page


@main.command()
@click.argument("battle")
@click.option("--from", "first", type=click.IntRange(1), default=1, help="The first event shown.")
@click.option("--to", "last", type=click.IntRange(1), help="The last event shown; default the head.")
@click.option("--as", "view", metavar="SEAT", default=GM, help="Whose view; default the game master's.")
@click.option(
    "--language", type=click.Choice(texts.LANGUAGES), default=language, help="Default the locale's."
)
@click.option("--out", type=click.Path(path_type=Path), help="Default BATTLE.html.")
@database_option
def case(
    battle: str,
    database: str | None,
    out: Path | None,
    language: str,
    first: int,
    last: int | None,
    view: str,
) -> None:
    """Writes a battle's replay as one .html file.

    In it are the player, the tape, the rules it quotes and the verifier. It opens by a double click, without
    a server; one may be running on the database. The tape in it begins with event 1 whatever --from says, so
    that it can be checked, and ends with --to.
    """

    if last is not None and first > last:
        raise click.UsageError(f"--from {first} comes after --to {last}")

    async def work(battles: Battles) -> None:
        given = await enclosed(battles, battle, first, last, view, language)
        file = out or Path(f"{battle}.html")
        file.write_text(page(given, language), encoding="utf-8")
        click.echo(file)

    with_battles(read_settings(database=database), work, guest=True)


async def enclosed(
    battles: Battles, battle: str, first: int, last: int | None, view: str, language: str
) -> dict[str, Any]:
    """All that the page is told. Raises Refused."""
    end = await reading.state(battles, battle, last)
    if first > end.seq:
        raise Refused("no-such-event", at=first, head=end.seq)
    if view not in (GM, SPECTATOR, views.PUBLIC, *end.seats):
        raise Refused("malformed", why="unknown-seat", path="--as", seat=view[:40])
    reader = rendering.Reader(views.sight(end, view), frozenset(rendering.WITH), language)
    entries = await _entries(battles, battle, first, end.seq)
    shown = [msgspec.json.decode(rendering.event(one, reader)) for one in entries]
    system = (await battles.table(battle)).system
    return {
        "title": end.title,
        "ruleset": end.ruleset,
        "view": view,
        "from": first,
        "state": views.state(entries[0].after, reader.sight),
        "parts": [{name: event[name] for name in rendering.WITH} for event in shown],
        "tape": (await taping.tape(battles, battle, view, end.seq)).decode(),
        "rules": {name: one for name, one in rule_texts(system.folder).items() if name in _cited(shown)},
        "texts": {name: texts.section(name, language) for name in SECTIONS},
    }


async def _entries(battles: Battles, battle: str, first: int, last: int) -> list[Entry]:
    found: list[Entry] = []
    while (after := first - 1 + len(found)) < last:
        more, _ = await reading.entries(battles, battle, after, min(PAGE, last - after))
        found.extend(more)
    return found


def _cited(events: list[dict[str, Any]]) -> set[str]:
    """The numbers of the rules that the events name, each as `system/number`."""
    rules = (fact.get("rule") for event in events for fact in event["effects"])
    return {rule.rpartition("/")[2] for rule in rules if rule}
