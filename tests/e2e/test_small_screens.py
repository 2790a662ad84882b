"""What must be seen at once is seen at once: on a phone, a tablet, a laptop and a TV."""

import pytest

from e2e.hurrying import Hurry
from e2e.page import SIZES

pytestmark = pytest.mark.slow


ON_ITS_SIDE = ((844, 390), (640, 400))
"""A phone that is held so that the board has more room."""


def on_every_screen(page):
    """The same page, as large as each of them."""
    for size in SIZES.values():
        page.display.size(*size)
        yield page


ASKED = """
const all = [...document.querySelectorAll("main :is(h2, p)")];
const said = all.filter((each) => each.textContent.includes("Undo the last turn of"));
return said.filter((each) => each.checkVisibility() && each.offsetWidth > 1).map((each) => each.id);
"""
"""Where the question of a vote is written."""


def test_a_vote_stands_where_everybody_sees_it(host):
    """Once, with its answers, and for whom they are given, without scrolling; the sentence speaks of nothing else."""
    Hurry(host.table, None, 3, {}).lay("a1", value=1)
    host.touch("c3").until_verdict("legal")
    host.do("take_back").until_says("Undo the last turn of")
    for page in on_every_screen(host):
        for answer in ("#do-agree_take_back", "#do-refuse_take_back"):
            page.until_in_sight(answer)
        assert page.text("#do-agree_take_back") == "Agree (Anna, Ben, and Cleo)"
        assert not page.seen("#do-confirm")
        assert page.js(ASKED) == ["proposal-text"]
    host.click("#do-refuse_take_back").until(lambda: not host.seen("#proposal"), "no vote")


def test_a_way_to_begin_is_in_sight(page):
    """The most usual one, on every screen."""
    page.until(lambda: page.seen("#start-computer"), "the ways to begin")
    for each in on_every_screen(page):
        each.until_in_sight("#start-computer")
    for size in ON_ITS_SIDE:
        page.display.size(*size)
        page.until_in_sight("#start-computer")


def test_the_button_that_ends_a_turn_is_in_sight(host):
    """With a draft on the board."""
    host.table.ask("put", site="c3")
    host.until_verdict("legal")
    for page in on_every_screen(host):
        page.until_in_sight("#do-confirm")


@pytest.mark.parametrize("size", ON_ITS_SIDE)
def test_on_a_phone_on_its_side_the_board_of_a_lesson_stands_beside_what_is_asked(page, size):
    """All of the board, the question, and what leads on; in a puzzle, too."""
    page.display.size(*size)
    page.open(path="/learn/perladora").until(lambda: page.seen("[data-ready]"), "the lesson")
    for css in (".board", "#sentence", "#step-next"):
        page.until_in_sight(css)
    page.click("#to-puzzles").until(lambda: page.text("#step-title") == "Puzzle 1 of 20", "the first puzzle")
    for css in (".board", "#sentence"):
        page.until_in_sight(css)


CLOSES = """
const dialog = document.querySelector("dialog[open]");
dialog.scrollTop = 1e6;
const box = dialog.querySelector(".head button").getBoundingClientRect();
const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
return [dialog.scrollTop > 0, dialog.querySelector(".head button").contains(top)];
"""


def test_what_closes_a_long_dialog_stays_in_sight(host):
    """However far it is scrolled: the phones and their codes, and the help."""
    for size in ((360, 640), (844, 390)):
        host.display.size(*size)
        for opener, dialog in (("#phones-open", "#phones"), ("#help-open", "#help")):
            host.click(opener).until(lambda dialog=dialog: host.seen(f"{dialog}[open]"), "the dialog")
            assert host.js(CLOSES) == [True, True], (size, dialog)
            host.click(f"{dialog} .head button").until(
                lambda dialog=dialog: not host.seen(f"{dialog}[open]"), "its end"
            )
