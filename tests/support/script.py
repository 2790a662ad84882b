"""What hands and faults do to a `FaultyBoard`, as a line of text: a line is a test.

    c4             lay a piece on c4                     a1-b1          lay one on a line
    -c4            lift it                               -a1-b1         lift it
    c4>e4          push it there over the sensors        ~c4            lay or lift it with a bouncing contact
    c4=1  c4=0     its sensor is stuck at a piece, or at none            c4=   is repaired
    c4*20*600      its sensor flickers, 20 times a second for 600 ms
    wait 3000      nothing happens for 3000 ms
    press end_turn 2000       press a button, and release it after 2000 ms; 100 ms if no time is given
    unplug   plug  disconnect the board, and connect it again
    shift 1        the chain comes one bit late; shift 0 repairs this
    # …            a remark, to the end of the line

    c4  wait 3000  a1-b1  b1-c1  press end_turn  # a turn with one piece, and one with two

Steps happen one after the other; one that takes time (a slide, a press, a bounce, a flicker) is over before the next
begins. Laying a piece where one lies, or lifting one that does not, is an error: a wrong test should fail.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from pearlboard.drivers.protocols import Button
from pearlboard.errors import PearlboardError
from pearlboard.geometry import GRID


class ScriptError(PearlboardError, ValueError):
    """A word that no script has."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a script, as it was written."""

    text: str
    deed: Callable
    """Performs the step on a board; returns the ms that it takes, if any."""


_SITE = r"([a-z]\d+(?:-[a-z]\d+)?)"
_BY_SIGN = tuple(
    (re.compile(pattern), deed)
    for pattern, deed in (
        (_SITE, lambda site: lambda board: board.put(GRID.site(site))),
        (f"-{_SITE}", lambda site: lambda board: board.lift(GRID.site(site))),
        (f"~{_SITE}", lambda site: lambda board: board.bounce(GRID.site(site))),
        (f"{_SITE}>{_SITE}", lambda start, end: lambda board: board.slide(GRID.site(start), GRID.site(end))),
        (f"{_SITE}=([01]?)", lambda site, value: lambda board: board.stick(GRID.site(site), _level(value))),
        (
            rf"{_SITE}\*(\d+)\*(\d+)",
            lambda site, hertz, ms: lambda board: board.flicker(GRID.site(site), int(hertz), int(ms)),
        ),
    )
)
_BY_WORD = {
    word: (re.compile(rest), deed)
    for word, rest, deed in (
        ("wait", r"(\d+)", lambda ms: lambda _: int(ms)),
        (
            "press",
            r"(end_turn|hint|take_back)(?: (\d+))?",
            lambda name, ms: lambda board: board.press(Button(name), int(ms or 100)),
        ),
        ("unplug", "", lambda: lambda board: board.unplug()),
        ("plug", "", lambda: lambda board: board.plug()),
        ("shift", r"(\d+)", lambda by: lambda board: board.shift_chain(int(by))),
    )
}


def parse(script):
    """Parse a script; `ScriptError` for an unknown word, `InvalidName` for a site that does not exist."""
    return tuple(step for line in script.splitlines() for step in _line(line.partition("#")[0].split()))


def perform(script, board, clock):
    """Perform a script, advancing the clock by the time that each step takes."""
    for step in parse(script):
        clock.step(step.deed(board) or 0)


def _line(words):
    while words:
        word = words.pop(0)
        if word in _BY_WORD:
            yield _worded(word, words)
        else:
            yield Step(word, _signed(word))


def _worded(word, words):
    """A word and its arguments among the words that follow."""
    form, deed = _BY_WORD[word]
    for length in (2, 1, 0):
        if match := form.fullmatch(" ".join(words[:length])):
            text = " ".join([word, *words[:length]])
            del words[:length]
            return Step(text, deed(*match.groups()))
    raise ScriptError(f"{' '.join([word, *words[:1]])!r}: {word!r} is written like {_EXAMPLES[word]!r}")


def _signed(word):
    for form, deed in _BY_SIGN:
        if match := form.fullmatch(word):
            for name in re.findall(_SITE, word):
                GRID.site(name)
            return deed(*match.groups())
    raise ScriptError(f"{word!r} is not a step of a script; a piece is laid with 'c4' and lifted with '-c4'")


def _level(text):
    return int(text) if text else None


_EXAMPLES = {
    "wait": "wait 3000",
    "press": "press end_turn 2000",
    "unplug": "unplug",
    "plug": "plug",
    "shift": "shift 1",
}
