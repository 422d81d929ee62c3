"""What a server is told: flags of the command line, else `BATTLETAPE_*`, else these defaults."""

import os
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

PREFIX = "BATTLETAPE_"


class Settings(Struct, frozen=True, kw_only=True):
    """`database` is a SQLAlchemy URL; `sample` leaves a finished battle in a database that has none;
    `public_url` is what links begin with where a proxy stands before the server."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "sqlite:///battletape.db"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_json: bool = False
    sample: bool = True
    public_url: str = ""


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
