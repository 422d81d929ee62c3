"""The command line does what its help says, and says in a sentence what is wrong."""

import json
import signal
import socket
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from server.cli import main
from server.rules import every
from tests.ops.conftest import COMMAND, environment


def battletape(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs the command in that folder."""
    return subprocess.run(
        (*COMMAND, *arguments),
        cwd=folder,
        env=environment() | settings,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def refused(ran: subprocess.CompletedProcess[str]) -> str:
    """The one sentence that a command ended with."""
    assert ran.returncode == 1, ran
    assert "Traceback" not in ran.stderr
    lines = ran.stderr.strip().splitlines()
    assert len(lines) == 1, ran.stderr
    return lines[0]


@pytest.mark.parametrize(
    ("locale", "said"),
    [("C.UTF-8", "There is no battle nowhere"), ("ru_RU.UTF-8", "Боя nowhere нет"), ("fr_FR", "There is no")],
)
def test_what_is_printed_of_a_battle_is_in_the_locales_language(
    tmp_path: Path, locale: str, said: str
) -> None:
    """A refusal, where there are texts for the locale; English elsewhere."""
    battletape(tmp_path, "migrate")
    assert said in refused(battletape(tmp_path, "show", "nowhere", LC_ALL=locale, PYTHONUTF8="1"))


def test_help_names_every_command() -> None:
    """`--help` lists what there is, each in a whole sentence, and each command explains itself."""
    listed = helped()
    assert "..." not in listed.partition("Commands:")[2]
    assert {"serve", "demo", "show", "migrate", "schemas"} <= set(main.commands)
    for command in main.commands:
        assert f"\n  {command} " in listed
        assert "--" in helped(command)


def helped(*command: str) -> str:
    """What `--help` prints on a terminal of the usual width."""
    ran = CliRunner().invoke(main, [*command, "--help"], terminal_width=80)
    assert ran.exit_code == 0
    return ran.output


def test_a_fresh_server_shows_a_finished_battle(server: str) -> None:
    """What `serve` leaves in an empty database is there to be watched: public and ended."""
    with urlopen(f"{server}/v1/battles?status=ended") as answer:
        listed = json.load(answer)["battles"]
    assert listed
    with urlopen(f"{server}/v1/battles/{listed[0]['id']}") as answer:
        assert json.load(answer)["phase"] == "ended"


@pytest.mark.parametrize("page", ["/schema", "/schema/reference.js", "/schema/reference.css"])
def test_the_api_page_needs_nothing_from_elsewhere(server: str, page: str) -> None:
    """The API page is served whole from here, under a policy that lets nothing else in."""
    with urlopen(f"{server}{page}") as answer:
        policy = answer.headers["Content-Security-Policy"]
        body = answer.read().decode()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "https://" not in body


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    """Starting on a port that something else listens on names the port, and makes no database."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = refused(battletape(tmp_path, "serve", "--port", port))
    assert port in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("nonsense", "sqlite:///"),
        ("mysql://here/there", "mysql"),
        ("sqlite:////nowhere/at/all.db", "/nowhere/at/all.db"),
        ("sqlite:///", "needs a file"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "postgresql://nobody:***@127.0.0.1:1/none"),
        ("postgresql://127.0.0.1:1/none", "Connect call failed"),
    ],
)
@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("migrate",), ("show", "x")])
def test_a_bad_database_is_told(tmp_path: Path, command: tuple[str, ...], url: str, word: str) -> None:
    """A database that cannot be used is a sentence, never a traceback."""
    assert word in refused(battletape(tmp_path, *command, "--database", url))


def test_a_bad_setting_is_told(tmp_path: Path) -> None:
    """A setting of the environment that is not what it should be names the setting."""
    assert "port" in refused(battletape(tmp_path, "serve", BATTLETAPE_PORT="many"))


def test_a_second_server_on_one_file_is_told(tmp_path: Path) -> None:
    """Two servers never share one SQLite file: the second says so and ends."""
    first = subprocess.Popen(
        (*COMMAND, "serve", "--port", "0", "--no-sample"),
        cwd=tmp_path,
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert first.stderr is not None
    try:
        address = first.stderr.readline().split()[-1]
        with urlopen(f"{address}/health/ready") as answer:
            assert answer.status == 200
        assert "another server" in refused(battletape(tmp_path, "serve", "--port", "0"))
    finally:
        first.terminate()
        first.communicate(timeout=20)
    assert first.returncode in (0, -signal.SIGTERM)


@pytest.mark.parametrize("command", ["show", "export", "verify", "case", "invite"])
def test_a_look_makes_no_database(tmp_path: Path, command: str) -> None:
    """Whoever asks for a battle where no database is hears so, and finds none there afterwards."""
    arguments = (command, "abc", "gm") if command == "invite" else (command, "abc")
    assert "no database battletape.db" in refused(battletape(tmp_path, *arguments))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["none.tape", ".", "./none"])
def test_a_file_that_is_not_there_is_told_as_a_file(tmp_path: Path, name: str) -> None:
    """`verify` never takes a file's name for a battle's id."""
    assert refused(battletape(tmp_path, "verify", name)).startswith(f"Error: {name.removeprefix('./')}: ")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a database, and the battle in it."""
    folder = tmp_path_factory.mktemp("played")
    ran = battletape(folder, "demo", "--seed", "0", "--json")
    return folder, json.loads(ran.stdout)["battle"]


def test_bots_come_to_the_start(played: tuple[Path, str]) -> None:
    """Who watches a battle of bots sees it begin soon: they hardly place anew or change what is held."""
    folder, battle = played
    lines = battletape(folder, "export", battle, "--out", "-").stdout.splitlines()[1:-1]
    kinds = [json.loads(line)["command"]["type"] for line in lines]
    assert kinds.index("start") < 20


@pytest.mark.parametrize("command", ["export", "case"])
@pytest.mark.parametrize("out", ["/nowhere/at/all", "."])
def test_an_output_that_cannot_be_written_is_told(played: tuple[Path, str], command: str, out: str) -> None:
    """A folder that is not there, or a folder's name, ends in a sentence that names it."""
    folder, battle = played
    assert refused(battletape(folder, command, battle, "--out", out)).startswith(f"Error: {out}: ")


def test_battles_are_read_beside_a_server(played: tuple[Path, str]) -> None:
    """`show`, `export` and `verify` work while the database is served; the tape goes through a pipe as well."""
    folder, battle = played
    server = subprocess.Popen(
        (*COMMAND, "serve", "--port", "0"), cwd=folder, env=environment(), stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    try:
        server.stderr.readline()
        assert battletape(folder, "show", battle).returncode == 0
        assert "It holds" in battletape(folder, "verify", battle).stdout
        tape = battletape(folder, "export", battle, "--out", "-")
        assert tape.returncode == 0
        piped = subprocess.run(
            (*COMMAND, "verify", "-"),
            input=tape.stdout, cwd=folder, env=environment(), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert "It holds" in piped.stdout
    finally:
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=20)
    assert (server.returncode, said) == (0, "")


def test_a_case_that_ends_before_it_begins_is_told(played: tuple[Path, str]) -> None:
    """`--from` after `--to` is a mistake of the two flags, not of the battle."""
    folder, battle = played
    ran = battletape(folder, "case", battle, "--from", "5", "--to", "3")
    assert ran.returncode == 2
    assert "--from 5 comes after --to 3" in ran.stderr


def test_a_demo_names_what_there_is(tmp_path: Path) -> None:
    """An unknown rule system names those known; an unknown sample those of the system that was asked for."""
    assert "duel, legamon, pmd, ptu" in refused(battletape(tmp_path, "demo", "--ruleset", "nope"))
    said = refused(battletape(tmp_path, "demo", "--ruleset", "pmd", "--sample", "mill-pond"))
    assert "frozen-pass, mossy-cave" in said
    assert said.count("mill-pond") == 1


@pytest.mark.parametrize("ruleset", sorted(every()))
def test_a_demo_ends_and_stays(tmp_path: Path, ruleset: str) -> None:
    """Two bots play a battle to its outcome; `show` finds it in the database, at any event."""
    ran = battletape(tmp_path, "demo", "--ruleset", ruleset, "--seed", "1", "--json")
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    assert said["outcome"] is not None
    shown = battletape(tmp_path, "show", said["battle"], "--json")
    assert json.loads(shown.stdout)["seq"] == said["head"]
    assert battletape(tmp_path, "show", said["battle"], "--at", "1").returncode == 0


def test_schemas_are_as_the_words_say() -> None:
    """The published JSON Schemas have not drifted from the structs."""
    ran = battletape(Path.cwd(), "schemas", "--check")
    assert ran.stdout == ""
    assert ran.returncode == 0


def test_schemas_are_written_and_stale_ones_removed(tmp_path: Path) -> None:
    """`schemas --out` makes the folder what the words say, and `--check` tells what is not."""
    (tmp_path / "gone.json").write_text("{}")
    assert "gone.json" in battletape(tmp_path, "schemas", "--out", ".", "--check").stdout
    assert battletape(tmp_path, "schemas", "--out", ".").returncode == 0
    assert battletape(tmp_path, "schemas", "--out", ".", "--check").returncode == 0
    assert not (tmp_path / "gone.json").exists()
