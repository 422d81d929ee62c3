"""The rule systems that are installed, with what a client may name (contract 2)."""

from typing import Any

import msgspec
from litestar import Response, get

from server.engine.catalogue import rule_texts
from server.engine.setup import SHARED_SETTINGS
from server.engine.system import System
from server.http import rendering
from server.http.bodies import Req
from server.rules import every, named


def described(system: System) -> dict[str, Any]:
    """A system: version, commands, settings, rules and catalogue; one source each."""
    return {
        "id": system.id,
        "version": system.version,
        "rules_version": system.rules,
        "commands": sorted(str(one.__struct_config__.tag) for one in system.commands),
        "settings": [msgspec.to_builtins(one) for one in (*SHARED_SETTINGS, *system.settings)],
        "rules": rule_texts(system.folder),
        "sample_battles": {name: msgspec.json.decode(body) for name, body in system.samples.items()},
        **system.reference(),
    }


@get("/v1/rulesets")
async def rulesets(request: Req) -> Response[bytes]:
    """The systems in short."""
    found = [
        {"id": one.id, "version": one.version, "rules_version": one.rules, "samples": list(one.samples)}
        for one in every().values()
    ]
    return rendering.reply({"rulesets": found})


@get("/v1/rulesets/{ruleset:str}")
async def ruleset(request: Req, ruleset: str) -> Response[bytes]:
    """One system with all that a client may name."""
    return rendering.reply(described(named(ruleset)))


ROUTES = [rulesets, ruleset]
