"""What a campaign came to: every promise held against the log as it stands in the end."""

from collections import Counter

import httpx
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from replays.finding import Finding
from replays.verify import Tape, verify
from schemas.state import State
from tests.chaos.houses import House
from tests.chaos.players import Answers, Plain
from tests.chaos.watchers import Watcher


class Verdict(Struct, kw_only=True):
    """The figures of a campaign; the last five must be 0.

    `lost`: acknowledged events that are not in the log. `doubled`: events in the log that answered nobody, or
    more than one. `missed`: events that a follower did not get exactly once and in order. `broken`: tapes that do
    not verify, dice included. `differing`: servers whose state is not the fold of the tape.
    """

    seconds: float
    kills: int
    breaks: int
    answered_again: int
    refused: int
    acknowledged: int
    events: int = 0
    lost: int = 0
    doubled: int = 0
    missed: int = 0
    broken: int = 0
    differing: int = 0

    @property
    def holds(self) -> bool:
        """Whether every promise was kept."""
        return not (self.lost or self.doubled or self.missed or self.broken or self.differing)


def judge(
    verdict: Verdict, house: House, battles: list[Plain], answers: Answers, watchers: list[Watcher]
) -> Verdict:
    """Fills in what each battle's log says."""
    for created in battles:
        battle: str = created["battle"]["id"]
        log, tape = _log(house, created)
        verdict.events += len(log)
        verdict.broken += tape is None
        claimed = Counter(
            event for one in answers.acknowledged if one.battle == battle for event in one.events
        )
        verdict.lost += len(claimed.keys() - set(log))
        verdict.doubled += sum(claimed[event] != 1 for event in log[created["battle"]["head"] :])
        for watcher in watchers:
            if watcher.battle == battle:
                verdict.missed += _missed(watcher.had, log)
        if tape is not None:
            verdict.differing += sum(not _stands_at(tape, server.url, created) for server in house.servers)
    return verdict


def head_of(house: House, created: Plain) -> int:
    """The last seq of a battle."""
    head: int = _ask(house.servers[0].url, created, "").json()["head"]
    return head


def _missed(had: list[tuple[int, str]], log: list[tuple[int, str]]) -> int:
    """How many places of the log and of what a follower got differ."""
    return sum(one != other for one, other in zip(had, log, strict=False)) + abs(len(had) - len(log))


def _log(house: House, created: Plain) -> tuple[list[tuple[int, str]], Tape | None]:
    """The log as (seq, hash), and the tape where it verifies."""
    data = _ask(house.servers[0].url, created, "/tape").content
    lines = [msgspec.json.decode(line) for line in data.splitlines()[1:-1]]
    log = [(line["seq"], line["hash"]) for line in lines]
    try:
        return log, verify(data)
    except Finding:
        return log, None


def _stands_at(tape: Tape, url: str, created: Plain) -> bool:
    state = msgspec.json.decode(_ask(url, created, "/state").content, type=State)
    return state == replace(tape.states[-1], battle=state.battle)


def _ask(url: str, created: Plain, path: str) -> httpx.Response:
    answer = httpx.get(
        f"{url}/v1/battles/{created['battle']['id']}{path}",
        headers={"Authorization": f"Bearer {created['tokens']['gm']}"},
        timeout=60,
    )
    answer.raise_for_status()
    return answer
