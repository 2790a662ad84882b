"""The guests that a host lets in: those that it knows by a token, and whoever brings an open invitation.

A guest makes its token by chance, and shows it inside a channel whose far end it has verified by the host's key. The
host keeps digests only: of tokens, for good, and of secrets of invitations, until they are used or lapse. A secret has
48 bits, so its digest alone would not hide it for long: it is not written anywhere.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pearlboard.errors import PearlboardError
from pearlboard.remote.invitation import SECRET_BYTES
from pearlboard.remote.messages import (
    LONGEST_UP,
    TOKEN_BYTES,
    Goodbye,
    Hello,
    Malformed,
    Reason,
    TooLong,
    encoded,
    packed,
    unpacked,
)

OPEN_MS: Final = 3_600_000
"""The time for which an invitation can be used."""
MOST_TRIES: Final = 10_000
"""The number of wrong secrets after which no invitation is open any more."""
MOST_GUESTS: Final = 16
MOST_INVITATIONS: Final = 4
"""The number of invitations that are open; the oldest goes first."""


class Unwelcome(PearlboardError):
    """A peer that is not let in; `farewell` is the packet that says why, if it is worth an answer."""

    def __init__(self, reason: Reason | None, program: str = "") -> None:
        super().__init__(reason or "no hello")
        self.reason = reason
        self.farewell = None if reason is None else packed(0, 0, encoded(Goodbye(reason, program)))


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest that is known: the digest of its token, and what its table is called."""

    digest: str
    table: str


def digest_of(secret: bytes) -> str:
    """The digest that is kept of a token or a secret."""
    return sha256(secret).hexdigest()


class Admission:
    """The guests that a host knows, and its open invitations."""

    def __init__(self, program: str, guests: tuple[Guest, ...] = ()) -> None:
        """Know these guests; `program`: this program's version, for farewells."""
        self._program = program
        self._guests = {guest.digest: guest for guest in guests}
        self._open: dict[str, int] = {}
        self._tries = 0

    @property
    def guests(self) -> tuple[Guest, ...]:
        """The guests that are known, to be kept over a restart."""
        return tuple(self._guests.values())

    def invite(self, secret: bytes, at_ms: int) -> int:
        """Open an invitation; return the time at which it lapses."""
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self._tries = 0
        self._open[digest_of(secret)] = at_ms + OPEN_MS
        if len(self._open) > MOST_INVITATIONS:
            del self._open[next(iter(self._open))]
        return at_ms + OPEN_MS

    def withdraw(self) -> None:
        """Close every invitation."""
        self._open.clear()

    def forget(self, digest: str) -> None:
        """Know this guest no longer."""
        self._guests.pop(digest, None)

    def admit(self, packet: bytes, at_ms: int) -> tuple[Guest, Hello]:
        """Read the first packet of a connection: who that is, and what it says; `Unwelcome` if it is not let in."""
        try:
            hello = unpacked(packet, LONGEST_UP).message
        except (Malformed, TooLong):
            raise Unwelcome(None) from None
        if not isinstance(hello, Hello) or len(hello.token) != TOKEN_BYTES:
            raise Unwelcome(None)
        digest = digest_of(hello.token)
        if digest not in self._guests:
            self._use(hello.invitation, at_ms)
        guest = Guest(digest, hello.table)
        self._guests[digest] = guest
        return guest, hello

    def _use(self, secret: bytes, at_ms: int) -> None:
        """Use up an invitation."""
        if not secret:
            raise Unwelcome(Reason.UNKNOWN_GUEST, self._program)
        self._open = {digest: lapses_ms for digest, lapses_ms in self._open.items() if lapses_ms > at_ms}
        invitation = digest_of(secret)
        if invitation not in self._open:
            self._tries += 1
            if self._tries >= MOST_TRIES:
                self.withdraw()
            raise Unwelcome(Reason.INVITATION, self._program)
        if len(self._guests) >= MOST_GUESTS:
            raise Unwelcome(Reason.FULL, self._program)
        del self._open[invitation]
