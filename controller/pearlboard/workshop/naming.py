"""The first half of the wizard: which LED shines where. Neither the order nor the direction of strips matters.

One LED is lit after another, and a person names its place. Two neighbours on a line show where a strip runs; the strip
is then assumed to run to the end of that line if the LED there is named as expected. So a strip costs three names, and
a chain that follows no line one for each LED. Names override assumptions; the trial `leds` verifies the result.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from pearlboard.errors import BadInput, InvalidName
from pearlboard.geometry import GRID, Light
from pearlboard.lights.shapes import LIGHT_AT, at
from pearlboard.lights.theme import Colour
from pearlboard.texts import Sentence, say
from pearlboard.workshop.trial import WHITE, understood

Names = dict[int, Light | None]
"""By LED: its light, or None if it shines nowhere."""
WORDS: Final = ("skip", "back")


class Naming:
    """The names of a chain's LEDs. `names`: what is known; `believed`: those of them that were inferred."""

    def __init__(
        self, leds: int, names: Mapping[int, Light | None] | None = None, believed: Iterable[int] = ()
    ) -> None:
        self.leds = leds
        self.names: Names = dict(names or {})
        self.believed = set(believed)
        self._before: list[tuple[Names, set[int]]] = []
        self._run: list[Light] = []
        self._ends: set[int] = set()
        self._asked = self._next()

    @property
    def over(self) -> bool:
        """Whether every LED has a name, or was skipped."""
        return self._asked is None

    @property
    def asks(self) -> Sentence:
        """The question for the LED that is lit."""
        return say("bench_where", number=self._asked, count=self.leds - len(self.names))

    @property
    def lit(self) -> Mapping[int, Colour]:
        """The LED that is asked for."""
        return {} if self._asked is None else {self._asked: WHITE}

    def answer(self, word: str) -> None:
        """Take the name of a place, `skip` for an LED that shines nowhere, or `back`."""
        try:
            self._name(GRID.light(word.strip().lower()))
        except InvalidName as error:
            try:
                plain = understood(word, *WORDS)
            except BadInput:
                raise BadInput("", f"{error}; or answer {', '.join(WORDS)}") from None
            if plain == "back":
                self.back()
            else:
                self._name(None)

    def back(self) -> None:
        """Undo the last name."""
        if not self._before:
            raise BadInput("", "there is nothing to go back to")
        self.names, self.believed = self._before.pop()
        self._run = []
        self._asked = self._next()

    def _name(self, light: Light | None) -> None:
        asked = self._asked
        if asked is None:
            raise BadInput("", "every LED has its name; answer back if one is wrong")
        taken = next((led for led, other in self.names.items() if light is not None and other == light), None)
        if taken is not None and taken not in self.believed:
            raise BadInput("", f"{light} was named already, for LED {taken}; answer back if that was wrong")
        self._before.append((dict(self.names), set(self.believed)))
        if taken is not None:
            self._doubt(taken)
        self.names[asked] = light
        run, self._run = self._run, []
        if run and light == run[-1]:
            self._believe(asked, run)
        elif not run:
            self._run = self._line(asked)
        self._asked = asked + len(self._run) if self._run else self._next()

    def _believe(self, last: int, run: list[Light]) -> None:
        self._ends.add(last)
        for led, light in zip(range(last - len(run) + 1, last), run, strict=False):
            self.names[led] = light
            self.believed.add(led)

    def _doubt(self, led: int) -> None:
        """Forget everything inferred about the strip of this LED."""
        for step in (-1, 1):
            other = led + (step == 1)
            while other in self.believed:
                self.believed.remove(other)
                del self.names[other]
                other += step

    def _line(self, led: int) -> list[Light]:
        """The lights expected after this LED and the one before it, to the end of their line.

        The end of one strip and the beginning of the next are neighbours as well, and imply nothing.
        """
        before, here = self.names.get(led - 1), self.names.get(led)
        if before is None or here is None or led - 1 in self._ends:
            return []
        (x, y), (x0, y0) = at(here), at(before)
        across, down = x - x0, y - y0
        if abs(across) + abs(down) != 1:
            return []
        named, run = set(self.names.values()), []
        while (light := LIGHT_AT.get((x + across, y + down))) is not None and light not in named:
            x, y = x + across, y + down
            run.append(light)
        free = range(led + 1, led + len(run) + 1)
        return run if len(run) > 1 and led + len(run) < self.leds and not set(free) & self.names.keys() else []

    def _next(self) -> int | None:
        return next((led for led in range(self.leds) if led not in self.names), None)
