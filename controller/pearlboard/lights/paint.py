"""Painting: turn a scene, a theme and a time into the colour of every light, before gamma correction."""

from collections.abc import Mapping
from typing import Final

from pearlboard.geometry import GRID, Light
from pearlboard.lights.motion import FULL, brightness
from pearlboard.lights.scene import Mark, Scene
from pearlboard.lights.theme import Colour, Theme

DARK: Colour = (0, 0, 0)
_NUMBER: Final[Mapping[Light, int]] = {light: number for number, light in enumerate(GRID.lights)}


def paint(scene: Scene, theme: Theme, seats: Mapping[int, Colour], at_ms: int) -> tuple[Colour, ...]:
    """The colours of all lights, in the order of `GRID.lights`; most are dark. `seats` gives each player's colour.

    Marks on lights that the table does not have are ignored.
    """
    colours = [DARK] * len(_NUMBER)
    for light, mark in scene.lights.items():
        if (number := _NUMBER.get(light)) is not None:
            colours[number] = _colour(mark, theme, seats, at_ms, at_ms - scene.since_ms)
    return tuple(colours)


def _colour(mark: Mark, theme: Theme, seats: Mapping[int, Colour], at_ms: int, elapsed_ms: int) -> Colour:
    look = theme.roles[mark.role]
    red, green, blue = look.colour or (theme.nobody if mark.seat is None else seats[mark.seat])
    level = brightness(look.motion, at_ms, elapsed_ms - mark.delay_ms)
    return red * level // FULL, green * level // FULL, blue * level // FULL
