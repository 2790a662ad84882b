"""The lights and sounds of a guest's board: scenes, which the guest paints in its own theme."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pearlboard.lights.scene import Scene
from pearlboard.remote.messages import Lights, lights
from pearlboard.table.lighting import Lighting
from pearlboard.table.situation import Situation
from pearlboard.table.stopwatch import Stopwatch


class FarLights(Lighting):
    """Sends each scene that differs from the last one; marks of seats have the numbers of their colours."""

    def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401 - as `Lighting`
        super().__init__(*given, **named)
        self._send: Callable[[Lights], None] = lambda _: None
        self._told: tuple[object, ...] | None = None
        self._called: str | None = None
        self._colours: Mapping[int, int] = {}

    def send_to(self, send: Callable[[Lights], None]) -> None:
        """Say everything again, and from now on here."""
        self._send, self._told = send, None
        self.paint()

    def look(self, now: Situation, timer: Stopwatch) -> None:
        """See `Lighting`."""
        package, agreement = now.game.package, now.game.agreement
        known = package is not None and agreement is not None
        self._colours = package.picks.colours(agreement.setup) if known and package and agreement else {}
        super().look(now, timer)

    def sound(self, cue: str) -> None:
        """See `Lighting`."""
        super().sound(cue)
        self._called = str(cue)
        self.paint()

    def paint(self) -> None:
        """Send the scene, if it is another one."""
        scene = self._scene
        told = (scene.lights, scene.since_ms, self._lamp)
        if told == self._told and self._called is None:
            return
        marks = {
            light: replace(mark, seat=self._colours.get(mark.seat, mark.seat)) if mark.seat is not None else mark
            for light, mark in scene.lights.items()
        }
        message = lights(Scene(marks, self._called, scene.since_ms), self._clock(), lamp=self._lamp)
        self._told, self._called = told, None
        self._send(message)
