"""The live feed of pages: tables or competitions, whenever the database says that something changed.

A page that cannot keep up is told the newest, and never what came in between.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import date
from typing import Final

import msgspec

from pearlboard.hub import words
from pearlboard.hub.database import AGAIN_S, COMPETITIONS, Away, Database
from pearlboard.hub.house import House
from pearlboard.hub.shown import Glance, by_name, glance

LOG: Final = logging.getLogger("pearlboard.hub")
BEAT_S: Final = 15.0
CALM_S: Final = 0.2
"""The pause after each look: what comes together is shown together."""
MOST: Final = 200
MOST_FROM_ONE: Final = 40


class Feed:
    """The tables at a glance, and who follows them or another page.

    `here`: the tables that are connected; `on`: as in `glance`. `edition` is another one whenever competitions may be
    different, or the database has come or gone; `standing`, when tables are, but for the turns that are played there.
    """

    def __init__(
        self,
        base: Database,
        house: House,
        here: Callable[[], frozenset[int]],
        on: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        self._base = base
        self._house = house
        self._here = here
        self._on = on
        self._tables: dict[int, Glance] = {}
        self.answers = True
        self._number = 0
        self._said: dict[str, str] = {}
        self._day = date.min
        self._stale: set[int | None] = {None}
        self._due = asyncio.Event()
        self._news = asyncio.Event()
        self._followers: Counter[str] = Counter()
        self._over = False
        self._asking = self._looks = 0
        self.edition: object = 0, True
        self.standing: object = 0
        self._changes = 0
        self._stood: list[object] = []

    @property
    def tables(self) -> list[Glance]:
        """The tables in the order of their names."""
        return sorted(self._tables.values(), key=by_name)

    def changed(self, table: int | None = None) -> None:
        """Look again soon at that table, or at all."""
        self._stale.add(table)
        self._due.set()

    async def listen(self) -> None:
        """Hear for ever of what changes in the database, and of its going and coming."""
        async for table in self._base.changes():
            self.changed(table)

    async def run(self) -> None:
        """Look again for ever, whenever that is due."""
        while True:
            await self._due.wait()
            self._due.clear()
            await self.look()
            if not self.answers:
                asyncio.get_running_loop().call_later(AGAIN_S, self.changed)
            await asyncio.sleep(CALM_S)

    async def look(self) -> None:
        """Look at what may have changed, and wake those who follow if something is different."""
        before = self._tables, self.answers, self._day
        stale, self._stale = self._stale, set()
        only = None if None in stale else [each for each in stale if each is not None]
        try:
            found = glance(await self._house.tables(only), self._here(), self._on())
        except Away as error:
            if self.answers:
                LOG.warning("%s", error)
            self.answers = False
            self._stale |= stale
        else:
            self.answers = True
            kept = {} if only is None else self._tables
            self._tables = {number: each for number, each in kept.items() if number not in stale}
            self._tables |= {each.table: each for each in found}
        self._day = date.today()  # noqa: DTZ011 - of the house: on another day, times are said with their date
        if (self._tables, self.answers, self._day) != before:
            self._said.clear()
            self._number += 1
            self._wake()
        self._note(stale)

    def _note(self, stale: set[int | None]) -> None:
        """Wake those who follow competitions, or the page of the house, if these may be different."""
        if stale & {None, COMPETITIONS}:
            self._looks += 1
        stood = [_standing(each) for each in self._tables.values()]
        known = stale - {None, COMPETITIONS}
        if stood != self._stood or any(self._is_beyond_a_glance(table) for table in known):
            self._stood = stood
            self._changes += 1
        before = self.edition, self.standing
        self.edition = self._looks, self.answers
        self.standing = self._changes, self.answers
        if (self.edition, self.standing) != before:
            self._wake()

    def _is_beyond_a_glance(self, table: int | None) -> bool:
        """Whether more than a glance says has changed: of a table that has left, or of whose log there are two."""
        shown = None if table is None else self._tables.get(table)
        return shown is None or shown.forked

    def close(self) -> None:
        """Let all go who follow."""
        self._over = True
        self._wake()

    def full(self, address: str) -> bool:
        """Whether nobody more from this address may follow."""
        return self._followers.total() >= MOST or self._followers[address] >= MOST_FROM_ONE

    def said(self, language: str) -> str:
        """The tables at a glance, as markup."""
        if language not in self._said:
            self._said[language] = words.tables(language, self.tables, answers=self.answers)
        return self._said[language]

    def ask_again(self) -> None:
        """Somebody may not look any more: ask of all who follow."""
        self._asking += 1
        self._wake()

    def number(self) -> object:
        """Another one whenever the tables at a glance are different."""
        return self._number

    async def follow(
        self,
        address: str,
        may: Callable[[], Awaitable[bool]],
        markup: Callable[[], Awaitable[str]],
        edition: Callable[[], object],
    ) -> AsyncIterator[str]:
        """Server-sent events: a page's markup now, and whenever it is of another edition.

        `may`: whether that is allowed still, which is asked at each beat.
        """
        self._followers[address] += 1
        told: object = None
        asked, until = self._asking, 0.0
        now_s = asyncio.get_running_loop().time
        try:
            while not self._over:
                if asked != self._asking or now_s() >= until:
                    asked, until = self._asking, now_s() + BEAT_S
                    if not await may():
                        return
                if told == edition():
                    try:
                        async with asyncio.timeout(BEAT_S):
                            await self._news.wait()
                    except TimeoutError:
                        yield ": beat\n\n"
                    continue
                told = edition()
                yield f"data: {msgspec.json.encode(await markup()).decode()}\n\n"
        finally:
            self._followers[address] -= 1

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


def _standing(table: Glance) -> object:
    """The entry of a table on the page of the house."""
    return table.table, table.name, table.kind, table.since, table.needs, table.forked, table.program
