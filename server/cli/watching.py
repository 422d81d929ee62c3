"""`battletape demo` and `show`: a battle played by bots, a battle printed."""

import random

import click
import msgspec

from server.battles import board, bots, opening, reading
from server.battles.service import Battles
from server.cli.group import database_option, json_option, language, main, read_settings, with_battles


@main.command()
@database_option
@click.option("--ruleset", default="pmd", show_default=True)
@click.option("--sample", help="Which sample battle; default the first.")
@click.option("--seed", type=int, help="Of the bots' choices (the dice are the server's own).")
@json_option
def demo(database: str | None, ruleset: str, sample: str | None, seed: int | None, as_json: bool) -> None:
    """Two bots play a whole battle; it stays in the database."""
    found = read_settings(database=database)

    async def work(battles: Battles) -> None:
        name = sample or bots.first_sample(ruleset)
        begun = await opening.create(
            battles, msgspec.json.encode({"ruleset": ruleset, "sample": name, "public": True})
        )
        state = await bots.play(battles, begun.table.id, random.Random(seed))
        if as_json:
            click.echo(
                msgspec.json.encode({"battle": state.battle, "head": state.seq, "outcome": state.outcome})
            )
        else:
            click.echo(await board.story(battles, state.battle, language()))

    with_battles(found, work)


@main.command()
@click.argument("battle")
@click.option("--at", type=click.IntRange(1), help="After which event; default the last.")
@database_option
@json_option
def show(battle: str, at: int | None, database: str | None, as_json: bool) -> None:
    """Prints a battle's state with its board."""
    found = read_settings(database=database)

    async def work(battles: Battles) -> None:
        state = await reading.state(battles, battle, at)
        click.echo(msgspec.json.encode(state) if as_json else board.drawn(state, language()))

    with_battles(found, work, guest=True)
