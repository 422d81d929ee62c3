"""Server dice over HTTP (contract 6): named, committed, the same again, published only when they may be."""

import hmac
import json
from collections import Counter
from hashlib import sha256
from typing import Any

from tests.serving import Server, Table, begun, client_of


def rolls(table: Table) -> list[tuple[str, list[int]]]:
    """Every roll on the tape: what for, which values."""
    return [(roll["for"], roll["values"]) for event in table.events() for roll in event["rolls"]]


def play_round(table: Table) -> None:
    """Everybody passes; the next round's dice fall by themselves."""
    round_ = table.state()["round"]
    while table.state()["round"] == round_:
        table.do("pass", unit=table.state()["turn"])


def first_rolls(table: Table, after: int) -> list[Any]:
    """The first dice behind an event."""
    return next(event["rolls"] for event in table.events() if event["seq"] > after and event["rolls"])


def test_every_die_follows_from_the_published_seed_by_the_contracts_words(live: Server) -> None:
    """An independent reading of contract 6, over a whole battle with entropy."""
    from tests.serving import create

    table = create(live.url, dice="server", settings={"ties": "roster"})
    table.do("ready", "ben", entropy="from ben")
    table.do("ready", "ana", entropy="from ana")
    start(table)
    for _ in range(3):
        play_round(table)
    table.do("end", reason="enough")
    audit = table.get("/audit")
    seed = bytes.fromhex(audit["seeds"]["0"])
    assert table.created["commitment"] == "sha256:" + sha256(seed).hexdigest() == audit["commitments"]["0"]
    entropy = [["ana", "from ana"], ["ben", "from ben"]]
    round_ = 0
    drawn: Counter[str] = Counter()
    checked = 0
    for event in table.events():
        named = round_ + (event["command"]["type"] == "start-round")
        for roll in event["rolls"]:
            for value in roll["values"]:
                name = f"0/{named}/{roll.get('unit') or '-'}/{roll['for']}"
                assert value == drawn_by_hand(seed, entropy, f"{name}/{drawn[name]}", roll["die"])
                drawn[name] += 1
                checked += 1
        round_ = next((one["round"] for one in event["effects"] if one["type"] == "round-started"), round_)
    assert checked >= 12


def drawn_by_hand(seed: bytes, entropy: list[list[str]], name: str, die: int) -> int:
    """Contract 6 word for word."""
    retry = 0
    while True:
        text = json.dumps([entropy, name, retry], separators=(",", ":"), ensure_ascii=False)
        u = int.from_bytes(hmac.new(seed, text.encode(), sha256).digest()[:8], "big")
        if u < 2**64 // die * die:
            return 1 + u % die
        retry += 1


def test_seeds_are_published_after_the_end_and_a_rewind_of_it_has_new_ones(live: Server) -> None:
    """Before: none. After: all. Rewound: a new committed epoch, the new seed secret till the new end."""
    table = begun(live.url, dice="server", settings={"ties": "roster"})
    assert table.get("/audit").get("seeds") is None
    table.do("end", reason="enough")
    first = table.get("/audit")["seeds"]
    assert list(first) == ["0"]
    fact = table.do("undo")[0]["effects"][0]
    assert fact["epoch"] == 1
    audit = table.get("/audit")
    assert audit["seeds"] == first
    assert audit["commitments"]["1"] == fact["commitment"] != audit["commitments"]["0"]
    assert audit["verified"]
    play_round(table)
    table.do("end", reason="again")
    audit = table.get("/audit")
    assert sorted(audit["seeds"]) == ["0", "1"]
    assert audit["verified"]
    assert "sha256:" + sha256(bytes.fromhex(audit["seeds"]["1"])).hexdigest() == fact["commitment"]


def test_a_redo_after_the_end_has_a_new_seed_too(live: Server) -> None:
    """Contract 6: whatever leads back out of an end has dice that nobody knows yet, and every die is proved."""
    table = begun(live.url, dice="server", settings={"ties": "roster"})
    table.do("end", reason="enough")
    end = table.get()["head"]
    table.do("undo")
    table.do("rewind", to=end)
    fact = table.do("redo")[0]["effects"][0]
    assert (fact["epoch"], table.state()["phase"]) == (2, "battle")
    assert table.get("/audit")["commitments"]["2"] == fact["commitment"]
    play_round(table)
    for _ in range(2):
        table.do("end", reason="enough")
        assert table.get("/audit")["verified"]
        table.do("undo")


def test_dice_fall_the_same_after_keep_and_differ_after_fresh_and_in_a_branch(live: Server) -> None:
    """The same round of the same units: same dice; `fresh` and a branch have others."""
    table = begun(live.url, dice="server", settings={"ties": "roster"},
                  units=[{"id": id_, "side": side, "stats": {"speed": 9}} for id_, side in
                         (("a", "allies"), ("b", "allies"), ("z", "enemies"))], seats=[])  # fmt: skip
    here = table.get()["head"]
    play_round(table)
    first = first_rolls(table, here)
    table.do("rewind", to=here)
    mark = table.get()["head"]
    play_round(table)
    assert first_rolls(table, mark) == first
    table.do("rewind", to=here, dice="fresh")
    mark = table.get()["head"]
    play_round(table)
    fresh = first_rolls(table, mark)
    assert fresh != first
    child = Table(live.url, table.call("POST", "/branches", json={"at": here}).json())
    mark = child.get()["head"]
    play_round(child)
    assert first_rolls(child, mark) not in (first, fresh)
    for one in (table, child):
        one.do("end", reason="enough")
        assert one.get("/audit")["verified"]


def test_a_branch_from_before_the_start_has_the_entropy_of_its_own_start(live: Server) -> None:
    """Contract 6: what a later start of the parent gave is not on the branch's tape and counts for nothing."""
    from tests.serving import create

    parent = create(live.url, dice="server", settings={"ties": "roster"})
    parent.do("ready", "ana", entropy="the parent's")
    start(parent)
    child = Table(live.url, parent.call("POST", "/branches", json={"at": 1}).json())
    child.do("ready", "ana", entropy="the child's")
    start(child)
    child.do("end", reason="enough")
    audit = child.get("/audit")
    assert audit["verified"], audit


def test_a_branchs_audit_tells_every_commitment_of_its_tape(live: Server) -> None:
    """Contract 2: the parent's as well, from the first; what the parent committed to later is none of the branch's."""
    parent = begun(live.url, dice="server", settings={"ties": "roster"})
    here = parent.get()["head"]
    parent.do("end", reason="enough")
    parent.do("undo")
    child = Table(live.url, parent.call("POST", "/branches", json={"at": here}).json())
    told = child.get("/audit")["commitments"]
    assert told == json.loads(child.call("GET", "/tape").text.split("\n")[0])["commitments"]
    assert told == {"0": parent.created["commitment"], "1": child.created["commitment"]}


def start(table: Table) -> None:
    """Everybody is placed, and the first round's dice fall."""
    for unit, at in (("z", [6, 2]), ("a", [1, 2]), ("b", [1, 4])):
        table.do("place", unit=unit, at=at)
    table.do("start")


def test_rolls_may_not_be_sent_where_the_server_rolls(live: Server) -> None:
    """`rolls-unused`."""
    table = begun(live.url, dice="server", settings={"ties": "roster"})
    turn = table.state()["turn"]
    assert table.problem({"type": "pass", "unit": turn, "rolls": [3]}) == (422, "rolls-unused")


def test_nothing_a_seat_can_read_holds_a_seed_before_the_end(live: Server) -> None:
    """State, events, first event, options, audit, errors, of every seat: no seed that is published later."""
    table = begun(live.url, dice="server")
    texts = [
        table.call("GET", path, seat).text
        for path in ("", "/state", "/events?with=patch,text", "/options", "/audit", "/roster", "/branches")
        for seat in ("gm", "ana", "spectator")
    ]
    table.do("end", reason="enough")
    (seed,) = table.get("/audit")["seeds"].values()
    assert all(seed not in text for text in texts)
    assert client_of(live.url).get("/health/live").status_code == 200
