"""A campaign: players and followers at work on a few battles while servers are killed; then the verdict."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct

from tests.chaos.houses import House
from tests.chaos.players import Answers, Plain, Player
from tests.chaos.verdict import Verdict, head_of, judge
from tests.chaos.watchers import Watcher

SAMPLE = "frozen-pass"
SEATS = ("gm", "ana", "ben", "gm")
CATCHING_UP = 30
"""Seconds in which the followers must have had everything once nobody plays any more."""


class Plan(Struct, frozen=True, kw_only=True):
    """How large; one server where `database` is None, for then it is SQLite."""

    seconds: float
    clients: int
    followers: int
    battles: int
    seed: int
    database: str | None = None
    servers: int = 3


async def campaign(folder: Path, plan: Plan) -> Verdict:
    """Runs it all and says what it came to."""
    house = House(folder, plan.database, plan.servers if plan.database else 1)
    await house.start()
    try:
        battles = [_created(house) for _ in range(plan.battles)]
        answers = Answers()
        watchers = [
            Watcher(f"{plan.seed} watcher {number}", house, battles[number % plan.battles])
            for number in range(plan.followers)
        ]
        async with _in_the_background(watcher.follow() for watcher in watchers):
            took = await _played(house, plan, battles, answers)
            await _caught_up(house, battles, watchers)
        verdict = Verdict(
            seconds=took,
            kills=house.kills,
            breaks=sum(watcher.breaks for watcher in watchers),
            answered_again=answers.again,
            refused=answers.refused,
            acknowledged=len(answers.acknowledged),
        )
        return judge(verdict, house, battles, answers, watchers)
    finally:
        await house.stop()


def _created(house: House) -> Plain:
    answer = httpx.post(f"{house.servers[0].url}/v1/battles", json={"sample": SAMPLE}, timeout=60)
    answer.raise_for_status()
    created: Plain = answer.json()
    return created


async def _played(house: House, plan: Plan, battles: list[Plain], answers: Answers) -> float:
    """Everybody plays while servers die; then every GM ends the battle, which publishes its seeds."""
    over = asyncio.Event()
    players = [
        Player(
            f"{plan.seed} player {number}",
            house,
            battles[number % plan.battles],
            SEATS[number // plan.battles % len(SEATS)],
            answers,
        )
        for number in range(plan.clients)
    ]
    began = time.monotonic()
    asyncio.get_running_loop().call_later(plan.seconds, over.set)
    async with asyncio.TaskGroup() as group:
        group.create_task(house.kill_again_and_again(random.Random(plan.seed), over))
        for player in players:
            group.create_task(player.play(over))
    took = round(time.monotonic() - began, 1)
    for number, created in enumerate(battles):
        player = Player(f"{plan.seed} end {number}", house, created, "gm", answers)
        await player.send({"type": "end", "reason": "the campaign is over"})
    return took


async def _caught_up(house: House, battles: list[Plain], watchers: list[Watcher]) -> None:
    """Returns when every follower has had the last event, or should have."""
    heads = {created["battle"]["id"]: head_of(house, created) for created in battles}
    for _ in range(CATCHING_UP):
        await asyncio.sleep(1)  # also where all have it: nothing more may come
        if all(watcher.last >= heads[watcher.battle] for watcher in watchers):
            return


@asynccontextmanager
async def _in_the_background(work: Iterable[Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Work that goes on meanwhile and is stopped at the end; what failed in it fails here."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
