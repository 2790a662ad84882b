"""Frames: 00 | COBS(type, seq, payload, CRC-32) | 00. The other end is pearlboard.link.framing; see docs/link.md.

Runs on MicroPython and on CPython. Bytes come one at a time, since more cannot be read without blocking.
"""

from binascii import crc32

LONGEST_BODY = 128


def framed(kind: int, seq: int, payload: bytes) -> bytes:
    """The bytes of a frame, with a delimiter at both ends."""
    body = bytearray((kind, seq))
    body += payload
    body += (crc32(bytes(body)) & 0xFFFFFFFF).to_bytes(4, "little")
    out = bytearray(b"\0\1")
    code_at = 1
    for byte in body:
        if byte and out[code_at] < 254:
            out.append(byte)
            out[code_at] += 1
        elif byte:
            out.append(byte)
            out[code_at] = 255
            code_at = len(out)
            out.append(1)
        else:
            code_at = len(out)
            out.append(1)
    out.append(0)
    return bytes(out)


class Decoder:
    """Bytes as they come -> frames. `damaged` counts what was none."""

    def __init__(self) -> None:
        self.damaged = 0
        self._body = bytearray()
        self._left = 0  # of the run that is being read
        self._zero = False  # whether a zero follows that run
        self._bad = False

    def feed(self, byte: int) -> tuple | None:
        """Take a byte. (type, seq, payload) if an intact frame ends with it, else None."""
        if byte == 0:
            return self._end()
        if self._bad:
            return None
        if self._left:
            self._left -= 1
            self._body.append(byte)
        else:
            if self._zero:
                self._body.append(0)
            self._left = byte - 1
            self._zero = byte < 255
        if len(self._body) > LONGEST_BODY:
            self._bad = True
        return None

    def _end(self) -> tuple | None:
        body, left, bad, zero = self._body, self._left, self._bad, self._zero
        begun = bad or zero or left or len(body)
        self._body, self._left, self._zero, self._bad = bytearray(), 0, False, False
        if not begun:
            return None
        size = len(body)
        if bad or left or size < 6 or crc32(bytes(body[:-4])) & 0xFFFFFFFF != int.from_bytes(body[-4:], "little"):
            self.damaged += 1
            return None
        return body[0], body[1], bytes(body[2:-4])
