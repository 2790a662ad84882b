"""Confirmation: by the end-turn button, by a draft that lies still, or by an action from a screen. Pure.

An action may depend on the pieces on the board at its moment. It waits for the sensors to settle, up to a limit.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from pearlboard.games.api import TABLE, Actor, GameAction
from pearlboard.session import intents
from pearlboard.session.board_state import sort_out
from pearlboard.session.decide import decide
from pearlboard.session.questions import package_of
from pearlboard.session.state import Refused
from pearlboard.table import asking
from pearlboard.table.buttons import EndTurn, end_turn
from pearlboard.table.place import Place
from pearlboard.table.play import Play
from pearlboard.table.ports import CommandMeta
from pearlboard.table.refusals import refused_press
from pearlboard.table.situation import Situation
from pearlboard.table.speech import sentence
from pearlboard.texts import say

ASK_MS: Final = 20_000
UNSETTLED_MS: Final = 500
"""The longest wait for a piece that was laid just before to settle."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a confirmation or an action.

    meta        what a screen sent with it
    pressed_ms  when the board's own button went down; None for any other origin
    by_itself   a draft has lain still, and nobody asked
    """

    meta: CommandMeta | None = None
    pressed_ms: int | None = None
    by_itself: bool = False


LOCAL: Final = Origin()


@dataclass(frozen=True, slots=True)
class Freezing:
    """An action whose moment freezes the board: the last scan before that moment counts, settled or not.

    at_ms     the moment: the first scan of a button, or the arrival of a command
    stage     the number of the game, and the stage that the action is about
    known_ms  by then every scan that was made before the moment has arrived
    until_ms  the deadline for sensors to settle
    """

    act: intents.Act = field(repr=False)
    origin: Origin
    at_ms: int
    stage: tuple[int, str]
    known_ms: int
    until_ms: int


class Confirming:
    """Confirms for people and for stillness. A button that waits for a piece to settle speaks for its own board."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._freezing: Freezing | None = None
        self._presses: dict[Place, int] = {}

    @property
    def due_ms(self) -> int | None:
        """When the next waiting press will confirm, possibly in the past."""
        return min(self._presses.values(), default=None)

    @property
    def freezes_next(self) -> bool:
        """Whether the next step of all depends on the pieces at its moment: then the button counts when it goes
        down.
        """
        now, package = self._play.now, self._play.now.game.package
        if package is None or now.stop is not None or not now.game.together:
            return False
        action = package.rules.go_on(now.game.view)
        return action is not None and package.freezing.freezes(action)

    def confirm(self, origin: Origin = LOCAL) -> None:
        """Press the end-turn button: in a turn it confirms the draft; otherwise it goes on."""
        play, now = self._play, self._play.now
        match end_turn(now):
            case EndTurn.NEXT_STEP:
                play.turn_shown(1)
            case EndTurn.END_COUNT:
                play.end_count()
            case EndTurn.HURRY:
                play.players.hurry()
            case EndTurn.ALL_THERE:
                asking.say_all_laid(play, now.board.last_to_lay, origin.meta)
                play.place.change(sort_out)
            case EndTurn.ASK:
                play.ask(replace(play.requests, unseen_until_ms=play.clock() + ASK_MS))
            case EndTurn.CONFIRM:
                self._confirm_draft(now, origin)
            case _ if now.game.together and now.stop is None:
                self._go_on(now, origin)
            case _:
                raise refused_press(now)

    def _go_on(self, now: Situation, origin: Origin) -> None:
        action = package_of(self._play.session).rules.go_on(now.game.view)
        if action is None:
            raise Refused("not_now", sentence(now))
        self.act(TABLE, action, origin)

    def _confirm_draft(self, now: Situation, origin: Origin) -> None:
        draft, package, session = now.board.draft, self._play.now.game.package, self._play.session
        if draft is None or package is None or draft.seat is None:
            raise refused_press(now)
        own = package.rules.view(session.state, draft.seat)
        self.act(draft.seat, package.choices.action(own, draft, self._play.requests.choice(draft.seat)), origin)

    def act(self, actor: Actor, action: GameAction, origin: Origin = LOCAL) -> None:
        """Let somebody act. For a freezing action the board is read once its sensors have settled.

        The moment is the first scan of a button, or now for a command; earlier scans may still be on their way.
        """
        play, package = self._play, self._play.now.game.package
        if actor == TABLE and not self.all_ready(play.place):
            return
        if package is None or not package.freezing.freezes(action):
            play.do(intents.Act(actor, action), origin.meta, by_itself=origin.by_itself)
            return
        if play.place.state.sensed is None:
            raise Refused("board_unknown", say("board_unknown"))
        decide(play.session, intents.Act(actor, action))
        if self._freezing is None:
            at_ms, pressed_ms = play.clock(), origin.pressed_ms
            self._freezing = Freezing(
                intents.Act(actor, action),
                origin,
                at_ms if pressed_ms is None else pressed_ms,
                (play.session.number, play.session.stage),
                at_ms + play.place.board.late_ms if pressed_ms is None else at_ms,
                at_ms + UNSETTLED_MS,
            )

    def all_ready(self, place: Place) -> bool:
        """Note that a place is ready for what all do together; returns whether every place that is present is now."""
        play = self._play
        others = [each for each in play.places.present(play.session) if each is not place]
        if not others:
            return True
        play.ask(replace(play.requests, ready=play.requests.ready | {place.number}))
        return all(each.number in play.requests.ready and not each.now.board.in_the_way for each in others)

    def press_settled(self) -> None:
        """Confirm for a released button once the piece that was laid just before has settled."""
        at_ms, place = self._play.clock(), self._play.place
        settled_ms = (place.senses.due_ms or at_ms) if place.senses.settling else at_ms
        self._presses[place] = min(self._presses.get(place, settled_ms), settled_ms, at_ms + UNSETTLED_MS)

    def act_if_settled(self) -> bool:
        """Carry out a freezing action whose sensors have settled; returns whether there was one.

        A piece counts if it lay there at the action's moment and still does.
        """
        play, freezing, lying, at_ms = self._play, self._freezing, self._play.place.state.sensed, self._play.clock()
        if freezing is None or at_ms < freezing.known_ms:
            return False
        if at_ms < freezing.until_ms and lying is not None and play.place.senses.settling:
            return False
        self._freezing, package, session = None, play.now.game.package, play.session
        if package is None or lying is None or freezing.stage != (session.number, session.stage):
            return False
        lay = play.place.lay_at(freezing.at_ms).items()
        still = {site: freezing.at_ms - since for site, since in lay if site in lying}  # for how long it had lain there
        action = package.freezing.frozen(play.now.game.view, freezing.act.action, still)
        sent = freezing.origin.meta
        meta = None if sent is None else CommandMeta(sent.id, session.public)
        play.attempt(lambda: play.do(intents.Act(freezing.act.actor, action), meta))
        play.settle()
        return True

    def confirm_what_is_due(self) -> None:
        """Confirm for a button that has waited for a piece to settle, and for drafts that have lain still long
        enough.
        """
        play = self._play
        for place in [place for place, due_ms in self._presses.items() if due_ms <= play.clock()]:
            del self._presses[place]
            with play.places.at(place):
                play.attempt(self.confirm)
            play.settle()
        while play.now.turn.remaining_ms == 0 and not play.place.senses.settling:
            self.confirm(Origin(by_itself=True))
            play.settle()

    def due(self) -> Iterator[int]:
        """The deadline of a freezing action."""
        if self._freezing is not None:
            yield from (self._freezing.known_ms, self._freezing.until_ms)
