"""`pearlboard update` says what updates this installation, and leaves it to that."""

import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from pearlboard import __version__
from pearlboard.cli import updating
from pearlboard.cli.updating import Installation, way
from pearlboard.errors import ConfigError
from support.serving import LONGEST_S, clean_environment, command_line

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture
def place(tmp_path):
    """Where the package and the script put the program."""
    return tmp_path / "usr/lib/pearlboard/venv"


def environment(folder):
    """With the program in it."""
    package = folder / "lib/python3.13/site-packages/pearlboard"
    package.mkdir(parents=True)
    return package


def test_of_the_package_only_apt(place):
    """Its environment lies in its place."""
    here = Installation(place, environment(place), place)
    assert way(here) == ("from the Debian package", "sudo apt update && sudo apt install --only-upgrade pearlboard")


def test_of_the_script_the_script(place):
    """It has made the place a link."""
    release = place.parent / "releases/20260102030405"
    package = environment(release)
    place.symlink_to(release)
    for called in (release, place):
        what, command = way(Installation(called, package, place))
        assert what == "installed by systemd/install.sh"
        assert command.startswith("git pull && sudo systemd/install.sh ")


def test_of_pipx_pipx(tmp_path, place):
    """It leaves a file in each environment."""
    package = environment(tmp_path / "pearlboard")
    assert way(Installation(tmp_path / "pearlboard", package, place))[1].startswith(
        f"{tmp_path}/pearlboard/bin/python -m pip install "
    )
    (tmp_path / "pearlboard/pipx_metadata.json").touch()
    assert way(Installation(tmp_path / "pearlboard", package, place))[1].startswith("pipx install --force ")


def test_of_a_checkout_git(tmp_path):
    """As it is called, too: the version, and the command on a line of its own."""
    (tmp_path / ".git").touch()
    what, command = way(Installation(tmp_path / ".venv", tmp_path / "controller/pearlboard"))
    assert (what, command.split("  ")[0]) == (f"from the checkout in {tmp_path}", f"git -C {tmp_path} pull")
    done = subprocess.run(
        command_line("update"), capture_output=True, text=True, timeout=LONGEST_S, check=False, env=clean_environment()
    )
    assert (done.returncode, done.stderr) == (0, "")
    told, command = done.stdout.splitlines()
    assert told.startswith(f"Pearlboard {__version__} runs here, ")
    assert told.endswith(" This updates it:")
    assert command.startswith("  ")


def test_on_a_card_its_own_program_takes_over(tmp_path, monkeypatch):
    """As root, with what was named; from anybody else it is refused."""
    program, called = tmp_path / "pearlboard-releases", []
    program.touch()
    monkeypatch.setattr(updating, "Installation", lambda *paths: Installation(*paths, on_a_card=program))
    monkeypatch.setattr(os, "execv", lambda *words: called.append(words) or sys.exit(0))
    for source in (None, "new.deb"):
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        with pytest.raises(SystemExit):
            updating.run(Namespace(source=source))
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
        with pytest.raises(ConfigError, match=r"the operator.s page updates this table"):
            updating.run(Namespace(source=source))
    assert called == [(program, [str(program), "update"]), (program, [str(program), "update", "new.deb"])]
