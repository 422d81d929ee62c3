"""Reducer, lineage, patches, sentences: total, the same everywhere, worded."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from replays.finding import EXIT
from replays.lineage import Lineage, lineage_of
from replays.patches import diff, merge
from replays.reducer import UnknownEffect, apply, read_facts
from replays.sentences import sentence
from schemas import effects as e
from schemas.state import Grid, QueueEntry, State, Unit
from schemas.texts import template
from server.rules import every

ROOT = Path(__file__).resolve().parents[2]


def example(kind: type[e.Effect]) -> e.Effect:
    """An effect of that kind with some value in each field that must be given."""
    made: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.required:
            made[field.name] = value_for(field.type)
    return kind(**made)


def value_for(type_: Any) -> Any:
    """Some value of a type, found by trying."""
    tries: list[Any] = [1, "a", True, [], {}, ["a"], [[1, 1]], "server", {"type": "none"},
                        {"id": "n", "name": "N", "side": "s", "hp": 1, "max_hp": 1}]  # fmt: skip
    for one in tries:
        try:
            return msgspec.convert(one, type_)
        except msgspec.ValidationError:
            continue
    return next(one for one in get_args(type_))


@pytest.mark.parametrize("kind", e.EFFECTS, ids=lambda one: one.__name__)
def test_every_fact_applies_to_any_state(kind: type[e.Effect]) -> None:
    """To an empty state and to one with units: no fact raises, a state comes out that encodes."""
    effect = example(kind)
    unit = Unit(id="a", name="A", side="allies", hp=1, max_hp=1, at=(0, 0))
    full = State(
        board=Grid(width=3, height=3), units={"a": unit}, queue=(QueueEntry(unit="a", initiative=1),)
    )
    for state in (State(), full):
        assert msgspec.json.decode(msgspec.json.encode(apply(state, effect)), type=State)


def test_a_fact_of_a_newer_server_is_named() -> None:
    """Folding refuses with a clear error, nothing crashes."""
    with pytest.raises(UnknownEffect):
        read_facts(b'{"seq": 1, "hash": "x", "effects": [{"type": "teleported-home"}]}')


@pytest.mark.parametrize("kind", e.EFFECTS, ids=lambda one: one.__name__)
def test_every_fact_has_a_sentence(kind: type[e.Effect]) -> None:
    """In the catalogue, and it comes out as text."""
    tag = str(kind.__struct_config__.tag)
    assert template("sentence", tag) is not None, tag
    event = {
        "by": "gm",
        "command": {"type": "x"},
        "rolls": [],
        "effects": [msgspec.to_builtins(example(kind))],
    }
    assert "{" not in sentence(event, State())


def test_contract_5_an_event_without_a_telling_fact_tells_who_asked_for_what() -> None:
    """A pass that ends the round's last turn has a sentence too; a withheld command tells nothing."""
    event = {
        "by": "gm",
        "command": {"type": "pass"},
        "rolls": [],
        "effects": [{"type": "turn-ended", "unit": "a"}],
    }
    assert sentence(event, State()) == "(game master: Pass)"
    assert sentence(event | {"command": {"withheld": True}}, State()) == ""


def test_contract_5_a_roll_for_the_table_is_added_up_and_says_what_for() -> None:
    """The sum with what is added to the dice, then each die, then the reason that was given."""
    event = {
        "by": "ana",
        "command": {"type": "roll", "dice": "2d6+1", "reason": "To climb the wall"},
        "rolls": [{"for": "table", "die": 6, "values": [4, 5]}],
        "effects": [],
    }
    assert sentence(event, State()) == "ana rolls 2d6+1: 10 (4, 5). Reason: To climb the wall"


def test_contract_5_a_reason_is_told_once() -> None:
    """With an end or a unit taken out; a ruling's own sentence holds it already."""
    over = {"type": "outcome", "winner": None, "reason": "Rain"}
    event = {"by": "gm", "command": {"type": "end", "reason": "Rain"}, "rolls": [], "effects": [over]}
    assert sentence(event, State()) == "The battle is over, and nobody wins. Reason: Rain"
    ruled = {"type": "ruled", "reason": "Rain"}
    event = {"by": "gm", "command": {"type": "ruling", "reason": "Rain"}, "rolls": [], "effects": [ruled]}
    assert sentence(event, State()) == "The game master rules: Rain."


def test_contract_5_a_redo_restores() -> None:
    """Going back and taking that back are told apart, though the fact is the same."""
    event = {"by": "gm", "rolls": [], "effects": [{"type": "rewound", "to": 9}]}
    assert "goes back to event 9" in sentence(event | {"command": {"type": "undo"}}, State())
    assert "restores" in sentence(event | {"command": {"type": "redo"}}, State())


PLACE_OF_WHY = {"Refusal": 2, "Refused": 2, "Problem": 1, "InvalidSetup": 1}
"""Calls that refuse, and where their `why` stands if it is not named."""


def keys_of(call: ast.Call) -> list[str]:
    """The text's key that a refusing call names in plain words: its `why`, else its code."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name not in PLACE_OF_WHY:
        return []
    place = PLACE_OF_WHY[name]
    why: ast.expr | None = call.args[place] if len(call.args) > place else None
    why = next((one.value for one in call.keywords if one.arg == "why"), why)
    if why is None:
        why = call.args[0] if call.args and name != "InvalidSetup" else None
    words = [one.value for one in ast.walk(why) if isinstance(one, ast.Constant)] if why is not None else []
    if isinstance(why, ast.JoinedStr | ast.Compare | ast.Call):
        return []
    prefix = "setup-" if name == "InvalidSetup" else ""
    if isinstance(why, ast.IfExp):
        words = [one.value for one in (why.body, why.orelse) if isinstance(one, ast.Constant)]
    return [prefix + word for word in words if isinstance(word, str)]


def test_every_refusal_in_the_code_has_its_text() -> None:
    """Each `Refusal("code", …, why="key")` and its like, wherever it stands."""
    every()
    lacking = [
        f"{file.relative_to(ROOT)}:{call.lineno} {key}"
        for file in sorted((ROOT / "server").rglob("*.py"))
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        for key in keys_of(call)
        if template("refusal", key) is None
    ]
    assert not lacking


def test_everything_that_can_be_wrong_with_a_tape_has_its_text() -> None:
    """By its kind, one for each exit code."""
    assert [kind for kind in EXIT if template("refusal", f"tape-{kind}") is None] == []


LINES = [
    # marks, then: undo goes to, redo goes to, spans at the head
    ([(1, "b", None)], None, None, [(1, 1)]),
    ([(1, "b", None), (2, "c", None)], 1, None, [(1, 2)]),
    ([(1, "b", None), (2, "n", None)], None, None, [(1, 2)]),
    ([(1, "b", None), (2, "c", None), (3, "s", None), (4, "s", None)], 1, None, [(1, 4)]),
    ([(1, "b", None), (2, "c", None), (3, "u", 1)], None, 2, [(1, 1), (3, 3)]),
    ([(1, "b", None), (2, "c", None), (3, "u", 1), (4, "r", 2)], 1, None, [(1, 2), (4, 4)]),
    ([(1, "b", None), (2, "c", None), (3, "u", 1), (4, "c", None)], 3, None, [(1, 1), (3, 4)]),
    ([(1, "b", None), (2, "c", None), (3, "u", 1), (4, "n", None)], None, 2, [(1, 1), (3, 4)]),
    ([(1, "b", None), (2, "c", None), (3, "c", None), (4, "u", 2), (5, "u", 1)], None, 4, [(1, 1), (5, 5)]),
    ([(1, "b", None), (2, "c", None), (3, "u", 1), (4, "u", 2)], 1, 3, [(1, 2), (4, 4)]),
    ([(1, "b", None), (2, "c", None), (3, "b", None)], None, None, [(1, 3)]),
    ([(1, "b", None), (2, "c", None), (3, "b", None), (4, "c", None), (5, "u", 1)], None, 4, [(1, 1), (5, 5)]),
]  # fmt: skip


@pytest.mark.parametrize(("marks", "undo", "redo", "spans"), LINES)
def test_undo_redo_and_what_counts(
    marks: list[Any], undo: int | None, redo: int | None, spans: list[Any]
) -> None:
    """Tables of short logs: notes do not count, redo goes until something counts, none behind a branch."""
    lineage: Lineage = lineage_of(marks)
    assert (lineage.undo_to(), lineage.redo_to()) == (undo, redo)
    assert lineage.spans(lineage.head) == spans


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}), ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}), ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}), ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]), ({"a": "b"}, ["c"], ["c"]), ({"a": "foo"}, None, None),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}), ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)  # fmt: skip
def test_merge_is_rfc_7396(target: Any, patch: Any, result: Any) -> None:
    """The examples of the RFC's appendix."""
    assert merge(target, patch) == result


def test_a_patch_names_only_what_changed() -> None:
    """One unit's hp: the patch holds that and nothing else."""
    units = {id_: Unit(id=id_, name=id_, side="s", hp=5, max_hp=5) for id_ in "ab"}
    before = State(units=units)
    after = apply(before, e.Damaged(unit="a", amount=1, now=4))
    assert diff(before, after) == {"units": {"a": {"hp": 4}}}


def test_the_same_under_every_hash_seed() -> None:
    """Creating, choosing and folding give one answer whatever PYTHONHASHSEED is."""
    script = (
        "import asyncio, hashlib, msgspec\n"
        "from schemas.phrases import worded\n"
        "from schemas.state import State\n"
        "from server.rules import every\n"
        "from server.battles.creating import read_spec\n"
        "from server.battles.offering import options_of\n"
        "out = hashlib.sha256()\n"
        "for system in every().values():\n"
        "    for name, body in system.samples.items():\n"
        "        created, enlisted = system.create(read_spec(body)[1])\n"
        "        out.update(msgspec.json.encode([created, *enlisted]))\n"
        "        from replays.reducer import apply\n"
        "        state = State()\n"
        "        for effect in (created, *enlisted):\n"
        "            state = apply(state, effect)\n"
        "        out.update(msgspec.json.encode(state))\n"
        "        offered = options_of(system, state, 'gm')\n"
        "        out.update(msgspec.json.encode(offered, enc_hook=worded('en')))\n"
        "print(out.hexdigest())\n"
    )
    answers = set()
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        answers.add(done.stdout)
    assert len(answers) == 1
