"""Frames: 00 | COBS(type, seq, payload, CRC-32) | 00. The other end is pearlboard.link.framing; see docs/link.md.

Runs on MicroPython and on CPython. More bytes than are there cannot be read without blocking, so they come one at
a time until it is known where the blocks begin that a host of version 2 fills with zeros; then a block at a time.
"""

from binascii import crc32

import quick

LONGEST_BODY = 128
LONGEST = LONGEST_BODY + 1  # stuffed: less than 254 bytes get one more
BLOCK = 64


def framed(kind: int, seq: int, payload: bytes) -> bytes:
    """The bytes of a frame, with a delimiter at both ends."""
    body = bytearray((kind, seq))
    body += payload
    body += (crc32(bytes(body)) & 0xFFFFFFFF).to_bytes(4, "little")
    size = len(body)
    out = bytearray(size + size // 254 + 3)
    end = 1 + quick.stuff(body, size, memoryview(out)[1:])
    return bytes(out[: end + 1])


class Decoder:
    """Bytes as they come -> frames. `damaged` counts what was none; `padded`: whether the host fills blocks.

    While a frame comes byte by byte there is one thing to do for each, since a Pico has little time for it.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self.padded = False
        self._left = None  # bytes until the next block begins, as far as is known
        self._stuffed = bytearray()
        self._body = bytearray(LONGEST)

    @property
    def wants(self) -> int:
        """How many bytes to read next; so many will come."""
        return BLOCK if self.padded and self._left == 0 else 1

    def feed(self, byte: int) -> tuple | None:
        """Take a byte. (type, seq, payload) if an intact frame ends with it, else None."""
        if self._left:
            self._left -= 1
        if byte == 0:
            return self._end()
        if len(self._stuffed) <= LONGEST:
            self._stuffed.append(byte)
        return None

    def feed_block(self, block: bytes) -> list | tuple:
        """Take a whole block: the frames that end in it. After damage nobody knows where the next one begins."""
        only = self._only(block)
        if only is not None:
            self._left = 0
            return (only,)
        damaged = self.damaged
        begins = self._stuffed or block[0] == 0  # else bytes were lost, and this is no block
        frames = []
        at = 0
        while at < BLOCK:
            end = block.find(b"\0", at)
            if end < 0:
                end = BLOCK
            if end > at and len(self._stuffed) <= LONGEST:
                self._stuffed += block[at:end]
            if end < BLOCK:
                frame = self._end()
                if frame is not None:
                    frames.append(frame)
            at = quick.after_zeros(block, end, BLOCK)
        self._left = 0 if begins and self.damaged == damaged else None
        return frames

    def _only(self, block: bytes) -> tuple | None:
        """The frame of a block that has no other, which is the usual one; byte by byte it would take too long."""
        only = quick.only_end(block, BLOCK)
        if only <= 1 or self._stuffed:
            return None
        end = quick.unstuff(memoryview(block)[1:only], only - 1, self._body) - 4
        return self._frame(end) if self._intact(end) else None

    def _end(self) -> tuple | None:
        size = len(self._stuffed)
        if not size:
            return None
        stuffed, self._stuffed = self._stuffed, bytearray()
        end = quick.unstuff(stuffed, size, self._body) - 4 if size <= LONGEST else -1
        if not self._intact(end):
            self.damaged += 1
            self._left = None
            return None
        self._left = -(size + 2) % BLOCK
        return self._frame(end)

    def _intact(self, end: int) -> bool:
        body = self._body
        return end >= 2 and crc32(memoryview(body)[:end]) & 0xFFFFFFFF == int.from_bytes(body[end : end + 4], "little")

    def _frame(self, end: int) -> tuple:
        body = self._body
        return body[0], body[1], bytes(memoryview(body)[2:end])
