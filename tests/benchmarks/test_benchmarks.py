"""Every benchmark can be run: once round, by which nothing is measured; and none waits for ever."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support import postgres
from support.lengths import soaked
from support.namespaces import networks
from support.serving import clean_environment

pytestmark = pytest.mark.slow

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
NAMES = sorted(path.name for path in BENCHMARKS.glob("bench_*.py"))
SERVE = ("bench_hub.py", "bench_page.py", "bench_remote.py", "bench_service.py", "bench_years.py")
"""Benchmarks that start tables of their own or a hub, again and again: a soak runs them."""
LONGEST_S = 120
NEEDS = {"bench_latency.py": ("micropython_unix", "MicroPython comes for Linux on x86-64")}
WAITS = "import time; from measuring import ends_within\nwith ends_within(1): time.sleep(60)"


def run(*arguments):
    """What it printed; how it ended is in there, too."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=BENCHMARKS,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST_S,
    )


@pytest.mark.parametrize("name", soaked(NAMES, [name for name in NAMES if name not in SERVE]))
def test_a_benchmark_comes_to_its_end_and_prints_its_table(name):
    """Ratios within the run stand beside absolute figures."""
    if name in NEEDS:
        pytest.importorskip(NEEDS[name][0], reason=NEEDS[name][1])
    if name == "bench_bots.py":
        compiled_here()
    if name == "bench_hub.py":
        postgres.needed()
    if name == "bench_voice.py" and not all(map(shutil.which, ("espeak-ng", "aplay"))):
        pytest.skip("needs espeak-ng and alsa-utils")
    if name == "bench_remote.py":
        with networks():  # or it is skipped
            pass
    done = run(BENCHMARKS / name, "--once")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) > 4
    ratios = [
        line for line in done.stdout.splitlines() if " x " in line or line.rstrip().endswith(" x") or "times" in line
    ]
    assert ratios


def test_the_search_is_measured_beside_openspiel():
    """Only `make bench` installs it, and without it the row says so."""
    compiled_here()
    if importlib.util.find_spec("pyspiel") is None:
        pytest.skip("OpenSpiel is not installed: 230 MB, of requirements/bench.txt")
    assert "not installed" not in run(BENCHMARKS / "bench_bots.py", "--once").stdout


def test_the_soak_plays_a_game():
    """As `make soak` plays hundreds. Pairs of worlds are compared by `tests/session/test_two_worlds.py`."""
    done = run(BENCHMARKS / "soak.py", 1, 0)
    assert (done.returncode, done.stderr) == (0, "")
    assert "all records replayed" in done.stdout


def test_what_never_ends_is_given_up():
    """It says so, and the traceback says where it hung."""
    done = run("-c", WAITS)
    assert done.returncode == 1
    assert "time.sleep(60)" in done.stderr or "<string>" in done.stderr
    assert "NeverEnded: this has not ended within 1 s" in done.stderr


def compiled_here():
    """The search is measured where it is compiled."""
    from pearlboard.games.perladora.players import kernel

    if kernel.__file__.endswith(".py"):
        pytest.skip("the search is not compiled here: pearlboard doctor says why")
