"""T1-T16: who is in the battle, the queue, holding, what a turn has."""

import copy

import msgspec
import pytest

from schemas.state import State
from server.engine.refusals import InvalidSetup
from server.rules.ptu.system import SYSTEM
from tests.playing import Game
from tests.rules.ptu.given import battle, move, on, pair, status_move, unit


def made(**more):  # type: ignore[no-untyped-def]
    """One unit as the creation resolves it."""
    spec = {"ruleset": "ptu", "units": [{"id": "a", "side": "red", **more}]}
    _, enlisted = SYSTEM.create(SYSTEM.spec_decoder.decode(msgspec.json.encode(spec)))
    return enlisted[0].unit


def test_T1_maximum_hp() -> None:
    """A pokemon's level + 3·hp + 10, a trainer's 2·level + 3·hp + 10; trainers have no type."""
    assert made(level=10, stats={"hp": 10}).max_hp == 50
    assert made(kind="trainer", level=5, stats={"hp": 10}).max_hp == 50
    with pytest.raises(InvalidSetup):
        made(kind="trainer", types=["fire"])
    with pytest.raises(InvalidSetup):
        made(trainer="nobody")


@pytest.mark.parametrize(
    ("given", "size", "footprint"),
    [({}, 1, (1, 1)), ({"size": "large"}, 2, (2, 2)), ({"size": "gigantic"}, 4, (4, 4)), ({"footprint": [3, 1]}, 2, (3, 1)),
     ({"footprint": [4, 2]}, 3, (4, 2)), ({"size": "medium", "footprint": [2, 3]}, 1, (2, 3))],
)  # fmt: skip
def test_T2_sizes_and_footprints(given: dict[str, object], size: int, footprint: tuple[int, int]) -> None:
    """A footprint without a size counts as the size with the nearest number of cells."""
    found = made(**given)
    assert (found.size, found.footprint) == (size, footprint)


def test_T2_a_footprint_is_turned_as_it_arrives() -> None:
    """Width and height change places at no cost; the turned cells must be free."""
    game = pair({"at": [0, 0], "footprint": [3, 1]}, {"at": [4, 1]})
    assert game.code("move", unit="a", to=[4, 0], turned=True) == "occupied"
    game.do("move", unit="a", to=[1, 0], turned=True)
    assert game.state.units["a"].footprint == (1, 3)
    assert game.one("moved")["footprint"] == [1, 3]


@pytest.mark.parametrize("way", [{"path": [[0, 1], [1, 2]]}, {"to": [1, 2]}])
def test_T2_only_the_turned_shape_needs_room_where_it_arrives(way: dict[str, object]) -> None:
    """Into a gap and at the edge, step by step or by `to`, where it would not fit as it lay."""
    walls = on("blocking", (1, 3), (2, 1), (2, 3))
    game = pair({"at": [0, 0], "footprint": [1, 2]}, {"at": [4, 3]}, width=5, height=4, terrain=[walls])
    assert game.code("move", unit="a", **way) == "blocked"
    game.do("move", unit="a", turned=True, **way)
    assert game.state.units["a"].footprint == (2, 1)
    game = pair({"at": [0, 0], "footprint": [1, 2]}, {"at": [4, 2]}, width=5, height=3)
    assert game.code("move", unit="a", **way) == "off-board"
    game.do("move", unit="a", turned=True, **way)
    assert game.state.units["a"].at == (1, 2)


@pytest.mark.parametrize("way", [{"path": [[2, 0]]}, {"to": [2, 0]}, {"path": []}, {"to": [1, 0]}])
def test_T2_T34_what_it_turns_onto_asks_for_its_capability(way: dict[str, object]) -> None:
    """As it arrives and on the spot."""
    pond = on("underwater", (1, 1), (2, 1))
    lying = {"at": [1, 0], "footprint": [2, 1]}
    assert pair(lying, terrain=[pond]).code("move", unit="a", turned=True, **way) == "no-capability"
    game = pair({**lying, "capabilities": {"swim": 1}}, terrain=[pond])
    game.do("move", unit="a", turned=True, **way)
    assert game.state.units["a"].footprint == (1, 2)


def test_T3_overland_is_five_where_it_is_not_said() -> None:
    """And what is said stays."""
    assert made().capabilities == {"overland": 5}
    assert made(capabilities={"overland": 0, "swim": 7}).capabilities == {"overland": 0, "swim": 7}


def test_T4_who_is_in_its_ball_is_neither_placed_nor_waited_for() -> None:
    """The rest must be placed."""
    game = pair(None, None, unit("b", "red", None, out=False))
    assert game.state.phase == "battle"
    assert "b" not in game.order()
    with pytest.raises(Exception, match="impossible"):
        battle(unit("a", "red", [0, 0]), unit("t", "blue", None))


def test_T5_by_speed_after_stages() -> None:
    """A stage up gives a fifth, one down takes a tenth; the queue is made anew each round."""
    game = pair({"speed": 10}, {"speed": 9})
    assert game.order() == ["a", "t"]
    game.do(
        "ruling", reason="faster", effects=[{"type": "stage-changed", "unit": "t", "stat": "speed", "by": 2}]
    )
    game.do("pass", unit="a")
    game.do("pass", unit="t")
    assert [(one.unit, one.initiative) for one in game.state.queue] == [("t", 12), ("a", 10)]


def test_T5_equals_roll_again_until_they_differ() -> None:
    """All equals at once, then only those still equal."""
    units = [
        unit(id_, side, [0, n]) for n, (id_, side) in enumerate([("x", "red"), ("y", "blue"), ("z", "blue")])
    ]
    game = battle(*units)
    assert game.needs("start-round") == [("tie", id_, 20, 1) for id_ in "xyz"]
    assert game.needs("start-round", rolls={"tie": {"x": 3, "y": 9, "z": 9}}) == [
        ("tie", "y", 20, 1),
        ("tie", "z", 20, 1),
    ]
    game.do("start-round", rolls={"tie": {"x": 3, "y": [9, 1], "z": [9, 2]}})
    assert game.order() == ["z", "y", "x"]


def three() -> list[dict[str, object]]:
    """18, 12 and 8."""
    speeds = {"x": 18, "y": 12, "z": 8}
    return [
        unit(id_, "red" if id_ == "x" else "blue", [0, n * 3], speed=s)
        for n, (id_, s) in enumerate(speeds.items())
    ]


def test_T7_holding() -> None:
    """Below the own initiative, not below 0, once a round, before anything is done, on one's turn."""
    game = battle(*three())
    for wrong in (18, 19, -1):
        assert game.code("delay", unit="x", until=wrong) == "cannot-delay"
    assert game.code("delay", unit="y", until=3) == "not-your-turn"
    assert game.code("delay", unit="x", after="y") == "malformed"
    game.do("delay", unit="x", until=12)
    assert game.order() == ["y", "x", "z"]
    assert [one.initiative for one in game.state.queue] == [12, 18, 8]
    game.do("move", unit="y", to=[1, 3])
    assert game.code("delay", unit="y", until=2) == "cannot-delay"
    game.do("pass", unit="y")
    assert game.state.turn == "x"
    assert game.code("delay", unit="x", until=1) == "already-delayed"


def test_T7_saves_do_not_hinder_holding() -> None:
    """Open ones wait with the turn; those made are not made again; a free action is doing something."""
    x = {"speed": 30, "statuses": {"paralysis": {}}, "moves": [status_move("hum", keywords=["free"])]}
    units = [unit("x", "red", [0, 0], **x), unit("y", "blue", [9, 0], speed=12)]
    game = battle(*copy.deepcopy(units))
    assert game.state.checks == ("paralysis",)
    game.do("delay", unit="x", until=5)
    assert (game.state.turn, game.state.checks) == ("y", ())
    game.do("pass", unit="y")
    assert (game.state.turn, game.state.checks) == ("x", ("paralysis",))
    game = battle(*copy.deepcopy(units))
    game.do("begin-turn", unit="x", rolls={"save": {"x": 12}})
    game.do("delay", unit="x", until=5)
    game.do("pass", unit="y")
    assert (game.state.turn, game.state.checks) == ("x", ())
    game.do("pass", unit="x")
    assert (game.state.round, game.state.checks) == (2, ("paralysis",))
    game.do("begin-turn", unit="x", rolls={"save": {"x": 12}})
    game.do("use-move", unit="x", move="hum")
    assert game.code("delay", unit="x", until=5) == "cannot-delay"


def test_T7_T17_holding_goes_by_those_to_come_not_by_who_came_early() -> None:
    """The slowest has had its turn before all: who then holds still acts where its count puts it."""
    early = [status_move("early", keywords=["priority"])]
    game = battle(*three(), unit("p", "red", [9, 9], speed=2, moves=early))
    game.do("use-move", unit="p", move="early")
    game.do("pass", unit="p")
    game.do("delay", unit="x", until=9)
    for id_ in ("y", "x", "z"):
        assert (game.state.round, game.state.turn) == (1, id_)
        game.do("pass", unit=id_)
    assert game.state.round == 2


def test_T7_to_nothing_is_last() -> None:
    """0 is a count like any other."""
    game = battle(*three())
    game.do("delay", unit="x", until=0)
    assert game.order() == ["y", "z", "x"]


def test_T8_a_change_of_speed_moves_who_has_not_acted() -> None:
    """Nobody acts twice or is skipped for it; equals made so keep their order."""
    game = battle(*three())
    game.do(
        "ruling", reason="wind", effects=[{"type": "stage-changed", "unit": "z", "stat": "speed", "by": 6}]
    )
    assert [(one.unit, one.initiative) for one in game.state.queue] == [("x", 18), ("z", 17), ("y", 12)]
    assert game.state.turn == "x"
    game.do(
        "ruling", reason="mud", effects=[{"type": "stage-changed", "unit": "x", "stat": "speed", "by": -6}]
    )
    game.do("pass", unit="x")
    assert game.state.turn == "z"
    game.do("ruling", reason="more", effects=[{"type": "status-gained", "unit": "y", "status": "paralysis"}])
    game.do("pass", unit="z")
    assert (game.state.turn, game.state.round) == ("y", 1)


def test_T8_equals_made_so_keep_their_order() -> None:
    """y sinks to z's 8 and stays ahead of it."""
    game = battle(*three())
    game.do(
        "ruling",
        reason="mud",
        effects=[{"type": "unit-changed", "unit": "y", "set": {"stats": {"speed": 8}}}],
    )
    assert game.order() == ["x", "y", "z"]


def test_T9_a_full_round_ends_at_its_count() -> None:
    """Before whoever acts there, and not sooner."""
    game = battle(*three())
    value = {"until": {"round": 2, "count": 12}}
    game.do(
        "ruling",
        reason="spell",
        effects=[{"type": "status-gained", "unit": "z", "status": "vulnerable", "value": value}],
    )
    for id_ in "xyz":
        game.do("pass", unit=id_)
    assert (game.state.round, game.state.turn) == (2, "x")
    assert "vulnerable" in game.statuses("z")
    game.do("pass", unit="x")
    assert game.one("status-lost") == {
        "type": "status-lost",
        "unit": "z",
        "status": "vulnerable",
        "why": "over",
    }
    assert game.kinds()[-1] == "turn-started"


def timed(game: Game, unit_: str, status: str, round_: int, count: int) -> None:
    """A ruling's condition that ends at a count."""
    value = {"until": {"round": round_, "count": count}}
    gained = {"type": "status-gained", "unit": unit_, "status": status, "value": value}
    game.do("ruling", reason="spell", effects=[gained])


def test_T9_a_count_comes_down_past_its_end_by_holding_too() -> None:
    """x holds to 5: what ends at 15 has ended before y acts at 12, and y's speed is its own again."""
    game = battle(*three())
    timed(game, "z", "paralysis", 1, 15)
    assert game.order() == ["x", "y", "z"]
    timed(game, "y", "slowed", 1, 15)
    timed(game, "y", "vulnerable", 1, 11)
    game.do("delay", unit="x", until=5)
    assert game.statuses("y") == {"vulnerable": {"until": {"round": 1, "count": 11}}}
    assert game.statuses("z") == {}
    assert [(entry.unit, entry.initiative) for entry in game.state.queue] == [("y", 12), ("z", 8), ("x", 18)]
    assert game.kinds()[-1] == "turn-started"


@pytest.mark.parametrize("lasting", [{"value": {"until": {"round": 1, "count": 0}}},
                                     {"until": {"round": 1, "when": "round-end"}}])  # fmt: skip
def test_T5_what_ends_with_the_round_does_not_count_for_the_next_queue(lasting: dict[str, object]) -> None:
    """Paralysed, x has 12 like y; the paralysis is over with the round, so nobody rolls and x is first."""
    game = battle(unit("x", "red", [0, 0], speed=20), unit("y", "blue", [9, 0], speed=12))
    gained = {"type": "status-gained", "unit": "x", "status": "paralysis", **lasting}
    game.do("ruling", reason="spell", effects=[gained])
    for id_ in "xy":
        game.do("pass", unit=id_)
    assert game.one("status-lost")["why"] == "over"
    assert (game.state.round, game.order(), game.state.checks) == (2, ["x", "y"], ())


def test_T10_a_round_ends_when_all_have_acted() -> None:
    """Not before; the next begins by itself, with everyone's turn still to come."""
    game = battle(*three())
    for id_ in "xy":
        game.do("pass", unit=id_)
        assert game.state.round == 1
    game.do("pass", unit="z")
    assert game.kinds()[-5:] == ["round-started", "queued", "queued", "queued", "turn-started"]
    assert (game.state.round, game.state.turn) == (2, "x")
    assert not any(entry.done for entry in game.state.queue)


def test_T10_the_fallen_are_not_waited_for() -> None:
    """Who falls before its turn leaves the round to the others."""
    game = battle(*three())
    game.do("pass", unit="x")
    game.do("faint", unit="z", reason="so")
    game.do("pass", unit="y")
    assert (game.state.round, game.order()) == (2, ["x", "y"])


def test_T10_whoever_holds_to_the_end_is_waited_for() -> None:
    """The round goes on until its count has come."""
    game = battle(*three())
    game.do("delay", unit="x", until=0)
    game.do("pass", unit="y")
    game.do("pass", unit="z")
    assert (game.state.round, game.state.turn) == (1, "x")
    game.do("pass", unit="x")
    assert game.state.round == 2


def test_T11_one_of_each_in_any_order() -> None:
    """What is spent shows, and is there again the next turn."""
    moves = [move(), status_move("zip", keywords=["swift"]), status_move("wink", keywords=["free"])]
    game = pair({"moves": moves})
    game.do("use-move", unit="a", move="zip")
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 1}})
    game.do("use-move", unit="a", move="wink")
    game.do("use-move", unit="a", move="wink")
    game.do("move", unit="a", to=[4, 6])
    counters = game.state.units["a"].counters
    assert {kind: counters[kind] for kind in ("standard", "shift", "swift")} == {
        "standard": 1,
        "shift": 1,
        "swift": 1,
    }
    assert game.code("use-move", unit="a", move="zip") == "action-spent"
    assert game.code("use-move", unit="a", move="struggle", target="t") == "action-spent"
    assert game.code("move", unit="a", to=[4, 5]) == "action-spent"
    assert game.code("move", unit="t", to=[6, 5]) == "not-your-turn"
    game.do("pass", unit="a")
    assert game.state.units["a"].counters == {}


def test_T12_the_standard_action_given_up() -> None:
    """Another swift, or a shift that may stand up but not move again."""
    game = pair({"moves": [status_move("zip", keywords=["swift"])]})
    game.do("use-move", unit="a", move="zip")
    game.do("trade", unit="a", standard_for="swift")
    game.do("use-move", unit="a", move="zip")
    assert game.code("use-move", unit="a", move="zip") == "action-spent"
    assert game.code("trade", unit="a", standard_for="swift") == "action-spent"
    game = pair({"statuses": {"tripped": {}}}, settings={"opportunity": False})
    game.do("stand", unit="a")
    game.do("trade", unit="a", standard_for="shift")
    game.do("move", unit="a", to=[4, 6])


def test_T13_full_and_extended_actions() -> None:
    """A full one needs both; an extended one does not belong in combat."""
    moves = [status_move("stretch", keywords=["full"]), status_move("brew", keywords=["extended"])]
    game = pair({"moves": moves})
    assert game.code("use-move", unit="a", move="brew") == "not-in-combat"
    game.do("move", unit="a", to=[4, 6])
    assert game.code("use-move", unit="a", move="stretch") == "action-spent"
    game.do("pass", unit="a")
    game.do("pass", unit="t")
    game.do("use-move", unit="a", move="stretch")
    assert game.code("move", unit="a", to=[4, 5]) == "action-spent"


def test_T14_items_change_hands() -> None:
    """Handing over to an adjacent trainer and dropping are shifts, picking up a standard action."""
    trainer = unit("r", "red", [3, 5], kind="trainer", types=[], speed=8)
    game = pair({"held": "calm-leaf"}, None, trainer, settings={"opportunity": False})
    assert game.code("give", unit="a", item="calm-leaf", to="t") == "no-target"
    assert game.code("give", unit="a", item="bark-tonic", to="r") == "unknown-item"
    game.do("drop", unit="a")
    assert game.state.units["a"].held is None
    assert game.state.counters["ground"] == ("calm-leaf@4,5",)
    assert game.code("move", unit="a", to=[4, 6]) == "action-spent"
    game.do("pick-up", unit="a", item="calm-leaf")
    assert game.state.units["a"].held == "calm-leaf"
    assert "ground" not in game.state.counters
    game.do("pass", unit="a")
    game.do("pass", unit="r")
    game.do("pass", unit="t")
    game.do("give", unit="a", item="calm-leaf", to="r")
    assert game.state.units["r"].held == "calm-leaf"


def test_T14_an_item_from_the_bag_is_a_standard_action() -> None:
    """It heals whom it is given to."""
    game = pair({"hp": 20}, None, inventory={"red": {"mend-draught": 1}})
    assert game.code("use-item", unit="a", item="deep-draught") == "unknown-item"
    game.do("use-item", unit="a", item="mend-draught")
    assert game.hp("a") == 40
    assert game.state.inventory["red"] == {}
    assert game.code("use-move", unit="a", move="slam", target="t") == "action-spent"


def test_T14_an_item_that_would_do_nothing_stays() -> None:
    """On the healthy and the fallen; at one short of the maximum a draught heals 1."""
    bag = {"red": {"mend-draught": 1, "calm-leaf": 1, "bark-tonic": 1}}
    fallen = unit("b", "red", None, hp=0)
    game = pair({"at": [4, 5], "statuses": {"burn": {}}}, None, fallen, inventory=bag)
    game.do(
        "ruling",
        reason="bark",
        effects=[{"type": "counter-set", "unit": "a", "name": "temporary_hp", "now": 15}],
    )
    for item in bag["red"]:
        refusal = game.refused("use-item", unit="a", item=item)
        assert (refusal.code, refusal.rule) == ("impossible", "T14")
    assert game.code("use-item", unit="a", item="mend-draught", target="b") == "no-target"
    assert game.state.inventory == bag
    game.do("ruling", reason="scratch", effects=[{"type": "damaged", "unit": "a", "amount": 1}])
    game.do("use-item", unit="a", item="mend-draught")
    assert (game.one("healed")["amount"], game.hp("a")) == (1, 50)


def test_T16_swift_actions_only_on_ones_own_turn() -> None:
    """Neither out of it, nor as the limited kind of priority, nor as an answer."""
    moves = [
        status_move("zip", keywords=["swift"]),
        status_move("dart", keywords=["swift", "priority-limited"]),
        status_move("dodge", keywords=["swift", "interrupt"]),
    ]
    game = pair(None, {"moves": moves})
    assert game.code("use-move", unit="t", move="zip") == "not-your-turn"
    assert game.code("use-move", unit="t", move="dart") == "not-eligible"
    assert game.code("use-move", unit="a", move="slam", target="t") == "rolls-needed"
    game.do("pass", unit="a")
    game.do("use-move", unit="t", move="dodge")
    assert game.state.units["t"].counters["swift"] == 1


def test_T58_the_end() -> None:
    """A side of which nobody could act or be sent out has lost; who is in a ball counts with a trainer."""
    game = pair(None, {"hp": 1})
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 12}, "damage": {"a": 4}})
    assert game.state.outcome is not None
    assert game.state.outcome.winner == "red"
    trainer = unit("r", "blue", [9, 9], kind="trainer", types=[], speed=1)
    game = pair(None, {"hp": 1}, trainer)
    game.do("use-move", unit="a", move="slam", target="t", rolls={"accuracy": {"a": 12}, "damage": {"a": 4}})
    assert game.state.outcome is None


def test_a_state_is_only_read() -> None:
    """The empty state calls for nothing."""
    assert SYSTEM.due(State()) is None
