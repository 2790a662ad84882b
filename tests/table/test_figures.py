"""The password of the table's own Wi-Fi in figures on its lights: four at a time, while nobody plays."""

from pearlboard.geometry import GRID
from pearlboard.lights.scene import Role
from pearlboard.lights.shapes import LIGHT_AT
from pearlboard.lights.signals import FOUR_MS, figures
from support.tabling import TestTable

PASSWORD = "407281935566"


def drawn(scene):
    """The lights as a picture of 9 rows."""
    assert {mark.role for mark in scene.lights.values()} <= {Role.FIGURE}
    return ["".join("#" if LIGHT_AT[x, y] in scene.lights else "." for x in range(15)).rstrip(".") for y in range(9)]


def test_four_figures_fill_the_board_and_dots_say_which_four():
    """15 lights are wide enough for just four."""
    assert drawn(figures(PASSWORD, 0)) == [
        "",
        "",
        "#.#.###.###.###",
        "#.#.#.#...#...#",
        "###.#.#..#..###",
        "..#.#.#..#..#",
        "..#.###..#..###",
        "",
        "#",
    ]
    assert drawn(figures(PASSWORD, FOUR_MS))[8] == "#.#"
    assert drawn(figures(PASSWORD, 2 * FOUR_MS))[8] == "#.#.#"
    assert figures(PASSWORD, 3 * FOUR_MS).lights == {}, "a rest, so that one knows where it begins"
    assert figures(PASSWORD, 4 * FOUR_MS) == figures(PASSWORD, 0)
    assert (
        len(
            {figures(PASSWORD, four * FOUR_MS) and tuple(figures(PASSWORD, four * FOUR_MS).lights) for four in range(4)}
        )
        == 4
    )


def shines(table):
    """Which lights do."""
    table.lighting._step()
    frame = table.lighting.frame
    return {light for number, light in enumerate(GRID.lights) if any(frame[3 * number : 3 * number + 3])}


def test_they_are_shown_while_nobody_plays():
    """Four after four by themselves; then dark again."""
    table = TestTable()
    assert shines(table) == set()
    table.lighting.show_figures(PASSWORD)
    for _ in range(5):
        assert shines(table) == set(figures(PASSWORD, table.clock()).lights)
        table.clock.step(FOUR_MS)
    table.lighting.show_figures(None)
    assert shines(table) == set()


def roles(table):
    table.lighting._step()
    return {mark.role for mark in table.lighting._scene.lights.values()}


def test_a_piece_and_a_game_have_the_lights_before_them():
    """What lies there must be lifted first; and whoever plays wants to see the game."""
    table = TestTable()
    table.lighting.show_figures(PASSWORD)
    table.do("c4")
    assert roles(table) == {Role.FOREIGN}
    table.do("-c4")
    table.begin()
    assert Role.FIGURE not in roles(table)
