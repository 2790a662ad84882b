"""Errors of opening the store. Each has its own type because each needs another remedy."""

from pearlboard.errors import PearlboardError


class StoreUnavailable(PearlboardError, OSError):
    """The store can be neither opened nor created: a problem of the disk."""


class GameLost(StoreUnavailable):
    """A sealed game is damaged in both copies; all others can be read."""


class StoreDamaged(PearlboardError, ValueError):
    """No copy is intact, or two copies contradict each other. All of them are left as they are."""


class WrongStore(PearlboardError, ValueError):
    """The database belongs to another program or a newer version, or is in use."""


class NewerStore(WrongStore):
    """The database was written by a newer version."""
