"""How the firmware starts under MicroPython: the way in for other tools, its watchdog, and a reader that stalls."""

import asyncio
import contextlib
import logging
import os
import select
import time

import pytest

from firmware.both_ends import FIRMWARE, firmware
from firmware.pico import RP2350, Pico
from firmware.talking import talking
from pearlboard.link.framing import Frame, framed

pytestmark = pytest.mark.slow


@pytest.fixture
def pico(tmp_path):
    """Not plugged in yet."""
    pico = Pico(tmp_path, WINDOW_MS=200)
    yield pico
    pico.close()
    assert pico.errors == b""


def test_other_tools_can_get_in_before_the_watchdog_is_started(pico):
    """For two seconds; here it is set to a fifth of one."""
    assert firmware()["config"].WINDOW_MS == 2_000
    pico.plug()
    pico.wait(lambda pico: len(pico.lines("ms")) == 2)
    begun, guarded = map(int, pico.lines("ms"))
    assert guarded - begun >= 200
    assert pico.lines("watchdog") == ["8000"]


def test_with_the_end_turn_button_held_it_does_not_start(pico):
    """Then other tools have all the time they need, and no watchdog bites them."""
    pico.held = 1
    pico.plug()
    pico._process.wait(20)
    assert pico.lines("watchdog") == []
    pico.reset()
    pico.held = 0
    pico.wait(lambda pico: pico.lines("watchdog"))


def test_a_pico_2_is_refused_by_name(tmp_path):
    """Before anything of it is switched on: its watchdog could not be stopped for other tools."""
    pico = Pico(tmp_path)
    pico.chip = RP2350
    pico.plug()
    pico._process.wait(20)
    pico.close()
    assert pico.told == []
    assert "not for a Pico 2 (RP2350)" in (FIRMWARE / "main.py").read_text()


def test_the_watchdog_is_fed_in_every_turn(pico):
    """Also while nobody talks to the board."""
    pico.plug()
    pico.wait(lambda pico: len(pico.lines("fed")) >= 3)
    assert [int(number) for number in pico.lines("fed")[:3]] == [1, 200, 400]


def test_a_board_that_its_watchdog_started_is_noted(pico, caplog):
    """In the log, for whoever looks after it."""
    caplog.set_level(logging.INFO, "pearlboard.drivers")
    pico.plug(cause=3)

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            await talk.until(lambda: caplog.messages)

    asyncio.run(play())
    assert caplog.messages == ["the board says 'started again by its watchdog or by a tool'"]


def test_a_reader_that_stalls_hinders_nobody_for_ever(pico):
    """Somebody asks and does not read, until the line is full and the firmware waits; the next one is answered."""
    pico.plug()
    pico.wait(lambda pico: pico.lines("watchdog"))
    line = os.open(pico.port, os.O_RDWR | os.O_NOCTTY)
    os.write(line, framed(Frame(1, 0, b"\1\1")))
    os.set_blocking(line, False)
    with contextlib.suppress(BlockingIOError):  # it takes no more
        for number in range(100_000):
            os.write(line, framed(Frame(3, number % 256, b"")))
    fed, until = -1, time.monotonic() + 20
    while len(pico.lines("fed")) != fed and time.monotonic() < until:
        fed = len(pico.lines("fed"))
        select.select([], [], [], 1)
    assert time.monotonic() < until, "it was never hindered"
    os.close(line)

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            pico.bits &= ~1
            await talk.until(lambda: len(talk.scans) == 2)

    asyncio.run(play())
