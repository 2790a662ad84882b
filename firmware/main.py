"""The Pico's hardware, with `sampling.py` for its inputs: the only files that know of `machine` and `rp2`.

What is done with it is in `loop.py`.

For the first two seconds, and for as long as the end-turn button is held from power-on, `mpremote` can get in.
"""

# ruff: noqa: F821 - what a PIO program is written in is there only while it is assembled

import gc
import os
import select
import sys
import time

import machine
import micropython
import rp2

import config
import framing
import loop
import quick
import sampling

PINS = config.PINS
PIO_HZ = 12_000_000  # fifteen cycles a bit
LED_US = 30
LATCH_US = 350
WATCHDOG_MS = 8000
WATCHDOG_ENABLE = 0x40058000 + 0x3000  # its control register, at the address that clears bits; RP2040 only
WATCHDOG_ENABLE_BIT = 1 << 30
BYTES_A_TURN = 64
CHIP_ID = 0x40000000
RP2040 = 2  # an RP2350 is 4
GARBAGE = 65_536  # bytes after which it is collected at the latest: often, so that nothing ever waits long for it
BLOCKS_BETWEEN = 22  # after so many, two pictures, it is collected in a turn in which the host says nothing


@rp2.asm_pio(
    out_init=rp2.PIO.OUT_LOW, set_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=8
)
def ws2812() -> None:
    """High for 4 cycles, as the bit says for 4, low for 7; waits for the next bit while low.

    333 or 667 of 1,250 ns: within what WS2812B, WS2812B-V5 and SK6812 want.
    """
    wrap_target()
    out(x, 1)
    set(pins, 1)[3]
    mov(pins, x)[3]
    set(pins, 0)[5]
    wrap()


class Parts:
    """All that is wired to the Pico."""

    def __init__(self) -> None:
        chip = machine.Pin
        self.inputs = sampling.Sampler(
            config.SENSORS,
            PINS["chain_clock"],
            PINS["chain_load"],
            PINS["chain_data"],
            (PINS["end_turn"], PINS["hint"], PINS["take_back"], PINS["supply_ok"]),
        )
        self.newest, self.oldest = self.inputs.newest, self.inputs.oldest
        self.differs, self.read = self.inputs.differs, self.inputs.read
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
        """The buttons that are down, one bit each, and one more while the lights lack their supply."""
        return self.read(self.newest())[-1]

    def show(self, rgb: bytes) -> None:
        """Hand a picture to the strip, which wants G before R; waits for the one before, 4 ms at most.

        The counter of microseconds begins anew after 18 minutes: a picture of more than 9 is in its future.
        """
        busy_us = len(self._leds) // 3 * LED_US + LATCH_US
        while 0 <= time.ticks_diff(time.ticks_us(), self._shown_us) < busy_us:
            pass
        leds = self._leds
        quick.green_first(rgb, len(leds), leds)
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


def hear(board: loop.Loop, host: object, poll: object, block: bytearray, at_ms: int) -> int:
    """Read from the host, of which something is there: a block, or some bytes; returns the number of blocks."""
    for _ in range(BYTES_A_TURN):
        if board.wants > 1:
            got = host.readinto(block)
            board.hear_block(block if got == len(block) else block[:got], at_ms)
            return 1
        board.hear(host.read(1)[0], at_ms)
        if board.left or not poll.poll(0):
            break
    return 0


def run() -> None:
    """Play the board until the host says `EXIT`."""
    if machine.mem32[CHIP_ID] >> 12 & 0xFFFF != RP2040:  # the watchdog of another would bite after Exit
        raise RuntimeError("this firmware is for a Raspberry Pi Pico (RP2040), not for a Pico 2 (RP2350)")
    parts = Parts()
    time.sleep_ms(config.WINDOW_MS)
    if parts.held() & 1:
        return
    gc.threshold(GARBAGE)
    micropython.kbd_intr(-1)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    note = "started again by its watchdog or by a tool" if machine.reset_cause() == machine.WDT_RESET else ""
    board = loop.Loop(parts, config, machine.unique_id(), int.from_bytes(os.urandom(4), "little"), note)
    host, poll = sys.stdin.buffer, select.poll()
    block, blocks = bytearray(framing.BLOCK), 0
    poll.register(sys.stdin, select.POLLIN)
    while not board.left:
        watchdog.feed()
        waiting = poll.poll(1)
        at_ms = parts.newest()
        if waiting:
            blocks += hear(board, host, poll, block, at_ms)
        elif blocks >= BLOCKS_BETWEEN and board.at_rest:
            gc.collect()
            blocks = 0
        board.turn(parts.newest())
    machine.mem32[WATCHDOG_ENABLE] = WATCHDOG_ENABLE_BIT
    micropython.kbd_intr(3)


if __name__ == "__main__":
    run()
