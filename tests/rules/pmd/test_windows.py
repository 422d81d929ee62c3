"""P25-P30: priority moves, declared moves and who may answer them, delay."""

import pytest

from tests.playing import Game
from tests.rules.pmd.given import BEAM, DART, duel, fight, move, next_round, status_move

HOP = {"id": "hop", "category": "status", "shape": "self", "priority": True,
       "effects": [{"do": "teleport", "to": "user"}]}  # fmt: skip


def table(**units: dict[str, object]) -> Game:
    """a, b against z, y (z has a dart), acting in the order a, z, b, y."""
    base: dict[str, dict[str, object]] = {
        "a": {"at": (1, 2), "moves": [BEAM, DART]}, "b": {"at": (1, 4), "moves": [DART]},
        "z": {"at": (6, 2), "moves": [DART, move("slow")]}, "y": {"at": (6, 4)},
    }  # fmt: skip
    settings = units.pop("settings", {})
    inventory = units.pop("inventory", None)
    return fight(
        {id_: {**unit, **units.get(id_, {})} for id_, unit in base.items()},
        order=["a", "z", "b", "y"],
        inventory=inventory,
        **settings,
    )


def declare(game: Game, **fields: object) -> None:
    """a declares its beam to the east."""
    game.do("use-move", **{"unit": "a", "move": "beam", "direction": "e", **fields})


def test_P25_between_turns_and_in_anothers_turn_once_a_round() -> None:
    """z strikes in a's turn; that was its turn; a's goes on."""
    game = table()
    assert game.code("use-move", unit="z", move="slow", direction="w") == "not-your-turn"
    game.do("use-move", unit="z", move="dart", direction="w")
    assert game.hp("a") == 8
    assert game.state.turn == "a"
    assert game.state.queue[1].done
    assert game.code("use-move", unit="z", move="dart", direction="w") == "not-your-turn"
    game.do("pass", unit="a")
    assert game.state.turn == "b"


def test_P25_not_after_its_turn_nor_between_rounds() -> None:
    """Who has had its turn waits for the next round."""
    game = table()
    for unit in "azby":
        game.do("pass", unit=unit)
    assert game.state.turn is None
    assert game.code("use-move", unit="z", move="dart", direction="w") == "not-your-turn"
    next_round(game, "azby")
    game.do("use-move", unit="z", move="dart", direction="w")


def test_P25_its_poison_bites_then_too() -> None:
    """A priority move out of turn is an action: P36 follows."""
    game = table(z={"statuses": {"poison": {}}})
    game.do("use-move", unit="z", move="dart", direction="w")
    assert game.hp("z") == 9


def test_P26_declared_and_waited_for() -> None:
    """`declared`, `window-opened` with the opponents who could answer, nothing carried out yet."""
    game = table(y={"moves": [DART]})
    declare(game)
    assert game.kinds() == ["declared", "window-opened"]
    assert game.one("window-opened")["waiting"] == ["z", "y"]
    assert game.state.turn == "a"
    assert game.state.pending[0].move == "beam"


def test_P26_waiting_is_in_queue_order() -> None:
    """Not roster order: who acts first is named first."""
    game = fight({"a": {"at": (1, 2), "moves": [BEAM]}, "z": {"at": (6, 2), "moves": [DART]},
                  "y": {"at": (6, 4), "moves": [DART]}}, order=["a", "y", "z"])  # fmt: skip
    declare(game)
    assert game.one("window-opened")["waiting"] == ["y", "z"]


@pytest.mark.parametrize(
    "z",
    [
        {"moves": [move()]},
        {"pools": {"pp": {"now": 0}}},
        {"statuses": {"sleep": {}}},
        {"statuses": {"freeze": {}}},
        {"hp": 0},
        {"reserve": True, "at": None},
    ],
)
def test_P26_who_could_not_answer_is_not_waited_for(z: dict[str, object]) -> None:
    """No priority move, no PP, asleep, frozen, fallen, not there: the move happens at once."""
    units: dict[str, dict[str, object]] = {
        "a": {"at": (1, 2), "moves": [BEAM]},
        "z": {"at": (6, 2), "moves": [DART], **z},
        "y": {"at": (8, 2)},
    }
    if z.get("hp") == 0 or z.get("reserve"):
        del units["z"]["at"]
    game = fight(units)
    declare(game)
    assert not game.all("declared")
    assert game.all("damaged")


def test_P26_paralysed_may_still_answer_and_one_who_has_acted_may_not() -> None:
    """Only sleep and ice keep one out; a turn that is past does too."""
    game = table(z={"statuses": {"paralysis": {}}})
    declare(game)
    assert game.state.window is not None
    game = fight({"a": {"at": (1, 2), "moves": [BEAM]}, "z": {"at": (6, 2), "moves": [DART]}}, order="za")
    game.do("pass", unit="z")
    declare(game)
    assert not game.all("declared")


def test_P26_a_basic_attack_is_declared_too_but_no_priority_move() -> None:
    """On its own turn a priority move happens at once."""
    game = table(z={"at": (2, 2)})
    game.do("use-move", unit="a", move="basic-attack", target="z")
    assert game.all("declared")
    game = table()
    game.do("use-move", unit="a", move="dart", direction="e")
    assert not game.all("declared")


def test_P26_interrupt_by_those_waited_for_and_by_allies_of_the_declarer() -> None:
    """An ally may answer too; the window stays open for who is waited for."""
    game = table()
    declare(game)
    game.do("interrupt", unit="b", move="dart", direction="e")
    assert game.state.window is not None
    assert game.state.window.waiting == ("z",)
    game.do("interrupt", unit="z", move="dart", direction="w")
    assert game.state.window is None
    assert game.hp("a") == 8
    assert game.hp("z") == 6
    assert game.state.turn == "y"


def test_P26_pass_by_each_then_it_is_carried_out() -> None:
    """Each who is waited for lets it go; the last one's pass carries it out; their turns are to come."""
    game = table(y={"moves": [DART]})
    declare(game)
    assert game.refused("pass", unit="b").code == "not-eligible"
    game.do("pass", unit="y")
    assert game.state.window.waiting == ("z",)  # type: ignore[union-attr]
    game.do("pass", unit="z")
    assert "damaged" in game.kinds()
    assert not game.state.queue[1].done
    assert game.state.turn == "z"


def test_P26_the_gm_closes_the_window() -> None:
    """`close-window` lets it go without the answers missing; without a window it is refused."""
    game = table()
    assert game.code("close-window") == "no-window"
    declare(game)
    assert game.code("close-window", by="ana") == "gm-only"
    game.do("close-window")
    assert game.kinds()[0] == "window-closed"
    assert game.hp("z") == 6


def test_P26_windows_none() -> None:
    """With `windows: none` nothing waits."""
    game = table(settings={"windows": "none"})
    declare(game)
    assert game.hp("z") == 6


def test_P26_windows_moves_leaves_moving_and_items_alone() -> None:
    """The default opens no window for a walk or a berry."""
    game = table(a={"hp": 5}, inventory={"allies": {"oran-berry": 2}})
    game.do("move", unit="a", to=[2, 2])
    assert not game.all("declared")
    game = table(a={"hp": 5}, inventory={"allies": {"oran-berry": 2}})
    game.do("use-item", unit="a", item="oran-berry")
    assert not game.all("declared")


def test_P26_windows_actions_declares_moving_and_items() -> None:
    """Walking and items are declared as well, and carried out afterwards; held items for oneself are not."""
    bag = {"allies": {"oran-berry": 2}}
    game = table(a={"hp": 5, "held": "oran-berry"}, inventory=bag, settings={"windows": "actions"})
    game.do("use-item", unit="a", item="oran-berry", held=True)
    assert not game.all("declared")
    game.do("move", unit="a", to=[2, 2])
    assert game.one("declared")["action"] == "move"
    game.do("pass", unit="z")
    assert game.state.units["a"].at == (2, 2)
    game = table(a={"hp": 5}, inventory=bag, settings={"windows": "actions"})
    game.do("use-item", unit="a", item="oran-berry")
    assert (game.one("declared")["action"], game.one("declared")["item"]) == ("use-item", "oran-berry")
    game.do("pass", unit="z")
    assert game.hp("a") == 7
    assert game.state.inventory["allies"] == {"oran-berry": 1}


def test_P26_windows_actions_a_walk_whose_way_was_taken_comes_to_nothing() -> None:
    """The cell or one before it was taken meanwhile: cancelled, the turn is over."""
    for cell in ([3, 2], [2, 2]):
        game = table(a={"stats": {"speed": 1}}, z={"moves": [HOP]}, settings={"windows": "actions"})
        game.do("move", unit="a", to=[3, 2])
        game.do("interrupt", unit="z", move="hop", at=cell)
        assert game.one("cancelled")["unit"] == "a"
        assert game.state.units["a"].at == (1, 2)
        assert game.state.turn == "b"


def test_P12_windows_actions_a_walk_is_straight_and_in_reach_when_it_comes_to_it() -> None:
    """Shoved off its line the walker stays where it is then; one the table forced goes all the same."""
    shove = {**DART, "effects": [{"do": "push", "cells": 1}]}
    game = table(z={"at": (3, 4), "moves": [shove]}, settings={"windows": "actions"})
    game.do("move", unit="a", to=[2, 1])
    game.do("interrupt", unit="z", move="dart", target="a")
    assert game.one("cancelled")["unit"] == "a"
    assert game.state.units["a"].at == (0, 1)
    game = table(settings={"windows": "actions"})
    game.do("move", unit="a", to=[5, 3], force="the wind carries it")
    game.do("pass", unit="z")
    assert game.state.units["a"].at == (5, 3)


def test_P26_windows_actions_a_throw_is_declared_and_flies_when_it_comes_to_it() -> None:
    """P28 for a thrown item: whoever is first in line then."""
    game = table(z={"moves": [HOP]}, y={"at": (8, 2)}, inventory={"allies": {"stick": 1}},
                 settings={"windows": "actions"})  # fmt: skip
    game.do("use-item", unit="a", item="stick", direction="e")
    game.do("interrupt", unit="z", move="hop", at=[6, 0])
    assert [one["unit"] for one in game.all("damaged")] == ["y"]


def test_P27_while_a_window_is_open_only_answers() -> None:
    """Moving, moves, bag items of anybody: `window-open`; delay by others and held items are allowed."""
    game = table(b={"held": "oran-berry", "hp": 5}, inventory={"allies": {"oran-berry": 1}})
    declare(game)
    for command in (
        {"type_": "move", "unit": "a", "to": [2, 2]},
        {"type_": "move", "unit": "y", "to": [6, 3]},
        {"type_": "use-move", "unit": "a", "move": "beam", "direction": "e"},
        {"type_": "use-move", "unit": "b", "move": "dart", "direction": "e"},
        {"type_": "use-item", "unit": "b", "item": "oran-berry"},
    ):
        assert game.code(**command) == "window-open", command
    game.do("use-item", unit="b", item="oran-berry", held=True)
    game.do("delay", unit="b", after="y")
    game.do("note", text="well")
    game.do("ruling", reason="so", effects=[{"type": "damaged", "unit": "y", "amount": 1}])
    assert game.state.window is not None
    assert game.code("delay", unit="a", after="y") == "window-open"


def test_P27_who_and_what_may_not_interrupt() -> None:
    """Without priority, after one's turn, the declarer itself: `not-eligible`; unknown: `unknown-move`."""
    game = table(b={"moves": [DART, move("slow")]})
    assert game.code("interrupt", unit="b", move="dart", direction="e") == "no-window"
    game.do("use-move", unit="b", move="dart", direction="e")
    declare(game)
    for unit, name in (("z", "slow"), ("z", "basic-attack"), ("b", "dart"), ("a", "dart")):
        assert game.code("interrupt", unit=unit, move=name, direction="w") == "not-eligible", (unit, name)
    assert game.code("interrupt", unit="z", move="nothing", direction="w") == "unknown-move"
    assert game.code("interrupt", unit="z", move="dart", direction="n") == "no-target"


def test_P27_an_interrupt_is_carried_out_at_once() -> None:
    """No window opens for it though others have priority moves."""
    game = table(y={"moves": [DART]})
    declare(game)
    game.do("interrupt", unit="z", move="dart", direction="w")
    assert not game.all("declared")
    assert game.hp("a") == 8
    assert game.state.window.waiting == ("y",)  # type: ignore[union-attr]


def test_P28_whoever_is_first_in_line_when_it_comes_to_it() -> None:
    """The target hopped away, another stands in line."""
    game = table(z={"moves": [HOP]}, y={"at": (8, 2)})
    declare(game, target="z")
    game.do("interrupt", unit="z", move="hop", at=[6, 0])
    assert [one["unit"] for one in game.all("damaged")] == ["y"]


@pytest.mark.parametrize("answers", [True, False])
def test_P28_a_square_behind_others_stays_around_whom_it_was_aimed_at(answers: bool) -> None:
    """A piercing area is reached past z; it strikes around y whether or not somebody could answer."""
    lob = move("lob", shape="area", center="target", radius=1, pierce=True)
    game = table(a={"moves": [lob]}, y={"at": (8, 2)}, z={"moves": [DART] if answers else []})
    game.do("use-move", unit="a", move="lob", target="y")
    assert bool(game.all("declared")) is answers
    if answers:
        game.do("pass", unit="z")
    assert [one["unit"] for one in game.all("damaged")] == ["y"]


def test_P28_nobody_in_range_is_missed_and_paid() -> None:
    """`missed`, PP spent, and it was an action."""
    game = table(z={"moves": [HOP]}, a={"statuses": {"poison": {}}})
    declare(game, target="z")
    game.do("interrupt", unit="z", move="hop", at=[6, 0])
    assert (game.one("missed")["unit"], game.one("missed")["why"]) == ("a", "nobody")
    assert game.state.units["a"].pools["pp"].now == 9
    assert game.hp("a") == 9
    assert game.state.turn == "b"


@pytest.mark.parametrize("status", ["sleep", "freeze"])
def test_P28_a_declarer_put_to_sleep_or_frozen_loses_it(status: str) -> None:
    """Cancelled, PP kept, its turn over, and no action: no poison can bite (it has none), leftovers feed."""
    hush = status_move("hush", {"do": "status", "status": status}, priority=True)
    game = table(z={"moves": [hush]}, a={"held": "leftovers", "hp": 5})
    declare(game)
    game.do("interrupt", unit="z", move="hush", direction="w")
    assert (game.one("cancelled")["unit"], game.one("cancelled")["move"]) == ("a", "beam")
    assert game.state.units["a"].pools["pp"].now == 10
    assert game.hp("a") == 6
    assert game.state.turn == "b"
    assert game.state.pending == ()


def test_P28_fire_frozen_meanwhile_is_cancelled_declared_in_ice_is_not() -> None:
    """P23 lets the frozen attack with fire; who is frozen after declaring has lost it all the same."""
    ember = move("ember", type="fire")
    hush = status_move("hush", {"do": "status", "status": "freeze"}, priority=True)
    game = table(z={"moves": [hush]}, a={"moves": [ember]})
    declare(game, move="ember")
    game.do("interrupt", unit="z", move="hush", direction="w")
    assert game.all("cancelled")
    game = table(a={"moves": [ember], "statuses": {"freeze": {}}})
    declare(game, move="ember")
    assert game.all("declared")
    game.do("pass", unit="z")
    assert game.hp("z") == 8
    assert game.statuses("a") == {}


def test_P28_a_declarer_that_faints_loses_it() -> None:
    """Cancelled with the fainting, PP kept, the window gone, the next one's turn."""
    game = table(a={"hp": 2})
    declare(game)
    game.do("interrupt", unit="z", move="dart", direction="w")
    order = [kind for kind in game.kinds() if kind in ("damaged", "fainted", "cancelled", "turn-started")]
    assert order == ["damaged", "fainted", "cancelled", "turn-started"]
    assert game.state.units["a"].pools["pp"].now == 10
    assert (game.state.window, game.state.pending, game.state.turn) == (None, (), "b")


def test_P28_an_area_strikes_whoever_is_in_it_then() -> None:
    """One hopped out, one stayed."""
    blast = move("blast", shape="area", radius=2)
    game = fight({"a": {"at": (2, 2), "moves": [blast]}, "z": {"at": (3, 2), "moves": [HOP]},
                  "y": {"at": (4, 4)}})  # fmt: skip
    game.do("use-move", unit="a", move="blast")
    game.do("interrupt", unit="z", move="hop", at=[8, 0])
    assert [one["unit"] for one in game.all("damaged")] == ["y"]


@pytest.mark.parametrize(("cell", "hit"), [((6, 0), False), ((5, 2), True), ((1, 0), True)])
def test_P28_over_keeps_its_named_target_while_on_a_line_and_in_range(
    cell: tuple[int, int], hit: bool
) -> None:
    """On another line it is struck, off every line missed."""
    game = fight({"a": {"at": (1, 2), "moves": [move(over=True, range=6)]},
                  "z": {"at": (6, 2), "moves": [HOP]}, "y": {"at": (3, 2)}})  # fmt: skip
    game.do("use-move", unit="a", move="hit", target="z")
    game.do("interrupt", unit="z", move="hop", at=list(cell))
    assert [one["unit"] for one in game.all("damaged")] == (["z"] if hit else [])


def test_P28_where_its_own_place_changed_the_direction_stays() -> None:
    """Pushed a row down, the beam goes east from there."""
    shove = move("shove", power=1, priority=True, effects=[{"do": "push", "cells": 1}])
    game = fight({"a": {"at": (1, 2), "moves": [BEAM]}, "z": {"at": (6, 2)},
                  "y": {"at": (1, 0), "moves": [shove]}, "x": {"at": (6, 3)}})  # fmt: skip
    declare(game, target="z")
    game.do("interrupt", unit="y", move="shove", direction="s")
    assert game.state.units["a"].at == (1, 3)
    assert [one["unit"] for one in game.all("damaged")] == ["a", "x"]


def test_P29_checks_come_before_a_priority_move() -> None:
    """Their dice go with the command; a turn lost so is skipped, PP kept."""
    game = table(z={"statuses": {"paralysis": {}}})
    aim = {"unit": "z", "move": "dart", "direction": "w"}
    assert game.needs("use-move", **aim) == [("paralysis", "z", 10, 1)]
    game.do("use-move", rolls={"paralysis": {"z": 3}}, **aim)
    assert game.one("turn-skipped") == {"type": "turn-skipped", "unit": "z", "why": "paralysis"}
    assert game.state.units["z"].pools["pp"].now == 10
    assert game.state.queue[1].done
    assert game.state.turn == "a"
    game = table(z={"statuses": {"paralysis": {}}})
    game.do("use-move", rolls={"paralysis": {"z": 4}}, **aim)
    assert game.hp("a") == 8


def test_P29_with_an_interrupt_too() -> None:
    """Lost to paralysis, the window closes and the declared move happens."""
    game = table(z={"statuses": {"paralysis": {}, "confusion": {}}})
    declare(game)
    aim = {"unit": "z", "move": "dart", "direction": "w"}
    assert game.needs("interrupt", **aim) == [("paralysis", "z", 10, 1)]
    game.do("interrupt", rolls={"paralysis": {"z": 2}}, **aim)
    assert game.all("turn-skipped")
    assert game.hp("a") == 10
    assert game.hp("z") == 6
    assert game.statuses("z")["confusion"] == 1


def test_P29_hit_by_itself_in_its_confusion_the_priority_move_is_not_made() -> None:
    """That was its action; PP kept."""
    game = table(z={"statuses": {"confusion": {}}})
    game.do("use-move", unit="z", move="dart", direction="w", rolls={"confusion": {"z": 1}})
    assert (game.hp("z"), game.hp("a")) == (9, 10)
    assert game.state.units["z"].pools["pp"].now == 10
    assert game.state.queue[1].done


def test_P29_on_its_own_turn_with_checks_open_they_come_first() -> None:
    """`rolls-needed` until `begin-turn`."""
    game = table(a={"statuses": {"paralysis": {}}})
    assert game.code("use-move", unit="a", move="dart", direction="e") == "rolls-needed"
    game.do("begin-turn", unit="a", rolls={"paralysis": {"a": 9}})
    game.do("use-move", unit="a", move="dart", direction="e")


def test_P30_behind_anybody_behind_it_who_has_not_acted_once_a_round() -> None:
    """As its turn begins or before; ahead, itself, done: `cannot-delay`; a second time: `already-delayed`."""
    game = table()
    for unit, after in (("z", "a"), ("a", "a"), ("b", "z")):
        assert game.code("delay", unit=unit, after=after) == "cannot-delay"
    assert game.code("delay", unit="a", after="nobody") == "unknown-unit"
    assert game.code("delay", unit="a") == "malformed"
    game.do("delay", unit="a", after="b")
    assert game.order() == ["z", "b", "a", "y"]
    assert game.state.turn == "z"
    assert game.code("delay", unit="a", after="y") == "already-delayed"
    game.do("delay", unit="b", after="y")
    game.do("pass", unit="z")
    assert game.order() == ["z", "a", "y", "b"]
    assert game.state.turn == "a"
    game.do("pass", unit="a")
    assert game.code("delay", unit="y", after="z") == "cannot-delay"
    assert game.code("delay", unit="a", after="b") in ("cannot-delay", "already-delayed")


def test_P30_all_delay_and_each_acts_once() -> None:
    """One after the other behind the last: nobody twice, nobody skipped."""
    game = table()
    for unit, after in (("a", "y"), ("z", "a"), ("b", "z")):
        game.do("delay", unit=unit, after=after)
    assert game.order() == ["y", "a", "z", "b"]
    acted = []
    while game.state.turn is not None:
        acted.append(game.state.turn)
        game.do("pass", unit=game.state.turn)
    assert acted == ["y", "a", "z", "b"]
    next_round(game, "azby")
    game.do("delay", unit="a", after="y")


def test_P30_checks_made_are_not_made_again_open_ones_are_still_to_come() -> None:
    """Delayed after its check it just acts; delayed before it, the check waits for its turn."""
    game = table(a={"statuses": {"paralysis": {}}})
    game.do("begin-turn", unit="a", rolls={"paralysis": {"a": 8}})
    game.do("delay", unit="a", after="z")
    game.do("pass", unit="z")
    assert (game.state.turn, game.state.checks) == ("a", ())
    game = table(a={"statuses": {"paralysis": {}}})
    game.do("delay", unit="a", after="z")
    assert game.state.turn == "z"
    game.do("pass", unit="z")
    assert (game.state.turn, game.state.checks) == ("a", ("paralysis",))


@pytest.mark.parametrize("before", [{}, {"paralysis": {}}])
def test_P30_what_befalls_it_while_it_waits_is_checked(before: dict[str, object]) -> None:
    """Put to sleep after its delay it sleeps, whatever it had made of its checks before."""
    lull = status_move("lull", {"do": "cure", "cure": "all"}, {"do": "status", "status": "sleep"})
    game = table(a={"statuses": before}, z={"moves": [lull]}, settings={"windows": "none"})
    if before:
        game.do("begin-turn", unit="a", rolls={"paralysis": {"a": 8}})
    game.do("delay", unit="a", after="z")
    game.do("use-move", unit="z", move="lull", target="a")
    assert game.one("turn-skipped") == {"type": "turn-skipped", "unit": "a", "why": "sleep"}
    assert game.statuses("a") == {"sleep": 1}


def test_P30_checks_made_stay_made_however_often_the_table_lets_it_delay() -> None:
    """Forced to delay once more while it waits it acts without another check."""
    game = table(a={"statuses": {"paralysis": {}}})
    game.do("begin-turn", unit="a", rolls={"paralysis": {"a": 8}})
    game.do("delay", unit="a", after="z")
    game.do("delay", unit="a", after="b", force="well then")
    game.do("pass", unit="z")
    game.do("pass", unit="b")
    assert (game.state.turn, game.state.checks) == ("a", ())


def test_P30_checks_made_are_made_again_in_the_next_round() -> None:
    """They count for the round they were made in."""
    game = table(a={"statuses": {"paralysis": {}}})
    game.do("begin-turn", unit="a", rolls={"paralysis": {"a": 8}})
    game.do("delay", unit="a", after="z")
    for unit in "zaby":
        game.do("pass", unit=unit)
    next_round(game, "azby")
    assert game.state.checks == ("paralysis",)


def test_P30_who_delayed_may_still_use_priority_moves() -> None:
    """Out of turn, and as an answer."""
    game = table(z={"moves": [DART]})
    game.do("delay", unit="z", after="y")
    declare(game)
    assert game.state.window is not None
    game.do("interrupt", unit="z", move="dart", direction="w")
    assert game.hp("a") == 8


def test_P30_act_then_delay_is_refused() -> None:
    """One action that round, and no delay behind it."""
    game = duel()
    game.do("move", unit="a", to=[2, 2])
    assert game.code("delay", unit="a", after="z") == "cannot-delay"


def test_P27_who_is_not_on_the_board_is_not_eligible() -> None:
    """A reserve neither answers nor passes nor delays; without a window there is none."""
    units = {"a": {"at": (1, 2), "moves": [BEAM]}, "b": {"reserve": True, "moves": [DART]}}
    game = fight({**units, "z": {"at": (6, 2), "moves": [DART]}})
    assert game.code("interrupt", unit="b", move="dart", direction="e") == "no-window"
    assert game.code("delay", unit="b", after="z") == "cannot-delay"
    game.do("use-move", unit="a", move="beam", direction="e")
    assert game.code("interrupt", unit="b", move="dart", direction="e") == "not-eligible"
    assert game.code("pass", unit="b") == "not-eligible"
