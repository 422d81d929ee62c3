"""A short battle that has all a replay marks: rounds, a faint, a ruling, a forced move, something taken back."""

from typing import Any

from tests.serving import client_of

ODD = 7351
"""The enemy's hit points, a number that stands nowhere else."""
SPEC = {
    "ruleset": "pmd",
    "title": "The <disputed> bridge",
    "board": {"type": "grid", "width": 8, "height": 5},
    "seats": ["ana"],
    "units": [
        {"id": "brookit", "sample": "brookit", "side": "allies", "seat": "ana"},
        {"id": "kilnox", "sample": "kilnox", "side": "enemies", "max_hp": ODD},
    ],
}
COMMANDS: list[dict[str, Any]] = [
    {"type": "place", "unit": "kilnox", "at": [6, 2]},
    {"type": "place", "unit": "brookit", "at": [1, 2]},
    {"type": "start"},
    {"type": "move", "unit": "brookit", "to": [5, 4], "force": "The bridge tilted"},
    {"type": "undo"},
    {"type": "note", "text": "</script><b>who said that?</b>"},
    {
        "type": "ruling",
        "reason": "The fire spread",
        "effects": [{"type": "status-gained", "unit": "brookit", "status": "soaked"}],
    },
    {"type": "faint", "unit": "kilnox", "reason": "It gave up"},
]


def disputed(url: str, hidden: tuple[str, ...] = ()) -> dict[str, Any]:
    """The battle's creation, once it has been played to its end."""
    spec = {**SPEC, "settings": {"hidden": hidden}} if hidden else SPEC
    made: dict[str, Any] = client_of(url).post("/v1/battles", json=spec).raise_for_status().json()
    head = {"Authorization": f"Bearer {made['tokens']['gm']}"}
    for command in COMMANDS:
        path = f"/v1/battles/{made['battle']['id']}/commands"
        client_of(url).post(path, json=command, headers=head).raise_for_status()
    return made
