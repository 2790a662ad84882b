"""All games that come along, one after the other at the same table."""

import pytest

from other_games.tables import GameTable
from pearlboard.games.registry import BUILT_IN

pytestmark = pytest.mark.slow

LONGEST = 4000


def test_every_game_is_played_to_its_end_after_the_others_and_no_setting_is_touched():
    """Computers play, on the same board and into the same log; what one leaves lying the next has cleared first."""
    table = GameTable()
    for game in (*BUILT_IN, "perladora"):
        table.set_up(game, 2, {1: "easy", 2: "easy"})
        for _ in range(LONGEST):
            if table.page()["phase"] == "over":
                break
            if "start" in [act["name"] for act in table.page()["acts"]] or table.page()["lift"]:
                table.wish("tidy")
            table.do("wait 1000")
        session = table.tabletop.session
        assert (session.agreement.game, session.outcome is not None) == (game, True)
        assert table.wish("new_game") is None
    assert table.complaints == []
