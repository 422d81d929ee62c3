"""A battle as text for a terminal: the board, who stands how, and the story so far."""

import msgspec

from replays.names import Names
from replays.sentences import sentence
from schemas.state import Grid, State, Terrain, Unit
from schemas.texts import ENGLISH, say
from server.battles import reading
from server.battles.service import Battles
from server.engine import grid

PAGE = 500


def drawn(state: State, language: str = ENGLISH) -> str:
    """The board, the queue and the units."""
    names = Names(state, language)
    facts = {"seq": state.seq, "round": state.round, "phase": names.word(state.phase)}
    lines = [say("board", "heading", {"title": state.title or state.ruleset, **facts}, language)]
    marks = _marks(state)
    if isinstance(state.board, Grid):
        lines.extend(_grid(state, marks))
    lines.extend(_unit(unit, marks[id_], names) for id_, unit in state.units.items())
    if state.outcome is not None:
        ended = {
            "winner": names.given(state.outcome.winner, "side")
            if state.outcome.winner
            else names.word("nobody"),
            "reason": names.word(state.outcome.reason),
        }
        lines.append(say("board", "winner", ended, language))
    return "\n".join(lines)


def _marks(state: State) -> dict[str, str]:
    """A letter for each unit: capitals for the first side, small ones for the others."""
    sides = list(dict.fromkeys(unit.side for unit in state.units.values()))
    marks: dict[str, str] = {}
    for index, (id_, unit) in enumerate(state.units.items()):
        letter = chr(ord("A") + index % 26)
        marks[id_] = letter if unit.side == sides[0] else letter.lower()
    return marks


def _grid(state: State, marks: dict[str, str]) -> list[str]:
    board = state.board
    assert isinstance(board, Grid)
    walls = {cell for one in board.terrain if _solid(one) for cell in one.cells}
    there = {
        cell: marks[id_] for id_, unit in state.units.items() for cell in grid.cells(unit) if not unit.hidden
    }
    return [
        " ".join(there.get((x, y), "#" if (x, y) in walls else "·") for x in range(board.width))
        for y in range(board.height)
    ]


def _solid(terrain: Terrain) -> bool:
    """What looks like one: what the rule systems' pages call so, and whatever says it is."""
    return terrain.kind in ("wall", "blocking") or "enter" in terrain.blocks


def _unit(unit: Unit, mark: str, names: Names) -> str:
    turn = "→" if names.state.turn == unit.id else " "
    statuses = f" [{', '.join(map(names.word, unit.statuses))}]" if unit.statuses else ""
    where = names.word("fainted") if unit.fainted else "" if unit.at is None else names.place(unit.at)
    side = names.given(unit.side, "side")
    return f"{turn} {mark} {unit.name} ({side}) {unit.hp}/{unit.max_hp}{statuses} {where}".rstrip()


async def story(battles: Battles, battle: str, language: str = ENGLISH) -> str:
    """Every event's sentence, with the board after each round's start and at the end."""
    lines: list[str] = []
    after = 0
    state = State()
    while True:
        entries, head = await reading.entries(battles, battle, after, PAGE)
        if not entries:
            told = say("board", "end", {"battle": battle, "events": head}, language)
            return "\n".join([*lines, "", drawn(state, language), told])
        for entry in entries:
            event = msgspec.json.decode(entry.row.body)
            state = entry.after
            if state.round != entry.before.round:
                lines += ["", drawn(state, language), ""]
            said = sentence(event, state, language)
            if said:
                lines.append(f"#{entry.row.seq} {said}")
        after += len(entries)
