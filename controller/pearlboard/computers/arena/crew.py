"""Playing rounds in parallel on this machine, one process per core; these processes never outlive their parent."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool

from pearlboard.computers.arena.match import Match, Round, play_round
from pearlboard.errors import PearlboardError


class CrewLost(PearlboardError):
    """A playing process was killed from outside."""


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


def play_rounds(match: Match, numbers: Sequence[int], jobs: int) -> Iterator[Round]:
    """Play these rounds; yield each as soon as it is finished. Closing the iterator stops all work."""
    if jobs == 1 or len(numbers) < 2:
        yield from (play_round(match, number) for number in numbers)
        return
    processes = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(min(jobs, len(numbers)), processes, initializer=_exit_with_parent)
    try:
        waiting: set[Future[Round]] = {executor.submit(play_round, match, number) for number in numbers}
        for future in as_completed(waiting):
            yield future.result()
    except BrokenProcessPool as error:
        raise CrewLost("a process that played was ended; what it had not finished is to be played again") from error
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()


def _exit_with_parent() -> None:
    """Ignore Ctrl-C, and exit when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    if (first := multiprocessing.parent_process()) is not None:
        first.join()
        os._exit(1)
