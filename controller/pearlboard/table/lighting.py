"""From a situation to lights and sounds: the scene, the time since it began, the frame now, and the cue.

Lights and sounds are made from what everybody may know, so they cannot tell a secret.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pearlboard.drivers.protocols import Board, Clock
from pearlboard.games.api import TABLE, GameView, Package
from pearlboard.games.values import SEATINGS
from pearlboard.geometry import GRID
from pearlboard.lights import signals
from pearlboard.lights.frame import Changed, in_led_order, led_order
from pearlboard.lights.paint import paint
from pearlboard.lights.power import Dimming, gamma_table, limited, linear
from pearlboard.lights.scene import Role, Scene
from pearlboard.lights.theme import Colour, Theme, Tone
from pearlboard.sensing.wiring import Wiring
from pearlboard.session.state import Phase
from pearlboard.table.buttons import lamp_lit
from pearlboard.table.ports import Lights
from pearlboard.table.situation import Situation, Stop, moment
from pearlboard.table.speech import sentence
from pearlboard.table.stopwatch import STOPPED, Stopwatch

FRAME_MS: Final = 40
"""Time between two frames; a change in the situation is shown at once."""
KEYFRAME_MS: Final = 1_000


@dataclass(frozen=True, slots=True)
class News:
    """News that a game reports, and since when."""

    told: Any = None
    since_ms: int = 0


def scene_of(now: Situation, news: News, at_ms: int, timer: Stopwatch = STOPPED) -> Scene:
    """The scene of a situation."""
    match now.stop:
        case Stop.LOST | Stop.UNKNOWN | Stop.GONE:
            return Scene()
        case Stop.FROZEN:
            return signals.frozen()
        case Stop.QUESTION:
            return signals.question()
        case Stop.PAUSED:
            return signals.paused()
        case None:
            shown = now.exhibit or now.lesson
            return _patient(_scene(now, news, at_ms, timer), now) if shown is None else shown.scene


def _patient(scene: Scene, now: Situation) -> Scene:
    """Show calmly, by a seat's own rim, that the time of its turn is used up; other lights stay as they are."""
    late = now.game.clock is not None and now.game.clock.up
    return signals.late(scene) if late else scene


def _scene(now: Situation, news: News, at_ms: int, timer: Stopwatch) -> Scene:
    if now.phase is Phase.IDLE or now.game.package is None or (now.board.draft is None and now.board.table.extra):
        return signals.clear_the_board(now.board.table.extra, known=now.board.clearing)
    if now.game.counting:
        return signals.counting()
    board = now.game.package.board
    if board is None:
        return active_rims(now)
    fresh = news.told if at_ms - news.since_ms < now.game.package.news.ms else None
    return board.scene(now.game.view, moment(now, news=fresh, since_ms=news.since_ms, left=timer.share_at(at_ms)))


def active_rims(now: Situation) -> Scene:
    """Without a board, the lights show whose turn it is."""
    marks: signals.Marks = {}
    seats = () if now.game.agreement is None else now.game.agreement.names
    for actor in now.game.active - {TABLE}:
        role = Role.THINKING if actor in now.game.thinking else Role.TURN
        marks |= signals.rim(SEATINGS[len(seats)][int(actor)], role, int(actor))
    if TABLE in now.game.active:
        marks |= signals.ring(Role.WAITING)
    return Scene(marks)


def _is_bare(now: Situation) -> bool:
    """Whether the lights have nothing to show: no game, no lesson, no replay, and no pieces."""
    shown = now.exhibit is not None or now.lesson is not None
    return now.phase is Phase.IDLE and now.stop is None and not shown and not now.board.table.extra


class Lighting(Lights):
    """Keeps the board's lights and sounds in step with the situation.

    `sounds`: whether the board's piezo plays. `looks`: the theme with the roles and cues of a game.
    """

    def __init__(
        self,
        board: Board,
        clock: Clock,
        theme: Theme,
        wiring: Wiring,
        dimming: Dimming,
        *,
        sounds: bool,
        looks: Callable[[Theme, Package], Theme],
    ) -> None:
        self.frame = bytes(3 * len(GRID.lights))
        self.cue: tuple[int, str, tuple[Tone, ...]] | None = None
        self._on_frame: Callable[[bytes], None] = lambda _: None
        self._on_failure: Callable[[Exception], bool] = lambda _: False
        self._board = board
        self._clock = clock
        self._own_theme = self._theme = theme
        self._looks = looks
        self._package: Package | None = None
        self._order = led_order(wiring.led_of, wiring.leds)
        self._cap_ma = dimming.cap_ma
        self._gamma = gamma_table(dimming.gamma, dimming.brightness)
        self._sounds = sounds
        self._shown = Changed(KEYFRAME_MS)
        self._seats: Mapping[int, Colour] = {}
        self._scene = Scene()
        self._situation: Situation | None = None
        self._timer = STOPPED
        self._since_ms = 0
        self._lamp = False
        self._heard: tuple[object, ...] | None = None
        self._seen: tuple[int, GameView] | None = None
        self._news = News()
        self._saves = True
        self._figures: str | None = None
        self._at_work = False
        self._cancel: Callable[[], None] = lambda: None

    def listen(self, on_frame: Callable[[bytes], None], on_failure: Callable[[Exception], bool]) -> None:
        """Register callbacks: `on_frame` gets each new frame; `on_failure` an exception of a game's scene, and returns
        whether to go on without that game.
        """
        self._on_frame, self._on_failure = on_frame, on_failure

    def shine(self, gamma: float, brightness: float) -> None:
        """Set gamma and brightness; the current limit stays as it was at the start."""
        self._gamma = gamma_table(gamma, brightness)
        self.paint()

    def wear(self, theme: Theme) -> None:
        """Change the theme, with the looks of the game that is shown."""
        self._own_theme = self._theme = theme
        self._package = None
        if self._situation is not None:
            self._dress(self._situation)
        self._again()

    def be_heard(self, *, sounds: bool) -> None:
        """Switch the board's cues on or off; off also ends a cue that is playing."""
        if self._sounds and not sounds:
            self._board.play(())
        self._sounds = sounds

    def tell_saved(self, *, saves: bool) -> None:
        """Show by the corners whether facts reach the disk."""
        if saves != self._saves:
            self._saves = saves
            self._again()

    def tell_at_work(self, *, at_work: bool) -> None:
        """Show, while nobody plays, that the table's own program is being replaced."""
        if at_work != self._at_work:
            self._at_work = at_work
            self._again()

    def _again(self) -> None:
        """Show the same situation again, with other settings."""
        if self._situation is not None:
            self._scene = self._scene_at(self._situation, self._clock())
            self.paint()

    def show_figures(self, figures: str | None) -> None:
        """Show figures while nobody plays and the board is clear; None: stop."""
        if figures != self._figures:
            self._figures = figures
            self._again()

    def _scene_at(self, now: Situation, at_ms: int) -> Scene:
        if self._at_work and now.phase is Phase.IDLE:
            return signals.at_work()
        if self._figures is not None and _is_bare(now):
            return signals.figures(self._figures, at_ms)
        scene = scene_of(now, self._news, at_ms, self._timer)
        return scene if self._saves else signals.unsaved(scene)

    def look(self, now: Situation, timer: Stopwatch) -> None:
        """Show a new situation: its scene, its sound and its first frame. `timer`: the game's own time."""
        at_ms = self._clock()
        self._timer = timer
        self._dress(now)
        self._notice_news(now, at_ms)
        self._situation, self._since_ms = now, at_ms
        if (lamp := lamp_lit(now)) != self._lamp:
            self._lamp = lamp
            self._board.lamp(on=lamp)
        self._scene = self._scene_at(now, at_ms)
        self._listen(self._scene, now)
        self.paint()

    def _dress(self, now: Situation) -> None:
        """Use the looks of the game that is shown, and the colours of its players."""
        package = now.game.package if now.exhibit is None else now.exhibit.replay.package
        package = package if now.lesson is None else now.lesson.package
        agreement = now.game.agreement if now.exhibit is None else now.exhibit.replay.agreement
        if package is not self._package:
            self._package = package
            self._theme = self._own_theme if package is None else self._looks(self._own_theme, package)
        if now.lesson is not None:
            self._seats = dict(enumerate(self._theme.seats, 1))  # until colours are agreed on
        elif agreement is not None and package is not None:
            colours = package.picks.colours(agreement.setup)
            self._seats = {
                seat: self._theme.seats[colours.get(seat, seat) - 1] for seat in range(1, len(agreement.names) + 1)
            }

    def _notice_news(self, now: Situation, at_ms: int) -> None:
        """Ask the game for news whenever its view has changed."""
        package = now.game.package
        if package is None or package.board is None:
            self._seen, self._news = None, News()
            return
        if self._seen is not None and self._seen[0] == now.game.number:
            if self._seen[1] is now.game.view or self._seen[1] == now.game.view:
                return
            told = package.news.between(self._seen[1], now.game.view)
            self._news = News(told, at_ms) if told is not None else self._news
        else:
            self._news = News()
        self._seen = now.game.number, now.game.view

    def _listen(self, scene: Scene, now: Situation) -> None:
        """Play a cue once for each thing that it is about."""
        about = (scene.cue, sentence(now))
        if about != self._heard:
            self._heard = about
            if scene.cue is not None:
                self.sound(scene.cue)

    def sound(self, cue: str) -> None:
        """Play a cue, on the board if its sounds are on, and on every page."""
        tones = self._theme.cues[cue]
        self.cue = ((self.cue[0] if self.cue is not None else 0) + 1, str(cue), tones)
        if self._sounds:
            self._board.play(tones)

    def paint(self) -> None:
        """Show the frame of this moment, if it differs from the last one."""
        at_ms = self._clock()
        colours = paint(self._scene, self._theme, self._seats, at_ms)
        frame = limited(linear(colours, self._gamma), self._cap_ma)
        if self._shown.admit(frame, at_ms):
            self._board.show(in_led_order(frame, self._order))
        if frame != self.frame:
            self.frame = frame
            self._on_frame(frame)

    def run(self) -> None:
        """Start the animation, until `stop`."""
        self._step()
        self._cancel = self._clock.call_at(self._clock() + FRAME_MS, self.run)

    def _step(self) -> None:
        """Show the next frame of what moves by itself: countdowns and news."""
        try:
            self._go_on()
        except Exception as error:
            if not self._on_failure(error):
                raise

    def _go_on(self) -> None:
        at_ms, now = self._clock(), self._situation
        runs = self._timer.since_ms is not None or self._figures is not None
        if now is not None and (runs or now.turn.remaining_ms is not None or self._news.told is not None):
            left = None if now.turn.remaining_ms is None else max(0, now.turn.remaining_ms - (at_ms - self._since_ms))
            self._scene = self._scene_at(now.with_left(left), at_ms)
        self.paint()

    def stop(self) -> None:
        """Stop the animation."""
        self._cancel()
