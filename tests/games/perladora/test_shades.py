"""All territories on the lights: each in a shade of its own among its neighbours, and nothing that asks for a piece."""

import random
import tomllib
from importlib.resources import files
from itertools import combinations, pairwise

import pytest

from pearlboard.drivers.protocols import Button, Pressed, Released
from pearlboard.files import with_looks
from pearlboard.games.perladora.board import scene as scenes
from pearlboard.games.perladora.board.hints import hints
from pearlboard.games.perladora.board.roles import Own
from pearlboard.games.perladora.board.shades import SHADES, shaded, shades
from pearlboard.games.perladora.rules.play import legal_edges
from pearlboard.games.perladora.rules.territories import territories
from pearlboard.games.registry import GAMES
from pearlboard.games.values import Table
from pearlboard.geometry import GRID, Corner, Edge, edge
from pearlboard.lights.motion import FULL, brightness
from pearlboard.lights.scene import Role
from pearlboard.lights.shapes import RIM_CORNERS
from pearlboard.lights.theme import Theme
from pearlboard.table.play import HouseRules, RegionsWhen
from support.perladora_scenes import CROWDED, EARLY, expected, illegal, legal, lit, nothing, on_board, public, sites
from support.tabling import STILL_MS, TestTable

ALL = {role for pair in SHADES for role in pair}


def divided(seed):
    """A board that a game could have divided so, with as many Pontoons as can be laid."""
    rng, laid = random.Random(seed), []
    while free := GRID.edges_in(legal_edges(public({}, laid))):
        laid.append(str(rng.choice(free)))
        if len(laid) == 35:
            break
    return public({}, laid)


def beside(one, other):
    """Whether two territories have a line between them."""
    return bool(GRID.grow(one.bits, GRID.all_edges) & other.bits)


def shown(scene):
    return {light: mark.role for light, mark in scene.lights.items() if mark.role in ALL}


@pytest.mark.parametrize("seed", range(40))
def test_no_territory_has_the_shade_of_one_beside_it(seed):
    """However the board is divided."""
    parts = shaded(divided(seed))
    assert [part.territory for part in parts] == list(territories(divided(seed)))
    for one, other in combinations(parts, 2):
        assert one.shade != other.shade or not beside(one.territory, other.territory)


def test_each_shade_is_brighter_at_its_darkest_than_the_one_before_at_its_brightest():
    """So neighbours differ at every moment without any colour, be one of them full or not. A full one keeps still."""
    text = (files("pearlboard.lights") / "themes" / "default.toml").read_text(encoding="utf-8")
    roles = with_looks(Theme.from_mapping(tomllib.loads(text)), GAMES["perladora"]).roles
    courses = []
    for moving, still in SHADES:
        course = [brightness(roles[moving].motion, at_ms, 0) for at_ms in range(0, 6_000, 50)]
        rest = {brightness(roles[still].motion, at_ms, 0) for at_ms in range(0, 6_000, 50)}
        assert rest == {min(course)}
        assert roles[moving].colour == roles[still].colour
        courses.append(course)
    for darker, brighter in pairwise(courses):
        assert min(brighter) - max(darker) >= FULL * 6 // 100


def test_a_territory_shines_between_its_spaces_and_never_on_them():
    """A lit space means "lay here"; and the outermost crossings say whose turn it is."""
    rim = {corner for corners in RIM_CORNERS.values() for corner in corners}
    for position in (EARLY(), CROWDED(), divided(1)):
        lights = set(shades(position))
        assert all(isinstance(light, Edge | Corner) for light in lights)
        assert not lights & rim
        assert not lights & expected(position)


def test_a_full_territory_is_at_rest():
    """The other one moves."""
    walls = [f"c{row}-d{row}" for row in range(1, 6)]
    position = public({1: "a1 c1 a2 b2 c2 a3 b3 c3 a4 c4 a5 b5 c5"}, walls)
    full = [part.territory.full for part in shaded(position)]
    assert full == [False, False]
    filled = public({1: "a1 b1 c1 a2 b2 c2 a3 b3 c3 a4 b4 c4 a5 b5 c5"}, walls)
    [left, right] = shaded(filled)
    assert (left.territory.full, right.territory.full) == (True, False)
    roles = shades(filled)
    assert roles[edge("a1-b1")].role == SHADES[left.shade][1]
    assert roles[edge("e1-f1")].role == SHADES[right.shade][0]


def test_territories_make_way_for_what_must_be_put_right():
    """They stay under a legal draft, and are gone as long as something must be lifted or laid."""
    position = EARLY()
    assert shown(on_board(position, nothing(), regions=True).scene)
    assert shown(on_board(position, legal(1, "d3"), regions=True, countdown=500).scene)
    assert not shown(on_board(position, illegal("d3", lift="d3"), regions=True).scene)
    assert not shown(on_board(position, nothing(put=sites("c3")), gone=sites("c3"), regions=True).scene)


def test_where_both_are_shown_a_hint_leaves_the_lines_to_the_territories():
    """A line in a shade may be laid, one that flashes may not; spaces are lit as ever."""
    position = EARLY()
    seen = on_board(position, nothing(), hints=hints(position), regions=True)
    legal_lines = {str(line) for line in hints(position).edges}
    assert lit(seen, Own.LEGAL_EDGE) == set()
    assert legal_lines <= {str(light) for light in shown(seen.scene)}
    assert lit(seen, Own.LEGAL_SPACE) == {str(space) for space in hints(position).spaces}
    assert lit(seen, Own.FORBIDDEN_EDGE) == {str(line) for line in hints(position).forbidden}


def test_without_the_setting_the_lights_are_what_they_were():
    """Only full territories shine, faintly."""
    for position in (EARLY(), CROWDED()):
        scene = scenes.playing(position, nothing(), Table(expected(position), expected(position)))
        assert not shown(scene)


# --- at the table ------------------------------------------------------------------------------------------------


def lights(table):
    return shown(table.lighting._scene)


def a_table(when, **form):
    table = TestTable()
    table.tabletop.set_house_rules(HouseRules(STILL_MS, regions=RegionsWhen(when)))
    return table.begin(**form)


def test_always_means_also_while_the_computer_thinks():
    """From the first turn on."""
    assert lights(a_table("always"))
    table = a_table("always", computers={1: "easy", 2: "easy"})
    assert table.tabletop.now.game.thinking
    assert lights(table)


@pytest.mark.parametrize("hints", ["off", "request", "always"])
def test_on_request_they_shine_while_the_button_is_held_and_for_a_while(hints):
    """Whatever was agreed on about hints; then they are gone."""
    table = a_table("request", hints=hints)
    assert not lights(table)
    table.do("press hint 8000")
    assert lights(table)
    table.do("wait 4000")
    assert lights(table)
    table.do("wait 1000")
    assert not lights(table)


def test_a_button_that_is_held_keeps_them():
    """For as long as it is held, and no longer than for a while after it."""
    table = a_table("request")
    table.tabletop.hear(Pressed(Button.HINT, table.clock()))
    table.clock.step(9_000)
    assert lights(table)
    table.tabletop.hear(Released(Button.HINT, table.clock()))
    table.clock.step(5_000)
    assert not lights(table)


def test_a_page_asks_for_them_with_its_own_button():
    """Also where hints are off; where neither is agreed on, there is nothing to ask for."""
    table = a_table("request", hints="off")
    assert "hint" in table.screen()["can"]
    table.ask("hint")
    assert lights(table)
    assert not any(mark.role == Own.LEGAL_SPACE for mark in table.lighting._scene.lights.values())
    assert "hint" not in a_table("closed", hints="off").screen()["can"]


def test_whose_turn_it_is_shines_as_ever():
    """In its corners, and in no other light."""
    table = a_table("always")
    rim = {light for light, mark in table.lighting._scene.lights.items() if mark.role == Role.TURN}
    assert rim == set(RIM_CORNERS["south"])
