"""How phones join: an address and its QR code for each invitation, and the house's Wi-Fi."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

import segno

from pearlboard.games.api import Seat
from pearlboard.screens.seat_access import SeatAccess
from pearlboard.session.principal import Principal
from pearlboard.session.state import Phase

Origins: TypeAlias = Callable[[], tuple[str, ...]]
"""The origins (scheme, host and port) at which phones can reach the table now, best first; never empty."""
MOST_CODES: Final = 64
"""The number of QR codes cached: for each seat and the lobby, at each address."""


@dataclass(frozen=True, slots=True)
class Wifi:
    """The network that phones must be in. `password` empty: an open network."""

    name: str
    password: str

    @property
    def text(self) -> str:
        """The text of a Wi-Fi QR code."""
        secret = f"WPA;P:{_escaped(self.password)}" if self.password else "nopass"
        return f"WIFI:T:{secret};S:{_escaped(self.name)};;"


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)


def joining(
    seat_access: SeatAccess, origins: Callable[[Seat], tuple[str, ...] | None], wifi: Wifi | None
) -> dict[str, Any]:
    """The key `join` of the host's screen, or of a page that keeps a board. `origins`: where a seat's phone reaches its
    table; None: that page does not invite it.
    """
    invitations = [
        {"seat": seat, **_addresses(found, f"/seat#{code}")}
        for seat, code in seat_access.invitations().items()
        if (found := origins(seat)) is not None
    ]
    return {"invitations": invitations, "wifi": _shown_wifi(wifi)}


def way_in(seat_access: SeatAccess, origins: Origins, wifi: Wifi | None) -> dict[str, Any] | None:
    """The lobby's code at each of the table's addresses; None without a lobby.

    For the page that has opened it, and for the machine's own screen: nobody reads that from afar. Any other shared
    page can be opened by whoever is in the network, so a guest who was sent away would read the new code there.
    """
    found = seat_access.lobby.open
    return None if found is None else {**_addresses(origins(), f"/seat#{found.code}"), "wifi": _shown_wifi(wifi)}


def door(seat_access: SeatAccess, origins: Origins, principal: Principal, phase: Phase) -> dict[str, Any] | None:
    """The table page's addresses as QR codes, on a shared page while nobody plays: such a page may have no input.

    None while a lobby is open: whoever came by that way could not join.
    """
    free = phase is Phase.IDLE and seat_access.lobby.open is None
    return _addresses(origins(), "/") if principal.page and free else None


def _addresses(origins: tuple[str, ...], path: str) -> dict[str, Any]:
    """A page's best address with its QR code, and `others` if the table is in several networks."""
    best, *others = ({"address": f"{origin}{path}", "qr": qr(f"{origin}{path}")} for origin in origins)
    return {**best, "others": others}


@dataclass(frozen=True, slots=True)
class OwnWifi(Wifi):
    """The table's own network, while it is open. `first`: the table knows no network of the house yet."""

    first: bool

    @property
    def shown(self) -> dict[str, Any]:
        """The key `own_wifi` of a page's screen."""
        return {"name": self.name, "password": self.password, "qr": qr(self.text), "first": self.first}


def _shown_wifi(wifi: Wifi | None) -> dict[str, Any] | None:
    return None if wifi is None else {"name": wifi.name, "qr": qr(wifi.text)}


@lru_cache(maxsize=MOST_CODES)
def qr(text: str) -> dict[str, Any]:
    """A QR code as an SVG path over modules; the page adds the quiet zone."""
    rows = segno.make(text, error="m", micro=False).matrix
    return {"size": len(rows), "path": "".join(_runs(y, row) for y, row in enumerate(rows))}


def _runs(y: int, row: Iterable[int]) -> str:
    """SVG path commands for the dark modules of a row, one bar for each run of them."""
    bars, start = [], None
    for x, dark in enumerate((*row, 0)):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            bars.append(f"M{start} {y}h{x - start}v1h{start - x}z")
            start = None
    return "".join(bars)
