"""The spoken menu: what can be asked and done with two buttons, one item at a time. Pure.

    hint, held            opens it, and leaves it
    hint                  the next item
    take back             the item before
    end of turn           chooses

Nothing else is confirmed while it is open, and no time closes it. What is offered follows from the situation, so an
item that lapses meanwhile is gone. A game's submenu leads to further items: the way through them is walked again from
the top at every press, so that it ends where one of them is not offered any more.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_lowercase
from typing import Final, TypeAlias

from pearlboard.games.api import TABLE, Button, Offer, Package, Submenu, Wish
from pearlboard.geometry import GRID, Site, Space
from pearlboard.session.state import Phase
from pearlboard.table.buttons import blocked
from pearlboard.table.situation import Situation, Stop, moment
from pearlboard.table.speech import sure_to_undo
from pearlboard.texts import Sentence, say
from pearlboard.voice.answers import OF_TURNS, Asked, Question


class Deed(StrEnum):
    """The table's own deeds for whoever chooses one."""

    CONTINUE = "continue"
    RESUME = "resume"
    PAUSE = "pause"
    AGREE = "agree"
    REFUSE = "refuse"
    ADVISE = "advise"
    TAKE_BACK = "take_back"
    LEAVE_OUT = "leave_out"  # a sensor that is wrong
    SAY_LAID = "say_laid"  # a piece that no sensor sees
    OVERLOOK = "overlook"  # a piece that was lifted while the game watched, and it was nothing


class Level(StrEnum):
    """A menu within the menu."""

    TOP = "top"
    ROWS = "rows"
    COLUMNS = "columns"
    ROW_OF_PLACE = "row_of_place"
    BACK = "back"
    COLUMN_OF_PLACE = "column_of_place"


@dataclass(frozen=True, slots=True)
class Doing:
    """A deed of the table; `site`: what it is about."""

    deed: Deed
    site: Site | None = None


@dataclass(frozen=True, slots=True)
class Into:
    """Opens another level, or goes back to the one before; `row`: that was chosen on the way, from 0."""

    level: Level
    row: int = 0


Does: TypeAlias = Asked | Button | Doing | Into | Submenu | Wish


@dataclass(frozen=True, slots=True)
class Item:
    """An item: its words, and what it does when it is chosen."""

    words: Sentence
    does: Does


QUESTIONS: Final = (
    Question.NOW,
    Question.LONGER,
    Question.LAST,
    Question.WHERE,
    Question.COUNTS,
    Question.LEFT,
    Question.SCORE,
    Question.RULES,
)
"""The questions without a place, in the order of the menu."""


def questions(now: Situation) -> tuple[Question, ...]:
    """The questions without a place that make sense now: of turns only before the end, and then how it has ended."""
    unfit = OF_TURNS if now.ended else {Question.SCORE} if now.game.counting else frozenset[Question]()
    return tuple(each for each in QUESTIONS if each not in unfit)


def top(now: Situation, site: Site | None) -> Iterator[Item]:
    """The items of a situation: what is waited for first, then what can be asked."""
    yield from _asked(now)
    yield from (Item(each.words, each) for each in offered(now, site))
    yield from _of_sensors(now, site)
    yield from (Item(say(f"voice_menu_{each}"), Asked(each)) for each in questions(now))
    if site is not None:
        yield Item(say("voice_menu_around", site=site), Asked(Question.AROUND, site=site))
    for level in (Level.ROWS, Level.COLUMNS, Level.ROW_OF_PLACE):
        yield Item(say(f"voice_menu_{level}"), Into(level))
    if now.turn.can_take_back:
        yield Item(sure_to_undo(now) or say("voice_menu_take_back"), Doing(Deed.TAKE_BACK))
    if now.turn.can_advise and now.game.to_move is not None:
        yield Item(say("voice_menu_advise"), Doing(Deed.ADVISE))
    if now.phase is Phase.PLAYING and not now.paused and now.stop is None:
        yield Item(say("voice_menu_pause"), Doing(Deed.PAUSE))


def _asked(now: Situation) -> Iterator[Item]:
    """The answers to what the table asks."""
    if now.stop is Stop.QUESTION:
        yield Item(say("voice_menu_continue"), Doing(Deed.CONTINUE))
    if now.paused:
        yield Item(say("voice_menu_resume"), Doing(Deed.RESUME))
    if now.requests.proposal is not None:
        if here := tuple(seat for seat in now.requests.open_seats if seat not in now.game.phones):
            yield Item(say("voice_menu_agree", open_seats=here), Doing(Deed.AGREE))
        yield Item(say("voice_menu_refuse"), Doing(Deed.REFUSE))


def offered(now: Situation, site: Site | None) -> Iterator[Offer | Wish]:
    """The game's buttons and choices that a shared page shows by other means, and those that it shows as buttons: what
    stands there for who goes on without somebody comes last.
    """
    package, at = now.game.package, moment(now)
    if package is None or now.phase is not Phase.PLAYING or blocked(now):
        return
    view = now.game.view
    yield from _open_here(now, package, (*package.by_ear.buttons(view, at, site), *package.shown.buttons(view, at)))
    yield from (wish for wish in package.by_ear.wishes(view, at) if wish.seat not in now.game.thinking)


def _open_here(now: Situation, package: Package, offers: Iterable[Offer]) -> Iterator[Offer]:
    """The entries for whoever sits at the table: nobody plays for a computer, or sees to what is on a phone."""
    for each in offers:
        own = each.private if isinstance(each, Submenu) else package.secrets.own(each.action)
        if each.actor == TABLE or (each.actor not in now.game.thinking and not (own and each.actor in now.game.phones)):
            yield each


def entered(now: Situation, items: tuple[Item, ...], way: tuple[Submenu, ...]) -> tuple[Item, ...] | None:
    """The items to which a way through submenus leads from `items`; None: one of them is not offered any more."""
    package = now.game.package
    for step in way:
        found = next((item.does for item in items if item.does == step), None)
        if package is None or not isinstance(found, Submenu) or found.within is None:
            return None
        within = (Item(each.words, each) for each in _open_here(now, package, found.within()))
        items = (*within, Item(say("voice_menu_back"), Into(Level.BACK)))
    return items


def _of_sensors(now: Situation, site: Site | None) -> Iterator[Item]:
    for place in dict.fromkeys(lifted.site for lifted in now.board.lifted):
        yield Item(say("voice_menu_overlook", site=place), Doing(Deed.OVERLOOK, place))
    for place in sorted(now.board.doubtful, key=GRID.sites.index):
        yield Item(say("voice_menu_leave_out", site=place), Doing(Deed.LEAVE_OUT, place))
    if now.turn.can_say_laid and site is not None:
        # Nobody can go to a line by the menu, or touch what is not felt: the lines around a space come with it.
        beside = GRID.edges_of[site] if isinstance(site, Space) else ()
        for place in (site, *(line for line in beside if line not in now.board.table.sensed)):
            yield Item(say("voice_menu_say_laid", site=place), Doing(Deed.SAY_LAID, place))


def _within(into: Into) -> Iterator[Item]:
    """The items of a level below the top."""
    rows, columns = range(1, GRID.rows + 1), range(1, GRID.columns + 1)
    match into.level:
        case Level.ROWS:
            yield from (Item(say("voice_row", row=row), Asked(Question.ROW, row)) for row in rows)
        case Level.COLUMNS:
            for column in columns:
                yield Item(_called(column), Asked(Question.COLUMN, column))
        case Level.ROW_OF_PLACE:
            yield from (Item(say("voice_row", row=row), Into(Level.COLUMN_OF_PLACE, row - 1)) for row in rows)
        case _:
            for column in columns:
                space = Space(into.row, column - 1)
                yield Item(say("voice_menu_place", site=space), Asked(Question.PLACE, site=space))


def _called(column: int) -> Sentence:
    return say("voice_column", column=ascii_lowercase[column - 1])


class Menu:
    """The menu as it stands: closed, or open at an item. `site`: the place that was touched or named last."""

    def __init__(self) -> None:
        self.is_open = False
        self.site: Site | None = None
        self._into = Into(Level.TOP)
        self._way: tuple[Submenu, ...] = ()
        self._at: Item | None = None

    def open(self, now: Situation) -> Sentence:
        """Open the menu at its first item; returns what is said."""
        self.is_open, self._into, self._way, self._at = True, Into(Level.TOP), (), None
        return self.turn(now, 1)

    def leave(self) -> Sentence:
        """Close it."""
        self.is_open = False
        return say("voice_menu_closed")

    def touch(self, site: Site) -> None:
        """Note the place that somebody has touched or named."""
        self.site = site

    def items(self, now: Situation) -> tuple[Item, ...]:
        """The items of the current level; of the top where a submenu has lapsed."""
        if self._into.level is not Level.TOP:
            return tuple(_within(self._into))
        first = tuple(top(now, self.site))
        there = entered(now, first, self._way)
        self._way = self._way if there is not None else ()
        return first if there is None else there

    def turn(self, now: Situation, by: int) -> Sentence:
        """Go to the next item, or to the one before; returns its words."""
        items = self.items(now)
        at = items.index(self._at) + by if self._at in items else 0
        self._at = items[at % len(items)]
        return self._at.words

    def choose(self, now: Situation) -> Does | None:
        """Choose the current item; None if it has lapsed. Chosen, the menu is closed; a level opens another one."""
        at = self._at if self._at in self.items(now) else None
        match None if at is None else at.does:
            case Into(Level.BACK):
                self._way, self._at = self._way[:-1], None
            case Into() as into:
                self._into, self._at = into, None
            case Submenu(within=None):
                pass
            case Submenu() as submenu:
                self._way, self._at = (*self._way, submenu), None
            case None:
                return None
            case _:
                self.is_open = False
        return None if at is None else at.does
