"""The log in words, for questions a year later: games, seats, board and sensors, by the loggers of their packages.

The core is pure and logs nothing: every fact passes here on its way to the store, and everything else is found by
comparing with the last look. Facts are logged by name and seat, never by content, and secret ones (`UNSEEN`) not at
all: the lines are the same whatever is hidden on the table.
"""

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from pearlboard.geometry import Site
from pearlboard.screens.seat_access import SeatAccess
from pearlboard.sensing.health import Ailment
from pearlboard.session.facts import (
    Acted,
    Agreement,
    BegunFrom,
    Entry,
    Fact,
    GameAbandoned,
    GameAgreed,
    GameClosed,
    GameDealt,
    GameDeleted,
    GameEnded,
    GamePaused,
    GameResumed,
    GameTitled,
    HostNamed,
    SeatFreed,
    SeatHandedOver,
    SeatTaken,
    SensorSuspected,
    TakenBack,
    TimeUp,
    TurnTimed,
)
from pearlboard.table.ports import Saver
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Catalogue, Sentence

_HOW_BAD: Final = {"board_unusable": logging.ERROR, "in_the_workshop": logging.INFO, "at_another_table": logging.INFO}
"""Log levels by the reason for a lost board: no plug helps against settings that name none, and a trial or a visit is
meant. Everything else is a warning.
"""

_session: Final = logging.getLogger("pearlboard.session")
_screens: Final = logging.getLogger("pearlboard.screens")
_drivers: Final = logging.getLogger("pearlboard.drivers")
_sensing: Final = logging.getLogger("pearlboard.sensing")


@dataclass(frozen=True, slots=True)
class _Seen:
    """The state at the last look, as far as it is logged. `about`: the board's own description."""

    lost: Sentence | None = None
    about: str = ""
    wrong_bar: int | None = None
    torn_bar: int | None = None
    noisy: frozenset[Site] = frozenset()
    masked: frozenset[Site] = frozenset()
    ailing: Mapping[Site, Ailment] = field(default_factory=dict)
    here: frozenset[int] = frozenset()


class Journal:
    """A recorder between the tabletop and its saver. `words`: the English catalogue, for the reasons of a lost
    board.
    """

    def __init__(self, saver: Saver, words: Catalogue) -> None:
        self._saver = saver
        self._words = words
        self._seen = _Seen()
        self._agreement: Agreement | None = None

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Log facts, and pass them on."""
        for entry in entries:
            self._tell(entry.fact)
        self._saver.append(entries)

    def resume(self, tabletop: Tabletop) -> None:
        """Log the game that is on when the program starts."""
        self._agreement = tabletop.session.agreement
        if self._agreement is not None:
            _session.info("the game goes on: %s", self._game)

    def look(self, tabletop: Tabletop, seat_access: SeatAccess) -> None:
        """Log what has changed at the table's own board."""
        with tabletop.places.at(tabletop.places.home):
            self._look(tabletop, seat_access)

    def _look(self, tabletop: Tabletop, seat_access: SeatAccess) -> None:
        before, reading = self._seen, tabletop.place.reading
        now = self._seen = _Seen(
            tabletop.place.lost,
            tabletop.place.about,
            reading.wrong_bar,
            reading.torn_bar,
            reading.noisy,
            tabletop.left_out,
            {site: ailment for site, ailment in tabletop.ailments.items() if ailment is not Ailment.NOISY},
            frozenset(seat for seat in tabletop.session.phones if seat_access.here(seat)),
        )
        if now != before:
            self._tell_of_the_board(before, now)
            _tell_of_sensors(before, now)
            _each(_screens, now.here - before.here, "the phone of seat %s is here")
            _each(_screens, before.here - now.here, "the phone of seat %s has gone")

    # --- facts -------------------------------------------------------------------------------------------------

    def _tell(self, fact: Fact) -> None:
        match fact:
            case GameAgreed(agreement):
                self._agreement = agreement
                _session.info("game begun: %s", self._game)
            case GameEnded():
                _session.info("game ended: %s", self._game)
            case GameAbandoned():
                _session.info("game abandoned: %s", self._game)
            case GameDealt() | BegunFrom() | Acted() | TimeUp() | TurnTimed():
                _tell_of_play(fact)
            case GamePaused() | GameResumed() | GameClosed() | TakenBack():
                _session.info(_WORDS[type(fact)])
            case GameTitled(number):
                _session.info("game %s of the archive is called otherwise", number)
            case GameDeleted(number):
                _session.info("game %s was deleted from the archive", number)
            case SensorSuspected(site):
                _sensing.warning("the sensor at %s may have made up a turn: it waits for the button", site)
            case SeatTaken() | SeatFreed() | SeatHandedOver() | HostNamed():
                _tell_of_seats(fact)

    @property
    def _game(self) -> str:
        """The name of the game and its players by kind; not by name."""
        agreement = self._agreement
        if agreement is None:
            return "none"
        computers = len(agreement.names) - len(agreement.people)
        return f"{agreement.game}, {len(agreement.names)} players" + (f", {computers} by computer" if computers else "")

    # --- the board ---------------------------------------------------------------------------------------------

    def _tell_of_the_board(self, before: _Seen, now: _Seen) -> None:
        if now.lost is not None and now.lost != before.lost:
            level = _HOW_BAD.get(now.lost.name, logging.WARNING)
            _drivers.log(level, "the board is lost: %s", self._words.render(now.lost))
        elif now.lost is None and (before.lost is not None or now.about != before.about):
            _drivers.info("the board answers: %s", now.about or "it says nothing of itself")


_WORDS: Final[dict[type, str]] = {
    GamePaused: "game paused",
    GameResumed: "game resumed",
    GameClosed: "the result was seen; the table is free",
    TakenBack: "a step was taken back",
}


def _tell_of_play(fact: GameDealt | BegunFrom | Acted | TimeUp | TurnTimed) -> None:
    match fact:
        case Acted(_, int(seat)):
            _session.debug("seat %s has acted", seat)
        case Acted():
            _session.debug("the table has acted")
        case BegunFrom():
            _session.debug("the game begins from a position of another")
        case GameDealt():
            _session.debug("the game is dealt")
        case TurnTimed(used_ms):
            _session.debug("the turn has taken %s s", used_ms // 1000)
        case TimeUp(name):
            _session.debug("time is up: %s", name)


def _tell_of_seats(fact: SeatTaken | SeatFreed | SeatHandedOver | HostNamed) -> None:
    match fact:
        case SeatTaken(seat):
            _screens.info("seat %s has a phone", seat)
        case SeatFreed(seat):
            _screens.info("seat %s goes on without a phone", seat)
        case SeatHandedOver(seat, None):
            _screens.info("seat %s is played by a person", seat)
        case SeatHandedOver(seat, level):
            _screens.info("seat %s is played by the computer: %s", seat, level)
        case HostNamed():
            _screens.info("another page is the host's")


def _tell_of_sensors(before: _Seen, now: _Seen) -> None:
    if now.wrong_bar != before.wrong_bar:
        if now.wrong_bar is None:
            _sensing.info("the sensors can be read again")
        else:
            _sensing.error("bar %s of the sensors cannot be read: nothing is until it can", now.wrong_bar + 1)
    if now.torn_bar is not None and now.torn_bar != before.torn_bar:
        _sensing.warning("bar %s of the sensors is torn now and then", now.torn_bar + 1)
    for sites, logged, words in (
        (now.noisy - before.noisy, _sensing.warning, "the sensor at %s flickers, and is not read"),
        (before.noisy - now.noisy, _sensing.info, "the sensor at %s is still again"),
        (now.masked - before.masked, _sensing.info, "the sensor at %s is masked"),
        (before.masked - now.masked, _sensing.info, "the sensor at %s is read again"),
    ):
        for site in sorted(map(str, sites)):
            logged(words, site)
    for place in sorted(now.ailing, key=str):
        if before.ailing.get(place) is not now.ailing[place]:
            _sensing.warning("the sensor at %s seems to be %s", place, now.ailing[place].name.lower())


def _each(logger: logging.Logger, seats: Collection[int], words: str) -> None:
    for seat in sorted(seats):
        logger.info(words, seat)
