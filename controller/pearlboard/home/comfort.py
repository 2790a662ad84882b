"""The requests of a smart home to a table: its lights' brightness and theme, a quiet table, a call for the players.

Settings stay what they are: a wish of the home holds until the program ends, or until the operator changes the setting.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from pearlboard.files import read_theme, theme_names
from pearlboard.home.entities import FULL, Call, Command, Light, Machine
from pearlboard.lights.scene import Cue
from pearlboard.settings import Settings
from pearlboard.table.lighting import Lighting
from pearlboard.web.rate_limiter import RateLimiter

EVENING: Final = 0.3
"""The part of the brightness that is left in the evening."""
A_SECOND, BURST = 2, 10
"""Commands that are carried out; a slider sends many, and the last one comes again as its state."""


class Comfort:
    """Carries commands of a home out, together with the operator's settings for the same things."""

    def __init__(self, lightings: Sequence[Lighting], settings: Settings, now_s: Callable[[], float]) -> None:
        self._lightings = lightings
        self._settings = settings
        self._gamma = settings.lights.gamma
        self._brightness = settings.lights.brightness
        self._theme = settings.lights.theme
        self._sounds = settings.sound == "on"
        self._mode = "usual"
        self._now_s = now_s
        self._limit = RateLimiter(now_s(), A_SECOND, BURST)
        self.on_change: Callable[[], None] = lambda: None

    def machine(self, version: str, address: str) -> Machine:
        """The state of lights, theme and mode, for the home."""
        themes = tuple(dict.fromkeys((*theme_names(), self._theme)))
        return Machine(version, address, self._brightness, self._theme, themes, self._mode)

    def shine(self, gamma: float, brightness: float) -> None:
        """The operator has set gamma and brightness."""
        self._gamma, self._brightness = gamma, brightness
        self._apply()

    def be_heard(self, *, sounds: bool) -> None:
        """The operator has set whether the board plays sounds."""
        self._sounds = sounds
        self._apply()

    def obey(self, command: Command) -> None:
        """Carry out a command, unless there were too many."""
        if not self._limit.admit(self._now_s()):
            self.on_change()
            return
        match command:
            case Call():
                for lighting in self._lightings:
                    lighting.sound(Cue.ASK)
            case Light(state, brightness, effect):
                level = self._brightness or 1.0 if brightness is None else brightness / FULL
                self._brightness = 0.0 if state == "OFF" else level
                if effect is not None and effect != self._theme:
                    lights = replace(self._settings.lights, theme=effect)
                    theme = read_theme(replace(self._settings, lights=lights))
                    for lighting in self._lightings:
                        lighting.wear(theme)
                    self._theme = effect
            case _:
                self._mode = command
        self._apply()

    def _apply(self) -> None:
        for lighting in self._lightings:
            lighting.shine(self._gamma, self._brightness * (EVENING if self._mode == "evening" else 1.0))
            lighting.be_heard(sounds=self._sounds and self._mode == "usual")
        self.on_change()
