"""What the host's page shows to let phones in: an address and its code for each invitation, and the house's Wi-Fi."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import segno

from pearlboard.screens.seat_access import SeatAccess
from pearlboard.session.principal import Principal
from pearlboard.session.state import Phase


@dataclass(frozen=True, slots=True)
class Wifi:
    """The network that phones must be in. `password` empty: an open one."""

    name: str
    password: str

    @property
    def text(self) -> str:
        """As phones read it from a code."""
        secret = f"WPA;P:{_escaped(self.password)}" if self.password else "nopass"
        return f"WIFI:T:{secret};S:{_escaped(self.name)};;"


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)


def joining(seat_access: SeatAccess, origin: Callable[[], str], wifi: Wifi | None) -> dict[str, Any]:
    """The key `join` of the host's screen."""
    codes = seat_access.invitations()
    at = origin() if codes else ""
    invitations = [
        {"seat": seat, "address": f"{at}/seat#{code}", "qr": _qr(f"{at}/seat#{code}")} for seat, code in codes.items()
    ]
    return {"invitations": invitations, "wifi": _shown_wifi(wifi)}


def way_in(seat_access: SeatAccess, origin: Callable[[], str], wifi: Wifi | None) -> dict[str, Any] | None:
    """The lobby's one address and its code, for the page that has opened it."""
    found = seat_access.lobby.open
    if found is None:
        return None
    address = f"{origin()}/seat#{found.code}"
    return {"address": address, "qr": _qr(address), "wifi": _shown_wifi(wifi)}


def door(origin: Callable[[], str], principal: Principal, phase: Phase) -> dict[str, Any] | None:
    """The table page's address and its code while nobody plays, for a page on which nothing can be pressed."""
    if not principal.page or phase is not Phase.IDLE:
        return None
    address = f"{origin()}/"
    return {"address": address, "qr": _qr(address)}


@dataclass(frozen=True, slots=True)
class OwnWifi(Wifi):
    """The table's own, while it is open. `first`: it knows no network of the house yet."""

    first: bool

    @property
    def shown(self) -> dict[str, Any]:
        """The key `own_wifi` of a page's screen."""
        return {"name": self.name, "password": self.password, "qr": _qr(self.text), "first": self.first}


def _shown_wifi(wifi: Wifi | None) -> dict[str, Any] | None:
    return None if wifi is None else {"name": wifi.name, "qr": _qr(wifi.text)}


@lru_cache(maxsize=8)
def _qr(text: str) -> dict[str, Any]:
    """A QR code as an SVG path over modules; the quiet zone is the page's."""
    rows = segno.make(text, error="m", micro=False).matrix
    return {"size": len(rows), "path": "".join(_runs(y, row) for y, row in enumerate(rows))}


def _runs(y: int, row: Iterable[int]) -> str:
    """The dark modules of a row, each run as one bar."""
    bars, start = [], None
    for x, dark in enumerate((*row, 0)):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            bars.append(f"M{start} {y}h{x - start}v1h{start - x}z")
            start = None
    return "".join(bars)
