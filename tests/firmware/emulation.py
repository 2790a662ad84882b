"""The firmware on an emulated Pico, under MicroPython's own build for the chip: `make pico FIRMWARE=RPI_PICO-….uf2`.

The host's end is the project's own (`pearlboard.link`), in lock step with the chip: all times are the chip's. Flash
waits are not modelled, so a real Pico is slower; USB answers at once. The exit code is 1 if a limit is missed.

    BOOTROM   the chip's boot ROM (b1.bin of raspberrypi/pico-bootrom-rp2040's releases); else it is looked for beside
              the firmware, by that name
    ONLY      one of the parts: idle, load, stops, memory, blocks
"""

import json
import random
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from littlefs import LittleFS

from firmware.stops import APART_MS, HOLD_MS, Ears, trials
from pearlboard.drivers.rp2040_reports import Reports
from pearlboard.errors import PearlboardError
from pearlboard.lights.power import limited
from pearlboard.link.connection import Connection
from pearlboard.link.events import Gone, Seen
from pearlboard.link.framing import Decoder, Frame, framed
from pearlboard.link.messages import HIGHEST, LOWEST, Hello, HelloRequest, packed, unpacked
from pearlboard.sensing.wiring import reference_wiring

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
FLASH_BYTES = 2 << 20
FILES_AT = 0xA0000
"""Where MicroPython 1.24 and newer have their files in a Pico's flash."""
BLOCK = 4096
BUTTONS = {1: 7, 2: 8, 4: 9, 8: 26}
"""By bit of `held` the pin; the last is low while the lights lack their supply."""
WIRING = reference_wiring()
STEP_US = 500
PACKET = 64
"""Bytes in one packet of USB, and in a block of the link."""
ASKED_MS = 40
"""25 pictures a second."""
TELLS_FREE = """
import gc
import machine

def _tell(timer):
    gc.collect()
    machine.mem32[0x40058000 + 12] = gc.mem_free()  # a register of the watchdog that keeps whatever is written there

machine.Timer(period=1000, mode=machine.Timer.PERIODIC, callback=_tell)
"""
"""What `config.py` does besides, once a second, where memory is looked at."""


class Missing(PearlboardError):
    """Something that is needed is not there; the sentence says what to do."""


# --- the flash -----------------------------------------------------------------------------------------------------


def flash_of(firmware: Path, files: Path, changes: str = "") -> bytes:
    """A Pico's flash: MicroPython, and these files; `changes` are put at the end of its config.py."""
    image = bytearray(b"\xff" * FLASH_BYTES)
    for at, data in _blocks(firmware):
        image[at : at + len(data)] = data
    disk = LittleFS(
        block_size=BLOCK,
        block_count=(FLASH_BYTES - FILES_AT) // BLOCK,
        prog_size=256,
        read_size=32,
        lookahead_size=32,
        cache_size=256,
        disk_version=0x0002_0000,
    )
    for file in sorted(files.glob("*.py")):
        with disk.open(file.name, "wb") as out:
            out.write(file.read_bytes() + (changes.encode() if file.name == "config.py" else b""))
    image[FILES_AT:] = disk.context.buffer
    return bytes(image)


def _blocks(firmware: Path):
    """What lies where in the flash: of a .bin, all at its beginning; of a .uf2, 256 bytes a block."""
    data = firmware.read_bytes()
    if data[:4] != b"UF2\n":
        yield 0, data
        return
    for at in range(0, len(data), 512):
        address, size = (int.from_bytes(data[at + field : at + field + 4], "little") for field in (12, 16))
        yield address - 0x1000_0000, data[at + 32 : at + 32 + size]


# --- the chip ------------------------------------------------------------------------------------------------------


class Chip:
    """An RP2040 that runs as far as it is told; what it has done since it was switched on is kept."""

    def __init__(self, firmware: Path, bootrom: Path, changes: str = "") -> None:
        """Switched on."""
        self.us = 0.0
        self.loads, self.pictures, self.feeds, self.free = [], [], [], []
        self.pulses = {}
        with tempfile.NamedTemporaryFile(suffix=".img") as image:
            image.write(flash_of(firmware, FIRMWARE, changes))
            image.flush()
            self._process = subprocess.Popen(
                ["node", "pico.mjs", image.name, str(bootrom)],
                cwd=HERE / "emulator",
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            self.run(1_000)

    def run(self, us: float, send: bytes = b"", inputs=()) -> list[tuple[float, bytes]]:
        """Run so far, and get these bytes; `inputs`: (µs from now, the chain, buttons). What it says, with times."""
        wires = [
            (after, {"chain": _octets(bits).hex(), "held": [BUTTONS[bit] for bit in BUTTONS if held & bit]})
            for after, bits, held in inputs
        ]
        self._process.stdin.write(json.dumps({"us": us, "send": send.hex(), "inputs": wires}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise Missing("the emulator has ended; the boot ROM or the firmware is none of an RP2040")
        told = json.loads(line)
        self.us = told["us"]
        self.loads += told["loads"]
        self.pictures += told["pictures"]
        self.feeds += told["feeds"]
        self.free += told["free"]
        for pulse, many in told["pulses"].items():
            self.pulses[pulse] = self.pulses.get(pulse, 0) + many
        return [(us, bytes.fromhex(data)) for us, data in told["serial"]]

    def close(self) -> None:
        """Switch it off."""
        self._process.stdin.close()
        self._process.wait(10)


def _octets(bits: int) -> bytes:
    """The chain as its chips hold it: bit 0 is the highest of the first byte, and what is beyond is high."""
    text = f"{bits:0{len(WIRING.places)}b}"[::-1].ljust(224, "1")
    return int(text, 2).to_bytes(28, "big")


@dataclass
class Host:
    """The project's own end of the link, in the chip's time; `seen`: what came, and when."""

    chip: Chip
    picture_ms: float | None = None
    events: list = field(default_factory=list)
    seen: list = field(default_factory=list)
    logs: list = field(default_factory=list)
    asked_us: dict = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Let the chip start, and greet it."""
        self.chip.run(3_000_000, inputs=[(0, WIRING.as_read([]), 0)])
        self.connection = Connection((WIRING.chains.bits, WIRING.chains.leds), int(self.chip.us / 1000))
        self.reports = Reports()
        self.next_ms, self.asked = 0.0, 0
        self.run(500)
        if not self.connection.up:
            raise Missing("the firmware does not answer; is this MicroPython for the RP2040, 1.24 or newer?")

    def run(self, ms: float, inputs=()) -> None:
        """So long; `inputs` as `Chip.run` has them, but in ms."""
        until = self.chip.us + ms * 1000
        begun = self.chip.us
        left = sorted(inputs, key=lambda each: each[0])
        while self.chip.us < until:
            now_ms = int(self.chip.us / 1000)
            self._note(self.connection.tick(now_ms))
            if self.picture_ms is not None and self.chip.us / 1000 >= self.next_ms:
                self.next_ms = self.chip.us / 1000 + self.picture_ms
                self.connection.show(_picture(self.asked), now_ms)
                self.asked_us[_strip(_picture(self.asked)).hex()] = self.chip.us
                self.asked += 1
            due = [each for each in left if begun + each[0] * 1000 < self.chip.us + STEP_US]
            left = left[len(due) :]
            moments = [(begun + at * 1000 - self.chip.us, bits, held) for at, bits, held in due]
            for us, data in self.chip.run(STEP_US, self.connection.take(), moments):
                self._note(self.connection.receive(data, int(us / 1000)), us)

    def _note(self, events, us: float = 0.0) -> None:
        for event in events:
            if isinstance(event, Gone):
                raise Missing(f"the board is lost: {event.why.name}")
            if isinstance(event, Seen):
                self.seen.append((us, event.bits, event.held))
            self.events += self.reports.feed(event)


def _picture(number: int) -> bytes:
    return bytes((number * 7 + at) % 200 for at in range(405))


# --- what is measured ----------------------------------------------------------------------------------------------


def spread(values) -> str:
    """Median, 99 of 100, and the most."""
    if len(values) < 2:
        return f"{len(values)} values"
    p = statistics.quantiles(values, n=100, method="inclusive")
    return f"p50 {p[49]:6.1f}, p99 {p[98]:6.1f}, most {max(values):6.1f}"


def percent99(values) -> float:
    """99 of 100 are not more."""
    return statistics.quantiles(values, n=100, method="inclusive")[98]


def latency(host: Host, seconds: float, rng: random.Random) -> dict:
    """Sensors that change one after the other at any moment: how long each takes to the host, and what else went on."""
    chip, bits = host.chip, WIRING.as_read([])
    chip.loads.clear(), chip.pictures.clear(), chip.feeds.clear()
    host.asked_us.clear()
    begun, times, asked = chip.us, [], host.asked
    while chip.us - begun < seconds * 1e6:
        bits ^= 1 << rng.randrange(len(WIRING.places))
        at_ms = rng.uniform(1, 100)
        changed = chip.us + at_ms * 1000
        host.run(at_ms + 120, [(at_ms, bits, 0)])
        came = [us for us, told, _ in host.seen if told == bits and us > changed]
        times.append((came[0] - changed) / 1000 if came else 1e3)
        host.seen.clear()
    gaps = [(later - earlier) / 1000 for earlier, later in zip(chip.loads, chip.loads[1:], strict=False)]
    first = {rgb: began for began, _, _, rgb in reversed(chip.pictures)}  # each is repeated now and then
    lit = [(first[rgb] - asked) / 1000 for rgb, asked in host.asked_us.items() if rgb in first]
    fed = [(later - earlier) / 1000 for earlier, later in zip(chip.feeds, chip.feeds[1:], strict=False)]
    whole = [picture for picture in chip.pictures if picture[2] == 135 * 24]
    return {
        "times": times,
        "gaps": gaps,
        "fed": fed,
        "lit": lit,
        "asked": host.asked - asked,
        "shown": len(whole) / ((chip.us - begun) / 1e6),
        "torn": len(chip.pictures) - len(whole),
    }


def told(what: str, found: dict) -> None:
    """Print it."""
    print(f"{what}: sensor to host, ms      {spread(found['times'])}")
    print(f"{what}: from scan to scan, ms   {spread(found['gaps'])}")
    print(f"{what}: watchdog fed every, ms  {spread(found['fed'])}")
    print(f"{what}: asked to first light, ms {spread(found['lit'])}")
    print(f"{what}: pictures a second       {found['shown']:.1f}")


def idle(firmware: Path, bootrom: Path) -> bool:
    """A board to which a picture is repeated every second."""
    host = Host(Chip(firmware, bootrom), picture_ms=1_000)
    found = latency(host, 6, random.Random(1))
    host.chip.close()
    told("idle", found)
    return percent99(found["times"]) <= 10 and max(found["gaps"]) <= 3


def load(firmware: Path, bootrom: Path) -> bool:
    """25 pictures a second are asked for, each another."""
    host = Host(Chip(firmware, bootrom), picture_ms=ASKED_MS)
    host.run(500)
    host.seen.clear()
    found = latency(host, 12, random.Random(2))
    host.run(200)
    last = host.chip.pictures[-1][3]
    host.chip.close()
    told("load", found)
    print("load: lengths of pulses, ns   ", dict(sorted(host.chip.pulses.items())))
    corrupt = found["torn"] or bytes.fromhex(last) not in {_strip(_picture(number)) for number in range(host.asked)}
    print("load: damaged pictures        ", found["torn"])
    return percent99(found["times"]) <= 10 and max(found["gaps"]) <= 3 and found["shown"] >= 20 and not corrupt


def _strip(rgb: bytes) -> bytes:
    """As it goes out: G before R, and within the current."""
    lit = limited(rgb, 2_000)
    return b"".join(bytes((lit[at + 1], lit[at], lit[at + 2])) for at in range(0, len(lit), 3))


def stops(firmware: Path, bootrom: Path) -> bool:
    """A sensor and the board's stop button 20 ms apart, fifty times in both orders, under load."""
    host, ears = Host(Chip(firmware, bootrom), picture_ms=ASKED_MS), Ears()
    right = 0
    for trial in trials(50, 9):
        host.run(APART_MS + HOLD_MS + 40 + trial.start_ms, trial.moments(WIRING))
        host.run(60)
        for event in host.events:
            ears.hear(event)
        host.events.clear()
        right += ears.told_apart(trial)
    host.chip.close()
    print(f"stops: told apart               {right} of 50")
    return right == 50 == len(ears.stops)


def memory(firmware: Path, bootrom: Path) -> bool:
    """A minute under load, 1,500 pictures: what is free after a collection, each second, by what was shown."""
    host = Host(Chip(firmware, bootrom, TELLS_FREE), picture_ms=ASKED_MS)
    host.run(1_000)
    host.chip.free.clear(), host.chip.pictures.clear()
    found = latency(host, 60, random.Random(4))
    free, shown = [each for _, each in host.chip.free], found["shown"] * 60
    host.chip.close()
    half = len(free) // 2
    print(f"memory: bytes free              {min(free)} to {max(free)}, {len(free)} looks, {shown:.0f} pictures")
    print(f"memory: less in the second half {min(free[:half]) - min(free[half:])}")
    return shown >= 20 * 60 and len(free) >= 50 and min(free[half:]) >= min(free[:half]) - 512


def blocks(firmware: Path, bootrom: Path) -> bool:
    """Messages of exactly one packet of USB, and of two, with nothing after them: none is kept waiting."""
    host, kept = Host(Chip(firmware, bootrom)), True
    for many in (1, 2):
        times = []
        for seq in range(20):
            kind, payload = packed(HelloRequest(LOWEST, HIGHEST))
            data = framed(Frame(kind, seq, payload))
            data += bytes(many * PACKET - len(data))
            asked, decoder, answered = host.chip.us, Decoder(), False
            while not answered and host.chip.us - asked < 200_000:
                said = b"".join(answer for _, answer in host.chip.run(STEP_US, data))
                found = [each for each in decoder.feed(said) if isinstance(each, Frame)]
                answered = any(isinstance(unpacked(each.kind, each.payload), Hello) for each in found)
                data = b""
            times.append((host.chip.us - asked) / 1000)
            host.chip.run(20_000 + seq * 311)
        print(f"blocks: {many * PACKET} bytes answered, ms   {spread(times)}")
        kept = kept and max(times) <= 10
    host.chip.close()
    return kept


PARTS = {"idle": idle, "load": load, "stops": stops, "memory": memory, "blocks": blocks}


def main(arguments: list[str]) -> int:
    """`emulation.py FIRMWARE [BOOTROM [PART]]`."""
    firmware = Path(arguments[0]) if arguments and arguments[0] else None
    if firmware is None or not firmware.is_file():
        raise Missing(
            "which MicroPython? Download that for the Pico (RPI_PICO, not RPI_PICO2) from micropython.org and say "
            "make pico FIRMWARE=RPI_PICO-….uf2"
        )
    bootrom = Path(arguments[1]) if len(arguments) > 1 and arguments[1] else firmware.with_name("b1.bin")
    if not bootrom.is_file():
        raise Missing(
            f"the chip's boot ROM is not at {bootrom}: put b1.bin of github.com/raspberrypi/pico-bootrom-rp2040 there, "
            "or say where it is with BOOTROM=…"
        )
    only = arguments[2] if len(arguments) > 2 else ""
    if only and only not in PARTS:
        raise Missing(f"ONLY is one of {', '.join(PARTS)}, not {only}")
    kept = [part(firmware, bootrom) for name, part in PARTS.items() if only in ("", name)]
    print("all limits are kept" if all(kept) else "a limit is missed")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Missing as missing:
        sys.exit(str(missing))
