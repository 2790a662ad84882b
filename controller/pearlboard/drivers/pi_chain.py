"""The chain of 74HC165s on a Pi's SPI1: a LOAD pulse samples all sensors at once, then their bits are clocked in.

A 74HC165 shows its first bit before the first clock edge and shifts at every rising one; LOAD is a separate pin, idle
high. In mode 0 the clock rests low, also between two scans, and each bit is sampled at the very edge that shifts, which
the chip's own delay makes safe.

In mode 2 the clock should rest high. On a Pi 3, 4 and Zero 2 W it does not: their kernel's driver of SPI1
(spi-bcm2835aux) resets CNTL0 after every message, and sets CPOL before the next one. That is a rising edge after LOAD,
so every scan arrives one bit early; `pearlboard wiring frame` shows this. A Pi 5 has another driver (spi-dw-core),
which leaves the clock as it is: there, mode 2 spoils only the first scan. Mode 0 reads correctly on all models.

The real length of the chain cannot be read: a longer one is cut, a shorter one is filled up with the level at its last
chip's serial input. The frame bits of the wiring reveal both, wherever the chain is cut, if that input is tied to 3.3
V; a chain without frame bits must be counted by hand.
"""

from typing import Any, Final

from pearlboard.drivers.pi_library import on_pin, open_spi1
from pearlboard.drivers.pins import SIGNALS
from pearlboard.errors import ConfigError, PearlboardError

MODES: Final = (0, 2)
RATE_HZ: Final = 1_000_000


class ChainSilent(PearlboardError, OSError):
    """The chain could not be read this time."""


class Chain:
    """Sensors that are read as one number."""

    def __init__(self, gpiozero: Any, bits: int, mode: int) -> None:  # noqa: ANN401 - gpiozero has no types
        """Open the port and the LOAD pin; `ConfigError` says what is in the way."""
        if mode not in MODES:
            raise ConfigError(
                f"pi.chain_mode: SPI1 of a Pi takes mode 0 or 2, not {mode}; set it to 0, or leave it out"
            )
        self._bits = bits
        self._octets = -(-bits // 8)
        self._spi = open_spi1(gpiozero, mode, RATE_HZ)
        try:
            self._load = on_pin(
                gpiozero.OutputDevice,
                SIGNALS["chain_load"].pi.gpio,
                "sensor chain's LOAD",
                active_high=False,
                initial_value=False,
            )
        except ConfigError:
            self._spi.close()
            raise

    def read(self) -> int:
        """Read the whole chain, its first bit as bit 0; `ChainSilent` if the port fails."""
        try:
            self._load.on()
            self._load.off()
            answer = bytes(self._spi.transfer([0] * self._octets))
        except Exception as error:  # lgpio raises a bare Exception
            raise ChainSilent(str(error)) from error
        if len(answer) != self._octets:
            raise ChainSilent(f"{len(answer)} bytes instead of {self._octets}")
        return in_order(answer, self._bits)

    def close(self) -> None:
        """Release the pins."""
        self._spi.close()
        self._load.close()


def in_order(answer: bytes, bits: int) -> int:
    """Convert bytes, whose highest bits came first, to a number whose bit 0 came first."""
    came = f"{int.from_bytes(answer):0{8 * len(answer)}b}"
    return int(came[:bits][::-1], 2)
