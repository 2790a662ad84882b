"""A player at a table at which a hundred look on, some of whom never read, and to which a thousand say nothing at all.

The real program, over loopback; whoever looks on comes from another address, as phones do. With --soak the whole crowd,
and a player's command must be answered within 200 ms, 99 of 100 times, and in the median less than 10 ms later than
where nobody looks on; else a small crowd, and nothing is timed.
"""

import asyncio
import json
import socket
import statistics
import time
from collections import Counter
from contextlib import ExitStack

import pytest

from pearlboard.geometry import GRID
from support.lengths import at_length
from support.perladora_table import command
from support.serving import LONGEST_S, start
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

WATCHING, DEAF, SILENT, COMMANDS = at_length((100, 5, 1_000, 400), (12, 2, 80, 30))
FROM_ONE = 10
"""So many come from one address."""
P99_MS, MORE_MS = 200, 10
SPACES = [str(space) for space in GRID.spaces]
BEAT = '{"type":"beat"}'
CALL = (
    "GET /ws?lang=en HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def address(group, number):
    """Where somebody comes from."""
    return (f"127.0.{group}.{1 + number // FROM_ONE}", 0)


def line(stack, table, here, sent=b"", room=None):
    """A connection from there, that says this and nothing more; `room`: how much it takes without reading."""
    made = stack.enter_context(socket.socket())
    if room is not None:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    made.settimeout(LONGEST_S)
    made.bind(here)
    made.connect(("127.0.0.1", table.port))
    made.sendall(sent)
    return made


async def look_on(table, number, heard):
    """Read all that comes, and answer beats, as pages do; `heard` counts, for each who looks on."""
    async with table.connect(local_addr=address(7, number), max_queue=None) as page:
        async for said in page:
            heard[number] += 1
            if said == BEAT:
                await page.send(BEAT)


async def play(table, times_ms, who):
    """Put a piece down and lift it again; how long each reply took."""
    async with table.connect() as page:
        for number in range(COMMANDS):
            asked, name, space = f"{who}-{number:08d}", ("put", "lift")[number % 2], SPACES[number // 2 % 30]
            begun = time.perf_counter()
            await page.send(json.dumps({"type": "command", "id": asked, "command": command(name, site=space)}))
            while not (isinstance(said := await page.recv(), str) and asked in said):
                pass
            times_ms.append((time.perf_counter() - begun) * 1000)
            assert json.loads(said)["ok"]
            await asyncio.sleep(0.06)  # as fast as a connection may


async def evening(table, times_ms, heard):
    """Everybody looks on while one plays."""
    async with asyncio.timeout(600):
        async with asyncio.TaskGroup() as group:
            watching = [group.create_task(look_on(table, number, heard)) for number in range(WATCHING - DEAF)]
            await play(table, times_ms, "crowd")
            for each in watching:
                each.cancel()


def test_a_player_does_not_wait_for_the_crowd(tmp_path, record_property):
    """Each command is answered, whoever looks on, reads nothing, or only holds a connection open."""
    table = start(store=tmp_path / "games.db")
    alone_ms, times_ms, heard = [], [], Counter()
    try:
        assert table.command("set_up", players=PLAYERS[:2], confirm="button")[0] == 200
        asyncio.run(play(table, alone_ms, "alone"))
        with ExitStack() as stack:
            deaf = CALL.format(port=table.port).encode()
            for number in range(DEAF):
                line(stack, table, address(8, number * FROM_ONE), deaf, room=4096)
            for number in range(SILENT):
                line(stack, table, address(9, number))
            asyncio.run(evening(table, times_ms, heard))
        assert table.ask("GET", "/health")[0] == 200
    finally:
        code, _, _ = table.end()
    assert code == 0
    assert "Traceback" not in table.logged
    assert len(times_ms) == COMMANDS
    assert len(heard) == WATCHING - DEAF
    assert min(heard.values()) > COMMANDS // 10
    p99 = statistics.quantiles(times_ms, n=100)[98]
    more = statistics.median(times_ms) - statistics.median(alone_ms)
    if at_length(long=True, short=False):
        assert p99 < P99_MS
        assert more < MORE_MS
    record_property(
        "reached", f"{WATCHING} look on, {DEAF} deaf, {SILENT} silent: p99 {p99:.0f} ms, {more:.1f} ms more than alone"
    )
