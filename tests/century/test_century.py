"""A night of a whole table, by number: every law holds after whatever happens, and a number is one night."""

import functools
import itertools
import os
import subprocess
import sys

import pytest

from century import laws, night
from century.night import Outcome, as_test, cut_down, run
from century.people import drawn
from century.planted import FAULTS, PROGRAM, ROOT, found
from support.lengths import at_length, soaked

pytestmark = pytest.mark.slow

NIGHTS = at_length(range(1, 201), range(2, 3))
"""The second is of two tables; each third one is, and each third one has two boards in one room."""
FEW = ["a page keeps a screen that was shared too long"]
"""What is found soonest."""
MOST_DEEDS = 30


@pytest.mark.parametrize("seed", NIGHTS)
def test_a_night_keeps_every_law_and_comes_out_the_same_again(seed):
    """To the byte and the millisecond; and where phones say other values, everybody else is sent the same."""
    deeds = drawn(seed, at_length(60, 24))
    outcome = run(seed, deeds)
    assert outcome.failed is None
    assert run(seed, deeds) == outcome
    assert run(seed, deeds, other_values=True).public == outcome.public


def test_a_night_is_the_same_in_another_process():
    """Whatever order sets of texts have there."""
    asked = "from century.night import run; from century.people import drawn; print(run(1, drawn(1, 20)))"
    paths = os.pathsep.join([str(ROOT / "tests"), *sys.path])
    ran = [
        subprocess.run(
            [sys.executable, "-c", asked],
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert "failed=None" in ran[0]
    assert ran[0] == ran[1]


@pytest.mark.parametrize("name", soaked(FAULTS, FEW))
def test_a_planted_fault_is_found(name):
    """By a law, in a copy of the program."""
    assert found(FAULTS[name]).startswith("#")


def test_a_failing_night_is_cut_down_to_what_it_takes(monkeypatch):
    """And printed as a test, which fails."""
    monkeypatch.setattr(laws, "LAWS", (lambda table: "stuck" if table.board._stuck else None,))
    deeds = drawn(3, 40)
    outcome = run(3, deeds)
    small = cut_down(3, deeds, outcome.failed)
    assert 1 <= len(small) < MOST_DEEDS
    assert set(small) <= set(deeds)
    with pytest.raises(AssertionError):
        exec(as_test(3, small, outcome.failed[1]), {"run": run})


def test_a_night_that_does_not_come_out_the_same_is_cut_down_too(monkeypatch):
    """It takes two runs to see it, and so does the test that is printed."""
    numbers = itertools.count()

    def fickle(_seed, deeds, **_how):
        digest = next(numbers) if ("wait", 3) in deeds else 0
        return Outcome(None, str(digest), str(digest), seconds=0.0, games=0, turns=0, lives=0)

    monkeypatch.setattr(night, "run", fickle)
    deeds = [("wait", number) for number in range(8)]
    for twice in (True, False):
        again = functools.partial(night.judged, twice=twice, pairs=not twice)
        failed = again(1, deeds).failed
        small = cut_down(1, deeds, failed, again)
        assert small == [("wait", 3)]
        with pytest.raises(AssertionError):
            exec(as_test(1, small, failed[1]), {"run": fickle})


def test_the_text_that_a_fault_changes_stands_in_the_program():
    """Whoever changes it there mends the fault, and need not wait for a soak to be told."""
    for name, fault in FAULTS.items():
        assert fault.was in (PROGRAM / fault.file).read_text(encoding="utf-8"), name
