"""What a server can be told, and where that is written (ops/SETTINGS.md)."""

import re

import pytest

from server.settings import PREFIX, Settings, read
from tests.serving import ROOT


def test_the_page_of_settings_names_each_with_its_default() -> None:
    """Every setting has a row with the default that it has, and no row is of one that is gone."""
    page = (ROOT / "ops" / "SETTINGS.md").read_text()
    rows = dict(re.findall(r"^\| `(BATTLETAPE_\w+)` \| (.*?) \|", page, re.MULTILINE))
    assert set(rows) == {PREFIX + name.upper() for name in Settings.__struct_fields__}
    for name in Settings.__struct_fields__:
        default = getattr(Settings(), name)
        told = rows[PREFIX + name.upper()].strip("`")
        assert not default or told == str(default).lower(), name


def test_a_flag_comes_before_the_environment_and_nonsense_is_told() -> None:
    """What is given wins; a value that fits no setting names it."""
    environ = {"BATTLETAPE_PORT": "9000", "BATTLETAPE_LIMIT_TOKEN": "7"}
    assert (read(environ).port, read(environ, port=1).port, read(environ).limit_token) == (9000, 1, 7)
    with pytest.raises(ValueError, match="limit_address"):
        read({"BATTLETAPE_LIMIT_ADDRESS": "-1"})
