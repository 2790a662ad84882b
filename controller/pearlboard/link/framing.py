"""Framing for a line that may lose, add and change bytes: 00 | COBS(type, seq, payload, CRC-32) | 00.

A frame is accepted whole or not at all. Because there is a delimiter at both ends, damage before a frame cannot swallow
it: the first intact frame after any damage is read. `firmware/framing.py` is the other end.
"""

from binascii import crc32
from dataclasses import dataclass
from struct import Struct
from typing import Final, TypeAlias

from pearlboard.errors import PearlboardError

DELIMITER: Final = b"\0"
LONGEST: Final = 512
"""The most bytes between two delimiters; anything longer is damaged, and not kept."""
_CRC: Final = Struct("<I")
_SHORTEST_BODY: Final = 2 + _CRC.size


class Undecodable(PearlboardError, ValueError):
    """Bytes that COBS never produces."""


@dataclass(frozen=True, slots=True)
class Frame:
    """An intact frame: the type of its message, its sequence number (0 to 255, wrapping), and its payload."""

    kind: int
    seq: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Damaged:
    """Bytes between two delimiters that are no frame."""

    length: int


Found: TypeAlias = Frame | Damaged


def framed(frame: Frame) -> bytes:
    """The bytes of a frame, with a delimiter at both ends."""
    body = bytes((frame.kind, frame.seq)) + frame.payload
    return DELIMITER + stuffed(body + _CRC.pack(crc32(body))) + DELIMITER


def stuffed(data: bytes) -> bytes:
    """Encode bytes without zeros (Consistent Overhead Byte Stuffing)."""
    out = bytearray()
    for run in data.split(DELIMITER):
        left = run
        while len(left) >= 254:
            out += b"\xff" + left[:254]
            left = left[254:]
        out.append(len(left) + 1)
        out += left
    return bytes(out)


def unstuffed(data: bytes) -> bytes:
    """Decode what `stuffed` returns; `Undecodable` for anything else."""
    out = bytearray()
    at = 0
    while at < len(data):
        code = data[at]
        if code == 0 or at + code > len(data):
            raise Undecodable(f"byte {at} of {len(data)} cannot be {code}")
        out += data[at + 1 : at + code]
        at += code
        if code < 255 and at < len(data):
            out.append(0)
    return bytes(out)


class Decoder:
    """Splits a stream of bytes into frames and damaged pieces."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[Found]:
        """Take received bytes; return the frames that are complete now."""
        *ended, rest = (self._rest + data).split(DELIMITER)
        self._rest = rest[: LONGEST + 1]
        return [_read(stuffing) for stuffing in ended if stuffing]


def _read(stuffing: bytes) -> Found:
    damaged = Damaged(len(stuffing))
    if len(stuffing) > LONGEST:
        return damaged
    try:
        body = unstuffed(stuffing)
    except Undecodable:
        return damaged
    if len(body) < _SHORTEST_BODY or _CRC.pack(crc32(body[: -_CRC.size])) != body[-_CRC.size :]:
        return damaged
    return Frame(body[0], body[1], body[2 : -_CRC.size])
