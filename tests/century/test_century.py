"""A night of a whole table, by number: every law holds after whatever happens, and a number is one night."""

import pytest

from century import laws
from century.night import as_test, cut_down, run
from century.people import drawn
from century.planted import FAULTS, found
from support.lengths import at_length, soaked

pytestmark = pytest.mark.slow

NIGHTS = at_length(range(1, 201), range(1, 3))
FEW = ["a page keeps a screen that was shared too long", "every ninth fact is not written"]
"""Those that are found soonest."""
MOST_DEEDS = 30


@pytest.mark.parametrize("seed", NIGHTS)
def test_a_night_keeps_every_law_and_comes_out_the_same_again(seed):
    """To the byte and the millisecond; and where phones say other values, everybody else is sent the same."""
    deeds = drawn(seed, at_length(60, 40))
    outcome = run(seed, deeds)
    assert outcome.failed is None
    assert run(seed, deeds) == outcome
    assert run(seed, deeds, other_values=True).public == outcome.public


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
