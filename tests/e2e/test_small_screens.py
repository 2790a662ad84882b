"""What must be seen at once is seen at once: on a phone, a tablet, a laptop and a TV."""

import pytest

from e2e.hurrying import Hurry
from e2e.page import SIZES


@pytest.mark.parametrize("device", SIZES)
def test_a_vote_stands_where_everybody_sees_it(host, device):
    """With its answers, without scrolling; and the sentence speaks of nothing else."""
    Hurry(host.table, None, 3, {}).lay("a1", value=1)
    host.touch("c3").until_verdict("legal")
    host.display.size(*SIZES[device])
    host.do("take_back").until_says("Shall the last step be taken back?")
    for answer in ("#do-agree_take_back", "#do-refuse_take_back"):
        host.until_in_sight(answer)
    host.click("#do-refuse_take_back").until(lambda: not host.seen("#proposal"), "no vote")


@pytest.mark.parametrize("device", SIZES)
def test_a_way_to_begin_is_in_sight(page, device):
    """The most usual one, on every screen."""
    page.display.size(*SIZES[device])
    page.until(lambda: page.seen("#start-computer"), "the ways to begin")
    page.until_in_sight("#start-computer")


@pytest.mark.parametrize("device", SIZES)
def test_the_button_that_ends_a_turn_is_in_sight(host, device):
    """With a draft on the board."""
    host.display.size(*SIZES[device])
    host.table.ask("put", site="c3")
    host.until_verdict("legal")
    host.until_in_sight("#do-confirm")
