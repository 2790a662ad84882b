"""A scene, a theme and a moment give every light its colour, as a screen would show it: gamma comes later."""

from collections.abc import Mapping, Sequence

from pearlboard.geometry import GRID, Light
from pearlboard.lights.motion import FULL, brightness
from pearlboard.lights.scene import Mark, Scene
from pearlboard.lights.theme import Colour, Theme

DARK: Colour = (0, 0, 0)


def paint(
    scene: Scene, theme: Theme, seats: Mapping[int, Colour], at_ms: int, lights: Sequence[Light] = GRID.lights
) -> tuple[Colour, ...]:
    """The colours of `lights`, in their order. `seats` gives each player's colour."""
    return tuple(
        DARK if mark is None else _colour(mark, theme, seats, at_ms, at_ms - scene.since_ms)
        for mark in map(scene.lights.get, lights)
    )


def _colour(mark: Mark, theme: Theme, seats: Mapping[int, Colour], at_ms: int, elapsed_ms: int) -> Colour:
    look = theme.roles[mark.role]
    red, green, blue = look.colour or (theme.nobody if mark.seat is None else seats[mark.seat])
    level = brightness(look.motion, at_ms, elapsed_ms - mark.delay_ms)
    return red * level // FULL, green * level // FULL, blue * level // FULL
