"""Neighbouring lights can be told apart without colour: one gives twice the light of the other, or moves differently.

The scenes are those that can occur; roles are neighbours if their lights are adjacent in the board's matrix. Levels are
as the eye sees them, so gamma is undone to compare light.
"""

import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files

import pytest

from games.perladora.test_scene import around_play, during_play, with_tokens
from games.perladora.test_shades import divided
from pearlboard.files import with_looks
from pearlboard.games.perladora.board.roles import Own
from pearlboard.games.perladora.board.shades import SHADES
from pearlboard.games.registry import GAMES
from pearlboard.lights.motion import FULL, brightness
from pearlboard.lights.scene import Role
from pearlboard.lights.shapes import at
from pearlboard.lights.theme import Theme
from support.perladora_scenes import POSITIONS, legal, nothing, on_board

THEMES = sorted(path.name for path in (files("pearlboard.lights") / "themes").iterdir())
NEXT = 2
"""The distance of two neighbouring spaces in the matrix, with a line between."""
TWICE = 2
DARKEST = 0.001
GAMMA = 2.2
TERRITORIES = {role for pair in SHADES for role in pair}
ONE_MEANING = {frozenset({Own.LEGAL_SPACE, Own.LEGAL_EDGE})}
"""Both mean "lay here", one on spaces and one on lines."""
BY_PLACE = {frozenset({role, shade}) for role in (Own.LEGAL_SPACE, Role.TURN) for shade in TERRITORIES}
"""Told apart by their places: a territory shines on no space, and never on the rim of the player to move."""
BY_ITS_PIECE = {frozenset({Role.DRAFT, shade}) for pair in SHADES[2:] for shade in pair}
"""Not told apart by light: in the two brightest shades, only the piece itself shows the draft."""


def theme(name):
    text = (files("pearlboard.lights") / "themes" / name).read_text(encoding="utf-8")
    return with_looks(Theme.from_mapping(tomllib.loads(text)), GAMES["perladora"])


def scenes():
    for position in POSITIONS:
        for regions in (False, True):
            yield from during_play(position, regions=regions).values()
            yield from with_tokens(position, regions=regions).values()
        yield from around_play(position).values()
    for seed in range(12):
        for draft in (nothing(), legal(1, "c3"), legal(1, "f3")):
            yield on_board(divided(seed), draft, regions=True)


@cache
def side_by_side():
    """Roles whose lights are adjacent and visible in some scene."""
    return frozenset(pair for seen in scenes() for pair in beside(seen))


def beside(seen):
    shining = [
        (at(light), mark.role)
        for light, mark in seen.scene.lights.items()
        if light in seen.visible or light in seen.asked_for
    ]
    for (x, y), role in shining:
        for (other_x, other_y), other in shining:
            if role != other and max(abs(x - other_x), abs(y - other_y)) <= NEXT:
                yield frozenset({role, other})


def told_apart(one, other):
    """Whether two motions can be told apart, whatever their colours."""
    first, second = light(one), light(other)
    if swings(first) or swings(second):
        return swings(first) != swings(second) or rhythm(one) != rhythm(other)
    return all(max(pair) >= TWICE * min(pair) for pair in zip(first, second, strict=True))


def light(motion):
    """The light of a motion over some periods."""
    return [max(DARKEST, (brightness(motion, ms, ms) / FULL) ** GAMMA) for ms in range(0, 12_000, 25)]


def swings(course):
    """Whether the motion is visible."""
    return max(course) >= TWICE * min(course)


def rhythm(motion):
    """When a motion is bright, and for how long; the brightness is ignored."""
    return (
        motion.kind,
        motion.period_ms,
        motion.duty if motion.kind == "blink" else None,
        motion.pattern if motion.kind == "pattern" else None,
    )


def confused(theme):
    """The pairs that cannot be told apart in shades of grey."""
    pairs = side_by_side() - ONE_MEANING - BY_PLACE - BY_ITS_PIECE
    return {
        tuple(sorted(map(str, pair))) for pair in pairs if not told_apart(*(theme.roles[role].motion for role in pair))
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", THEMES)
def test_what_shines_side_by_side_is_told_apart_without_colour(name):
    """In every theme of the program."""
    assert confused(theme(name)) == set()


@pytest.mark.slow
def test_the_comparison_notices_two_that_are_too_much_alike():
    """A draft nearly as bright as the countdown, or a take-back that flashes like an illegal piece."""
    default = theme("default.toml")
    for role, motion, pair in (
        (Role.DRAFT, replace(default.roles[Role.DRAFT].motion, high=800), ("countdown", "draft")),
        (Own.SHADE_3, default.roles[Own.SHADE_2].motion, ("shade_2", "shade_3")),
        (Role.REASON, default.roles[Role.REFUSED].motion, ("reason", "refused")),
    ):
        look = replace(default.roles[role], motion=motion)
        assert pair in confused(replace(default, roles={**default.roles, role: look}))


def test_what_is_told_apart_by_its_place_never_shines_elsewhere():
    """No territory on a space, nor on the lights of a turn."""
    spaces = {(column, row) for column in range(0, 15, 2) for row in range(0, 9, 2)}
    for seen in scenes():
        on = {
            role: {at(light) for light, mark in seen.scene.lights.items() if mark.role == role} for role in TERRITORIES
        }
        shades = set().union(*on.values())
        turn = {at(light) for light, mark in seen.scene.lights.items() if mark.role == Role.TURN}
        assert not shades & spaces
        assert not shades & turn
