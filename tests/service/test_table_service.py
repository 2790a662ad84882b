"""The table as the pages see it."""

import pytest

from pearlboard.session.state import Refused
from support.fuzzing import AnyTable
from support.tabling import STILL_MS


def test_a_page_that_comes_in_the_middle_of_a_countdown_sees_what_is_left_of_it():
    """The countdown does not begin anew for whoever reloads."""
    table = AnyTable()
    table.begin()
    table.do("c4")
    before = table.stage.screen("en")["countdown"]["ms"]
    table.clock.step(1000)
    assert table.stage.screen("en")["countdown"] == {"ms": before - 1000, "of": STILL_MS}


def test_the_first_turn_that_is_not_saved_is_named():
    """Whatever was played since, and taken back."""
    table = AnyTable()
    table.begin()
    for place in ("c4", "e2", "a1"):
        table.do(f"{place} press end_turn")
    disk = table.stage._writer
    disk.failing, disk.unsaved = "no room", tuple(table.log[-2:])
    assert table.stage.screen("en")["saved"].startswith("Not saved since turn 2: no room")
    table.do("press take_back")
    disk.unsaved = tuple(table.log[-3:])
    assert table.stage.screen("en")["saved"].startswith("Not saved since turn 2: no room")
    assert not table.stage.health()["ok"]


def test_the_operator_says_when_the_lights_show_the_regions():
    """At once, in the middle of a game; what is none of the three is refused, and changes nothing."""
    table = AnyTable()
    table.begin()
    assert table.stage.workshop("en")["regions"] == "closed"
    dark = table.lighting.frame
    table.stage.at_the_bench("regions", "always")
    assert table.stage.workshop("en")["regions"] == "always"
    assert table.lighting.frame != dark
    with pytest.raises(Refused) as refused:
        table.stage.at_the_bench("regions", "sometimes")
    assert table.stage.render(refused.value.sentence, "en") == (
        "The lights cannot show the areas then; they can: closed, request and always."
    )
    table.stage.at_the_bench("regions", "closed")
    assert table.lighting.frame == dark
