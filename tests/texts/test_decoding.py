"""What msgspec says of a value that does not decode is said in the reader's language, all of it."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from schemas import texts
from server.http.decoding import parted, said


class Asked(Struct, tag="asked", forbid_unknown_fields=True):
    """Something of every kind that the words of the API ask for."""

    number: Annotated[int, Meta(ge=1, le=5)] = 1
    text: Annotated[str, Meta(min_length=1, max_length=3)] = "a"
    slug: Annotated[str, Meta(pattern="^a$")] = "a"
    cell: tuple[int, int] = (1, 1)
    some: Annotated[tuple[int, ...], Meta(min_length=1, max_length=2)] = (1,)
    word: Literal["x", "y"] = "x"
    either: int | str | None = None


class Other(Struct, tag="other"):
    """Another of the union, with a field that must be there."""

    must: int


WRONG = {
    "least": '{"type": "asked", "number": 0}',
    "most": '{"type": "asked", "number": 9}',
    "shortest": '{"type": "asked", "text": ""}',
    "longest": '{"type": "asked", "text": "abcd"}',
    "pattern": '{"type": "asked", "slug": "b"}',
    "length": '{"type": "asked", "cell": [1]}',
    "value": '{"type": "asked", "word": "z"}',
    "kind": '{"type": "asked", "either": []}',
    "kind-only": '{"type": 7}',
    "missing": '{"type": "other"}',
    "unknown": '{"type": "asked", "wings": 2}',
    "broken": '{"type": "asked",}',
    "cut": '{"type": "asked"',
    "large": '{"type": "asked", "number": 1e999}',
}
decoder: Any = msgspec.json.Decoder(Asked | Other)


def message_of(raw: str) -> str:
    """What msgspec says of it."""
    with pytest.raises(msgspec.MsgspecError) as raised:
        decoder.decode(raw)
    return str(raised.value)


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize(("key", "raw"), WRONG.items(), ids=list(WRONG))
def test_each_message_is_known(key: str, raw: str, language: str) -> None:
    """By its own text, with nothing left open: a msgspec that words it anew fails here."""
    message = message_of(raw)
    whole = texts.template("decoding", key, language)
    assert whole is not None
    told = said(message, language)
    assert told.startswith(whole.partition("{")[0])
    assert told.endswith(whole.rpartition("}")[2])
    assert "?" not in told
    assert told != parted(message)[0]


def test_the_path_is_taken_off() -> None:
    """It stands in a field of its own."""
    assert parted(message_of(WRONG["least"])) == ("Expected `int` >= 1", "$.number")
    assert parted(message_of(WRONG["cut"])) == ("Input data was truncated", "$")


def test_a_message_of_no_known_form_is_told_as_it_is() -> None:
    """Better English than nothing."""
    assert said("Something quite new", "ru") == "Something quite new"
