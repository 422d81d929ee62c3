"""`battletape verify` ends with one code for each kind of failure."""

from pathlib import Path

from click.testing import CliRunner

from replays import tape
from replays.finding import EXIT
from server.cli import main
from tests.tapes.make_samples import FOLDER


def _code(file: Path, *flags: str) -> int:
    return CliRunner().invoke(main, ["verify", str(file), *flags]).exit_code


def test_each_failure_has_its_exit_code(tmp_path: Path) -> None:
    """0 for a tape that holds, packed or not; truncated, chain, digest, head each their own."""
    data = (FOLDER / "pmd-win.tape").read_bytes()
    lines = data.splitlines(keepends=True)
    cases = {
        "a.tape": (data, (), 0),
        "a.tape.gz": (tape.pack(data, "gz"), (), 0),
        "a.tape.zst": (tape.pack(data, "zst"), (), 0),
        "cut.tape": (b"".join(lines[:-3]), (), EXIT["truncated"]),
        "broken.tape": (data.replace(b'"seq":5}', b'"seq":6}', 1), (), EXIT["chain"]),
        "header.tape": (data.replace(b'"exported_at":"2', b'"exported_at":"1', 1), (), EXIT["digest"]),
        "head.tape": (data, ("--head", "0" * 64), EXIT["head"]),
    }
    for name, (content, flags, expected) in cases.items():
        (tmp_path / name).write_bytes(content)
        assert _code(tmp_path / name, *flags) == expected, name
    assert len(set(EXIT.values())) == len(EXIT)


def test_a_strangers_file_says_nothing_to_the_terminal(tmp_path: Path) -> None:
    """What does not hold is quoted with its control characters spelt out."""
    (tmp_path / "rude.tape").write_bytes(b"\x1b[2J\x07rude\x00")
    said = CliRunner().invoke(main, ["verify", str(tmp_path / "rude.tape")]).stderr
    assert "\\x1b[2J\\x07rude\\x00" in said
    assert said.strip().isprintable()
