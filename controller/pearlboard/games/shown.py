"""Pages and sentences of a game, and its replay when it is over."""

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
    """Pages and sentences of a game."""

    def screen(self, view: GameView, moment: Moment) -> Json:
        """The key `game` of every page: plain data that everybody may see."""
        return {}

    def sentence(self, view: GameView, moment: Moment) -> Sentence:
        """The one sentence of every page: the situation, and what to do next."""
        raise NotImplementedError

    def buttons(self, view: GameView, moment: Moment) -> Sequence[Button]:
        """The buttons of every page at this moment, for actions of seats and of the TABLE."""
        return ()

    def count_ms(self, view: GameView) -> int:
        """The duration of the pages' count of points after the end, in milliseconds; 0: there is none.

        Until the count is over the table does not reveal the winners.
        """
        return 0

    def told(self, view: GameView, seat: Seat, action: GameAction) -> Sentence:
        """The public sentence for an action of a seat, without its secrets; `view`: the table's, before the action."""
        raise NotImplementedError

    def logged(self, view: GameView, seat: Seat, action: GameAction) -> Sentence:
        """The sentence for an action in the list of moves; `view`: the table's, before the action."""
        return self.told(view, seat, action)

    def came(self, before: GameView, after: GameView) -> Iterable[Sentence]:
        """The consequences of an action, for the list of moves; both views are the table's."""
        return ()

    def reveals_information(self, view: GameView, *, explained: bool) -> bool:
        """Whether pages show, at this stage, the last actions of computers, and later those of this stage.

        `explained`: with the reason for each; a stage that shows them without shows them so, too.
        """
        return True

    def seat(self, setup: GameSetup, view: GameView | None, seat: Seat) -> Json:
        """The data beside a player's name; `view`: None before the game has begun."""
        return {}

    def known(self) -> Json:
        """Constants of the game for the templates and scripts of its pages, as plain data."""
        return {}


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game, shown again.

    frames(course)                the game, step by step; None: the seats' actions, with the pieces expected after each
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
