"""Two outputs of the electronics 20 ms apart around the stop are told apart: always. A thousand times with --soak.

The firmware runs under MicroPython; its wires change at exact milliseconds of the board, and it may be as late as the
machine lets it be.
"""

import asyncio

import pytest

from firmware.pico import Pico
from firmware.stops import APART_MS, Ears, trials
from firmware.talking import talking
from pearlboard.drivers.protocols import Lost, Pressed, Released
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import reference_wiring
from support.lengths import at_length

pytestmark = pytest.mark.slow

TRIALS = at_length(1_000, 25)


class Trials:
    """One after the other; one in which the machine was too busy to keep the board is done again."""

    def __init__(self, pico):
        self.pico, self.wiring = pico, reference_wiring()
        self.right = self.again = self.heard = 0
        self.ears = Ears()
        self.apart_ms, self.wrong = [], []

    async def run(self):
        async with talking(self.pico.link) as talk:
            for trial in trials(10 * TRIALS, 7):
                await talk.connected(times=1 + self.again)
                begun = len(talk.events)
                self.pico.follow(*trial.moments(self.wiring))
                await talk.until(lambda begun=begun: self.over(talk.events[begun:]))
                self.judge(trial, talk.events[begun - 1 :], talk.events)
                if self.right + len(self.wrong) == TRIALS:
                    return

    @staticmethod
    def over(events):
        return any(isinstance(event, Released | Lost) for event in events)

    def judge(self, trial, events, every):
        if any(isinstance(event, Lost) for event in events):
            self.again += 1
            return
        for event in every[self.heard :]:
            self.ears.hear(event)
        self.heard = len(every)
        times = {type(event): event.at_ms for event in events[1:]}
        self.apart_ms.append(abs(times[Scan] - times[Pressed]))
        if self.ears.told_apart(trial):
            self.right += 1
        else:
            self.wrong.append((trial, events))


def test_a_sensor_and_the_stop_are_told_apart(tmp_path):
    """Before and after the board's own button, pieces that come and that go; a button and a chain in the same clock."""
    pico = Pico(tmp_path).plug()
    pico.bits = reference_wiring().as_read([])
    done = Trials(pico)
    try:
        asyncio.run(done.run())
    finally:
        pico.close()
    assert pico.errors == b""
    assert not done.wrong
    assert done.right == TRIALS
    assert sorted(done.apart_ms)[TRIALS // 2] == APART_MS
