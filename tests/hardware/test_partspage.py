"""The page for the soldering table shows every part once on the board and once in its list, and loads nothing."""

import re
import sys
from html import unescape
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical.boards import boards
from hardware.generate.drawing import number
from hardware.generate.sizes import read_sizes
from hardware.paper.partspage import MARGIN, parts_page

pytestmark = pytest.mark.slow

BOARDS = {name: drawn.board for name, drawn in boards(read_sizes()).items()}


@pytest.mark.parametrize("name", BOARDS)
def test_every_part_is_on_the_board_and_in_the_list_once(name):
    """With its value and its maker's name; what is not fitted is said so."""
    made, page = BOARDS[name], parts_page(BOARDS[name], "Parts")
    names = [part.name for part in made.circuit.parts]
    assert sorted(re.findall(r'<g id="([^"]+)">', page)) == sorted(names)
    rows = re.findall(r'<tr data-parts="([^"]+)">(.*?)</tr>', page)
    assert sorted(one for parts, _ in rows for one in parts.split()) == sorted(names)
    for parts, told in rows:
        for one in parts.split():
            part = made.circuit.part(one)
            assert part.value in unescape(told)
            assert part.maker in unescape(told)
            assert ("(not fitted)" in told) is not part.fitted


@pytest.mark.parametrize("name", BOARDS)
def test_a_pad_is_where_it_is_on_the_board(name):
    """Each with its size, seen from the parts' side, x from the left and y from above."""
    made, page = BOARDS[name], parts_page(BOARDS[name], "Parts")
    left, _, _, top = made.outline
    for pad in made.pads:
        x, y = pad.x - pad.width / 2 - left + MARGIN, top - pad.y - pad.height / 2 + MARGIN
        size = f'width="{number(pad.width)}" height="{number(pad.height)}"'
        assert f'x="{number(x)}" y="{number(y)}" {size}' in page
    assert page.count('class="pad"') == len(made.pads)


def test_flat_parts_come_before_those_with_legs():
    """As they are soldered."""
    page = parts_page(BOARDS["controller"], "Parts")
    order = [parts.split()[0] for parts in re.findall(r'<tr data-parts="([^"]+)">', page)]
    machine = [name in BOARDS["controller"].by_machine() for name in order]
    assert machine == sorted(machine, reverse=True)


def test_the_page_is_whole_by_itself():
    """No address, no other file: it works beside the iron without a network."""
    page = parts_page(BOARDS["bar"], "Parts")
    assert not re.search(r"https?:|src=|<link|@import|url\(", page)
