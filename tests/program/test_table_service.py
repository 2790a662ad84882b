"""The table as the pages see it."""

import pytest

from pearlboard.program import table_service
from pearlboard.table.play import HouseRules, RegionsWhen
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


@pytest.mark.parametrize(("kept", "said"), [(True, None), (None, None), (False, "This table keeps nothing")])
def test_every_page_says_that_games_in_memory_are_not_kept(monkeypatch, kept, said):
    """All is saved, and nothing outlives the power: only where that is known."""
    monkeypatch.setattr(table_service, "lasts", lambda *_: kept)
    told = AnyTable().stage.screen("en")["saved"]
    assert told is None if said is None else told.startswith(said)


def test_lights_show_the_regions_when_the_setting_says():
    """At once, in the middle of a game."""
    table = AnyTable()
    table.begin()
    dark = table.lighting.frame
    table.tabletop.set_house_rules(HouseRules(STILL_MS, regions=RegionsWhen.ALWAYS))
    assert table.lighting.frame != dark
    table.tabletop.set_house_rules(HouseRules(STILL_MS))
    assert table.lighting.frame == dark
