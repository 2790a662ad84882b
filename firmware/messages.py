"""Messages of the link. The other end is pearlboard.link.messages; see docs/link.md.

Runs on MicroPython and on CPython. A message is a tuple of its fields; those that carry more than fields end with it.
"""

from struct import calcsize, pack, unpack_from

LOWEST = 1
HIGHEST = 2
STAMPED = 2  # from this version on the host wants to know when each change was seen
VERSION = (1, 1, 0)  # of the firmware

HELLO_REQUEST = 1
HELLO = 2
SNAPSHOT_REQUEST = 3
SNAPSHOT = 4
HEARTBEAT = 5
LEDS = 6
COMMIT = 7
CUE = 8
LAMP = 9
ACK = 10
NAK = 11
LOG = 12
EXIT = 13
BYE = 14
CHANGE = 15

UNKNOWN_TYPE = 1
MALFORMED = 2
INCOMPLETE = 3
NOT_GREETED = 4
WRONG_VERSION = 5

LAYOUTS = {
    HELLO_REQUEST: "<BB",
    HELLO: "<BBBBB8sIHHHB",
    SNAPSHOT_REQUEST: "<",
    SNAPSHOT: "<IB",
    HEARTBEAT: "<IBHH",
    LEDS: "<BH",
    COMMIT: "<B",
    CUE: "<",
    LAMP: "<B",
    ACK: "<BB",
    NAK: "<BBB",
    LOG: "<",
    EXIT: "<",
    BYE: "<",
    CHANGE: "<IB",
}
SIZES = {kind: calcsize(layout) for kind, layout in LAYOUTS.items()}


def packed(kind: int, *fields: int | bytes, rest: bytes = b"") -> bytes:
    """The payload of a message."""
    return pack(LAYOUTS[kind], *fields) + rest


def unpacked(kind: int, payload: bytes) -> tuple | None:
    """The fields of a message, and what follows them; None if the payload is too short."""
    if len(payload) < SIZES[kind]:
        return None
    return unpack_from(LAYOUTS[kind], payload), payload[SIZES[kind] :]


def tones(rest: bytes) -> list:
    """The tones of a cue: pairs of Hz and ms."""
    return [unpack_from("<HH", rest, at) for at in range(0, len(rest) // 4 * 4, 4)]
