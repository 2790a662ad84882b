"""What can be wrong with the store at start. Each has a name, since each asks for something else."""

from pearlboard.errors import PearlboardError


class StoreUnavailable(PearlboardError, OSError):
    """The store can be neither opened nor made: the disk."""


class StoreDamaged(PearlboardError, ValueError):
    """No copy of what was written is whole, or two say different things. All of them are left as they are."""


class WrongStore(PearlboardError, ValueError):
    """The database is another program's, a newer version's, or in use."""


class NewerStore(WrongStore):
    """A newer version has written it."""
