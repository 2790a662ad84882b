"""The chain and the buttons, read by a PIO and a DMA a thousand times a second, whatever the program is busy with.

The PIO takes all inputs at one moment (LOAD low), reads all pins once, for the buttons, and then the chain, whose first
bit is there before the first clock edge: so it looks while the clock is low, and the chips shift when it rises. A round
takes a thousand cycles of a microsecond. The DMA puts it into a ring of the last 128 rounds; how many words it has
moved is the board's clock.
"""

# ruff: noqa: F821 - what a PIO program or viper is written in is there only while it is assembled

import machine
import micropython
import rp2
import uctypes
from micropython import const

PIO_HZ = 1_000_000
CHAIN_WORDS = 7  # of 32 bits: a chain may have 224
WORDS = const(8)  # of a scan: the pins, then the chain
KEPT = const(128)  # scans in the ring
SCAN_BYTES = 4 * WORDS
RING_BITS = 12  # the ring's size: 2 ** 12 bytes are 128 scans
MOVES = 1 << 28  # so many words, then the DMA is set going again: nine hours; whole rings
STATE_MACHINE = 1
FED_BY_IT = 4 + STATE_MACHINE  # the DMA's name for "it has a word"


@rp2.asm_pio(
    set_init=rp2.PIO.OUT_HIGH,
    sideset_init=rp2.PIO.OUT_HIGH,
    in_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopush=True,
    push_thresh=32,
)
def chain() -> None:
    """1000 cycles: 24 to take the inputs, 462 to read 7 words, 514 to wait."""
    wrap_target()
    set(pins, 0).side(1)[7]
    set(pins, 1).side(1)[7]
    in_(pins, 32).side(1)
    set(y, 6).side(1)[6]
    label("word")
    set(x, 31).side(1)
    label("bit")
    in_(pins, 1).side(0)
    jmp(x_dec, "bit").side(1)
    jmp(y_dec, "word").side(1)
    set(x, 31).side(1)[1]
    label("rest")
    jmp(x_dec, "rest").side(1)[15]
    wrap()


@micropython.viper
def equal(ring: ptr32, mask: ptr32, slot: int, most: int) -> int:
    """How many scans from that one on are like the one before them, as far as the mask goes."""
    count = 0
    while count < most:
        new = ((slot + count) & (KEPT - 1)) * WORDS
        old = ((slot + count - 1) & (KEPT - 1)) * WORDS
        word = 0
        while word < WORDS:
            if (ring[new + word] ^ ring[old + word]) & mask[word]:
                return count
            word += 1
        count += 1
    return count


class Sampler:
    """The ring as `scans.py` wants it. `buttons`: their GPIOs, the first is bit 0; they are down when low."""

    def __init__(self, sensors: int, clock: int, load: int, data: int, buttons: tuple) -> None:
        if sensors > 32 * CHAIN_WORDS:
            raise ValueError(f"config.py: SENSORS can be {32 * CHAIN_WORDS} at most")
        pin = machine.Pin
        for number in buttons:
            pin(number, pin.IN, pin.PULL_UP)
        pin(data, pin.IN)
        self._bytes = (sensors + 7) // 8
        self._last = 0xFF << (8 * self._bytes - sensors) & 0xFF
        self._buttons = tuple(divmod((number - data) % 32, 8) for number in buttons)
        self._ring = _aligned(KEPT * SCAN_BYTES)
        self._mask = bytearray(SCAN_BYTES)
        for byte, bit in self._buttons:
            self._mask[3 - byte] |= 1 << bit
        for at in range(4, 4 + self._bytes):
            self._mask[at] = 0xFF if at < 3 + self._bytes else self._last
        self._machine = rp2.StateMachine(
            STATE_MACHINE, chain, freq=PIO_HZ, in_base=pin(data), set_base=pin(load), sideset_base=pin(clock)
        )
        self._feed = rp2.DMA()
        control = self._feed.pack_ctrl(
            size=2, inc_read=False, treq_sel=FED_BY_IT, ring_sel=True, ring_size=RING_BITS, bswap=True
        )
        self._feed.config(read=self._machine, write=self._ring, count=MOVES, ctrl=control, trigger=True)
        self._before = -1  # scans until the DMA was last set going
        self._machine.active(1)
        while self.newest() < 0:
            pass

    def newest(self) -> int:
        """The number of the latest whole scan."""
        left = self._feed.count
        if not left:
            self._feed.config(count=MOVES, trigger=True)
            self._before += MOVES // WORDS
            left = MOVES
        return self._before + (MOVES - left) // WORDS

    def oldest(self, newest: int) -> int:
        """The first that the DMA will not write over while it is looked at, with the one before it."""
        return newest - KEPT // 2

    def differs(self, first: int, last: int) -> int:
        """The first of these scans that is another than the one before it, or last + 1."""
        return first + equal(self._ring, self._mask, first & (KEPT - 1), last - first + 1)

    def read(self, number: int) -> bytes:
        """The chain in that scan, and the buttons that were down in one byte more."""
        at = (number & (KEPT - 1)) * SCAN_BYTES
        read = bytearray(self._bytes + 1)
        read[:-1] = self._ring[at + 4 : at + 4 + self._bytes]
        read[-2] &= self._last
        held = 0
        for button, (byte, bit) in enumerate(self._buttons):
            if not self._ring[at + 3 - byte] >> bit & 1:
                held |= 1 << button
        read[-1] = held
        return bytes(read)


def _aligned(size: int) -> memoryview:
    """A buffer of this size, at an address that the DMA can wrap around at."""
    both = bytearray(2 * size)
    skip = -uctypes.addressof(both) % size
    return memoryview(both)[skip : skip + size]
