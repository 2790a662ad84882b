"""What a game shows and says: on pages, in sentences, again when it is over, and to whoever learns it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pearlboard.games.drawing import Picture
from pearlboard.games.teaching import Answer, Explanation, LessonStep
from pearlboard.games.values import (
    TABLE,
    Button,
    Course,
    GameAction,
    GameSetup,
    GameState,
    GameView,
    Json,
    Moment,
    ReplayFrame,
    Seat,
)
from pearlboard.lights.scene import Scene
from pearlboard.texts import Sentence


class Shown:
    """What a game shows on pages, and says."""

    def screen(self, view: GameView, moment: Moment) -> Json:
        """The key `game` of what every page shows: plain data, everything in it may be seen by everybody."""
        return {}

    def sentence(self, view: GameView, moment: Moment) -> Sentence:
        """What is the matter, and what to do next."""
        raise NotImplementedError

    def buttons(self, view: GameView, moment: Moment) -> Sequence[Button]:
        """Actions that pages offer at this moment, the seats' and the table's. Public."""
        return ()

    def count_ms(self, view: GameView) -> int:
        """For how long the pages show how the points of a game that has just ended come about.

        Until then the table tells nobody who has won. 0: there is nothing to watch, and it is told at once.
        """
        return 0

    def told(self, view: GameView, seat: Seat, action: GameAction) -> Sentence:
        """What a seat has just played, for all: what is hidden stays so."""
        raise NotImplementedError

    def logged(self, view: GameView, seat: Seat, action: GameAction) -> Sentence:
        """The same for the list of all moves, which everybody can read; `view` is the table's, before the move."""
        return self.told(view, seat, action)

    def came(self, before: GameView, after: GameView) -> Iterable[Sentence]:
        """What came of an action for all to read in the list of moves; both are the table's views."""
        return ()

    def reveals_information(self, view: GameView) -> bool:
        """Whether what computers have played last is still of interest at this stage."""
        return True

    def advice(self, action: GameAction) -> Sentence:
        """An action as it is recommended to a player, who alone may read it; asked of a game that has an adviser.

        On a page that all share it is asked of what `Rules.public` leaves of the action.
        """
        raise NotImplementedError

    def reason(self, own: GameView, action: GameAction) -> Sentence | None:
        """Why that is recommended, in one sentence that is true for all that the seat of this view knows.

        None: nothing that shows; the table then says how the games went that the computer has tried out.
        """
        return None

    def reasons(self, own: GameView, action: GameAction) -> Iterable[Sentence]:
        """All that is to be said for it, the strongest first: of several that are recommended each gets its own."""
        said = self.reason(own, action)
        return () if said is None else (said,)

    def because(self, common: GameView, seat: Seat, action: GameAction) -> Sentence | None:
        """Why a computer has done that, in one sentence about it that is true for all; asked in a game that explains.

        `common` is the table's view before, and the action what `Rules.public` leaves of it.
        """
        return None

    def expectation(self, own: GameView, points: float) -> Sentence | None:
        """In words, how much so many points are that are to be expected at the end; None: the number says it."""
        return None

    def seat(self, setup: GameSetup, view: GameView | None, seat: Seat) -> Json:
        """What stands beside a player's name; None for the view before the game has begun."""
        return {}

    def lessons(self, words: Callable[[Sentence], str]) -> Mapping[str, Sequence[Json]]:
        """The steps of the `first` lesson, and maybe of `puzzles`, as `docs/games.md` says."""
        return {}

    def board_lesson(self) -> Sequence[LessonStep]:
        """The steps of the first lesson for the board itself, where they can be done there."""
        return ()

    def board_puzzles(self) -> Sequence[LessonStep]:
        """The puzzles of `lessons` for the board itself, in the same order."""
        return ()

    def explanations(self, before: GameView | None, view: GameView) -> Iterable[Explanation]:
        """What a beginner may be told now, the most urgent first; the first is told that was not told often enough.

        Both views are the table's, so all may read it. `before`: when people were last to act; None: never before.
        """
        return ()

    def answers(self, view: GameView, moment: Moment) -> Iterable[Answer]:
        """What somebody may ask "why?" about just now, the most likely first, with answers. For all to see."""
        return ()

    def known(self) -> Json:
        """What the game's pages know from the start, whoever plays: plain data, for their templates and scripts."""
        return {}

    def frames(self, course: Course) -> Iterator[ReplayFrame]:
        """A finished game, step by step; by default what the seats have done, on a dark board."""
        result = self.result(course)
        yield ReplayFrame("start", (), Scene())
        for act in course.acts:
            if act.actor != TABLE:
                yield ReplayFrame("step", (self.retold(act.before, act.actor, act.action),), Scene(), act.actor)
        yield ReplayFrame("result", () if result is None else (result,), Scene())

    def weighed(self, course: Course) -> Mapping[int, int] | None:
        """Which acts of a finished game are thought over, by place in the course: the frame that shows each.

        What all do together can be among them, to see how it stood; None: everything that seats have done.
        """
        return None

    def retold(self, before: GameState, seat: Seat, action: GameAction) -> Sentence:
        """An action of a finished game that was done in the state `before`, with what was hidden."""
        return self.told(before, seat, action)

    def laid(self, before: GameState, seat: Seat, action: GameAction) -> Sequence[Json]:
        """The pieces that an action of a finished game lays or changes, as the game's replay page draws pieces."""
        return ()

    def replay(self, course: Course, words: Callable[[Sentence], str]) -> Json:
        """What the game's replay page shows besides the frames."""
        return {}

    def result(self, course: Course) -> Sentence | None:
        """Who has won, for the list of finished games; None: as the places say."""
        return None

    def picture(self, course: Course) -> Picture | None:
        """How a finished game is drawn, for the picture of it; None: names and points are enough."""
        return None
