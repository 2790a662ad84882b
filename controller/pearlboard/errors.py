"""Errors that a user or a caller may meet: all descend from `PearlboardError`.

An error with the meaning of a built-in one inherits that, too, so that a caller who knows only Python can catch it.
"""


class PearlboardError(Exception):
    """The base class. The message is one sentence with the error and, where possible, the remedy."""


class InvalidName(PearlboardError, ValueError):
    """A text that names no space, edge or corner of the board."""


class BadInput(PearlboardError, ValueError):
    """A file or message that was refused.

    `place` is the path to the offending value, such as `pieces[3].site`; empty for the whole.
    """

    def __init__(self, place: str, wrong: str) -> None:
        super().__init__(f"{place}: {wrong}" if place else wrong)
        self.place = place
        self.wrong = wrong


class ConfigError(PearlboardError, ValueError):
    """A setting, theme or wiring that cannot be used; says the file, the key and what to write instead."""
