"""What things of a state are called in a language: by their own names, tags by the catalogue's words."""

from typing import Any

from msgspec import Struct

from schemas.state import State, Zones
from schemas.texts import say, template


class Names(Struct, frozen=True):
    """Names in one state and one language."""

    state: State
    language: str

    def unit(self, id_: str) -> str:
        """A unit's name."""
        return self.state.units[id_].name if id_ in self.state.units else id_

    def move(self, id_: str, unit: str | None) -> str:
        """A move as the unit's sheet calls it."""
        sheet = self.state.units[unit].moves if unit in self.state.units else ()
        return next(
            (str(one["name"]) for one in sheet if one["id"] == id_ and "name" in one), self.word(id_, "move")
        )

    def item(self, id_: str) -> str:
        """An item as the battle's catalogue calls it."""
        known: dict[str, Any] = self.state.catalogue.get("items") or {}
        return str(known.get(id_, {}).get("name") or self.word(id_))

    def reason(self, why: str) -> str:
        """Why something did not happen: another status (`has-burn`), an item, or a word."""
        if why.startswith("has-"):
            return say("word", "has", {"status": self.word(why.removeprefix("has-"))}, self.language)
        return self.item(why)

    def place(self, at: Any) -> str:
        """A cell, a zone or somewhere in words."""
        if isinstance(at, list | tuple):
            return ", ".join(map(str, at))
        zones = self.state.board.zones if isinstance(self.state.board, Zones) else ()
        return next((one.name for one in zones if one.id == at and one.name), self.word(str(at)))

    def holder(self, holder: dict[str, Any]) -> str:
        """Where an item is: in a hand, in a side's bag, on the ground."""
        if isinstance(holder.get("unit"), str):
            return self.unit(holder["unit"])
        facts = {"side": self.given(str(holder.get("side")), "side"), "at": self.place(holder.get("at"))}
        return say("word", "in-bag" if "side" in holder else "on-ground", facts, self.language)

    def given(self, slug: str, section: str) -> str:
        """A seat or a side: people name them, and only the house's own (`gm`, `allies`) have words."""
        return template(section, slug, self.language) or slug

    def word(self, tag: str, section: str = "word") -> str:
        """A tag in words; the reason of a refusal by its title."""
        found = next((one for one in (section, "word", "title") if template(one, tag) is not None), section)
        return say(found, tag, {}, self.language)
