"""Visitors of a running table: screens with and without a token. The web's port for that."""

from collections.abc import Mapping
from typing import Any, Final

from pearlboard.screens.seat_access import SeatAccess
from pearlboard.session.principal import Principal, seat_of, seat_with
from pearlboard.table.tabletop import Tabletop

SOMEBODY: Final = "somebody"
"""The digest that all anonymous pages share."""


class Visitors:
    """Implements `web.port.VisitorsPort`."""

    def __init__(self, tabletop: Tabletop, seat_access: SeatAccess) -> None:
        self._tabletop = tabletop
        self._seat_access = seat_access

    def join(self, code: str, place: int = 0) -> Mapping[str, Any]:
        """Exchange an invitation for a seat's token, or the lobby's code for a guest's, who is beside that board."""
        if self.lets_many_in(code):
            entered = self._seat_access.lobby.enter(code, place)
            self._tabletop.refresh()
            return {"guest": entered.guest, "token": entered.token}
        joined = self._seat_access.join(code)
        return {"seat": joined.seat, "name": joined.name, "token": joined.token}

    def lets_many_in(self, code: str) -> bool:
        """Whether the code is the lobby's, which admits several guests."""
        return self._seat_access.lobby.lets_in(code)

    def holder_of(self, token: str) -> Principal | None:
        """The principal of a token."""
        return seat_of(self._tabletop.session, token) or self._seat_access.lobby.guest_of(token)

    def by_now(self, principal: Principal) -> Principal:
        """The principal after a guest has got a seat."""
        if principal.guest is None:
            return principal
        return seat_with(self._tabletop.session, principal.key) or principal

    def knows(self, principal: Principal) -> bool:
        """See `VisitorsPort`."""
        return self._seat_access.knows(principal)

    def shown_as(self, principal: Principal) -> Principal:
        """See `VisitorsPort`."""
        access, behind = self._seat_access, self._tabletop.behind_curtain(principal) is not None
        claims = access.claim is not None and access.claim.principal == principal
        nobody = principal.page and not (
            access.knows(principal) or behind or claims or access.announcements.shows_late(principal)
        )
        if not nobody:
            return principal
        return Principal(key=principal.key and SOMEBODY, local=principal.local, place=principal.place)

    def sits_at(self, principal: Principal) -> int:
        """See `VisitorsPort`."""
        return principal.sits_at(self._tabletop.session)

    def turned_away(self) -> None:
        """See `VisitorsPort`."""
        self._seat_access.turned_away()

    def still_there(self, principal: Principal) -> bool:
        """Whether the token of a screen is still valid."""
        return principal.still_there(self._tabletop.session) or self._seat_access.lobby.knows(principal)

    def arrive(self, principal: Principal) -> None:
        """A screen has connected."""
        self._seat_access.arrive(principal)

    def depart(self, principal: Principal) -> None:
        """A screen has disconnected. A curtain that was open there closes, so that nobody else sees the hand."""
        if self._tabletop.behind_curtain(principal) is not None:
            with self._tabletop.places.beside(principal, self._tabletop.session):
                self._tabletop.draw_curtain(None)
        self._seat_access.depart(principal)
