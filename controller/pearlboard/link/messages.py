"""The messages of the link: a type for each, and the layout of its fields in a frame's payload.

All numbers are little-endian. A payload longer than its message is read without the rest, so that fields can be added;
a shorter one is `Malformed`. A type that is not known is `Unknown`, and answered with a NAK. `firmware/messages.py` is
the other end.
"""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from enum import IntEnum, IntFlag
from struct import Struct
from typing import Final, TypeAlias

from pearlboard.errors import PearlboardError

LOWEST: Final = 1
HIGHEST: Final = 2
"""The range of protocol versions that this program speaks."""
STAMPED: Final = 2
"""The first version in which a board sends the time of each change."""
BLOCKS: Final = 2
"""The first version in which the host pads frames with zeros to whole blocks, for boards that read by blocks."""
BLOCK: Final = 64
PIXELS: Final = 16
"""The most LEDs in one message, which then fits one USB packet."""


def span(lowest: int, highest: int) -> str:
    """A range of versions as people write it: `1`, or `1-3`."""
    return str(lowest) if lowest == highest else f"{lowest}-{highest}"


class Malformed(PearlboardError, ValueError):
    """A payload that is too short for its type."""


class Reason(IntEnum):
    """Why a request was not carried out."""

    UNKNOWN_TYPE = 1
    MALFORMED = 2
    INCOMPLETE = 3
    NOT_GREETED = 4
    VERSION = 5


class Held(IntFlag):
    """The buttons that are down; `SUPPLY_LOW`: the lights lack their 5 V."""

    END_TURN = 1
    HINT = 2
    TAKE_BACK = 4
    SUPPLY_LOW = 8


@dataclass(frozen=True, slots=True)
class HelloRequest:
    """Host: identify yourself; these are the versions that I speak."""

    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Hello:
    """Board: my versions, my identity, and my limits."""

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
    """Host: send a snapshot."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Board: my whole reading. The first bit of the sensor chain is the highest bit of the first byte of `chain`."""

    board_ms: int
    held: int
    chain: bytes


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Both: alive. `last_seq`: last number received; `errors`: damage and gaps so far; `worst_ms`: slowest loop."""

    uptime_ms: int
    last_seq: int
    errors: int
    worst_ms: int


@dataclass(frozen=True, slots=True)
class Leds:
    """Host: R, G, B of some LEDs of a picture, starting at LED `first`. Shown only after its `Commit`."""

    picture: int
    first: int
    rgb: bytes


@dataclass(frozen=True, slots=True)
class Commit:
    """Host: show this picture, if all of it has arrived."""

    picture: int


@dataclass(frozen=True, slots=True)
class Cue:
    """Host: play these tones, Hz (0: rest) and ms, in place of what is still sounding."""

    tones: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Lamp:
    """Host: switch the end-turn button's lamp."""

    on: int


@dataclass(frozen=True, slots=True)
class Ack:
    """Both: done; `credits`: the number of pictures that may be in flight from now on."""

    seq: int
    credits: int


@dataclass(frozen=True, slots=True)
class Nak:
    """Both: not done; `reason`: why."""

    seq: int
    reason: int
    credits: int


@dataclass(frozen=True, slots=True)
class Log:
    """Board: a log message for maintainers."""

    text: str


@dataclass(frozen=True, slots=True)
class Exit:
    """Host: leave your main loop, so that other tools can get in."""


@dataclass(frozen=True, slots=True)
class Bye:
    """Host: farewell; go dark, and raise no alarm."""


@dataclass(frozen=True, slots=True)
class Change:
    """Board: my reading since `board_ms`, the first of the equal scans."""

    board_ms: int
    held: int
    chain: bytes


@dataclass(frozen=True, slots=True)
class Unknown:
    """A message of a type that this version does not know."""

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
"""Types of answers: these are never answered, not even if malformed, or the two ends could loop forever."""
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
    """Decode a message; `Malformed` if the payload is too short for its type."""
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
