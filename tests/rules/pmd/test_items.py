"""P37-P41: items from the bag, in hand, thrown, and what holding gives."""

import pytest

from tests.rules.pmd.given import DART, duel, fight, move, placed, status_move


def test_P37_from_the_sides_bag_on_oneself_or_any_ally_anywhere() -> None:
    """Used up, a whole turn; none left is unknown, an enemy is no ally, what would do nothing is refused."""
    game = fight({"a": {"at": (0, 0), "hp": 9}, "b": {"at": (8, 4), "hp": 5}, "z": {"at": (5, 2), "hp": 3}},
                 inventory={"allies": {"oran-berry": 1}, "enemies": {"oran-berry": 1}})  # fmt: skip
    assert game.code("use-item", unit="a", item="sitrus-berry") == "unknown-item"
    assert game.code("use-item", unit="a", item="no-such-thing") == "unknown-item"
    assert game.code("use-item", unit="a", item="oran-berry", target="z") == "no-target"
    assert game.code("use-item", unit="a", item="oran-berry", target="ghost") == "unknown-unit"
    game.do("use-item", unit="a", item="oran-berry", target="b")
    used = game.one("item-used")
    assert (used["item"], used["target"], used["left"]) == ("oran-berry", "b", 0)
    assert game.hp("b") == 7
    assert game.state.inventory["allies"] == {}
    assert game.code("use-item", unit="b", item="oran-berry") == "unknown-item"


@pytest.mark.parametrize("item", ["cheri-berry", "leppa-berry", "oran-berry", "reviver-seed", "power-band"])
def test_P37_an_item_that_would_do_nothing_is_refused_and_stays(item: str) -> None:
    """Healthy, full, living, merely held: `impossible`."""
    game = duel(inventory={"allies": {item: 1}})
    assert game.code("use-item", unit="a", item=item) == "impossible"
    assert game.state.inventory["allies"] == {item: 1}


def test_P37_a_potion_on_the_fainted_is_refused() -> None:
    """It would do nothing: `impossible`, and the berry stays."""
    game = fight(
        {"a": {"at": (1, 2)}, "b": {"hp": 0}, "z": {"at": (6, 2)}}, inventory={"allies": {"oran-berry": 1}}
    )
    assert game.code("use-item", unit="a", item="oran-berry", target="b") == "impossible"


def test_P38_held_on_oneself_any_time_at_no_cost_on_an_ally_as_an_action() -> None:
    """In another's turn, in a window, before the check; on an ally only on one's turn, and it ends it."""
    game = fight({"a": {"at": (1, 2), "hp": 5, "held": "oran-berry"}, "b": {"at": (1, 3), "hp": 5,
                  "held": "oran-berry"}, "z": {"at": (6, 2)}}, order="zba")  # fmt: skip
    assert game.code("use-item", unit="b", item="oran-berry", held=True, target="a") == "not-your-turn"
    game.do("use-item", unit="a", item="oran-berry", held=True)
    used = game.one("item-used")
    assert used["held"] is True
    assert game.state.units["a"].held is None
    assert game.state.turn == "z"
    assert game.code("use-item", unit="a", item="oran-berry", held=True) == "unknown-item"
    game.do("pass", unit="z")
    game.do("use-item", unit="b", item="oran-berry", held=True, target="a")
    assert game.hp("a") == 9
    assert game.state.turn == "a"


def test_P38_in_a_window_by_the_declarer_and_the_one_waited_for() -> None:
    """The window stays as it is."""
    game = duel(
        {"hp": 5, "held": "oran-berry", "moves": [move()]}, {"hp": 5, "held": "oran-berry", "moves": [DART]}
    )
    game.do("use-move", unit="a", move="hit", direction="e")
    for unit in "az":
        game.do("use-item", unit=unit, item="oran-berry", held=True)
        assert game.hp(unit) == 7
    assert game.state.window is not None


@pytest.mark.parametrize(
    ("status", "berry"),
    [("freeze", "aspear-berry"), ("sleep", "chesto-berry"), ("paralysis", "cheri-berry"),
     ("confusion", "persim-berry")],
)  # fmt: skip
def test_P38_before_the_check_it_cures_and_the_unit_acts(status: str, berry: str) -> None:
    """Even on the first turn asleep, which needs no die, the choice is left."""
    game = duel({"held": berry, "statuses": {status: {}}})
    assert game.state.checks == (status,)
    game.do("use-item", unit="a", item=berry, held=True)
    assert game.state.checks == ()
    game.do("move", unit="a", to=[2, 2])


def test_P38_equip_only_before_the_start_from_the_bag() -> None:
    """What was in hand goes back; null takes off; afterwards it is impossible."""
    game = placed({"a": {"at": (1, 2), "held": "power-band"}, "z": {"at": (6, 2)}},
                  inventory={"allies": {"oran-berry": 1}})  # fmt: skip
    assert game.code("equip", unit="a", item="zinc-band") == "unknown-item"
    assert game.code("equip", unit="z", item=None) == "impossible"
    game.do("equip", unit="a", item="oran-berry")
    assert (game.state.units["a"].held, game.state.inventory["allies"]) == ("oran-berry", {"power-band": 1})
    game.do("equip", unit="a", item=None)
    assert game.state.inventory["allies"] == {"power-band": 1, "oran-berry": 1}
    game.do("start")
    assert game.refused("equip", unit="a", item="power-band").rule == "P38"


def test_P38_before_the_start_items_are_used_freely() -> None:
    """Between battles: no turn needed, again and again; the fallen stand up unplaced."""
    game = placed({"a": {"hp": 5}, "b": {"hp": 0}, "z": {}},
                  inventory={"allies": {"oran-berry": 2, "reviver-seed": 1, "stick": 1}})  # fmt: skip
    game.do("use-item", unit="a", item="oran-berry")
    game.do("use-item", unit="a", item="oran-berry")
    assert game.hp("a") == 9
    game.do("use-item", unit="a", item="reviver-seed", target="b")
    assert (game.state.units["b"].fainted, game.hp("b"), game.state.units["b"].at) == (False, 10, None)
    assert game.code("use-item", unit="a", item="stick", direction="e") == "battle-not-started"


@pytest.mark.parametrize(
    ("berry", "cures"),
    [("cheri-berry", ["paralysis"]), ("chesto-berry", ["sleep"]), ("pecha-berry", ["poison", "toxic"]),
     ("rawst-berry", ["burn"]), ("aspear-berry", ["freeze"]), ("persim-berry", ["confusion"])],
)  # fmt: skip
def test_P39_each_berry_cures_its_own(berry: str, cures: list[str]) -> None:
    """And nothing else."""
    for status in ("paralysis", "sleep", "poison", "toxic", "burn", "freeze", "confusion"):
        game = fight({"a": {"at": (1, 2)}, "b": {"at": (1, 3), "statuses": {status: {}}}, "z": {"at": (6, 2)}},
                     inventory={"allies": {berry: 1}})  # fmt: skip
        if status in cures:
            game.do("use-item", unit="a", item=berry, target="b")
            assert game.statuses("b") == {}
        else:
            assert game.code("use-item", unit="a", item=berry, target="b") == "impossible"


def test_P39_oran_two_sitrus_four_leppa_two_pp() -> None:
    """Never past the maximum."""
    for item, hp in (("oran-berry", 7), ("sitrus-berry", 9)):
        game = duel({"hp": 5}, inventory={"allies": {item: 1}})
        game.do("use-item", unit="a", item=item)
        assert game.hp("a") == hp
    for pp, now in ((3, 5), (9, 10)):
        game = duel({"pools": {"pp": {"now": pp}}}, inventory={"allies": {"leppa-berry": 1}})
        game.do("use-item", unit="a", item="leppa-berry")
        assert game.state.units["a"].pools["pp"].now == now


def test_P39_the_reviver_seed_beside_its_user() -> None:
    """Free and next to the user; HP and PP full, statuses gone, no turn before the next round."""
    game = fight({"a": {"at": (1, 2)}, "b": {"hp": 0, "statuses": {"poison": {}}, "pools": {"pp": {"now": 1}}},
                  "c": {"at": (1, 3)}, "z": {"at": (6, 2)}}, inventory={"allies": {"reviver-seed": 1}},
                 walls=[(2, 3)])  # fmt: skip
    use = {"unit": "a", "item": "reviver-seed", "target": "b"}
    wrong = {(4, 2): "too-far", (1, 3): "occupied", (2, 3): "blocked", (1, 2): "occupied"}
    for at, code in wrong.items():
        assert game.code("use-item", **use, at=list(at)) == code
    assert game.code("use-item", **use) == "impossible"
    assert game.code("use-item", **(use | {"target": "c"}), at=[2, 2]) == "impossible"
    game.do("use-item", **use, at=[2, 2])
    unit = game.state.units["b"]
    assert (unit.hp, unit.pools["pp"].now, dict(unit.statuses), unit.at) == (10, 10, {}, (2, 2))
    assert "b" not in game.order()


def test_P39_the_seed_is_offered_for_those_it_may_raise() -> None:
    """Not for one in hiding, who is off the board for every rule."""
    game = fight({"a": {"at": (1, 2)}, "b": {"hp": 0}, "c": {"hp": 0}, "z": {"at": (6, 2)}},
                 inventory={"allies": {"reviver-seed": 1}}, hidden=["enemy-units"])  # fmt: skip
    game.do("ruling", reason="dragged away", effects=[{"type": "concealed", "unit": "c"}])
    use = {"unit": "a", "item": "reviver-seed", "at": [2, 2]}
    assert game.code("use-item", target="c", **use) == "unknown-unit"
    options = game.system.options(game.state, game.state.units["a"], "gm")
    (seed,) = [one for one in options if one.command["type"] == "use-item"]
    assert [choice.value for choice in seed.choose["target"]] == ["b"]


@pytest.mark.parametrize(("item", "power", "over"), [("stick", 2, False), ("iron-thorn", 4, False),
                                                     ("geo-pebble", 2, True), ("gravelerock", 4, True)])  # fmt: skip
def test_P40_flat_damage_by_their_kind(item: str, power: int, over: bool) -> None:
    """Sticks and thorns are stopped by whoever is first; stones fly over everything to the named one."""
    units = {"a": {"at": (1, 2), "stats": {"attack": 5}}, "b": {"at": (3, 2)},
             "z": {"at": (14, 2), "stats": {"defense": 5}}}  # fmt: skip
    bag = {"allies": {item: 1}}
    game = fight(units, width=16, inventory=bag)
    if over:
        assert game.code("use-item", unit="a", item=item, direction="e") == "no-target"
        game.do("use-item", unit="a", item=item, target="z")
        assert game.one("damaged")["unit"] == "z"
    else:
        assert game.code("use-item", unit="a", item=item, target="z") == "blocked"
        game.do("use-item", unit="a", item=item, direction="e")
        assert game.one("damaged")["unit"] == "b"
    assert game.one("damaged")["terms"] == [{"name": "power", "value": power}]


def test_P40_aimed_and_refused_as_a_line() -> None:
    """Off every line, nobody there, a wall: not-straight, no-target."""
    game = fight({"a": {"at": (1, 2)}, "z": {"at": (6, 3)}, "y": {"at": (6, 2)}}, walls=[(4, 2)],
                 inventory={"allies": {"stick": 1, "geo-pebble": 1}})  # fmt: skip
    assert game.code("use-item", unit="a", item="stick", target="z") == "not-straight"
    assert game.code("use-item", unit="a", item="stick", direction="e") == "no-target"
    assert game.code("use-item", unit="a", item="geo-pebble", target="z") == "not-straight"
    game.do("use-item", unit="a", item="geo-pebble", target="y")
    assert game.hp("y") == 8


def test_P40_a_held_one_is_thrown_as_an_action() -> None:
    """It leaves the hand and the turn ends."""
    game = duel({"held": "stick"})
    game.do("use-item", unit="a", item="stick", direction="e", held=True)
    assert (game.hp("z"), game.state.units["a"].held, game.state.turn) == (8, None, "z")


@pytest.mark.parametrize(
    ("held", "category", "side", "amount"),
    [("power-band", "physical", "a", 3), ("special-band", "special", "a", 3), ("defense-scarf", "physical", "z", 1),
     ("zinc-band", "special", "z", 1), ("power-band", "special", "a", 2), ("zinc-band", "physical", "z", 2)],
)  # fmt: skip
def test_P41_bands_and_scarves_add_one(held: str, category: str, side: str, amount: int) -> None:
    """Each to its stat, as part of `attack` and `defense`."""
    a: dict[str, object] = {"moves": [move(category=category)]}
    z: dict[str, object] = {}
    (a if side == "a" else z)["held"] = held
    game = duel(a, z)
    game.do("use-move", unit="a", move="hit", direction="e")
    assert game.one("damaged")["amount"] == amount


def test_P41_clear_amulet_against_enemies_only() -> None:
    """An enemy does not lower its stages, an ally and it itself do, and raising works."""
    down = {"do": "stage", "stat": "attack", "by": -1}
    game = duel({"moves": [status_move("d", down, down | {"by": 2})]}, {"held": "clear-amulet"})
    game.do("use-move", unit="a", move="d", direction="e")
    assert game.one("stage-blocked")["why"] == "clear-amulet"
    assert game.state.units["z"].stages == {"attack": 2}
    game = fight({"a": {"at": (1, 2), "moves": [status_move("d", down)]}, "b": {"at": (3, 2), "held": "clear-amulet"},
                  "z": {"at": (6, 2)}})  # fmt: skip
    game.do("use-move", unit="a", move="d", direction="e")
    assert game.state.units["b"].stages == {"attack": -1}


@pytest.mark.parametrize(("held", "status", "kept"), [("pecha-scarf", "poison", True), ("pecha-scarf", "toxic", True),
                         ("persim-band", "confusion", True), ("pecha-scarf", "burn", False)])  # fmt: skip
def test_P41_scarf_and_band_keep_conditions_off(held: str, status: str, kept: bool) -> None:
    """`status-blocked`, why the item."""
    game = duel({"moves": [status_move("s", {"do": "status", "status": status})]}, {"held": held})
    game.do("use-move", unit="a", move="s", direction="e")
    assert [one["why"] for one in game.all("status-blocked")] == ([held] if kept else [])
