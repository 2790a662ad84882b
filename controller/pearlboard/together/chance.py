"""Chance at two boards: the host promises before the game what it has decided, the guest checks it after.

The content is the deal as the game's own record has it. Its salt follows from the host's private key, so that a program
that begins anew in mid-game gives the same promise.
"""

import json
import logging
from collections.abc import Callable
from enum import StrEnum
from hmac import digest
from typing import Final

from pearlboard.games.registry import GAMES
from pearlboard.remote.commitment import promised, was_promised
from pearlboard.remote.messages import Opened, Promised
from pearlboard.session.state import Phase, Session

_log: Final = logging.getLogger("pearlboard.together")
LONGEST: Final = 65_536
_ABOUT: Final = b"pearlboard: the salt of a promise, 1\0"


class Promises:
    """The host's side."""

    def __init__(self, send: Callable[[Promised | Opened], None]) -> None:
        """Promise nothing before `begin`."""
        self._send = send
        self._key = b""
        self._number: int | None = None
        self._made: tuple[bytes, bytes] | None = None
        self._opened = False

    def begin(self, key: bytes, session: Session) -> None:
        """Promise from now on, also for the game that is on. `key`: known to the host alone, and kept."""
        self._key = key
        self.notice(session)

    def notice(self, session: Session) -> None:
        """Promise as a game begins, and open the promise once it is over."""
        if not self._key:
            return
        if session.number != self._number:
            self._number, self._opened = session.number, False
            self._made = self._make(session)
            self._promise()
        if self._made is not None and not self._opened and session.phase is Phase.OVER:
            self._opened = True
            self._send(Opened(*self._made))

    def again(self) -> None:
        """Promise, and open, once more to a guest that may know nothing."""
        self._promise()
        if self._made is not None and self._opened:
            self._send(Opened(*self._made))

    def _promise(self) -> None:
        if self._made is not None:
            self._send(Promised(promised(*self._made)))

    def _make(self, session: Session) -> tuple[bytes, bytes] | None:
        """The salt and the content; None for a game in which there is nothing to promise."""
        agreement = session.agreement
        if agreement is None or agreement.boards == 1 or session.deal is None:
            return None
        deal = GAMES[agreement.game].dealt.encode(session.deal)
        content = json.dumps({"game": agreement.game, "deal": deal}, sort_keys=True, separators=(",", ":")).encode()
        if len(content) > LONGEST:
            _log.warning("what chance has decided is too long to be promised to the other table")
            return None
        return digest(self._key, _ABOUT + str(session.number).encode() + b"\0" + content, "sha256"), content


class Word(StrEnum):
    """The state of a host's promise."""

    PROMISED = "promised"
    KEPT = "kept"
    BROKEN = "broken"
    CHANGED = "changed"


class Checks:
    """The guest's side. `word`: the state of the promise; None: nothing was promised."""

    def __init__(self) -> None:
        self.word: Word | None = None
        self._digest: bytes | None = None

    def hear(self, message: Promised | Opened) -> None:
        """Take what the host promises or opens."""
        before = self.word
        if isinstance(message, Promised):
            self._promised(message.digest)
        elif self._digest is None or not was_promised(self._digest, message.salt, message.content):
            self.word = Word.BROKEN
        elif self.word is Word.PROMISED:
            self.word = Word.KEPT
        if self.word in (Word.BROKEN, Word.CHANGED) and self.word is not before:
            _log.warning("what chance has decided is not what the other table had promised: %s", self.word.value)
        elif self.word is Word.KEPT is not before:
            _log.info("what chance has decided is what the other table had promised")

    def _promised(self, made: bytes) -> None:
        if made == self._digest:
            return
        unopened = self.word is Word.PROMISED
        self._digest, self.word = made, Word.CHANGED if unopened else Word.PROMISED
