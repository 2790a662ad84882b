"""A reading of the whole sensor chain. Every scan is complete, so a lost one costs nothing but its period."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scan:
    """The chain as it was read: the first bit that comes out of it is bit 0.

    `at_ms`: when it was first read so, which may be a little before it is told; monotonic.
    """

    bits: int
    at_ms: int
