"""Builds every object of a table from the settings, and takes everything down again in the right order."""

import contextlib
import logging
import random
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from pearlboard import __version__
from pearlboard.card.wifi import helper_client
from pearlboard.card.wifi.messages import OWN_ADDRESS
from pearlboard.computers.bot_client import ThinkingProcess
from pearlboard.computers.computers import Computers
from pearlboard.diagnostics.doctor import DoctorContext
from pearlboard.drivers.protocols import Clock
from pearlboard.drivers.rp2040 import SerialBoard
from pearlboard.errors import BadInput, PearlboardError
from pearlboard.files import read_theme
from pearlboard.games.api import Package
from pearlboard.games.registry import GAMES
from pearlboard.home.comfort import Comfort
from pearlboard.home.publishing import Publishing, Surroundings, device_of
from pearlboard.languages import SOURCE
from pearlboard.operator.deeds import BY_NOBODY, NEVER, Anew, Operating, Started
from pearlboard.operator.glance import Glance, Reports
from pearlboard.operator.machine import Machine
from pearlboard.operator.password import OwnersPassword
from pearlboard.operator.pico import PicoKeeper
from pearlboard.operator.restoring import Restoring
from pearlboard.operator.settings_file import SettingsFile
from pearlboard.operator.settings_form import SettingsForm, Taker
from pearlboard.operator.stick import Stick
from pearlboard.operator.updates import Updates
from pearlboard.operator.wall_clock import WallClock
from pearlboard.operator.wifi import WifiKeeper
from pearlboard.program.aloud import voice_of
from pearlboard.program.boards import lighting_of, opened, other_tables, place_of, second, visiting
from pearlboard.program.house import House
from pearlboard.program.packing import Packing
from pearlboard.program.table_service import TableService
from pearlboard.recorder.blackbox import BlackBox, TapedBoard, folder_of
from pearlboard.recorder.journal import Journal
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.joining import OwnWifi, Wifi
from pearlboard.screens.seat_access import SeatAccess
from pearlboard.session.evolve import evolve
from pearlboard.session.facts import Entry
from pearlboard.session.questions import agreed
from pearlboard.session.state import Phase, Session
from pearlboard.settings import Settings
from pearlboard.store.errors import StoreDamaged
from pearlboard.store.log import FactLog
from pearlboard.store.writer import Writer
from pearlboard.table.ledger import Ledger
from pearlboard.table.lighting import Lighting
from pearlboard.table.play import HouseRules, RegionsWhen
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Catalogue
from pearlboard.together.tables import OtherTables
from pearlboard.voice.speaker import Speaker
from pearlboard.voice.table_voice import TableVoice
from pearlboard.web.address import Ways
from pearlboard.web.doorstep import NoKeys
from pearlboard.web.hub import MOST_WATCHERS, Hub
from pearlboard.web.socket import TableSocket
from pearlboard.workshop.lending import Workshop, trials

_log: Final = logging.getLogger("pearlboard.program")
_computers: Final = logging.getLogger("pearlboard.computers")
_store: Final = logging.getLogger("pearlboard.store")

TOKEN_BYTES: Final = 16
LOOK_OUT_MS: Final = 10_000


@dataclass(slots=True)
class Running:
    """A running table."""

    tabletop: Tabletop
    lightings: Sequence[Lighting]
    writer: Writer
    seat_access: SeatAccess
    stage: TableService
    hub: Hub
    operating: Operating
    wifi: WifiKeeper
    publishing: Publishing


@contextlib.asynccontextmanager
async def running_table(
    settings: Settings,
    log: FactLog,
    clock: Clock,
    port: int,
    origin: str = "",
    started: Started = BY_NOBODY,
    anew: Anew = NEVER,
) -> AsyncIterator[Running]:
    """The whole table, from the board to the pages' hub, as a context manager.

    `origin`: where the settings come from, in words, for the doctor. `started` and `anew`: how the program was started,
    and how it restarts itself.
    """
    theme = read_theme(settings)
    wifi = WifiKeeper(clock, helper_client.SOCKET, port)
    origins = Ways(settings.web.host, port, clock, lambda: None if wifi.own is None else OWN_ADDRESS)
    board, wiring = opened(settings, clock)
    board, elsewhere = visiting(settings, log.path, board, wiring, theme, clock, origins)
    before, session = _resumed(log)
    writer = Writer(log, _now, session.version, _store.warning)
    blackbox = BlackBox(
        journal := Journal(writer, catalogues()[SOURCE]), clock, settings, wiring.to_toml(), folder_of(log.path)
    )
    workshop = Workshop(board, wiring, clock, trials(wiring, log.path.parent), cap_ma=settings.lights.cap_ma)
    lighting = lighting_of(settings, workshop, theme, wiring, clock)
    home = place_of(settings, TapedBoard(workshop, blackbox.told), board, wiring, clock, lighting)
    places, lightings = zip((home, lighting), *second(settings, theme, clock), strict=True)
    tabletop = Tabletop(
        Ledger(session, blackbox, before), places, clock, random.Random(secrets.randbits(64)), _house_rules(settings)
    )
    thinker = ThinkingProcess(_computers.warning, cap_ms=settings.computer.cap_ms)
    computers = Computers(
        tabletop, thinker, random.Random(secrets.randbits(64)), _computers.warning, pause_ms=settings.computer.pause_ms
    )
    seat_access = SeatAccess(tabletop, lambda: secrets.token_urlsafe(TOKEN_BYTES))
    stage = TableService(
        tabletop,
        seat_access,
        lightings,
        writer,
        catalogues(),
        workshop,
        patient := DoctorContext(settings, None, origin, log.path, None, lambda _: ""),
        thinker,
        origins=origins,
        wifi=_wifi(settings),
        elsewhere=elsewhere,
        asked=blackbox.asked,
    )
    hub = Hub(stage, most=min(MOST_WATCHERS, settings.web.most_connections * 3 // 4))
    comfort, publishing = _home(
        tabletop,
        lightings,
        settings,
        stage,
        origins,
        log.path,
        lambda words: glance.look(words),  # noqa: PLW0108 - it is made later
    )
    house = House(
        log.path,
        writer,
        lambda words: glance.look(words),  # noqa: PLW0108 - likewise
        settings,
        Packing(patient, stage.health, started.log).pack,
    )
    voice = voice_of(tabletop, stage, speaker := Speaker(), settings.voice)
    taking = takers(tabletop, comfort, computers, stage, hub, publishing, house, voice)
    form = SettingsForm(None if started.file is None else SettingsFile(started.file), settings, started.fixed, taking)
    glance: Glance = Glance(
        tabletop,
        stage,
        writer,
        log.path,
        Reports(
            origins,
            started.restored,
            wifi.line,
            lambda: form.unsaid("board"),
            hub.budget.worst,
            lambda: publishing.line,
            lambda: house.line,
            lambda: speaker.line,
        ),
    )
    updates = Updates(log.path.parent, unit=started.unit, on_work=lighting.tell_at_work)
    restoring = Restoring(log.path, writer)
    pico = PicoKeeper(
        board if isinstance(board, SerialBoard) else None,
        lambda: workshop.lost,
        lambda: form.unsaid("board"),
        lambda: tabletop.session.phase is Phase.PLAYING,
        serial=settings.serial,
    )
    operating = Operating(
        lambda: tabletop.session.phase is Phase.PLAYING,
        glance,
        form,
        started.log,
        Machine(unit=started.unit, card=updates.on_a_card),
        restoring,
        catalogues(),
        anew,
        wifi,
        updates,
        WallClock(unit=started.unit),
        OwnersPassword(log.path),
        Stick(stage.bench.copy_of_all, restoring.intake, unit=started.unit),
        pico,
        others=(others := other_tables(settings, log.path, places, lightings, elsewhere, clock)),
        house=house,
        speaker=speaker,
    )
    running = Running(tabletop, lightings, writer, seat_access, stage, hub, operating, wifi, publishing)
    _connect(running, journal, blackbox, others, house)
    look_out = _LookOut(clock, running.hub)
    writer.start()
    try:
        tabletop.start()
        for light in lightings:
            light.run()
        wifi.start()
        publishing.use(settings.home)
        house.use(settings.club)
        await others.start(settings.second.port, TableSocket(stage, hub, NoKeys(), lambda: stage.language), stage)
        yield running
    finally:
        for each in (updates, pico, wifi, publishing, others, house, speaker):
            await each.close()
        for ending in (look_out, *lightings, computers):
            ending.stop()
        tabletop.close()
        blackbox.close()
        await thinker.close()
        if await writer.close():
            _store.error("%s: not everything is saved: %s", log.path, writer.failing)


def _house_rules(settings: Settings) -> HouseRules:
    confirm = settings.confirm
    regions, patient = RegionsWhen(settings.lights.regions), settings.voice.speaks == "on"
    return HouseRules(confirm.still_ms, confirm.by == "auto", regions, patient)


def _resumed(log: FactLog) -> tuple[Session | None, Session]:
    """The session at the end of the log; and the session before a set-up that nobody has begun, if the log ends with
    one.

    `StoreDamaged` if the facts in the log cannot have happened.
    """
    before, session = None, _folded(log, Session(), _readable(log))
    if log.waiting:
        try:
            before, session = session, _folded(log, session, log.waiting)
        except StoreDamaged as error:
            _store.warning("a game that nobody had begun is left out: %s", error)
            before = None
            log.forget_waiting()
    if session.gone and isinstance(GAMES.find(agreed(session).game), Package):
        why, game = session.fault or "it was stored when the game was not there", agreed(session).game
        _log.warning("the game of %s that is on cannot be read here (%s); its log is kept", game, why)
    return before, session


def _folded(log: FactLog, session: Session, entries: Iterable[Entry]) -> Session:
    for entry in entries:
        try:
            session = evolve(session, entry)
        except (PearlboardError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise StoreDamaged(f"{log.path}: fact {entry.version} of the game cannot be played ({error})") from error
    return session


def _readable(log: FactLog) -> tuple[Entry, ...]:
    try:
        return log.to_resume()
    except BadInput as error:
        raise StoreDamaged(f"{log.path}: the log of the games cannot be read ({error})") from error


def _wifi(settings: Settings) -> Wifi | None:
    return Wifi(settings.wifi.name, settings.wifi.password) if settings.wifi.name else None


def _home(
    tabletop: Tabletop,
    lightings: Sequence[Lighting],
    settings: Settings,
    stage: TableService,
    origins: Ways,
    store: Path,
    glance: Callable[[Catalogue], Mapping[str, Any]],
) -> tuple[Comfort, Publishing]:
    """A smart home's requests to the table, and its reports to the home."""
    comfort = Comfort(lightings, settings, time.monotonic)
    around = Surroundings(
        lambda: catalogues()[stage.language], glance, comfort.obey, lambda: comfort.machine(__version__, origins()[0])
    )
    publishing = Publishing(device_of(store), tabletop, around)
    comfort.on_change = publishing.tell
    return comfort, publishing


def takers(
    tabletop: Tabletop,
    comfort: Comfort,
    computers: Computers,
    stage: TableService,
    hub: Hub,
    publishing: Publishing,
    house: House,
    voice: TableVoice,
) -> Sequence[Taker]:
    """The owners of settings that act at once, `Form.at_once`."""

    def offer(wifi: Wifi | None) -> None:
        stage.offer_wifi(wifi)
        hub.changed()

    return (
        (lambda settings: settings.language, stage.speak),
        (lambda settings: settings.sound == "on", lambda sounds: comfort.be_heard(sounds=sounds)),
        (_house_rules, tabletop.set_house_rules),
        (lambda settings: settings.computer.pause_ms, computers.pause),
        (lambda settings: (settings.lights.gamma, settings.lights.brightness), lambda how: comfort.shine(*how)),
        (_wifi, offer),
        (lambda settings: settings.home, publishing.use),
        (lambda settings: settings.club, house.use),
        (lambda settings: settings.voice, voice.use),
    )


def _connect(running: Running, journal: Journal, blackbox: BlackBox, others: OtherTables, house: House) -> None:
    blackbox.watch(running.tabletop)
    told_saved = running.stage.versions()[1], running.writer.failing

    def told() -> None:
        journal.look(running.tabletop, running.seat_access)
        running.hub.changed()

    def changed() -> None:
        journal.look(running.tabletop, running.seat_access)
        blackbox.look()
        others.notice(running.tabletop.session)
        running.operating.glance.notice()
        running.publishing.notice()
        running.hub.changed()

    def spoken(seat: int) -> None:
        running.hub.tell_alone(lambda principal: running.stage.is_told(seat, principal))

    def saved() -> None:
        """Tell pages that a fact is on disk, unless the fact itself is one that nobody else may notice."""
        running.operating.glance.notice()
        house.notice()
        for lighting in running.lightings:
            lighting.tell_saved(saves=running.writer.failing is None)
        nonlocal told_saved
        now = running.stage.versions()[1], running.writer.failing
        if now != told_saved:
            told_saved = now
            running.hub.changed()

    def network_changed() -> None:
        own, first = running.wifi.own, running.wifi.first_key() is not None
        running.stage.open_own(None if own is None else OwnWifi(own.name, own.password, first))
        running.lightings[0].show_figures(running.wifi.figures)
        running.hub.changed()

    running.wifi.listen(
        lambda: running.tabletop.session.phase is Phase.PLAYING,
        lambda: running.hub.watched_from(OWN_ADDRESS.rpartition(".")[0] + "."),
        network_changed,
    )
    running.tabletop.listen(changed, spoken)
    for number, lighting in enumerate(running.lightings):
        lighting.listen(partial(running.hub.light, place=number), running.tabletop.give_up)
    running.writer.listen(saved)
    running.seat_access.listen(told)
    journal.resume(running.tabletop)


class _LookOut:
    """Checks periodically for changes without an event: another address, a host who stays away."""

    def __init__(self, clock: Clock, hub: Hub) -> None:
        self._clock = clock
        self._hub = hub
        self.run()

    def run(self) -> None:
        self._hub.changed()
        self.stop = self._clock.call_at(self._clock() + LOOK_OUT_MS, self.run)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
