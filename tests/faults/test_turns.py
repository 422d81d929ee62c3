"""Field faults about turns (the rows by their inputs), where the tests of the rules do not have them by number."""

from tests.rules.duel import given as duel
from tests.rules.legamon import given as legamon
from tests.rules.pmd import given as pmd
from tests.rules.ptu import given as ptu

MON = {"types": ["fire"]}


def test_act_then_delay_and_delay_then_act() -> None:
    """pmd: the first is refused; the second is one action that round."""
    game = pmd.fight({"a": {"at": (1, 2)}, "b": {"at": (1, 4)}, "z": {"at": (6, 2)}})
    game.do("pass", unit="a")
    assert game.code("delay", unit="a", after="z") == "cannot-delay"
    game.do("delay", unit="b", after="z")
    game.do("pass", unit="z")
    game.do("move", unit="b", to=[2, 4])
    assert game.code("move", unit="b", to=[3, 4]) == "not-your-turn"
    assert game.state.turn is None


def test_pmd_one_fells_who_has_acted_and_another_falls_on_the_firsts_turn() -> None:
    """Queue a, b, c, d: c falls on a's turn and a goes on; b fells a and d is next."""
    felling = {"at": (6, 2), "moves": [pmd.move(power=30)]}
    units = {"a": {"at": (1, 2)}, "z": felling, "c": {"at": (1, 4)}, "d": {"at": (1, 0)}}
    game = pmd.fight(units, order="azcd")
    game.do("faint", unit="c", reason="fell")
    assert game.state.turn == "a"
    game.do("pass", unit="a")
    game.do("use-move", unit="z", move="hit", direction="w")
    assert game.state.units["a"].fainted
    assert (game.state.turn, game.order()) == ("d", ["z", "d"])


def test_legamon_one_puts_out_who_has_acted_and_another_is_out_on_the_firsts_turn() -> None:
    """Queue a, b, c, d: c is out on a's turn and a goes on; b puts a out, b goes on, d is next."""
    game = legamon.fight({"a": {**MON, "grit": 1}, "b": MON, "c": MON, "d": MON})
    game.do("faint", unit="c", reason="flees")
    assert game.state.turn == "a"
    game.do("pass", unit="a")
    game.do("use-move", unit="b", typeless="kick", target="a", rolls={"ability": {"b": 1}})
    assert (game.state.turn, game.order()) == ("b", ["b", "d"])
    game.do("pass", unit="b")
    assert game.state.turn == "d"


def test_legamon_the_last_in_the_queue_is_out_and_the_round_ends() -> None:
    """The next round rolls without it."""
    game = legamon.fight({"a": MON, "b": MON, "c": MON})
    game.do("pass", unit="a")
    game.do("pass", unit="b")
    game.do("faint", unit="c", reason="worn out")
    assert [need[1] for need in game.needs("start-round")] == ["a", "b"]


def test_pmd_speed_changes_in_the_middle_of_a_round() -> None:
    """Whoever acts goes on acting; the queue stands; nobody acts twice or is left out."""
    quicken = pmd.status_move("quicken", {"do": "stage", "stat": "speed", "by": 5})
    units = {"a": {"at": (1, 2), "moves": [quicken]}, "b": {"at": (1, 4)}, "z": {"at": (6, 2)}}
    game = pmd.fight(units)
    game.do("use-move", unit="a", move="quicken", direction="e")
    assert (game.order(), game.state.turn) == (["a", "b", "z"], "b")
    faster = [{"type": "stage-changed", "unit": "a", "stat": "speed", "by": 9}]
    game.do("ruling", reason="wind", effects=faster)
    for unit in ("b", "z"):
        assert game.state.turn == unit
        game.do("pass", unit=unit)
    assert game.state.turn is None


def test_legamon_speed_changes_in_the_middle_of_a_round() -> None:
    """The order of the round stands; the next one goes by the new speed."""
    game = legamon.fight({"a": MON, "b": MON})
    faster = [{"type": "stage-changed", "unit": "b", "stat": "speed", "by": 9}]
    game.do("ruling", reason="wind", effects=faster)
    assert game.state.turn == "a"
    for unit in ("a", "b"):
        game.do("pass", unit=unit)
    game.do("start-round", rolls={"initiative": {"a": 6, "b": 1}})
    assert game.order() == ["b", "a"]


def test_duel_speed_changes_in_the_middle_of_a_round() -> None:
    """A blow that slows who has yet to act leaves it its moment; nobody strikes twice."""
    slow = duel.status_move("slow", {"do": "stage", "stat": "speed", "by": -4})
    game = duel.duel({"moves": [slow]}, {"moves": [duel.move()]})
    duel.turn(game, duel.use("slow", target="b"), duel.use("hit"), {"rounding": {"b": 1}})
    assert len(game.all("damaged")) == 1
    assert game.state.round == 2


def test_pmd_poisoned_and_in_love_it_loses_its_turn() -> None:
    """No bite of the poison, no PP spent."""
    smitten = {"statuses": {"poison": {}, "attraction": {"source": "z"}}, "moves": [pmd.BEAM]}
    game = pmd.duel(smitten)
    game.do("begin-turn", unit="a", rolls={"attraction": {"a": 3}})
    assert (game.hp("a"), game.state.units["a"].pools["pp"].now, game.state.turn) == (10, 10, "z")


def test_duel_paralysed_it_loses_its_moment() -> None:
    """No PP spent, nothing struck."""
    game = duel.duel({"statuses": {"paralysis": {}}, "moves": [duel.move(pp=5)]})
    duel.turn(game, duel.use("hit"), None, {"paralysis": {"a": 25}})
    assert not game.all("damaged")
    assert game.state.units["a"].pools["hit"].now == 5


def test_duel_toxic_cured_and_toxic_again() -> None:
    """It begins at a tenth."""
    poison = duel.status_move("venom", {"do": "status", "status": "toxic"})
    cure = duel.status_move("wash", {"do": "cure", "cure": "all", "to": "user"})
    game = duel.duel({"moves": [poison]}, {"moves": [cure]})
    venom, wash = duel.use("venom"), duel.use("wash")
    amounts = []
    for a, b in ((venom, None), (None, None), (None, wash), (venom, None)):
        duel.turn(game, a, b)
        amounts += [effect["amount"] for effect in game.all("damaged")]
    assert amounts == [10, 20, 10]


def test_duel_two_fall_in_one_round_end_one_of_each_side_the_last() -> None:
    """Both facts, and nobody has won."""
    weak = {"hp": 1, "statuses": {"poison": {}}}
    game = duel.duel(weak, weak)
    duel.turn(game)
    assert [effect["unit"] for effect in game.all("fainted")] == ["a", "b"]
    assert game.one("outcome")["winner"] is None


def test_duel_items_that_help_nobody() -> None:
    """On the healthy, on the living, on the fallen: refused with the reason, and the item stays."""
    bag = {"ash": {"salve": 1, "spark-of-life": 1}}
    game = duel.duel(None, None, duel.creature("c", "ash", hp=0), inventory=bag)
    assert game.code("use-item", unit="a", item="salve") == "impossible"
    assert game.code("use-item", unit="a", item="spark-of-life") == "impossible"
    assert game.code("use-item", unit="a", item="salve", target="c") == "fainted"
    assert game.state.inventory == bag


def test_ptu_items_that_help_nobody() -> None:
    """On one healed as far as injuries allow, with nothing to cure, well shielded: refused, the item stays."""
    bag = {"red": {"mend-draught": 1, "clear-leaf": 1, "bark-tonic": 1}}
    game = ptu.pair({"hp": 35, "injuries": 3}, inventory=bag)
    shield = {"type": "counter-set", "unit": "a", "name": "temporary_hp", "now": 15}
    game.do("ruling", reason="a ward", effects=[shield])
    for item in bag["red"]:
        assert game.code("use-item", unit="a", item=item) == "impossible"
    assert game.state.inventory == bag
    assert game.state.units["a"].counters.get("standard", 0) == 0
    game.do("use-item", unit="a", item="mend-draught", target="t")  # what a foe lacks is not told


def test_duel_heal_at_all_but_one() -> None:
    """It gives one, and the fact says one."""
    game = duel.duel({"hp": 99}, inventory={"ash": {"salve": 1}})
    duel.turn(game, {"type_": "use-item", "item": "salve"})
    assert (game.one("healed")["amount"], game.hp("a")) == (1, 100)
