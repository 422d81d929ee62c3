"""Whatever is sent: a problem answer, nothing appended, within a second (issue 2, item 5)."""

import json
from typing import Any

import httpx
import pytest

from tests.serving import Server, Table, begun, create, refused

MEBIBYTE = 2**20


@pytest.fixture(scope="module")
def table(live: Server) -> Table:
    """A battle that nothing here may change."""
    return begun(live.url)


def post(table: Table, raw: bytes, kind: str = "application/json", path: str = "/commands") -> httpx.Response:
    """Raw bytes as the GM."""
    return table.call("POST", path, content=raw, headers={"Content-Type": kind})


def quick(answer: httpx.Response) -> tuple[int, str]:
    """A problem within a second."""
    assert answer.elapsed.total_seconds() < 1
    return refused(answer)


SPEC = {"ruleset": "pmd", "board": {"type": "grid", "width": 9, "height": 5}}
PLACES: list[tuple[dict[str, Any], str]] = [
    ({"types": "fire"}, "types"), ({"level": 1.5}, "level"), ({"stats": {"hp": 1, "speed": "fast"}}, "stats.speed"),
    ({"pools": {"pp": {"now": "many"}}}, "pools.pp.now"), ({"statuses": {"glow": {}, "burn": {"until": 5}}}, "statuses.burn.until"),
    ({"moves": ["plain-shove", {"id": "hit", "power": "x"}]}, "moves[1].power"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "place"), PLACES, ids=[place for _, place in PLACES])
def test_contract_9_a_malformed_unit_names_the_very_path(
    table: Table, wrong: dict[str, Any], place: str
) -> None:
    """In a creation as where it is enlisted later, by the keys of its objects."""
    unit = {"id": "new", "side": "allies", **wrong}
    for path, body, start in (
        ("/v1/battles", {**SPEC, "units": [unit]}, "$.units[0]."),
        ("/commands", {"type": "enlist", "unit": unit}, "$.unit."),
    ):
        told = post(table, json.dumps(body).encode(), path=path).json()
        assert (told["code"], told["path"]) == ("malformed", start + place)


def test_contract_9_a_malformed_ruling_names_the_very_path(table: Table) -> None:
    """Within the effect that is wrong."""
    effects = [
        {"type": "noted", "text": "x"},
        {"type": "unit-changed", "unit": "a", "set": {"stats": {"hp": "x"}}},
    ]
    told = table.send({"type": "ruling", "reason": "r", "effects": effects}).json()
    assert (told["code"], told["path"]) == ("malformed", "$.effects[1].set.stats.hp")


DEEP = 5_000
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "half": b'{"type": "move"',
    "words": b"move a",
    "two": b'{"type":"pass","unit":"a"}{"type":"pass","unit":"a"}',
    "list": b"[]",
    "null": b"null",
    "number": b"7",
    "string": b'"move"',
    "no type": b'{"unit": "a"}',
    "type of number": b'{"type": 5}',
    "unknown type": b'{"type": "fly", "unit": "a"}',
    "unknown field": b'{"type": "pass", "unit": "a", "fast": true}',
    "wrong unit": b'{"type": "pass", "unit": 7}',
    "null unit": b'{"type": "pass", "unit": null}',
    "no unit": b'{"type": "pass"}',
    "cell of one": b'{"type": "move", "unit": "a", "to": [1]}',
    "cell of three": b'{"type": "move", "unit": "a", "to": [1, 2, 3]}',
    "cell of fractions": b'{"type": "move", "unit": "a", "to": [1.5, 2]}',
    "cell of words": b'{"type": "move", "unit": "a", "to": "there"}',
    "huge cell": b'{"type": "move", "unit": "a", "to": [99999999999999999999, 2]}',
    "bad direction": b'{"type": "use-move", "unit": "a", "move": "basic-attack", "direction": "up"}',
    "long id": b'{"type": "pass", "unit": "a", "id": "' + b"x" * 65 + b'"}',
    "empty id": b'{"type": "pass", "unit": "a", "id": ""}',
    "control in id": b'{"type": "pass", "unit": "a", "id": "a\\u0007"}',
    "control in note": b'{"type": "note", "text": "a\\u0000b"}',
    "raw control": b'{"type": "note", "text": "a\x01b"}',
    "newline at the end": b'{"type": "note", "text": "a\\n"}',
    "long note": b'{"type": "note", "text": "' + b"x" * 201 + b'"}',
    "lone surrogate": b'{"type": "note", "text": "\\ud800"}',
    "not utf-8": b'{"type": "note", "text": "\xff\xfe"}',
    "negative expected": b'{"type": "pass", "unit": "a", "expected": -1}',
    "expected of words": b'{"type": "pass", "unit": "a", "expected": "six"}',
    "rolls of words": b'{"type": "pass", "unit": "a", "rolls": ["six"]}',
    "rolls mixed": b'{"type": "pass", "unit": "a", "rolls": [1, {"for": "x", "values": [1]}]}',
    "rolls unknown field": b'{"type": "pass", "unit": "a", "rolls": [{"for": "x", "values": [1], "y": 1}]}',
    "no such dice": b'{"type": "roll", "dice": "2x6"}',
    "infinity": b'{"type": "rewind", "to": Infinity}',
    "nan": b'{"type": "rewind", "to": NaN}',
    "fraction": b'{"type": "rewind", "to": 1.5}',
    "twice the type": b'{"type": "fly", "type": "swim"}',
    "deep list": b"[" * DEEP + b"]" * DEEP,
    "deep object": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "deep ruling": b'{"type": "ruling", "reason": "r", "effects": [{"type": "x", "a": '
    + b"[" * DEEP + b"]" * DEEP + b"}]}",
    "unclosed deep": b"[" * 100_000,
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("path", ["/commands", "/preview"])
def test_a_body_that_is_no_command(table: Table, name: str, path: str) -> None:
    """`malformed` with a path, and the log untouched."""
    answer = post(table, BODIES[name], path=path)
    assert quick(answer) == (400, "malformed")
    assert "path" in answer.json()
    assert table.get()["head"] == 6


@pytest.mark.parametrize("path", ["/commands", "/branches", "/v1/battles", "/preview"])
def test_other_content_types_and_too_large_bodies(table: Table, path: str) -> None:
    """415 `not-json`, 413 `too-large`, by size as it is sent too."""
    for kind in ("text/plain", "application/xml", "application/x-www-form-urlencoded"):
        assert quick(post(table, b"{}", kind, path)) == (415, "not-json")
    assert quick(post(table, b'{"a":"' + b"x" * (10 * MEBIBYTE) + b'"}', path=path)) == (413, "too-large")
    chunks = (b"x" * MEBIBYTE for _ in range(10))
    answer = table.call("POST", path, content=chunks, headers={"Content-Type": "application/json"})
    assert quick(answer) == (413, "too-large")


def spec(**fields: Any) -> dict[str, Any]:
    """A creation that is right but for these fields."""
    return {
        "ruleset": "pmd",
        "board": {"type": "grid", "width": 9, "height": 5},
        "units": [{"id": "a", "side": "allies"}, {"id": "z", "side": "enemies"}],
    } | fields


def unit(**fields: Any) -> dict[str, Any]:
    """A creation with one more unit."""
    return spec(units=[{"id": "n", "side": "allies"} | fields])


INVALID: dict[str, Any] = {
    "ruleset": spec(ruleset="chess"),
    "board of nothing": spec(board={"type": "grid", "width": 0, "height": 5}),
    "board of miles": spec(board={"type": "grid", "width": 101, "height": 5}),
    "zones": spec(board={"type": "zones", "zones": [{"id": "a"}]}),
    "no board": spec(board={"type": "none"}),
    "cell off": spec(board={"type": "grid", "width": 5, "height": 5, "terrain": [{"kind": "wall", "cells": [[5, 0]]}]}),
    "terrain kind": spec(board={"type": "grid", "width": 5, "height": 5, "terrain": [{"kind": "A B", "cells": []}]}),
    "seat": spec(seats=["Ana"]),
    "seat gm": spec(seats=["gm"]),
    "seat twice": spec(seats=["ana", "ana"]),
    "seat with a line": spec(seats=["ana\n"]),
    "title": spec(title="x" * 201),
    "title with control": spec(title="a\u0007b"),
    "unit id": unit(id="A b"),
    "unit id long": unit(id="x" * 41),
    "unit id empty": unit(id=""),
    "unit id line": unit(id="x\n"),
    "unit name": unit(name="a\u0000"),
    "unit side": unit(side="left"),
    "unit seat": unit(seat="nobody"),
    "setting": spec(settings={"gravity": "low"}),
    "setting's value": spec(settings={"ties": "fight"}),
    "setting's number": spec(settings={"type_immunity": 1}),
    "hidden": spec(settings={"hidden": ["everything"]}),
    "meta": spec(meta={"x": "y" * 2050}),
    "meta's number": spec(meta={"x": 1.5}),
    "meta's key": spec(meta={"A": 1}),
    "unit's meta": unit(meta={"x": "y" * 2050}),
    "huge number": unit(meta={"x": 2**53}),
    "too many": spec(units=[{"id": f"u{n}", "side": "allies"} for n in range(201)]),
    "sample": {"sample": "no-such-sample"},
    "inventory": spec(inventory={"allies": {"no-such-item": 1}}),
    "inventory's side": spec(inventory={"left": {}}),
    "inventory's count": spec(inventory={"allies": {"stick": -1}}),
}  # fmt: skip
INVALID["a move's power"] = unit(moves=[{"id": "x", "power": 5000}])
INVALID["a move's kind"] = unit(moves=[{"id": "x", "category": "odd"}])
INVALID["huge stat"] = unit(stats={"attack": 10**30})
MALFORMED: dict[str, Any] = {
    "board": spec(board=5),
    "no ruleset": {"units": []},
    "unknown field": spec(weather="rain"),
    "unknown field of a unit": unit(speed=3),
    "unknown field of the board": spec(board={"type": "grid", "width": 5, "height": 5, "depth": 5}),
    "public": spec(public="yes"),
    "units": spec(units={}),
    "a unit": spec(units=[5]),
    "stats": unit(stats={"attack": "much"}),
    "types": unit(types="fire"),
    "dice": spec(dice="loaded"),
    "unknown field of a move": unit(moves=[{"id": "x", "speed": 3}]),
    "a move's power": unit(moves=[{"id": "x", "power": "much"}]),
    "a move's half": unit(moves=[{"id": "x", "power": 1.5}]),
    "a move without an id": unit(moves=[{"power": 1}]),
    "unknown field of its effect": unit(moves=[{"id": "x", "effects": [{"do": "swap", "cells": 1}]}]),
    "unknown field of an ability": unit(ability={"id": "x", "speed": 3}),
    "unknown field of an item": unit(held={"id": "x", "speed": 3}),
    "count of an item": spec(inventory={"allies": {"x": {"heal": 1, "count": "many"}}}),
    "unknown field of a status": unit(statuses={"burn": {"speed": 3}}),
    "sample and more": {"sample": "mossy-cave", "board": {"type": "none"}},
}


@pytest.mark.parametrize("name", INVALID)
def test_a_creation_that_cannot_be(live: Server, table: Table, name: str) -> None:
    """`invalid-setup` naming the place of the fault."""
    answer = post(table, json.dumps(INVALID[name]).encode(), path="/v1/battles")
    assert quick(answer) == (422, "invalid-setup"), answer.text
    assert answer.json()["path"].startswith("$")


@pytest.mark.parametrize("name", MALFORMED)
def test_a_creation_that_is_none(live: Server, table: Table, name: str) -> None:
    """`malformed` naming the path."""
    answer = post(table, json.dumps(MALFORMED[name]).encode(), path="/v1/battles")
    assert quick(answer) == (400, "malformed"), answer.text
    assert answer.json()["path"].startswith("$")


@pytest.mark.parametrize("name", ["nothing", "half", "list", "null", "deep list", "deep object", "not utf-8"])
def test_a_creation_of_broken_bytes(live: Server, table: Table, name: str) -> None:
    """The same for what is no JSON object at all."""
    assert quick(post(table, BODIES[name], path="/v1/battles")) == (400, "malformed")


def test_odd_paths_and_methods(live: Server, table: Table) -> None:
    """404 and 405 are problems too; ids of battles are whatever the path says."""
    assert refused(httpx.get(f"{live.url}/v1/nothing")) == (404, "no-such-page")
    assert refused(table.call("PUT", "/state"))[0] == 405
    for odd in ("%00", "..%2f..", "x" * 500, "%F0%9F%98%80", "'; drop table battles; --"):
        assert refused(table.call("GET", f"/v1/battles/{odd}/state"))[0] == 404
    assert refused(httpx.get(f"{live.url}/v1/rulesets/chess"))[0] == 404
    assert table.call("GET", "/options?unit=ghost").json()["code"] == "unknown-unit"


def big_spec() -> dict[str, Any]:
    """100 × 100 cells and 200 units with moves, items in hand and abilities."""
    moves = ["barrel-in", "rime-lance", "mind-ripple", "scale-storm", "blink-away", "ambush-nip"]
    units = [
        {"id": f"{side[0]}{n}", "side": side, "moves": moves, "stats": {"speed": 5}, "held": "oran-berry",
         "ability": "loud-arrival"}
        for side in ("enemies", "allies")
        for n in range(100)
    ]  # fmt: skip
    return spec(board={"type": "grid", "width": 100, "height": 100}, units=units, settings={"ties": "roster"},
                inventory={"allies": {"stick": 9, "geo-pebble": 9, "leppa-berry": 9}}, dice="server")  # fmt: skip


def test_a_hundred_by_a_hundred_with_two_hundred_units(live: Server) -> None:
    """Creating, options in every phase, placing, starting and playing: every call is answered."""
    table = create(live.url, **big_spec())

    def answered(method: str, path: str, **more: Any) -> httpx.Response:
        answer = table.call(method, path, **more)
        assert answer.status_code in (200, 201), answer.text[:300]
        return answer

    answered("GET", "/options")
    answered("GET", "/options?unit=e0")
    for side, row in (("e", 0), ("a", 50)):
        for n in range(100):
            at = [n, row]
            answered("POST", "/commands", json={"type": "place", "unit": f"{side}{n}", "at": at})
    answered("GET", "/options")
    answered("POST", "/commands", json={"type": "start"})
    for path in ("/options", "/state", "", "/events?limit=5&with=patch,text", "/roster"):
        answered("GET", path)
    turn = table.state()["turn"]
    answered("GET", f"/options?unit={turn}")
    answered("POST", "/commands", json={"type": "pass", "unit": turn})
    answered("POST", "/commands", json={"type": "undo"})
