"""How often one may come: so many times a second in the long run, and some more at once."""

from typing import Final

A_SECOND: Final = 20
BURST: Final = 40
"""Of messages: on a connection, or from an address over HTTP."""
LOOKS_A_SECOND: Final = 60
LOOKS_BURST: Final = 400
"""Of looks (GET, and calls for a WebSocket), from an address: a page is some thirty files, and many open at once."""
ADDRESSES: Final = 1000
"""Of how many addresses the limiter is kept; the one that was not heard of for longest is forgotten."""


class RateLimiter:
    """At most `a_second` in the long run, `burst` at once."""

    def __init__(self, now: float, a_second: int = A_SECOND, burst: int = BURST) -> None:
        """Nothing was sent yet."""
        self._a_second = a_second
        self._burst = float(burst)
        self._credit = self._burst
        self._at = now

    def admit(self, now: float) -> bool:
        """One more wants to come: whether it may. If so, it is counted."""
        self._credit = min(self._burst, self._credit + (now - self._at) * self._a_second)
        self._at = now
        if self._credit < 1:
            return False
        self._credit -= 1
        return True


class RateLimiters:
    """One for every address."""

    def __init__(self, a_second: int = A_SECOND, burst: int = BURST) -> None:
        """Nobody came yet."""
        self._how = a_second, burst
        self._of: dict[str, RateLimiter] = {}

    def admit(self, address: str, now: float) -> bool:
        """One more wants to come from there: whether it may. If so, it is counted."""
        limiter = self._of.pop(address, None) or RateLimiter(now, *self._how)
        self._of[address] = limiter
        if len(self._of) > ADDRESSES:
            del self._of[next(iter(self._of))]
        return limiter.admit(now)
