"""The running table as the web sees it: its port, implemented by the tabletop, the lights and the store."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any, BinaryIO, Final

from pearlboard import __version__
from pearlboard.commands.documents import Command
from pearlboard.commands.handler import CommandHandler
from pearlboard.commands.registry import read_command
from pearlboard.computers.analysis import Analyst
from pearlboard.computers.analysis_document import document as analysis
from pearlboard.computers.bot_client import Thinker
from pearlboard.diagnostics.doctor import DoctorContext, examine
from pearlboard.drivers.simulated import ImpossibleMove
from pearlboard.errors import BadInput, InvalidName, PearlboardError
from pearlboard.games.api import TABLE, BadOptions, BadSetup, IllegalAction, Seat
from pearlboard.games.registry import GAMES, GameGone
from pearlboard.geometry import GRID
from pearlboard.languages import SOURCE
from pearlboard.program.progress import hands_elsewhere, not_saved, reached
from pearlboard.screens.archive import Archive
from pearlboard.screens.catalogues import catalogue_of
from pearlboard.screens.joining import Origins, OwnWifi, Wifi, door, joining, way_in
from pearlboard.screens.lobby_access import shown_lobby
from pearlboard.screens.match import players
from pearlboard.screens.private import private
from pearlboard.screens.screen import Screen, ScreenContext, screen
from pearlboard.screens.seat_access import SeatAccess
from pearlboard.session.board_state import remaining_ms
from pearlboard.session.principal import EVERYBODY, Principal, seat_of, seat_with
from pearlboard.session.questions import agreed, package_of
from pearlboard.session.state import Phase, Refused
from pearlboard.store.backups import copy_to_send
from pearlboard.store.errors import StoreUnavailable
from pearlboard.store.lasting import lasts
from pearlboard.store.writer import Writer
from pearlboard.table.following import Curtain
from pearlboard.table.lighting import Lighting
from pearlboard.table.settling import turns
from pearlboard.table.situation import Situation
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Catalogue, Sentence, say
from pearlboard.web.port import NEWEST, Asked
from pearlboard.workshop.lending import Workshop

_log: Final = logging.getLogger("pearlboard.program")

SOMEBODY: Final = "somebody"
"""The digest that all anonymous pages share."""


class TableService:
    """Implements `web.port.TablePort`."""

    def __init__(
        self,
        tabletop: Tabletop,
        seat_access: SeatAccess,
        lighting: Lighting,
        writer: Writer,
        catalogues: Mapping[str, Catalogue],
        workshop: Workshop,
        patient: DoctorContext,
        thinker: Thinker,
        *,
        origins: Origins,
        wifi: Wifi | None = None,
        asked: Callable[[Command, Principal], AbstractContextManager[None]] = lambda *_: nullcontext(),
    ) -> None:
        """Serve these. `origins`: the addresses at which phones reach the table now.

        `asked` is a context manager around every command.
        """
        self._asked = asked
        self._tabletop = tabletop
        self._seat_access = seat_access
        self._archive = Archive(writer)
        self._analyst = Analyst(thinker)
        self._commands = CommandHandler(tabletop, seat_access, self._archive.opened, self._archive.keeps)
        self._origins = origins
        self._wifi = wifi
        self._own_wifi: OwnWifi | None = None
        self._language = patient.settings.language
        self._lighting = lighting
        self._writer = writer
        self._catalogues = catalogues
        self._workshop = workshop
        self._patient = patient
        self._forgets = say("not_kept") if lasts(patient.store.parent, patient.root) is False else None
        session = tabletop.session
        self._resumed = reached(session) if session.phase is Phase.PLAYING and not session.gone else None

    def offer_wifi(self, wifi: Wifi | None) -> None:
        """Set the Wi-Fi that the host's page offers to phones; None: offer none."""
        self._wifi = wifi

    @property
    def language(self) -> str:
        """The table's own language, for whoever asks for none that it knows."""
        return self._language

    def speak(self, language: str) -> None:
        """Set the table's own language."""
        self._language = language

    def open_own(self, wifi: OwnWifi | None) -> None:
        """Set the table's own Wi-Fi while it is open, which pages offer in place of the house's; None: it is closed."""
        self._own_wifi = wifi

    def screen(self, language: str, principal: Principal = EVERYBODY) -> Screen:
        """The screen for a principal: what everybody sees, and what only this seat or the host does."""
        try:
            return self._screen(language, principal)
        except Exception as error:
            if not self._tabletop.give_up(error):
                raise
            return self._screen(language, principal)

    def _screen(self, language: str, principal: Principal) -> Screen:
        tabletop, seat_access, session = self._tabletop, self._seat_access, self._tabletop.session
        host = principal.is_host(session)
        here = frozenset(seat for seat in session.phones if seat_access.here(seat))
        beside = ScreenContext(
            tabletop.place.simulated is not None,
            tuple(self._notices(principal)),
            not_saved(session, self._writer.unsaved, self._writer.failing) or self._forgets,
            self._saved,
            self._lighting.cue,
            tabletop.left_out,
            tabletop.place.mask.untrusted,
            ailing=tabletop.ailments,
            confirms_itself=tabletop.house.confirms_itself,
            here=here,
            host=host or (session.host is None and principal.page),
            host_here=seat_access.host_here,
            can_claim=seat_access.can_claim(principal),
            claim=seat_access.claim_said(principal),
            may_consent=seat_access.may_consent(principal),
            curtain=None if tabletop.curtain is None else tabletop.curtain.seat,
            at_ms=tabletop.clock(),
            timer=tabletop.timing.timer,
            turn=tabletop.timing.turn,
            count=tabletop.count,
        )
        now, catalogue = self._now(), self._catalogues[language]
        shown = screen(now, beside, catalogue)
        shown["join"] = joining(seat_access, self._origins, self._own_wifi or self._wifi) if host else None
        shown["door"] = door(self._origins, principal, session.phase)
        shown["lobby"] = self._lobby(principal, language)
        shown["own_wifi"] = self._own_wifi.shown if self._own_wifi is not None and principal.page else None
        if principal.guest is not None:
            shown["can"] = []
        shown |= self._you(principal, now, catalogue)
        return shown

    @property
    def _saved(self) -> int:
        """The number of the last public fact on disk."""
        return self._tabletop.ledger.public_before(len(self._writer.unsaved))

    def is_told(self, seat: Seat, principal: Principal) -> bool:
        """Whether a screen shows a seat's private view: the seat's own, or a page with its curtain open."""
        return principal.seat == seat or self._tabletop.curtain == Curtain(seat, principal)

    def _you(self, principal: Principal, now: Situation, catalogue: Catalogue) -> Screen:
        """The private view, on a seat's own screen or behind a curtain. A screen that is signed out has no such key."""
        tabletop, session = self._tabletop, self._tabletop.session
        if principal.seat is not None and principal.still_there(session):
            return {"you": private(principal.seat, session, now, tabletop.requests, catalogue)}
        if (behind := tabletop.behind_curtain(principal)) is not None:
            return {"you": private(behind, session, now, tabletop.requests, catalogue)}
        return {"you": None} if principal.seat is None else {}

    def _lobby(self, principal: Principal, language: str) -> dict[str, Any] | None:
        """The lobby, for its guests; with its code for the page that has opened it."""
        access = self._seat_access.lobby
        if access.open is None:
            return None
        words = self._catalogues[language].of(access.open.lobby.game).render
        shown = shown_lobby(access, principal, words)
        if shown is None:
            return None
        owner = access.is_owner(principal)
        return {
            **shown,
            "way_in": way_in(self._seat_access, self._origins, self._own_wifi or self._wifi) if owner else None,
        }

    def _now(self) -> Situation:
        """The situation with the remaining countdown: a page may arrive in the middle of one."""
        tabletop, now = self._tabletop, self._tabletop.now
        if now.turn.remaining_ms is None or now.board.draft is None:
            return now
        left = remaining_ms(tabletop.place.state, now.board.draft, tabletop.clock(), still_ms=now.turn.still_ms)
        return now.with_left(left)

    def frame(self) -> bytes:
        """The frame of the lights."""
        return self._lighting.frame

    def receive(
        self, document: object, command_id: str, version: int | None, principal: Principal
    ) -> Mapping[str, Any] | None:
        """Carry out a command; every refusal has a name and a sentence."""
        try:
            command = read_command(document)
            with self._asked(command, principal):
                self._commands.receive(command, command_id, version, principal)
        except IllegalAction as refusal:
            raise Refused(refusal.rule, refusal.sentence) from refusal
        except ImpossibleMove as error:
            raise Refused("impossible_move", error.sentence) from error
        except InvalidName as error:
            raise Refused("unknown_site", say("malformed", detail=str(error))) from error
        except (BadSetup, BadOptions) as refusal:
            raise Refused(refusal.rule, refusal.sentence) from refusal
        except BadInput as error:
            raise Refused("malformed", say("malformed", detail=str(error))) from error
        except GameGone as error:
            raise Refused("game_gone", error.broken.why) from error
        except PearlboardError:
            raise
        except Exception as error:
            if not self._tabletop.give_up(error):
                raise
            raise Refused("game_gone", say("game_gone", game=agreed(self._tabletop.session).game)) from error
        return None

    def join(self, code: str) -> Mapping[str, Any]:
        """Exchange an invitation for a seat's token, or the lobby's code for a guest's."""
        if self.lets_many_in(code):
            entered = self._seat_access.lobby.enter(code)
            self._tabletop.refresh()
            return {"guest": entered.guest, "token": entered.token}
        joined = self._seat_access.join(code)
        return {"seat": joined.seat, "name": joined.name, "token": joined.token}

    def lets_many_in(self, code: str) -> bool:
        """Whether the code is the lobby's, which admits several guests."""
        return self._seat_access.lobby.lets_in(code)

    def holder_of(self, token: str) -> Principal | None:
        """The principal of a token."""
        return seat_of(self._tabletop.session, token) or self._seat_access.lobby.guest_of(token)

    def by_now(self, principal: Principal) -> Principal:
        """The principal after a guest has got a seat."""
        if principal.guest is None:
            return principal
        return seat_with(self._tabletop.session, principal.key) or principal

    def still_there(self, principal: Principal) -> bool:
        """Whether the token of a screen is still valid."""
        return principal.still_there(self._tabletop.session) or self._seat_access.lobby.knows(principal)

    def knows(self, principal: Principal) -> bool:
        """See `TablePort`."""
        return self._seat_access.knows(principal)

    def shown_as(self, principal: Principal) -> Principal:
        """See `TablePort`."""
        access, behind = self._seat_access, self._tabletop.behind_curtain(principal) is not None
        claims = access.claim is not None and access.claim.principal == principal
        nobody = principal.page and not (
            access.knows(principal) or behind or claims or access.announcements.shows_late(principal)
        )
        return Principal(key=principal.key and SOMEBODY, local=principal.local) if nobody else principal

    @property
    def host_claimed(self) -> bool:
        """Whether a page waits for consent to become the host's."""
        return self._seat_access.claim is not None

    def turned_away(self) -> None:
        """See `TablePort`."""
        self._seat_access.turned_away()

    def arrive(self, principal: Principal) -> None:
        """A screen has connected."""
        self._seat_access.arrive(principal)

    def depart(self, principal: Principal) -> None:
        """A screen has disconnected. A curtain that was open there closes, so that nobody else sees the hand."""
        if self._tabletop.behind_curtain(principal) is not None:
            self._tabletop.draw_curtain(None)
        self._seat_access.depart(principal)

    def render(self, sentence: Sentence, language: str) -> str:
        """The words for a sentence, with the names of the people at the table."""
        agreement = self._tabletop.session.agreement
        catalogue = self._catalogues[language].of(None if agreement is None else agreement.game)
        return catalogue.render(sentence, players(agreement))

    def words(self, game: str, language: str) -> Catalogue:
        """The table's sentences with those of a game."""
        return catalogue_of(GAMES[game], language)

    async def archive(self, language: str, asked: Asked = NEWEST) -> Mapping[str, Any]:
        """A page of the finished games, newest first."""
        return await self._archive.games(self._catalogues[language], asked)

    async def family(self, game: str | None, language: str) -> Mapping[str, Any]:
        """The family ranking."""
        return await self._archive.family(game, self._catalogues[language])

    async def record(self, number: int) -> Mapping[str, Any] | None:
        """The record of a finished game; unfinished ones would reveal secrets."""
        return await self._archive.record(number)

    async def replay(self, number: int, language: str) -> Mapping[str, Any] | None:
        """The replay of a finished game."""
        return await self._archive.replay(number, self._catalogues[language])

    async def picture(self, number: int, language: str) -> str | None:
        """The picture of a game's end, to keep and to share."""
        return await self._archive.picture(number, self._catalogues[language])

    async def analysis(self, number: int, language: str) -> Mapping[str, Any] | None:
        """The analysis of a finished game, as far as it has come; it goes on in the background."""
        found = self._analyst.known(number)
        if found is None:
            session = await self._archive.session(number)
            if session is None or package_of(session).analyst_of(agreed(session).setup) is None:
                return None
            found = self._analyst.begin(session)
        self._analyst.forget_failed(number)
        return analysis(found, self._catalogues[language])

    def deleted(self, number: int) -> bool:
        """Whether such a game existed and was deleted."""
        return self._archive.deleted(number)

    def workshop(self, language: str) -> Mapping[str, Any]:
        """The readings of every sensor, and the trial in progress."""
        return {
            **self._workshop.state(self._catalogues[language].render),
            "simulated": self._tabletop.place.simulated is not None,
        }

    def at_the_bench(self, deed: str, word: str) -> None:
        """Carry out the operator's request at the bench."""
        match deed:
            case "begin":
                self._workshop.begin(word)
            case "answer":
                self._workshop.answer(word)
            case "leave":
                self._workshop.leave()
            case "hand":
                self._by_hand(word)

    def _by_hand(self, word: str) -> None:
        board = self._tabletop.place.simulated
        if board is None:
            raise Refused("not_simulated", say("not_simulated"))
        try:
            place = GRID.site(word)
        except InvalidName as error:
            raise Refused("unknown_site", say("malformed", detail=str(error))) from error
        (board.lift if place in board.pieces else board.put)(place)

    def examine(self, language: str) -> Sequence[Mapping[str, Any]]:
        """The findings of the doctor."""
        catalogue = self._catalogues[language]
        return [
            {"name": finding.name, "well": finding.well, "sentence": catalogue.render(finding.sentence)}
            for finding in examine(replace(self._patient, health=self.health()))
        ]

    async def copy_of_all(self) -> tuple[str, BinaryIO]:
        """A copy of everything. If a game began meanwhile, the copy is closed and refused, too."""
        self._no_game_is_on()
        try:
            name, file = await self._writer.copied(copy_to_send)
        except StoreUnavailable as error:
            raise Refused("not_copied", say("not_copied", problem=str(error))) from error
        try:
            self._no_game_is_on()
        except Refused:
            file.close()
            raise
        _log.info("the operator fetches a backup over the network: %s", name)
        return name, file

    def _no_game_is_on(self) -> None:
        """Raise `Refused` while a game is on: a copy would carry its secrets away."""
        if self._tabletop.session.phase is Phase.PLAYING:
            raise Refused("game_is_on", say("backup_tells_secrets"))

    @property
    def lost(self) -> Sentence | None:
        """The reason why the board does not answer. A board lent to the bench does, though the game waits for it."""
        return self._tabletop.place.lost if self._workshop.trial is None else self._workshop.lost

    def drawn(self) -> bool:
        return self._tabletop.place.on_screen

    def recorded(self) -> tuple[int, int]:
        """See `TablePort`."""
        return self._tabletop.ledger.recorded, self._tabletop.ledger.set_ups

    def versions(self) -> tuple[int, int]:
        return self._tabletop.session.public, self._saved

    def health(self) -> Mapping[str, Any]:
        """Health, for people who look after the table."""
        tabletop, lost = self._tabletop, self.lost
        board = "lost" if lost is not None else "connected" if self._workshop.trial is None else "lent"
        return {
            "ok": self._writer.failing is None and lost is None,
            "program": __version__,
            "phase": tabletop.now.phase.value,
            "version": tabletop.session.public,
            "saved": self._saved,
            "board": board,
            "about": tabletop.place.about,
            "failing": self._writer.failing,
            "problem": None if lost is None else self.render(lost, SOURCE),
        }

    def _about_sensors(self) -> list[tuple[str, Sentence]]:
        tabletop, notices = self._tabletop, list[tuple[str, Sentence]]()
        reading = tabletop.place.reading
        if reading.wrong_bar is not None:
            notices.append(("error", say("board_frozen_bar", number=reading.wrong_bar + 1)))
        if reading.torn_bar is not None:
            notices.append(("warning", say("board_torn_bar", number=reading.torn_bar + 1)))
        if left_out := tabletop.left_out:
            notices.append(("info", say("sensors_left_out", sites=left_out, count=len(left_out))))
        if reading.noisy:
            notices.append(("warning", say("sensors_noisy", sites=reading.noisy, count=len(reading.noisy))))
        return notices

    def _notices(self, principal: Principal) -> list[tuple[str, Sentence]]:
        tabletop = self._tabletop
        notices: list[tuple[str, Sentence]] = []
        if self._resumed == reached(tabletop.session):
            notices.append(("info", say("resumed", turn=turns(tabletop.session) + 1)))
        if (undone := tabletop.now.turn.redoes) is not None and undone != TABLE:
            notices.append(("info", say("undone", seat=undone)))
        notices += self._about_sensors()
        if tabletop.curtain is not None and not tabletop.place.on_screen:
            notices.append(("info", say("curtain_open", seat=tabletop.curtain.seat)))
        if tabletop.place.on_screen and hands_elsewhere(tabletop.session, principal):
            notices.append(("here", say("not_the_hosts")))
        notices += [("news", said) for said in self._seat_access.announcements.shown(principal)]
        return notices
