"""Makes golden tapes: `python -m tests.tapes.make_samples [RULESET …]` from the checkout.

Existing ones are left as they are: a golden tape is never made anew, that is what it is for.
"""

import asyncio
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from replays import verify
from replays.chain import canonical
from schemas import commands as c
from schemas.state import State, Unit
from server.battles import accepting, bots, opening, reading, summaries, taping
from server.battles.service import Battles
from server.rules import named
from server.store import open_store
from server.store.migrate import upgrade

FOLDER = Path(__file__).parents[2] / "replays" / "samples"
TRIES = 60


def end_of(state: State) -> str:
    """What a tape folds to, as canonical JSON."""
    return canonical(state).decode()


async def _played(battles: Battles, sample: str, seed: int, most: int = 400) -> str:
    begun = await opening.create(battles, msgspec.json.encode({"sample": sample}))
    await bots.play(battles, begun.table.id, random.Random(seed), most)
    return begun.table.id


Wanted = Callable[[Battles, State, bytes], bool]


async def _first(battles: Battles, samples: list[str], wanted: Wanted) -> str | None:
    for seed in range(TRIES):
        battle = await _played(battles, samples[seed % len(samples)], seed)
        if wanted(battles, await reading.state(battles, battle, None), await taping.tape(battles, battle)):
            return battle
    return None


def _winner(side: str | None) -> Wanted:
    def wanted(_battles: Battles, state: State, _data: bytes) -> bool:
        return state.outcome is not None and state.outcome.winner == side

    return wanted


def _answered(_battles: Battles, _state: State, data: bytes) -> bool:
    return b'"type":"interrupt"' in data and b'"type":"delay"' in data


def _ended_with(*words: bytes) -> Wanted:
    """Battles that came to their end and have each of these in their tape."""

    def wanted(_battles: Battles, state: State, data: bytes) -> bool:
        return state.outcome is not None and all(word in data for word in words)

    return wanted


BURST = {
    "id": "last-burst", "name": "Last burst", "type": "fire", "category": "special", "power": 9, "range": 2,
    "shape": "area", "center": "target", "radius": 1,
}  # fmt: skip
"""An area around its target, so that who stands beside the target is struck too: the user as well."""


async def _fallen_together(battles: Battles) -> str:
    """P44: one action fells the last of both sides, and nobody wins."""
    fighter = {"types": ["fire"], "stats": {"hp": -4, "speed": 1}, "moves": [BURST]}
    spec = {
        "ruleset": "pmd",
        "title": "Both or none",
        "board": {"type": "grid", "width": 7, "height": 3},
        "units": [
            {"id": "cinderfox", "side": "allies"} | fighter,
            {"id": "ashmole", "side": "enemies"} | fighter,
        ],
    }
    battle = (await opening.create(battles, msgspec.json.encode(spec))).table.id
    for command in (c.Place(unit="ashmole", at=(5, 1)), c.Place(unit="cinderfox", at=(1, 1)), c.Start()):
        await accepting.command(battles, battle, "gm", command)
    while (state := await reading.state(battles, battle)).phase != "ended":
        one = state.units[state.turn or ""]
        other = next(unit for unit in state.units.values() if unit is not one)
        await accepting.command(battles, battle, "gm", _nearer_or_burst(one, other))
    return battle


def _nearer_or_burst(one: Unit, other: Unit) -> c.Command:
    """A step towards the other until it stands beside it."""
    assert isinstance(one.at, tuple)
    assert isinstance(other.at, tuple)
    way = other.at[0] - one.at[0]
    if abs(way) == 1:
        return c.UseMove(unit=one.id, move="last-burst", target=other.id)
    return c.Move(unit=one.id, to=(one.at[0] + (1 if way > 0 else -1), one.at[1]))


async def _rewound(battles: Battles, sample: str) -> str:
    battle = await _played(battles, sample, 3)
    middle = (await summaries.summary(battles, battle)).head // 2
    await accepting.command(battles, battle, "gm", c.Rewind(to=middle))
    await bots.play(battles, battle, random.Random(4))
    await accepting.command(battles, battle, "gm", c.Undo())
    await accepting.command(battles, battle, "gm", c.Redo())
    return battle


async def _branched(battles: Battles, sample: str) -> str:
    parent = await _played(battles, sample, 5)
    middle = (await summaries.summary(battles, parent)).head // 2
    begun = await opening.branch(battles, parent, "gm", middle, "What if")
    await bots.play(battles, begun.table.id, random.Random(6))
    return begun.table.id


async def _of(battles: Battles, ruleset: str) -> dict[str, str | None]:
    samples = list(named(ruleset).samples)
    made: dict[str, Callable[[], Awaitable[str | None]]] = {
        "rewind": lambda: _rewound(battles, samples[0]),
        "branch": lambda: _branched(battles, samples[0]),
    }
    if ruleset == "pmd":
        made |= {
            "win": lambda: _first(battles, samples, _winner("allies")),
            "loss": lambda: _first(battles, samples, _winner("enemies")),
            "draw": lambda: _fallen_together(battles),
            "interrupts": lambda: _first(battles, samples, _answered),
        }
    if ruleset == "ptu":
        switched = _ended_with(b'"type":"released"', b'"type":"recalled"')
        engaged = _ended_with(b'"name":"engages"', b'"type":"moved"')
        made |= {
            "grid": lambda: _first(battles, ["fern-hollow", "old-barrow"], _ended_with(b'"what":"accuracy"')),
            "league": lambda: _first(battles, ["league-night"], switched),
            "zones": lambda: _first(battles, ["mill-house"], engaged),
            "capture": lambda: _first(battles, ["tall-reeds"], _ended_with(b'"name":"caught_by"')),
        }
    return {
        name: await make() for name, make in made.items() if not (FOLDER / f"{ruleset}-{name}.tape").exists()
    }


async def _make(rulesets: list[str], folder: Path) -> None:
    url = f"sqlite:///{folder / 'samples.db'}"
    store = open_store(url)
    await store.open()
    try:
        battles = Battles(store)
        for ruleset in rulesets:
            for name, battle in (await _of(battles, ruleset)).items():
                if battle is None:
                    print(f"{ruleset}-{name}: no seed gave one", file=sys.stderr)
                    continue
                data = await taping.tape(battles, battle)
                end = end_of(verify.verify(data).states[-1])
                (FOLDER / f"{ruleset}-{name}.tape").write_bytes(data)
                (FOLDER / f"{ruleset}-{name}.end").write_text(end + "\n")
    finally:
        await store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        upgrade(f"sqlite:///{Path(temporary) / 'samples.db'}")
        asyncio.run(_make(sys.argv[1:] or ["pmd"], Path(temporary)))
