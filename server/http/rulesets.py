"""The rule systems that are installed, with what a client may name (contract 2)."""

from typing import Any

import msgspec
from litestar import Response, get

from schemas.texts import say
from server.engine.catalogue import rule_texts
from server.engine.setup import SHARED_SETTINGS
from server.engine.system import System
from server.http import rendering
from server.http.bodies import Req
from server.http.language import language_of, spoken
from server.rules import every, named


def headed(system: System, language: str) -> dict[str, Any]:
    """What a system is: its id, what it is called, its versions."""
    return {
        "id": system.id,
        "title": say("ruleset", system.id, {}, language),
        "version": system.version,
        "rules_version": system.rules,
    }


def described(system: System, language: str) -> dict[str, Any]:
    """A system: commands, settings, rules and catalogue; one source each. Rule texts are English."""
    return {
        **headed(system, language),
        "commands": sorted(str(one.__struct_config__.tag) for one in system.commands),
        "settings": [msgspec.to_builtins(one) for one in (*SHARED_SETTINGS, *system.settings)],
        "rules": rule_texts(system.folder),
        "sample_battles": {name: msgspec.json.decode(body) for name, body in system.samples.items()},
        **system.reference(),
    }


@get("/v1/rulesets")
async def rulesets(request: Req) -> Response[bytes]:
    """The systems in short."""
    language = language_of(request)
    found = [headed(one, language) | {"samples": list(one.samples)} for one in every().values()]
    return rendering.reply({"rulesets": found}, headers=spoken(language))


@get("/v1/rulesets/{ruleset:str}")
async def ruleset(request: Req, ruleset: str) -> Response[bytes]:
    """One system with all that a client may name."""
    language = language_of(request)
    return rendering.reply(described(named(ruleset), language), headers=spoken(language))


ROUTES = [rulesets, ruleset]
