"""A game's lessons: steps of a first lesson, explanations as it goes on, answers.

All of it may be heard by everybody.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.games.values import NOWHERE, GameAction, GameView, Json, Moment, Seat
from pearlboard.geometry import Light, Site
from pearlboard.lights.scene import Mark
from pearlboard.texts import Sentence, say


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
    lifts     what an answer takes off its place: the piece that moves first, then what it captures
    setting   in which order what lies there before is laid out; none: all at once. `whose`: seats of such pieces
    whole     nothing is said of an answer before as many pieces lie there as are asked for, and none of it is kept
    hints     what helps whoever asks for it, each more than the one before
    refused   by site, what the rules say to whoever lays a piece there; `tried`: what is right is to hear that
    elsewhere what is said to a piece that the rules allow and that is not asked for; None: that it is so
    wrong     what is wrong with each of the choices, None with the right one; `why`: with an answer that is all there
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
    hints: tuple[Sentence, ...] = ()
    elsewhere: Sentence | None = None
    wrong: tuple[Sentence | None, ...] = ()
    why: Callable[[frozenset[Site]], Sentence] | None = None
    lifts: tuple[Site, ...] = ()

    def against(self, sites: frozenset[Site]) -> Sentence | None:
        """The objection to an answer: what the rules refuse of it first, else what it leads to; None: no more."""
        refused = sites & self.refused.keys()
        if refused:
            return self.refused[min(refused, key=str)]
        return None if self.why is None else self.why(sites)


NOT_NEEDED: Final[Json] = {
    "pieces": [],
    "hints": [],
    "answers": [],
    "lifts": [],
    "refused": {},
    "elsewhere": "",
    "choices": [],
    "right": None,
    "wrong": [],
}
"""The keys that a step of a lesson page may leave out, and what holds then."""
NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "lay": ("answers",),
    "refused": ("answers", "refused"),
    "pick": ("choices", "right"),
}
"""The keys that a step of each `task` needs, besides `name`, `text` and `done`."""
A_PIECE: Final[Json] = {"kind": None, "seat": None, "face_up": False, "status": "laid"}
"""The defaults of a piece of a step that names only its `site`."""


def page_step(step: Json, place: str) -> Json:
    """A step of a lesson as its page gets it, with all keys; `BadInput` says at which `place` which key lacks."""
    task = str(step.get("task"))
    if task not in NEEDED:
        raise BadInput(f"{place}.task", f"{task!r} is none of {', '.join(NEEDED)}")
    for key in ("name", "text", "done"):
        if not isinstance(step.get(key), str) or not step[key]:
            raise BadInput(f"{place}.{key}", f"a step needs it, as text ({step.get('name', 'without a name')!r})")
    for key in NEEDED[task]:
        if step.get(key) in (None, [], {}):
            raise BadInput(f"{place}.{key}", f"a step whose task is {task!r} needs it ({step['name']!r})")
    pieces = [{**A_PIECE, **piece} for piece in step.get("pieces", ())]
    return {**NOT_NEEDED, **step, "pieces": pieces}


def page_steps(lessons: Mapping[str, Sequence[Json]]) -> dict[str, list[Json]]:
    """All steps of a lesson and its puzzles, as pages get them; `BadInput`."""
    return {
        part: [page_step(step, f"{part}[{number}]") for number, step in enumerate(steps)]
        for part, steps in lessons.items()
    }


def wrong(name: str, choices: int, right: int) -> tuple[Sentence | None, ...]:
    """The objections to each wrong choice, by the names of the sentences `<name>_<number>_wrong`."""
    return tuple(None if at == right else say(f"{name}_{at + 1}_wrong") for at in range(choices))


def told_choices(
    choices: Sequence[Sentence], against: Sequence[Sentence | None], words: Callable[[Sentence], str]
) -> Json:
    """The choices as a page of the lesson gets them: also which is right, and what is wrong with each other."""
    return {
        "choices": [words(choice) for choice in choices],
        "right": list(against).index(None) if against else None,
        "wrong": ["" if said is None else words(said) for said in against],
    }


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation that matters now: under this `name` it is given no more than so many `times` in a game.

    awaited  what is told instead while a draft waits for what only a screen can say
    """

    name: str
    said: Sentence
    times: int = 1
    awaited: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A question that somebody at the table may have just now, and what is to be said to it. Public."""

    question: Sentence
    said: Sentence


@dataclass(frozen=True, slots=True)
class Lessons:
    """The first lesson of a game, and its puzzles.

    pages(words)  the steps for pages, under `first` and `puzzles`; `docs/games.md` lists their keys
    board()       the steps of the first lesson for the board itself
    puzzles()     the puzzles for the board itself, in the same order
    """

    pages: Callable[[Callable[[Sentence], str]], Mapping[str, Sequence[Json]]]
    board: Callable[[], Sequence[LessonStep]] = tuple
    puzzles: Callable[[], Sequence[LessonStep]] = tuple


@dataclass(frozen=True, slots=True)
class Explaining:
    """Explanations while a game is played, for everybody at the table.

    explanations(before, view)   the explanations for beginners, most urgent first; the table shows the first that was
                                 not shown often enough; `before`: the view when people were last to act, or None
    answers(view, moment)        questions that may be asked now ("why?"), most likely first, with their answers
    because(view, seat, action)  the reason for a computer's action, true for everybody; `view`: the table's, before the
                                 action, of which `Secrets.public` has left the public part
    """

    explanations: Callable[[GameView | None, GameView], Iterable[Explanation]]
    answers: Callable[[GameView, Moment], Iterable[Answer]] = lambda view, moment: ()
    because: Callable[[GameView, Seat, GameAction], Sentence | None] = lambda view, seat, action: None
