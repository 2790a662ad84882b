"""What is said over the link: a type for each message, and how its fields lie in a frame's payload.

All numbers are little-endian. A payload that is longer than its message is read without the rest, so that fields can be
added; one that is shorter is `Malformed`. A type that is not known is `Unknown`, and its sender is told so by a NAK.
`firmware/messages.py` is the other end.
"""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from enum import IntEnum, IntFlag
from struct import Struct
from typing import Final, TypeAlias

from pearlboard.errors import PearlboardError

LOWEST: Final = 1
HIGHEST: Final = 2
"""The versions of the protocol that this program speaks."""
STAMPED: Final = 2
"""From this version on a board says when it saw each change."""
BLOCKS: Final = 2
"""From this version on a host fills blocks with zeros, so that a board can read a whole one at a time."""
BLOCK: Final = 64
PIXELS: Final = 16
"""So many LEDs at most in one message: it then fits one USB packet."""


def span(lowest: int, highest: int) -> str:
    """Versions as people write them: `1`, or `1-3`."""
    return str(lowest) if lowest == highest else f"{lowest}-{highest}"


class Malformed(PearlboardError, ValueError):
    """A payload that is too short for its type."""


class Reason(IntEnum):
    """Why something was not done."""

    UNKNOWN_TYPE = 1
    MALFORMED = 2
    INCOMPLETE = 3
    NOT_GREETED = 4
    VERSION = 5


class Held(IntFlag):
    """The buttons that are down."""

    END_TURN = 1
    HINT = 2
    TAKE_BACK = 4


@dataclass(frozen=True, slots=True)
class HelloRequest:
    """Host: who are you? I speak these versions."""

    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Hello:
    """Board: what I speak, what I am, and what I can take."""

    lowest: int
    highest: int
    major: int
    minor: int
    patch: int
    uid: bytes
    boot_id: int
    sensors: int
    leds: int
    frame_limit: int
    credits: int

    @property
    def version(self) -> str:
        """The firmware's own version."""
        return f"{self.major}.{self.minor}.{self.patch}"


@dataclass(frozen=True, slots=True)
class SnapshotRequest:
    """Host: what do you read?"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Board: everything I read. The first bit of the sensor chain is the highest of the first byte of `chain`."""

    board_ms: int
    held: int
    chain: bytes


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Both: I am alive; the last number I saw, damage and gaps so far, the longest turn of my loop since the last."""

    uptime_ms: int
    last_seq: int
    errors: int
    worst_ms: int


@dataclass(frozen=True, slots=True)
class Leds:
    """Host: R, G, B of some LEDs of a picture, from number `first` on. Shown only with its `Commit`."""

    picture: int
    first: int
    rgb: bytes


@dataclass(frozen=True, slots=True)
class Commit:
    """Host: show this picture, if all of it is there."""

    picture: int


@dataclass(frozen=True, slots=True)
class Cue:
    """Host: play these tones, Hz (0: rest) and ms, in place of what still sounds."""

    tones: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Lamp:
    """Host: the end-turn button's lamp."""

    on: int


@dataclass(frozen=True, slots=True)
class Ack:
    """Both: done, and so many pictures may be under way from now on."""

    seq: int
    credits: int


@dataclass(frozen=True, slots=True)
class Nak:
    """Both: not done, and why."""

    seq: int
    reason: int
    credits: int


@dataclass(frozen=True, slots=True)
class Log:
    """Board: something for people who look after it."""

    text: str


@dataclass(frozen=True, slots=True)
class Exit:
    """Host: leave your loop, so that other tools can get in."""


@dataclass(frozen=True, slots=True)
class Bye:
    """Host: I leave on purpose; go dark, and do not miss me."""


@dataclass(frozen=True, slots=True)
class Change:
    """Board: this is what I read from `board_ms` on, which is the first of the equal scans."""

    board_ms: int
    held: int
    chain: bytes


@dataclass(frozen=True, slots=True)
class Unknown:
    """A message of another version."""

    kind: int
    payload: bytes


Message: TypeAlias = (
    HelloRequest
    | Hello
    | SnapshotRequest
    | Snapshot
    | Heartbeat
    | Leds
    | Commit
    | Cue
    | Lamp
    | Ack
    | Nak
    | Log
    | Exit
    | Bye
    | Change
)

_KINDS: Final[Mapping[int, tuple[type[Message], Struct]]] = {
    1: (HelloRequest, Struct("<BB")),
    2: (Hello, Struct("<BBBBB8sIHHHB")),
    3: (SnapshotRequest, Struct("<")),
    4: (Snapshot, Struct("<IB")),
    5: (Heartbeat, Struct("<IBHH")),
    6: (Leds, Struct("<BH")),
    7: (Commit, Struct("<B")),
    8: (Cue, Struct("<")),
    9: (Lamp, Struct("<B")),
    10: (Ack, Struct("<BB")),
    11: (Nak, Struct("<BBB")),
    12: (Log, Struct("<")),
    13: (Exit, Struct("<")),
    14: (Bye, Struct("<")),
    15: (Change, Struct("<IB")),
}
_KIND_OF: Final[Mapping[type, int]] = {message: kind for kind, (message, _) in _KINDS.items()}
NEVER_ANSWERED: Final = frozenset({_KIND_OF[Ack], _KIND_OF[Nak]})
"""The types of what is an answer itself: not even if it is not understood, or two ends might do nothing else."""
_TONE: Final = Struct("<HH")


def packed(message: Message) -> tuple[int, bytes]:
    """The type and the payload of a message."""
    kind = _KIND_OF[type(message)]
    layout = _KINDS[kind][1]
    match message:
        case Cue(tones):
            return kind, b"".join(_TONE.pack(*tone) for tone in tones)
        case Log(text):
            return kind, text.encode()
        case Snapshot(board_ms, held, chain) | Change(board_ms, held, chain):
            return kind, layout.pack(board_ms, held) + chain
        case Leds(picture, first, rgb):
            return kind, layout.pack(picture, first) + rgb
        case _:
            return kind, layout.pack(*astuple(message))


def unpacked(kind: int, payload: bytes) -> Message | Unknown:
    """The message of that type; `Malformed` if the payload is too short for it."""
    if kind not in _KINDS:
        return Unknown(kind, payload)
    message, layout = _KINDS[kind]
    if len(payload) < layout.size:
        raise Malformed(f"{message.__name__} has {layout.size} bytes at least, not {len(payload)}")
    rest = payload[layout.size :]
    if message is Cue:
        return Cue(tuple((hz, ms) for hz, ms in _TONE.iter_unpack(rest[: len(rest) // _TONE.size * _TONE.size])))
    if message is Log:
        return Log(rest.decode(errors="replace"))
    fields = layout.unpack_from(payload)
    if message in (Snapshot, Change, Leds):
        fields = (*fields, rest)
    return message(*fields)
