"""How much later a page shows a piece while the computer thinks: `python benchmarks/bench_thinking.py` prints a table.

It starts the real `pearlboard serve` with a computer that never stops thinking, and watches it as a page does: pieces
are laid and lifted while it is the person's turn, and while it is the computer's, by turns, so that whatever else the
machine does meets both. The exit code is 1 if the limit is missed. The last rows are the same on one core alone.
"""

import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from measuring import ends_within, judged, rounds

from pearlboard.geometry import GRID
from support import serving
from support.perladora_table import command
from support.serving import Page, Served
from support.tabling import PLAYERS

ROUNDS = rounds(12, once=1)
ROUNDS_ON_ONE_CORE = rounds(4, once=0)
PIECES = rounds(20, once=2)
LONGEST_S = 900
REST_S = 0.06
"""Between two changes: a page that sends more than twenty a second is slowed down."""
TIMES = 1.5
"""The limit: the most times the latency without a computer that thinks."""
SETTLES_MS = 20
FOR_EVER = """
import functools, sys
from pearlboard.computers import computers
computers.Question = functools.partial(computers.Question, simulations=1_000_000)
from pearlboard.__main__ import main
sys.exit(main())
"""
"""The program, with a computer that would take minutes for a step."""
SETTINGS = f"[computer]\ncap_ms = 600000\n[sensing]\nplace_ms = {SETTLES_MS}\nlift_ms = {SETTLES_MS}\n"


async def begin(page: Page) -> None:
    """A game of a person and a computer, in which every turn waits for the button."""
    await page.until(bool)
    players = [PLAYERS[0], {**PLAYERS[1], "computer": "expert"}]
    await page.ask(**command("set_up", players=players, confirm="button", hints="off"))
    await page.until(lambda screen: any(act["name"] == "start" for act in screen["acts"]))
    await page.ask(**command("start"))
    await page.until(lambda screen: screen["stage"] == "playing")


async def change(page: Page, name: str, site: str) -> float:
    """Lay or lift a piece; from when its sensor has settled until the page shows it, in ms."""
    lies = name == "put"
    begun = time.perf_counter()
    message = {"type": "command", "id": f"bench-{time.monotonic_ns()}", "command": {"name": name, "site": site}}
    await page.socket.send(json.dumps(message))
    await page.until(lambda screen: any(piece["site"] == site for piece in screen["pieces"]) == lies)
    return 1000 * (time.perf_counter() - begun) - SETTLES_MS


async def late(page: Page, chance: random.Random) -> list[float]:
    """Pieces laid and lifted again, at any moment."""
    times = []
    for _ in range(PIECES):
        site = str(chance.choice([space for space in GRID.spaces if str(space) not in page.screen["game"]["farms"]]))
        if any(piece["site"] == site for piece in page.screen["pieces"]):
            continue
        for name in ("put", "lift"):
            times.append(await change(page, name, site))
            await asyncio.sleep(REST_S + chance.random() * 0.04)
    return times


async def by_turns(served: Served, count: int) -> tuple[list[float], list[float]]:
    """Late while it is the person's turn, and while it is the computer's."""
    chance = random.Random(1)
    quiet: list[float] = []
    thinking: list[float] = []
    async with served.connect() as connection:
        page = Page(connection)
        await begin(page)
        for _ in range(count):
            quiet += await late(page, chance)
            await change(page, "put", "c4")
            await page.until(lambda screen: screen["verdict"] == "legal")
            await page.ask("confirm")
            await page.until(lambda screen: screen["thinking"])
            await asyncio.sleep(rounds(1.0, once=0.1))
            thinking += await late(page, chance)
            assert page.screen["thinking"], "the computer has played"
            await page.ask("take_back")
            await change(page, "lift", "c4")
    return quiet, thinking


def measured(count: int) -> tuple[list[float], list[float]]:
    """By a table of its own."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "table.toml"
        config.write_text(SETTINGS, encoding="utf-8")
        with serving.serving("--board", "simulated", "--config", str(config), program=("-c", FOR_EVER)) as served:
            return asyncio.run(by_turns(served, count))


def told(where: str, quiet: list[float], thinking: list[float], limit: str = "") -> float:
    """Rows of the table; how many times as long it takes."""
    times = statistics.median(thinking) / statistics.median(quiet)
    for what, values in (("nobody thinks", quiet), ("the computer thinks", thinking)):
        high = statistics.quantiles(values, n=20, method="inclusive")[-1]
        print(f"{f'a piece is shown, {what}{where}, p50':<58}{statistics.median(values):>9.2f} ms")
        print(f"{'the same, p95':<58}{high:>9.2f} ms")
    print(f"{f'times as long{where}, by p50':<58}{times:>9.2f}     {limit}")
    return times


def main() -> int:
    """Measure, print, judge."""
    times = told("", *measured(ROUNDS), limit=f"at most {TIMES}")
    if ROUNDS_ON_ONE_CORE:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        told(" on one core", *measured(ROUNDS_ON_ONE_CORE))
    if times > TIMES:
        print(f"missed: a piece is shown {times:.2f} times as late while the computer thinks; the limit is {TIMES}")
    return judged(kept=times <= TIMES)


if __name__ == "__main__":
    with ends_within(LONGEST_S):
        sys.exit(main())
