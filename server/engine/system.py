"""The plug: what a rule system is to the house. A fifth one is a new folder with a `SYSTEM` of this shape."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Union

import msgspec
from msgspec import Struct

from schemas.commands import SHARED, Command
from schemas.effects import Created, Enlisted
from schemas.replies import Option, Waiting
from schemas.setup import BattleSpec, UnitSpec
from schemas.state import State, Unit
from server.engine.catalogue import rows
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal

Checks = Mapping[type[Command], Callable[[State, Any, str], Iterator[Refusal]]]
"""(state, command, seat) → why not, in the order the rulebook asks; nothing where it is allowed."""
Decisions = Mapping[type[Command], Callable[[Ledger, Any], None]]
"""(ledger, command) does it; holds for every command whose refusals are all forceable."""


class Setting(Struct, frozen=True, kw_only=True):
    """Something a table may choose; `values` the choices, or a word for free ones; `rule` its number."""

    key: str
    values: tuple[Any, ...] | str
    default: Any
    rule: str


class System(ABC):
    """One rule system. Its methods hold no state: everything they know is in their arguments."""

    id: ClassVar[str]
    version: ClassVar[str]
    folder: ClassVar[Path]
    own: ClassVar[tuple[type[Command], ...]] = ()
    spec: ClassVar[type[BattleSpec]]
    unit_spec: ClassVar[type[UnitSpec]]
    settings: ClassVar[tuple[Setting, ...]] = ()
    checks: ClassVar[Checks]
    decisions: ClassVar[Decisions]
    """These two are the rulebook, of every command that it knows; automatic ones need no check."""
    hp_floor: ClassVar[int | None] = 0
    """Below it a ruling's damage does not go; None where hit points may be negative."""
    turns_in_advance: ClassVar[bool] = False
    """Whether a unit may have a second turn in a round for which it gives up its next (ptu/T19)."""

    @cached_property
    def commands(self) -> tuple[type[Command], ...]:
        """The shared commands, and its own in their place or beside them."""
        tags = {_tag(own) for own in self.own}
        return (*(one for one in SHARED if _tag(one) not in tags), *self.own)

    @cached_property
    def rules(self) -> str:
        """The version of the rules a battle is made under: `pmd 1.0 sha256:…` over the folder's files.

        Its texts are not among them: no wording and no language changes what is allowed.
        """
        digest = sha256()
        for file in sorted(self.folder.rglob("*")):
            if file.suffix in (".py", ".toml", ".md") and file.parent.name != "texts":
                digest.update(file.relative_to(self.folder).as_posix().encode() + b"\0" + file.read_bytes())
        return f"{self.id} {self.version} sha256:{digest.hexdigest()}"

    @cached_property
    def numbers(self) -> dict[str, dict[str, str]]:
        """The rule that a refusal of the engine's belongs to, by `code`, `die` or `command`."""
        file = self.folder / "catalogue" / "numbers.toml"
        return rows(self.folder, "numbers") if file.exists() else {}

    @cached_property
    def command_decoder(self) -> "msgspec.json.Decoder[Command]":
        """Reads a command of this system."""
        return msgspec.json.Decoder(Union[self.commands])  # noqa: UP007

    @cached_property
    def spec_decoder(self) -> "msgspec.json.Decoder[BattleSpec]":
        """Reads a creation of this system."""
        return msgspec.json.Decoder(self.spec)

    # ---- set-up --------------------------------------------------------------------------------------

    @abstractmethod
    def create(self, spec: BattleSpec) -> tuple[Created, list[Enlisted]]:
        """Everything resolved, as event 1 holds it. Raises InvalidSetup with the path of the fault."""

    @abstractmethod
    def enlist(self, state: State, spec: UnitSpec) -> Unit:
        """A further unit for a battle that runs. Raises InvalidSetup."""

    @abstractmethod
    def roster(self, state: State) -> list[dict[str, Any]]:
        """Every unit as a spec for the next battle: what persists outside battle kept, the rest dropped."""

    # ---- judging -------------------------------------------------------------------------------------

    def check(self, state: State, command: Command, seat: str) -> Iterator[Refusal]:
        """Why not; a command that this system does not know is impossible."""
        check = self.checks.get(type(command))
        if check is None:
            yield Refusal("impossible", why="not-here", facts={"ruleset": self.id})
        else:
            yield from check(state, command, seat)

    def decide(self, ledger: Ledger, command: Command) -> None:
        """Does what nothing speaks against, or what the GM forces."""
        self.decisions[type(command)](ledger, command)

    @abstractmethod
    def faint(self, ledger: Ledger, unit: str, cause: str | None) -> None:
        """Takes a unit out, with what follows at once."""

    @abstractmethod
    def settle(self, ledger: Ledger) -> None:
        """Brings the state in order after any command: fainting, windows, the outcome, the next turn."""

    def first_value(self, state: State, status: str) -> Any:
        """The `value` that a status begins with which a ruling gives without one."""
        return None

    @abstractmethod
    def due(self, state: State) -> Command | None:
        """The automatic command that the state calls for (contract 4), chosen by somebody or not."""

    def automatic(self, state: State) -> Command | None:
        """`due`, where nobody has anything to choose before it."""
        return self.due(state)

    # ---- telling -------------------------------------------------------------------------------------

    @abstractmethod
    def options(self, state: State, unit: Unit, seat: str) -> Iterator[Option]:
        """What could be accepted now for this unit."""

    @abstractmethod
    def table_options(self, state: State, seat: str) -> Iterator[Option]:
        """What could be accepted now that belongs to no unit: start, the round, ties."""

    @abstractmethod
    def waiting(self, state: State) -> Iterator[Waiting]:
        """Whom the battle waits for."""

    @abstractmethod
    def reference(self) -> dict[str, Any]:
        """Types, items, moves and sample units, as a client may name them."""

    @cached_property
    def samples(self) -> dict[str, bytes]:
        """The sample battles' creations as JSON, by name: the files of the folder's `samples/`."""
        return {file.stem: file.read_bytes() for file in sorted((self.folder / "samples").glob("*.json"))}


def allows(checks: Checks, state: State, command: Command, seat: str) -> bool:
    """Whether a rulebook has nothing against a command that it knows."""
    return next(checks[type(command)](state, command, seat), None) is None


def _tag(command: type[Command]) -> str:
    tag = command.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def type_of(command: Command) -> str:
    """The command's `type`."""
    return _tag(type(command))
