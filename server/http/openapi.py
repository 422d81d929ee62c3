"""The OpenAPI document, from the routes and the words."""

from typing import Any


def document() -> dict[str, Any]:
    return {"openapi": "3.1.0", "info": {"title": "Battletape", "version": "1"}, "paths": {}}
