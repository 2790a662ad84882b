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

from pearlboard.app import commands
from pearlboard.app.setting_up import agreement, rematch
from pearlboard.app.situation import DOUBT_MS, Asked, Situation, Stop, situate
from pearlboard.app.speech import sentence
from pearlboard.drivers.base import Board, Button, Connected, Event, Lost, Pressed, Released
from pearlboard.drivers.clock import Clock
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import InvalidName
from pearlboard.games.api import NOWHERE, TABLE, Choice, Verdict
from pearlboard.games.perladora.refusals import IllegalStep
from pearlboard.geometry import Site, site, space
from pearlboard.lights.scene import Cue
from pearlboard.sensing.senses import Reading, Senses
from pearlboard.session import intents
from pearlboard.session.decide import decide, fold, number, receive
from pearlboard.session.evolve import game_of
from pearlboard.session.facts import Entry, GameAbandoned, GameAgreed, GameBegun, StepPlayed, StepTakenBack
from pearlboard.session.intents import Command, Intent
from pearlboard.session.level import LOOK_MS, Level, feel, lose, take_back, touch
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.texts import Sentence, say

HINT_MS: Final = 5_000
ASK_MS: Final = 8_000
UNSETTLED_MS: Final = 500
"""How long the button waits, at most, for a piece to settle that was laid just before it was pressed."""
HOLD_MS: Final = 2_000
"""How long the end-turn button is held to take back."""
REMEMBERED: Final = 500
BY_HAND: Final = (commands.Put, commands.Lift, commands.LeaveOut, commands.Trust, commands.Tidy, commands.Press)
"""What hands do to a board is done, whatever they have seen."""
CUES: Final[Mapping[type, Cue]] = {StepPlayed: Cue.CONFIRMED, StepTakenBack: Cue.TAKEN_BACK}
"""What is heard of a fact."""


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
    """See the head of the file. `on_change` is called after everything that may have changed the situation."""

    def __init__(self, session: Session, board: Board, senses: Senses, clock: Clock, saver: Saver,
                 rng: random.Random, *, still_ms: int, confirms_itself: bool = True) -> None:
        """Take over where the log ends. `confirms_itself` holds for games whose set-up does not say otherwise."""
        self.session = session
        self.board = board
        self.clock = clock
        self.confirms_itself = confirms_itself
        self.lost: Sentence | None = None
        self.reading = Reading(None)
        self.on_change: Callable[[], None] = lambda: None
        self.on_cue: Callable[[Cue], None] = lambda _: None
        self.level = Level(must_lift=session.taken_back)
        self._asked = Asked()
        self._senses = senses
        self._saver = saver
        self._rng = rng
        self._still_ms = still_ms
        self.left_out: frozenset[Site] = NOWHERE
        self.untrusted: frozenset[Site] = NOWHERE
        self._told: frozenset[Site] = NOWHERE
        self._held_since: dict[Button, int] = {}
        self._pressed_at = 0
        self._confirm_ms: int | None = None
        self._received: dict[str, None] = {}
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
            case Connected():
                self.lost = None
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
        self._refresh()

    def _forget(self) -> None:
        self._senses.forget()
        self._held_since.clear()
        self._asked = replace(self._asked, hints_until_ms=0, upside_down_until_ms=0)
        self.level = lose(self.level)

    def _sense(self, reading: Reading) -> None:
        """What lies on sites whose sensors are not to be trusted is what lay there, until somebody says otherwise."""
        self.reading = reading
        if reading.sites is None or reading.wrong_bar is not None:
            return
        untrusted = reading.unsensed | self.left_out
        self._told = self._told & untrusted | self._believed() & (untrusted - self.untrusted)
        back = self.untrusted - untrusted
        self.untrusted = untrusted
        self.level = feel(self.level, reading.sites - untrusted | self._told, self.clock(), by_itself=back)

    def _believed(self) -> frozenset[Site]:
        """What lies on the board, as far as was known; before anything was sensed, what the log says."""
        return self.level.sensed if self.level.sensed is not None else self.now.table.expected

    def _release(self, button: Button) -> None:
        if self._held_since.pop(button, None) is None:
            return
        if button is Button.END_TURN and self._pressed_at == self.session.version:
            at_ms = self.clock()
            self._confirm_ms = min(self._senses.due_ms or at_ms, at_ms + UNSETTLED_MS)
        elif button is Button.HINT:
            self._try(self._hint)
        elif button is Button.TAKE_BACK:
            self._try(lambda: self._do(intents.TakeBack(), None))

    def _try(self, act: Callable[[], None]) -> None:
        """Do what a button asks; if it cannot be done, the table goes on saying what is the matter."""
        try:
            act()
        except (Refused, IllegalStep):
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
            self._try(lambda: self._do(intents.TakeBack(), None))
        self._refresh()

    def _due_ms(self) -> int | None:
        """When something will change by itself; the past, for what fell due while this turn of the loop was at work."""
        seen_ms, asked, now = self._looked_ms, self._asked, self.now
        times = [asked.hints_until_ms, asked.upside_down_until_ms,
                 None if now.remaining_ms is None else seen_ms + now.remaining_ms]
        times.append(self.level.changed_ms + DOUBT_MS)
        times += [lifted + LOOK_MS for place, lifted in self.level.lifted_ms.items() if place in now.table.looked_at]
        times += [held + HOLD_MS for button, held in self._held_since.items() if button is Button.END_TURN]
        times = [time for time in times if time is not None and time > seen_ms]
        return min((time for time in (self._senses.due_ms, self._confirm_ms, *times) if time is not None), default=None)

    def _refresh(self) -> None:
        """Look again; confirm what has lain still; tell everybody; and wake up when time alone will change it."""
        stopped = self.now.stop is not None
        self.now = self._look()
        if stopped and self.now.stop is None:
            self.level = touch(self.level, self.clock())
            self.now = self._look()
        if self._confirm_ms is not None and self._confirm_ms <= self.clock():
            self._confirm_ms = None
            self._try(lambda: self._confirm(None))
            self.now = self._look()
        while self.now.remaining_ms == 0 and not self._senses.settling:
            self._confirm(None)
            self.now = self._look()
        self._wake()
        due = self._due_ms()
        self._wake = self.clock.call_at(due, self.tick) if due is not None else lambda: None
        self.on_change()

    def _look(self) -> Situation:
        stop = None
        if self.lost is not None:
            stop = Stop.LOST
        elif self.reading.wrong_bar is not None:
            stop = Stop.FROZEN
        self._looked_ms = self.clock()
        now = situate(self.session, self.level, self._asked, self._looked_ms, still_ms=self._still_ms, stop=stop)
        if self._asked.continuing and (self.level.sensed or now.phase is not Phase.PLAYING):
            self._asked = replace(self._asked, continuing=False)
        if not now.values and self._asked.choice.value is not None:
            self._asked = replace(self._asked, choice=Choice())
            return self._look()
        return now

    # --- commands ----------------------------------------------------------------------------------------------

    def receive(self, command: commands.TableCommand, command_id: str, version: int | None) -> None:
        """Do what a page or script asks, once for each id. `Refused`, or the game's own refusal, if it cannot be."""
        if command_id in self._received or command_id in self.session.commands:
            return
        if version not in (None, self.session.version) and not isinstance(command, BY_HAND):
            raise Refused("stale_version", say("stale_version"))
        self._execute(command, Sent(command_id, self.session.version if version is None else version))
        self._received[command_id] = None
        if len(self._received) > REMEMBERED:
            del self._received[next(iter(self._received))]
        self._refresh()

    def _execute(self, command: commands.TableCommand, sent: Sent) -> None:  # noqa: C901, PLR0912 - one case each
        match command:
            case commands.Put(name):
                self._by_hand(_site(name), lies=True)
            case commands.Lift(name):
                self._by_hand(_site(name), lies=False)
            case commands.LeaveOut(name):
                self._leave_out(_site(name))
            case commands.Trust(name):
                self.left_out -= {_site(name)}
                self._sense(self.reading)
            case commands.Tidy():
                self._tidy()
            case commands.Press(name, ms):
                self._simulated().press(_button(name), ms)
            case commands.Confirm():
                self._confirm(sent)
            case commands.TakeBack():
                self._do(intents.TakeBack(), sent)
            case commands.Hint():
                self._hint()
            case commands.Pass():
                self._pass(sent)
            case commands.ChooseValue(value):
                self._choose(value)
            case commands.SetUp():
                self._do(intents.AgreeOnGame(agreement(command, self._rng, confirms_itself=self.confirms_itself)), sent)
            case commands.PearlsLaid():
                self._do(intents.LayPearls(), sent)
            case commands.Start():
                self._do(intents.Begin(), sent)
            case commands.Pause():
                self._do(intents.Pause(), sent)
            case commands.Resume():
                self._do(intents.Resume(), sent)
            case commands.Abandon():
                self._do(intents.Abandon(), sent)
            case commands.Rematch():
                self._rematch(sent)
            case commands.NewGame():
                self._do(intents.Close(), sent)
            case commands.Answer(word):
                self._answer(word, sent)
            case commands.SayValue(name, worth):
                self._do(intents.SayValue(space(name), worth), sent)
            case commands.UnsayValue(name):
                self._do(intents.SayValue(space(name), None), sent)
            case commands.ShowTerritory(index) | commands.CountShow(index):
                self._do(intents.ShowTerritory(index), sent)
            case commands.Agree():
                self._do(intents.AgreeOnValues(), sent)

    def _rematch(self, sent: Sent) -> None:
        if self.session.agreement is None:
            raise Refused("not_now", say("not_now"))
        self._do(intents.AgreeOnGame(rematch(self.session.agreement, self._rng)), sent)

    def _simulated(self) -> SimulatedBoard:
        if not isinstance(self.board, SimulatedBoard):
            raise Refused("not_simulated", say("not_simulated"))
        return self.board

    def _by_hand(self, place: Site, *, lies: bool) -> None:
        """Somebody lays or lifts a piece on a screen: on the simulated board, or where no sensor can tell."""
        told = place in self.untrusted
        if not told or (isinstance(self.board, SimulatedBoard) and (place in self.board.pieces) != lies):
            board = self._simulated()
            (board.put if lies else board.lift)(place)
        if told:
            self._told = self._told | {place} if lies else self._told - {place}
            self._sense(self.reading)

    def _leave_out(self, place: Site) -> None:
        """This sensor is wrong: the place is as it should be, and from now on people say what lies there."""
        self.left_out |= {place}
        self.untrusted |= {place}
        self._told = self._told - {place} | {place} & self.now.table.expected
        self._sense(self.reading)

    def _tidy(self) -> None:
        board, table = self._simulated(), self.now.table
        self._told = self.untrusted & table.expected
        self._sense(self.reading)
        for place in sorted((table.expected | table.owed) - board.pieces, key=str):
            board.put(place)
        for place in sorted(board.pieces - table.expected - table.owed, key=str):
            board.lift(place)

    def _confirm(self, sent: Sent | None) -> None:
        """The end-turn button: in a turn it confirms the draft, elsewhere it means "go on"."""
        now = self.now
        self._must_run(now)
        match now.phase:
            case Phase.PEARLS:
                self._do(intents.LayPearls(), sent)
            case Phase.PLAYING:
                self._confirm_draft(now, sent)
            case Phase.REVEAL | Phase.COUNT:
                self._next_territory(now, sent)
            case Phase.IDLE | Phase.OVER:
                raise Refused("not_now", say("not_now"))

    def _confirm_draft(self, now: Situation, sent: Sent | None) -> None:
        draft = now.draft
        if draft is None or draft.nothing:
            self._asked = replace(self._asked, upside_down_until_ms=self.clock() + ASK_MS)
            return
        if draft.verdict is not Verdict.LEGAL:
            raise Refused("draft_not_legal", draft.sentence, draft.lift | draft.put)
        game = game_of(self.session)
        own = game.view(self.session.state, draft.seat if draft.seat is not None else TABLE)
        self._do(intents.Confirm(game.with_choice(own, draft.step, self._asked.choice)), sent)

    def _next_territory(self, now: Situation, sent: Sent | None) -> None:
        last = game_of(self.session).territory_count(self.session.state) - 1
        if now.phase is Phase.REVEAL and now.shown == last:
            self._do(intents.AgreeOnValues(), sent)
        else:
            self._do(intents.ShowTerritory(now.shown + 1), sent)

    def _pass(self, sent: Sent) -> None:
        if not self.now.can_pass:
            raise Refused("pass_not_allowed", say("pass_not_allowed"))
        game = game_of(self.session)
        self._do(intents.Confirm(game.pass_step(self.now.view)), sent)

    def _choose(self, value: int | None) -> None:
        if not self.now.values or value not in (None, *self.now.values):
            raise Refused("no_such_value", say("no_such_value"))
        self._asked = replace(self._asked, choice=Choice(value))
        self.level = touch(self.level, self.clock())

    def _hint(self) -> None:
        if not self.now.can_hint:
            raise Refused("no_hints", say("no_hints"))
        self._asked = replace(self._asked, hints_until_ms=self.clock() + HINT_MS, upside_down_until_ms=0)

    def _answer(self, word: str, sent: Sent) -> None:
        if self.now.stop is not Stop.QUESTION or word not in ("continue", "new"):
            raise Refused("not_now", say("not_now"))
        if word == "continue":
            self._asked = replace(self._asked, continuing=True)
        else:
            self._do(intents.Abandon(), sent)

    @staticmethod
    def _must_run(now: Situation) -> None:
        if now.stop is not None:
            raise Refused("not_now", sentence(now))

    # --- facts -------------------------------------------------------------------------------------------------

    def _do(self, intent: Intent, sent: Sent | None) -> None:
        """Let an intent become facts. `sent` is what a screen sent; None: a button or the clock, always up to date."""
        self._check_board(intent)
        if sent is None:
            entries = number(self.session, decide(self.session, intent))
        else:
            entries = receive(self.session, Command(sent.id, sent.version, intent))
        self._record(entries)

    def _check_board(self, intent: Intent) -> None:
        """What only the board can say against an intent."""
        table = self.now.table
        if isinstance(intent, intents.Begin | intents.LayPearls) and (self.now.stop is not None or table.extra):
            raise Refused("board_not_clear", sentence(self.now), table.extra)
        if isinstance(intent, intents.TakeBack) and table.extra and self.now.phase is Phase.PLAYING:
            raise Refused("next_piece_landed", say("next_piece_landed"), table.extra)

    def _record(self, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            before = self.session
            self.session = fold(self.session, (entry,))
            if isinstance(entry.fact, StepTakenBack):
                self.level = take_back(self.level, before.last)
            if isinstance(entry.fact, GameAbandoned | GameAgreed):
                self.level = replace(self.level, must_lift=NOWHERE)
            if isinstance(entry.fact, GameBegun | StepPlayed):
                self._asked = Asked()
            if (cue := CUES.get(type(entry.fact))) is not None:
                self.on_cue(cue)
        self._saver.append(entries)


def _site(name: str) -> Site:
    try:
        return site(name)
    except InvalidName as error:
        raise Refused("unknown_site", say("malformed", detail=str(error))) from error


def _button(name: str) -> Button:
    try:
        return Button(name)
    except ValueError as error:
        raise Refused("malformed", say("malformed", detail=str(error))) from error
