"""MicroPython: stands in for a Pico's `rp2`. What the DMA hands to the strip is told, in hex; the ring of scans is
filled as the real one is: one each millisecond, whatever the program was busy with meanwhile.
"""

import binascii
import time

import machine

WORDS = 8
SCAN = 4 * WORDS
AT_ONCE = 10


class PIO:
    OUT_LOW, OUT_HIGH, SHIFT_LEFT = 0, 1, 0


def asm_pio(**options):
    return lambda program: program


class StateMachine:
    def __init__(self, number, program, **options):
        pass

    def active(self, on):
        pass


class DMA:
    def pack_ctrl(self, **fields):
        return fields

    def config(self, read=None, write=None, count=0, ctrl=None, trigger=False):
        if isinstance(read, StateMachine):
            machine.tell("ms %d" % time.ticks_ms())
            self._ring, self._all, self._begun, self._scans = write, count, time.ticks_ms(), 0
        else:
            machine.tell("leds " + binascii.hexlify(read[:count]).decode())

    @property
    def count(self):
        due = time.ticks_diff(time.ticks_ms(), self._begun) + 1
        kept = len(self._ring) // SCAN
        due = min(due, self._scans + AT_ONCE)  # when the computer stood still, so did the board: it catches up
        while self._scans < due:
            at = self._scans % kept * SCAN
            self._ring[at : at + SCAN] = machine.scanned(self._scans, SCAN)
            self._scans += 1
        return self._all - self._scans * WORDS
