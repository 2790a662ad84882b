"""The load of a hub with many tables: `python benchmarks/bench_hub.py` prints a table, with its limits.

A real hub and a real PostgreSQL, a thousand lines from as many tables, five rows a minute each, and two pages that
follow. Two minutes, after the tables have joined. It needs PostgreSQL, and addresses 127.0.1.* (Linux has them).

    hub         the processor time of the hub's process, of one core, and the most memory that it had
    PostgreSQL  the same of the database's processes
    kept        from when a table sends a row until it is told that the row is on the disk
    shown       from when a table sends a row until a page is told of it

A row is a turn; PostgreSQL writes without waiting for the disk, so `kept` says nothing about a card.
"""

import asyncio
import contextlib
import http.client
import json
import os
import random
import re
import sys
import time
from pathlib import Path

from measuring import ends_within, judged, rounds

from pearlboard.club.documents import Agreed, Seated, Turn, encoded
from pearlboard.club.messages import Cursor
from pearlboard.club.rows import START, Row, following
from support.house import Caller, HubProcess
from support.postgres import Postgres, postgres
from support.serving import free_port

LONGEST_S = 600
TABLES = rounds(1_000, once=20)
EVERY_S = rounds(12.0, once=0.5)
MEASURED_S = rounds(120, once=2)
AT_ONCE = 20
PAGES = 2
LIMITS = {"of a core": 0.20, "MB": 200.0, "shown, p99 in s": 1.0}
SHOWN = re.compile(r"<h2>([^<]+)</h2>(?:(?!<h2>).)*?(\d+) turns?<", re.DOTALL)
AT = "2026-01-01T18:00:00+00:00"


class Table(Caller):
    """A table that plays one endless game, a row now and then."""

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, f"Table {number:04}")
        self._from = f"127.0.1.{1 + number % 200}"
        self._last = Row(1, AT, None, START)
        self._turns = 0

    async def join(self, code: str) -> None:
        """Come in by a code, and begin to play."""
        assert await self.call(code, local_addr=(self._from, 0)) == Cursor(0, START)
        seats = (Seated("Anna", "", 1), Seated("Ben", "", 2))
        await self._keep(following(START, 1, AT, encoded(Agreed("perladora", seats))))

    async def play(self, sent: dict[tuple[str, int], float], kept: list[float]) -> None:
        """Play for ever. `sent`: when which turn was told; `kept`: seconds to the hub's answer."""
        await asyncio.sleep(random.uniform(0, EVERY_S))
        while True:
            self._turns += 1
            body = encoded(Turn(1 + self._turns % 2, self._turns))
            sent[self.name, self._turns] = began = time.monotonic()
            await self._keep(following(self._last.hash, self._last.number + 1, AT, body))
            kept.append(time.monotonic() - began)
            await asyncio.sleep(random.uniform(0.5, 1.5) * EVERY_S)

    async def _keep(self, row: Row) -> None:
        assert await self.tell((row,)) == Cursor(row.number, row.hash)
        self._last = row


def follow(port: int, sent: dict[tuple[str, int], float], shown: list[float]) -> None:
    """A page: read the feed, and note how long ago each turn was told that is seen for the first time."""
    seen: dict[str, int] = {}
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", "/feed?lang=en")
    answer = line.getresponse()
    with contextlib.suppress(OSError, ValueError):  # the hub is ended
        while text := answer.readline():
            if not text.startswith(b"data: "):
                continue
            now = time.monotonic()
            for name, turns in SHOWN.findall(json.loads(text[6:])):
                shown.extend(now - sent[name, turn] for turn in range(seen.get(name, 0) + 1, int(turns) + 1))
                seen[name] = int(turns)


def processor_s(numbers: list[int]) -> float:
    """The processor time that these processes have had."""
    spent = 0.0
    for number in numbers:
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        spent += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return spent


def peak_mb(number: int) -> float:
    """The most memory that a process has had."""
    found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{number}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


async def measured(server: Postgres, hub: HubProcess) -> bool:
    """Whether the limits are kept."""
    tables = [Table(hub.port, number) for number in range(TABLES)]
    began = time.monotonic()
    for first in range(0, TABLES, AT_ONCE):
        some = tables[first : first + AT_ONCE]
        codes = [await hub.code() for _ in some]
        await asyncio.gather(*(table.join(code) for table, code in zip(some, codes, strict=True)))
    print(f"{TABLES} tables have joined within {time.monotonic() - began:.0f} s", flush=True)
    sent: dict[tuple[str, int], float] = {}
    kept: list[float] = []
    shown: list[float] = []
    pages = [asyncio.create_task(asyncio.to_thread(follow, hub.port, sent, shown)) for _ in range(PAGES)]
    playing = [asyncio.create_task(table.play(sent, kept)) for table in tables]
    await asyncio.sleep(EVERY_S)  # all of them play
    kept.clear()
    shown.clear()
    before, of_base = processor_s([hub.pid]), processor_s(server.pids)
    began = time.monotonic()
    await asyncio.sleep(MEASURED_S)
    lasted = time.monotonic() - began
    share = (processor_s([hub.pid]) - before) / lasted
    base = (processor_s(server.pids) - of_base) / lasted
    peak = peak_mb(hub.pid)
    assert not any(each.done() for each in (*playing, *pages))
    hub.kill()
    for task in playing:
        task.cancel()
    await asyncio.gather(*pages)
    print(f"hub         {share:.1%} of a core, {peak:.0f} MB at most ({len(kept) / lasted:.0f} rows a second)")
    print(f"PostgreSQL  {base:.1%} of a core")
    for name, each in (("kept", kept), ("shown", shown)):
        print(f"{name:11} p50 {sorted(each)[len(each) // 2]:.3f}, p99 {p99(each):.3f} s ({len(each)} times)")
    return within({"of a core": share, "MB": peak, "shown, p99 in s": p99(shown)})


def within(found: dict[str, float]) -> bool:
    """Whether what was found is within the limits, which are printed."""
    print("limits      " + ", ".join(f"{name} {found[name] / most:.2f} times {most}" for name, most in LIMITS.items()))
    return all(found[name] <= most for name, most in LIMITS.items())


def p99(each: list[float]) -> float:
    """The hundredth that is slowest begins here."""
    return sorted(each)[int(len(each) * 0.99)]


def main() -> int:
    """Measure."""
    with ends_within(LONGEST_S), postgres() as server:
        hub = HubProcess(server.database(), free_port()).start()
        try:
            return judged(kept=asyncio.run(measured(server, hub)))
        finally:
            hub.kill()


if __name__ == "__main__":
    sys.exit(main())
