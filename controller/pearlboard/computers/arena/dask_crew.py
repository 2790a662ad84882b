"""Machines that play rounds together: the workers of a Dask scheduler, which shares out, repeats and collects.

Each worker needs this program, the same version of it: `pip install 'pearlboard[tournament]'`, then
`dask scheduler` on one machine and `dask worker tcp://HOST:8786 --nthreads 1 --nworkers auto` on all.
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
"""So often a round is played again if what plays it fails."""


class NoTournament(PearlboardError):
    """There is nobody to play for us."""


def play_rounds(match: Match, numbers: Sequence[int], address: str) -> Iterator[Round]:
    """The rounds of these numbers, each as soon as a worker has finished it; closing the iterator ends all work."""
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
    """All workers must play as we would."""
    if not digests:
        raise NoTournament("the scheduler has no workers")
    for worker, found in digests.items():
        if found != digest(game):
            raise NoTournament(f"the worker {worker} has another version of the computer players")
