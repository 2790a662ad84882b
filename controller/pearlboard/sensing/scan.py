"""A reading of the whole sensor chain. Every scan is complete, so a lost one costs nothing but its period."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scan:
    """The bits of the chain as read: bit 0 is the first to come out.

    `at_ms`: when the chain was first read like this, possibly a little before delivery; monotonic.
    """

    bits: int
    at_ms: int
