"""The queue: which utterance comes next, which one replaces which, and what may be repeated. Pure.

The most urgent comes first. What has not begun gives way to a later utterance about the same thing; what was done adds
up, so that nothing of it is lost. Nothing is said twice in a row unless somebody asks for it.
"""

from dataclasses import replace
from typing import Final

from pearlboard.voice.utterance import About, Urgency, Utterance

MOST_DEEDS: Final = 6
"""Deeds that are told together; the older ones can be asked for."""


def _outdoes(new: Utterance, old: Utterance) -> bool:
    """Whether `old` is cut short: it is no longer so, somebody has asked for something, or something is wrong."""
    outdated = new.about is About.SITUATION and old.about is About.SITUATION
    return outdated or new.asked or (new.urgency is Urgency.WRONG and old.urgency < Urgency.WRONG)


class Queue:
    """Utterances that wait, the one that is being said, and the last one that was."""

    def __init__(self) -> None:
        self._waiting: dict[About, Utterance] = {}
        self.speaking: Utterance | None = None
        self.last: Utterance | None = None

    @property
    def waiting(self) -> tuple[Utterance, ...]:
        """The waiting utterances, in the order in which they will be said."""
        return tuple(sorted(self._waiting.values(), key=lambda each: (each.asked, each.urgency), reverse=True))

    def offer(self, utterance: Utterance) -> bool:
        """Take an utterance; returns whether what is being said must give way to it."""
        waits = self._waiting.pop(utterance.about, None)
        if utterance.about is About.DEEDS and waits is not None:
            utterance = replace(utterance, said=(*waits.said, *utterance.said)[-MOST_DEEDS:])
        if not utterance.said or (not utterance.asked and self._is_said(utterance)):
            return False
        self._waiting[utterance.about] = utterance
        return self.speaking is not None and _outdoes(utterance, self.speaking)

    def _is_said(self, utterance: Utterance) -> bool:
        last = self.speaking or self.last
        return last is not None and last.said == utterance.said and last.game == utterance.game

    def begin(self) -> Utterance | None:
        """The next utterance, which is said from now on; None if there is none, or one is being said."""
        if self.speaking is not None or not self._waiting:
            return None
        self.speaking = self._waiting.pop(self.waiting[0].about)
        if self.speaking.about is not About.MENU:
            self.last = self.speaking
        return self.speaking

    def end(self) -> None:
        """Note that the current utterance is over, or was cut short."""
        self.speaking = None

    def withdraw(self, about: About) -> None:
        """Drop what waits about something that is no longer so."""
        self._waiting.pop(about, None)

    def clear(self) -> None:
        """Drop everything that waits."""
        self._waiting.clear()
