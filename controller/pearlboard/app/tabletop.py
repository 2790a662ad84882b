"""The table: one owner of all that can change, on one event loop. Everything it calls on the way is a plain function.

    board event -> senses -> level --+
    command, button ----- intent ----+--> session --> situation --> scene --> lights, sounds
                                     |                         +--> whoever listens (the pages)
                                     +--> facts --> store

A refusal changes nothing. Facts are acted on at once and saved behind; `Screen` says which are not saved yet.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol

from pearlboard.app.replay import Exhibit
from pearlboard.app.situation import DOUBT_MS, Asked, Proposal, Situation, Stop, situate
from pearlboard.app.speech import sentence
from pearlboard.app.trust import Trust
from pearlboard.drivers.base import Board, Button, Connected, Event, Lost, Pressed, Released
from pearlboard.drivers.clock import Clock
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import PearlboardError
from pearlboard.games.api import NOWHERE, TABLE, Choice, GameStep, Seat, Verdict
from pearlboard.geometry import Site, Space
from pearlboard.lights.scene import Cue
from pearlboard.sensing.senses import Reading, Senses
from pearlboard.session import intents
from pearlboard.session.decide import decide, fold, number, receive, steps_back
from pearlboard.session.evolve import agreed, game_of
from pearlboard.session.facts import (
    Entry,
    GameAbandoned,
    GameAgreed,
    GameBegun,
    HintMode,
    SeatFreed,
    SeatHandedOver,
    SeatTaken,
    StepPlayed,
    StepTakenBack,
)
from pearlboard.session.intents import Command, Intent
from pearlboard.session.level import LOOK_MS, Level, feel, lose, owe, take_back, touch
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.texts import Sentence, say

HINT_MS: Final = 5_000
ASK_MS: Final = 8_000
PROPOSAL_MS: Final = 120_000
"""How long a take-back waits for those who have not agreed."""
UNSETTLED_MS: Final = 500
"""How long the button waits, at most, for a piece to settle that was laid just before it was pressed."""
HOLD_MS: Final = 2_000
"""How long the end-turn button is held to take back."""
CUES: Final[Mapping[type, Cue]] = {StepPlayed: Cue.CONFIRMED, StepTakenBack: Cue.TAKEN_BACK}
"""What is heard of a fact."""
AT_REVEAL: Final = (intents.SayValue, intents.ShowTerritory, intents.AgreeOnValues)
"""Tiles are turned up, so all of them must lie there."""
NEW_STEP: Final = (GameBegun, StepPlayed, StepTakenBack, GameAgreed, GameAbandoned, SeatHandedOver)
"""After these nothing is left of what was asked before."""


class Saver(Protocol):
    """Where entries go to be kept."""

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Take entries, in order; returns at once."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What came with a command: its id, and the version that its sender saw."""

    id: str
    version: int


class Tabletop:
    """See the head of the file. `on_change` is called after everything that may have changed the situation.

    Before it `on_look` is, for whoever plays the seats of the computer; `on_hurry` when people do not want to wait, and
    `on_advise` when somebody asks what to do.
    """

    def __init__(
        self,
        session: Session,
        board: Board,
        senses: Senses,
        clock: Clock,
        saver: Saver,
        rng: random.Random,
        *,
        still_ms: int,
        confirms_itself: bool = True,
        tiles: bool = False,
        simulated: SimulatedBoard | None = None,
    ) -> None:
        """Take over where the log ends.

        `confirms_itself` holds for games whose set-up does not say otherwise; `tiles`: the pieces are tiles with a
        magnet in their back, so one that lies face up cannot be sensed. `simulated`: the board on which screens may
        lay pieces, if it is one of that kind. `stuck`: the computer whose turn it is cannot play.
        """
        self.session = session
        self.board = board
        self.clock = clock
        self.rng = rng
        self.confirms_itself = confirms_itself
        self.tiles = tiles
        self.simulated = simulated
        self.lost: Sentence | None = None
        self.about = ""
        self.reading = Reading(None)
        self.on_change: Callable[[], None] = lambda: None
        self.on_cue: Callable[[Cue], None] = lambda _: None
        self.on_look: Callable[[], None] = lambda: None
        self.on_hurry: Callable[[], None] = nobody_thinks
        self.on_advise: Callable[[], None] = nobody_thinks
        self.stuck = False
        self.level = Level(must_lift=session.taken_back, owed=session.owed)
        self.asked = Asked()
        self.trust = Trust()
        self.exhibit: Exhibit | None = None
        self._senses = senses
        self._saver = saver
        self._still_ms = still_ms
        self._held_since: dict[Button, int] = {}
        self._pressed_at = 0
        self._confirm_ms: int | None = None
        self._wake: Callable[[], None] = lambda: None
        self._looked_ms = 0
        self.now = self._look()

    def start(self) -> None:
        """Begin to listen to the board."""
        self.board.start(self.hear)

    def close(self) -> None:
        """Lights dark, and no more events."""
        self._wake()
        self.board.close()

    # --- the board ---------------------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Take an event of the board."""
        match event:
            case Connected(about):
                self.lost, self.about = None, about
                self._forget()
            case Lost(reason):
                self.lost = reason
                self._forget()
            case Pressed(button, at_ms):
                self._held_since[button] = at_ms
                self._pressed_at = self.session.version
            case Released(button):
                self._release(button)
            case scan:
                self._sense(self._senses.feed(scan))
        self.refresh()

    def _forget(self) -> None:
        self._senses.forget()
        self._held_since.clear()
        self.asked = replace(self.asked, hints_until_ms=0, upside_down_until_ms=0)
        self.level = lose(self.level)

    def _sense(self, reading: Reading) -> None:
        self.reading = reading
        if reading.sites is None or reading.wrong_bar is not None:
            return
        before, trusted = self.level, self.trust
        self.trust = trusted.with_unsensed(reading.unsensed, self._believed())
        self.level = feel(
            before, self.trust.seen(reading.sites), self.clock(), by_itself=trusted.untrusted - self.trust.untrusted
        )
        self._notice_target(before)

    def _believed(self) -> frozenset[Site]:
        """What lies on the board, as far as was known; before anything was sensed, what the log says."""
        return self.level.sensed if self.level.sensed is not None else self.now.table.expected

    def _notice_target(self, before: Level) -> None:
        """A Diver that was lifted and put back while a token waits for its target is the target."""
        if before.sensed is None or self.now.armed is None or self.now.draft is None:
            return
        back = (self.level.sensed or NOWHERE) - before.sensed
        expected = self.now.table.expected
        lying = (self.now.draft.targets | {self.now.draft.target}) & expected
        if lying and len(back) == 1 and back <= expected:
            [place] = back
            if isinstance(place, Space):
                self.asked = replace(self.asked, choice=replace(self.asked.choice, target=place))

    def believe(self, trust: Trust) -> None:
        """From now on these sensors are believed, and those are not."""
        self.trust = trust
        self._sense(self.reading)

    def _release(self, button: Button) -> None:
        if self._held_since.pop(button, None) is None:
            return
        if button is Button.END_TURN and self._pressed_at == self.session.version:
            at_ms = self.clock()
            self._confirm_ms = min(self._senses.due_ms or at_ms, at_ms + UNSETTLED_MS)
        elif button is Button.HINT:
            self._try(self.hint)
        elif button is Button.TAKE_BACK:
            self._try(lambda: self.take_back(None, None))

    def _try(self, act: Callable[[], None]) -> None:
        """Do what a button asks; if it cannot be done, the table goes on saying what is the matter."""
        try:
            act()
        except PearlboardError:
            self.on_cue(Cue.ILLEGAL)

    # --- time --------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Let time pass: a sensor settles, a countdown ends, a hint fades."""
        at_ms = self.clock()
        due = self._senses.due_ms
        if due is not None and due <= at_ms:
            self._sense(self._senses.tick(at_ms))
        held = self._held_since.get(Button.END_TURN)
        if held is not None and at_ms - held >= HOLD_MS:
            del self._held_since[Button.END_TURN]
            self._try(lambda: self.take_back(None, None))
        self.refresh()

    def _due_ms(self) -> int | None:
        """When something will change by itself; the past, for what fell due while this turn of the loop was at work."""
        seen_ms, asked, now = self._looked_ms, self.asked, self.now
        times = [
            asked.hints_until_ms,
            asked.upside_down_until_ms,
            None if now.remaining_ms is None else seen_ms + now.remaining_ms,
            None if asked.proposal is None else asked.proposal.until_ms,
        ]
        times.append(self.level.changed_ms + DOUBT_MS)
        times += [lifted + LOOK_MS for place, lifted in self.level.lifted_ms.items() if place in now.table.looked_at]
        times += [held + HOLD_MS for button, held in self._held_since.items() if button is Button.END_TURN]
        times = [time for time in times if time is not None and time > seen_ms]
        return min((time for time in (self._senses.due_ms, self._confirm_ms, *times) if time is not None), default=None)

    def refresh(self) -> None:
        """Look again; confirm what has lain still; tell everybody; and wake up when time alone will change it."""
        stopped = self.now.stop is not None
        self.now = self._look()
        if stopped and self.now.stop is None:
            self.level = touch(self.level, self.clock())
            self.now = self._look()
        self._take_back_if_agreed()
        if self._confirm_ms is not None and self._confirm_ms <= self.clock():
            self._confirm_ms = None
            self._try(lambda: self.confirm(None))
            self.now = self._look()
        while self.now.remaining_ms == 0 and not self._senses.settling:
            self.confirm(None)
            self.now = self._look()
        self._wake()
        due = self._due_ms()
        self._wake = self.clock.call_at(due, self.tick) if due is not None else lambda: None
        self.on_look()
        self.on_change()

    def _look(self) -> Situation:
        stop = None
        if self.lost is not None:
            stop = Stop.LOST
        elif self.reading.wrong_bar is not None:
            stop = Stop.FROZEN
        self._looked_ms = self.clock()
        now = situate(
            self.session,
            self.level,
            self.asked,
            self._looked_ms,
            still_ms=self._still_ms,
            stop=stop,
            tiles=self.tiles,
            exhibit=self.exhibit,
            stuck=self.stuck,
        )
        if now.lost != self.lost:
            now = replace(now, lost=self.lost)
        if self.asked.continuing and (self.level.sensed or now.phase is not Phase.PLAYING):
            self.asked = replace(self.asked, continuing=False)
        if now.proposal is None and self.asked.proposal is not None:
            self.asked = replace(self.asked, proposal=None)
            self.level = touch(self.level, self._looked_ms)
            return self._look()
        if now.stop is None and not now.values and now.to_move not in self.session.phones and self._value_chosen:
            self.choose(None, later=False)
            return self._look()
        if now.values and self.asked.choice.value is not None and self.asked.choice.open != _face_up(now):
            self.asked = replace(self.asked, choice=replace(self.asked.choice, value=None))
            return self._look()
        return now

    @property
    def _value_chosen(self) -> bool:
        return self.asked.choice.value is not None or self.asked.choice.later

    # --- what people do ----------------------------------------------------------------------------------------

    def confirm(self, sent: Sent | None) -> None:
        """The end-turn button: in a turn it confirms the draft, elsewhere it means "go on"."""
        now = self.now
        if self.exhibit is not None:
            self.exhibit = self.exhibit.turned(1)
            return
        if now.stop is not None:
            raise Refused("not_now", sentence(now))
        match now.phase:
            case Phase.PEARLS:
                self.do(intents.LayPearls(), sent)
            case Phase.PLAYING if now.thinking is not None:
                self.on_hurry()
            case Phase.PLAYING:
                self._confirm_draft(now, sent)
            case Phase.REVEAL | Phase.COUNT:
                self._next_territory(now, sent)
            case Phase.IDLE | Phase.OVER:
                raise Refused("not_now", say("not_now"))

    def _confirm_draft(self, now: Situation, sent: Sent | None) -> None:
        draft = now.draft
        if draft is None or draft.nothing:
            self.asked = replace(self.asked, upside_down_until_ms=self.clock() + ASK_MS)
            return
        if draft.verdict is not Verdict.LEGAL:
            raise Refused("draft_not_legal", draft.sentence, draft.lift | draft.put | draft.at)
        if now.awaits_value:
            raise Refused("value_awaited", sentence(now), draft.sites)
        game = game_of(self.session)
        own = game.view(self.session.state, draft.seat if draft.seat is not None else TABLE)
        self.do(intents.Confirm(game.with_choice(own, draft.step, self.asked.choice)), sent)

    def _next_territory(self, now: Situation, sent: Sent | None) -> None:
        last = game_of(self.session).territory_count(self.session.state) - 1
        if now.phase is Phase.REVEAL and now.shown == last:
            self.do(intents.AgreeOnValues(), sent)
        else:
            self.do(intents.ShowTerritory(now.shown + 1), sent)

    def choose(self, value: int | None, *, later: bool) -> None:
        """The value of the Diver in the draft, or that it is said later."""
        self._ask(replace(self.asked.choice, value=value, open=_face_up(self.now), later=later))

    def play(self, token: str | None) -> None:
        """Play a token with the next piece or target, or put it back. A value that was said is said anew."""
        self._ask(Choice(token=token))

    def aim(self, target: Site | None) -> None:
        """Choose the target of a token."""
        self._ask(replace(self.asked.choice, target=target))

    def _ask(self, choice: Choice) -> None:
        self.asked = replace(self.asked, choice=choice)
        self.level = touch(self.level, self.clock())

    def hint(self) -> None:
        """Show what may be laid, for a while."""
        if not self.now.can_hint:
            raise no_help(self.now, "not_now")
        self.asked = replace(self.asked, hints_until_ms=self.clock() + HINT_MS, upside_down_until_ms=0)

    def advise(self, advice: tuple[tuple[GameStep, float], ...]) -> None:
        """What the computer would do in the place of the seat to move, and the Pearls that it expects."""
        self.asked = replace(self.asked, advice=advice, hints_until_ms=0)

    def go_on(self) -> None:
        """The board is empty, and that is well: the pieces will be laid again."""
        self.asked = replace(self.asked, continuing=True)

    def show_again(self, exhibit: Exhibit | None) -> None:
        """Show a finished game on the lights, while no game is on; None: no longer. Whatever happens ends it."""
        if exhibit is not None and self.now.phase not in (Phase.IDLE, Phase.OVER):
            raise Refused("not_now", say("not_now"))
        self.exhibit = exhibit

    # --- taking back -------------------------------------------------------------------------------------------

    def take_back(self, seat: Seat | None, sent: Sent | None) -> None:
        """Take the last step back at once, where that is free; otherwise ask all seats. `seat` None: the table."""
        session, now = self.session, self.now
        if self.exhibit is not None:
            self.exhibit = self.exhibit.turned(-1)
            return
        if session.phase in (Phase.PLAYING, Phase.REVEAL) and not session.paused and (back := steps_back(session)):
            blocked = now.table.extra and session.phase is Phase.PLAYING
            if session.before is None or len(back) > 1 or blocked or seat not in (None, back[-1]):
                if agreed(session).people == back[-1:] and now.stop is None:
                    self._take_back_agreed(sent)
                else:
                    self._propose(seat)
                return
        self.do(intents.TakeBack(), sent)

    def _propose(self, seat: Seat | None) -> None:
        """A seat that asks agrees; the table, when it asks, is asked whether all there do."""
        if self.now.stop is not None:
            raise Refused("not_now", sentence(self.now))
        again = self.asked.proposal is not None
        if not again:
            self.asked = replace(self.asked, proposal=Proposal(seat, self.clock() + PROPOSAL_MS))
        if again or seat is not None:
            self.agree_take_back(seat)

    def agree_take_back(self, seat: Seat | None) -> None:
        """A seat agrees, or (None) the table for all seats without a screen."""
        proposal = self.asked.proposal
        if proposal is None:
            raise Refused("no_proposal", say("no_proposal"))
        self.asked = replace(self.asked, proposal=proposal.with_word(seat))

    def _take_back_if_agreed(self) -> None:
        """Whoever agreed last, or left, or ended a pause: when nobody is open any more it is done."""
        proposal, session = self.asked.proposal, self.session
        if proposal is None or proposal.open(session) or session.paused:
            return
        self._take_back_agreed(None)
        self.now = self._look()

    def _take_back_agreed(self, sent: Sent | None) -> None:
        """All people agree, or there is but one. What had landed for the next step must be lifted, too."""
        landed = self.now.table.extra if self.session.phase is Phase.PLAYING else NOWHERE
        self.do(intents.TakeBack(agreed=True), sent)
        self.level = take_back(self.level, landed)

    def refuse_take_back(self) -> None:
        """Nothing is taken back."""
        if self.asked.proposal is None:
            raise Refused("no_proposal", say("no_proposal"))
        self.asked = replace(self.asked, proposal=None)
        self.level = touch(self.level, self.clock())

    # --- facts -------------------------------------------------------------------------------------------------

    def do(self, intent: Intent, sent: Sent | None) -> None:
        """Let an intent become facts. `sent` is what a screen sent; None: a button or the clock, always up to date."""
        self._check_board(intent)
        if sent is None:
            entries = number(self.session, decide(self.session, intent))
        else:
            entries = receive(self.session, Command(sent.id, sent.version, intent))
        self._record(entries)

    def _check_board(self, intent: Intent) -> None:
        """What only the board can say against an intent."""
        extra = self.now.table.extra
        if isinstance(intent, intents.Begin | intents.LayPearls) and (self.now.stop is not None or extra):
            raise Refused("board_not_clear", sentence(self.now), extra)
        owed = self.now.table.to_lay
        if isinstance(intent, AT_REVEAL) and owed:
            raise Refused("owed_first", say("owed_first", sites=owed), owed)

    def _record(self, entries: tuple[Entry, ...]) -> None:
        self.exhibit = None
        for entry in entries:
            before = self.session
            self.session = fold(self.session, (entry,))
            if isinstance(entry.fact, StepTakenBack):
                self.level = take_back(self.level, self.session.taken_back - before.taken_back)
            if isinstance(entry.fact, GameAbandoned | GameAgreed):
                self.level = replace(self.level, must_lift=NOWHERE)
            if asked := self.session.owed - before.owed:
                self.level = touch(owe(self.level, asked), self.clock())
            self.level = replace(self.level, owed=self.level.owed & self.session.owed)
            if isinstance(entry.fact, NEW_STEP):
                self.asked = Asked()
            if isinstance(entry.fact, StepPlayed) and not game_of(self.session).ends_turn(entry.fact.step):
                self.level = touch(self.level, self.clock())
            if isinstance(entry.fact, SeatTaken | SeatFreed) and entry.fact.seat == self.now.to_move:
                self.choose(None, later=False)
            if (cue := CUES.get(type(entry.fact))) is not None:
                self.on_cue(cue)
        self._saver.append(entries)


def nobody_thinks() -> None:
    """Nobody plays for the computer at this table."""
    raise Refused("nobody_thinks", say("nobody_thinks"))


def no_help(now: Situation, otherwise: str) -> Refused:
    """Why there is no hint and no advice: they are off at this table, or it is not the time for any."""
    off = now.agreement is not None and now.agreement.hints is HintMode.OFF
    name = "no_hints" if off else otherwise
    return Refused(name, say(name))


def _face_up(now: Situation) -> bool:
    return now.draft is not None and now.draft.face_up
