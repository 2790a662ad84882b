"""The pages that do for one of several boards what the host's page, which stands at another, does for all."""

from collections.abc import Iterable

from pearlboard.games.api import Seat
from pearlboard.session.principal import Principal
from pearlboard.session.state import Refused
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import say


class Keepers:
    """`connected`: the principals whose screens are connected, in the order in which they came."""

    def __init__(self, tabletop: Tabletop, connected: Iterable[Principal]) -> None:
        self._tabletop, self._connected = tabletop, connected
        self._chosen: dict[int, str] = {}
        self._hosts_places = frozenset({0})

    def keeps(self, principal: Principal) -> bool:
        """Whether this page keeps its board."""
        return principal.place not in self._hosts_places and self.first_beside(principal)

    def first_beside(self, principal: Principal) -> bool:
        """Whether this is the page that has taken its board over, or has been connected for longest of those beside it,
        if there are several boards: whoever lets another table in trusts the people there.
        """
        if len(self._tabletop.places) == 1 or not principal.page or principal.key is None:
            return False
        there = [each for each in self._connected if each.page and each.key and each.place == principal.place]
        chosen = self._chosen.get(principal.place)
        return next((each for each in there if each.key == chosen), next(iter(there), None)) == principal

    def may_take(self, principal: Principal) -> bool:
        """Whether this page may keep its board in place of another one there, which is not the host's."""
        several, page = len(self._tabletop.places) > 1, principal.page and principal.key is not None
        return several and page and principal.place not in self._hosts_places and not self.keeps(principal)

    def take(self, principal: Principal) -> None:
        """Let this page keep its board; a hand that another page shows there is covered. `Refused`."""
        if principal.key is None or not self.may_take(principal):
            raise Refused("nobody_keeps", say("nobody_keeps"))
        self._chosen[principal.place] = principal.key
        self._tabletop.draw_curtain(None)

    def invites(self, principal: Principal) -> frozenset[Seat]:
        """The seats to which this page may invite phones: the host's page to all, a keeper to those at its board."""
        agreement, places = self._tabletop.session.agreement, self._tabletop.places
        host = principal.is_host(self._tabletop.session)
        if agreement is None or not (host or self.keeps(principal)):
            return frozenset()
        place = places.of(principal.place)
        return frozenset(seat for seat in agreement.people if host or places.sits(seat, place, agreement))

    def follow_host(self) -> None:
        """Note beside which boards the host's page stands; while it is away, it stands where it was."""
        pages = (each for each in self._connected if each.is_hosts_page(self._tabletop.session))
        self._hosts_places = frozenset(each.place for each in pages) or self._hosts_places
