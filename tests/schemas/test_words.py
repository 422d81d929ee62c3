"""The published schemas are those of the structs; a known crash of msgspec stays away."""

import subprocess
import sys

import pytest
from msgspec import Struct

from schemas import base, commands, effects, events, publish, state

ROOT = publish.FOLDER.parents[1]


def test_the_published_schemas_are_those_of_the_structs() -> None:
    """Drift fails here: write them anew with `battletape schemas`."""
    assert publish.differing() == []


@pytest.mark.parametrize("module", [base, commands, effects, events, state], ids=lambda one: one.__name__)
def test_the_garbage_collector_does_not_visit_what_states_and_events_are_made_of(module: object) -> None:
    """Decision 4: frozen, hence in no cycle, hence untracked, every struct of them."""
    structs = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Struct)]
    seen = [one.__struct_config__ for one in structs if one is not Struct]
    assert seen
    assert all(one.frozen and not one.gc for one in seen)


def test_decoding_survives_a_garbage_collection_at_any_moment() -> None:
    """msgspec 0.23 crashed where a collection met a union of a fixed-length tuple and a bounded string."""
    script = (
        "import gc, msgspec\n"
        "from typing import Union\n"
        "from schemas.commands import SHARED\n"
        "gc.set_threshold(1)\n"
        "for _ in range(50):\n"
        "    decoder = msgspec.json.Decoder(Union[SHARED])\n"
        "    gc.collect()\n"
        '    decoder.decode(b\'{"type":"move","unit":"a","to":[1,2]}\')\n'
        '    decoder.decode(b\'{"type":"move","unit":"a","to":"zone"}\')\n'
        "    gc.collect()\n"
        "print('alive')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "alive", (done.returncode, done.stderr)
