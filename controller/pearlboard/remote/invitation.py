"""The code that brings two tables together: whom to reach, where, and a secret that serves once.

    1 byte     format (2 bits), carrier (2), how many IPv4 and IPv6 addresses (2 each)
    10 or 32   the host's key: the first 80 bits of its certificate's SHA-256, or its whole public key for iroh
    6          the secret
    6, 18      each address with its port; then a name with its port, if there is one: the rest
    2          the first bytes of the SHA-256 of all of this

in Crockford's base 32, which has no I, L, O, U and reads i and l as 1 and o as 0. With one IPv4 address that is **40
characters** over a WebSocket, ten groups of four, which can be read on the telephone; over iroh it is **76**, since
iroh finds nobody by a part of a key: those are better sent as a text. 80 bits of the key are enough, as whoever wants
to pass for the host needs a second certificate with the same 80 bits; 48 bits of the secret, as only the host can be
asked whether a secret is right, and answers `admission.MOST_TRIES` times.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from pearlboard.errors import PearlboardError

SECRET_BYTES: Final = 6
SCHEME: Final = "PEARLBOARD:"
MOST_ADDRESSES: Final = 3
"""The most addresses of each kind."""
LONGEST_NAME: Final = 253
LONGEST: Final = 1_000
"""The longest text that is looked at."""
_FORMAT: Final = 0
_CHECK_BYTES: Final = 2
_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES: Final = {**{digit: at for at, digit in enumerate(_DIGITS)}, "I": 1, "L": 1, "O": 0}


class Way(IntEnum):
    """The kinds of carriers of a line."""

    WEBSOCKET = 0
    IROH = 1


KEY_BYTES: Final = {Way.WEBSOCKET: 10, Way.IROH: 32}


class Wrong(StrEnum):
    """The mistake in a code."""

    CHARACTER = "character"
    LENGTH = "length"
    MISTYPED = "mistyped"
    FORMAT = "format"


class NoInvitation(PearlboardError, ValueError):
    """A text that is no invitation; `wrong` says why."""

    def __init__(self, wrong: Wrong, detail: str) -> None:
        super().__init__(f"this is no invitation: {detail}")
        self.wrong = wrong


@dataclass(frozen=True, slots=True)
class Address:
    """An address where a table may be: an IP address, or a name; and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation. `key`: the host's, as long as the code has it; `addresses`: the most promising first."""

    way: Way
    key: bytes
    secret: bytes = field(repr=False)
    addresses: tuple[Address, ...]

    def text(self) -> str:
        """The whole code, to be sent, or for a QR code (in the small alphabet of those)."""
        return SCHEME + _base32(_bytes(self, self.addresses))

    def spoken(self) -> str:
        """The code with the first address only, in groups of four."""
        code = _base32(_bytes(self, self.addresses[:1]))
        return " ".join(code[at : at + 4] for at in range(0, len(code), 4))

    def is_for(self, key: bytes) -> bool:
        """Whether the host that was reached is the one that has invited."""
        return len(key) >= len(self.key) and key[: len(self.key)] == self.key


def read(text: str) -> Invitation:
    """Read a code, as it was typed or scanned; `NoInvitation` if it is none."""
    if len(text) > LONGEST:
        raise NoInvitation(Wrong.LENGTH, f"{len(text)} characters are too many")
    code = "".join(text.upper().split()).removeprefix(SCHEME).replace("-", "")
    data = _unbase32(code)
    body, check = data[:-_CHECK_BYTES], data[-_CHECK_BYTES:]
    if len(body) < 1 + min(KEY_BYTES.values()) + SECRET_BYTES:
        raise NoInvitation(Wrong.LENGTH, f"{len(code)} characters are too few")
    if sha256(body).digest()[:_CHECK_BYTES] != check:
        raise NoInvitation(Wrong.MISTYPED, "a character is wrong, is missing, or is one too many")
    return _parsed(body)


# --- bytes ---------------------------------------------------------------------------------------------------------


def _bytes(invitation: Invitation, addresses: tuple[Address, ...]) -> bytes:
    packed: dict[int, list[bytes]] = {4: [], 6: [], 0: []}
    for address in addresses:
        ip = _ip(address.host)
        port = address.port.to_bytes(2, "big")
        packed[0 if ip is None else ip.version].append(
            port + (address.host.encode("ascii") if ip is None else ip.packed)
        )
    if len(invitation.key) != KEY_BYTES[invitation.way] or len(invitation.secret) != SECRET_BYTES:
        raise ValueError("the key or the secret of an invitation has the wrong length")
    if max(len(packed[4]), len(packed[6])) > MOST_ADDRESSES or len(packed[0]) > 1:
        raise ValueError(f"an invitation has {MOST_ADDRESSES} addresses of each kind at most, and one name")
    head = _FORMAT << 6 | invitation.way << 4 | len(packed[4]) << 2 | len(packed[6])
    body = bytes([head]) + invitation.key + invitation.secret + b"".join(packed[4] + packed[6] + packed[0])
    return body + sha256(body).digest()[:_CHECK_BYTES]


def _ip(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _parsed(body: bytes) -> Invitation:
    head = body[0]
    if head >> 6 != _FORMAT or head >> 4 & 3 not in set(Way):
        raise NoInvitation(Wrong.FORMAT, "it is from a newer program")
    way = Way(head >> 4 & 3)
    key_end = 1 + KEY_BYTES[way]
    secret_end = key_end + SECRET_BYTES
    addresses = tuple(_addresses(body[secret_end:], head >> 2 & 3, head & 3))
    return Invitation(way, body[1:key_end], body[key_end:secret_end], addresses)


def _addresses(data: bytes, of_four: int, of_six: int) -> Iterator[Address]:
    for size in [4] * of_four + [16] * of_six:
        if len(data) < 2 + size:
            raise NoInvitation(Wrong.FORMAT, "an address is cut off")
        yield Address(str(ip_address(data[2 : 2 + size])), int.from_bytes(data[:2], "big"))
        data = data[2 + size :]
    if data:
        name = data[2:]
        if not 1 <= len(name) <= LONGEST_NAME or not name.isascii() or not name.decode().isprintable():
            raise NoInvitation(Wrong.FORMAT, "a name is none")
        yield Address(name.decode(), int.from_bytes(data[:2], "big"))


def _base32(data: bytes) -> str:
    bits = len(data) * 8
    padding = -bits % 5
    number = int.from_bytes(data, "big") << padding
    return "".join(_DIGITS[number >> at & 31] for at in range(bits + padding - 5, -1, -5))


def _unbase32(code: str) -> bytes:
    number = 0
    for character in code:
        if character not in _VALUES:
            raise NoInvitation(Wrong.CHARACTER, f"{character!r} is in no code")
        number = number << 5 | _VALUES[character]
    size, padding = divmod(len(code) * 5, 8)
    if padding >= 5 or number & (1 << padding) - 1:
        raise NoInvitation(Wrong.LENGTH, f"no code has {len(code)} characters, or not these last ones")
    return (number >> padding).to_bytes(size, "big")
