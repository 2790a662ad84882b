"""What a game shows and says: on pages, in sentences, and again when it is over."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pearlboard.games.drawing import Picture
from pearlboard.games.values import (
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

    def seat(self, setup: GameSetup, view: GameView | None, seat: Seat) -> Json:
        """What stands beside a player's name; None for the view before the game has begun."""
        return {}

    def known(self) -> Json:
        """What the game's pages know from the start, whoever plays: plain data, for their templates and scripts."""
        return {}


@dataclass(frozen=True, slots=True)
class Finished:
    """How a finished game is shown again; a capability as at the head of `rules`.

    frames(course)               the game, step by step; None: what the seats have done, on a dark board
    retold(before, seat, action) what was done in the state `before`, with what was hidden; None: as `Shown.told`
    laid(before, seat, action)   the pieces that an action lays or changes, as the game's replay page draws pieces
    replay(course, words)        what the game's replay page shows besides the frames
    result(course)               who has won, for the list of finished games; None: as the places say
    picture(course)              how the game is drawn, for the picture of it; None: names and points are enough
    weighed(course)              which acts are thought over, by place in the course: the frame of each; those of TABLE
                                 can be among them, to see how it stood; None: all that seats have done
    """

    frames: Callable[[Course], Iterator[ReplayFrame]] | None = None
    retold: Callable[[GameState, Seat, GameAction], Sentence] | None = None
    laid: Callable[[GameState, Seat, GameAction], Sequence[Json]] = lambda before, seat, action: ()
    replay: Callable[[Course, Callable[[Sentence], str]], Json] = lambda course, words: {}
    result: Callable[[Course], Sentence | None] = lambda course: None
    picture: Callable[[Course], Picture | None] = lambda course: None
    weighed: Callable[[Course], Mapping[int, int] | None] = lambda course: None


PLAINLY: Final = Finished()
