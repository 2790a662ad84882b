"""A board shows pictures for weeks: under MicroPython, what memory is free must not depend on how many there were."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.test_blocks import block
from pearlboard.link.messages import Commit, HelloRequest, Leds
from support.lengths import at_length

pytestmark = pytest.mark.slow

pytest.importorskip("micropython_unix", reason="MicroPython comes for Linux on x86-64")

FIRMWARE = Path(__file__).parents[2] / "firmware"
STUBS = Path(__file__).parent / "stubs"
LEDS, CHUNK = 135, 17
PICTURES = 256
"""After so many of them the numbers of frames and pictures begin anew, so that the file can follow on itself."""
TIMES = at_length(352, 8)


def pictures():
    """A greeting, and what a host sends of so many pictures."""
    data, seq = block(255, HelloRequest(1, 2)), 0
    for number in range(PICTURES):
        for first in range(0, LEDS, CHUNK):
            rgb = bytes((number * 7 + led) % 200 for led in range(3 * first, 3 * min(first + CHUNK, LEDS)))
            data += block(seq, Leds(number, first, rgb))
            seq += 1
        data += block(seq, Commit(number))
        seq += 1
    return data


def free(folder, firmware=FIRMWARE):
    """(pictures shown, bytes free after a collection), once for each time through the file."""
    file = folder / "pictures"
    file.write_bytes(pictures())
    run = [sys.executable, "-m", "micropython_unix", str(STUBS / "pictures.py"), str(file), str(TIMES)]
    printed = subprocess.run(
        run, env={"PATH": os.environ["PATH"], "PICO_PATH": str(firmware)}, check=True, capture_output=True, text=True
    ).stdout
    return [tuple(map(int, line.split())) for line in printed.splitlines()[1:]]


def test_pictures_leave_nothing_behind_in_memory(tmp_path):
    """Each time through the file all were shown, and as much is free as after the first; 90,000 in the soak."""
    told = free(tmp_path)
    assert [shown for shown, _ in told] == [PICTURES * time for time in range(1, TIMES + 1)]
    left = [bytes_free for _, bytes_free in told]
    assert max(left) - min(left[1:]) <= 512, left


def test_what_is_left_behind_would_be_seen(tmp_path):
    """A firmware that keeps a few bytes of each picture is caught."""
    leaky = tmp_path / "leaky"
    leaky.mkdir()
    for source in FIRMWARE.glob("*.py"):
        (leaky / source.name).write_text(source.read_text())
    shows = "    def _show(self, rgb: bytes) -> None:\n"
    text = (leaky / "loop.py").read_text()
    assert shows in text
    (leaky / "loop.py").write_text(text.replace(shows, shows + "        self._note += '*'\n"))
    left = [bytes_free for _, bytes_free in free(tmp_path, leaky)]
    assert max(left) - min(left[1:]) > 512
