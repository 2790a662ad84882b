"""From a situation to lights and sounds: which scene, when it came up, what it looks like now, and what is heard.

Lights and sounds are made from what everybody may know, so they cannot tell a secret.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from pearlboard.app.replay import scene_of as exhibited
from pearlboard.app.situation import Situation, Stop
from pearlboard.app.speech import sentence
from pearlboard.drivers.base import Board
from pearlboard.drivers.clock import Clock
from pearlboard.games.api import Verdict
from pearlboard.games.perladora import scene as scenes
from pearlboard.games.perladora.territories import territories
from pearlboard.games.perladora.verdicts import side_seats
from pearlboard.geometry import GRID, Bits, Light, Space
from pearlboard.lights.frame import Changed, in_led_order
from pearlboard.lights.paint import paint
from pearlboard.lights.power import gamma_table, limited, linear
from pearlboard.lights.scene import Cue, Scene
from pearlboard.lights.theme import Colour, Theme, Tone
from pearlboard.session.state import Phase

FRAME_MS: Final = 40
"""Time between two frames; a change in the situation is shown at once."""
KEYFRAME_MS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Waves:
    """The territories that have just come into being, and when."""

    fresh: tuple[frozenset[Space], ...] = ()
    since_ms: int = 0


def scene_of(now: Situation, waves: Waves, at_ms: int) -> Scene:
    """What the lights mean."""
    match now.stop:
        case Stop.LOST | Stop.UNKNOWN:
            return Scene()
        case Stop.FROZEN:
            return scenes.frozen()
        case Stop.QUESTION:
            return scenes.question()
        case Stop.PAUSED:
            return scenes.paused()
        case None:
            return _phase(now, waves, at_ms) if now.exhibit is None else exhibited(now.exhibit)


def _phase(now: Situation, waves: Waves, at_ms: int) -> Scene:
    match now.phase:
        case Phase.IDLE:
            return scenes.clear_the_board(now.table.extra)
        case Phase.PEARLS:
            return _pearls(now)
        case Phase.PLAYING:
            return _playing(now, waves, at_ms)
        case Phase.REVEAL:
            return _reveal(now) if now.draft is None else scenes.playing(now.view.public, now.draft, now.table)
        case Phase.COUNT:
            return _counted(now)
        case Phase.OVER:
            return _winners(now)


def _pearls(now: Situation) -> Scene:
    pearls = now.pearls or {}
    if now.table.extra:
        return scenes.clear_the_board(now.table.extra)
    farm = tuple(pearls)[now.laid]
    return scenes.pearls(farm, pearls[farm])


def _playing(now: Situation, waves: Waves, at_ms: int) -> Scene:
    if now.draft is None:
        return Scene()
    fresh = waves.fresh if at_ms - waves.since_ms < scenes.WAVE_MS else ()
    countdown = None if now.remaining_ms is None else 1000 * now.remaining_ms // now.still_ms
    return scenes.playing(
        now.view.public,
        now.draft,
        now.table,
        countdown=countdown,
        hints=now.hints,
        fresh=fresh,
        upside_down=now.upside_down,
        asking=now.awaits_value,
        advised=now.advised,
        since_ms=waves.since_ms,
    )


def _reveal(now: Situation) -> Scene:
    public = now.view.public
    here = frozenset(territories(public)[now.shown].spaces)
    readings = now.reckoning.readings if now.reckoning is not None else ()
    unsaid = frozenset(
        reading.space for reading in readings if reading.space in here and not (reading.said or reading.certain)
    )
    return scenes.reveal(public, here, unsaid)


def _counted(now: Situation) -> Scene:
    public = now.view.public
    parts = now.score.territories[: now.shown + 1] if now.score is not None else ()
    return scenes.counted(
        public,
        [
            (
                frozenset(part.territory.spaces),
                tuple(seat for side in part.winners for seat in side_seats(public.setup, side)),
            )
            for part in parts
        ],
    )


def _winners(now: Situation) -> Scene:
    public = now.view.public
    sides = now.score.winners if now.score is not None else ()
    return scenes.winners(public, [seat for side in sides for seat in side_seats(public.setup, side)])


def _button_awaited(now: Situation) -> bool:
    """Whether the lamp in the end-turn button is lit: pressing it goes on."""
    if now.exhibit is not None:
        return True
    if now.phase is Phase.PLAYING:
        return (
            now.stop is None
            and now.draft is not None
            and not now.awaits_value
            and (now.draft.verdict is Verdict.LEGAL or now.thinking is not None)
        )
    if now.phase in (Phase.REVEAL, Phase.COUNT):
        return now.draft is None
    return now.phase is Phase.PEARLS and not now.table.extra


class Lighting:
    """Keeps the board's lights and sounds in step with the situation, and knows what they show."""

    def __init__(
        self,
        board: Board,
        clock: Clock,
        theme: Theme,
        led_of: Mapping[Light, int],
        leds: int,
        *,
        cap_ma: int,
        gamma: float,
        brightness: float,
    ) -> None:
        """Dark and silent so far."""
        self.frame = bytes(3 * len(GRID.lights))
        self.cue: tuple[int, str, tuple[Tone, ...]] | None = None
        self.on_frame: Callable[[bytes], None] = lambda _: None
        self._board = board
        self._clock = clock
        self._theme = theme
        self._led_of = led_of
        self._leds = leds
        self._cap_ma = cap_ma
        self._gamma = gamma_table(gamma, brightness)
        self._shown = Changed(KEYFRAME_MS)
        self._seats: Mapping[int, Colour] = {}
        self._scene = Scene()
        self._situation: Situation | None = None
        self._since_ms = 0
        self._lamp = False
        self._heard: tuple[object, ...] | None = None
        self._regions: tuple[Bits, ...] = ()
        self._waves = Waves()
        self._cancel: Callable[[], None] = lambda: None

    def look(self, now: Situation) -> None:
        """A new situation: its scene, its sound, and the first frame of it."""
        at_ms = self._clock()
        agreement = now.agreement if now.exhibit is None else now.exhibit.replay.agreement
        if agreement is not None:
            self._seats = {seat: self._theme.clans[clan] for seat, clan in enumerate(agreement.setup.clans, 1)}
        self._notice_territories(now, at_ms)
        self._situation, self._since_ms = now, at_ms
        if (lamp := _button_awaited(now)) != self._lamp:
            self._lamp = lamp
            self._board.lamp(on=lamp)
        scene = scene_of(now, self._waves, at_ms)
        self._listen(scene, now)
        self._scene = scene
        self.paint()

    def _notice_territories(self, now: Situation, at_ms: int) -> None:
        pontoons = now.view.public.pontoons if now.view is not None else 0
        regions = GRID.regions(GRID.all_edges & ~pontoons)
        if regions != self._regions:
            grown = len(regions) > len(self._regions) > 0
            new = [frozenset(GRID.spaces_in(region)) for region in regions if region not in self._regions]
            self._waves = Waves(tuple(new), at_ms) if grown else Waves()
            self._regions = regions

    def _listen(self, scene: Scene, now: Situation) -> None:
        """A cue is heard once for each thing that it is about."""
        about = (scene.cue, sentence(now))
        if about != self._heard:
            self._heard = about
            if scene.cue is not None:
                self.sound(scene.cue)

    def sound(self, cue: Cue) -> None:
        """Play a cue, on the board and on every page."""
        tones = self._theme.cues[cue]
        self.cue = ((self.cue[0] if self.cue is not None else 0) + 1, cue.value, tones)
        self._board.play(tones)

    def paint(self) -> None:
        """Show the scene as it looks now, if that differs from what is shown."""
        at_ms = self._clock()
        colours = paint(self._scene, self._theme, self._seats, at_ms)
        frame = limited(linear(colours, self._gamma), self._cap_ma)
        if self._shown.passes(frame, at_ms):
            self._board.show(in_led_order(frame, self._led_of, self._leds))
        if frame != self.frame:
            self.frame = frame
            self.on_frame(frame)

    def run(self) -> None:
        """Paint from now on, until `stop`."""
        self._step()
        self._cancel = self._clock.call_at(self._clock() + FRAME_MS, self.run)

    def _step(self) -> None:
        """What runs by itself: the countdown, and the wave over a new territory."""
        at_ms = self._clock()
        now = self._situation
        if now is not None and (now.remaining_ms is not None or self._waves.fresh):
            left = None if now.remaining_ms is None else max(0, now.remaining_ms - (at_ms - self._since_ms))
            self._scene = scene_of(replace(now, remaining_ms=left), self._waves, at_ms)
        self.paint()

    def stop(self) -> None:
        """Paint no more."""
        self._cancel()
