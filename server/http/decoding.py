"""What is wrong with a value that cannot be read or stored, in the reader's language.

msgspec says it in English only, and so does the chain; their messages are few and of a fixed form. One that
is not known here is told as it is.
"""

import re

from schemas.texts import say
from server.engine.misfit import parted

_FORMS = {
    "kind": r"Expected `(?P<expected>.+)`, got `(?P<got>.+)`",
    "kind-only": r"Expected `(?P<expected>[^`]+)`",
    "least": r"Expected `(?P<expected>.+)` >=? (?P<least>\S+)",
    "most": r"Expected `(?P<expected>.+)` <=? (?P<most>\S+)",
    "length": r"Expected `(?P<expected>.+)` of length (?P<length>\d+)(?:, got .+)?",
    "shortest": r"Expected `(?P<expected>.+)` of (?:at least length|length >=?) (?P<least>\d+)(?:, got .+)?",
    "longest": r"Expected `(?P<expected>.+)` of (?:at most length|length <=?) (?P<most>\d+)(?:, got .+)?",
    "pattern": r"Expected `(?P<expected>.+)` matching regex '(?P<pattern>.+)'",
    "missing": r"Object missing required field `(?P<field>.+)`",
    "unknown": r"Object contains unknown field `(?P<field>.+)`",
    "value": r"Invalid (?:enum )?value (?P<value>.+)",
    "broken": r"JSON is malformed: .* \(byte (?P<byte>\d+)\)",
    "cut": r"Input data was truncated",
    "large": r"(?:Number|Integer value) out of range",
    "utf-8": r"not UTF-8 at byte (?P<byte>\d+)",
    "beyond": r"(?P<path>\S+): an integer beyond 2\^53 − 1",
    "key": r"(?P<path>\S+): the key (?P<key>.+) is not of .+",
    "whole": r"(?P<path>\S+): numbers are integers",
}
"""By their key in the section `[decoding]`."""


def said(message: str, language: str) -> str:
    """The message in words, without the path."""
    what, _ = parted(message)
    for key, form in _FORMS.items():
        found = re.fullmatch(form, what, re.DOTALL)
        if found is not None:
            return say("decoding", key, found.groupdict(), language)
    return what
