"""What is to be said before the reader's language is known: the rules name a text, the door words it."""

from collections.abc import Callable
from typing import Any

from schemas.texts import say, template

_SECTIONS = ("option", "move", "word")


class Phrase:
    """A text of one of these sections with its facts, which may be phrases too; a string in JSON."""

    __slots__ = ("facts", "key")

    def __init__(self, key: str, **facts: object) -> None:
        self.key = key
        self.facts = facts

    def said(self, language: str) -> str:
        """The phrase in words."""
        facts = {
            name: one.said(language) if isinstance(one, Phrase) else one for name, one in self.facts.items()
        }
        section = next((one for one in _SECTIONS if template(one, self.key) is not None), "option")
        return say(section, self.key, facts, language)


def worded(language: str) -> Callable[[Any], Any]:
    """An `enc_hook` for msgspec that writes phrases in that language."""

    def hook(value: Any) -> Any:
        if isinstance(value, Phrase):
            return value.said(language)
        raise TypeError(f"no JSON for {type(value).__name__}")

    return hook


def schema(kind: type) -> dict[str, Any]:
    """A `schema_hook` for msgspec: what a phrase is to a client."""
    if kind is Phrase:
        return {"type": "string"}
    raise TypeError(f"no schema for {kind.__name__}")
