"""A peer that says anything at any time: nothing is raised, what stays is bounded, and the end has a reason."""

import random
import tracemalloc

import pytest

from pearlboard.remote.events import Over
from pearlboard.remote.line import Line, Phase, Role
from pearlboard.remote.messages import (
    SITES_BYTES,
    Beat,
    Button,
    Echo,
    Goodbye,
    Lights,
    NoBoard,
    Opened,
    PageClosed,
    PageOpened,
    PageText,
    Plain,
    Promised,
    Reading,
    Reason,
    Seen,
    encoded,
    packed,
)
from pearlboard.remote.outbox import MOST, MOST_BYTES
from pearlboard.remote.pages import MOST_PAGES
from support.lying_line import hello

pytestmark = pytest.mark.slow

MOST_KEPT = 3 * MOST_BYTES
"""What an end may keep for one peer, in Python's own objects."""


def anything(chance, line, number):
    """A packet as an honest peer would send it, or nearly, or now and then as none would."""
    channel = chance.choice([*line.pages, 1, line._pages._last])
    signs = [lambda: Beat(chance.randrange(1 << 53)), lambda: Echo(chance.randrange(1 << 53)), Seen]
    pages = [
        lambda: PageText(channel or 1, "x" * chance.choice((1, 1_500))),
        lambda: PageClosed(channel or 1, 4_000, "r" * 64),
    ]
    of_guest = [
        lambda: Reading(chance.randbytes(SITES_BYTES), chance.randbytes(SITES_BYTES)),
        lambda: NoBoard("lost"),
        lambda: Button("end_turn", down=chance.random() < 0.5),
        lambda: PageOpened(line._pages._last + 1, "seat", "en", local=True),
    ]
    of_host = [
        lambda: Lights((), "", 0, lamp=False),
        lambda: Promised(bytes(32)),
        lambda: Opened(bytes(32), bytes(10_000)),
    ]
    strange = [
        lambda: hello("peer", chance, knows=chance.choice((b"", line._me.line)), seen=chance.choice((0, number))),
        lambda: PageText(chance.randint(1, 1 << 30), ""),
        lambda: Goodbye(chance.choice(list(Reason))),
        *of_guest,
        *of_host,
    ]
    usual = signs + (of_guest if line._role is Role.HOST else of_host) + (pages if line._pages._last else [])
    message = chance.choice(strange if chance.random() < 0.003 else usual)()
    given = 0 if isinstance(message, Plain) else chance.choice((number, number, number, max(number - 1, 1)))
    if chance.random() < 0.005:
        return chance.choice((chance.randbytes(chance.randint(0, 100)), packed(1 << 52, 0, encoded(message))))
    seen = chance.choice((number, 1 << 52)) if chance.random() < 0.002 else 0
    return packed(given, seen, encoded(message))


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("seed", range(40))
def test_nothing_that_a_peer_says_raises_or_grows(role, seed):
    """A thousand packets, over as many connections as it takes; the owner answers what it is told."""
    chance = random.Random(seed)
    line = Line(role, hello("here", chance), 0)
    number, at_ms = 1, 0
    for _ in range(1_000):
        at_ms += chance.randint(0, 50)
        if line.phase is Phase.AWAY:
            line.opened(at_ms)
            line.take(at_ms)
            line.feed(packed(0, 0, encoded(hello("peer", chance))), at_ms)
            number = line._seen + 1
        events = [*line.feed(anything(chance, line, number), at_ms), *line.tick(at_ms)]
        for channel in line.pages:
            line.write(channel, "y" * 5_000, at_ms)
        if chance.random() < 0.5:
            line.take(at_ms)
        number = line._seen + 1
        assert len(line.pages) <= MOST_PAGES
        assert line._outbox.size <= MOST_BYTES
        assert len(line._outbox) <= MOST
        if line.phase is Phase.OVER:
            assert any(isinstance(each, Over) for each in events + line.tick(at_ms))
            return


def test_what_an_end_keeps_for_a_peer_that_reads_nothing_is_bounded():
    """Measured, and not only counted: 32 pages, of which each is told megabytes."""
    chance = random.Random(1)
    line = Line(Role.HOST, hello("here", chance), 0)
    line.opened(0)
    line.feed(packed(0, 0, encoded(hello("peer", chance))), 0)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(1, 2_000):
        line.feed(packed(number, 0, encoded(PageOpened(number, "table", "en", local=False))), number * 10)
        for channel in line.pages:
            line.write(channel, f"{number}" * 5_000, number * 10)
        line.take(number * 10)
        line.tick(number * 10)
    kept = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert kept < MOST_KEPT
