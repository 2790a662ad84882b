"""The house that anybody can look at: `make house`."""

import subprocess
import sys
from pathlib import Path

import pytest

from support import mosquitto, postgres
from support.serving import clean_environment

pytestmark = pytest.mark.soak

HOUSE = Path(__file__).parents[2] / "tools" / "house.py"


def test_a_small_tournament_is_played_to_its_end():
    """With a real database and broker, and real tables; all of them end in order."""
    postgres.needed()
    mosquitto.needed()
    command = [sys.executable, str(HOUSE), "--tables", "2", "--rounds", "2", "--pause", "0"]
    done = subprocess.run(
        command,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    sheet = done.stdout.partition("The tournament is over.\n")[2].splitlines()
    assert sheet[0].startswith("Position,Name,Points")
    assert sorted(line.split(",")[1] for line in sheet[1:] if line) == ["Anna", "Ben", "Cleo", "Daniel"]
    assert sum(float(line.split(",")[2]) for line in sheet[1:] if line) == 2 * 2 * 2
