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
    """A finished game, shown again.

    frames(course)                the game, step by step; None: the seats' actions, with dark lights
    retold(before, seat, action)  the sentence for an action, with its secrets; `before`: the state; None: `Shown.told`
    laid(before, seat, action)    the pieces that an action lays or changes, as data of the game's replay page
    replay(course, words)         further data of the game's replay page
    result(course)                the sentence for the winners, for the list of finished games; None: the places
    picture(course)               the drawing of the end position; None: names and points only
    weighed(course)               the acts that are analysed, by index, each with the index of its frame; acts of TABLE
                                  are analysed for the chances alone; None: all acts of seats
    """

    frames: Callable[[Course], Iterator[ReplayFrame]] | None = None
    retold: Callable[[GameState, Seat, GameAction], Sentence] | None = None
    laid: Callable[[GameState, Seat, GameAction], Sequence[Json]] = lambda before, seat, action: ()
    replay: Callable[[Course, Callable[[Sentence], str]], Json] = lambda course, words: {}
    result: Callable[[Course], Sentence | None] = lambda course: None
    picture: Callable[[Course], Picture | None] = lambda course: None
    weighed: Callable[[Course], Mapping[int, int] | None] = lambda course: None


PLAINLY: Final = Finished()
