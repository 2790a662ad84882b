"""Announcements on every page: that a code was shown, and that the host has changed. Nobody at the table misses one."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pearlboard.games.api import Seat
from pearlboard.session.principal import Principal
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Sentence, say

HOST_CHANGED: Final = "host_changed"
NEWS_MS: Final = 60_000
"""How long every page shows an announcement."""


@dataclass(frozen=True, slots=True)
class News:
    """An announcement on every page until `until_ms`, during the game that was set up as number `sitting`.

    `missed`: the digests of those who were away; `late`: until when those who have come back still see it.
    """

    sitting: int
    said: Sentence
    until_ms: int
    missed: frozenset[str]
    late: Mapping[str, int] = field(default_factory=dict)

    def is_for(self, key: str | None, at_ms: int) -> bool:
        """Whether the page or screen with this digest shows the announcement now."""
        return self.until_ms > at_ms or (key is not None and self.late.get(key, 0) > at_ms)


class Announcements:
    """The announcements of a table. `connected`: the screens that are connected."""

    def __init__(
        self, tabletop: Tabletop, connected: Collection[Principal], refresh_after: Callable[[int], int]
    ) -> None:
        """`refresh_after` returns the current time, and refreshes the pages after so many milliseconds."""
        self._tabletop = tabletop
        self._connected = connected
        self._refresh_after = refresh_after
        self._news: dict[tuple[str, Seat | None], News] = {}

    def shown(self, principal: Principal) -> tuple[Sentence, ...]:
        """The announcements for a page or screen, oldest first: recent ones, and those made while it was away.

        Several codes are announced in one sentence, because phones have room for one line above the board.
        """
        sitting, at_ms = self._tabletop.ledger.sitting, self._tabletop.clock()
        told = sorted(self._news.items(), key=lambda item: item[1].until_ms)
        host = principal.is_hosts_page(self._tabletop.session)
        current = [
            (seat, news.said)
            for (name, seat), news in told
            if news.sitting == sitting and news.is_for(principal.key, at_ms) and not (host and name == HOST_CHANGED)
        ]
        seats = sorted(seat for seat, _ in current if seat is not None)
        codes = [say("codes_shown", code_seats=seats)] if len(seats) > 1 else []
        return (*(said for seat, said in current if seat is None or not codes), *codes)

    def shows_late(self, principal: Principal) -> bool:
        """Whether this page or screen shows an announcement that others no longer show."""
        at_ms = self._tabletop.clock()
        return any(news.late.get(principal.key or "", 0) > at_ms for news in self._news.values())

    def make(self, said: Sentence, seat: Seat | None = None, before: str | None = None) -> None:
        """Announce on every page, and later to players who are away. `before`: the digest of an earlier host."""
        session, until_ms = self._tabletop.session, self._refresh_after(NEWS_MS) + NEWS_MS
        here = {principal.key for principal in self._connected}
        players = {session.host, before, *session.phones.values()} - here
        missed = frozenset(key for key in players if key is not None)
        self._news[said.name, seat] = News(self._tabletop.ledger.sitting, said, until_ms, missed)

    def make_late(self, key: str | None) -> None:
        """Announce to somebody who has come back what was announced meanwhile."""
        until_ms = self._tabletop.clock() + NEWS_MS
        for name, news in self._news.items():
            if key is not None and key in news.missed:
                self._refresh_after(NEWS_MS)
                late = {**news.late, key: until_ms}
                self._news[name] = replace(news, missed=news.missed - {key}, late=late)
