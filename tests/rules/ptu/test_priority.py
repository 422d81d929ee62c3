"""T17-T22: priority in its kinds, interrupts, windows."""

import pytest

from tests.playing import Game
from tests.rules.ptu.given import battle, move, pair, status_move, unit

QUICK = status_move("quick", keywords=["priority"])
ORDER = status_move("order", keywords=["priority-limited"])
RUSH = status_move("rush", keywords=["priority-advanced"])
BRACE = status_move(
    "brace", {"do": "stage", "stat": "defense", "by": 1, "to": "user"}, keywords=["interrupt"]
)
SHOT = move("shot", ac=None, range={"kind": "ranged", "n": 8})


def priority() -> Game:
    """a 20, p 8 with every kind, c 6."""
    return battle(
        unit("a", "red", [0, 0], speed=20),
        unit("p", "blue", [10, 0], speed=8, moves=[QUICK, ORDER, RUSH]),
        unit("c", "red", [0, 10], speed=6),
    )


def test_T17_priority_takes_the_whole_turn_between_turns() -> None:
    """Then it is done, and who was waiting has its turn."""
    game = priority()
    game.do("use-move", unit="p", move="quick")
    assert game.state.turn == "p"
    game.do("move", unit="p", to=[11, 0])
    game.do("pass", unit="p")
    assert game.state.turn == "a"
    assert game.code("use-move", unit="p", move="quick") == "not-eligible"
    game.do("pass", unit="a")
    assert game.state.turn == "c"


def test_T17_not_once_the_turn_has_begun() -> None:
    """Doing anything begins it, a trade too."""
    game = priority()
    game.do("trade", unit="a", standard_for="swift")
    assert game.code("use-move", unit="p", move="quick") == "not-eligible"


def test_T17_the_saves_of_its_turn_come_first() -> None:
    """A priority user that is paralysed rolls before it acts."""
    game = priority()
    game.do("ruling", reason="numb", effects=[{"type": "status-gained", "unit": "p", "status": "paralysis"}])
    game.do("use-move", unit="p", move="quick", rolls={"save": {"p": 2}})
    assert game.all("turn-skipped")
    assert game.state.turn == "a"


def test_T18_only_the_action_comes_early() -> None:
    """The rest of the turn comes at its own count, less what was spent."""
    game = priority()
    game.do("use-move", unit="p", move="order")
    assert game.state.turn == "a"
    assert game.code("use-move", unit="p", move="quick") == "action-spent"
    game.do("pass", unit="a")
    assert game.state.turn == "p"
    assert game.code("use-move", unit="p", move="struggle", target="a") == "action-spent"
    game.do("move", unit="p", to=[11, 0])


def test_T19_after_having_acted_the_next_turn_is_owed() -> None:
    """A second turn now, none in the next round, and no third."""
    game = priority()
    game.do("pass", unit="a")
    game.do("pass", unit="p")
    game.do("use-move", unit="p", move="rush")
    assert game.state.turn == "p"
    assert game.state.units["p"].counters["owes_turn"] == 1
    game.do("move", unit="p", to=[11, 0])
    game.do("pass", unit="p")
    assert game.code("use-move", unit="p", move="rush") == "not-eligible"
    game.do("pass", unit="c")
    assert "owes_turn" not in game.state.units["p"].counters
    game.do("pass", unit="a")
    assert (game.state.round, game.state.turn) == (2, "c")


def test_T19_before_having_acted_nothing_is_owed() -> None:
    """It is plain priority then."""
    game = priority()
    game.do("use-move", unit="p", move="rush")
    assert "owes_turn" not in game.state.units["p"].counters
    game.do("pass", unit="p")
    game.do("pass", unit="a")
    assert game.state.turn == "c"


def answering(**settings: object) -> Game:
    """a shoots; p (speed 8) and q (speed 12) may brace."""
    return battle(
        unit("a", "red", [0, 0], speed=20, moves=[SHOT]),
        unit("p", "blue", [4, 0], speed=8, moves=[BRACE]),
        unit("q", "blue", [4, 4], speed=12, moves=[BRACE]),
        settings=settings,
    )


def test_T20_the_window_names_opponents_by_initiative() -> None:
    """pass declines; the last one lets it happen."""
    game = answering()
    game.do("use-move", unit="a", move="shot", target="p")
    assert game.one("window-opened")["waiting"] == ["q", "p"]
    assert game.code("pass", unit="a") == "not-eligible"
    game.do("pass", unit="q")
    game.do("pass", unit="p")
    assert game.state.window is None
    game.do("carry-out", unit="a", rolls={"damage": {"a": 4}})
    assert game.one("damaged")["amount"] == 10


def test_T20_no_window_no_interrupt_and_a_gm_may_close_it() -> None:
    """Outside → no-window; the GM ends the waiting."""
    game = answering()
    assert game.code("interrupt", unit="p", move="brace") == "no-window"
    game.do("use-move", unit="a", move="shot", target="p")
    assert game.code("interrupt", unit="p", move="struggle", target="a") == "not-eligible"
    game.do("close-window")
    game.do("carry-out", unit="a", rolls={"damage": {"a": 4}})


def test_T20_settings_say_what_is_declared() -> None:
    """none: nothing; actions: shifts too."""
    game = answering(windows="none")
    game.do("use-move", unit="a", move="shot", target="p", rolls={"damage": {"a": 4}})
    game = answering(windows="actions")
    game.do("move", unit="a", to=[0, 1])
    assert game.one("declared")["action"] == "move"
    game.do("close-window")
    assert game.state.units["a"].at == (0, 1)


def test_T20_after_having_acted_it_costs_the_next_turn() -> None:
    """And one who owes is not asked again."""
    game = battle(
        unit("p", "blue", [4, 0], speed=30, moves=[BRACE]),
        unit("a", "red", [0, 0], speed=20, moves=[SHOT]),
        unit("b", "red", [1, 0], speed=10, moves=[SHOT]),
    )
    game.do("pass", unit="p")
    game.do("use-move", unit="a", move="shot", target="p")
    game.do("interrupt", unit="p", move="brace")
    assert game.state.units["p"].counters["owes_turn"] == 1
    game.do("carry-out", rolls={"damage": {"a": 4}})
    game.do("pass", unit="a")
    game.do("use-move", unit="b", move="shot", target="p", rolls={"damage": {"b": 4}})
    game.do("pass", unit="b")
    assert (game.state.round, game.state.turn) == (2, "a")


def test_T20_who_declared_and_fell_does_nothing() -> None:
    """A counterblow that fells cancels what was declared."""
    jab = move("jab", ac=None, keywords=["interrupt"], range={"kind": "ranged", "n": 9})
    game = battle(
        unit("a", "red", [0, 0], speed=20, hp=1, moves=[SHOT]),
        unit("p", "blue", [4, 0], speed=8, moves=[jab]),
        unit("b", "red", [9, 9], speed=1),
    )
    game.do("use-move", unit="a", move="shot", target="p")
    game.do("interrupt", unit="p", move="jab", target="a", rolls={"damage": {"p": 4}})
    assert game.one("cancelled")["unit"] == "a"
    assert (game.state.pending, game.state.turn) == ((), "p")


def test_T21_several_answers_fastest_first_once_all_are_in() -> None:
    """The slower may answer first, the faster is carried out first; an interrupt opens no window.

    Only who declines has `window-passed`.
    """
    game = answering()
    game.do("use-move", unit="a", move="shot", target="p")
    game.do("interrupt", unit="p", move="brace")
    assert not game.all("stage-changed")
    assert not game.all("window-passed")
    assert game.one("window-opened")["waiting"] == ["q"]
    assert game.code("interrupt", unit="p", move="brace") in ("action-spent", "not-eligible")
    game.do("interrupt", unit="q", move="brace")
    assert [one["unit"] for one in game.all("stage-changed")] == ["q", "p"]
    assert not game.all("window-opened")
    assert not game.all("window-passed")
    game.do("carry-out", unit="a", rolls={"damage": {"a": 4}})
    assert game.one("damaged")["amount"] == 8


@pytest.mark.parametrize("kind", ["burst", "cone", "line", "blast", "close-blast"])
def test_T20_an_interrupt_of_any_range_that_strikes_somebody_is_usable(kind: str) -> None:
    """Each is waited for where it reaches the attacker."""
    wave = move("wave", ac=None, range={"kind": kind, "n": 3}, keywords=["interrupt"])
    game = pair(None, {"moves": [wave]})
    game.do("use-move", unit="a", move="slam", target="t")
    assert game.one("window-opened")["waiting"] == ["t"]
    game.do("pass", unit="t")
    away = pair({"at": [15, 15], "moves": [move("shot", ac=None, range={"kind": "ranged", "n": 20})]},
                {"moves": [wave]})  # fmt: skip
    away.do("use-move", unit="a", move="shot", target="t", rolls={"damage": {"a": [1]}})
    assert not away.all("window-opened")


def test_T20_T41_an_area_answers_among_zones_too() -> None:
    """It is waited for, and strikes whom it names."""
    board = {
        "type": "zones",
        "zones": [{"id": "hall"}, {"id": "roof"}],
        "links": [{"between": ["hall", "roof"], "cost": 5}],
    }
    wave = move("wave", ac=None, range={"kind": "burst", "n": 3}, keywords=["interrupt"])
    shot = move("shot", ac=None, range={"kind": "ranged", "n": 8})
    game = pair({"at": "hall", "moves": [shot]}, {"at": "hall", "moves": [wave]}, board=board)
    game.do("use-move", unit="a", move="shot", target="t")
    assert game.one("window-opened")["waiting"] == ["t"]
    game.do("interrupt", unit="t", move="wave", near=["a"], rolls={"damage": {"t": [1, 1]}})
    assert game.one("damaged")["unit"] == "a"


def test_T20_with_actions_items_are_answered_too() -> None:
    """As P26: the draught waits for the answer; b falls by it, and the draught stays."""
    snap = move("snap", ac=None, keywords=["interrupt"])
    friend = unit("b", "red", [5, 4], hp=1)
    bag = {"red": {"mend-draught": 2}}
    setting = {"windows": "actions", "opportunity": False}
    game = pair({"hp": 20}, {"moves": [snap]}, friend, inventory=bag, settings=setting)
    game.do("use-item", unit="a", item="mend-draught", target="b")
    assert game.one("window-opened")["waiting"] == ["t"]
    game.do("interrupt", unit="t", move="snap", target="b", rolls={"damage": {"t": [1, 1]}})
    assert game.one("cancelled") == {"type": "cancelled", "unit": "a", "why": "no-target"}
    assert (game.state.inventory, game.state.units["a"].counters["standard"]) == (bag, 1)
    game = pair({"hp": 20}, {"moves": [snap]}, inventory=bag, settings=setting)
    game.do("use-item", unit="a", item="mend-draught")
    assert game.hp("a") == 20
    game.do("pass", unit="t")
    assert (game.hp("a"), game.state.inventory) == (40, {"red": {"mend-draught": 1}})
    game = pair({"hp": 20}, {"moves": [snap]}, inventory=bag)
    game.do("use-item", unit="a", item="mend-draught")
    assert game.hp("a") == 40


def test_T20_T21_equals_answer_as_their_dice_put_them() -> None:
    """z won the die against y: it is named first, and its answer is carried out first."""
    brace = status_move("brace", {"do": "stage", "stat": "defense", "by": 1}, keywords=["interrupt"])
    shot = move("shot", ac=None, range={"kind": "ranged", "n": 9})
    game = battle(
        unit("a", "red", [0, 0], speed=20, moves=[shot]),
        unit("y", "blue", [4, 0], speed=8, moves=[brace]),
        unit("z", "blue", [4, 5], speed=8, moves=[brace]),
        rolls={"tie": {"y": 3, "z": 9}},
    )
    game.do("use-move", unit="a", move="shot", target="y")
    assert game.one("window-opened")["waiting"] == ["z", "y"]
    game.do("interrupt", unit="y", move="brace")
    game.do("interrupt", unit="z", move="brace")
    assert [one["unit"] for one in game.all("stage-changed")] == ["z", "y"]


def test_T22_who_sleeps_neither_hurries_nor_answers() -> None:
    """Nor whoever is frozen, flinches or sees nothing."""
    for status in ("sleep", "freeze", "flinch", "totally-blind"):
        game = priority()
        given = [{"type": "status-gained", "unit": "p", "status": status}]
        game.do("ruling", reason="so", effects=given)
        assert game.code("use-move", unit="p", move="quick") == "cannot-act"
        game = answering()
        game.do("ruling", reason="so", effects=given)
        game.do("use-move", unit="a", move="shot", target="p")
        assert game.one("window-opened")["waiting"] == ["q"]


def test_T15_a_free_answer_costs_nothing_and_is_had_once_a_trigger() -> None:
    """Neither before one's turn nor after it; the next declaration is another trigger."""
    glare = status_move("glare", keywords=["interrupt", "free"])
    game = battle(
        unit("a", "red", [0, 0], speed=20, moves=[SHOT]),
        unit("t", "blue", [4, 0], speed=15, moves=[glare]),
        unit("o", "blue", [4, 4], speed=2, moves=[glare]),
        unit("b", "red", [1, 0], speed=10, moves=[SHOT]),
    )
    game.do("use-move", unit="a", move="shot", target="t")
    game.do("interrupt", unit="t", move="glare")
    assert game.code("interrupt", unit="t", move="glare") == "not-eligible"
    game.do("pass", unit="o")
    game.do("carry-out", rolls={"damage": {"a": 4}})
    game.do("pass", unit="a")
    assert game.state.units["t"].counters == {}
    game.do("pass", unit="t")
    game.do("use-move", unit="b", move="shot", target="t")
    game.do("interrupt", unit="t", move="glare")
    assert "owes_turn" not in game.state.units["t"].counters
