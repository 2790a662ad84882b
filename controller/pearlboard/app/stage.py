"""The running table as the pages see it: the web's port, kept by the tabletop, the lights and the store."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pearlboard import __version__
from pearlboard.app.analysis import Analyst
from pearlboard.app.analysis import document as analysis
from pearlboard.app.archive import Archive
from pearlboard.app.commands import read_command
from pearlboard.app.doctor import Patient, examine
from pearlboard.app.doors import Doors
from pearlboard.app.joining import Wifi, joining
from pearlboard.app.lighting import Lighting
from pearlboard.app.obey import Obedience
from pearlboard.app.private import private
from pearlboard.app.screen import Beside, Screen, players, screen
from pearlboard.app.situation import Situation, turns
from pearlboard.app.tabletop import Tabletop
from pearlboard.app.thinking import Thinker
from pearlboard.app.workshop import Workshop
from pearlboard.drivers.simulated import ImpossibleMove
from pearlboard.errors import BadInput, InvalidName
from pearlboard.games.perladora.refusals import IllegalStep
from pearlboard.games.perladora.setup import BadSetup
from pearlboard.geometry import GRID
from pearlboard.session.evolve import game_of
from pearlboard.session.facts import Entry, StepPlayed, StepTakenBack
from pearlboard.session.level import remaining_ms
from pearlboard.session.state import Refused, Session
from pearlboard.session.who import EVERYBODY, Who, seat_of
from pearlboard.store.writer import Writer
from pearlboard.texts import Catalogue, Sentence, say


class Stage:
    """Implements `web.port.TablePort`."""

    def __init__(
        self,
        tabletop: Tabletop,
        doors: Doors,
        lighting: Lighting,
        writer: Writer,
        catalogues: Mapping[str, Catalogue],
        workshop: Workshop,
        patient: Patient,
        thinker: Thinker,
        *,
        origin: Callable[[], str],
        wifi: Wifi | None = None,
    ) -> None:
        """Show these. `origin` is how phones reach the table now: scheme, address and port."""
        self._tabletop = tabletop
        self._doors = doors
        self._archive = Archive(writer)
        self._analyst = Analyst(thinker)
        self._obedience = Obedience(tabletop, doors, self._archive.opened)
        self._origin = origin
        self._wifi = wifi
        self._lighting = lighting
        self._writer = writer
        self._catalogues = catalogues
        self._workshop = workshop
        self._patient = patient

    def screen(self, language: str, who: Who = EVERYBODY) -> Screen:
        """How things stand: what everybody sees, and what only this seat or the host does."""
        tabletop, doors, session = self._tabletop, self._doors, self._tabletop.session
        host = who.is_host(session)
        here = frozenset(seat for seat in session.phones if doors.here(seat))
        beside = Beside(
            tabletop.simulated is not None,
            tuple(self._notices()),
            self._not_saved(),
            self._lighting.cue,
            tabletop.trust.left_out,
            tabletop.trust.untrusted,
            confirms_itself=tabletop.confirms_itself,
            here=here,
            host=host or (session.host is None and who.seat is None),
            host_here=doors.host_here,
            can_claim=doors.can_claim(who),
        )
        now, catalogue = self._now(), self._catalogues[language]
        shown = screen(now, beside, catalogue)
        if host:
            shown["join"] = joining(doors, self._origin, self._wifi)
        if who.seat is not None and who.still_there(session):
            shown["you"] = private(who.seat, session, now, tabletop.asked, catalogue)
        return shown

    def _now(self) -> Situation:
        """The situation, with what is left of the countdown: a page may come in the middle of it."""
        tabletop, now = self._tabletop, self._tabletop.now
        if now.remaining_ms is None or now.draft is None:
            return now
        left = remaining_ms(tabletop.level, now.draft, tabletop.clock(), still_ms=now.still_ms)
        return replace(now, remaining_ms=left)

    def frame(self) -> bytes:
        """What the lights show."""
        return self._lighting.frame

    def receive(self, document: object, command_id: str, version: int | None, who: Who) -> Mapping[str, Any] | None:
        """Do what is asked; every refusal has a name and a sentence."""
        try:
            return self._obedience.receive(read_command(document), command_id, version, who)
        except IllegalStep as refusal:
            raise Refused(refusal.rule, refusal.sentence, refusal.sites) from refusal
        except ImpossibleMove as error:
            raise Refused("impossible_move", say("malformed", detail=str(error))) from error
        except InvalidName as error:
            raise Refused("unknown_site", say("malformed", detail=str(error))) from error
        except BadSetup as refusal:
            raise Refused(refusal.rule, refusal.sentence) from refusal
        except BadInput as error:
            raise Refused("bad_setup", say("malformed", detail=str(error))) from error

    def join(self, code: str) -> Mapping[str, Any]:
        """Exchange an invitation for a seat's token."""
        joined = self._doors.join(code)
        return {"seat": joined.seat, "name": joined.name, "token": joined.token}

    def seat_of(self, token: str) -> Who | None:
        """Whose token that is."""
        return seat_of(self._tabletop.session, token)

    def still_there(self, who: Who) -> bool:
        """Whether the token of that screen is still good."""
        return who.still_there(self._tabletop.session)

    def arrive(self, who: Who) -> None:
        """A screen is connected."""
        self._doors.arrive(who)

    def depart(self, who: Who) -> None:
        """It is not any more."""
        self._doors.depart(who)

    def render(self, sentence: Sentence, language: str) -> str:
        """The words for a sentence, with the names of the people at the table."""
        return self._catalogues[language].render(sentence, players(self._tabletop.session.agreement))

    async def archive(self, language: str) -> Sequence[Mapping[str, Any]]:
        """The finished games, newest first."""
        return await self._archive.games(self._catalogues[language])

    async def record(self, number: int) -> Mapping[str, Any] | None:
        """A game that was counted to its end; any other would tell secrets."""
        return await self._archive.record(number)

    async def replay(self, number: int, language: str) -> Mapping[str, Any] | None:
        """The same, step by step."""
        return await self._archive.replay(number, self._catalogues[language])

    async def analysis(self, number: int, language: str) -> Mapping[str, Any] | None:
        """The same thought over: as far as that has come, and on it goes."""
        found = self._analyst.known(number)
        if found is None:
            session = await self._archive.session(number)
            found = None if session is None else self._analyst.begin(session)
        return None if found is None else analysis(found, self._catalogues[language])

    def workshop(self, language: str) -> Mapping[str, Any]:
        """Every sensor as it reads now, and the trial that is on."""
        return {
            **self._workshop.state(self._catalogues[language].render),
            "simulated": self._tabletop.simulated is not None,
        }

    def at_the_bench(self, deed: str, word: str) -> None:
        """Do what the operator wants at the bench."""
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
        board = self._tabletop.simulated
        if board is None:
            raise Refused("not_simulated", say("not_simulated"))
        try:
            place = GRID.site(word)
        except InvalidName as error:
            raise Refused("unknown_site", say("malformed", detail=str(error))) from error
        (board.lift if place in board.pieces else board.put)(place)

    def examine(self, language: str) -> Sequence[Mapping[str, Any]]:
        """What the doctor finds."""
        catalogue = self._catalogues[language]
        return [
            {"name": finding.name, "well": finding.well, "sentence": catalogue.render(finding.sentence)}
            for finding in examine(replace(self._patient, health=self.health()))
        ]

    @property
    def lost(self) -> Sentence | None:
        """Why the board does not answer. One that is lent to the bench does, though the game waits for it."""
        return self._tabletop.lost if self._workshop.trial is None else self._workshop.lost

    def health(self) -> Mapping[str, Any]:
        """For people who look after the table."""
        tabletop, lost = self._tabletop, self.lost
        board = "lost" if lost is not None else "connected" if self._workshop.trial is None else "lent"
        return {
            "ok": self._writer.failing is None and lost is None,
            "program": __version__,
            "phase": tabletop.now.phase.value,
            "version": tabletop.session.version,
            "saved": self._writer.saved,
            "board": board,
            "about": tabletop.about,
            "failing": self._writer.failing,
            "problem": None if lost is None else self.render(lost, "en"),
        }

    def _notices(self) -> list[tuple[str, Sentence]]:
        tabletop = self._tabletop
        notices: list[tuple[str, Sentence]] = []
        if tabletop.reading.wrong_bar is not None:
            notices.append(("error", say("board_frozen_bar", number=tabletop.reading.wrong_bar + 1)))
        if tabletop.reading.torn_bar is not None:
            notices.append(("warning", say("board_torn_bar", number=tabletop.reading.torn_bar + 1)))
        if left_out := tabletop.trust.left_out:
            notices.append(("info", say("sensors_left_out", sites=left_out, count=len(left_out))))
        if tabletop.reading.noisy:
            notices.append(
                ("warning", say("sensors_noisy", sites=tabletop.reading.noisy, count=len(tabletop.reading.noisy)))
            )
        return notices

    def _not_saved(self) -> Sentence | None:
        if self._writer.failing is None:
            return None
        return say(
            "not_saved", turn=_first_unsaved(self._tabletop.session, self._writer.unsaved), reason=self._writer.failing
        )


def _first_unsaved(session: Session, unsaved: Sequence[Entry]) -> int:
    """The turn that the oldest of these entries, the last of the session, belongs to."""
    facts = [entry.fact for entry in unsaved]
    played = sum(isinstance(fact, StepPlayed) and game_of(session).ends_turn(fact.step) for fact in facts)
    taken_back = sum(isinstance(fact, StepTakenBack) for fact in facts)
    return max(1, turns(session) - played + taken_back + 1) if session.agreement is not None else 1
