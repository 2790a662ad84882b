"""The price of years of games: stores of 0, 1,000 and 10,000 finished games side by side, in the real service.

`python benchmarks/bench_years.py` makes the stores (minutes), starts `pearlboard serve` on each, and prints start,
memory, list, search and family's table, each with how many times the empty store's; then how much later facts are saved
while a backup is made. `--keep FOLDER` keeps the stores there for the next time. The exit code is 1 if a limit is
missed.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from measuring import ends_within, judged, rounds

from pearlboard.session.facts import Entry, GameDeleted, GamePaused, GameResumed
from pearlboard.store.backups import back_up, examine, restore
from pearlboard.store.log import FactLog
from pearlboard.store.writer import Writer
from support.many_games import made, played
from support.serving import Served, start

GAMES = rounds((0, 1_000, 10_000), once=(0, 12, 24))
STARTS = rounds(7, once=1)
SAVES = rounds(400, once=10)
LONGEST_S = 3600
WAITS_S = 600
PAGES = ("/archive", "/archive?q=anna+3", "/archive?game=pearls&from=2020-02-01", "/family")
AT = "2030-01-01T00:00:00+00:00"
EVERY_S = 0.02
"""A fact is written so often while it is measured how long that takes."""


@contextmanager
def table(store: Path) -> Iterator[Served]:
    """A table with that store."""
    served = start(store=store)
    try:
        yield served
    finally:
        served.end()


def timed(act: Callable[[], object]) -> float:
    """The time that a call takes, in seconds."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def page(served: Served, path: str) -> None:
    """Fetch a page."""
    status, _, _ = served.ask("GET", path, waits_s=WAITS_S)
    assert status == 200, path


def cold_start(store: Path) -> tuple[float, float]:
    """The time from calling the program to its first page, in seconds, and its memory then, in MB."""
    began = time.perf_counter()
    with table(store) as served:
        page(served, "/")
        return time.perf_counter() - began, served.resident_mb


def served_figures(store: Path) -> dict[str, float]:
    """The time of each page, in ms: the first time, and the median of five later ones."""
    figures = {}
    with table(store) as served:
        for path in PAGES:
            figures[f"{path}, the first time"] = 1000 * timed(lambda path=path: page(served, path))
            figures[path] = 1000 * statistics.median(timed(lambda path=path: page(served, path)) for _ in range(5))
    return figures


async def saved_after(log: FactLog, *, copying: bool) -> list[float]:
    """The time that saving takes for each of many facts, in ms; `copying`: while backups are made without a pause."""
    changed = asyncio.Event()
    writer = Writer(log, lambda: AT, log.version, print)
    writer.listen(changed.set)
    writer.start()
    await writer.ask(lambda _: None)
    copies = asyncio.create_task(endless(writer)) if copying else None
    times, version = [], log.version
    for number in range(SAVES):
        fact = GamePaused() if number % 2 == 0 else GameResumed()
        version += 1
        began = time.perf_counter()
        writer.append((Entry(version, fact),))
        while writer.saved < version:
            changed.clear()
            await changed.wait()
        times.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(EVERY_S)
    if copies is not None:
        copies.cancel()
    await writer.close()
    return times


async def endless(writer: Writer) -> None:
    """Make one backup after the other."""
    while True:
        await writer.copied(back_up)


def p99(times: Sequence[float]) -> float:
    """The 99th percentile: of a hundred values, 99 are no more."""
    return sorted(times)[int(0.99 * (len(times) - 1))]


def kept_figures(store: Path) -> dict[str, float]:
    """The times of saving with and without a backup, deleting, verifying and putting back, on a copy of that store."""
    figures = {}
    with tempfile.TemporaryDirectory(dir=store.parent) as folder:
        backup, there = Path(folder) / "backup.db", Path(folder) / "games.db"
        log = FactLog(store)
        figures["a backup, nobody playing"] = timed(lambda: log.copy(backup))
        log.close()
        figures["putting it back"] = timed(lambda: restore(backup, there, replace=False))
        figures["verifying both copies"] = timed(lambda: examine(there))
        for name, copying in (("saved, p99", False), ("saved while a backup is made, p99", True)):
            figures[name] = p99(asyncio.run(saved_after(FactLog(there), copying=copying)))
        log = FactLog(there)
        numbers = list(log.contents.finished)
        if numbers:
            gone = Entry(log.version + 1, GameDeleted(numbers[len(numbers) // 2]))
            figures["deleting a game"] = timed(lambda: (log.append((gone,), AT), log.write_back()))
        figures["reading everything again, at once"] = timed(lambda: list(log.sealing.reading(print)))
        log.close()
    return figures


def starts(stores: Sequence[Path]) -> list[tuple[float, float]]:
    """The median time of each store's cold starts, and of its memory; the stores are started by turns."""
    found: list[list[tuple[float, float]]] = [[] for _ in stores]
    for _ in range(STARTS):
        for times, store in zip(found, stores, strict=True):
            times.append(cold_start(store))
    return [(statistics.median(t for t, _ in times), statistics.median(m for _, m in times)) for times in found]


def main() -> int:
    """Measure, print, and say whether all limits are kept."""
    keep = Path(sys.argv[sys.argv.index("--keep") + 1]) if "--keep" in sys.argv else None
    with nullcontext(keep) if keep else tempfile.TemporaryDirectory() as folder:
        stores = []
        for games in GAMES:
            stores.append(Path(folder) / f"{games}-games" / "games.db")
            if not stores[-1].exists():
                stores[-1].parent.mkdir(parents=True)
                took = timed(lambda games=games: made(stores[-1], games, played(rounds(2, once=1))))
                print(f"a store of {games} games: made in {took:.0f} s")
        return judged(kept=report(stores))


def report(stores: Sequence[Path]) -> bool:
    """Print the table; whether all limits are kept."""
    begun = starts(stores)
    shown, kept = list(map(served_figures, stores)), list(map(kept_figures, stores))
    (first, memory), (last, grown) = begun[0], begun[-1]
    print(f"{'':56}" + "".join(f"{games:>12}" for games in GAMES) + f"{'times':>10}{'limit':>10}")
    row("cold start to the first page, s", [each for each, _ in begun], "1.20 x")
    row("memory then, MB", [each for _, each in begun], "+5 MB")
    for path in PAGES:
        row(f"GET {path}, the first time, ms", [each[f"{path}, the first time"] for each in shown])
        row(f"GET {path}, later, ms", [each[path] for each in shown], "50 ms")
    for name in kept[-1]:
        row(f"{name}, {'ms' if 'saved' in name else 's'}", [each.get(name, 0.0) for each in kept])
    late = kept[-1]["saved while a backup is made, p99"] - kept[-1]["saved, p99"]
    print(f"while a backup of {GAMES[-1]} games is made, a fact is saved {late:.1f} ms later at p99 (limit 20 ms)")
    right = (last / first <= 1.2, grown - memory <= 5, late <= 20, *(shown[-1][path] <= 50 for path in PAGES))
    print("all limits are kept" if all(right) else "a limit was MISSED")
    return all(right)


def row(name: str, figures: Sequence[float], limit: str = "") -> None:
    """Print a line: each store's figure, and how many times the first one's the last one is."""
    ratio = f"{figures[-1] / figures[0]:8.2f} x" if figures[0] else ""
    print(f"{name:56}" + "".join(f"{figure:12.3f}" for figure in figures) + f"{ratio:>10}{limit:>10}")


if __name__ == "__main__":
    with ends_within(LONGEST_S):
        sys.exit(main())
