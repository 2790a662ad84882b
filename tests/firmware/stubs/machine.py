"""MicroPython: stands in for a Pico's `machine`. What is wired to it is read from a file and told through a pipe.

The file `PICO_INPUTS` holds the bytes of the chain and one of the buttons that are down; each line of the descriptor
`PICO_TOLD` tells one thing that the board does, or that the firmware has scanned buttons fifty times as they are now.
"""

import os
import time

import config

_inputs = open(os.getenv("PICO_INPUTS"), "rb")
_told = open("/dev/fd/" + os.getenv("PICO_TOLD"), "wb")
_held = _inputs.read()[-1]
_scans = 0

WDT_RESET = 3


def tell(line):
    _told.write((line + "\n").encode())


def reset_cause():
    return int(os.getenv("PICO_CAUSE") or "1")


def unique_id():
    return bytes.fromhex(os.getenv("PICO_UID"))


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=None, pull=None, value=None):
        self.number = number
        self._name = {gpio: name for name, gpio in config.PINS.items()}.get(number)

    def value(self, level=None):
        if level is None:
            return 1 - (_held >> ("end_turn", "hint", "take_back").index(self._name) & 1)
        if self._name == "lamp":
            tell(f"lamp {level}")
        return None


class SPI:
    def __init__(self, number, baudrate, polarity, phase, sck, mosi, miso):
        tell(f"spi {baudrate} {polarity} {phase}")
        tell(f"ms {time.ticks_ms()}")

    def readinto(self, buffer):
        global _held, _scans
        _inputs.seek(0)
        read = _inputs.read(len(buffer) + 1)
        buffer[:] = read[:-1]
        _scans = _scans + 1 if read[-1] == _held else 0
        _held = read[-1]
        if _scans == 50:
            tell(f"scanned {_held}")


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
    def __setitem__(self, address, value):
        tell(f"memory {address:x} {value:x}")


mem32 = _Memory()
