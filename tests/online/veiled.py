"""Battles that hide things, in every system, and everything that a player or a spectator is answered there.

Hidden numbers are of a kind that stands nowhere else (7919, -97), so that the bytes of an answer can be searched.
"""

import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec

from schemas.phrases import Phrase, worded
from schemas.replies import Needed, Options
from schemas.state import State
from schemas.texts import ENGLISH
from server.battles import bots
from tests.serving import Plain, client_of

SYSTEMS = ("pmd", "legamon", "duel", "ptu")
SECRET_MOVE, CHARM, VEIL, LURKER = "zzsecret", "zzcharm", "zzveil", "lurkerzz"
NEVER_CHOSEN = (SECRET_MOVE, CHARM, LURKER, '"drop"', '"equip"')
"""What the battle must not show by itself: no bot names it."""
ODD = 7351
"""Hit points of an enemy, a number that stands nowhere else."""
STARTED = 3407
"""What a ruling takes off z, so that its word changes."""

OFFERED = msgspec.json.Decoder(Options, dec_hook=lambda _, label: Phrase("named", name=label))
"""Reads options; a label is the text it was sent as."""
_BOARD = {"type": "grid", "width": 9, "height": 6}
_CLAW = {"id": "zzclaw", "name": "Zzclaw"}
_SECRET = {"id": SECRET_MOVE, "name": "Zzsecret"}
_MOVE: dict[str, Plain] = {
    "pmd": {"type": "normal", "category": "physical", "power": 37, "range": 8},
    "legamon": {"type": "fire"},
    "duel": {"type": "normal", "category": "physical", "power": 40},
    "ptu": {"type": "normal", "class": "physical", "base": 4, "range": {"kind": "ranged", "n": 12}},
}
_STATS: dict[str, Plain] = {
    "pmd": {"special_attack": -97, "special_defense": -89},
    "legamon": {"speed": 613},
    "duel": {"attack": 607, "defense": 613, "special_attack": 617, "special_defense": 619, "speed": 631},
    "ptu": {"attack": 641, "defense": 601, "special_attack": 643, "special_defense": 647, "speed": 607},
}
_POOLS: dict[str, Plain] = {
    "pmd": {"pp": {"now": 967, "max": 977}},
    "legamon": {"energy": {"now": 967, "max": 977}},
}
_SHEET: dict[str, Plain] = {
    "pmd": {"level": 733, "held": {"id": CHARM}, "ability": {"id": VEIL}},
    "legamon": {"level": 733, "held": CHARM, "ability": {"id": VEIL}},
    "duel": {"level": 733, "ability": VEIL, "nature": "lonely", "height": 653},
    "ptu": {"level": 733, "held": {"id": CHARM}, "ability": VEIL, "injuries": 877},
}
_OWN: dict[str, Plain] = {
    "pmd": {"level": 839},
    "legamon": {"level": 839, "types": ["water"]},
    "duel": {"level": 839},
    "ptu": {"level": 839, "stats": {"attack": 821, "defense": 811, "speed": 5}},
}


def spec(ruleset: str, hidden: list[str], **more: Any) -> Plain:
    """Ana's `a` against Ben's `z` and `y`, and `lurkerzz` where units may be hidden."""
    move = _MOVE[ruleset]
    foe: Plain = {
        "side": "enemies",
        "seat": "ben",
        "max_hp": 7919,
        "stats": _STATS[ruleset],
        "moves": [_CLAW | move, _SECRET | move],
        **({"types": ["fire"]} if ruleset == "legamon" else {}),
        **({"pools": _POOLS[ruleset]} if ruleset in _POOLS else {}),
        **_SHEET[ruleset],
    }
    own = {"side": "allies", "seat": "ana", "max_hp": 6841, "hp": 6833, "moves": [{"id": "hit", **move}]}
    lurker = {"id": LURKER, "name": "Lurkerzz", **foe, "hp": 7883, "hidden": True}
    return {
        "ruleset": ruleset,
        "seats": ["ana", "ben"],
        "dice": "server",
        "settings": {"hidden": hidden},
        "board": {"type": "none"} if ruleset == "duel" else _BOARD,
        "units": [
            {"id": "a", **own, **_OWN[ruleset]},
            {"id": "z", **foe, "hp": 7907},
            {"id": "y", **foe, "hp": 7901},
            *([lurker] if "enemy-units" in hidden else []),
        ],
        **more,
    }


def small(hidden: list[str], reveal: str = "never", **more: Any) -> Plain:
    """A battle of pmd for what needs no play: Ana's `a` against the GM's `z` and `lurkerzz`."""
    lurker = {"id": LURKER, "name": "Lurkerzz", "side": "enemies", "reserve": True}
    return {
        "ruleset": "pmd",
        "seats": ["ana", "ben"],
        "settings": {"hidden": hidden, "reveal": reveal},
        "board": _BOARD,
        "units": [
            {"id": "a", "side": "allies", "seat": "ana"},
            {"id": "z", "side": "enemies", "hp": ODD, "max_hp": ODD + 2},
            lurker | ({"hidden": True} if "enemy-units" in hidden else {}),
        ],
        **more,
    }


def names_of(ruleset: str, hidden: list[str]) -> set[str]:
    """Names that nobody of another side may read."""
    names = {SECRET_MOVE, "Zzsecret", CHARM} if "enemy-sheets" in hidden else set()
    if names and ruleset != "duel":
        names.add(VEIL)  # duel/D1: the ability is known from the first release on, and so is the level
    return names | ({LURKER, "Lurkerzz"} if "enemy-units" in hidden else set())


def sheet_numbers(ruleset: str) -> set[int]:
    """The numbers on an enemy's sheet that the battle never shows."""
    pools = {one for pool in _POOLS.get(ruleset, {}).values() for one in pool.values()}
    return {653 if ruleset == "duel" else 733, *_STATS[ruleset].values(), *pools}


_NUMBER = re.compile(rb"(?<!\w)(?<!\d[.:-])-?\d+(?!\w|[.:-]\d)")


def numbers(answer: bytes) -> set[int]:
    """Every number that stands in an answer by itself: not in a time, a hash or a token."""
    return {int(one) for one in _NUMBER.findall(answer)}


class Game:
    """A battle over HTTP; whatever a reader is answered is kept, with how it was asked for."""

    def __init__(self, url: str, body: Plain) -> None:
        self.url = url
        self.http = client_of(url)
        made = self.http.post("/v1/battles", json=body)
        assert made.status_code == 201, made.text
        self.id: str = made.json()["battle"]["id"]
        tokens = made.json()["tokens"]
        self.tokens: dict[str, str] = tokens["seats"] | tokens
        self.seen: dict[str, list[tuple[str, bytes]]] = {"ana": [], "spectator": []}
        self.sent: list[tuple[str, Plain]] = []

    def ask(self, seat: str, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """A call on this battle with a seat's token."""
        head = {"Authorization": f"Bearer {self.tokens[seat]}"} | headers
        answer = self.http.request(method, f"/v1/battles/{self.id}{path}", json=body, headers=head)
        if seat in self.seen:
            asked = f"{method} {path} {msgspec.json.encode(body).decode() if body else ''} {headers or ''}"
            self.seen[seat].append((asked, answer.content))
        return answer

    def get(self, path: str, seat: str = "gm") -> Any:
        """What a GET answers."""
        answer = self.ask(seat, "GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def rule(self, *effects: Plain) -> None:
        """A ruling of the GM, which must be accepted."""
        said = {"type": "ruling", "reason": "so be it", "effects": list(effects)}
        self.send("gm", said, random.Random(0))

    def play(self, steps: int, dice: random.Random) -> None:
        """Bots choose among the options, and roll where the table does."""
        for _ in range(steps):
            if not self._step(dice):
                return

    def _step(self, dice: random.Random) -> bool:
        state = msgspec.json.decode(self.ask("gm", "GET", "/state").content, type=State)
        for seat in dice.sample(["ana", "ben", "gm"], 3):
            offered = OFFERED.decode(self.ask(seat, "GET", "/options").content).options
            fit = [one for one in offered if not _named(one.command) and not _named(one.choose)]
            if fit:
                self.send(seat, bots.choose(fit, dice, state), dice)
                return True
        return False

    def send(self, seat: str, command: Plain, dice: random.Random) -> None:
        """A command that must be accepted; what Ana does she looks at in a preview first."""
        command = dict(command)
        while True:
            if seat == "ana":
                self.ask(seat, "POST", "/preview?with=text", command)
            answer = self.ask(seat, "POST", "/commands?with=patch,text", command)
            if answer.status_code == 201:
                self.sent.append((seat, command))
                return
            assert answer.json()["code"] == "rolls-needed", answer.text
            needs = msgspec.convert(answer.json()["needs"], tuple[Needed, ...])
            command["rolls"] = [*command.get("rolls", ()), *bots.rolled(needs, dice)]

    def look(self) -> None:
        """Every door that stands open to a player and to a spectator, and those that are shut."""
        for seat in self.seen:
            for path in (
                "", "/events?limit=500&with=patch,text", "/events", "/state", "/options", "/roster", "/audit",
                "/branches", "/tape", "/options?unit=z", f"/options?unit={LURKER}", "/state?as=gm",
            ):  # fmt: skip
                self.ask(seat, "GET", path)
            self.ask(seat, "GET", "/events?with=patch,text", Accept="application/x-ndjson")
            self.ask(seat, "POST", "/branches", {"at": 1})
            for command in _wrong():
                self.ask(seat, "POST", "/commands?with=patch,text", command)
                self.ask(seat, "POST", "/preview?with=text", command)
            self.follow(seat)
            for path in ("/events?limit=500&with=patch,text", "/state", "/options", "/tape", ""):
                joined = "&" if "?" in path else "?"
                shown = self.ask("gm", "GET", f"{path}{joined}as={seat}").content
                self.seen[seat].append((f"GET {path} of the GM as {seat}", shown))

    def follow(self, seat: str) -> None:
        """The whole log as a live stream, up to the head."""
        head = self.get("")["head"]
        headers = {"Authorization": f"Bearer {self.tokens[seat]}", "Accept": "text/event-stream"}
        url = f"/v1/battles/{self.id}/events?with=patch,text"
        with self.http.stream("GET", url, headers=headers) as answer:
            last = ""
            for line in answer.iter_lines():
                self.seen[seat].append(("a frame", line.encode()))
                last = line if line.startswith("id: ") else last
                if last == f"id: {head}" and line.startswith("data: "):
                    break

    def look_back(self) -> None:
        """The state after every event, and the replay behind a link: whole, at some events, as a tape."""
        head = self.get("")["head"]
        link = {"ana": "ana", "spectator": "public"}
        for seat in self.seen:
            token = self.ask("gm", "POST", "/shares", {"view": link[seat]}).json()["token"]
            for at in range(1, head + 1):
                self.ask(seat, "GET", f"/state?at={at}")
            self.ask(seat, "GET", f"/roster?at={head // 2}")
            for query in ("", f"?at={head // 2}", f"?at={head}&with=patch,text", "?format=tape"):
                self._link(seat, token + query)

    def _link(self, seat: str, path: str) -> None:
        answer = self.http.get(f"/v1/replays/{path}")
        assert answer.status_code == 200, answer.text
        self.seen[seat].append((f"GET replays/{path}", answer.content))

    def states(self) -> list[Plain]:
        """The state after every event as the GM sees it."""
        return [self.get(f"/state?at={at}") for at in range(1, self.get("")["head"] + 1)]

    def events(self, seat: str = "gm") -> list[Plain]:
        """The whole log as a seat sees it."""
        found: list[Plain] = self.get("/events?limit=1000", seat)["events"]
        return found


def _named(value: Any) -> bool:
    text = msgspec.json.encode(value, enc_hook=worded(ENGLISH)).decode()
    return any(name in text for name in NEVER_CHOSEN)


def _wrong() -> Iterator[Plain]:
    """Commands that a player and a spectator are refused, each for another reason."""
    for unit in ("z", LURKER, "nobody", "a"):
        yield {"type": "move", "unit": unit, "to": [3, 3]}
        yield {"type": "use-move", "unit": unit, "move": SECRET_MOVE[:2], "target": LURKER}
        yield {"type": "interrupt", "unit": unit, "move": "hit", "target": "z"}
        yield {"type": "pass", "unit": unit, "expected": 1}
        yield {"type": "use-item", "unit": unit, "item": "zz", "target": "z"}
        yield {"type": "delay", "unit": unit, "after": "z"}
        if unit != "a":
            yield {"type": "faint", "unit": unit, "reason": "r"}
    yield {"type": "note", "text": "x", "expected": 1}
    yield {"type": "reveal", "unit": LURKER}
    yield {"type": "ruling", "reason": "r", "effects": []}
