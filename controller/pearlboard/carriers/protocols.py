"""The protocol of a carrier, of which there are two, and its laws, checked by `tests/carriers/test_carriers.py`.

- a connection carries packets whole and in order, or it is `Gone`; a packet above the limit of the receiver ends it;
- whoever dials reaches the host with this key, or is told `WrongHost`, and has said nothing to anybody else;
- what goes over a connection can be read by the two ends only;
- `send` waits while the peer does not read, so that whoever sends can leave out what is no longer true;
- nobody is kept waiting for an answer: each step has a timeout, and `close` may be called at any time.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol, TypeAlias

from pearlboard.errors import PearlboardError
from pearlboard.remote.invitation import Address, Way

DIAL_S: Final = 2.0
"""The timeout for reaching a host. A packet that is lost is sent again after a second, so this allows for one."""
CLOSE_S: Final = 1.0


class Gone(PearlboardError):
    """The connection is gone. `too_long`: since the peer has sent a packet above the limit."""

    def __init__(self, why: str, *, too_long: bool = False) -> None:
        super().__init__(why)
        self.too_long = too_long


class Unreachable(PearlboardError):
    """The host cannot be reached now."""


class WrongHost(Unreachable):
    """Somebody else answers there: another key."""


class NotInstalled(PearlboardError):
    """The carrier's library, or what makes its key, is missing; the message says what to install."""


class Connection(Protocol):
    """One connection with a peer."""

    async def send(self, packet: bytes) -> None:
        """Send a packet; `Gone` if that is impossible."""

    async def receive(self) -> bytes:
        """The next packet; `Gone` if there is none any more."""

    async def close(self) -> None:
        """End the connection; whoever receives is told that it is `Gone`."""


Attend: TypeAlias = Callable[[Connection], Awaitable[None]]
"""Serves one connection; when it returns, the connection is closed."""


class Carrier(Protocol):
    """A way to other tables."""

    way: Way
    key: bytes
    """The key of this table, by which it is pinned: 32 bytes."""

    async def listen(self, port: int, attend: Attend) -> int:
        """Let guests connect at this port (0: at any); return the port. `OSError` if it is taken."""

    async def dial(self, key: bytes, addresses: Sequence[Address]) -> Connection:
        """Connect to the host whose key begins with `key`, wherever it answers first; `Unreachable`, or `WrongHost`."""

    async def close(self) -> None:
        """End every connection, and listen no longer."""
