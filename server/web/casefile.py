"""The page of a case file: player, style and data in one file that opens from disk and asks no server."""

import base64
import html
from hashlib import sha256
from typing import Any

import msgspec

from server.web.bundle import bundle, text

ENTRY = "replay/case.js"
STYLES = ("base", "board", "verdict", "replay")
SHELL = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; base-uri 'none'; \
form-action 'none'; script-src '{script_hash}'; style-src '{style_hash}'">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<header><h1 id="title"></h1></header>
<main id="main" class="replay"><div id="refusal" role="alert"></div></main>
<script id="case" type="application/json">{given}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def page(given: dict[str, Any], language: str) -> str:
    """The file. Its policy allows the one script and the one style that are in it, and no connection."""
    script = bundle(ENTRY)
    style = "".join(text(f"styles/{name}.css") for name in STYLES)
    data = msgspec.json.encode(given).decode().replace("<", "\\u003c")  # no text ends the element it is in
    return SHELL.format(
        language=language,
        title=html.escape(given["title"] or given["ruleset"]),
        script_hash=_hash(script),
        style_hash=_hash(style),
        script=script,
        style=style,
        given=data,
    )


def _hash(source: str) -> str:
    return "sha256-" + base64.b64encode(sha256(source.encode()).digest()).decode()
