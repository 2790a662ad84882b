"""The pages that do for one of several boards what the host's page, which stands at another, does for all."""

from collections.abc import Iterable

from pearlboard.session.principal import Principal
from pearlboard.table.tabletop import Tabletop


class Keepers:
    """`connected`: the principals whose screens are connected, in the order in which they came."""

    def __init__(self, tabletop: Tabletop, connected: Iterable[Principal]) -> None:
        self._tabletop, self._connected = tabletop, connected
        self._hosts_places = frozenset({0})

    def keeps(self, principal: Principal) -> bool:
        """Whether this page keeps its board."""
        return principal.place not in self._hosts_places and self.first_beside(principal)

    def first_beside(self, principal: Principal) -> bool:
        """Whether this is the page that has been connected for longest of those beside its board, if there are several
        boards: whoever lets another table in trusts the people there.
        """
        if len(self._tabletop.places) == 1 or not principal.page or principal.key is None:
            return False
        there = (each for each in self._connected if each.page and each.key and each.place == principal.place)
        return next(there, None) == principal

    def follow_host(self) -> None:
        """Note beside which boards the host's page stands; while it is away, it stands where it was."""
        pages = (each for each in self._connected if each.is_hosts_page(self._tabletop.session))
        self._hosts_places = frozenset(each.place for each in pages) or self._hosts_places
