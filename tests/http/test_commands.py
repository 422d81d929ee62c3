"""Commands over HTTP: ids, `expected`, undo and its kin, force, rulings, preview (contract 4)."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.serving import Server, begun, create, refused

GO = {"type": "move", "unit": "a", "to": [2, 2]}


def test_the_same_id_is_one_event_and_the_first_answer(live: Server) -> None:
    """Sent again: 200 and the same bytes; before `expected` is asked; with a right `expected` too."""
    table = begun(live.url)
    first = table.send({**GO, "id": "click"})
    assert first.status_code == 201
    for more in ({}, {"expected": 3}, {"expected": 7}):
        again = table.send({**GO, "id": "click", **more})
        assert (again.status_code, again.content) == (200, first.content)
    by_header = table.send(GO, headers={"Idempotency-Key": "click"})
    assert (by_header.status_code, by_header.content) == (200, first.content)
    assert table.get()["head"] == 7


def test_an_id_with_another_body_is_reused_and_in_another_battle_is_just_new(live: Server) -> None:
    """409 `id-reused` even where the other body would be refused anyway; ids count within a battle and seat."""
    table, other = begun(live.url), begun(live.url)
    table.send({**GO, "id": "click"})
    for body in ({**GO, "to": [2, 1]}, {"type": "pass", "unit": "ghost"}, {**GO, "rolls": [1]}):
        assert table.problem({**body, "id": "click"}) == (409, "id-reused")
    assert other.send({**GO, "id": "click"}).status_code == 201
    assert table.send({"type": "note", "text": "x", "id": "click"}, "ben").status_code == 201


def test_a_refused_command_leaves_its_id_free(live: Server) -> None:
    """The same id serves for the right command afterwards."""
    table = begun(live.url)
    assert table.problem({**GO, "to": [9, 9], "id": "c"}) == (422, "off-board")
    assert table.send({**GO, "id": "c"}).status_code == 201


def test_a_header_and_a_body_id_that_differ(live: Server) -> None:
    """`malformed`; the same in both is fine; so is a header too long or odd refused."""
    table = begun(live.url)
    assert table.problem({**GO, "id": "one"}, headers={"Idempotency-Key": "two"}) == (400, "malformed")
    assert table.problem(GO, headers={"Idempotency-Key": "k" * 65}) == (400, "malformed")
    assert table.send({**GO, "id": "one"}, headers={"Idempotency-Key": "one"}).status_code == 201


def test_the_answer_is_found_again_after_undo_and_by_its_whole_length(live: Server) -> None:
    """An answer of several events is given again whole, though the battle has moved on."""
    table = begun(live.url, dice="server")
    head = table.get()["head"]
    first = table.send({"type": "faint", "unit": "a", "reason": "r", "id": "f"})
    table.do("undo")
    again = table.send({"type": "faint", "unit": "a", "reason": "r", "id": "f"})
    assert (again.status_code, again.content) == (200, first.content)
    assert table.get()["head"] == head + len(first.json()["events"]) + 1


def test_expected_stale_names_the_head_and_what_was_missed(live: Server) -> None:
    """Behind by something that counts, or ahead of the head: 409; notes do not count."""
    table = begun(live.url)
    answer = table.send({**GO, "expected": 4})
    assert refused(answer) == (409, "stale")
    body = answer.json()
    assert body["head"] == 6
    assert [event["seq"] for event in body["missed"]] == [5, 6]
    ahead = table.send({**GO, "expected": 900})
    assert refused(ahead) == (409, "stale")
    assert ahead.json()["head"] == 6
    table.do("note", text="hm")
    assert table.send({**GO, "expected": 6}).status_code == 201


def test_fifty_at_once_with_the_same_expected_one_is_accepted(live: Server) -> None:
    """One event, 49 told stale."""
    table = begun(live.url)
    send = lambda n: table.send({**GO, "expected": 6, "id": f"c{n}"}).status_code
    with ThreadPoolExecutor(16) as pool:
        answers = sorted(pool.map(send, range(50)))
    assert answers == [201] + [409] * 49
    assert table.get()["head"] == 7


def test_undo_and_redo_walk_the_stack(live: Server) -> None:
    """Place, move, undo: all on the log; nothing to undo behind event 1; redo gone after something new."""
    table = begun(live.url)
    table.do("move", unit="a", to=[2, 2])
    table.do("undo")
    assert [event["command"]["type"] for event in table.events()][-2:] == ["move", "undo"]
    table.do("redo")
    assert table.state()["units"]["a"]["at"] == [2, 2]
    assert table.problem({"type": "redo"}) == (409, "nothing-to-redo")
    table.do("undo")
    table.do("note", text="does not count")
    for _ in range(5):
        table.do("undo")
    assert table.problem({"type": "undo"}) == (409, "nothing-to-undo")
    assert table.state()["phase"] == "setup"
    head = table.get()["head"]
    assert table.problem({"type": "undo"}) == (409, "nothing-to-undo")
    assert table.get()["head"] == head


def test_a_burn_undone_and_redone_bites_once(live: Server) -> None:
    """9, undone 10, redone 9: never 8."""
    units = [{"id": "a", "side": "allies", "statuses": {"burn": {}}}, {"id": "b", "side": "allies"},
             {"id": "z", "side": "enemies"}]  # fmt: skip
    table = begun(live.url, units=units, seats=[])
    hp = lambda: table.state()["units"]["a"]["hp"]
    table.do("move", unit="a", to=[2, 2])
    assert hp() == 9
    table.do("undo")
    assert hp() == 10
    table.do("redo")
    assert hp() == 9


def test_rewinding_to_the_start_of_a_turn_the_next_is_right(live: Server) -> None:
    """A ends it again and B is next, not A, not C."""
    table = begun(live.url)
    for unit in "abz":
        table.do("pass", unit=unit)
    table.do("rewind", to=6)
    assert table.state()["turn"] == "a"
    table.do("pass", unit="a")
    assert table.state()["turn"] == "b"


WINDOWED = [
    {"id": "a", "side": "allies", "hp": 3, "moves": [{"id": "hit", "power": 2, "range": 8}]},
    {"id": "b", "side": "allies"},
    {"id": "z", "side": "enemies", "moves": [{"id": "dart", "power": 9, "range": 8, "priority": True}]},
]


def test_rewinding_out_of_a_window_and_into_it(live: Server) -> None:
    """Before it: gone, PP as before; into it: open again, the same may answer; past a faint: alive as it was."""
    table = begun(live.url, units=WINDOWED, seats=[])
    table.do("use-move", unit="a", move="hit", direction="e")
    opened = table.get()["head"]
    table.do("interrupt", unit="z", move="dart", direction="w")
    assert table.state()["units"]["a"]["fainted"]
    table.do("rewind", to=opened)
    state = table.state()
    assert state["window"] == {"waiting": ["z"]}
    assert (state["units"]["a"]["hp"], state["units"]["a"]["at"]) == (3, [1, 2])
    assert state["units"]["z"]["pools"]["pp"]["now"] == 10
    table.do("rewind", to=opened - 1)
    state = table.state()
    assert state["window"] is None
    assert state["pending"] == []
    assert table.get()["waiting_for"][0]["unit"] == "a"
    table.do("rewind", to=opened)
    table.do("pass", unit="z")
    assert table.state()["units"]["z"]["hp"] == 8


def test_rewind_refuses_what_never_was_and_where_it_is_forbidden(live: Server) -> None:
    """404 beyond the log; `rewinds: never` forbids undo too."""
    table = begun(live.url)
    assert table.problem({"type": "rewind", "to": 99}) == (404, "no-such-event")
    assert table.problem({"type": "rewind", "to": 0}) == (404, "no-such-event")
    strict = begun(live.url, settings={"rewinds": "never"})
    for command in ({"type": "rewind", "to": 3}, {"type": "undo"}):
        assert strict.problem(command) == (422, "impossible")


def test_the_end_undone_the_battle_is_playable(live: Server) -> None:
    """`battle-ended` until the GM takes it back."""
    table = begun(live.url)
    table.do("end", reason="enough", winner="allies")
    assert table.problem(GO) == (422, "battle-ended")
    assert table.get()["outcome"] == {"winner": "allies", "reason": "enough"}
    table.do("undo")
    table.do("move", unit="a", to=[2, 2])


def test_two_hundred_rewinds_and_the_next_command_is_quick(live: Server) -> None:
    """Lineage does not slow down."""
    table = begun(live.url)
    for n in range(200):
        table.do("rewind", to=6 + n % 3 if n > 3 else 6)
    table.do("rewind", to=6)
    answer = table.send(GO)
    assert answer.status_code == 201
    assert answer.elapsed.total_seconds() < 0.5


def test_a_branch_goes_its_own_way(live: Server) -> None:
    """Same bytes to the seq it left at, its own head and dice, its parent untouched, undo not behind it."""
    table = begun(live.url, dice="server")
    head = table.get()["head"]
    answer = table.call("POST", "/branches", json={"at": head, "title": "what if"})
    assert answer.status_code == 201
    from tests.serving import Table

    child = Table(live.url, answer.json())
    assert child.get()["parent"] == {"id": table.id, "seq": head}
    assert child.events()[:head] == table.events()[:head]
    assert child.events()[head]["prev"] == table.events()[head - 1]["hash"]
    assert answer.json()["commitment"] != table.created["commitment"]
    assert child.problem({"type": "undo"}) == (409, "nothing-to-undo")
    assert table.get("/branches")["branches"] == [{"at": head, "id": child.id, "title": "what if"}]
    assert refused(table.call("POST", "/branches", json={"at": 999})) == (404, "no-such-event")
    assert refused(table.call("POST", "/branches", json={"at": "x"})) == (400, "malformed")
    assert child.get("/audit")["verified"]


def test_force_passes_over_rules_and_is_on_the_tape(live: Server) -> None:
    """`ruled` with the rule first; what no word can pass over stays refused."""
    table = begun(live.url)
    events = table.do("move", unit="b", to=[5, 4], force="the wind")
    assert events[0]["effects"][0] == {"type": "ruled", "reason": "the wind", "rule": "pmd/P14"}
    assert table.state()["units"]["b"]["at"] == [5, 4]
    stubborn = {
        "off-board": {"type": "move", "unit": "a", "to": [99, 2]},
        "occupied": {"type": "move", "unit": "a", "to": [6, 2]},
        "unknown-unit": {"type": "pass", "unit": "ghost"},
        "unknown-move": {"type": "use-move", "unit": "a", "move": "x", "direction": "e"},
        "unknown-item": {"type": "use-item", "unit": "a", "item": "x"},
        "no-window": {"type": "interrupt", "unit": "a", "move": "basic-attack", "direction": "e"},
        "impossible": {"type": "start"},
    }
    for code, command in stubborn.items():
        assert table.problem({**command, "force": "please"}) == (422, code), code


def test_force_where_nothing_speaks_against_it_rules_nothing(live: Server) -> None:
    """No `ruled` for a command that would be accepted anyway."""
    table = begun(live.url)
    assert table.do("pass", unit="a", force="just so")[0]["effects"][0]["type"] != "ruled"


RULINGS = [
    ({"type": "damaged", "unit": "z", "amount": 3}, {"now": 7}),
    ({"type": "healed", "unit": "z", "amount": 3}, {"amount": 0, "now": 10}),
    ({"type": "pool-changed", "unit": "z", "pool": "pp", "now": 3}, {}),
    ({"type": "stage-changed", "unit": "z", "stat": "attack", "by": 2}, {"now": 2}),
    ({"type": "status-gained", "unit": "z", "status": "burn"}, {}),
    ({"type": "status-changed", "unit": "z", "status": "toxic", "value": 4}, {}),
    ({"type": "status-lost", "unit": "z", "status": "burn"}, {}),
    ({"type": "moved", "unit": "z", "to": [5, 1]}, {"from": [6, 2]}),
    ({"type": "item-moved", "item": "oran-berry", "to": {"unit": "z"}}, {}),
    ({"type": "item-used", "unit": "z", "item": "oran-berry"}, {"left": 0}),
    ({"type": "fainted", "unit": "b"}, {}),
    ({"type": "revived", "unit": "z", "now": 5, "at": [5, 1]}, {}),
    ({"type": "unit-changed", "unit": "z", "set": {"name": "Zed", "types": ["fire"]}}, {}),
    ({"type": "recalled", "unit": "z"}, {}),
    ({"type": "concealed", "unit": "z"}, {}),
    ({"type": "counter-set", "name": "storm", "now": 3}, {}),
    ({"type": "counter-set", "unit": "z", "name": "marks", "now": ["x", "y"]}, {}),
    ({"type": "terrain-set", "cells": [[3, 3]], "kind": "wall"}, {}),
    ({"type": "queue-changed", "queue": [{"unit": "b", "initiative": 3}]}, {}),
    ({"type": "outcome", "winner": "allies"}, {"reason": "ruling"}),
    ({"type": "turn-ended", "unit": "a"}, {}),
    ({"type": "turn-skipped", "unit": "a", "why": "fog"}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "filled"), RULINGS, ids=lambda one: one.get("type", ""))
def test_a_ruling_of_every_kind(live: Server, effect: dict, filled: dict) -> None:  # type: ignore[type-arg]
    """Whatever the table decides is recorded with its reason, completed, and can be taken back."""
    table = begun(live.url)
    before = table.state()
    made = table.do("ruling", reason="so be it", effects=[effect])[0]["effects"]
    assert made[0] == {"type": "ruled", "reason": "so be it"}
    found = next(one for one in made if one["type"] == effect["type"])
    assert filled.items() <= found.items()
    table.do("undo")
    after = table.state()
    assert {k: v for k, v in after.items() if k not in ("seq", "hash")} == {
        k: v for k, v in before.items() if k not in ("seq", "hash")
    }
    assert table.get("/audit")["verified"]


@pytest.mark.parametrize(
    "effect",
    [
        {"type": "damaged", "unit": "ghost", "amount": 1}, {"type": "moved", "unit": "a", "to": [6, 2]},
        {"type": "moved", "unit": "a", "to": [99, 2]}, {"type": "revived", "unit": "a", "now": 1, "at": [6, 2]},
        {"type": "terrain-set", "cells": [[99, 0]], "kind": "wall"}, {"type": "turn-started", "unit": "ghost"},
        {"type": "queue-changed", "queue": [{"unit": "ghost", "initiative": 1}]},
    ],
    ids=lambda one: one["type"],
)  # fmt: skip
def test_a_ruling_that_cannot_be(live: Server, effect: dict) -> None:  # type: ignore[type-arg]
    """An unknown unit, a cell off the board, two in a cell: `impossible`, nothing appended."""
    table = begun(live.url)
    assert table.problem({"type": "ruling", "reason": "r", "effects": [effect]}) == (422, "impossible")
    assert table.get()["head"] == 6


@pytest.mark.parametrize(
    "effect",
    [{"type": "created"}, {"type": "dance"}, {}, {"type": "damaged", "unit": "a"}, {"type": "rewound", "to": 1},
     {"type": "damaged", "unit": "a", "amount": "much"}, {"type": "damaged", "unit": "a", "amount": 1.5},
     {"type": "damaged", "unit": "a", "amount": 2**60}, {"type": "damaged", "unit": "a", "amount": -3},
     {"type": "status-gained", "unit": "a", "status": "Über Status"}, {"type": "moved", "unit": 7, "to": [1, 1]},
     {"type": "damaged", "unit": ["a"], "amount": 1}, {"type": "moved", "unit": {}, "to": [1, 1]},
     {"type": "counter-set", "name": "n", "now": {"a": 1}}],
    ids=str,
)  # fmt: skip
def test_a_ruling_that_is_not_one(live: Server, effect: dict) -> None:  # type: ignore[type-arg]
    """Facts of other commands, unknown or incomplete ones, wrong types: refused, nothing appended."""
    table = begun(live.url)
    status, code = table.problem({"type": "ruling", "reason": "r", "effects": [effect]})
    assert (status, code) in ((400, "malformed"), (422, "impossible"))
    assert table.get()["head"] == 6


@pytest.mark.parametrize(
    ("when", "round_", "lasts"), [("turn-start", 2, "za"), ("turn-end", 1, "a"), ("round-end", 1, "abz")]
)
def test_a_status_by_ruling_is_taken_off_in_its_time(
    live: Server, when: str, round_: int, lasts: str
) -> None:
    """Each of the three moments: there before, gone after."""
    table = begun(live.url)
    gained = {"type": "status-gained", "unit": "a", "status": "shiny",
              "until": {"round": round_, "when": when, "unit": "a"}}  # fmt: skip
    table.do("ruling", reason="r", effects=[gained])
    shiny = lambda: "shiny" in table.state()["units"]["a"]["statuses"]
    assert shiny()
    if when == "turn-end":
        table.do("pass", unit="a")
    else:
        for unit in "abz":
            assert shiny()
            table.do("pass", unit=unit)
        assert shiny() == (when == "turn-start")
        table.do("start-round", rolls=[9, 8, 7])
    assert not shiny()
    assert lasts


def test_a_preview_tells_and_appends_nothing(live: Server) -> None:
    """Effects where no die is needed, needs where one is, the refusal where it would be refused."""
    units = [{"id": "a", "side": "allies", "moves": [{"id": "hit", "range": 8, "accuracy": 5}]},
             {"id": "b", "side": "allies"}, {"id": "z", "side": "enemies"}]  # fmt: skip
    table = begun(live.url, units=units, seats=[])
    post = lambda body: table.call("POST", "/preview", json=body)
    moved = post(GO).json()
    assert moved["effects"][0]["type"] == "moved"
    needs = post({"type": "use-move", "unit": "a", "move": "hit", "direction": "e"}).json()["needs"]
    assert [(one["for"], one["die"], one["count"]) for one in needs] == [("accuracy", 10, 1)]
    assert refused(post({**GO, "to": [99, 9]})) == (422, "off-board")
    assert post({"type": "rewind", "to": 3}).json()["effects"] == [{"type": "rewound", "to": 3}]
    assert table.get()["head"] == 6


def test_the_roster_is_the_next_battles_units(live: Server) -> None:
    """What it says creates the next battle."""
    units = [{"id": "a", "side": "allies", "hp": 4, "held": "oran-berry", "seat": "ana", "ability": "slab-shell",
              "statuses": {"poison": {}, "confusion": {}}, "moves": ["barrel-in"], "meta": {"portrait": "x"}},
             {"id": "b", "side": "allies"}, {"id": "z", "side": "enemies"}]  # fmt: skip
    table = begun(live.url, units=units, inventory={"allies": {"stick": 2}})
    roster = table.get("/roster")
    again = create(live.url, **roster)
    a = again.state()["units"]["a"]
    assert (a["hp"], a["held"], list(a["statuses"]), a["meta"]) == (
        4,
        "oran-berry",
        ["poison"],
        {"portrait": "x"},
    )
    assert again.state()["inventory"] == {"allies": {"stick": 2}}


def test_events_come_in_pages_in_lines_with_patches_and_texts(live: Server) -> None:
    """NDJSON is the same log; every page says the head; odd queries are malformed."""
    table = begun(live.url)
    lines = table.call("GET", "/events", headers={"Accept": "application/x-ndjson"}).text.splitlines()
    assert len(lines) == 6
    page = table.get("/events?after=2&limit=2&with=patch,text")
    assert ([event["seq"] for event in page["events"]], page["head"]) == ([3, 4], 6)
    assert all(event["patch"]["seq"] == event["seq"] and event["text"] for event in page["events"])
    assert table.get("/events?after=2&limit=2&with=patch&with=text") == page
    assert table.get("/events?after=999") == {"events": [], "head": 6}
    for query in ("?after=-1", "?after=x", "?limit=0", "?limit=1001", "?with=magic"):
        assert refused(table.call("GET", f"/events{query}")) == (400, "malformed"), query
    for query in ("?at=x", "?at=-1", "?at=1.5"):
        assert refused(table.call("GET", f"/state{query}")) == (400, "malformed"), query
    for at in (0, 7, 10**9):
        assert refused(table.call("GET", f"/state?at={at}")) == (404, "no-such-event")


def test_undo_takes_no_dice_and_needs_no_force(live: Server) -> None:
    """`rolls-unused`; a `force` that has nothing to pass over is no fault."""
    table = begun(live.url)
    table.send(GO)
    for type_ in ("undo", "redo"):
        assert table.problem({"type": type_, "rolls": [1]}) == (422, "rolls-unused")
    assert table.send({"type": "undo", "force": "because"}).status_code == 201


def test_a_single_die_may_be_rolled_by_its_name(live: Server) -> None:
    """`d20` is 1d20; what is no dice is malformed."""
    table = begun(live.url, dice="server")
    rolled = table.send({"type": "roll", "dice": "d20"}).json()["events"][0]["rolls"]
    assert [(one["die"], len(one["values"])) for one in rolled] == [(20, 1)]
    for text in ("20", "d", "d1", "0d6", "d6\n", "2d6+", "d6d6"):
        assert table.problem({"type": "roll", "dice": text}) == (400, "malformed"), text


def test_what_a_table_notes_of_battle_board_and_units_is_in_the_state(live: Server) -> None:
    """`meta`: no rule reads it, every reader finds it."""
    unit = {"id": "a", "side": "allies", "meta": {"portrait": "a.png"}}
    board = {"type": "grid", "width": 5, "height": 5, "meta": {"floor": 3}}
    state = create(live.url, board=board, units=[unit], meta={"music": "storm"}).state()
    assert (state["meta"], state["board"]["meta"]) == ({"music": "storm"}, {"floor": 3})
    assert state["units"]["a"]["meta"] == {"portrait": "a.png"}


def test_an_empty_list_of_rolls_is_none(live: Server) -> None:
    """Where the server rolls, too."""
    table = begun(live.url, dice="server")
    assert table.send({"type": "roll", "dice": "d6", "rolls": []}).status_code == 201


def test_nothing_to_carry_out_is_impossible_for_a_player_too(live: Server) -> None:
    """Not a question of whose unit it is."""
    table = begun(live.url)
    for who in ("ana", "gm"):
        assert table.problem({"type": "carry-out"}, who) == (422, "impossible")
    assert table.problem({"type": "carry-out", "unit": "ghost"}, "ana") == (422, "unknown-unit")
    assert table.problem({"type": "carry-out", "unit": "z"}, "ana") == (403, "not-your-unit")
