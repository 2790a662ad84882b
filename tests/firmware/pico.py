"""The very firmware of `firmware/`, under real MicroPython, behind a pty; and the hands that act on it."""

import contextlib
import os
import pty
import signal
import subprocess
import sys
import threading
import time
import tty
from pathlib import Path

import pytest

from firmware.ports import ports_in

pytest.importorskip("micropython_unix", reason="MicroPython comes for Linux on x86-64")

FIRMWARE = Path(__file__).parents[2] / "firmware"
STUBS = Path(__file__).parent / "stubs"
UID = "e6614c311b7e6f35"
NAME = f"usb-MicroPython_Board_in_FS_mode_{UID}-if00"
LONGEST_S = 20
RP2040, RP2350 = 0x10002927, 0x20004927
MOMENTS = 4
"""Of which the file of inputs always has so many, that it is always of one length."""


class Pico:
    """`link`: where it shows itself, which leads to another port at each plug. `ports`: what is plugged in."""

    def __init__(self, folder, sensors=144, leds=135, **settings):
        self.folder = Path(folder)
        self.by_id = self.folder / "by-id"
        self.by_id.mkdir(parents=True)
        self.ports = ports_in(self.by_id)
        self.link = self.by_id / NAME
        self.sensors = sensors
        self.chip = RP2040
        self.told = []
        self._changed = threading.Condition()
        self._settings = {"SENSORS": sensors, "LEDS": leds, "WINDOW_MS": 0, **settings}
        lines = [f"{key} = {value!r}" for key, value in self._settings.items()]
        own = self.folder / "own"
        own.mkdir()
        (own / "config.py").write_text("\n".join([(FIRMWARE / "config.py").read_text(), *lines, ""]))
        self.own = own
        self._inputs = self.folder / "inputs"
        self._bits = (1 << sensors) - 1
        self._held = 0
        self._changes = 0
        self._inputs.touch()
        self._write()
        self._process = None
        self._master = self._slave = None
        self._readers = []

    # --- plugs -------------------------------------------------------------------------------------------------

    def plug(self, cause=1):
        """Plug it in: another port, and it starts."""
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(self._slave))
        self._start(cause)
        return self

    def unplug(self):
        """Pull it out."""
        self.link.unlink(missing_ok=True)
        self._kill()
        for fd in (self._master, self._slave):
            if fd is not None:
                os.close(fd)
        self._master = self._slave = None

    def reset(self, cause=1):
        """Start again without a change of the port."""
        self._kill()
        self._start(cause)

    @property
    def port(self):
        """The port it is behind now."""
        return os.ttyname(self._slave)

    def _start(self, cause):
        read, write = os.pipe()
        environment = {
            "PATH": os.environ["PATH"],
            "PICO_INPUTS": str(self._inputs),
            "PICO_TOLD": str(write),
            "PICO_UID": UID,
            "PICO_CAUSE": str(cause),
            "PICO_CHIP": str(self.chip),
            "PICO_PATH": ":".join(map(str, (STUBS, self.own, FIRMWARE))),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "micropython_unix", str(STUBS / "start.py")],
            stdin=self._master,
            stdout=self._master,
            stderr=subprocess.PIPE,
            pass_fds=[write],
            env=environment,
        )
        os.close(write)
        reader = threading.Thread(target=self._listen, args=(read,), daemon=True)
        reader.start()
        self._readers.append(reader)

    def _kill(self):
        if self._process is not None:
            self._process.kill()
            _, self.errors = self._process.communicate(timeout=LONGEST_S)
            self._process = None
        for reader in self._readers:
            reader.join(LONGEST_S)
        self._readers.clear()

    def _listen(self, read):
        with os.fdopen(read, "r", encoding="ascii") as lines:
            for line in lines:
                with self._changed:
                    self.told.append((time.perf_counter(), line.rstrip("\n")))
                    self._changed.notify_all()

    # --- hands and faults --------------------------------------------------------------------------------------

    @property
    def bits(self):
        """The chain, bit 0 the first that comes out."""
        return self._bits

    @bits.setter
    def bits(self, bits):
        self._bits = bits
        self._write()

    @property
    def held(self):
        """The buttons that are down."""
        return self._held

    @held.setter
    def held(self, held):
        self._held = held
        self._write()

    def hold(self, held):
        """Press or let go, and wait until the firmware must have noticed."""
        seen = len(self.told)
        self.held = held
        self.wait(lambda pico: f"scanned {held}" in [line for _, line in pico.told[seen:]])

    def follow(self, *moments):
        """At exact milliseconds of the board: (ms from now, the chain, the buttons that are down) each."""
        self._bits, self._held = moments[-1][1:]
        self._write(*((0, *self._now), *moments))

    def _write(self, *moments):
        """All at once: a file is read as it was before, or as it is after."""
        size = (self.sensors + 7) // 8
        self._changes = (self._changes + 1) % 256
        data = bytes((self._changes,))
        now = (0, self._bits, self._held)
        for ms, bits, held in [*moments, *[moments[-1] if moments else now] * (MOMENTS - len(moments))]:
            text = f"{bits:0{self.sensors}b}"[::-1].ljust(8 * size, "1")
            data += ms.to_bytes(2, "little") + int(text, 2).to_bytes(size, "big") + bytes((held,))
        self._now = self._bits, self._held
        file = os.open(self._inputs, os.O_WRONLY)
        with contextlib.closing(os.fdopen(file, "wb", buffering=0)) as inputs:
            inputs.write(data)

    def freeze(self):
        """It stops dead, with its port open."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self):
        """It goes on where it was."""
        self._process.send_signal(signal.SIGCONT)

    def send_to_host(self, data):
        """Bytes that the board never sent, as the host gets them."""
        os.write(self._master, data)

    def send_to_board(self, data):
        """Bytes that the host never sent, as the board gets them."""
        os.write(self._slave, data)

    # --- what it shows -----------------------------------------------------------------------------------------

    @property
    def running(self):
        """Whether the firmware runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def pictures(self):
        """All that was handed to the strip, as R, G and B."""
        return [_rgb(bytes.fromhex(line[5:])) for _, line in list(self.told) if line.startswith("leds ")]

    @property
    def shown(self):
        """The latest of it."""
        return self.pictures[-1] if self.pictures else b""

    def lines(self, word):
        """What it told with that word, in order."""
        return [line.partition(" ")[2] for _, line in list(self.told) if line.split(" ")[0] == word]

    def wait(self, condition):
        """Wait until it has told enough."""
        with self._changed:
            if not self._changed.wait_for(lambda: condition(self), LONGEST_S):
                raise AssertionError(f"it never came to that; lately it told {self.told[-5:]}")

    def close(self):
        """Pull it out for good."""
        self.unplug()


def _rgb(grb):
    return b"".join(bytes((grb[at + 1], grb[at], grb[at + 2])) for at in range(0, len(grb), 3))
