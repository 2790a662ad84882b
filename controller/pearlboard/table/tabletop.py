"""The table: one owner of all that can change, on one event loop. Everything it calls on the way is a plain function.

    board event -> senses -> board state --+
    command, button ------- intent --------+--> session --> situation --> scene --> lights, sounds
                                           |                         +--> whoever listens (the pages)
                                           +--> facts --> store

A refusal changes nothing. Facts are acted on at once and saved behind; `Screen` says which are not saved yet.
"""

import logging
import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Final

from pearlboard.drivers.clock import Clock
from pearlboard.drivers.protocols import Board, Button, Connected, Event, Lost, Pressed, Released
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import PearlboardError
from pearlboard.games.api import NOWHERE, TABLE, Actor, Choice, GameAction, OnBoard, Seat
from pearlboard.games.registry import GAMES
from pearlboard.geometry import GRID, Site
from pearlboard.lights.scene import Cue
from pearlboard.sensing.health import Ailment
from pearlboard.sensing.senses import Reading, Senses
from pearlboard.session import intents
from pearlboard.session.board_state import LOOK_MS, BoardState, calm, disconnect, observe, restart_countdown, take_back
from pearlboard.session.decide import decide, fold, instead, number, receive, way_back
from pearlboard.session.evolve import without_game
from pearlboard.session.facts import OF_SENSORS, Entry, GameAgreed, GameEnded, Noted, not_begun, only_sets_up
from pearlboard.session.intents import Command, Intent
from pearlboard.session.principal import Principal
from pearlboard.session.questions import agreed, package_of
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.table.arranging import arranged
from pearlboard.table.buttons import IDLE, Buttons, EndTurn, end_turn
from pearlboard.table.exhibit import Exhibit
from pearlboard.table.following import Curtain, Followed, counted, cue_of, follow, left_over
from pearlboard.table.freezing import UNSETTLED_MS, Freezing
from pearlboard.table.incidents import Incidents
from pearlboard.table.lesson import Lesson
from pearlboard.table.ports import CommandMeta, NoPlayers, Players, Saver
from pearlboard.table.refusals import check_board, check_curtain, check_laid, no_help, refused_press
from pearlboard.table.region_lights import RegionLights, RegionsWhen
from pearlboard.table.requests import Advice, PendingRequests, Proposal
from pearlboard.table.sensor_mask import SensorMask
from pearlboard.table.settling import CLEARING_MS, DOUBT_MS, Conditions, settle
from pearlboard.table.situation import Situation, Stop
from pearlboard.table.speech import sentence
from pearlboard.table.stopwatch import Stopwatch, next_mark
from pearlboard.table.suspects import Counted, ailments, resumed, with_sensors
from pearlboard.texts import Sentence, say

_log = logging.getLogger("pearlboard.table")

HINT_MS: Final = 5_000
ASK_MS: Final = 20_000
FILE_IN_FACTS: Final = 40
"""What a file that a game begins on the disk counts for, in facts."""
PAUSE_AGAIN_MS: Final = 60_000
PROPOSAL_MS: Final = 120_000
"""How long a take-back waits for those who have not agreed."""


class Tabletop:
    """See the head of the file."""

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
        on_screen: bool = False,
        regions: RegionsWhen = RegionsWhen.CLOSED,
        before: Session | None = None,
    ) -> None:
        """Take over where the log ends.

        `confirms_itself` holds for games whose set-up does not say otherwise; `tiles`: the pieces are tiles with a
        magnet in their back, so one that lies face up cannot be sensed. `simulated`: the board on which screens may
        lay pieces, if it is one of that kind; `on_screen`: it is only drawn, and not to behave as hardware does.
        `stuck`: the computer whose turn it is cannot play. `regions`: when the lights show the regions of a game.
        `before`: the session before a game was set up that nobody has begun, if that is where the log ends.
        """
        self.session = session
        self.recorded = 0
        self.set_ups = 1
        self._before_set_up = before
        self._paused_ms: int | None = None
        self.board = board
        self.clock = clock
        self.rng = rng
        self.confirms_itself = confirms_itself
        self.tiles = tiles
        self.simulated = simulated
        self.lost: Sentence | None = None
        self.about = ""
        self.reading = Reading(None)
        self.stuck = False
        self.sensor_mask = SensorMask()
        self.counted = Counted()
        self.requests = PendingRequests()
        self.exhibit: Exhibit | None = None
        self.lesson: Lesson | None = None
        self._left_by_lesson: frozenset[Site] = NOWHERE
        self.curtain: Curtain | None = None
        self.timer = Stopwatch()
        self.turn_clock = Stopwatch()
        self._final_count = Stopwatch()
        self.incidents = Incidents()
        self.regions = RegionLights(regions)
        self._on_change: Callable[[], None] = lambda: None
        self._on_word: Callable[[Seat], None] = lambda _: None
        self._spoken: Seat | None = None
        self._publics = deque([session.public])
        self._on_cue: Callable[[str], None] = lambda _: None
        self._on_button: Callable[[], bool] = lambda: False
        self._players: Players = NoPlayers()
        self._freezing: Freezing | None = None
        self._buttons = Buttons()
        self._senses = senses
        self._saver = saver
        self._still_ms = still_ms
        self._confirm_ms: int | None = None
        self._by_itself = False
        self._wake: Callable[[], None] = lambda: None
        self._looked_ms = 0
        self.on_screen = False
        self.imitate(hardware=simulated is None or not on_screen)
        self._take_over_guarded()

    def imitate(self, *, hardware: bool) -> None:
        """A simulated board behaves as hardware does from now on, or it is only drawn."""
        self.on_screen = not hardware
        self._senses.believe_at_once(at_once=self.on_screen)

    def _take_over_guarded(self) -> None:
        """A game that fails already while it is taken over is set aside, and the table starts without it."""
        try:
            self._take_over()
        except Exception as error:
            if not self._set_aside(error):
                raise
            self._take_over()

    def _take_over(self) -> None:
        session = self.session
        self.board_state = BoardState(must_lift=session.taken_back | left_over(session), owed=session.owed)
        self.counted = resumed(session)
        self._settle()

    def listen(
        self,
        on_change: Callable[[], None],
        on_cue: Callable[[str], None],
        on_word: Callable[[Seat], None] = lambda _: None,
    ) -> None:
        """`on_change` is called after everything that may have changed the situation, `on_cue` with what is heard.

        `on_word`: with a seat that has said something of which nobody else is to learn anything.
        """
        self._on_change, self._on_cue, self._on_word = on_change, on_cue, on_word

    def let_play(self, players: Players) -> None:
        """These play the seats of the computer from now on. They look at each situation before anybody hears of it."""
        self._players = players

    def set_stuck(self, *, stuck: bool) -> None:
        """Whether the computer whose turn it is cannot play."""
        self.stuck = stuck

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
                self._press(button, at_ms)
            case Released(button):
                self._release(button)
            case scan:
                self._sense(self._senses.feed(scan))
        self.refresh()

    def _press(self, button: Button, at_ms: int) -> None:
        """A button counts when it is let go; but one that says "now" says it at once."""
        if button is Button.END_TURN and self.simulated is None and end_turn(self.now) in IDLE and self._on_button():
            return
        if button is Button.END_TURN and self._freezes_next():
            self._try(lambda: self._confirm(None, at_ms))
        else:
            self._buttons.press(button, at_ms, self.session.public)

    def await_button(self, on_button: Callable[[], bool]) -> None:
        """Ask `on_button` first when the board's end-turn button is pressed: True if the press was an answer to it.

        Never for a simulated board, whose button any page can press; nor while the button has something to do or the
        lamp is lit, because whoever presses then may not have looked at any page.
        """
        self._on_button = on_button

    def _freezes_next(self) -> bool:
        """Whether what all do next is about what lies there at its moment."""
        now, board = self.now, self._board
        if board is None or now.game.package is None or now.stop is not None or not now.game.together:
            return False
        action = now.game.package.rules.go_on(now.game.view)
        return action is not None and board.freezes(action)

    def _forget(self) -> None:
        self._senses.forget()
        self._buttons.forget()
        self.requests = replace(self.requests, hints_until_ms=0, unseen_until_ms=0)
        self.board_state = disconnect(self.board_state)
        self.incidents = self.incidents.forgotten()

    def _sense(self, reading: Reading) -> None:
        self.reading = reading
        if reading.sites is None or reading.wrong_bar is not None:
            return
        before, trusted = self.board_state, self.sensor_mask
        self.sensor_mask = trusted.with_unsensed(reading.unsensed | self.left_out, self._believed())
        self.board_state = observe(
            before,
            self.sensor_mask.seen(reading.sites),
            self.clock(),
            by_itself=trusted.untrusted - self.sensor_mask.untrusted,
        )
        self._notice_lifted(before)
        self._notice_target(before)

    def _notice_lifted(self, before: BoardState) -> None:
        """A piece that was lifted, where the game watches for that; a sensor that is believed no more lifts nothing."""
        lifted = (before.sensed or NOWHERE) - (self.board_state.sensed or NOWHERE) - self.sensor_mask.untrusted
        noticed = self.incidents.noticing(lifted, self.clock())
        if noticed.last > self.incidents.last and self._board is not None and self._board.LIFTED is not None:
            self._on_cue(self._board.LIFTED)
        self.incidents = noticed

    def overlook(self, incident: int) -> None:
        """People have said what it was with a piece that was lifted."""
        self.incidents = self.incidents.without(incident)

    def _believed(self) -> frozenset[Site]:
        """What lies on the board, as far as was known; before anything was sensed, what the log says."""
        return self.board_state.sensed if self.board_state.sensed is not None else self.now.board.table.expected

    def _notice_target(self, before: BoardState) -> None:
        """A single piece that lies where it should, and was lifted and put back, was tapped."""
        now, board, draft = self.now, self._board, self.now.board.draft
        if before.sensed is None or board is None or draft is None or draft.seat is None:
            return
        back = (self.board_state.sensed or NOWHERE) - before.sensed
        if len(back) == 1 and back <= now.board.table.expected:
            [place] = back
            self._keep(draft.seat, board.tapped(now.game.view, draft, self.requests.choice(draft.seat), place))

    def give_way(self, gone: frozenset[Site], place: Site) -> None:
        """On a board that is only drawn: these pieces of the draft are about to go for one that is laid there."""
        after = self.now.board.drafted - gone | {place}
        self.requests = replace(self.requests, gave_way=gone, gave_way_to=after)

    def _keep(self, seat: Seat, choice: Choice) -> None:
        self.requests = replace(self.requests.with_choice(seat, choice), gave_way=NOWHERE)

    @property
    def _board(self) -> OnBoard | None:
        """How the game that is on lies on the board."""
        return None if self.now.game.package is None else self.now.game.package.board

    def believe(self, sensor_mask: SensorMask) -> None:
        """From now on these sensors are believed, and those are not."""
        self.sensor_mask = sensor_mask
        self._sense(self.reading)

    @property
    def left_out(self) -> frozenset[Site]:
        """The sensors that people chose not to have read; a board that is only drawn has none."""
        return NOWHERE if self.on_screen else self.session.left_out

    @property
    def _suspected(self) -> frozenset[Site]:
        """The sensors that may have made up a turn; a board that is only drawn has none."""
        return NOWHERE if self.on_screen else self.session.suspected

    @property
    def ailments(self) -> Mapping[Site, Ailment]:
        """What sensors seem to have that are read; a board that is only drawn has none."""
        if self.on_screen:
            return {}
        found = ailments(self.now, self.board_state, self.session.suspected, self.reading.ailing)
        return {site: ailment for site, ailment in found.items() if site not in self.sensor_mask.untrusted}

    def leave_out(self, place: Site, meta: CommandMeta) -> None:
        """From now on this sensor is not read: its place is as it should be, until people say otherwise."""
        if self.on_screen:
            raise Refused("no_sensors", say("no_sensors"))
        self.do(intents.LeaveOutSensor(place), meta)
        expected = self.now.board.table.in_all
        self.believe(self.sensor_mask.with_masked(place, expected))
        self.board_state = calm(self.board_state, expected)

    def say_laid(self, place: Site, meta: CommandMeta) -> None:
        """A piece lies there that the board does not see: its sensor is left out, and what people say is believed.

        What could not be laid there is refused first, so that nobody loses a sensor by a slip.
        """
        now, board = self.now, self._board
        if board is None or now.stop is not None or now.game.all_computers or now.board.draft is None or self.on_screen:
            raise Refused("not_now", say("nothing_to_lay"))
        if place in now.board.table.sensed:
            raise Refused("impossible_move", say("piece_there", site=place))
        if place not in now.board.table.in_all:
            check_laid(now, board, place)
        if place not in self.sensor_mask.untrusted:
            self.leave_out(place, meta)
        self.believe(self.sensor_mask.with_word(place, lies=True))

    def trust(self, place: Site, meta: CommandMeta) -> None:
        """This sensor is read again, and nothing that it has shown before counts against it."""
        self.do(intents.TrustSensor(place), meta)
        self._senses.acquit(place)
        self._sense(self._senses.tick(self.clock()))

    def _release(self, button: Button) -> None:
        version = self._buttons.release(button)
        if version is None:
            return
        if button is Button.END_TURN and version == self.session.public:
            at_ms = self.clock()
            settled_ms = (self._senses.due_ms or at_ms) if self._senses.settling else at_ms
            self._confirm_ms = min(self._confirm_ms or settled_ms, settled_ms, at_ms + UNSETTLED_MS)
        elif button is Button.HINT:
            self.regions = self.regions.asked(self.clock())
            if self.now.turn.can_hint or not self.regions.on_request:
                self._try(self.hint)
        elif button is Button.TAKE_BACK:
            self._try(lambda: self.take_back(None, None))

    def _try(self, act: Callable[[], None]) -> None:
        """Do what a button asks; if it cannot be done, the table goes on saying what is the matter."""
        try:
            act()
        except PearlboardError:
            self._on_cue(Cue.ILLEGAL)

    # --- time --------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Let time pass: a sensor settles, a countdown ends, a hint fades."""
        at_ms = self.clock()
        due = self._senses.due_ms
        if due is not None and due <= at_ms:
            self._sense(self._senses.tick(at_ms))
        if self._buttons.take_back_held(at_ms):
            self._try(lambda: self.take_back(None, None))
        self.refresh()

    def _due_ms(self) -> int | None:
        """When something will change by itself; the past, for what fell due while this turn of the loop was at work."""
        always = (time for time in (self._senses.due_ms, self._confirm_ms) if time is not None)
        return min((*always, *(time for time in self._times() if time > self._looked_ms)), default=None)

    def _times(self) -> Iterator[int]:
        """When something lapses, ends or is noticed."""
        state, requests, now = self.board_state, self.requests, self.now
        yield from (requests.hints_until_ms, requests.unseen_until_ms, self.regions.until_ms)
        yield from (state.changed_ms + DOUBT_MS, state.changed_ms + CLEARING_MS)
        yield from (lifted + LOOK_MS for place, lifted in state.lifted_ms.items() if place in now.board.table.looked_at)
        yield from self._buttons.due()
        yield from self.incidents.times()
        if now.turn.remaining_ms is not None:
            yield self._looked_ms + now.turn.remaining_ms
        if requests.proposal is not None:
            yield requests.proposal.until_ms
        if self.timer.due_ms is not None:
            yield self.timer.due_ms
        if self._final_count.due_ms is not None:
            yield self._final_count.due_ms
        if self._freezing is not None:
            yield from (self._freezing.known_ms, self._freezing.until_ms)
        if now.game.clock is not None:
            mark = next_mark(now.game.clock.of_ms, now.game.clock.used_ms)
            due = None if mark is None else self.turn_clock.reaches(mark)
            if due is not None:
                yield due

    def refresh(self) -> None:
        """Look again; confirm what has lain still; tell everybody; and wake up when time alone will change it."""
        self._spoken = None
        try:
            self._refresh()
        except Exception as error:
            if not self.give_up(error):
                raise

    def answered(self) -> None:
        """A command was carried out: look again, unless it was a word that is for its seat alone.

        Then nothing has changed for anybody else, and a broadcast would tell that something was said.
        """
        seat, self._spoken = self._spoken, None
        if seat is None:
            self.refresh()
        else:
            self._on_word(seat)

    def give_up(self, error: Exception) -> bool:
        """What was asked of the game that is on has failed: go on without it. What was played is kept.

        False if there is no such game, or if it comes along with the table: then the error is to go on.
        """
        if not self._set_aside(error):
            return False
        self.refresh()
        return True

    def _set_aside(self, error: Exception) -> bool:
        agreement = self.session.agreement
        if agreement is None or self.session.gone or GAMES.comes_along(agreement.game):
            return False
        _log.error("%s has failed, and is asked no more until the next start", agreement.game, exc_info=error)
        self.session = without_game(self.session)
        return True

    def _refresh(self) -> None:
        stopped = self.now.stop is not None
        self._settle()
        if self._arrange():
            return
        self._do_by_itself()
        self._hand_on()
        self._run_timer()
        self._freeze_settled()
        if stopped and self.now.stop is None:
            self.board_state = restart_countdown(self.board_state, self.clock())
            self._settle()
        self._take_back_if_agreed()
        self._confirm_what_is_due()
        self._run_clock()
        self._wake()
        due = self._due_ms()
        self._wake = self.clock.call_at(due, self.tick) if due is not None else lambda: None
        self._players.look()
        self._on_change()

    def _settle(self) -> None:
        """See how things stand, and forget what has lapsed."""
        self._looked_ms = self.clock()
        if self.lesson is not None and self.board_state.sensed is not None:
            self.lesson = self.lesson.seeing(self.board_state.sensed)
        self._left_by_lesson &= self._believed_lying()
        settled = settle(self.session, self.board_state, self.requests, self._looked_ms, self._conditions())
        self.now, self.board_state, self.requests = settled.now, settled.board_state, settled.requests
        self._senses.expect(self.now.board.table.expected)
        self._watch()

    def _believed_lying(self) -> frozenset[Site]:
        """What lies there; as long as nobody knows, what lay there before still may."""
        return self._left_by_lesson if self.board_state.sensed is None else self.board_state.sensed

    def _watch(self) -> None:
        """Whether the game watches for pieces that are lifted; while it is paused it does not."""
        if self.session.paused:
            return
        board = self._board
        watched = board is not None and self.now.phase is Phase.PLAYING and board.watches(self.now.game.view)
        self.incidents = self.incidents.watching(watched=watched)

    def _conditions(self) -> Conditions:
        stop = None
        if self.lost is not None:
            stop = Stop.LOST
        elif self.reading.wrong_bar is not None:
            stop = Stop.FROZEN
        held = self._buttons.held(Button.HINT)
        return Conditions(
            self._still_ms,
            self.tiles,
            self.on_screen,
            stop,
            self.lost,
            exhibit=self.exhibit,
            lesson=self.lesson,
            stuck=self.stuck,
            regions=self.regions.shown(self._looked_ms, held=held),
            ask_regions=self.regions.on_request,
            lifted=self.incidents.at(self._looked_ms),
            suspected=(self._suspected | frozenset(self.reading.ailing)) - self.sensor_mask.untrusted,
            left=self._left_by_lesson,
            counting=self._final_count.left_at(self._looked_ms) > 0,
        )

    def _do_by_itself(self) -> None:
        """What all would do with their hands, where nobody has to."""
        board = self._board
        while self.on_screen and board is not None and self.now.stop is None and self.now.phase is Phase.PLAYING:
            action = board.by_itself(self.now.game.view)
            if action is None:
                return
            self.do(intents.Act(TABLE, action), None)
            self._settle()

    def _hand_on(self) -> None:
        """Where one screen goes round, whoever has played hands it on: the next must not see the hand."""
        curtain = self.curtain
        if curtain is None or not self.on_screen or curtain.seat in self.now.game.active:
            return
        if len(agreed(self.session).people) > 1:
            self.curtain = None

    def _arrange(self) -> bool:
        """Lay and lift what nobody else does on a board that is only drawn; True if all has been looked at anew."""
        if not self.on_screen or self.simulated is None or self.board_state.sensed is None:
            return False
        lying = frozenset(self.simulated.pieces)
        wanted = arranged(self.now, lying)
        if wanted == lying:
            return False
        self.simulated.arrange(wanted)
        return True

    def _confirm_what_is_due(self) -> None:
        """The button that has waited for a piece to settle, and drafts that have lain still for long enough."""
        if self._confirm_ms is not None and self._confirm_ms <= self.clock():
            self._confirm_ms = None
            self._try(lambda: self.confirm(None))
            self._settle()
        while self.now.turn.remaining_ms == 0 and not self._senses.settling:
            self._by_itself = True
            try:
                self.confirm(None)
            finally:
                self._by_itself = False
            self._settle()

    def _run_timer(self) -> None:
        """A game's time that is up is a fact, whoever has noticed it. Another may begin with it."""
        self._follow_timer()
        if self.timer.due_ms is not None and self.timer.due_ms <= self.clock():
            name, self.timer = str(self.timer.about), Stopwatch()
            self.do(intents.RunOut(name), None)
            self._settle()
            self._follow_timer()

    def _follow_timer(self) -> None:
        timer, at_ms, runs = self.now.game.timer, self.clock(), not self.session.paused
        name, of_ms = (None, 0) if timer is None else (timer.name, max(1, timer.ms))
        self.timer = self.timer.following(name, of_ms, at_ms, runs=runs)

    def _run_clock(self) -> None:
        """The turn's time: what is used of it becomes a fact now and then, and is said once when it has run out."""
        at_ms, clock, session = self.clock(), self.now.game.clock, self.session
        turn, of_ms = (None, 0) if clock is None else ((self.sitting, clock.turn_from), clock.of_ms)
        self.turn_clock = self.turn_clock.following(
            turn, of_ms, at_ms, runs=self.now.clock_runs, used_ms=session.used_ms
        )
        if clock is None or clock.up:
            return
        used, mark = min(clock.of_ms, self.turn_clock.used_at(at_ms)), next_mark(clock.of_ms, clock.used_ms)
        if (mark is not None and used >= mark) or (session.paused and used > clock.used_ms):
            self.do(intents.TimeTurn(used), None)
            self._settle()
            if used == clock.of_ms:
                self._on_cue(Cue.TIME)

    @property
    def clock_used_ms(self) -> int:
        """How much of the turn's time is used."""
        return self.turn_clock.used_at(self.clock())

    @property
    def timer_left_ms(self) -> int | None:
        """How much of the game's time is left; None while none runs."""
        return None if self.timer.about is None else self.timer.left_at(self.clock())

    @property
    def count_left_ms(self) -> tuple[int, int]:
        """How much is left of the count at the end, and how long it takes in all."""
        return self._final_count.left_at(self.clock()), self._final_count.of_ms

    # --- what people do ----------------------------------------------------------------------------------------

    def confirm(self, meta: CommandMeta | None) -> None:
        """The end-turn button: in a turn it confirms the draft, elsewhere it means "go on"."""
        self._confirm(meta, None)

    def _confirm(self, meta: CommandMeta | None, pressed_ms: int | None) -> None:
        """`pressed_ms`: when the board's own button went down; None: it comes from elsewhere."""
        now = self.now
        match end_turn(now):
            case EndTurn.LEAF if self.exhibit is not None:
                self.exhibit = self.exhibit.turned(1)
            case EndTurn.LEAF if self.lesson is not None:
                self._turn_lesson(self.lesson.turned(1))
            case EndTurn.END_COUNT:
                self.end_count()
            case EndTurn.HURRY:
                self._players.hurry()
            case EndTurn.ASK:
                self.requests = replace(self.requests, unseen_until_ms=self.clock() + ASK_MS)
            case EndTurn.CONFIRM:
                self._confirm_draft(now, meta)
            case _ if now.game.together and now.stop is None:
                self._go_on(now, meta, pressed_ms)
            case _:
                raise refused_press(now)

    def _go_on(self, now: Situation, meta: CommandMeta | None, pressed_ms: int | None) -> None:
        """What all do together: the next of it."""
        package = package_of(self.session)
        action = package.rules.go_on(now.game.view)
        if action is None:
            raise Refused("not_now", sentence(now))
        self.act(TABLE, action, meta, pressed_ms)

    def _confirm_draft(self, now: Situation, meta: CommandMeta | None) -> None:
        draft, board = now.board.draft, self._board
        if draft is None or board is None or draft.seat is None:
            raise refused_press(now)
        own = package_of(self.session).rules.view(self.session.state, draft.seat)
        self.act(draft.seat, board.action(own, draft, self.requests.choice(draft.seat)), meta)

    def act(self, actor: Actor, action: GameAction, meta: CommandMeta | None, pressed_ms: int | None = None) -> None:
        """Let somebody act. What lay there at the moment of a freezing action is read once all has settled.

        That moment is when a button was first scanned, and now for whatever comes from elsewhere: what was scanned
        until then may still be on its way.
        """
        board = self._board
        if board is None or not board.freezes(action):
            self.do(intents.Act(actor, action), meta)
            return
        if self.board_state.sensed is None:
            raise Refused("board_unknown", say("board_unknown"))
        decide(self.session, intents.Act(actor, action))
        if self._freezing is None:
            at_ms = self.clock()
            self._freezing = Freezing(
                actor,
                action,
                at_ms if pressed_ms is None else pressed_ms,
                self.session.number,
                self.session.stage,
                at_ms + self.board.late_ms if pressed_ms is None else at_ms,
                at_ms + UNSETTLED_MS,
                None if meta is None else meta.id,
            )

    def _lay_at(self, at_ms: int) -> Mapping[Site, int]:
        """What the last scan by then had, settled or not, and since when; with what people have said."""
        lay = self._senses.lying_at(at_ms)
        believed = self.sensor_mask.seen(frozenset(lay))
        return {site: lay.get(site, at_ms) for site in sorted(believed, key=GRID.sites.index)}

    def _freeze_settled(self) -> None:
        """What lay there when somebody said stop, and still does now that the sensors have settled, counts."""
        freezing, board, lying = self._freezing, self._board, self.board_state.sensed
        if freezing is None or freezing.waits(self.clock(), settling=self._senses.settling and lying is not None):
            return
        self._freezing = None
        if board is None or lying is None or not freezing.fits(self.session):
            return
        still = freezing.still(self._lay_at(freezing.at_ms), lying)
        action = board.frozen(self.now.game.view, freezing.action, still)
        meta = None if freezing.command is None else CommandMeta(freezing.command, self.session.public)
        self._try(lambda: self.do(intents.Act(freezing.actor, action), meta))
        self._settle()
        self._run_timer()

    def choose(self, seat: Seat, choice: Choice) -> None:
        """What a seat says besides what lies there. What nobody else may see of it stops no countdown."""
        before = self.requests.public
        self._keep(seat, choice)
        if self.requests.public == before:
            self._spoken = seat
        else:
            self.board_state = restart_countdown(self.board_state, self.clock())

    def open_curtain(self, seat: Seat, principal: Principal) -> None:
        """Show on one shared page what a seat alone may see; all pages say so."""
        check_curtain(self.session, seat)
        self.curtain = Curtain(seat, principal)

    def hand_back(self) -> None:
        """It is shown no longer."""
        self.curtain = None

    def behind_curtain(self, principal: Principal) -> Seat | None:
        """The seat whose curtain that page has open."""
        return self.curtain.seat if self.curtain is not None and self.curtain.principal == principal else None

    def sees_alone(self, seat: Seat) -> bool:
        """Whether a screen shows that seat what it alone may see: its own, or a shared one behind a curtain.

        On a board that is only drawn every person has one.
        """
        behind = self.curtain is not None and self.curtain.seat == seat
        return behind or seat in self.session.phones or self.on_screen

    def hint(self) -> None:
        """Show what may be laid, for a while; and the regions, where these are shown to whoever asks."""
        if not self.now.turn.can_hint:
            raise no_help(self.now, "not_now")
        self.regions = self.regions.asked(self.clock())
        self.requests = replace(self.requests, hints_until_ms=self.clock() + HINT_MS, unseen_until_ms=0)

    def confirm_by(self, *, still_ms: int, confirms_itself: bool) -> None:
        """From now on; `confirms_itself` for games that begin after this."""
        self._still_ms, self.confirms_itself = still_ms, confirms_itself
        self.refresh()

    def show_regions(self, when: RegionsWhen) -> None:
        """From now on the lights show the regions of a game then."""
        self.regions = RegionLights(when)
        self.refresh()

    def hurry(self) -> None:
        """People do not want to wait for the computer."""
        self._players.hurry()

    def end_count(self) -> None:
        """Nobody waits for the count at the end: from now on it is told who has won."""
        self._final_count = Stopwatch()

    def ask_advice(self, seat: Seat) -> None:
        """Somebody asks what the computer would do on that seat."""
        self._players.advise(seat)

    def advise(
        self, seat: Seat, own: tuple[Advice, ...] | None, common: tuple[Advice, ...], places: frozenset[Site]
    ) -> None:
        """What the computer would do in the place of that seat, and what and where for all that everybody knows.

        Where several are to act, a page that all share could not say for whom it is: then it is for that seat alone.
        """
        shown = common if self.now.game.to_move == seat and seat not in self.session.phones else ()
        self.requests = replace(
            self.requests, advice=own, open_advice=shown, advised=seat, places=places, hints_until_ms=0
        )

    def advise_alone(self, seat: Seat, own: tuple[Advice, ...] | None) -> None:
        """What it would do there with what that seat alone knows: nothing changes for anybody else."""
        if self.requests.advised == seat:
            self.requests = replace(self.requests, advice=own)
            self._on_word(seat)

    def go_on(self) -> None:
        """The board is empty, and that is well: the pieces will be laid again."""
        self.requests = replace(self.requests, continuing=True)

    def show_again(self, exhibit: Exhibit | None) -> None:
        """Show a finished game on the lights, while no game is on; None: no longer. Whatever happens ends it."""
        if exhibit is not None and self.now.phase not in (Phase.IDLE, Phase.OVER):
            raise Refused("not_now", say("not_now"))
        self._turn_lesson(None)
        self.exhibit = exhibit

    def teach(self, lesson: Lesson | None) -> None:
        """Give a lesson on the board, while no game is on; None: no longer. Whatever happens ends it."""
        if lesson is not None and (self.now.phase is not Phase.IDLE or self.on_screen):
            raise Refused("not_now", say("not_now"))
        self.exhibit = None
        self._turn_lesson(lesson)

    def _turn_lesson(self, lesson: Lesson | None) -> None:
        """At another step; or it is over, and what lies there is only to be cleared away."""
        if lesson is None and self.lesson is not None:
            self._left_by_lesson = self.lesson.sensed
        self.lesson = lesson

    # --- taking back -------------------------------------------------------------------------------------------

    def take_back(self, seat: Seat | None, meta: CommandMeta | None) -> None:
        """Take the last step back at once, where that is free; otherwise ask all seats. `seat` None: the table."""
        session, now = self.session, self.now
        if self.exhibit is not None:
            self.exhibit = self.exhibit.turned(-1)
            return
        if self.lesson is not None:
            self._turn_lesson(self.lesson.turned(-1))
            return
        back = () if session.paused else way_back(session)
        if not back or (session.free and len(back) == 1 and not now.board.drafted and seat in (None, back[0].actor)):
            self.do(intents.TakeBack(), meta)
        elif agreed(session).people == (back[0].actor,) and now.stop is None:
            self._take_back_agreed(meta)
        else:
            self._propose(seat)

    def _propose(self, seat: Seat | None) -> None:
        """A seat that asks agrees; the table, when it asks, is asked whether all there do."""
        if self.now.stop is not None:
            raise Refused("not_now", sentence(self.now))
        again = self.requests.proposal is not None
        if not again:
            self.requests = replace(self.requests, proposal=Proposal(seat, self.clock() + PROPOSAL_MS))
        if again or seat is not None:
            self.agree_take_back(seat)

    def agree_take_back(self, seat: Seat | None) -> None:
        """A seat agrees, or (None) the table for all seats without a screen."""
        proposal = self.requests.proposal
        if proposal is None:
            raise Refused("no_proposal", say("no_proposal"))
        self.requests = replace(self.requests, proposal=proposal.with_word(seat))

    def _take_back_if_agreed(self) -> None:
        """Whoever agreed last, or left, or ended a pause: when nobody is open any more it is done."""
        proposal, session = self.requests.proposal, self.session
        if proposal is None or proposal.open(session) or session.paused:
            return
        self._take_back_agreed(None)
        self._settle()

    def _take_back_agreed(self, meta: CommandMeta | None) -> None:
        """All people agree, or there is but one. What had landed for the next step must be lifted, too."""
        landed = self.now.board.drafted
        self.do(intents.TakeBack(agreed=True), meta)
        self.board_state = take_back(self.board_state, landed)

    def refuse_take_back(self) -> None:
        """Nothing is taken back."""
        if self.requests.proposal is None:
            raise Refused("no_proposal", say("no_proposal"))
        self.requests = replace(self.requests, proposal=None)
        self.board_state = restart_countdown(self.board_state, self.clock())

    def pause(self, meta: CommandMeta) -> None:
        """Stop for a while; `Refused` if that was done a moment ago."""
        at_ms = self.clock()
        if self._paused_ms is not None and at_ms - self._paused_ms < PAUSE_AGAIN_MS:
            left_s = -(-(PAUSE_AGAIN_MS - at_ms + self._paused_ms) // 1000)
            raise Refused("paused_already", say("paused_already", seconds=left_s))
        self.do(intents.Pause(), meta)
        self._paused_ms = at_ms

    # --- facts -------------------------------------------------------------------------------------------------

    @property
    def sitting(self) -> int:
        """Which game is on, counted from the start of the program; 0 if none is.

        A game that gave way before anybody began it has the same number in the log as the next one, and not this.
        """
        return 0 if self.session.phase is Phase.IDLE else self.set_ups

    def do(self, intent: Intent, meta: CommandMeta | None) -> None:
        """Let an intent become facts. `meta` is what a screen sent; None: a button or the clock, always up to date."""
        check_board(intent, self.now)
        if not self.on_screen:
            intent = with_sensors(intent, self.session, self.counted, counting=self._by_itself)
        if meta is None:
            entries = number(self.session, decide(self.session, intent))
        else:
            entries = receive(self.session, Command(meta.id, meta.version, intent))
        if self._before_set_up is not None and isinstance(intent, intents.AgreeOnGame):
            entries = instead(self._before_set_up, self.session, entries)
        self._record(entries)

    def _record(self, entries: tuple[Entry, ...]) -> None:
        if not all(isinstance(entry.fact, OF_SENSORS) for entry in entries):  # what is shown or taught meanwhile stays
            self._turn_lesson(None)
            self.exhibit = None
        if not entries:
            return
        start = self._start_of(entries)
        states = tuple(accumulate(entries, lambda session, entry: fold(session, (entry,)), initial=start))
        self._publics.extend(state.public for state in states[1:])
        self._saver.append(entries)
        self._count(entries, start)
        if states[-1].gone and not self.session.gone:
            _log.error("%s has failed over what it had allowed itself", agreed(states[-1]).game)
        try:
            for entry, (before, self.session) in zip(entries, pairwise(states), strict=True):
                self._follow(entry, before)
        finally:
            self.session = states[-1]
        self._spoken = _spoken(entries)

    def _start_of(self, entries: tuple[Entry, ...]) -> Session:
        """The session in which these happened: the one that is, or that before a set-up that gives way to another."""
        before = self._before_set_up
        if before is None or entries[0].version > self.session.version:
            return self.session
        return replace(before, public=self.session.public)  # pages have seen the numbers of what gives way

    def public_before(self, unsaved: int) -> int:
        """The public number before the last `unsaved` entries. What was saved is not asked about again."""
        while len(self._publics) > unsaved + 1:
            self._publics.popleft()
        return self._publics[0]

    def _count(self, entries: tuple[Entry, ...], start: Session) -> None:
        """Note what stays of these on the disk, and whether anybody has begun the game that was set up.

        `recorded` is what everything has cost so far, in facts; a game that begins costs a file, too.
        """
        self.recorded += len(entries)
        self.set_ups += sum(isinstance(entry.fact, GameAgreed) for entry in entries)
        if not_begun([entry.fact for entry in entries]):
            self._before_set_up = start
            self._paused_ms = None
        elif self._before_set_up is not None and not only_sets_up(entry.fact for entry in entries):
            self._before_set_up = None
            self.recorded += FILE_IN_FACTS

    def _follow(self, entry: Entry, before: Session) -> None:
        """What a fact changes on the table."""
        was = Followed(self.board_state, self.requests, self.curtain)
        followed = follow(entry, before, self.session, self.now, was, self.clock())
        self.board_state, self.requests, self.curtain = followed.board_state, followed.requests, followed.curtain
        self.counted = counted(self.counted, entry, before, self.session, by_itself=self._by_itself)
        if isinstance(entry.fact, GameEnded) and not self.session.gone:
            package = package_of(self.session)
            seen = package.rules.view(self.session.state, TABLE)
            self._final_count = Stopwatch("count", package.shown.count_ms(seen), since_ms=self.clock())
        if (cue := cue_of(entry.fact)) is not None:
            self._on_cue(cue)


def _spoken(entries: tuple[Entry, ...]) -> Seat | None:
    """The seat whose own word alone these are."""
    match entries:
        case (Entry(fact=Noted(_, actor)),):
            return int(actor)
    return None
