"""An installed Battletape is whole: it needs no checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.ops.conftest import ROOT

PACKAGES = ("server", "schemas", "replays", "migrations")
LEFT = {"__pycache__"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    subprocess.run(
        (*pip, "wheel", "-qq", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)), check=True
    )
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_every_file_of_its_packages(wheel: Path) -> None:
    """Rules, catalogues, samples, texts, pages, migrations: what lies in a package's folder is in it."""
    packed = set(zipfile.ZipFile(wheel).namelist())
    tracked = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and not LEFT & set(file.parts)
    }
    assert len([name for name in tracked if name.endswith((".toml", ".md", ".json", ".html"))]) > 10
    assert tracked - packed == set()


def test_the_wheel_brings_no_tests_and_no_top_level_surprises(wheel: Path) -> None:
    """Installing puts four packages into site-packages and nothing else."""
    tops = {name.split("/", 1)[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_an_installed_battletape_plays(wheel: Path, tmp_path: Path) -> None:
    """From its own files alone, in an empty directory: tables are made and a sample battle is played out."""
    site, here = tmp_path / "site", tmp_path / "here"
    zipfile.ZipFile(wheel).extractall(site)
    here.mkdir()
    script = "import server.cli; print(server.cli.__file__); server.cli.main()"
    ran = subprocess.run(
        (sys.executable, "-c", script, "demo", "--ruleset", "pmd", "--json"),
        cwd=here,
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    where, said = ran.stdout.splitlines()
    assert Path(where).is_relative_to(site)
    assert json.loads(said)["outcome"] is not None
    assert (here / "battletape.db").is_file()
