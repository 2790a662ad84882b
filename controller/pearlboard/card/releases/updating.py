"""An update from its request to its proof, and the ways back. After any interruption `undo_unproved` restores order.

unpacked beside · the service stops · games copied · promise on disk · link switched · the service starts
· three good answers · promise kept · all but two releases deleted

The promise is a file that names the release to come back. Whoever finds it at a start undoes the update, so the power
may fail at any step. Three answers count only in a row, from one process, with the right version.
"""

import contextlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pearlboard.card.releases import games
from pearlboard.card.releases.decisions import (
    Newer,
    Promise,
    Proof,
    Refused,
    before,
    games_come_back,
    is_newer,
    kept,
    program,
    refuse_a_game,
)
from pearlboard.card.releases.service import Clock, Service
from pearlboard.card.releases.shelf import NotWhole, Shelf
from pearlboard.card.releases.signed import Checked
from pearlboard.errors import PearlboardError

LIMIT_S: Final = 120.0
"""The limit for a start, generous for a Zero 2 W; `TimeoutStartSec` of the unit is 60."""
PAUSE_S: Final = 4.0
MOST_DEATHS: Final = 3
"""The number of restarts after which the limit is not waited for."""


class WentBack(PearlboardError, RuntimeError):
    """The new release did not work; the previous one runs again."""


class GamesGiveWay(Refused):
    """The release to go back to cannot read the games, and permission to put them aside was not given."""


class NothingLives(PearlboardError, RuntimeError):
    """The previous release is back, and does not answer either."""


@dataclass(frozen=True, slots=True)
class Updater:
    """Updates the releases of one shelf."""

    shelf: Shelf
    service: Service
    clock: Clock
    newer: Newer

    def update(self, package: Checked) -> str:
        """Update to that package if it works; returns the new state. `Refused` or `WentBack` otherwise."""
        current = self.shelf.current
        if not is_newer(package.version, current, self.newer):
            return f"{current} runs here already."
        refuse_a_game(self.service.answer())
        self.shelf.unpack(package.path, package.version, package.size)
        return self._tried(current, package.version, put_games_aside=None)

    def begin(self, package: Checked) -> str | None:
        """Install the first release of a card; None if it has one, which stays whatever its age."""
        if os.path.lexists(self.shelf.releases / "current"):
            return None
        self.shelf.sweep()
        self.shelf.unpack(package.path, package.version, package.size)
        self.shelf.switch(package.version)
        return f"{package.version} is the first release here."

    def back(self, *, put_games_aside: bool) -> str:
        """Return to the previous release; returns the new state. `Refused` if there is none, or games would be put
        aside.
        """
        current = self.shelf.current
        older = before(current, self.shelf.versions(), self.newer)
        if older is None:
            raise Refused(f"{current} is the oldest release here; there is none to go back to")
        refuse_a_game(self.service.answer())
        return self._tried(current, older, put_games_aside=put_games_aside)

    def undo_unproved(self) -> str | None:
        """Undo a release that was on trial when the power went; returns what was done, or None.

        Runs before the table starts; or later, if an update was interrupted. `Refused` if a game is on.
        """
        self.shelf.sweep()
        promise = self.shelf.promise()
        if promise is None:
            return None
        running = self.service.running()
        if running:
            refuse_a_game(self.service.answer())
            self.service.stop()
        told = self._taken_back(promise, "the update was cut off")
        if running:
            self.service.start()
        return told

    def status(self) -> list[str]:
        """The current release, the previous one, and pending work; a line each."""
        current, answer, promise = self.shelf.current, self.service.answer(), self.shelf.promise()
        older = before(current, self.shelf.versions(), self.newer)
        lines = [f"{current} is the current release."]
        if promise is not None:
            lines.append(f"It is not proven: unless it is, {promise.before} comes back at the next start.")
        lines.append("The table does not answer." if answer is None else f"The table says it is {answer.program}.")
        lines.append(f"`back` leads to {older}." if older else "There is no release to go back to.")
        lines += [f"Games put aside: {each}" for each in self.shelf.put_aside()]
        return lines

    def tell(self, outcome: Mapping[str, str] | None) -> None:
        """Leave the result for the table, which is not root: the current release, the target of `back`, the last
        outcome.

        `outcome`: None if nothing was tried; then the last one is kept.
        """
        current = self.shelf.current
        self.shelf.leave_word(
            {
                "current": current,
                "back": before(current, self.shelf.versions(), self.newer),
                "last": outcome or self.shelf.word().get("last"),
            }
        )

    # --- one after the other -----------------------------------------------------------------------------------------

    def _tried(self, current: str, trial: str, *, put_games_aside: bool | None) -> str:
        """Switch on trial. `put_games_aside` is None for a newer release, which reads all games."""
        was = self.service.answer()
        refuse_a_game(was)
        aside = ""
        with self._standing_still(current):
            games.copy(self.shelf.state, self.shelf.games_before(current))
            older = put_games_aside is not None and self._unreadable_to(trial)
            if older and not put_games_aside:
                raise GamesGiveWay(self._would_be_lost(trial))
            if older:
                aside = self.shelf.free_name(current)
                self.shelf.give(Promise(current, trial, aside))
                games.put_back(self.shelf.games_before(trial), self.shelf.state, aside)
            self.shelf.give(Promise(current, trial, self.shelf.free_name(trial)))
            self.shelf.switch(trial)
        self.service.start()
        well = was is not None and was.ok
        if wrong := self._wrong(trial, well=well):
            raise self._back_again(wrong, well=well)
        self.shelf.keep()
        self._prune()
        return f"{trial} runs; {current} is kept beside it.{self._told_aside(aside)}"

    @contextlib.contextmanager
    def _standing_still(self, current: str) -> Iterator[None]:
        """While the service is stopped. If anything is refused or fails, the previous release runs again."""
        self.service.stop()
        try:
            yield
        except (PearlboardError, OSError) as error:
            promise = self.shelf.promise()
            if promise is not None:
                self._taken_back(promise, str(error))
            self.service.start()
            if isinstance(error, PearlboardError):
                raise
            raise Refused(f"{current} goes on: the games or the link could not be written ({error})") from error

    def _wrong(self, version: str, *, well: bool) -> str:
        """The fault of a release; "" once it has answered three times in a row, as one process, within the limit."""
        proof, ends = Proof(), self.clock.now_s() + LIMIT_S
        while self.clock.now_s() < ends:
            if self.service.deaths() >= MOST_DEATHS:
                return f"it died {MOST_DEATHS} times"
            self.clock.wait(PAUSE_S)
            proof = proof.after(self.service.answer(), program(version), well=well)
            if proof.given:
                return ""
        return proof.wrong

    def _back_again(self, wrong: str, *, well: bool) -> PearlboardError:
        promise = self.shelf.promise()
        if promise is None:
            raise NotWhole("the promise is gone: somebody else has changed the releases meanwhile")
        self.service.stop()
        told = self._taken_back(promise, wrong)
        self.service.start()
        if still := self._wrong(promise.before, well=well):
            return NothingLives(f"{told} That one does not live either ({still}): look at `journalctl -u pearlboard`.")
        return WentBack(told)

    def _taken_back(self, promise: Promise, wrong: str) -> str:
        """Undo a release while the service is stopped; repeatable after any interruption. The promise is deleted
        last.
        """
        aside = promise.aside if self._games_returned(promise) else ""
        if self.shelf.current != promise.before:
            self.shelf.switch(promise.before)
        self.shelf.keep()
        if self.newer(promise.trial, promise.before):
            self.shelf.discard(promise.trial)
        return f"{promise.trial} did not prove itself ({wrong}); {promise.before} is back.{self._told_aside(aside)}"

    def _games_returned(self, promise: Promise) -> bool:
        """Whether games were put back, also before a power cut."""
        games.put_back(self.shelf.games_before(promise.before), self.shelf.state, promise.aside)
        return games.was_put_aside(self.shelf.state, promise.aside)

    # --- what it needs -----------------------------------------------------------------------------------------------

    def _unreadable_to(self, older: str) -> bool:
        copied = self.shelf.games_before(older)
        return copied.is_dir() and games_come_back(games.schema(self.shelf.state), games.schema(copied))

    def _would_be_lost(self, older: str) -> str:
        now, then = games.facts(self.shelf.state), games.facts(self.shelf.games_before(older))
        since = f" ({now - then} facts)" if now is not None and then is not None else ""
        return (
            f"{older} cannot read the games as they are now; with --put-games-aside it gets those of the day it was "
            f"replaced, and what was played since{since} is kept in a folder beside"
        )

    def _told_aside(self, aside: str) -> str:
        if not aside:
            return ""
        many = games.facts(self.shelf.state / aside)
        return f" The games that gave way are kept in {self.shelf.state / aside}{f' ({many} facts)' if many else ''}."

    def _prune(self) -> None:
        current = self.shelf.current
        keep = kept(current, [each for each in self.shelf.versions() if each != current], self.newer)
        for version in self.shelf.versions():
            if version not in keep:
                self.shelf.discard(version)
        self.shelf.forget_games(keep)
