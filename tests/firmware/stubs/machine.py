"""MicroPython: stands in for a Pico's `machine`. What is wired to it is read from a file and told through a pipe.

The file `PICO_INPUTS` holds a number that is another whenever its rest is, and moments: how many ms after the file was
first seen (u16), the bytes of the chain from then on, and one of the buttons that are down. Each line of the descriptor
`PICO_TOLD` tells one thing that the board does, or that buttons were scanned fifty times as they are now.
"""

import os
import time

import config

_inputs = open(os.getenv("PICO_INPUTS"), "rb")
_told = open("/dev/fd/" + os.getenv("PICO_TOLD"), "wb")
_chain = (config.SENSORS + 7) // 8
_moment = 2 + _chain + 1
_known = None
_begun = 0
_moments = []
_held = None
_scans = 0

WDT_RESET = 3


def tell(line):
    _told.write((line + "\n").encode())


def reset_cause():
    return int(os.getenv("PICO_CAUSE") or "1")


def unique_id():
    return bytes.fromhex(os.getenv("PICO_UID"))


def scanned(number, size):
    """The scan of that number as the DMA puts it into the ring: the pins and the chain, the highest byte first."""
    global _known, _begun, _moments, _held, _scans
    _inputs.seek(0)
    read = _inputs.read()
    if read[:1] != _known:
        _known, _begun = read[:1], number
        _moments = [read[at : at + _moment] for at in range(1, len(read), _moment)]
    while len(_moments) > 1 and int.from_bytes(_moments[1][:2], "little") <= number - _begun:
        _moments.pop(0)
    held = _moments[0][-1]
    _scans = _scans + 1 if held == _held else 0
    _held = held
    if _scans == 50:
        tell(f"scanned {held}")
    pins = 0xFFFFFFFF
    for bit, name in enumerate(("end_turn", "hint", "take_back")):
        if held >> bit & 1:
            pins &= ~(1 << (config.PINS[name] - config.PINS["chain_data"]) % 32)
    scan = pins.to_bytes(4, "big") + _moments[0][2:-1]
    return scan + b"\xff" * (size - len(scan))


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=None, pull=None, value=None):
        self._name = {gpio: name for name, gpio in config.PINS.items()}.get(number)

    def value(self, level):
        if self._name == "lamp":
            tell(f"lamp {level}")


class PWM:
    def __init__(self, pin):
        self._hz = 0

    def freq(self, hz):
        self._hz = hz

    def duty_u16(self, duty):
        tell(f"tone {self._hz if duty else 0}")


class WDT:
    def __init__(self, timeout):
        tell(f"watchdog {timeout}")
        tell(f"ms {time.ticks_ms()}")
        self._fed = 0

    def feed(self):
        self._fed += 1
        if self._fed == 1 or self._fed % 200 == 0:
            tell(f"fed {self._fed}")


class _Memory:
    def __getitem__(self, address):
        return int(os.getenv("PICO_CHIP")) if address == 0x40000000 else 0

    def __setitem__(self, address, value):
        tell(f"memory {address:x} {value:x}")


mem32 = _Memory()
