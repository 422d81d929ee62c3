"""`battletape invite`: a seat's link made on the database itself, for a GM who lost the tab."""

import click
import msgspec

from schemas.base import Slug
from server.battles import seats
from server.battles.service import Battles
from server.cli.group import database_option, json_option, main, read_settings, with_battles
from server.http.rendering import invited


@main.command()
@click.argument("battle")
@click.argument("seat")
@click.option("--revoke", is_flag=True, help="End the seat's tokens and older codes first.")
@database_option
@json_option
def invite(battle: str, seat: str, revoke: bool, database: str | None, as_json: bool) -> None:
    """Makes a link that seats whoever opens it first, as `gm` too.

    A server may be running on the database. The link begins with BATTLETAPE_PUBLIC_URL, else with
    BATTLETAPE_HOST and BATTLETAPE_PORT.
    """
    found = read_settings(database=database)
    try:
        slug = msgspec.convert(seat, Slug)
    except msgspec.ValidationError as error:
        raise click.ClickException(f"{seat!r} is no seat: a-z, 0-9 and -, at most 40") from error

    async def work(battles: Battles) -> str:
        return await seats.invite(battles, battle, slug, revoke=revoke)

    code = with_battles(found, work, guest=True)
    url = f"{found.public_url.rstrip('/') or f'http://{found.host}:{found.port}'}/{invited(battle, code)}"
    click.echo(msgspec.json.encode({"invite": code, "url": url}) if as_json else url)
