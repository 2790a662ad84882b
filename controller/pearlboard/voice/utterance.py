"""An utterance: sentences that are said together, how urgent they are, and what they are about. Pure."""

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

from pearlboard.table.situation import Situation
from pearlboard.texts import Catalogue, Sentence
from pearlboard.texts.language import NO_BREAK_SPACE


class Urgency(IntEnum):
    """Ranks of utterances, the least first: what was done, whose turn it is, what is asked for, what is wrong."""

    TOLD = 0
    TURN = 1
    ASKED = 2
    WRONG = 3


class About(StrEnum):
    """The subject. Of each at most one utterance waits: what comes later is what is true."""

    SITUATION = "situation"
    DEEDS = "deeds"
    LIFTED = "lifted"  # pieces, while the game watches for that
    TIME = "time"
    NOTICE = "notice"
    ANSWER = "answer"
    MENU = "menu"  # its items: nobody wants these again, or more about them


@dataclass(frozen=True, slots=True)
class Utterance:
    """Sentences in the words of a game and the names of its players.

    more   what is said besides if somebody asks for it
    asked  somebody has asked for this: it comes before everything else, and also if it was just said
    """

    about: About
    urgency: Urgency
    said: tuple[Sentence, ...]
    more: tuple[Sentence, ...] = ()
    asked: bool = False
    game: str | None = None
    names: tuple[tuple[int, str], ...] = ()

    def text(self, catalogue: Catalogue) -> str:
        """The words in that language, for ears."""
        return " ".join(self.lines(catalogue))

    def lines(self, catalogue: Catalogue) -> list[str]:
        """The words of each sentence. Names come from people: what is no sign to be read becomes a blank."""
        words, names = catalogue.aloud.of(self.game), dict(self.names)
        return [line for each in self.said if (line := _readable(words.render(each, names)))]

    def at_length(self) -> "Utterance":
        """The answer to "more": that alone, or the same again where there is no more."""
        return replace(self, said=self.more or self.said, more=(), asked=True)


def _readable(text: str) -> str:
    signs = "".join(sign if sign.isprintable() or sign == NO_BREAK_SPACE else " " for sign in text)
    return " ".join(word for word in signs.split(" ") if word)


def spoken(
    now: Situation,
    about: About,
    urgency: Urgency,
    said: tuple[Sentence, ...],
    more: tuple[Sentence, ...] = (),
    *,
    asked: bool = False,
) -> Utterance:
    """An utterance in the words of what is played, taught or shown just now."""
    agreement = now.game.agreement
    game = None if agreement is None else agreement.game
    if now.lesson is not None:
        game = now.lesson.package.name
    if now.exhibit is not None:
        agreement, game = now.exhibit.replay.agreement, now.exhibit.replay.package.name
    names = () if agreement is None else tuple(enumerate(agreement.names, 1))
    return Utterance(about, urgency, said, more, asked, game, names)
