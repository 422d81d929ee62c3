"""Hidden units (contract 8): off the board for every rule until they are revealed, under every rule system."""

from typing import Any

import msgspec
import pytest

from server.battles.offering import options_of
from server.engine.refusals import Refused
from server.rules import every
from tests.chance import Chance
from tests.playing import Game

SYSTEMS = sorted(every())


def lurking(ruleset: str) -> Game:
    """The first sample battle of a system with a unit more, hidden, of the last unit's side."""
    system = every()[ruleset]
    spec = msgspec.json.decode(system.samples[min(system.samples)]) | {"dice": "table"}
    lurker = spec["units"][-1] | {"id": "lurker", "hidden": True, "seat": "gm"}
    hidden = spec.get("settings", {}) | {"hidden": ["enemy-units"]}
    return Game(system, spec | {"settings": hidden, "units": [*spec["units"], lurker]})


def where(game: Game) -> Any:
    """A place that the GM is offered for the lurker; None where the system has no places."""
    options = Chance(game.system, 0).system.options(game.state, game.state.units["lurker"], "gm")
    placing = [one for one in options if one.command["type"] == "place"]
    return placing[0].choose["at"][0].value if placing else None


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_contract_8_placing_a_hidden_unit_does_not_reveal_it(ruleset: str) -> None:
    """Created hidden it stays so when it is placed, and when it is placed anew; `reveal` shows its sheet."""
    game = lurking(ruleset)
    at = where(game)
    if at is not None:
        game.do("place", unit="lurker", at=at)
        game.do("place", unit="lurker", at=at)
    assert game.state.units["lurker"].hidden
    fact = game.do("reveal", unit="lurker")[0]
    assert (fact["type"], fact["sheet"]["id"]) == ("revealed", "lurker")
    assert not fact["sheet"]["hidden"]
    assert not game.state.units["lurker"].hidden


def test_contract_8_a_sheet_does_not_tell_where_it_lurked() -> None:
    """It enters elsewhere than it waited."""
    game = lurking("pmd")
    at = where(game)
    game.do("place", unit="lurker", at=at)
    elsewhere = next(cell for cell in ([0, 0], [1, 0], [2, 0], [3, 0]) if cell != list(at))
    assert game.do("reveal", unit="lurker", at=elsewhere)[0]["sheet"]["at"] == elsewhere


def test_contract_2_the_game_master_is_offered_to_reveal() -> None:
    """Where it lurks, unless somebody stands there; nobody else is."""
    game = lurking("pmd")
    game.do("place", unit="lurker", at=where(game))

    def offered(seat: str) -> bool:
        return any(one.command["type"] == "reveal" for one in options_of(game.system, game.state, seat))

    assert offered("gm")
    assert not any(offered(seat) for seat in game.state.seats)
    other = next(id_ for id_ in game.state.units if id_ != "lurker")
    at = game.state.units["lurker"].at
    game.do("ruling", reason="on top", effects=[{"type": "placed", "unit": other, "at": at}])
    assert not offered("gm")


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_contract_8_a_ruling_reveals_with_the_sheet_too(ruleset: str) -> None:
    """Whatever brings a hidden unit in tells its sheet."""
    game = lurking(ruleset)
    game.do("ruling", reason="boo", effects=[{"type": "revealed", "unit": "lurker"}])
    assert game.one("revealed")["sheet"]["id"] == "lurker"


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_contract_8_nobody_is_hidden_without_the_setting(ruleset: str) -> None:
    """`impossible` in a creation and where somebody is enlisted, as on `place`."""
    system = every()[ruleset]
    spec = msgspec.json.decode(system.samples[min(system.samples)]) | {"dice": "table"}
    game = Game(system, spec)
    unit = spec["units"][-1] | {"id": "lurker", "hidden": True, "seat": "gm"}
    refusal = game.refused("enlist", unit=unit)
    assert (refusal.code, refusal.facts["path"]) == ("impossible", "$.unit.hidden")
    with pytest.raises(Refused) as caught:
        Game(system, spec | {"units": [*spec["units"][:-1], spec["units"][-1] | {"hidden": True}]})
    path = f"$.units[{len(spec['units']) - 1}].hidden"
    assert (caught.value.refusal.code, caught.value.refusal.facts["path"]) == ("impossible", path)
