"""The clients of a campaign: each asks any server, and asks again with the same id until it is answered."""

import asyncio
import random
from typing import Any

import httpx
from msgspec import Struct

from tests.chaos.houses import House

PATIENCE = 120.0
"""Seconds after which a command without an answer is a failure of the campaign."""
AGAIN = 0.1
"""Seconds before a command is sent again."""

Plain = dict[str, Any]


class Acknowledged(Struct, frozen=True):
    """A command that was accepted: by whom, its id, and the events of the answer as (seq, hash)."""

    battle: str
    client: str
    id: str
    events: tuple[tuple[int, str], ...]


class Answers(Struct):
    """What clients were told."""

    acknowledged: list[Acknowledged] = []
    refused: int = 0
    again: int = 0
    """Answers that came only when a command was sent a second time."""


class Player:
    """One client at one seat of one battle."""

    def __init__(self, name: str, house: House, created: Plain, seat: str, answers: Answers) -> None:
        self.name = name
        self.battle: str = created["battle"]["id"]
        self.seat = seat
        self._house = house
        self._answers = answers
        self._dice = random.Random(name)
        tokens = created["tokens"]["seats"] | {"gm": created["tokens"]["gm"]}
        self._http = httpx.AsyncClient(headers={"Authorization": f"Bearer {tokens[seat]}"}, timeout=10)
        self._sent = 0

    async def play(self, over: asyncio.Event) -> None:
        """Sends one command after the other."""
        async with self._http:
            while not over.is_set():
                await self.send(await self._choice())

    async def send(self, command: Plain) -> None:
        """Sends a command until some server has said yes or no to it."""
        self._sent += 1
        id_ = f"{self.name}-{self._sent}"
        answer = await self._asked("POST", "/commands", command | {"id": id_})
        self._answers.again += answer.status_code == 200
        if answer.status_code in (200, 201):
            events = tuple((event["seq"], event["hash"]) for event in answer.json()["events"])
            self._answers.acknowledged.append(Acknowledged(self.battle, self.name, id_, events))
        else:
            self._answers.refused += 1

    async def _asked(self, method: str, path: str, body: Plain | None = None) -> httpx.Response:
        """An answer of a server that lives; 5xx is none."""
        async with asyncio.timeout(PATIENCE):
            while True:
                url = f"{self._house.address(self._dice)}/v1/battles/{self.battle}{path}"
                try:
                    answer = await self._http.request(method, url, json=body)
                except httpx.HTTPError:
                    await asyncio.sleep(AGAIN)
                    continue
                if answer.status_code < 500:
                    return answer
                await asyncio.sleep(AGAIN)

    async def _choice(self) -> Plain:
        """A remark, a roll, a command of the game, or now and then (the GM) the way back."""
        kind = self._dice.random()
        if kind < 0.3:
            return {"type": "note", "text": f"{self.name} after {self._sent}"}
        if kind < 0.4:
            return {"type": "roll", "dice": "2d6", "reason": "to see"}
        if kind < 0.45 and self.seat == "gm":
            return {"type": "rewind", "to": self._dice.randint(1, 8)}
        return await self._game_command()

    async def _game_command(self) -> Plain:
        """One of the seat's options, half the time only if nothing else came first."""
        answer = await self._asked("GET", "/options")
        found = answer.json()
        if not found["options"]:
            return {"type": "note", "text": "nothing to do"}
        option = self._dice.choice(found["options"])
        chosen = {field: self._dice.choice(them)["value"] for field, them in option.get("choose", {}).items()}
        expected = {"expected": found["seq"]} if self._dice.random() < 0.5 else {}
        return option["command"] | chosen | expected
