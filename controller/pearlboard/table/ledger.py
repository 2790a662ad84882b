"""The ledger of a table: the session, and what its facts have cost. An intent becomes entries, and entries a session.

Facts are acted on at once and saved behind; `public_before` says which of them are not saved yet.
"""

from collections import deque
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Final

from pearlboard.session import intents
from pearlboard.session.decide import decide, fold, instead, number, receive
from pearlboard.session.facts import Entry, GameAgreed, GamePaused, not_begun, only_sets_up
from pearlboard.session.freshness import without_game
from pearlboard.session.intents import Command, Intent
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.table.ports import CommandMeta, Saver
from pearlboard.texts import say

FILE_IN_FACTS: Final = 40
"""The cost of a game's file on disk, in facts."""
PAUSE_AGAIN_MS: Final = 60_000


class Ledger:
    """The session and its facts.

    `recorded`: the total cost in facts, where a game that begins also costs a file. `set_ups`: 1 + the games agreed on
    since the start of the program.
    """

    def __init__(self, session: Session, saver: Saver, before: Session | None = None) -> None:
        """Continue from the end of the log; `before`: the session before a set-up that nobody has begun, if the log
        ends there.
        """
        self.session = session
        self.recorded = 0
        self.set_ups = 1
        self.saver = saver
        self._before_set_up = before
        self._paused_ms: int | None = None
        self._publics = deque([session.public])

    @property
    def sitting(self) -> int:
        """The number of the game in progress, counted from the start of the program; 0 if there is none.

        In the log a game that was replaced before it began has the same number as its successor; here it has its own.
        """
        return 0 if self.session.phase is Phase.IDLE else self.set_ups

    def entries(self, intent: Intent, meta: CommandMeta | None) -> tuple[Entry, ...]:
        """The entries that an intent becomes; `Refused` if it is not allowed. Nothing is recorded yet."""
        if meta is None:
            entries = number(self.session, decide(self.session, intent))
        else:
            entries = receive(self.session, Command(meta.id, meta.version, intent))
        if self._before_set_up is not None and isinstance(intent, intents.AgreeOnGame):
            entries = instead(self._before_set_up, self.session, entries)
        return entries

    def record(self, entries: tuple[Entry, ...], at_ms: int) -> tuple[tuple[Entry, Session, Session], ...]:
        """Have entries saved; returns each with the session before it and after it."""
        start = self._start_of(entries)
        states = tuple(accumulate(entries, lambda session, entry: fold(session, (entry,)), initial=start))
        self._publics.extend(state.public for state in states[1:])
        self.saver.append(entries)
        self._count(entries, start, at_ms)
        self.session = states[-1]
        return tuple((entry, *around) for entry, around in zip(entries, pairwise(states), strict=True))

    def _start_of(self, entries: tuple[Entry, ...]) -> Session:
        """The session to which the entries apply: the current one, or that before a set-up which is being replaced."""
        before = self._before_set_up
        if before is None or entries[0].version > self.session.version:
            return self.session
        return replace(before, public=self.session.public)  # pages have seen the public numbers of the replaced set-up

    def _count(self, entries: tuple[Entry, ...], start: Session, at_ms: int) -> None:
        """Count the cost of entries on disk, and note whether anybody has begun the game that was set up."""
        self.recorded += len(entries)
        self.set_ups += sum(isinstance(entry.fact, GameAgreed) for entry in entries)
        if any(isinstance(entry.fact, GamePaused) for entry in entries):
            self._paused_ms = at_ms
        if not_begun([entry.fact for entry in entries]):
            self._before_set_up = start
            self._paused_ms = None
        elif self._before_set_up is not None and not only_sets_up(entry.fact for entry in entries):
            self._before_set_up = None
            self.recorded += FILE_IN_FACTS

    def check_pause(self, at_ms: int) -> None:
        """Raise `Refused` if there was a pause a moment ago: each is two facts."""
        if self._paused_ms is not None and at_ms - self._paused_ms < PAUSE_AGAIN_MS:
            left_s = -(-(PAUSE_AGAIN_MS - at_ms + self._paused_ms) // 1000)
            raise Refused("paused_already", say("paused_already", seconds=left_s))

    def public_before(self, unsaved: int) -> int:
        """The public number before the last `unsaved` entries. What was saved is not asked about again."""
        while len(self._publics) > unsaved + 1:
            self._publics.popleft()
        return self._publics[0]

    def give_up_game(self) -> None:
        """Give up the game in progress. What was played is kept."""
        self.session = without_game(self.session)
