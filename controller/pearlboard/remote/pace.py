"""A pace: so much a second in the long run, so much at once. For what is sent, and for what may be received."""


class Pace:
    """A bucket that fills with time and is emptied by costs."""

    def __init__(self, a_second: int, burst: int, at_ms: int) -> None:
        self._a_second, self._burst = a_second, burst
        self._credit = float(burst)
        self._at_ms = at_ms

    def admit(self, cost: int, at_ms: int) -> bool:
        """Charge a cost, or refuse it."""
        if self.wait_ms(cost, at_ms) > 0:
            return False
        self._credit -= cost
        return True

    def wait_ms(self, cost: int, at_ms: int) -> int:
        """The time until this cost can be charged; one above the burst never can."""
        self._credit = min(self._burst, self._credit + (at_ms - self._at_ms) * self._a_second / 1_000)
        self._at_ms = at_ms
        lacking = cost - self._credit
        return 0 if lacking <= 0 else int(lacking * 1_000 / self._a_second) + 1
