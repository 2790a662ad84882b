"""The messages of the line: a type for each with bounds for every field, and packets, their encoding in MessagePack.

A packet is `[number, seen, message]`. Messages that must arrive are numbered from 1; `number` is 0 for the others.
`seen`: the last number that the sender has received. A message is an array that begins with its type's number. Within
a version of the protocol neither fields nor types change: `tests/remote/golden.json` has the bytes of each.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from pearlboard.errors import PearlboardError
from pearlboard.geometry import GRID, Site
from pearlboard.lights.scene import Mark, Scene

LOWEST: Final = 1
HIGHEST: Final = 1
"""The range of protocol versions that this program speaks."""
LONGEST_UP: Final = 16_384
LONGEST_DOWN: Final = 262_144
"""The longest packet of a guest, and of a host, in bytes."""
ID_BYTES: Final = 8
TOKEN_BYTES: Final = 16
SITES_BYTES: Final = (len(GRID.sites) + 7) // 8
TRY_LATER: Final = 1013
"""The code, as a WebSocket has them, of a page that was closed because the line could not keep up."""


class Malformed(PearlboardError, ValueError):
    """Bytes that are no packet."""


class TooLong(PearlboardError, ValueError):
    """A packet above the limit."""


class Reason(StrEnum):
    """The reason why a line ends, or does not begin."""

    LEFT = "left"
    VERSION = "version"
    GAME_MISSING = "game_missing"
    GAME_VERSION = "game_version"
    UNKNOWN_GUEST = "unknown_guest"
    INVITATION = "invitation"
    FULL = "full"
    FLOOD = "flood"
    TOO_LONG = "too_long"
    LIED = "lied"
    BEHIND = "behind"


Number: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
Protocol: TypeAlias = Annotated[int, Meta(ge=1, le=255)]
Version: TypeAlias = Annotated[str, Meta(max_length=32)]
Name: TypeAlias = Annotated[str, Meta(max_length=64)]
Identity: TypeAlias = Annotated[bytes, Meta(min_length=ID_BYTES, max_length=ID_BYTES)]
Maybe: TypeAlias = Annotated[bytes, Meta(max_length=ID_BYTES)]
Token: TypeAlias = Annotated[bytes, Meta(max_length=32)]
Sites: TypeAlias = Annotated[bytes, Meta(min_length=SITES_BYTES, max_length=SITES_BYTES)]
Channel: TypeAlias = Annotated[int, Meta(ge=1, lt=1 << 31)]
Duration: TypeAlias = Annotated[int, Meta(ge=0, le=86_400_000)]


class Game(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A game that a table has, and its version."""

    name: Name
    version: Version


class Hello(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=1):
    """Both: who I am, what I speak and play, and from where to go on.

    `line`: made by chance for this end's state; `knows`: the peer's, if it is known, and `seen` its last number.
    `token` and `invitation` are the guest's: what it is known by, and what it was invited with.
    """

    lowest: Protocol
    highest: Protocol
    program: Version
    table: Name
    games: Annotated[tuple[Game, ...], Meta(max_length=64)]
    line: Identity
    knows: Maybe = b""
    seen: Number = 0
    token: Token = b""
    invitation: Token = b""

    def __repr__(self) -> str:
        return f"Hello({self.table!r}, {self.program!r}, line={self.line.hex()}, seen={self.seen})"


class Beat(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=2):
    """Both: alive; return my time to me."""

    at_ms: Number


class Echo(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=3):
    """Both: the time of a `Beat`."""

    at_ms: Number


class Seen(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=4):
    """Both: nothing but the packet's `seen`."""


class Goodbye(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=5):
    """Both: the line ends, and why; with the speaker's versions, and the game with its version if it is about one."""

    reason: Reason
    program: Version = ""
    lowest: Protocol = LOWEST
    highest: Protocol = HIGHEST
    game: Name = ""
    version: Version = ""


class Reading(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=16):
    """Guest: the settled reading of its board; `doubted`: sites whose sensors cannot be believed."""

    laid: Sites
    doubted: Sites


class NoBoard(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=17):
    """Guest: what lies on its board is unknown, or it has none with sensors: its pages show a `drawn` one."""

    reason: Literal["lost", "frozen", "unknown", "drawn"]


class Button(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=18):
    """Guest: a button was pressed or released, over the reading before."""

    button: Literal["end_turn", "hint", "take_back"]
    down: bool


class PageOpened(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=32):
    """Guest: a page is open here. `local`: on the table's own screen. Numbers of channels only grow."""

    channel: Channel
    kind: Literal["table", "seat"]
    language: Annotated[str, Meta(min_length=2, max_length=8)]
    local: bool


class PageText(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=33):
    """Both: one text of a page's WebSocket."""

    channel: Channel
    text: Annotated[str, Meta(max_length=LONGEST_DOWN)]


class PageClosed(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=34):
    """Both: the page is gone, or is to close with this code."""

    channel: Channel
    code: Annotated[int, Meta(ge=1000, le=4999)] = 1000
    reason: Name = ""


class Lit(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The role of one light, by its index in `GRID.lights`; `seat`: 0 if it is nobody's."""

    light: Annotated[int, Meta(ge=0, lt=len(GRID.lights))]
    role: Annotated[str, Meta(min_length=1, max_length=32)]
    seat: Annotated[int, Meta(ge=0, le=16)]
    delay_ms: Duration


class Lights(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=48):
    """Host: the scene for the guest's board, its cue, since how long it has been so, and the button's lamp."""

    marks: Annotated[tuple[Lit, ...], Meta(max_length=len(GRID.lights))]
    cue: Annotated[str, Meta(max_length=32)]
    age_ms: Duration
    lamp: bool


class Promised(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=49):
    """Host: the digest of what chance has decided for a game."""

    digest: Annotated[bytes, Meta(min_length=32, max_length=32)]


class Opened(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=50):
    """Host: the salt and the content that were promised."""

    salt: Annotated[bytes, Meta(min_length=32, max_length=32)]
    content: Annotated[bytes, Meta(max_length=65_536)]


Plain: TypeAlias = Hello | Beat | Echo | Seen | Goodbye
"""Messages without a number: these may be lost."""
Up: TypeAlias = Reading | NoBoard | Button | PageOpened | PageText | PageClosed
Down: TypeAlias = Lights | Promised | Opened | PageText | PageClosed
Kept: TypeAlias = Up | Down
"""Messages with a number: these arrive once and in order, over any number of connections."""
Message: TypeAlias = Plain | Kept


class Packet(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One message on its way."""

    number: Number
    seen: Number
    message: Message


class _Sent(Struct, frozen=True, array_like=True):
    """A packet whose message is encoded already."""

    number: int
    seen: int
    message: msgspec.Raw


_decoder: Final = msgspec.msgpack.Decoder(Packet)
_encoder: Final = msgspec.msgpack.Encoder()


def encoded(message: Message) -> bytes:
    """The bytes of a message."""
    return _encoder.encode(message)


def packed(number: int, seen: int, message: bytes) -> bytes:
    """The bytes of a packet around an encoded message."""
    return _encoder.encode(_Sent(number, seen, msgspec.Raw(message)))


def unpacked(data: bytes, longest: int) -> Packet:
    """Decode a packet; `TooLong` above `longest` bytes, `Malformed` for anything that is none."""
    if len(data) > longest:
        raise TooLong(f"a packet has {longest} bytes at most, not {len(data)}")
    try:
        packet = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(str(error)[:200]) from error
    if isinstance(packet.message, Plain) is bool(packet.number):
        raise Malformed("a message that must arrive has a number, any other has none")
    return packet


# --- the game's values ---------------------------------------------------------------------------------------------

_ORDER: Final = {site: 1 << index for index, site in enumerate(GRID.sites)}
_LIGHTS: Final = {light: index for index, light in enumerate(GRID.lights)}


def site_bits(sites: Iterable[Site]) -> bytes:
    """Sites as bits in the order of `GRID.sites`, the first site in the lowest bit of the first byte."""
    return sum(_ORDER[site] for site in set(sites)).to_bytes(SITES_BYTES, "little")


def sites_in(bits: bytes) -> frozenset[Site]:
    """The sites of such bits; bits beyond the last site mean nothing."""
    number = int.from_bytes(bits, "little")
    return frozenset(site for site, bit in _ORDER.items() if number & bit)


def reading(laid: Iterable[Site], doubted: Iterable[Site] = ()) -> Reading:
    """The message of a reading."""
    return Reading(site_bits(laid), site_bits(doubted))


def lights(scene: Scene, at_ms: int, *, lamp: bool) -> Lights:
    """The message of a scene as it is at that time."""
    marks = tuple(Lit(_LIGHTS[light], mark.role, mark.seat or 0, mark.delay_ms) for light, mark in scene.lights.items())
    return Lights(marks, scene.cue or "", min(max(at_ms - scene.since_ms, 0), 86_400_000), lamp)


def scene(message: Lights, at_ms: int) -> Scene:
    """The scene of a message that has arrived at that time, in the receiver's time."""
    marks = {GRID.lights[lit.light]: Mark(lit.role, lit.seat or None, lit.delay_ms) for lit in message.marks}
    return Scene(marks, message.cue or None, at_ms - message.age_ms)


def aged(message: Lights, by_ms: int) -> Lights:
    """The message of a scene, made older by that time."""
    return msgspec.structs.replace(message, age_ms=min(message.age_ms + by_ms, 86_400_000))


# --- whether two tables can play together --------------------------------------------------------------------------


def unfit(own: Hello, peer: Hello, game: str | None = None) -> Goodbye | None:
    """The reason why these two cannot play `game` (None: be connected), as `own` says it to the peer; None if they can.

    The answer has the versions of `own`; those of the peer are in its `Hello`.
    """
    if peer.highest < own.lowest or peer.lowest > own.highest:
        return Goodbye(Reason.VERSION, own.program, own.lowest, own.highest)
    if game is None:
        return None
    here, there = ({each.name: each.version for each in hello.games} for hello in (own, peer))
    if game not in here or game not in there:
        return Goodbye(Reason.GAME_MISSING, own.program, own.lowest, own.highest, game, here.get(game, ""))
    if here[game] != there[game]:
        return Goodbye(Reason.GAME_VERSION, own.program, own.lowest, own.highest, game, here[game])
    return None
