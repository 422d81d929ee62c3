"""In which language an answer speaks: `Accept-Language` by RFC 9110 12.5.4, English where nothing fits."""

import re
from typing import Any

from litestar import Request

from schemas.texts import ENGLISH, LANGUAGES

_RANGE = re.compile(
    r"(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?", re.IGNORECASE
)
_UNWANTED = (0.0, 0)


def language_of(request: Request[Any, Any, Any]) -> str:
    """The language that suits the asker best."""
    return preferred(",".join(request.headers.getall("accept-language", [])))


def preferred(accepted: str) -> str:
    """The language with the highest weight, of equals the first named; what is malformed is passed over."""
    found = [_RANGE.fullmatch(part.strip()) for part in accepted.split(",")]
    asked = [(one[1].lower(), float(one[2] or 1)) for one in found if one is not None]
    best = max(LANGUAGES, key=lambda language: _weight(language, asked))
    return best if _weight(best, asked) > _UNWANTED else ENGLISH


def _weight(language: str, asked: list[tuple[str, float]]) -> tuple[float, int]:
    """The weight of a language and its place; a region such as `ru-BY` is served by the language itself."""
    named = [
        (weight, -place) for place, (tag, weight) in enumerate(asked) if tag.partition("-")[0] == language
    ]
    others = [(weight, -len(asked)) for tag, weight in asked if tag == "*"]
    weight, place = max(named or others or [_UNWANTED])
    return (weight, place) if weight else _UNWANTED


def spoken(language: str) -> dict[str, str]:
    """The headers of an answer that holds words."""
    return {"Content-Language": language, "Vary": "Accept-Language"}
