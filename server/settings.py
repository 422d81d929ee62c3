"""What a server is told: flags of the command line, else `BATTLETAPE_*`, else these defaults."""

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

PREFIX = "BATTLETAPE_"


class Settings(Struct, frozen=True, kw_only=True):
    """`database` is a SQLAlchemy URL; `sample` leaves a finished battle in a database that has none;
    `public_url` is what links begin with where a proxy stands before the server; `create_key`: who creates
    battles must send it as a bearer token, nobody need where it is empty; `limit_address` and `limit_token`:
    requests a minute, 0 for no limit, never counted on loopback; `trusted_proxies`: addresses or networks,
    comma-separated, whose `X-Forwarded-For` is believed, so that those behind them are counted one by one."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "sqlite:///battletape.db"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_json: bool = False
    sample: bool = True
    public_url: str = ""
    create_key: str = ""
    limit_address: Annotated[int, Meta(ge=0)] = 6000
    limit_token: Annotated[int, Meta(ge=0)] = 1200
    trusted_proxies: str = ""


def read(environ: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """The settings; what is given (and not None) comes before the environment. Raises ValueError."""
    found: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        value = environ.get(PREFIX + name.upper())
        if value is not None:
            found[name] = value
    found |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"settings: {error}") from error
