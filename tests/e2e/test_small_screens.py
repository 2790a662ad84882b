"""What must be seen at once is seen at once: on a phone, a tablet, a laptop and a TV."""

import pytest

from e2e.hurrying import Hurry

SIZES = {"phone": (360, 640), "tablet": (1024, 768), "laptop": (1440, 900), "tv": (1920, 1080)}
IN_SIGHT = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
return box.width > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
"""


@pytest.mark.parametrize("device", SIZES)
def test_a_vote_stands_where_everybody_sees_it(host, device):
    """With its answers, without scrolling; and the sentence speaks of nothing else."""
    Hurry(host.table, None, 3, {}).lay("a1", value=1)
    host.touch("c3").until_verdict("legal")
    host.display.size(*SIZES[device])
    host.do("take_back").until_says("Shall the last step be taken back?")
    host.js("scrollTo(0, 0)")
    for answer in ("#do-agree_take_back", "#do-refuse_take_back"):
        assert host.js(IN_SIGHT, answer), answer
    host.click("#do-refuse_take_back").until(lambda: not host.seen("#proposal"), "no vote")


@pytest.mark.parametrize("device", SIZES)
def test_a_way_to_begin_is_in_sight(page, device):
    """The most usual one, on every screen."""
    page.display.size(*SIZES[device])
    page.until(lambda: page.seen("#start-computer"), "the ways to begin")
    assert page.js(IN_SIGHT, "#start-computer")


@pytest.mark.parametrize("device", SIZES)
def test_the_button_that_ends_a_turn_is_in_sight(host, device):
    """With a draft on the board."""
    host.display.size(*SIZES[device])
    host.js("scrollTo(0, 0)")
    host.table.ask("put", site="c3")
    host.until_verdict("legal")
    assert host.js(IN_SIGHT, "#do-confirm")
