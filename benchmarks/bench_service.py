"""The running table's use of the machine: `python benchmarks/bench_service.py` prints a table, with its limits.

It starts the real `pearlboard serve` on a free port and watches it as pages and phones do. The exit code is 1 if a
limit is missed.
"""

import asyncio
import contextlib
import json
import os
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measuring import ends_within, judged, rounds

from pearlboard.sensing.debounce import at_once_ms
from pearlboard.settings import Settings
from support.perladora_table import command
from support.serving import Page, Served, start
from support.tabling import PLAYERS

STARTS = rounds(5, once=1)
PIECES = ("c4", "e2", "a1", "h1", "a3", "h4", "c1", "e5", "g1", "c3", "f4", "b4", "d3", "f3", "b5", "e3", "a5", "g3")
PIECES = PIECES[: rounds(18, once=2)]
IDLE_S = rounds(10.0, once=0.2)
PAGES = rounds(100, once=5)
A_DEVICE = 40
"""Pages that come from one address."""
LONGEST_S = 600
PLACE_S = at_once_ms(Settings().sensing.place_ms) / 1000  # of a piece that comes to rest at once
REST_S = 0.3
"""A sensor that comes so long after any other is believed soonest."""


def busy_s(served: Served) -> float:
    """How long the process has been computing."""
    fields = Path(f"/proc/{served.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def table() -> Iterator[Served]:
    """A table of its own."""
    with tempfile.TemporaryDirectory() as folder:
        served = start(store=Path(folder) / "games.db")
        try:
            yield served
        finally:
            served.end()


def cold_starts() -> list[float]:
    """From calling the program to the first page, in seconds."""
    times = []
    for _ in range(STARTS):
        begun = time.perf_counter()
        with table() as served:
            status, _, body = served.ask("GET", "/")
            assert status == 200
            assert body.rstrip().endswith(b"</html>")
            times.append(time.perf_counter() - begun)
    return times


async def begin(page: Page, *, players: int = 2, advanced: bool = False) -> None:
    """Set up a game in which every turn waits for the button."""
    await page.until(bool)
    await page.ask(**command("set_up", players=PLAYERS[:players], advanced=advanced, confirm="button", hints="off"))
    await page.until(lambda screen: any(act["name"] == "start" for act in screen["acts"]))
    await page.ask(**command("start"))
    await page.until(lambda screen: screen["stage"] == "playing")


async def placed(page: Page, site: str) -> float:
    """Lay a piece and confirm it; from when its sensor has settled until the page has its draft, in seconds."""
    await asyncio.sleep(REST_S)
    put = time.perf_counter()
    message = {"type": "command", "id": f"bench-put-{site}", "command": {"name": "put", "site": site}}
    await page.socket.send(json.dumps(message))
    await page.until(lambda screen: (site, "draft") in lying(screen))
    late = time.perf_counter() - put - PLACE_S
    await page.ask("confirm")
    await page.until(lambda screen: (site, "laid") in lying(screen))
    return late


def lying(screen: dict[str, Any]) -> set[tuple[str, str]]:
    """The pieces on a page, and how it shows them."""
    return {(piece["site"], piece["status"]) for piece in screen["pieces"]}


async def watched(served: Served) -> dict[str, float]:
    """Memory, idling and promptness while one page watches."""
    figures = {}
    async with served.connect() as connection:
        page = Page(connection)
        await page.until(bool)
        figures["memory"] = served.resident_mb
        figures["idle"] = await idling(served, (page,))
        await begin(page)
        late = [await placed(page, site) for site in PIECES]
        figures["placed"] = 1000 * statistics.median(late)
        figures["placed_worst"] = 1000 * max(late)
        figures["memory_played"] = served.resident_mb
    return figures


async def join(served: Served, page: Page, seat: int, stack: contextlib.AsyncExitStack) -> Page:
    """A phone for a seat, by the code on the host's page."""
    assert (await page.ask("invite", seat=seat))["ok"]
    invited = await page.until(lambda screen: any(each["seat"] == seat for each in screen["join"]["invitations"]))
    [address] = [each["address"] for each in invited["join"]["invitations"] if each["seat"] == seat]
    body = json.dumps({"code": address.partition("#")[2]})
    _, _, answer = await asyncio.to_thread(
        served.ask, "POST", "/api/join", body, {"Content-Type": "application/json", "Origin": served.origin}
    )
    phone = Page(await stack.enter_async_context(served.connect(path="/ws/seat")))
    await phone.socket.send(json.dumps({"type": "hello", "token": json.loads(answer)["token"]}))
    await phone.until(lambda screen: (screen.get("you") or {}).get("seat") == seat)
    return phone


async def seated(served: Served) -> dict[str, float]:
    """An advanced game of four: memory, idling and promptness with the host's page and four phones."""
    figures = {}
    async with contextlib.AsyncExitStack() as stack:
        page = Page(await stack.enter_async_context(served.connect()))
        await page.until(bool)
        await page.socket.send(json.dumps({"type": "hello", "token": secrets.token_urlsafe(32)}))
        await begin(page, players=4, advanced=True)
        phones = [await join(served, page, seat, stack) for seat in (1, 2, 3, 4)]
        figures["memory"] = served.resident_mb
        figures["idle"] = await idling(served, (page, *phones))
        late = [await placed_on_all(page, phones, site) for site in PIECES]
        figures["placed"] = 1000 * statistics.median(late)
        figures["placed_worst"] = 1000 * max(late)
        figures["memory_played"] = served.resident_mb
    return figures


async def placed_on_all(page: Page, phones: list[Page], site: str) -> float:
    """The same with phones; until the last of the five has it. The phone of the seat to move says its value."""
    await asyncio.sleep(REST_S)
    put = time.perf_counter()
    message = {"type": "command", "id": f"bench-put-{site}", "command": {"name": "put", "site": site}}
    await page.socket.send(json.dumps(message))
    await asyncio.gather(*(each.until(lambda screen: (site, "draft") in lying(screen)) for each in (page, *phones)))
    late = time.perf_counter() - put - PLACE_S
    [mover] = [phone for phone in phones if phone.screen["you"]["to_move"]]
    asked = await mover.ask(**command("say_later"))
    confirmed = await mover.ask("confirm")
    assert asked["ok"], asked
    assert confirmed["ok"], confirmed
    await asyncio.gather(*(each.until(lambda screen: (site, "laid") in lying(screen)) for each in (page, *phones)))
    return late


async def idling(served: Served, pages: tuple[Page, ...]) -> float:
    """The share of one processor, in percent, while nothing happens."""
    ears = [asyncio.create_task(_listen(page)) for page in pages]
    before = busy_s(served)
    await asyncio.sleep(IDLE_S)
    share = 100 * (busy_s(served) - before) / IDLE_S
    for ear in ears:
        ear.cancel()
    await asyncio.gather(*ears, return_exceptions=True)
    return share


async def crowded(served: Served, watchers: int) -> dict[str, float]:
    """Measure a placed piece with many pages connected, of several devices: one address has its limit."""
    async with contextlib.AsyncExitStack() as stack:
        pages = [
            Page(await stack.enter_async_context(served.connect(local_addr=(f"127.0.0.{1 + number // A_DEVICE}", 0))))
            for number in range(watchers)
        ]
        ears = [asyncio.create_task(_listen(page)) for page in pages[1:]]
        await begin(pages[0])
        late = [await placed(pages[0], site) for site in PIECES]
        memory = served.resident_mb
        for ear in ears:
            ear.cancel()
        await asyncio.gather(*ears, return_exceptions=True)
    return {"placed": 1000 * statistics.median(late), "memory": memory}


async def _listen(page: Page) -> None:
    """Until it is cancelled."""
    while True:
        await page.hear()


def main() -> int:
    """Measure, print, and say whether all limits are kept."""
    starts = cold_starts()
    with table() as served:
        one = asyncio.run(watched(served))
    with table() as served:
        five = asyncio.run(seated(served))
    with table() as served:
        many = asyncio.run(crowded(served, PAGES))
    rows = (
        ("cold start to the first page, median", statistics.median(starts), "s", 2.0),
        ("cold start to the first page, worst", max(starts), "s", None),
        ("memory with a page connected", one["memory"], "MB", 50.0),
        ("memory after some turns", one["memory_played"], "MB", None),
        ("a placed piece on the page, after settling, median", one["placed"], "ms", 50.0),
        ("a placed piece on the page, after settling, worst", one["placed_worst"], "ms", None),
        ("share of one processor while idle, page connected", one["idle"], "%", None),
        ("memory with a table page and four phones", five["memory"], "MB", 60.0),
        ("memory after some turns of theirs", five["memory_played"], "MB", 60.0),
        ("a placed piece on all five of them, median", five["placed"], "ms", 50.0),
        ("a placed piece on all five of them, worst", five["placed_worst"], "ms", None),
        ("  times what it takes for one page, median", five["placed"] / one["placed"], "x", None),
        ("share of one processor while idle, all five", five["idle"], "%", None),
        (f"the same piece with {PAGES} pages connected, median", many["placed"], "ms", None),
        (f"memory with {PAGES} pages connected", many["memory"], "MB", None),
    )
    print(f"{'':52}{'measured':>12}{'limit':>12}")
    for name, figure, unit, limit in rows:
        print(
            f"{name:52}{figure:9.2f} {unit:<2}{'' if limit is None else f'{limit:9.2f} {unit:<2}':>12}"
            f"{'  MISSED' if limit is not None and figure > limit else ''}"
        )
    return judged(kept=all(limit is None or figure <= limit for _, figure, _, limit in rows))


if __name__ == "__main__":
    with ends_within(LONGEST_S):
        sys.exit(main())
