"""The state of the table at a glance, and since when, for people who look after it and are no engineers.

Each line is one subject: whether it is well, and a sentence with its state or the remedy. Nothing is hidden from
anybody at the table.
"""

import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Protocol

from pearlboard import __version__
from pearlboard.diagnostics.doctor import ROOM_MB, free_mb_at, is_pi, nearest, version_of
from pearlboard.diagnostics.supply import degrees, slowed, under_voltage
from pearlboard.drivers.rp2040_port import THIS_MACHINE, Ports, candidates
from pearlboard.games.registry import GAMES
from pearlboard.operator.restoring import Restored
from pearlboard.screens.match import players
from pearlboard.session.state import Phase
from pearlboard.store.lasting import lasts
from pearlboard.store.writer import Writer
from pearlboard.table.game_part import turns
from pearlboard.table.places import named
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Catalogue, Sentence, say
from pearlboard.web.port import Elsewhere

MANY_REFUSED: Final = 100
"""The number of refused requests an hour from one address that is worth mentioning."""
HOT: Final = 80
"""The temperature in degrees Celsius from which a Pi throttles itself."""


class Watched(Protocol):
    """Whatever knows why the board does not answer."""

    @property
    def lost(self) -> Sentence | None:
        """The reason; None if the board answers."""

    @property
    def elsewhere(self) -> Elsewhere | None:
        """The table at whose game this one takes part."""

    @property
    def host_claimed(self) -> bool:
        """Whether a page waits for consent to become the host's."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the glance. `well`: None if unknown. `since`: when this began, if worth saying."""

    name: str
    well: bool | None
    sentence: Sentence
    since: datetime | None = None


@dataclass(frozen=True)
class Reports:
    """Reports of other parts of the program.

    addresses     where the table is reached
    restored      the result of a backup that waited for this start
    network       whether it is well, and its state, where the table manages it
    home, club    the same of a broker, and of a house's hub
    voice         the same of the table's voice
    board_unsaid  whether the settings could name a board, and nobody has chosen one
    crowd         the address with the most refusals in the last hour, and their number
    """

    addresses: Callable[[], tuple[str, ...]]
    restored: Restored | None = None
    network: Callable[[], tuple[bool, Sentence] | None] = lambda: None
    board_unsaid: Callable[[], bool] = lambda: False
    crowd: Callable[[], tuple[str, int] | None] = lambda: None
    home: Callable[[], tuple[bool, Sentence] | None] = lambda: None
    club: Callable[[], tuple[bool, Sentence] | None] = lambda: None
    voice: Callable[[], tuple[bool, Sentence] | None] = lambda: None


@dataclass(frozen=True)
class Surroundings:
    """The machine: the time of day, its files, and the devices that are plugged in.

    passed_s  a monotonic clock, since the time of day may be set meanwhile
    """

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    root: Path = Path("/")
    passed_s: Callable[[], float] = time.monotonic
    ports: Ports = THIS_MACHINE


class Glance:
    """The glance of one running table. It is told of each change (`notice`), to know since when things are as they
    are.
    """

    def __init__(
        self,
        tabletop: Tabletop,
        watched: Watched,
        writer: Writer,
        store: Path,
        reports: Reports,
        machine: Surroundings = Surroundings(),
    ) -> None:
        """The program starts now."""
        self._tabletop = tabletop
        self._watched = watched
        self._writer = writer
        self._store = store
        self._reports = reports
        self._machine = machine
        self._began_s = machine.passed_s()
        self._since_s: dict[str, tuple[object, float]] = {}

    def notice(self) -> None:
        """Look for changes."""
        for name, state in (("board", self._watched.lost is None), ("saved", self._writer.failing is None)):
            if name not in self._since_s or self._since_s[name][0] != state:
                self._since_s[name] = (state, self._machine.passed_s())

    def look(self, catalogue: Catalogue) -> Mapping[str, Any]:
        """All lines in words, how many need attention, since when the program runs, whether a Pico waits."""
        self.notice()
        checks = (
            self._board,
            self._saved,
            self._backup,
            self._sensors,
            self._game,
            self._heat,
            self._power,
            self._disk,
            self._table,
            self._wifi,
            lambda: _reported("home", self._reports.home()),
            lambda: _reported("club", self._reports.club()),
            lambda: _reported("voice", self._reports.voice()),
            self._visitors,
            self._host,
            self._games,
            self._version,
        )
        lines = [line for check in checks for line in check()]
        ill = sum(line.well is False for line in lines)
        agreement = self._tabletop.session.agreement
        words = catalogue.of(None if agreement is None else agreement.game)
        return {
            "well": ill == 0,
            "sentence": catalogue.render(say("glance_well") if ill == 0 else say("glance_ill", count=ill)),
            "since": _written(self._moment(self._began_s)),
            "offers_pico": self.offers_pico,
            "host_claimed": self._watched.host_claimed,
            "lines": [
                {
                    "name": line.name,
                    "label": catalogue.render(say(f"glance_label_{line.name}")),
                    "well": line.well,
                    "sentence": words.render(line.sentence, players(agreement)),
                    "since": line.since and _written(line.since),
                }
                for line in lines
            ],
        }

    def _moment(self, at_s: float) -> datetime:
        return self._machine.now() - timedelta(seconds=self._machine.passed_s() - at_s)

    def _since(self, name: str) -> datetime:
        return self._moment(self._since_s[name][1])

    @property
    def _pico_waits(self) -> bool:
        simulated = self._tabletop.places.home.simulated is not None
        return simulated and bool(candidates("", self._machine.ports))

    @property
    def offers_pico(self) -> bool:
        """Whether a Pico is plugged in that the table does not use, only because nobody has chosen a board."""
        return self._pico_waits and self._reports.board_unsaid()

    # --- one thing each ----------------------------------------------------------------------------------------

    def _table(self) -> list[Line]:
        return [_well("table", say("glance_table", called=socket.gethostname(), address=self._reports.addresses()))]

    def _wifi(self) -> list[Line]:
        told = self._reports.network()
        return [] if told is None else [Line("wifi", well=told[0], sentence=told[1])]

    def _visitors(self) -> list[Line]:
        """Report an address that keeps the table busier than people do, though it harms nobody."""
        worst = self._reports.crowd()
        if worst is None or worst[1] < MANY_REFUSED:
            return []
        return [_ill("visitors", say("glance_visitors", address=worst[0], count=worst[1]))]

    def _host(self) -> list[Line]:
        return [_ill("host", say("glance_host"))] if self._watched.host_claimed else []

    def _board(self) -> list[Line]:
        lost, since = self._watched.lost, self._since("board")
        if lost is not None:
            return [_ill("board", say("doctor_said", problem=lost), since)]
        if (other := self._watched.elsewhere) is not None:
            return [_well("board", named("at_another_table", other.called))]
        if self._tabletop.places.home.simulated is not None:
            if not self._pico_waits:
                return [_well("board", say("glance_drawn"))]
            return [_ill("board", say("glance_drawn" if self._reports.board_unsaid() else "glance_plugged_in"))]
        return [_well("board", say("glance_board", about=self._tabletop.places.home.about), since)]

    def _game(self) -> list[Line]:
        session = self._tabletop.session
        package = self._tabletop.now.game.package
        if session.phase is not Phase.PLAYING or session.agreement is None or package is None:
            return [_well("game", say("glance_no_game"))]
        turn = 1 if session.gone else turns(session) + 1
        names = tuple(session.agreement.names)
        return [_well("game", say("glance_game", game=package.title, names=names, turn=turn))]

    def _sensors(self) -> list[Line]:
        left_out = self._tabletop.places.home.left_out(self._tabletop.session)
        if self._tabletop.places.home.on_screen and not left_out:
            return []
        if not left_out:
            return [_well("sensors", say("glance_sensors"))]
        return [_ill("sensors", say("glance_left_out", sites=left_out, count=len(left_out)))]

    def _saved(self) -> list[Line]:
        since = self._since("saved")
        if self._writer.failing is not None:
            return [_ill("saved", say("glance_not_saved", problem=self._writer.failing), since)]
        return [_well("saved", say("glance_saved", count=len(self._writer.contents.finished)))]

    def _backup(self) -> list[Line]:
        if self._reports.restored is None:
            return []
        if self._reports.restored.problem is not None:
            return [_ill("put_back", say("glance_not_restored", problem=self._reports.restored.problem))]
        return [_well("put_back", say("glance_restored", kept=self._reports.restored.kept or "–"))]

    def _disk(self) -> list[Line]:
        folder = nearest(self._store.parent)
        free_mb, kept = free_mb_at(folder), lasts(folder, self._machine.root)
        if kept is False:
            return [_ill("disk", say("glance_forgets"))]
        well = free_mb >= ROOM_MB
        if well and kept is None:
            return [Line("disk", well=None, sentence=say("glance_may_forget", free=free_mb))]
        return [Line("disk", well=well, sentence=say("glance_disk" if well else "glance_no_room", free=free_mb))]

    def _heat(self) -> list[Line]:
        heat, slow = degrees(self._machine.root), slowed(self._machine.root)
        if heat is not None and heat >= HOT:
            return [_ill("heat", say("glance_hot", degrees=heat))]
        if slow:
            return [_ill("heat", say("glance_slowed", degrees="?" if heat is None else heat))]
        if is_pi(self._machine.root) and (heat is None or slow is None):
            unknown = say("glance_heat_unknown") if heat is None else say("glance_slowed_unknown", degrees=heat)
            return [Line("heat", well=None, sentence=unknown)]
        return [] if heat is None else [_well("heat", say("glance_heat", degrees=heat))]

    def _power(self) -> list[Line]:
        if not self._tabletop.places.home.supplied:
            return [_ill("power", say("supply_sags"))]
        weak = under_voltage(self._machine.root)
        if weak is None:
            unknown = Line("power", well=None, sentence=say("glance_power_unknown"))
            return [unknown] if is_pi(self._machine.root) else []
        if weak:
            return [_ill("power", say("doctor_under_voltage"))]
        return [_well("power", say("glance_power"))]

    def _games(self) -> list[Line]:
        titles = tuple(package.title for package in GAMES.usable)
        if GAMES.broken:
            return [_ill("games", say("doctor_said", problem=broken.why)) for broken in GAMES.broken]
        return [_well("games", say("glance_games", games=titles))]

    def _version(self) -> list[Line]:
        foreign = tuple(
            say("glance_version_of", title=package.title, version=version_of(package))
            for package in GAMES.usable
            if not GAMES.comes_along(package.name)
        )
        return [_well("version", say("glance_versions", program=(__version__, *foreign)))]


def _reported(name: str, told: tuple[bool, Sentence] | None) -> list[Line]:
    """The line of a part that reports for itself; none where it is not used."""
    return [] if told is None else [Line(name, well=told[0], sentence=told[1])]


def _well(name: str, sentence: Sentence, since: datetime | None = None) -> Line:
    return Line(name, well=True, sentence=sentence, since=since)


def _ill(name: str, sentence: Sentence, since: datetime | None = None) -> Line:
    return Line(name, well=False, sentence=sentence, since=since)


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
