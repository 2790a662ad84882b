"""Frames: 00 | COBS(type, seq, payload, CRC-32) | 00. The other end is pearlboard.link.framing; see docs/link.md.

Runs on MicroPython and on CPython. Bytes come one at a time, since more cannot be read without blocking.
"""

from binascii import crc32

LONGEST_BODY = 128
LONGEST = LONGEST_BODY + 1  # stuffed: less than 254 bytes get one more


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


def unstuffed(data: bytes) -> bytes | None:
    """The way back; None for what `framed` never stuffs."""
    out = bytearray()
    at, size = 0, len(data)
    while at < size:
        code = data[at]
        end = at + code
        if end > size:
            return None
        out += data[at + 1 : end]
        at = end
        if code < 255 and at < size:
            out.append(0)
    return bytes(out)


class Decoder:
    """Bytes as they come -> frames. `damaged` counts what was none.

    While a frame comes there is one thing to do for each byte, since a Pico has little time for it.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._stuffed = bytearray()

    def feed(self, byte: int) -> tuple | None:
        """Take a byte. (type, seq, payload) if an intact frame ends with it, else None."""
        if byte == 0:
            return self._end()
        if len(self._stuffed) <= LONGEST:
            self._stuffed.append(byte)
        return None

    def _end(self) -> tuple | None:
        stuffed, self._stuffed = self._stuffed, bytearray()
        if not stuffed:
            return None
        body = unstuffed(stuffed) if len(stuffed) <= LONGEST else None
        if body is None or len(body) < 6 or crc32(body[:-4]) & 0xFFFFFFFF != int.from_bytes(body[-4:], "little"):
            self.damaged += 1
            return None
        return body[0], body[1], bytes(body[2:-4])
