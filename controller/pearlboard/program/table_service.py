"""The running table as the web sees it: its port, implemented by the tabletop, the lights and the store."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from pearlboard import __version__
from pearlboard.commands.documents import Command
from pearlboard.commands.handler import CommandHandler
from pearlboard.commands.registry import read_command
from pearlboard.computers.bot_client import Thinker
from pearlboard.diagnostics.doctor import DoctorContext
from pearlboard.drivers.simulated import ImpossibleMove
from pearlboard.errors import BadInput, InvalidName, PearlboardError
from pearlboard.games.api import BadOptions, BadSetup, IllegalAction, Seat
from pearlboard.games.registry import GAMES, GameGone
from pearlboard.languages import SOURCE
from pearlboard.program.bench import Bench
from pearlboard.program.finished_games import FinishedGames
from pearlboard.program.progress import hands_elsewhere, not_saved, reached
from pearlboard.program.visitors import Visitors
from pearlboard.screens.archive import Archive
from pearlboard.screens.boards import about_others, boards
from pearlboard.screens.catalogues import catalogue_of
from pearlboard.screens.joining import Origins, OwnWifi, Wifi, door, joining, way_in
from pearlboard.screens.lobby_access import shown_guests, shown_lobby
from pearlboard.screens.match import players
from pearlboard.screens.private import private
from pearlboard.screens.screen import Screen, ScreenContext, screen
from pearlboard.screens.seat_access import SeatAccess
from pearlboard.session.board_state import remaining_ms
from pearlboard.session.principal import EVERYBODY, Principal
from pearlboard.session.questions import agreed
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.store.lasting import lasts
from pearlboard.store.writer import Writer
from pearlboard.table import taking_back
from pearlboard.table.game_part import turns
from pearlboard.table.lighting import Lighting
from pearlboard.table.situation import Situation
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Catalogue, Sentence, say
from pearlboard.voice.menu import questions
from pearlboard.web.port import Elsewhere
from pearlboard.workshop.lending import Workshop


class TableService:
    """Implements `web.port.TablePort`."""

    def __init__(
        self,
        tabletop: Tabletop,
        seat_access: SeatAccess,
        lightings: Sequence[Lighting],
        writer: Writer,
        catalogues: Mapping[str, Catalogue],
        workshop: Workshop,
        patient: DoctorContext,
        thinker: Thinker,
        *,
        origins: Origins,
        wifi: Wifi | None = None,
        elsewhere: Elsewhere | None = None,
        asked: Callable[[Command, Principal], AbstractContextManager[None]] = lambda *_: nullcontext(),
    ) -> None:
        """Serve these. `origins`: the addresses at which phones reach the table now.

        `asked` is a context manager around every command.
        """
        self._asked = asked
        self.elsewhere = elsewhere
        self.far_origins: tuple[str, ...] = ()
        self._tabletop = tabletop
        self._seat_access = seat_access
        self.visitors = Visitors(tabletop, seat_access)
        self.finished = FinishedGames(Archive(writer), thinker, catalogues)
        self.bench = Bench(tabletop, workshop, writer, patient, catalogues, self.health)
        self._commands = CommandHandler(tabletop, seat_access, self.finished.games.opened, self.finished.games.keeps)
        self._origins = origins
        self._wifi = wifi
        self._own_wifi: OwnWifi | None = None
        self._language = patient.settings.language
        self._lightings = lightings
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
        with self._tabletop.places.beside(principal, self._tabletop.session):
            return self._tabletop.read(lambda: self._screen(language, principal))

    def _screen(self, language: str, principal: Principal) -> Screen:
        tabletop, seat_access, session = self._tabletop, self._seat_access, self._tabletop.session
        host, keeps = principal.is_host(session), seat_access.keeps(principal)
        here = frozenset(seat for seat in session.phones if seat_access.here(seat))
        beside = ScreenContext(
            tabletop.place.simulated is not None,
            tuple(self._notices(principal)),
            not_saved(session, self._writer.unsaved, self._writer.failing) or self._forgets,
            self._saved,
            self._lightings[tabletop.place.number].cue,
            tabletop.left_out,
            tabletop.place.mask.untrusted,
            ailing=tabletop.ailments,
            confirms_itself=tabletop.house.confirms_itself,
            patient=tabletop.house.patient,
            seat=principal.seat,
            hands_elsewhere=hands_elsewhere(session, principal),
            here=here,
            sit_elsewhere=self._sit_elsewhere(principal),
            host=host or (session.host is None and principal.page),
            keeps=keeps,
            invites=seat_access.keepers.invites(principal),
            can_keep=seat_access.keepers.may_take(principal),
            host_here=seat_access.host_here,
            can_claim=seat_access.can_claim(principal),
            claim=seat_access.claim_said(principal),
            may_consent=seat_access.may_consent(principal),
            curtain=None if tabletop.place.curtain is None else tabletop.place.curtain.seat,
            boards=boards(tabletop),
            questions=questions(tabletop.now),
            spoken=tabletop.voice.answered(self._catalogues[language]),
            gathering=self._gathering(language),
            at_ms=tabletop.clock(),
            timer=tabletop.timing.timer,
            turn=tabletop.timing.turn,
            count=tabletop.count,
        )
        now, catalogue = self._now(), self._catalogues[language]
        shown = screen(now, beside, catalogue)
        shown["join"] = self._joining(principal) if host or keeps else None
        shown["door"] = door(seat_access, self._origins, principal, session.phase)
        shown["lobby"] = self._lobby(principal, language)
        shown["other_lobby"] = self._other_lobby(principal, language)
        shown["own_wifi"] = self._own_wifi.shown if self._own_wifi is not None and principal.page else None
        if principal.guest is not None:
            shown["can"] = []
        shown |= self._you(principal, now, catalogue)
        return shown

    def _sit_elsewhere(self, principal: Principal) -> frozenset[Seat]:
        """The seats for which a page may not speak."""
        agreement, places = self._tabletop.session.agreement, self._tabletop.places
        if agreement is None:
            return frozenset()
        seats = range(1, len(agreement.names) + 1)
        return frozenset(seat for seat in seats if not places.speaks_for(principal, seat, agreement))

    def _joining(self, principal: Principal) -> Screen:
        """How phones join: each seat by the addresses of the table at which it sits."""
        tabletop, agreement = self._tabletop, self._tabletop.session.agreement
        host = principal.is_host(tabletop.session)

        def origins(seat: Seat) -> tuple[str, ...] | None:
            sits = 0 if agreement is None else agreement.place(seat)
            return self._origins_at(sits) if host or sits == principal.place else None

        return joining(self._seat_access, origins, self._wifi_at(principal.place))

    def _origins_at(self, place: int) -> tuple[str, ...]:
        """The addresses at which phones reach the table that has this board, best first."""
        far = self._tabletop.places.of(place).far
        return (far and self.far_origins) or self._origins()

    def _wifi_at(self, place: int) -> Wifi | None:
        """The Wi-Fi in which phones reach it; None: another table's is not known here."""
        return None if self._tabletop.places.of(place).far else self._own_wifi or self._wifi

    @property
    def _saved(self) -> int:
        """The number of the last public fact on disk."""
        return self._tabletop.ledger.public_before(len(self._writer.unsaved))

    def is_told(self, seat: Seat, principal: Principal) -> bool:
        """Whether a screen shows a seat's private view: the seat's own, or a page with its curtain open."""
        return principal.seat == seat or self._tabletop.behind_curtain(principal) == seat

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
        return {**shown, "way_in": self._way_in(principal) if access.is_owner(principal) else None}

    def _gathering(self, language: str) -> Sentence | None:
        """The lobby's part of every page, while a lobby is open."""
        opened = self._seat_access.lobby.open
        return None if opened is None else say("people_gather", game=self._title(opened.lobby.game, language))

    def _title(self, game: str, language: str) -> str:
        return self._catalogues[language].of(game).render(GAMES[game].title)

    def _other_lobby(self, principal: Principal, language: str) -> dict[str, Any] | None:
        """The lobby of another page, on a shared page: what is to be played; its code, and who has come by it, on the
        machine's own screen, and at another board on the page that would keep it.
        """
        access = self._seat_access.lobby
        if access.open is None or access.is_owner(principal) or not principal.page:
            return None
        game = access.open.lobby.game
        lets_in = principal.local or (
            principal.place != access.open.owner.place and self._seat_access.keepers.first_beside(principal)
        )
        return {
            "game": game,
            "title": self._title(game, language),
            "way_in": self._way_in(principal) if lets_in else None,
            "guests": shown_guests(access, access.open) if lets_in else [],
        }

    def _way_in(self, principal: Principal) -> dict[str, Any] | None:
        return way_in(self._seat_access, lambda: self._origins_at(principal.place), self._wifi_at(principal.place))

    def _now(self) -> Situation:
        """The situation with the remaining countdown: a page may arrive in the middle of one."""
        tabletop, now = self._tabletop, self._tabletop.now
        if now.turn.remaining_ms is None or now.board.draft is None:
            return now
        left = remaining_ms(tabletop.place.state, now.board.draft, tabletop.clock(), still_ms=now.turn.still_ms)
        return now.with_left(left)

    def frame(self, place: int = 0) -> bytes:
        """The frame of a board's lights."""
        return self._lightings[self._tabletop.places.of(place).number].frame

    def receive(
        self, document: object, command_id: str, version: int | None, principal: Principal
    ) -> Mapping[str, Any] | None:
        """Carry out a command; every refusal has a name and a sentence."""
        try:
            command = read_command(document)
            with self._asked(command, principal), self._tabletop.places.beside(principal, self._tabletop.session):
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

    @property
    def boards_here(self) -> int:
        """The number of boards in this room."""
        return sum(not place.far for place in self._tabletop.places)

    @property
    def session(self) -> Session:
        """The game, with what is secret in it."""
        return self._tabletop.session

    def meet(self, origins: tuple[str, ...]) -> None:
        """Note the addresses at which phones reach the guest's table."""
        self.far_origins = origins

    def render(self, sentence: Sentence, language: str) -> str:
        """The words for a sentence, with the names of the people at the table."""
        agreement = self._tabletop.session.agreement
        catalogue = self._catalogues[language].of(None if agreement is None else agreement.game)
        return catalogue.render(sentence, players(agreement))

    def words(self, game: str, language: str) -> Catalogue:
        """The table's sentences with those of a game."""
        return catalogue_of(GAMES[game], language)

    @property
    def lost(self) -> Sentence | None:
        """The reason why the board does not answer; see `Bench.lost`. One that plays at another table answers there."""
        return self.bench.lost if self.elsewhere is None else self.elsewhere.lost

    @property
    def host_claimed(self) -> bool:
        """Whether a page waits for consent to become the host's."""
        return self._seat_access.claim is not None

    def drawn(self) -> bool:
        return self._tabletop.places.home.on_screen

    def recorded(self) -> tuple[int, int]:
        """See `TablePort`."""
        return self._tabletop.ledger.recorded, self._tabletop.ledger.set_ups

    def versions(self) -> tuple[int, int]:
        return self._tabletop.session.public, self._saved

    def health(self) -> Mapping[str, Any]:
        """Health, for people who look after the table."""
        tabletop, lost = self._tabletop, self.lost
        answers = "connected" if self.elsewhere is None else "elsewhere"
        board = "lost" if lost is not None else answers if self._workshop.trial is None else "lent"
        return {
            "ok": self._writer.failing is None and lost is None,
            "program": __version__,
            "phase": tabletop.now.phase.value,
            "version": tabletop.session.public,
            "saved": self._saved,
            "board": board,
            "about": tabletop.places.home.about,
            "supplied": tabletop.places.home.supplied,
            "failing": self._writer.failing,
            "problem": None if lost is None else self.render(lost, SOURCE),
        }

    def _about_sensors(self) -> list[tuple[str, Sentence]]:
        tabletop, notices = self._tabletop, list[tuple[str, Sentence]]()
        reading = tabletop.place.reading
        if tabletop.place.lost is not None and tabletop.now.stop is None:
            notices.append(("error", say("board_not_missed")))
        if not tabletop.place.supplied:
            notices.append(("warning", say("supply_sags")))
        if reading.wrong_bar is not None:
            notices.append(("error", say("board_frozen_bar", number=reading.wrong_bar + 1)))
        if reading.torn_bar is not None:
            notices.append(("warning", say("board_torn_bar", number=reading.torn_bar + 1)))
        if left_out := tabletop.left_out:
            notices.append(("info", say("sensors_left_out", sites=left_out, count=len(left_out))))
        if reading.noisy:
            notices.append(("warning", say("sensors_noisy", sites=reading.noisy, count=len(reading.noisy))))
        return notices

    @property
    def notices(self) -> tuple[Sentence, ...]:
        """Every page's part about the table itself."""
        unsaved = not_saved(self._tabletop.session, self._writer.unsaved, self._writer.failing)
        return (*(said for _, said in self._notices(EVERYBODY)), *(() if unsaved is None else (unsaved,)))

    def _notices(self, principal: Principal) -> list[tuple[str, Sentence]]:
        tabletop = self._tabletop
        notices: list[tuple[str, Sentence]] = []
        if self._resumed == reached(tabletop.session):
            notices.append(("info", say("resumed", turn=turns(tabletop.session) + 1)))
        notices += [("info", said) for said in taking_back.told(tabletop, principal.seat)]
        notices += self._about_sensors()
        notices += about_others(tabletop)
        if tabletop.place.curtain is not None and not tabletop.place.on_screen:
            notices.append(("info", say("curtain_open", seat=tabletop.place.curtain.seat)))
        keeps = self._seat_access.keeps(principal)
        if tabletop.place.on_screen and not keeps and hands_elsewhere(tabletop.session, principal):
            notices.append(("here", say(self._not_here(principal))))
        notices += [("news", said) for said in self._seat_access.announcements.shown(principal)]
        return notices

    def _not_here(self, principal: Principal) -> str:
        """The name of the sentence about where hands are shown; whoever waits for the host is told for what."""
        access = self._seat_access
        if access.keepers.may_take(principal):
            return "not_this_page"
        if access.can_claim(principal):
            return "not_the_hosts_gone"
        return "not_the_hosts" if access.host_here else "not_the_hosts_away"
