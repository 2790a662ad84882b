"""The board is the largest thing on the table page, in every phase of every game and at every size of a window."""

import pytest

from e2e.serving import ServedTable
from e2e.shots import DESK, MEASURED, SIZES, scenes

pytestmark = pytest.mark.slow

LEAST = 0.6
"""Of the window's height, where that is wider than high; else the board is as wide as the window, but for its edges."""
EDGES = 0.96


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table whose board is only drawn."""
    table = ServedTable(tmp_path_factory.mktemp("table"), game="support.quick_sand", mode="screen").start()
    yield table
    assert table.stop() == ""


def test_the_board_comes_first_and_never_changes_its_size_in_a_game(page, table):
    """Whatever the sentence, whatever is held: at least three fifths of the height, or all of the width."""
    sizes = {}
    for game, phase in scenes(page, table):
        for width, height in SIZES:
            page.display.size(width, height)
            shown = page.js(MEASURED)
            told = game, phase, width, height, shown
            assert not shown["sideways"], told
            if shown["size"] == [0, 0]:
                assert (phase, width) == ("lobby", 390), told
                continue
            assert not shown["off"], told
            if width > height:
                assert shown["high"] >= LEAST, told
                assert sizes.setdefault((game, width, height), shown["size"]) == shown["size"], told
            else:
                assert shown["wide"] >= EDGES, told
        page.display.size(*DESK)
