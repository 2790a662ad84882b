"""`pearlboard hub`: run the hub of a house until somebody stops it."""

import asyncio
import logging
import os
import sys
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from pearlboard.club.messages import PORT
from pearlboard.diagnostics.logs import PROGRAM
from pearlboard.errors import ConfigError
from pearlboard.origins import names_of, proxies_of
from pearlboard.web.address import EVERYWHERE, HERE, bracketed, reachable
from pearlboard.web.listening import BOTH, bind

if TYPE_CHECKING:
    from pearlboard.hub.presence import Broker

VARIABLE: Final = "PEARLBOARD_HUB_DATABASE"
BROKER: Final = "PEARLBOARD_HUB_BROKER"


def arguments(parser: ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "--database", metavar="URL", help=f"postgresql://USER@HOST/NAME (default: what {VARIABLE} names)"
    )
    parser.add_argument(
        "--broker", metavar="URL", help=f"mqtt://HOST, which knows who is switched on (default: what {BROKER} names)"
    )
    parser.add_argument("--host", metavar="ADDRESS", default=BOTH, help="where to listen (default: on every address)")
    parser.add_argument("--port", type=int, metavar="N", default=PORT, help="on which port (default %(default)s)")
    parser.add_argument(
        "--names", metavar="NAMES", default="", help="under which other names browsers reach it, as hub.example.org"
    )
    parser.add_argument("--proxies", metavar="ADDRESSES", default="", help="the addresses of proxies to be trusted")
    parser.add_argument("--new-owner", action="store_true", help="make another key for the owner; the old one ends")


def run(options: Namespace) -> int:
    """Serve until the program is asked to stop."""
    try:
        from pearlboard.hub import running  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ConfigError(f"the hub needs {error.name}: pip install 'pearlboard[hub]'") from error
    address = options.database or os.environ.get(VARIABLE)
    if not address:
        raise ConfigError(f"which database? Give --database postgresql://USER@HOST/NAME, or set {VARIABLE}")
    if not 0 <= options.port <= 65_535:
        raise ConfigError(f"--port: {options.port} is not a port; give one from 0 to 65535")

    broker = _broker(options.broker or os.environ.get(BROKER))
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger(PROGRAM).setLevel(logging.INFO)
    names, proxies = names_of(options.names), proxies_of(options.proxies)
    listening = bind(options.host, options.port)
    port = listening.getsockname()[1]

    def ready(key: str | None) -> None:
        _announce(options.host, port, key)

    place = running.Place(listening, options.host, port, names, proxies)
    with listening:
        asyncio.run(running.run(address, place, ready, new_owner=options.new_owner, broker=broker))
    return 0


def _broker(text: str | None) -> "Broker | None":
    """The broker that was named; `ConfigError`, also where its library is missing."""
    if not text:
        return None
    if find_spec("aiomqtt") is None:
        raise ConfigError("--broker needs aiomqtt: pip install 'pearlboard[mqtt]'")
    from pearlboard.hub.presence import broker_of  # noqa: PLC0415 - of the hub, as above

    return broker_of(text)


def _announce(host: str, port: int, key: str | None) -> None:
    own = HERE if host in EVERYWHERE else bracketed(host)
    addresses = [f"http://{each}:{port}/" for each in reachable(host)] or [f"http://{own}:{port}/"]
    lines = [f"The hub is at {addresses[0]}", f"For a television: {addresses[0]}tv"]
    if key is None:
        lines.append(f"The page of the house: {addresses[0]}house (the owner's key was printed at the first start)")
    else:
        lines.append(f"The way in for the owner, this once with the key: {addresses[0]}enter#{key}")
    sys.stdout.write("\n".join([*lines, "Stop with Ctrl-C.", ""]))
    sys.stdout.flush()
