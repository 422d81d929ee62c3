"""The language of an answer, from what a reader accepts (RFC 9110, 12.5.4)."""

import pytest

from server.http.language import preferred

CASES = {
    "": "en",
    "ru": "ru",
    "RU-ru": "ru",
    "ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7": "ru",
    "en-GB,en;q=0.9,ru;q=0.8": "en",
    "en, ru": "en",
    "ru, en": "ru",
    "en;q=0.5, ru": "ru",
    "de, ru;q=0.001": "ru",
    "de, fr": "en",
    "*": "en",
    "de, *;q=0.1": "en",
    "*, ru;q=0.9": "en",
    "*;q=0.5, ru;q=0.9": "ru",
    "en;q=0, *;q=0.2": "ru",
    "ru;q=0, *": "en",
    "ru;q=0": "en",
    "ru;q=0.000, en;q=0": "en",
    "en;q=0.2 , ru ; q=0.3": "ru",
    "russian, en;q=0.1": "en",
    "ru;q=1.1, en;q=0.1": "en",
    "ru;q=, en;q=0.1": "en",
    ",,;=*/&, ru": "ru",
}


@pytest.mark.parametrize(("accepted", "language"), CASES.items(), ids=lambda one: one or "nothing")
def test_the_heaviest_language_that_is_there(accepted: str, language: str) -> None:
    """Weights count, then order; regions fall back, 0 forbids, `*` is any other, what is malformed counts nothing."""
    assert preferred(accepted) == language
