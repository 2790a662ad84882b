"""The voice of a running table: it looks at each situation, has the buttons first, and answers what is asked.

    hint, held       opens the menu (`menu`); held while a spare puck is laid, it asks for that place
    a piece lifted and put back     asks for its place
    any touch        ends what is being said; the next thing that waits is said then

What screens have asked is kept for them, whether or not the table speaks.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol

from pearlboard.drivers.protocols import Button
from pearlboard.games.api import NOWHERE, Submenu, Wish
from pearlboard.games.values import Button as Offered
from pearlboard.geometry import Site
from pearlboard.session import intents
from pearlboard.session.questions import package_of
from pearlboard.settings import Voice as Wishes
from pearlboard.table import asking, taking_back
from pearlboard.table.ports import Asking, Voice
from pearlboard.table.situation import Situation, moment
from pearlboard.table.stopwatch import Stopwatch
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Catalogue, Sentence, say
from pearlboard.voice.answers import Asked, Question, answer
from pearlboard.voice.menu import Deed, Does, Doing, Into, Menu
from pearlboard.voice.queue import Queue
from pearlboard.voice.telling import Telling, at_length, time_due
from pearlboard.voice.utterance import About, Urgency, Utterance, spoken

LONG_MS: Final = 1_000
"""How long the hint button is held to open the menu, or to leave it."""
HOURS: Final = 24
KEPT: Final = 8
"""Answers that are kept for the screens that have asked: each takes its own as soon as it is told."""


class Mouth(Protocol):
    """Whatever says a text."""

    def use(self, wishes: Wishes) -> None:
        """Take settings: the rate, the volume, the device; nothing is said where the voice is off."""

    def say(self, text: str, language: str, done: Callable[[], None]) -> None:
        """Say a text, and call `done` once it is over; not if it was hushed."""

    def hush(self) -> None:
        """End what is being said, at once."""


@dataclass(frozen=True, slots=True)
class Around:
    """The rest of the program: the table's catalogue now, the notices that pages show, and the hour of the day."""

    catalogue: Callable[[], Catalogue]
    notices: Callable[[], tuple[Sentence, ...]] = lambda: ()
    hour: Callable[[], int] = lambda: 12


def is_quiet(wishes: Wishes, hour: int) -> bool:
    """Whether that hour is one of the quiet ones, which may go past midnight; none where both ends are the same."""
    return (hour - wishes.quiet_from) % HOURS < (wishes.quiet_to - wishes.quiet_from) % HOURS


class TableVoice(Voice):
    """The voice. Nothing is said before `use` is given settings that want it."""

    def __init__(self, tabletop: Tabletop, mouth: Mouth, around: Around) -> None:
        self._answers: dict[str, Utterance] = {}
        self.queue = Queue()
        self.menu = Menu()
        self._tabletop = tabletop
        self._mouth = mouth
        self._around = around
        self._wishes = Wishes()
        self._telling = Telling()
        self._held_ms: int | None = None
        self._swallowed = False
        self._lifted: Site | None = None
        self._put_back: Site | None = None
        self._probed = NOWHERE
        self._time_due_ms: int | None = None

    @property
    def speaks(self) -> bool:
        """Whether the table speaks."""
        return self._wishes.speaks == "on"

    def use(self, wishes: Wishes) -> None:
        """Take settings. A voice that is switched on says so, and how things stand."""
        was, self._wishes = self.speaks, wishes
        self.hush()
        self._mouth.use(wishes)
        if not self.speaks:
            self.queue.clear()
            self.menu = Menu()
        elif not was:
            self._telling = Telling()
            self.say(say("voice_hello"))
            self.look(self._tabletop.places.home.now, self._tabletop.timing.timer)

    # --- speaking ----------------------------------------------------------------------------------------------

    def say(self, *said: Sentence) -> None:
        """Say something to whoever has pressed a button."""
        self._offer(spoken(self._now, About.MENU, Urgency.ASKED, said, asked=True))

    def look(self, now: Situation, timer: Stopwatch) -> None:
        """Say what is new, after what a hand has asked for. A puck that asks for its place is no draft to speak of."""
        if not self.speaks or self._probed:
            return
        put_back, self._put_back = self._put_back, None
        if put_back is not None:
            self.answer(Asked(Question.PLACE, site=put_back))
        at_ms = self._tabletop.clock()
        self._time_due_ms = time_due(now, timer, at_ms)
        self._offer(
            *self._telling.look(now),
            *self._telling.notice(now, self._around.notices()),
            *self._telling.time(now, timer, at_ms),
        )

    def refuse(self, why: Sentence | None) -> None:
        """Say why a button did nothing."""
        self._offer(spoken(self._now, About.ANSWER, Urgency.WRONG, (why or say("not_now"),), asked=True))

    def hush(self) -> None:
        """End what is being said."""
        if self.queue.speaking is not None:
            self.queue.end()
            self._mouth.hush()

    def _offer(self, *utterances: Utterance) -> None:
        """Have all of them wait before the first begins."""
        if not self.speaks:
            return
        for utterance in utterances:
            if self.queue.offer(utterance):
                self.hush()
        self._go_on()

    def _go_on(self) -> None:
        while (said := self.queue.begin()) is not None:
            if said.asked or not is_quiet(self._wishes, self._around.hour()):
                words = self._around.catalogue()
                self._mouth.say(said.text(words), words.language, self._over)
                return
            self.queue.end()

    def _over(self) -> None:
        self.queue.end()
        self._go_on()

    # --- asking ------------------------------------------------------------------------------------------------

    @property
    def _now(self) -> Situation:
        return self._tabletop.places.home.now

    def ask(self, asked: Asking) -> None:
        """Answer a screen, and keep the answer for it: others may ask before it is told."""
        last = self._last() if asked.after is None else self._answers.get(asked.after)
        self._answers[asked.id] = self._answer(Asked(Question(asked.about), asked.number, asked.site), last)
        while len(self._answers) > KEPT:
            del self._answers[next(iter(self._answers))]

    def answered(self, words: Catalogue) -> Mapping[str, str]:
        return {asked: "\n".join(told.lines(words)) for asked, told in self._answers.items()}

    def answer(self, asked: Asked) -> None:
        """Answer whoever asks by hand, aloud."""
        self._answer(asked, self._last())

    def _last(self) -> Utterance | None:
        """The last utterance, or the last answer where nothing is said."""
        if self.speaks or not self._answers:
            return self.queue.last
        return next(reversed(self._answers.values()))

    def _answer(self, asked: Asked, last: Utterance | None) -> Utterance:
        """Answer a question, aloud if the table speaks. `last`: what "again" and "more" are about."""
        if asked.site is not None:
            self.menu.touch(asked.site)
        told = self._tabletop.read(lambda: self._told(replace(asked, ailing=self._tabletop.ailments), last))
        self._offer(told)
        return told

    def _told(self, asked: Asked, last: Utterance | None) -> Utterance:
        match asked.question:
            case Question.AGAIN if last is not None:
                return replace(last, about=About.ANSWER, more=last.more or tuple(at_length(self._now)), asked=True)
            case Question.LONGER if last is not None and last.about is About.ANSWER:
                return last.at_length()
            case Question.LONGER:
                return answer(self._now, Asked(Question.NOW)).at_length()
        return answer(self._now, asked)

    # --- hands -------------------------------------------------------------------------------------------------

    def moved(self, came: frozenset[Site], went: frozenset[Site], *, asks: bool) -> None:
        """A touch of the board: it ends what is being said, and may ask for a place."""
        if not self.speaks or not (came or went):
            return
        self.hush()
        lifted, self._lifted = self._lifted, next(iter(went)) if len(went) == 1 and not came else None
        self._probed -= went
        if len(came) != 1:
            return
        [site] = came
        if asks:
            self._probed, self._swallowed, self._held_ms = self._probed | came, True, None
            self.answer(Asked(Question.PLACE, site=site))
        elif site == lifted:
            self._put_back = site
            if site in self._now.board.table.expected:
                self._telling.return_to_before()

    def press(self, button: Button, at_ms: int) -> bool:
        if not self.speaks:
            return False
        self.hush()
        self._swallowed = False
        if button is Button.HINT:
            self._held_ms = at_ms
        elif self.menu.is_open:
            self._swallowed = True
            if button is Button.END_TURN:
                self._choose()
            else:
                self.say(self.menu.turn(self._now, -1))
        return self.menu.is_open or self._swallowed

    def release(self, button: Button, at_ms: int) -> bool:
        del at_ms
        if not self.speaks:
            return False
        was_short, self._held_ms = self._held_ms is not None, None
        self._probed = NOWHERE if button is Button.HINT else self._probed
        if button is Button.HINT and was_short and self.menu.is_open:
            self.say(self.menu.turn(self._now, 1))
            return True
        swallowed, self._swallowed = self._swallowed, False
        return swallowed

    def tick(self, at_ms: int) -> None:
        if self._held_ms is not None and at_ms >= self._held_ms + LONG_MS:
            self._held_ms, self._swallowed = None, True
            self.hush()
            self.say(self.menu.leave() if self.menu.is_open else self.menu.open(self._now))

    def due(self) -> Iterator[int]:
        if self._held_ms is not None:
            yield self._held_ms + LONG_MS
        if self._time_due_ms is not None:
            yield self._time_due_ms

    def _choose(self) -> None:
        """Do what the current item says; a refusal is said."""
        chosen = self.menu.choose(self._now)
        if chosen is None:
            self.say(say("voice_menu_lapsed"))
        elif isinstance(chosen, Into | Submenu):
            self.say(self.menu.turn(self._now, 0))
        else:
            self._tabletop.attempt(lambda: self._do(chosen))

    def _do(self, chosen: Does) -> None:
        match chosen:
            case Asked():
                self.answer(chosen)
            case Offered():
                self._tabletop.confirming.act(chosen.actor, chosen.action)
                self.say(say("voice_done", what=chosen.words))
            case Wish():
                _choose(self._tabletop, chosen)
                self.say(say("voice_done", what=chosen.words))
            case Doing():
                DEEDS[chosen.deed](self._tabletop, chosen)


def _choose(table: Tabletop, wish: Wish) -> None:
    """Choose as a shared page does: by what everybody knows."""
    package, said = package_of(table.session), table.requests.choice(wish.seat)
    common = package.common(table.session.state, wish.seat)
    choice = package.choices.choose(common, moment(table.now), said, dict(wish.choice), own_screen=False)
    asking.choose(table, wish.seat, choice)


def _advise(table: Tabletop, _: Doing) -> None:
    if (seat := table.now.game.to_move) is not None:
        table.players.advise(seat)


def _continue(table: Tabletop, _: Doing) -> None:
    table.ask(replace(table.requests, continuing=True))


def _leave_out(table: Tabletop, chosen: Doing) -> None:
    if chosen.site is not None:
        asking.leave_out(table, chosen.site, None)


def _say_laid(table: Tabletop, chosen: Doing) -> None:
    if chosen.site is not None:
        asking.say_laid(table, chosen.site, None)


def _overlook(table: Tabletop, chosen: Doing) -> None:
    for lifted in table.now.board.lifted:
        if lifted.site == chosen.site:
            table.place.overlook(lifted.number)


DEEDS: Final[dict[Deed, Callable[[Tabletop, Doing], None]]] = {
    Deed.CONTINUE: _continue,
    Deed.RESUME: lambda table, _: table.do(intents.Resume(), None),
    Deed.PAUSE: lambda table, _: table.pause(None),
    Deed.AGREE: lambda table, _: taking_back.agree(table, None),
    Deed.REFUSE: lambda table, _: taking_back.refuse(table, None),
    Deed.ADVISE: _advise,
    Deed.TAKE_BACK: lambda table, _: taking_back.ask(table, None, None),
    Deed.LEAVE_OUT: _leave_out,
    Deed.SAY_LAID: _say_laid,
    Deed.OVERLOOK: _overlook,
}
"""The deeds of the menu, as a shared page would do them."""
