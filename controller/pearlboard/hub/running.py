"""The process: the database first, then the pages and the tables' lines, until somebody stops it."""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from pearlboard.club.messages import LONGEST
from pearlboard.hub import access
from pearlboard.hub.attending import Attendance
from pearlboard.hub.audit import record_hub
from pearlboard.hub.database import Database
from pearlboard.hub.doors import Doors
from pearlboard.hub.feed import Feed
from pearlboard.hub.house import House
from pearlboard.hub.presence import Broker, Presence
from pearlboard.hub.server import hub_app, hub_doors
from pearlboard.origins import Authority, Proxies, authority
from pearlboard.web.address import Ways
from pearlboard.web.connections import Limits
from pearlboard.web.guard import Guard
from pearlboard.web.names import OwnNames
from pearlboard.web.uvicorn_server import Server

MOST_CONNECTIONS: Final = 2_000
MOST_FROM_ONE: Final = 200
REQUEST_S: Final = 10.0
GRACE_S: Final = 2


@dataclass(frozen=True, slots=True)
class Place:
    """Where the hub is reached: its socket, host and port, the names that it has besides, the proxies before it."""

    listening: socket.socket
    host: str
    port: int
    names: tuple[Authority, ...]
    proxies: Proxies


async def run(
    address: str,
    place: Place,
    ready: Callable[[str | None], None],
    *,
    new_owner: bool = False,
    broker: Broker | None = None,
) -> None:
    """Serve until a signal ends it. `ready` is told the owner's key, if it is a new one. `broker`: it says which
    tables are switched on.

    `Away` if the database does not answer, before anything is served.
    """
    base = Database(address)
    await base.open()
    house = House(base)
    async with base.transaction() as cursor:
        key = await access.new_owner(cursor, datetime.now(UTC), only_first=not new_owner)
        if key is not None:
            await record_hub(cursor, "new_owner")
    named = (*place.names, *filter(None, (authority(place.host),)))
    loop = asyncio.get_running_loop()
    ways = Ways(place.host, place.port, lambda: int(loop.time() * 1000))
    guard = Guard(OwnNames(named), "", declared=place.names, proxies=place.proxies, ways=ways)

    def here() -> frozenset[int]:
        return attendance.here

    def on() -> frozenset[str]:
        return frozenset() if presence is None else presence.on

    feed = Feed(base, house, here, on)
    presence = None if broker is None else Presence(broker, feed.changed)
    attendance = Attendance(base, feed.changed)
    await feed.look()
    doors = Doors(base, guard)
    await doors.open()
    limits = Limits(MOST_CONNECTIONS, MOST_FROM_ONE, REQUEST_S, place.proxies)
    app = hub_app(hub_doors(base, house, attendance, feed, doors), attendance, guard)
    server = Server(app, limits, LONGEST, lambda: ready(key), feed.close, GRACE_S)
    try:
        async with asyncio.TaskGroup() as group:  # should one of them fail, all end, and the program says so
            for_ever = [feed.listen(), feed.run(), attendance.beat()]
            if presence is not None:
                for_ever.append(presence.listen())
            tasks = [group.create_task(each) for each in for_ever]
            await server.serve(sockets=[place.listening])
            for task in tasks:
                task.cancel()
    finally:
        await base.close()
