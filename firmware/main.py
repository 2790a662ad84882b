"""The Pico's hardware, and nothing else: the only file that knows of `machine` and `rp2`. What it does is in `loop.py`.

For the first two seconds, and for as long as the end-turn button is held from power-on, `mpremote` can get in.
"""

# ruff: noqa: F821 - what a PIO program is written in is there only while it is assembled

import os
import select
import sys
import time

import machine
import micropython
import rp2

import config
import loop

PINS = config.PINS
SPI_HZ = 1_000_000
SPI_SENDS_ON = 19  # SPI wants a pin to send on; nothing is wired to this one
PIO_HZ = 8_000_000  # ten cycles a bit
LED_US = 30
LATCH_US = 350
WATCHDOG_MS = 8000
WATCHDOG_ENABLE = 0x40058000 + 0x3000  # its control register, at the address that clears bits; RP2040 only
WATCHDOG_ENABLE_BIT = 1 << 30
BYTES_A_TURN = 64


@rp2.asm_pio(
    out_init=rp2.PIO.OUT_LOW, set_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=8
)
def ws2812() -> None:
    """High for 3 cycles, as the bit says for 4, low for 3; waits for the next bit while low."""
    wrap_target()
    out(x, 1)
    set(pins, 1)[2]
    mov(pins, x)[3]
    set(pins, 0)[1]
    wrap()


class Parts:
    """All that is wired to the Pico."""

    def __init__(self) -> None:
        chip = machine.Pin
        self._spi = machine.SPI(
            0,
            SPI_HZ,
            polarity=1,
            phase=0,
            sck=chip(PINS["chain_clock"]),
            mosi=chip(SPI_SENDS_ON),
            miso=chip(PINS["chain_data"]),
        )
        self._load = chip(PINS["chain_load"], chip.OUT, value=1)
        self._chain = bytearray((config.SENSORS + 7) // 8)
        self._buttons = [chip(PINS[name], chip.IN, chip.PULL_UP) for name in ("end_turn", "hint", "take_back")]
        self._lamp = chip(PINS["lamp"], chip.OUT, value=0)
        self._piezo = machine.PWM(chip(PINS["piezo"]))
        self._piezo.duty_u16(0)
        self._leds = bytearray(3 * config.LEDS)
        self._strip = rp2.StateMachine(0, ws2812, freq=PIO_HZ, out_base=chip(PINS["leds"]), set_base=chip(PINS["leds"]))
        self._strip.active(1)
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=0)
        self._shown_us = time.ticks_us()

    def held(self) -> int:
        """The buttons that are down, one bit each."""
        return sum(1 << number for number, button in enumerate(self._buttons) if not button.value())

    def read(self) -> bytes:
        """The chain as it is now, and the buttons in one byte more."""
        self._load.value(0)
        self._load.value(1)
        self._spi.readinto(self._chain)
        return bytes(self._chain) + bytes((self.held(),))

    def show(self, rgb: bytes) -> None:
        """Hand a picture to the strip, which wants G before R; waits for the one before, 4 ms at most.

        The counter of microseconds begins anew after 18 minutes: a picture of more than 9 is in its future.
        """
        busy_us = len(self._leds) // 3 * LED_US + LATCH_US
        while 0 <= time.ticks_diff(time.ticks_us(), self._shown_us) < busy_us:
            pass
        leds = self._leds
        for at in range(0, len(leds), 3):
            leds[at] = rgb[at + 1]
            leds[at + 1] = rgb[at]
            leds[at + 2] = rgb[at + 2]
        self._dma.config(read=leds, write=self._strip, count=len(leds), ctrl=self._control, trigger=True)
        self._shown_us = time.ticks_us()

    def lamp(self, on: int) -> None:
        """The end-turn button's lamp."""
        self._lamp.value(on)

    def tone(self, hz: int) -> None:
        """A tone from the piezo; 0: silence."""
        if hz >= 20:
            self._piezo.freq(hz)
        self._piezo.duty_u16(32768 if hz >= 20 else 0)

    def write(self, data: bytes) -> None:
        """To the host."""
        sys.stdout.buffer.write(data)


class Uptime:
    """Milliseconds since the start; the chip's own counter begins anew after twelve days."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._total = 0

    def __call__(self) -> int:
        now = time.ticks_ms()
        self._total += time.ticks_diff(now, self._last)
        self._last = now
        return self._total


def run() -> None:
    """Play the board until the host says `EXIT`."""
    parts = Parts()
    time.sleep_ms(config.WINDOW_MS)
    if parts.held() & 1:
        return
    micropython.kbd_intr(-1)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    note = "started again by its watchdog or by a tool" if machine.reset_cause() == machine.WDT_RESET else ""
    board = loop.Loop(parts, config, machine.unique_id(), int.from_bytes(os.urandom(4), "little"), note)
    uptime = Uptime()
    host, poll = sys.stdin.buffer, select.poll()
    poll.register(sys.stdin, select.POLLIN)
    while not board.left:
        watchdog.feed()
        waiting = poll.poll(1)
        at_ms = uptime()
        for _ in range(BYTES_A_TURN):
            if not waiting or board.left:
                break
            board.hear(host.read(1)[0], at_ms)
            waiting = poll.poll(0)
        board.turn(at_ms)
    machine.mem32[WATCHDOG_ENABLE] = WATCHDOG_ENABLE_BIT
    micropython.kbd_intr(3)


if __name__ == "__main__":
    run()
