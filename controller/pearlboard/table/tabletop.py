"""The table on its event loop: events of the board and of the clock come in, and listeners are told.

    board event -> senses -> board state --+
    command, button ------- intent --------+--> session --> situation --> scene --> lights, sounds
                                           |                         +--> listeners (the pages)
                                           +--> facts --> store

All mutable state belongs to `play`; every call on the way is a plain one, and cannot be interrupted.
"""

import logging
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from pearlboard.drivers.protocols import Button, Clock, Connected, Event, Lost, Pressed, Released, Supplied
from pearlboard.games.api import TABLE, Seat
from pearlboard.games.registry import GAMES
from pearlboard.session import intents
from pearlboard.session.board_state import restart_countdown
from pearlboard.session.facts import Entry
from pearlboard.session.questions import agreed
from pearlboard.table import asking, taking_back
from pearlboard.table.buttons import IDLE, end_turn
from pearlboard.table.confirming import Confirming, Origin
from pearlboard.table.ledger import Ledger
from pearlboard.table.place import Place
from pearlboard.table.play import HouseRules, Play, RegionsWhen
from pearlboard.table.ports import Players, Voice
from pearlboard.table.sensors import NoSensors
from pearlboard.table.timing import Timing

_log = logging.getLogger("pearlboard.table")

T = TypeVar("T")


class Tabletop(Play):
    """The running state of play."""

    clock: Clock

    def __init__(
        self, ledger: Ledger, places: tuple[Place, ...], clock: Clock, rng: random.Random, house: HouseRules
    ) -> None:
        """Continue from the end of the log."""
        super().__init__(ledger, places, clock, house)
        self.rng = rng
        self.confirming = Confirming(self)
        self.timing = Timing(self)
        self._on_change: Callable[[], None] = lambda: None
        self._on_word: Callable[[Seat], None] = lambda _: None
        self._on_button: Callable[[], bool] = lambda: False
        self._wake: Callable[[], None] = lambda: None
        try:
            self.take_over()
        except Exception as error:
            if not self._set_aside(error):
                raise
            self.take_over()

    def listen(self, on_change: Callable[[], None], on_word: Callable[[Seat], None] = lambda _: None) -> None:
        """Register callbacks: `on_change` is called after everything that may have changed the situation.

        `on_word`: called with a seat that has said something nobody else may notice.
        """
        self._on_change, self._on_word = on_change, on_word

    def let_play(self, players: Players) -> None:
        """Set the computer players. They see each situation before any listener."""
        self.players = players

    def let_speak(self, voice: Voice) -> None:
        """Set the voice. It sees each situation after the lights, and has the buttons before anybody else."""
        self.voice = voice

    def set_stuck(self, *, stuck: bool) -> None:
        """Note whether the computer whose turn it is cannot play."""
        self.stuck = stuck

    def start(self) -> None:
        """Begin to listen to the boards."""
        for place in self.places:
            place.board.start(partial(self.hear, place=place))

    def close(self) -> None:
        """Darken the lights, and end all events."""
        self._wake()
        for place in self.places:
            place.board.close()

    def set_house_rules(self, house: HouseRules) -> None:
        """Change the house rules, also while a game is on."""
        self.house = house
        self.refresh()

    # --- the board ---------------------------------------------------------------------------------------------

    def hear(self, event: Event, place: Place | None = None) -> None:
        """Take an event of a board; None: of the table's own."""
        with self.places.at(place or self.places.home):
            self._hear(event)
        self.refresh()

    def _hear(self, event: Event) -> None:
        match event:
            case Connected() | Lost():
                self.place.connect(event)
                self.requests = replace(self.requests, hints_until_ms=0, unseen_until_ms=0)
            case Supplied(well):
                self.place.supply(well=well)
            case Pressed(button, at_ms):
                self._press(button, at_ms)
            case Released(button, at_ms):
                self._release(button, at_ms)
            case scan:
                self.sense(self.place.senses.feed(scan))

    def _press(self, button: Button, at_ms: int) -> None:
        """Press a button. A button counts when it is released, unless its press marks a moment."""
        if self.place is self.places.home and self.voice.press(button, at_ms):
            return
        ends_turn = button is Button.END_TURN
        here = self.place.simulated is None and not self.place.far  # what a guest says of its button nobody has seen
        if ends_turn and here and end_turn(self.now) in IDLE and self._on_button():
            return
        if ends_turn and self.confirming.freezes_next:
            self.attempt(lambda: self.confirming.confirm(Origin(pressed_ms=at_ms)))
        else:
            self.place.buttons.press(button, at_ms, self.session.public)

    def await_button(self, on_button: Callable[[], bool]) -> None:
        """Ask `on_button` first when the board's end-turn button is pressed: it returns True if the press was its
        answer.

        Never for a simulated board, whose button any page can press; nor while the button has something to do or the
        lamp is lit, because whoever presses then may not have looked at any page.
        """
        self._on_button = on_button

    def _release(self, button: Button, at_ms: int) -> None:
        version = self.place.buttons.release(button)
        if self.place is self.places.home and self.voice.release(button, at_ms):
            return
        if version is None:
            return
        if button is Button.END_TURN and version == self.session.public:
            self.confirming.press_settled()
        elif button is Button.HINT:
            self.ask_regions()
            if self.now.turn.can_hint or self.house.regions is not RegionsWhen.REQUEST:
                self.attempt(lambda: asking.hint(self))
        elif button is Button.TAKE_BACK:
            self.attempt(lambda: taking_back.ask(self, None, None))

    # --- time --------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Let time pass: sensors settle, countdowns end, hints fade."""
        at_ms = self.clock()
        for place in self.places:
            with self.places.at(place):
                if place.senses.due_ms is not None and place.senses.due_ms <= at_ms:
                    self.sense(place.senses.tick(at_ms))
                if place.buttons.take_back_held(at_ms):
                    self.attempt(lambda: taking_back.ask(self, None, None))
        self.voice.tick(at_ms)
        self.refresh()

    def _due_ms(self) -> int | None:
        """The time of the next change by time alone; in the past for what fell due during this turn of the loop."""
        remaining_ms = self.now.turn.remaining_ms
        always = (self.confirming.due_ms, *(place.senses.due_ms for place in self.places))
        times = (
            self.regions_until_ms,
            0 if remaining_ms is None else self.looked_ms + remaining_ms,
            *(at for place in self.places for at in place.due(place.now.board.table.looked_at)),
            *self.requests.due(),
            *self.confirming.due(),
            *self.voice.due(),
            *self.timing.due(),
        )
        due = [*(at for at in always if at is not None), *(at for at in times if at > self.looked_ms)]
        return min(due, default=None)

    def refresh(self) -> None:
        """Compute the situation; confirm what has lain still; tell listeners; schedule the next change."""
        self._spoken = None
        try:
            self._refresh()
        except Exception as error:
            if not self.give_up(error):
                raise

    def answered(self) -> None:
        """Refresh after a command, unless it was a word for its own seat.

        Then nothing has changed for anybody else, and a broadcast would reveal that something was said.
        """
        seat, self._spoken = self._spoken, None
        if seat is None:
            self.refresh()
        else:
            self._on_word(seat)

    def give_up(self, error: Exception) -> bool:
        """Give up the game whose code has failed. What was played is kept.

        False if there is no such game, or if the game is one of the table's own: then the error is to be raised.
        """
        if not self._set_aside(error):
            return False
        self.refresh()
        return True

    def read(self, of_game: Callable[[], T]) -> T:
        """The result of `of_game`; a game whose code fails over it is given up, and then it is asked again."""
        try:
            return of_game()
        except Exception as error:
            if not self.give_up(error):
                raise
            return of_game()

    def _set_aside(self, error: Exception) -> bool:
        agreement = self.session.agreement
        if agreement is None or self.session.gone or GAMES.comes_along(agreement.game):
            return False
        _log.error("%s has failed, and is asked no more until the next start", agreement.game, exc_info=error)
        self.ledger.give_up_game()
        return True

    def _record(self, entries: tuple[Entry, ...], *, by_itself: bool) -> None:
        gone = self.session.gone
        super()._record(entries, by_itself=by_itself)
        if self.session.gone and not gone:
            _log.error("%s has failed over what it had allowed itself", agreed(self.session).game)

    def _refresh(self) -> None:
        self.places.rest()
        stopped = self.now.stop is not None
        self.settle()
        if self._have_drawn():
            return
        self.timing.run_timer()
        if self.confirming.act_if_settled():
            self.timing.run_timer()
        if stopped and self.now.stop is None:
            self.place.change(restart_countdown, self.clock())
            self.settle()
        taking_back.take_back_if_agreed(self)
        self.confirming.confirm_what_is_due()
        self.timing.run_turn()
        if self._have_drawn():  # what has just counted at another board, or was taken back because all agree
            return
        self._wake()
        due = self._due_ms()
        self._wake = self.clock.call_at(due, self.tick) if due is not None else lambda: None
        self.players.look()
        for place in self.places:
            place.lights.look(place.now, self.timing.timer)
        self.voice.look(self.places.home.now, self.timing.timer)
        self._on_change()

    def _have_drawn(self) -> bool:
        """See `_play_drawn`, for every board."""
        return any(self._play_drawn(place) for place in self.places)

    def _play_drawn(self, place: Place) -> bool:
        """On a drawn board do the work of hands; returns True if pieces were laid, and the situation is new."""
        drawn, board = place.sensors, place.simulated
        if not isinstance(drawn, NoSensors) or board is None:
            return False
        if place.state.sensed is not None:
            lying = frozenset(board.pieces)
            wanted = drawn.arranged(place.now, lying)
            if wanted != lying:
                board.arrange(wanted)
                return True
        while (action := drawn.by_itself(place.now)) is not None and self.confirming.all_ready(place):
            self.do(intents.Act(TABLE, action), None)
            self.settle()
        if place.curtain is not None and drawn.closes_curtain(place.curtain.seat, place.now, self.session):
            place.draw(None)
        return False
