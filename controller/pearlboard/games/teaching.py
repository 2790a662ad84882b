"""What a game has for somebody who learns it: steps of a first lesson, explanations as it goes on, answers.

All of it may be heard by everybody.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pearlboard.games.values import NOWHERE, Seat
from pearlboard.geometry import Light, Site
from pearlboard.lights.scene import Mark
from pearlboard.texts import Sentence


@dataclass(frozen=True, slots=True)
class Setting:
    """Pieces that are laid out together before a step, and what is said while some of them are missing."""

    sites: frozenset[Site]
    said: Sentence


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of the first lesson, or a puzzle, as it is done on the board itself.

    said      what is to be done; `done`: what is said when it is
    lying     where pieces lie before; `lit`: what is pointed at; `shining`: what shines besides, as in a game
    answers   sets of sites, of which one is right; none where one of the `choices` is, the one numbered `right` from 0
    setting   in which order what lies there before is laid out; none: all at once. `whose`: seats of such pieces
    whole     nothing is said of an answer before as many pieces lie there as are asked for, and none of it is kept
    hint      what helps whoever asks for it
    refused   by site, what the rules say to whoever lays a piece there; `tried`: what is right is to hear that
    """

    said: Sentence
    done: Sentence
    lying: frozenset[Site] = NOWHERE
    lit: frozenset[Site] = NOWHERE
    answers: tuple[frozenset[Site], ...] = ()
    refused: Mapping[Site, Sentence] = field(default_factory=dict)
    tried: bool = False
    choices: tuple[Sentence, ...] = ()
    right: int | None = None
    shining: Mapping[Light, Mark] = field(default_factory=dict)
    setting: tuple[Setting, ...] = ()
    whose: Mapping[Site, Seat] = field(default_factory=dict)
    whole: bool = False
    hint: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a beginner is told because it matters now: under this `name` no more than so many `times` in a game."""

    name: str
    said: Sentence
    times: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """A question that somebody at the table may have just now, and what is to be said to it. Public."""

    question: Sentence
    said: Sentence
