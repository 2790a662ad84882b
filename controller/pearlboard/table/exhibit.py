"""A finished game, step by step: for the page of the archive, and for the lights.

Only finished games are replayed, since a replay shows every secret. Actions that were taken back are left out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pearlboard.games.api import NOWHERE, SEATINGS, TABLE, Course, Package, ReplayFrame
from pearlboard.geometry import Site
from pearlboard.lights.scene import Scene
from pearlboard.session.facts import Agreement
from pearlboard.session.player_names import initials
from pearlboard.session.questions import agreed, package_of
from pearlboard.session.state import Phase, Session
from pearlboard.table.lesson import Lesson
from pearlboard.texts import Catalogue, Sentence


@dataclass(frozen=True, slots=True)
class Replay:
    """The replay of a whole game."""

    number: int
    agreement: Agreement
    package: Package
    course: Course = field(repr=False)
    frames: tuple[ReplayFrame, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A finished game shown by the board's lights, and its current frame."""

    replay: Replay = field(repr=False)
    index: int

    def turned(self, by: int) -> "Exhibit | None":
        """Turn `by` frames on; None before the first and after the last."""
        index = self.index + by
        return Exhibit(self.replay, index) if 0 <= index < len(self.replay.frames) else None

    @property
    def scene(self) -> Scene:
        """The lights of the current frame, for an empty board."""
        return self.replay.frames[self.index].scene


@dataclass(frozen=True, slots=True)
class Showing:
    """The board's show while no game is on: a finished game, or a lesson. `left`: pieces of a lesson, to be lifted."""

    exhibit: Exhibit | None = None
    lesson: Lesson | None = None
    left: frozenset[Site] = NOWHERE

    def of(self, exhibit: Exhibit | None = None, lesson: Lesson | None = None) -> "Showing":
        """Show this instead; the pieces of a lesson that is over are to be cleared away."""
        left = self.left if self.lesson is None or lesson is not None else self.lesson.sensed
        return Showing(exhibit, lesson, left)

    def turned(self, by: int) -> "Showing":
        """Turn `by` steps on."""
        exhibit = None if self.exhibit is None else self.exhibit.turned(by)
        return self.of(exhibit, None if self.lesson is None else self.lesson.turned(by))

    def seeing(self, sensed: frozenset[Site] | None) -> "Showing":
        """Update with the pieces sensed now; None if unknown."""
        if sensed is None or not (self.lesson or self.left):
            return self
        return Showing(self.exhibit, None if self.lesson is None else self.lesson.seeing(sensed), self.left & sensed)


def replay(session: Session) -> Replay:
    """The replay of a finished game; `LookupError` for any other."""
    if session.phase is not Phase.OVER or session.gone:
        raise LookupError("only a game that has ended can be shown again")
    package = package_of(session)
    return Replay(session.number, agreed(session), package, session.course, tuple(package.frames(session.course)))


def weighed(package: Package, course: Course, frames: Sequence[ReplayFrame]) -> Mapping[int, int]:
    """The acts that an analysis judges, by index, each with the index of the frame that shows it."""
    told = package.finished.weighed(course)
    if told is not None:
        return told
    acts = (at for at, act in enumerate(course.acts) if act.actor != TABLE)
    seats = (number for number, frame in enumerate(frames) if frame.seat is not None)
    return dict(zip(acts, seats, strict=False))  # equal lengths are a law that `check-game` tests


def document(shown: Replay, finished: str, catalogue: Catalogue, called: str = "") -> Mapping[str, Any]:
    """The replay as plain data, with sentences in the catalogue's language; see `docs/http-reference.md`.

    `called`: the title that somebody has given the game.
    """
    names = dict(enumerate(shown.agreement.names, 1))

    speaking = catalogue.of(shown.package.name)

    def words(said: Sentence) -> str:
        return speaking.render(said, names)

    return {
        "number": shown.number,
        "finished": finished,
        "lang": catalogue.language,
        "game": shown.package.name,
        "title": words(shown.package.title),
        "called": called,
        "began_from": began_from(shown.agreement.began_from),
        "tries": list(shown.package.levels) if can_be_tried(shown.agreement, shown.package) else [],
        "record": f"/archive/{shown.number}.json",
        "picture": f"/archive/{shown.number}.svg",
        "analysis": shown.package.analyst_of(shown.agreement.setup) is not None,
        "stops": list(weighed(shown.package, shown.course, shown.frames).values()),
        "players": people(shown.agreement, shown.package),
        "frames": [_frame(frame, words) for frame in shown.frames],
        **shown.package.finished.replay(shown.course, words),
    }


def can_be_tried(agreement: Agreement, package: Package) -> bool:
    """Whether a game can be continued from one of its moments: computers play it, and no secret was dealt."""
    return bool(package.levels) and not agreement.deals and package.options.for_computers(agreement.setup)


def began_from(moment: tuple[int, int] | None) -> dict[str, int] | None:
    """The game and step from which a game was continued; `moment` as agreed on."""
    return None if moment is None else dict(zip(("number", "step"), moment, strict=True))


def people(agreement: Agreement, package: Package) -> list[dict[str, Any]]:
    """The players: seat, name, initials, side, place, colour, and what the game adds to a name."""
    colours, places = package.picks.colours(agreement.setup), SEATINGS[len(agreement.names)]
    letters = initials(agreement.names)
    return [
        {
            "seat": seat,
            "name": name,
            "initials": letters[seat - 1],
            "side": package.sides.side(agreement.setup, seat),
            "place": places[seat],
            "colour": colours.get(seat, seat),
            **package.shown.seat(agreement.setup, None, seat),
        }
        for seat, name in enumerate(agreement.names, 1)
    ]


def _frame(frame: ReplayFrame, words: Callable[[Sentence], str]) -> dict[str, Any]:
    return {
        "kind": frame.kind,
        "turn": frame.turn,
        "seat": frame.seat,
        "said": [words(said) for said in frame.said],
        **frame.shown,
    }
