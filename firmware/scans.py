"""Scans as they come, one a millisecond -> what has rested, and since when. Only electrical bounce is kept back.

Runs on MicroPython and on CPython. `source` has the scans: newest() tells the number of the latest, which is the time
of the board in ms; oldest(newest) the first that is still there; differs(first, last) the first of these that is not
like the one before it, or last + 1; read(number) its bytes. So whatever keeps the program busy, no scan is missed, and
a millisecond in which nothing changes costs next to nothing.
"""

EQUAL_SCANS = 4  # so many scans in a row must be equal before a change is told ...
RESTLESS_SCANS = 20  # ... but a chain that never rests is told as it is after so many


class Scans:
    """`told`: chain and buttons as the host knows them, or could."""

    def __init__(self, source: object) -> None:
        self._source = source
        self._scanned = source.newest()
        self.told = self._read = source.read(self._scanned)
        self._changed_ms = self._restless_ms = self._scanned
        self._changes = []  # (ms, bits that changed then and not since)

    @property
    def at_rest(self) -> bool:
        """Whether nothing differs from what was told."""
        return not self._changes

    def look(self) -> list:
        """(ms, chain and buttons since then) of whatever has come to rest since the last look, in order."""
        source = self._source
        newest = source.newest()
        if newest == self._scanned:
            return ()
        at_ms, oldest_ms = self._scanned + 1, source.oldest(newest)
        if oldest_ms > at_ms:
            self._note(source.read(oldest_ms), oldest_ms)
            at_ms = oldest_ms + 1
        self._scanned = newest
        steps = ()
        while True:
            changed_ms = source.differs(at_ms, newest)
            if self._changes:
                steps = self._settle(changed_ms - 1, steps)
            if changed_ms > newest:
                return steps
            self._note(source.read(changed_ms), changed_ms)
            at_ms = changed_ms + 1

    def _note(self, read: bytes, at_ms: int) -> None:
        """Something is otherwise from this scan on."""
        mask = _number(read) ^ _number(self._read)
        if mask:
            if not self._changes:
                self._restless_ms = at_ms
            self._changes = [(ms, bits & ~mask) for ms, bits in self._changes if bits & ~mask]
            self._changes.append((at_ms, mask))
            self._read = read
            self._changed_ms = at_ms

    def _settle(self, until_ms: int, steps: list) -> list:
        """Nothing has changed until then: with what is certain now."""
        if self._read == self.told:
            self._changes = []
            return steps
        rested = until_ms - self._changed_ms >= EQUAL_SCANS - 1
        if not rested and until_ms - self._restless_ms < RESTLESS_SCANS - 1:
            return steps
        steps = list(steps)
        if len(self._changes) > 1:
            self._one_by_one(steps)
        else:
            steps.append((self._changes[0][0], self._read))
        self.told = self._read
        self._changes = []
        return steps

    def _one_by_one(self, steps: list) -> None:
        """Report changes of different times in the order of their times."""
        told, size = _number(self.told), len(self.told)
        open_bits = told ^ _number(self._read)
        for at_ms, mask in self._changes:
            if mask & open_bits:
                told ^= mask & open_bits
                steps.append((at_ms, told.to_bytes(size, "big")))


def _number(read: bytes) -> int:
    return int.from_bytes(read, "big")
