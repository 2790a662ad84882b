"""Tables that are switched on, by the word of the house's MQTT broker: also those that do not reach the hub.

A table with a broker keeps `online` there, and the broker says `offline` for one that has vanished. Nothing else is
read, and nothing is told: what was played comes over the tables' own lines.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Final, TypeAlias
from urllib.parse import unquote, urlsplit

from pearlboard.errors import ConfigError
from pearlboard.home.broker import NoBroker, Pace, connected
from pearlboard.home.topics import ONLINE, Topics
from pearlboard.settings import Home

Broker: TypeAlias = Home
"""A broker, as the settings of a table name one."""
LOG: Final = logging.getLogger("pearlboard.hub")
PORTS: Final = {"mqtt": 1_883, "mqtts": 8_883}
MOST: Final = 5_000
"""The devices that are remembered: whoever may write to the broker can make up any number."""
PACE: Final = Pace(a_second=500, burst=2_000, waiting=2_000)
"""A thousand tables are told of at once when the hub comes."""
AGAIN_S: Final = 5.0


def broker_of(text: str) -> Broker:
    """The broker at `mqtt://[USER[:PASSWORD]@]HOST[:PORT]`, or `mqtts://` with TLS; `ConfigError`."""
    try:
        parts = urlsplit(text)
        port = parts.port or PORTS[parts.scheme]
    except (KeyError, ValueError) as error:
        raise ConfigError(f"--broker: {text!r} is no address such as mqtt://192.0.2.7") from error
    if not parts.hostname or parts.path.strip("/") or parts.query:
        raise ConfigError(f"--broker: {text!r} is no address such as mqtt://192.0.2.7")
    return Home(
        broker=parts.hostname,
        port=port,
        tls="on" if parts.scheme == "mqtts" else "off",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
    )


class Presence:
    """A broker's word on tables. `on`: the devices that are switched on; `changed` is called when they change."""

    def __init__(self, broker: Broker, changed: Callable[[], None]) -> None:
        self._broker = broker
        self._changed = changed
        self._well = True
        self.on: frozenset[str] = frozenset()

    async def listen(self) -> None:
        """Hear for ever; a broker that is away is asked again, and says nothing of anybody meanwhile."""
        while True:
            try:
                async with connected(self._broker, f"pearlboard-hub-{secrets.token_hex(4)}", None, PACE) as client:
                    await client.subscribe(Topics("+").status, qos=1)
                    self._say(well=True)
                    async for message in client.messages:
                        self._hear(str(message.topic).split("/")[1], message.payload == ONLINE.encode())
            except NoBroker as error:
                self._say(well=False, why=error.__cause__ or error)
            self._become(frozenset())
            await asyncio.sleep(AGAIN_S)

    def _hear(self, device: str, on: bool) -> None:  # noqa: FBT001 - as the broker has it
        if not on:
            self._become(self.on - {device})
        elif len(self.on) < MOST:
            self._become(self.on | {device})

    def _become(self, on: frozenset[str]) -> None:
        if on != self.on:
            self.on = on
            self._changed()

    def _say(self, *, well: bool, why: BaseException | None = None) -> None:
        """Log what has become of the broker, once."""
        if well != self._well:
            self._well = well
            if well:
                LOG.info("The broker %s answers", self._broker.broker)
            else:
                LOG.warning("The broker %s cannot be used: %s", self._broker.broker, why)
