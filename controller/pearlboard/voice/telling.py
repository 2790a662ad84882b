"""The table's own reports at a change: its sentence, what was done, and how much time is left. Pure.

The sentence is that of `table.speech`, with what the game wants to be heard before it. A situation that comes back
after another is said again; one that stays is not.
"""

from collections.abc import Iterator
from typing import Final

from pearlboard.games.api import Verdict
from pearlboard.session.state import Deed
from pearlboard.table.situation import Situation
from pearlboard.table.speech import answers, explanation, sentence
from pearlboard.table.stopwatch import STOPPED, Stopwatch
from pearlboard.texts import Sentence, say
from pearlboard.voice.utterance import About, Urgency, Utterance, spoken

NOTHING: Final[tuple[Sentence, ...]] = ()
NO_DEEDS: Final[tuple[Deed, ...]] = ()
LAST_MS: Final = 10_000
"""The end of a timer that is announced, beside its middle."""
LEAST_MS: Final = 2 * LAST_MS
"""Shorter timers are announced by their middle alone."""


def urgency(now: Situation) -> Urgency:
    """How urgent the sentence of a situation is."""
    draft, lying = now.board.draft, now.board.table
    if now.stop is not None or lying.missing or lying.to_lift or _wrong(now):
        return Urgency.WRONG
    asks = now.turn.awaits or now.requests.proposal is not None or now.board.clearing or now.requests.unseen
    if asks or lying.to_lay or (draft is not None and not draft.nothing):
        return Urgency.ASKED
    return Urgency.TURN


def _wrong(now: Situation) -> bool:
    draft, foreign = now.board.draft, now.board.draft is None and bool(now.board.table.extra)
    return (foreign and not now.board.clearing) or (draft is not None and draft.verdict is Verdict.ILLEGAL)


def situation(now: Situation) -> Utterance:
    """The sentence of a situation."""
    package = now.game.package
    whole = package is not None and now.stop is None and not now.game.counting and now.lesson is None
    before = package.by_ear.before(now.game.view) if package is not None and whole else ()
    return spoken(now, About.SITUATION, urgency(now), (*before, sentence(now)))


def at_length(now: Situation) -> Iterator[Sentence]:
    """The pages' additions to the sentence of a situation, in the order in which they help."""
    if (told := explanation(now)) is not None:
        yield told
    for each in answers(now):
        yield each.question
        yield each.said
    package = now.game.package
    if package is not None and package.advising is not None:
        for advised in now.requests.advice:
            yield package.advising.advice(advised.action)
            yield advised.compared
            if advised.reason is not None:
                yield advised.reason
    yield from now.game.told
    if now.game.clock is not None and now.game.clock.up:
        yield say("clock_up_alone")


class Telling:
    """The reports of the game so far, so that each is made once."""

    def __init__(self) -> None:
        self._game: int | None = None
        self._situation = self._before = NOTHING
        self._deeds = NO_DEEDS
        self._lifted: set[int] = set()
        self._timer: tuple[object, int] | None = None
        self._notices: frozenset[Sentence] = frozenset()

    def look(self, now: Situation) -> Iterator[Utterance]:
        """The news in this situation."""
        deeds = tuple(self._new_deeds(now))
        if deeds:
            yield spoken(now, About.DEEDS, Urgency.TOLD, deeds)
        numbers = {lifted.number for lifted in now.board.lifted}
        new = (lifted.site for lifted in now.board.lifted if lifted.number not in self._lifted)
        self._lifted, lifted = numbers, tuple(say("voice_lifted", site=site) for site in new)
        if lifted:
            yield spoken(now, About.LIFTED, Urgency.TOLD, lifted)
        said = situation(now)
        if said.said != self._situation or (now.ended and deeds):
            self._before, self._situation = self._situation, said.said
            yield said

    def return_to_before(self) -> None:
        """A piece was only lifted to ask for its place: what was so before is no news when it is so again."""
        self._situation = self._before

    def _new_deeds(self, now: Situation) -> Iterator[Sentence]:
        """The deeds since the last look; none of those that were done before the first one."""
        before, self._deeds = self._deeds, now.game.deeds
        game, self._game = self._game, now.game.number
        if game != self._game:
            return
        for was, deed in zip(before, self._deeds, strict=False):
            if deed.back and not was.back:
                yield say("voice_taken_back", told=deed.said)
        yield from (deed.said for deed in self._deeds[len(before) :])

    def notice(self, now: Situation, notices: tuple[Sentence, ...]) -> Iterator[Utterance]:
        """The pages' reports about the table itself, once as they come."""
        new = tuple(each for each in notices if each not in self._notices)
        self._notices = frozenset(notices)
        if new:
            yield spoken(now, About.NOTICE, Urgency.ASKED, new)

    def time(self, now: Situation, timer: Stopwatch, at_ms: int) -> Iterator[Utterance]:
        """The middle of a timer that everybody sees, and its last seconds."""
        if not _heard(now, timer):
            self._timer = None
            return
        passed = [mark for mark in _marks(timer) if timer.left_at(at_ms) <= mark]
        was, self._timer = self._timer, (timer.about, len(passed))
        if was is not None and was[0] == timer.about and was[1] < len(passed):
            seconds = round(timer.left_at(at_ms) / 1000)
            yield spoken(now, About.TIME, Urgency.ASKED, (say("voice_seconds_left", count=seconds),))


def time_due(now: Situation, timer: Stopwatch, at_ms: int) -> int | None:
    """When something of a timer is to be said next; None: nothing more."""
    if timer == STOPPED or not _heard(now, timer):
        return None
    due = [timer.reaches(timer.of_ms - mark) for mark in _marks(timer) if timer.left_at(at_ms) > mark]
    return min((at for at in due if at is not None), default=None)


def _heard(now: Situation, timer: Stopwatch) -> bool:
    return now.game.timer is not None and not now.game.timer.quiet and timer.about is not None


def _marks(timer: Stopwatch) -> tuple[int, ...]:
    half = timer.of_ms // 2
    return (half, LAST_MS) if timer.of_ms > LEAST_MS else (half,)
