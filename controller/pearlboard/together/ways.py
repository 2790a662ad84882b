"""The carrier of the line: a WebSocket to an address, or iroh, as the host's settings or the guest's invitation say."""

from pathlib import Path

from pearlboard.carriers.identity import certificate, secret
from pearlboard.carriers.iroh import IrohCarrier
from pearlboard.carriers.protocols import Carrier
from pearlboard.carriers.websocket import WebSocketCarrier
from pearlboard.remote.invitation import Way
from pearlboard.together.kept import KEYS, beside


def of_host(way: Way, store: Path, relay: str) -> Carrier:
    """A carrier with this table's own key, made if there is none; slow. `NotInstalled`, `OSError`.

    `relay`: the address of a relay for iroh; empty: none.
    """
    folder = beside(store, KEYS)
    if way is Way.WEBSOCKET:
        return WebSocketCarrier(*certificate(folder))
    return IrohCarrier(secret(folder), (relay,) if relay else ())


def of_guest(way: Way, store: Path, relay: str) -> Carrier:
    """A carrier to a host. `NotInstalled`, `OSError`."""
    return WebSocketCarrier() if way is Way.WEBSOCKET else of_host(way, store, relay)


def private_key(way: Way, store: Path) -> bytes:
    """The secret that this table alone knows, and keeps; made if there is none. `NotInstalled`, `OSError`."""
    folder = beside(store, KEYS)
    return certificate(folder)[1].read_bytes() if way is Way.WEBSOCKET else secret(folder)
