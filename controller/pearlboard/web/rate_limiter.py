"""Rate limits: a long-term rate, and a burst."""

from collections import deque
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final, TypeVar

A_SECOND: Final = 20
BURST: Final = 40
"""The burst of messages, on a connection, or from an address over HTTP."""
LOOKS_A_SECOND: Final = 60
LOOKS_BURST: Final = 400
"""The burst of reads (GET, and WebSocket handshakes) from an address: a page is some thirty files, and many are open at
once.
"""
TRIES: Final = 5
ALL_TRIES: Final = 20
"""The limit of wrong passwords a minute: from an address, and in all."""
MINUTE_S: Final = 60.0
ADDRESSES: Final = 1000
"""The number of addresses remembered; the one not heard of for longest is forgotten."""

T = TypeVar("T")


def network_of(host: str) -> str:
    """The network for which limits count: an address of IPv4, or the first 64 bits of IPv6, which one household
    shares.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Network((address, 64), strict=False).network_address)
    return str(address)


class RateLimiter:
    """A rate limit: `a_second` in the long run, `burst` at once."""

    def __init__(self, now: float, a_second: int = A_SECOND, burst: int = BURST) -> None:
        self._a_second = a_second
        self._burst = float(burst)
        self._credit = self._burst
        self._at = now

    def admit(self, now: float) -> bool:
        """Admit and count one more, or refuse it."""
        self._credit = min(self._burst, self._credit + (now - self._at) * self._a_second)
        self._at = now
        if self._credit < 1:
            return False
        self._credit -= 1
        return True


class Latest(dict[str, T]):
    """The latest value by name; beyond `ADDRESSES` names the least recently kept is forgotten."""

    def keep(self, name: str, value: T) -> T:
        """Keep the value as the latest; return it."""
        self.pop(name, None)
        self[name] = value
        if len(self) > ADDRESSES:
            del self[next(iter(self))]
        return value


class RateLimiters:
    """A rate limit for each address."""

    def __init__(self, a_second: int = A_SECOND, burst: int = BURST) -> None:
        self._how = a_second, burst
        self._of: Latest[RateLimiter] = Latest()

    def admit(self, address: str, now: float) -> bool:
        """Admit and count one more from that address, or refuse it."""
        return self._of.keep(address, self._of.get(address) or RateLimiter(now, *self._how)).admit(now)


class WrongTries:
    """Counts wrong passwords: beyond a number a minute, from an address or in all, further ones are delayed."""

    def __init__(self, of_one: int = TRIES, of_all: int = ALL_TRIES) -> None:
        self._of_one = of_one
        self._of_all = of_all
        self._failed: deque[tuple[float, str]] = deque()

    def allows(self, address: str, now: float) -> bool:
        """Whether another try is allowed now."""
        lately = [other for at, other in self._failed if now - at < MINUTE_S]
        return len(lately) < self._of_all and lately.count(address) < self._of_one

    def failed(self, address: str, now: float) -> None:
        """Count a wrong one."""
        while self._failed and now - self._failed[0][0] >= MINUTE_S:
            self._failed.popleft()
        self._failed.append((now, address))

    def forget(self, address: str) -> None:
        """Forget the wrong ones of that address, after the right one."""
        self._failed = deque(each for each in self._failed if each[1] != address)
