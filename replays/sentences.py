"""What an event says in words (contract 5, `with=text`): its facts' sentences, one after the other."""

import re
from string import Formatter
from typing import Any

import msgspec

from replays.names import Names
from schemas.base import Term
from schemas.state import State
from schemas.texts import ENGLISH, say, template

TAGS = {
    "status": "word", "stat": "word", "how": "word", "now": "word", "what": "die",
}  # fmt: skip
"""Fields that hold a tag, and the section of its words."""

BONUS = re.compile(r"[+-]\d+$")
"""What a roll such as `2d6+1` adds to its dice."""


def sentence(event: dict[str, Any], after: State, language: str = ENGLISH) -> str:
    """An event in words; `event` is its plain JSON as the reader sees it, `after` the state it led to."""
    names = Names(after, language)
    said = [_fact(effect, event, names) for effect in event["effects"]]
    if event["command"].get("type") == "create":
        said = [say("sentence", "create", {"title": after.title or after.ruleset}, language)]
    if event["command"].get("type") == "roll":
        said.append(_rolled(event, names))
    reason = event["command"].get("reason")
    if reason and event["command"].get("type") != "ruling":  # whose fact has it
        said.append(say("sentence", "reason", {"reason": reason}, language))
    return " ".join(one for one in said if one) or _silent(event, names)


def _rolled(event: dict[str, Any], names: Names) -> str:
    """Dice for the table, added up."""
    dice = str(event["command"].get("dice"))
    values = [value for roll in event["rolls"] for value in roll.get("values", ())]
    bonus = BONUS.search(dice)
    total = sum(values) + (int(bonus[0]) if bonus else 0)
    facts = {"by": names.given(event["by"], "seat"), "dice": dice, "values": _list(values), "total": total}
    return say("sentence", "roll", facts, names.language)


def _silent(event: dict[str, Any], names: Names) -> str:
    """Who asked for what, where no fact has a sentence; a withheld command tells nothing."""
    kind = event["command"].get("type")
    if kind is None:
        return ""
    asked = template("do", kind, names.language) or kind
    return say(
        "sentence", "silent", {"by": names.given(event["by"], "seat"), "command": asked}, names.language
    )


def _fact(effect: dict[str, Any], event: dict[str, Any], names: Names) -> str:
    kind = str(effect.get("type"))
    facts = {key: _shown(key, value, effect, names) for key, value in effect.items() if key != "type"}
    facts.setdefault("by", names.given(event["by"], "seat"))
    keys = _keys(kind, effect)
    if kind == "rewound" and event["command"].get("type") == "redo":
        keys.insert(0, "rewound-redo")
    if effect.get("withheld"):
        keys = [one for one in (*keys, f"{kind}-hidden") if _tells(one, facts)] or ["withheld"]
    key = next((one for one in keys if template("sentence", one) is not None), None)
    if key is None:
        return say("sentence", "unknown", {"type": kind}, names.language)
    return say("sentence", key, facts, names.language)


def _tells(key: str, facts: dict[str, Any]) -> bool:
    """Whether that sentence says nothing that is withheld."""
    text = template("sentence", key)
    return text is not None and all(name in facts for _, name, _, _ in Formatter().parse(text) if name)


def _keys(kind: str, effect: dict[str, Any]) -> list[str]:
    """The keys to try, the most particular first."""
    keys = [
        f"{kind}-{effect[name]}" for name in ("how", "action", "why") if isinstance(effect.get(name), str)
    ]
    if effect.get("target") is not None:
        keys.append(f"{kind}-target")
    if kind == "damaged":
        terms = effect.get("terms") or ()
        keys.extend(["damaged-sum"] * (len(terms) > 1) + ["damaged-plain"] * (not terms))
    if kind == "checked" and not effect.get("needs"):
        keys.insert(0, "checked-plain")
    if kind == "item-moved" and not (effect.get("from") and effect.get("to")):
        keys.append("item-moved-to" if effect.get("to") else "item-moved-from")
    if kind == "outcome" and effect.get("winner") is None:
        keys.append("outcome-none")
    return [*keys, kind]


def _shown(key: str, value: Any, effect: dict[str, Any], names: Names) -> str:
    """A field of a fact as a sentence holds it."""
    if key == "terms":
        return terms_in_words(msgspec.convert(value, tuple[Term, ...]), names.language)
    if key in ("waiting", "units"):
        return _list(map(names.unit, value))
    if key in ("at", "to", "from") and isinstance(value, str | list | tuple):
        return names.place(value)
    if isinstance(value, dict):
        return names.holder(value)
    if key == "by" and isinstance(value, int):
        return f"{value:+d}"
    if isinstance(value, str):
        return _named(key, value, effect, names)
    return _list(value) if isinstance(value, list | tuple) else str(value)


def _named(key: str, value: str, effect: dict[str, Any], names: Names) -> str:
    if key in ("unit", "target"):
        return names.unit(value)
    if key in ("move", "pool") or (key == "what" and template("die", value) is None):
        return names.move(value, effect.get("unit"))
    if key == "item":
        return names.item(value)
    if key in ("winner", "seat"):
        return names.given(value, "side" if key == "winner" else key)
    if key == "why":
        return names.reason(value)
    return names.word(value, TAGS[key]) if key in TAGS else value


def _list(values: Any) -> str:
    return ", ".join(str(value) for value in values)


def terms_in_words(terms: tuple[Term, ...], language: str = ENGLISH) -> str:
    """ "2 power + 1 same type − 1 defense"."""
    parts: list[str] = []
    for term in terms:
        name = say("term", term.name, {}, language)
        if isinstance(term.value, int):
            sign = "" if not parts and term.value >= 0 else ("+ " if term.value >= 0 else "− ")
            parts.append(f"{sign}{abs(term.value)} {name}")
        else:
            parts.append(f"{'' if not parts else '× '}{term.value} {name}")
    return " ".join(parts)
