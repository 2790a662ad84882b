"""The laws of `test_contrast`, for the program's other games."""

import tomllib
from dataclasses import replace
from importlib.resources import files

import pytest

from games.pearls.test_scene import scene
from games.piratoons.test_scene import a_round
from lights.test_contrast import NEXT, THEMES, told_apart
from pearlboard.files import with_looks
from pearlboard.games.pearls.board.roles import CARD, CHOSEN, DEALT, FAINT, OPEN, SHINES, STRING, role
from pearlboard.games.pearls.board.scene import News
from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.piratoons.board.roles import Own
from pearlboard.games.registry import GAMES
from pearlboard.lights.scene import Role
from pearlboard.lights.shapes import at
from pearlboard.lights.theme import Theme
from support.pearls_positions import seen

CARDS = (CARD, OPEN, CHOSEN, FAINT, DEALT, STRING)
KINDS = {role(kind, colour): kind for colour in SHINES for kind in CARDS}
BY_PLACE = {
    frozenset({Own.SEALED, Own.TAKEN}),  # corners, and the bar inside a berth
    frozenset({CARD, Role.TURN}),  # rings around the slots, and the border
}
"""Told apart by their places: neither ever shines where the other does."""


def of_pearls():
    """A display, cards chosen or refused, hints, new cards, and the last turns."""
    full = {"hands": ["yyyyyyyy"]}
    yield scene(seen("rrrgbt"))
    yield scene(seen("rrrgbt"), thinking=True)
    yield scene(seen(), "c2", countdown=1000)
    for there in (("c2",), ("c2", "b4"), ("d3",)):
        yield scene(seen("rrrgbt", **full), *there)
    yield scene(seen("rrrgbt"), "c2", must_lift=["c2"])
    yield scene(seen("rrrgbt", **full), hinting=True)
    yield scene(seen(), hinting=True)
    yield scene(seen(), news=News(dealt=(1, 2)))
    yield scene(seen(), news=News(placed=(Colour.RED,) * 4, necklace=4))
    for players in (2, 3, 6):
        yield scene(seen("rgbtp.", players=players, last_turns=players, draw=()))


SCENES = {"pearls": lambda: tuple(of_pearls()), "piratoons": lambda: tuple(a_round().values())}


@pytest.fixture(scope="module", params=SCENES)
def game(request):
    """A game, and its roles with adjacent, visible lights."""
    pairs = {pair for shown, covered in SCENES[request.param]() for pair in beside(shown, covered)}
    return request.param, frozenset(pairs)


def beside(shown, covered):
    shining = [(at(light), mark.role) for light, mark in shown.lights.items() if light not in covered]
    for (x, y), one in shining:
        for (other_x, other_y), other in shining:
            if one != other and max(abs(x - other_x), abs(y - other_y)) <= NEXT:
                yield frozenset({one, other})


def dressed(theme, name):
    text = (files("pearlboard.lights") / "themes" / theme).read_text(encoding="utf-8")
    return with_looks(Theme.from_mapping(tomllib.loads(text)), GAMES[name])


def confused(theme, pairs):
    """The pairs that cannot be told apart in shades of grey; cards are told apart by the edges of their rings."""
    kinds = {pair: frozenset(KINDS.get(each, each) for each in pair) for pair in pairs}
    apart = {pair for pair, kind in kinds.items() if len(kind) == 2 and kind not in BY_PLACE}
    return {
        tuple(sorted(kinds[pair])) for pair in apart if not told_apart(*(theme.roles[each].motion for each in pair))
    }


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_what_shines_side_by_side_is_told_apart_without_colour(game, theme):
    """In every theme of the program, in a whole round and at every turn."""
    name, pairs = game
    assert confused(dressed(theme, name), pairs) == set()


@pytest.mark.slow
def test_the_comparison_notices_two_that_are_too_much_alike(game):
    """A tile that was won looking like one for sale; an unchosen card as bright as a chosen one."""
    name, pairs = game
    one, other = {"piratoons": (Own.TAKEN, Own.SALE), "pearls": (role(FAINT, Colour.GREEN), role(CHOSEN, Colour.RED))}[
        name
    ]
    theme = dressed(THEMES[0], name)
    alike = replace(theme, roles={**theme.roles, one: replace(theme.roles[one], motion=theme.roles[other].motion)})
    assert confused(alike, pairs) - confused(theme, pairs)


def test_what_is_told_apart_by_its_place_never_shines_elsewhere():
    """In Piratoons sealed bids are on corners and loot on lines; in Pearls a turn is on the border's spaces."""
    spots = {Own.SEALED: set(), Own.TAKEN: set(), Role.TURN: set(), CARD: set()}
    for name, scenes in SCENES.items():
        for shown, _ in scenes():
            for light, mark in shown.lights.items():
                kind = KINDS.get(mark.role, mark.role)
                if kind in spots and (kind != Role.TURN or name == "pearls"):
                    spots[kind].add(light)
    assert all(spots.values())
    assert not spots[Own.SEALED] & spots[Own.TAKEN]
    assert not spots[CARD] & spots[Role.TURN]
