"""A piece that the board does not see is tapped on the phone of whoever is to move."""

import pytest

from e2e.page import left
from e2e.phone_page import PhonePage

pytestmark = pytest.mark.slow


def test_whoever_is_to_move_says_on_the_phone_where_a_piece_lies(host):
    """The button asks, the phone offers it, and every place can be pressed for it; nobody else's phone does."""
    phone = PhonePage.joined(host, 1)
    left(host)
    phone.until_mine()
    assert not phone.seen("#notices button[data-laid]")
    phone.click("#do-confirm")
    phone.until(lambda: phone.seen("#notices button[data-laid]"), "a way to say where it lies")
    phone.click("#notices button[data-laid]")
    phone.until(lambda: "Now tap where the piece lies" in phone.text("#notices"), "what to do")
    phone.tap("e2")
    phone.until(lambda: "e2" in [piece["site"] for piece in host.table.screen()["pieces"]], "the piece")
    phone.until(lambda: not phone.seen("#notices button[data-laid]"), "that nothing is to be said any more")
    assert host.table.screen()["sensors"]["left_out"] == ["e2"]
