"""Whether two scenes of any game can be told apart by a light that is uncovered in both, with or without colour."""

import tomllib
from dataclasses import replace
from importlib.resources import files
from itertools import combinations

from pearlboard.files import with_looks
from pearlboard.games.registry import GAMES
from pearlboard.geometry import GRID
from pearlboard.lights.paint import paint
from pearlboard.lights.scene import Role
from pearlboard.lights.theme import Theme

WHITE = (255, 255, 255)
CYCLE_MS, SAMPLE_MS = 4_000, 50
APART = 30
"""Of 255: how much brighter one of two lights must be, for a tenth of the time, to be told apart."""


def uncovered(sensed, heaped=()):
    """The lights that can be seen: a piece hides the light of its site, and so does whatever is heaped on one."""
    return frozenset(GRID.lights) - sensed - frozenset(heaped)


def colourless(game):
    """The default theme in white alone, with the looks of a game."""
    text = (files("pearlboard.lights") / "themes" / "default.toml").read_text(encoding="utf-8")
    dressed = with_looks(Theme.from_mapping(tomllib.loads(text)), GAMES[game])
    roles = {role: replace(look, colour=WHITE) for role, look in dressed.roles.items()}
    return replace(dressed, nobody=WHITE, roles=roles)


def course(shown, theme):
    """The brightness of every light over the cycle, in the order of the grid."""
    painted = [
        paint(shown, theme, dict.fromkeys(range(1, 7), WHITE), shown.since_ms + ms)
        for ms in range(0, CYCLE_MS, SAMPLE_MS)
    ]
    return list(zip(*([light[0] for light in frame] for frame in painted), strict=True))


def apart(one, other, there, here):
    """Whether some light tells two scenes apart, by their courses; each comes with what covers its lights.

    The empty site of a piece that is asked for also counts, although a piece lies there in the other scene.
    """
    (first, covered), (second, also) = one, other
    hidden = (covered | also) - (asked_for(first) ^ asked_for(second))
    return any(
        sum(abs(a - b) >= APART for a, b in zip(there[number], here[number], strict=True)) * SAMPLE_MS * 10 >= CYCLE_MS
        for number, light in enumerate(GRID.lights)
        if light not in hidden
    )


def asked_for(shown):
    """The empty sites that shine because a piece belongs there."""
    return {light for light, mark in shown.lights.items() if mark.role in (Role.MISSING, Role.OWED)}


def all_apart(scenes, theme):
    """Check every pair of scenes, by name."""
    courses = {name: course(shown, theme) for name, (shown, _) in scenes.items()}
    for one, other in combinations(scenes, 2):
        assert apart(scenes[one], scenes[other], courses[one], courses[other]), f"{one} looks like {other}"
