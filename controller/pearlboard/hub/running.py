"""The process: the database first, then the pages and the tables' lines, until somebody stops it."""

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from pearlboard.club.messages import LONGEST
from pearlboard.hub.attending import Attendance
from pearlboard.hub.database import Database
from pearlboard.hub.feed import Feed
from pearlboard.hub.house import House
from pearlboard.hub.server import hub_app
from pearlboard.origins import Authority, Proxies, authority
from pearlboard.web.address import Ways
from pearlboard.web.connections import LOG, Limits, OneLine, WebSocketConnection, limited
from pearlboard.web.guard import Guard
from pearlboard.web.listening import BACKLOG
from pearlboard.web.names import OwnNames

MOST_CONNECTIONS: Final = 500
MOST_FROM_ONE: Final = 200
REQUEST_S: Final = 10.0
GRACE_S: Final = 2
ENDING: Final = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the hub is reached: its socket, host and port, the names that it has besides, the proxies before it."""

    listening: socket.socket
    host: str
    port: int
    names: tuple[Authority, ...]
    proxies: Proxies


async def run(address: str, place: Place, ready: Callable[[str | None], None], *, new_owner: bool = False) -> None:
    """Serve until a signal ends it. `ready` is told the owner's token, if it is a new one.

    `Away` if the database does not answer, before anything is served.
    """
    base = Database(address)
    await base.open()
    house = House(base)
    token = await house.new_owner(only_first=not new_owner)
    named = (*place.names, *filter(None, (authority(place.host),)))
    loop = asyncio.get_running_loop()
    ways = Ways(place.host, place.port, lambda: int(loop.time() * 1000))
    guard = Guard(OwnNames(named), "", declared=place.names, proxies=place.proxies, ways=ways)

    def here() -> frozenset[int]:
        return attendance.here

    feed = Feed(base, house, here)
    attendance = Attendance(base, feed.changed)
    await feed.look()
    server = _Server(hub_app(house, attendance, feed, guard), place.proxies, lambda: ready(token), feed.close)
    try:
        async with asyncio.TaskGroup() as group:  # should one of them fail, all end, and the program says so
            tasks = [group.create_task(each) for each in (feed.listen(), feed.run(), attendance.beat())]
            await server.serve(sockets=[place.listening])
            for task in tasks:
                task.cancel()
    finally:
        await base.close()


class _Server(uvicorn.Server):
    """Uvicorn's server; on a signal it ends after it has taken everything down."""

    def __init__(
        self, app: ASGIApp, proxies: Proxies, on_start: Callable[[], None], on_end: Callable[[], None]
    ) -> None:
        limits = Limits(MOST_CONNECTIONS, MOST_FROM_ONE, REQUEST_S, proxies)
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                lifespan="off",
                http=limited(limits),
                ws=WebSocketConnection,
                ws_max_size=LONGEST,
                ws_per_message_deflate=False,
                proxy_headers=False,
                backlog=BACKLOG,
                timeout_graceful_shutdown=GRACE_S,
                server_header=False,
                access_log=False,
            )
        )
        logging.getLogger(LOG).addFilter(OneLine())
        self._on_start = on_start
        self._on_end = on_end

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_start()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in ENDING:
            loop.add_signal_handler(number, self.end)
        try:
            yield
        finally:
            for number in ENDING:
                loop.remove_signal_handler(number)

    def end(self) -> None:
        """Shut down: on the first signal in order, on the second without waiting for anybody."""
        self.force_exit = self.should_exit
        self.should_exit = True
        self._on_end()
