"""The notation of scripts: valid words, and refused ones."""

import pytest

from pearlboard.drivers.clock import SteppedClock
from pearlboard.errors import InvalidName
from pearlboard.sensing.wiring import reference_wiring
from support.faulty_board import FaultyBoard
from support.script import ScriptError, parse, perform


def test_a_script_is_cut_into_its_steps():
    """Words belong to the step before them if they fit; a remark ends at the end of its line."""
    script = """
        c4 wait 3000 -c4  # lifted
        a1-b1 -a1-b1 c4>c5 ~c4 press hint press end_turn 2000 c4=0 c4= c4*20*600 unplug
    """
    assert [step.text for step in parse(script)] == [
        "c4",
        "wait 3000",
        "-c4",
        "a1-b1",
        "-a1-b1",
        "c4>c5",
        "~c4",
        "press hint",
        "press end_turn 2000",
        "c4=0",
        "c4=",
        "c4*20*600",
        "unplug",
    ]


@pytest.mark.parametrize("script", ["wait", "wait soon", "press", "press start", "shift", "+c4", "C4", "c4>", "c4=2"])
def test_unknown_words_in_a_script_are_refused(script):
    """The error shows the word."""
    with pytest.raises(ScriptError, match=script.split()[0].replace("+", r"\+")):
        parse(script)


@pytest.mark.parametrize("script", ["i1", "a6", "-a9", "a1-c1", "a1>z9"])
def test_a_site_that_is_not_on_the_board_is_refused_before_anything_happens(script):
    """Names are checked when the script is read."""
    with pytest.raises(InvalidName):
        parse(f"c4 {script}")


def test_time_passes_as_it_is_written():
    """Waits and presses take their time, laying takes none, a slide depends on its length."""
    clock = SteppedClock()
    board = FaultyBoard(reference_wiring(), clock)
    perform("c4 wait 3000 press end_turn 2000 press hint c4>d4", board, clock)
    assert clock() == 3000 + 2000 + 100 + 60
