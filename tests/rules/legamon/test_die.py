"""L4-L8: the ability die, edges, the same again, energy."""

import pytest

from tests.playing import Game
from tests.rules.legamon.given import HOP, SHELL, energy, fight, order, pair


@pytest.mark.parametrize(
    ("types", "die"),
    [
        (["metal"], 6), (["fire"], 6), (["verdant"], 8), (["air", "verdant"], 10), (["water"], 4),
        (["earth", "water"], 2), (["verdant", "water"], 6), (["earth", "water", "air"], 4),
    ],
)  # fmt: skip
def test_L4_a_step_for_each_type(types: list[str], die: int) -> None:
    """Up for each beaten, down for each that beats; both against each other."""
    game = pair(m={"types": types})
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("pass", unit="m")
    assert game.needs("carry-out") == [("ability", "f", die, 1)]


def test_L4_never_off_the_ladder() -> None:
    """Three types that are beaten: still d10; three that beat: still d2."""
    chart = {"fire": ["air", "verdant", "metal"], "water": ["earth"], "earth": ["fire"]}
    game = pair(m={"types": ["air", "verdant", "metal"]}, chart=chart)
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("pass", unit="m")
    assert game.needs("carry-out") == [("ability", "f", 10, 1)]
    chart = {"air": ["fire"], "water": ["fire"], "earth": ["fire"]}
    game = pair(m={"types": ["air", "water", "earth"]}, chart=chart)
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("pass", unit="m")
    assert game.needs("carry-out") == [("ability", "f", 2, 1)]


def test_L4_typeless_never_steps() -> None:
    """A d4 whatever the target is, and for who resists too."""
    game = pair(m={"types": ["verdant", "air"]})
    game.do("use-move", unit="f", typeless="kick", target="m")
    game.do("interrupt", unit="m", typeless="duck")
    assert game.needs("carry-out") == [("ability", "f", 4, 1), ("resist", "m", 4, 1)]


def test_L4_the_resisting_die_steps_by_the_attackers_types() -> None:
    """Water against fire is d8; verdant against fire d4."""
    for type_, die in (("water", 8), ("verdant", 4), ("metal", 6)):
        game = pair(m={"moves": [{"id": "ward", "type": type_}]})
        game.do("use-move", unit="f", typeless="kick", target="m")
        game.do("interrupt", unit="m", move="ward")
        assert game.needs("carry-out") == [("ability", "f", 4, 1), ("resist", "m", die, 1)]


def test_L4_worked_example_under_the_rocktopus() -> None:
    """Flame Hop at earth and water, lying under it: d6 down two steps, twice, keep the lower."""
    game = pair(m={"types": ["earth", "water"]})
    game.do("edge", unit="f", edge=-1, reason="lying under it")
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("pass", unit="m")
    assert game.needs("carry-out") == [("ability", "f", 2, 2)]
    game.do("carry-out", rolls={"ability": {"f": [2, 1]}})
    assert game.one("damaged")["amount"] == 1


def test_L4_worked_example_from_above_unseen() -> None:
    """Flame Hop at verdant and air: d10, twice, keep the higher."""
    game = pair(m={"types": ["verdant", "air"], "grit": 20})
    game.do("edge", unit="f", edge=1, reason="from above, unseen")
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("pass", unit="m")
    assert game.needs("carry-out") == [("ability", "f", 10, 2)]
    game.do("carry-out", rolls={"ability": {"f": [3, 9]}})
    assert game.one("damaged")["amount"] == 9


def test_L5_an_edge_is_a_status_until_the_next_ability_roll() -> None:
    """Seen, used up, gone; it counts for resisting too."""
    game = pair()
    game.do("edge", unit="m", edge=1, reason="dug in")
    assert list(game.statuses("m")) == ["advantage"]
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("interrupt", unit="m", move="shell")
    assert game.needs("carry-out") == [("ability", "f", 6, 1), ("resist", "m", 6, 2)]
    game.do("carry-out", rolls={"ability": {"f": 5}, "resist": {"m": [1, 4]}})
    assert (game.one("damaged")["amount"], game.statuses("m")) == (1, {})


def test_L5_both_cancel() -> None:
    """Two of one kind and one of the other still leave a plain roll."""
    game = pair()
    for edge in (1, 1, -1):
        game.do("edge", unit="f", edge=edge, reason="r")
    assert set(game.statuses("f")) == {"advantage", "disadvantage"}
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("pass", unit="m")
    game.do("carry-out", rolls={"ability": {"f": 2}})
    assert game.statuses("f") == {}


def test_L5_only_the_gm_gives_them_unless_the_table_does() -> None:
    """A player's `edge` in the command needs the setting."""
    game = pair(f={"seat": "ana"}, seats=["ana"])
    assert game.code("edge", by="ana", unit="f", edge=1, reason="r") == "gm-only"
    said = {"unit": "f", "typeless": "kick", "target": "m", "edge": 1}
    assert game.code("use-move", by="ana", **said) == "gm-only"
    game = pair(f={"seat": "ana"}, m={"seat": "ben"}, seats=["ana", "ben"], edge="table")
    game.do("use-move", by="ana", **said)
    game.do("interrupt", by="ben", unit="m", move="shell", edge=-1)
    assert game.needs("carry-out") == [("ability", "f", 4, 2), ("resist", "m", 6, 2)]


def test_L6_twice_in_a_row_and_the_third_time() -> None:
    """kick, kick: the lower; bite in between: not; the third kick: the lower again."""
    game = pair()
    names = ("kick", "kick", "bite", "kick", "bite", "scratch", "bite")
    assert [_dice_of(game, name) for name in names] == [1, 2, 1, 2, 1, 1, 2]


def _dice_of(game: Game, name: str, **more: str) -> int:
    """How many dice f's ability takes this round; then the round is played out."""
    game.do("use-move", unit="f", typeless=name, target="m", **more)
    game.do("pass", unit="m")
    ((_, _, _, count),) = game.needs("carry-out")
    game.do("carry-out", rolls={"ability": {"f": [1] * count}})
    game.do("pass", unit="f")
    game.do("pass", unit="m")
    order(game, "f", "m")
    return int(count)


def test_L6_another_way_is_another_use() -> None:
    """The same ability from elsewhere is not expected."""
    game = pair()
    assert [_dice_of(game, "kick"), _dice_of(game, "kick", way="from-below"), _dice_of(game, "kick")] == [
        1,
        1,
        1,
    ]
    assert _dice_of(game, "kick", way="from-below") == 1
    assert _dice_of(game, "kick", way="from-below") == 2


def test_L6_a_typeless_one_is_not_the_typed_one_of_the_same_name() -> None:
    """Two abilities that share a name are two."""
    game = pair(f={"moves": [{"id": "kick", "type": "fire"}], "energy": 9})
    _dice_of(game, "kick")
    game.do("use-move", unit="f", move="kick", target="m")
    game.do("pass", unit="m")
    assert game.needs("carry-out") == [("ability", "f", 6, 1)]


def test_L6_resisting_counts_as_a_use() -> None:
    """Who resisted with its shell is expected to use it again."""
    game = pair(m={"energy": 9})
    game.do("use-move", unit="f", typeless="kick", target="m")
    game.do("interrupt", unit="m", move="shell")
    game.do("carry-out", rolls={"ability": {"f": 1}, "resist": {"m": 1}})
    game.do("pass", unit="f")
    order(game, "m", "f")
    game.do("use-move", unit="m", move="shell", target="f")
    game.do("pass", unit="f")
    assert game.needs("carry-out") == [("ability", "m", 6, 2)]


def test_L6_a_disadvantage_by_itself_is_cancelled_by_an_advantage() -> None:
    """L5 holds for it too."""
    game = pair()
    _dice_of(game, "kick")
    game.do("edge", unit="f", edge=1, reason="r")
    assert _dice_of(game, "kick") == 1


def test_L7_the_names_of_the_rolls_and_their_sources() -> None:
    """ability by the user, resist by who answers, in that order."""
    game = pair()
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("interrupt", unit="m", move="shell")
    game.do("carry-out", rolls={"ability": {"f": 3}, "resist": {"m": 2}})
    assert [(one.what, one.unit, one.die) for one in game.rolls] == [("ability", "f", 6), ("resist", "m", 6)]


@pytest.mark.parametrize(("rolled", "left"), [(1, 3), (4, 3), (5, 2), (8, 2)])
def test_L8_worked_example_a_d8_that_shows_4_or_5(rolled: int, left: int) -> None:
    """4 is the lower half: regained; 5 is not: spent."""
    game = pair(m={"types": ["verdant"]})
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("pass", unit="m")
    game.do("carry-out", rolls={"ability": {"f": rolled}})
    assert energy(game, "f") == left


def test_L8_the_kept_value_decides() -> None:
    """With a disadvantage the lower: 2 of 6 comes back."""
    game = pair()
    game.do("edge", unit="f", edge=-1, reason="r")
    game.do("use-move", unit="f", move="flame-hop", target="m")
    game.do("pass", unit="m")
    game.do("carry-out", rolls={"ability": {"f": [6, 2]}})
    assert energy(game, "f") == 3


def test_L8_energy_is_needed_up_front_for_resisting_too() -> None:
    """Without it only typeless abilities."""
    game = pair(f={"energy": 0}, m={"energy": 0})
    refusal = game.refused("use-move", unit="f", move="flame-hop", target="m")
    assert (refusal.code, refusal.rule) == ("no-energy", "L8")
    game.do("use-move", unit="f", typeless="kick", target="m")
    assert game.code("interrupt", unit="m", move="shell") == "no-energy"
    game.do("interrupt", unit="m", typeless="duck")
    game.do("carry-out", rolls={"ability": {"f": 4}, "resist": {"m": 4}})
    assert (energy(game, "f"), energy(game, "m")) == (0, 0)


def test_L8_typeless_costs_nothing_and_alone_it_costs_too() -> None:
    """An ability without a target is paid for like any other."""
    game = fight({"f": {"types": ["fire"], "moves": [HOP]}, "m": {"types": ["metal"], "moves": [SHELL]}})
    game.do(
        "use-move",
        unit="f",
        move="flame-hop",
        intent="other",
        says="lights the lamp",
        rolls={"ability": {"f": 6}},
    )
    assert energy(game, "f") == 2
    game.do("pass", unit="f")
    game.do("use-move", unit="m", typeless="kick", target="f", rolls={"ability": {"m": 4}})
    assert energy(game, "m") == 3
