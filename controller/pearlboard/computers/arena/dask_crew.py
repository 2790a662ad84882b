"""Playing rounds on several machines: the workers of a Dask scheduler, which distributes, retries and collects.

Each worker needs the same version of this program: `pip install 'pearlboard[tournament]'`, then `dask scheduler` on one
machine and `dask worker tcp://HOST:8786 --nthreads 1 --nworkers auto` on all.
"""

import importlib
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Final

from pearlboard.computers.arena.journal import digest
from pearlboard.computers.arena.match import Match, Round, play_round
from pearlboard.errors import PearlboardError

ANSWER_S: Final = 10
TRIES: Final = 3
"""Retries per round."""


class NoTournament(PearlboardError):
    """The scheduler cannot be used: unreachable, without workers, or not installed."""


def play_rounds(match: Match, numbers: Sequence[int], address: str) -> Iterator[Round]:
    """Play these rounds; yield each as soon as a worker has finished it. Closing the iterator stops all work."""
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=ANSWER_S)
    except (OSError, ValueError) as error:
        raise NoTournament(f"no Dask scheduler answers at {address!r}; it is written like tcp://HOST:8786") from error
    with client:
        _check(client.run(digest, match.game), match.game)
        tasks = [client.submit(play_round, match, number, pure=False, retries=TRIES) for number in numbers]
        try:
            for task in distributed.as_completed(tasks):
                yield task.result()
        finally:
            client.cancel(tasks)


def _distributed() -> ModuleType:
    try:
        return importlib.import_module("distributed")
    except ModuleNotFoundError as error:
        raise NoTournament("a scheduler needs an extra: pip install 'pearlboard[tournament]'") from error


def _check(digests: dict[str, str], game: str) -> None:
    """Refuse workers whose computer players differ from ours."""
    if not digests:
        raise NoTournament("the scheduler has no workers")
    for worker, found in digests.items():
        if found != digest(game):
            raise NoTournament(f"the worker {worker} has another version of the computer players")
