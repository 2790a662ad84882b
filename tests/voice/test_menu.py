"""The spoken menu: two buttons, one item at a time, and nothing that is confirmed by chance."""

import pytest

from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogues
from pearlboard.voice.menu import top
from support.hearing import SpokenTable


@pytest.fixture
def table():
    """A game of two that has just begun."""
    table = SpokenTable().begin()
    table.mouth.take()
    return table


def opened(table):
    """The first item, after the hint button was held."""
    table.mouth.take()
    [said] = table.hears("press hint 1500")
    assert table.voice.menu.is_open
    return said


def until(table, words):
    """Turn to the item with these words."""
    for _ in range(80):
        [said] = table.hears("press hint")
        if said == words:
            return
    raise AssertionError(f"no item {words}")


def test_hint_held_opens_the_menu_and_leaves_it(table):
    """Pressed briefly it hints as ever, while the menu is closed."""
    assert opened(table) == "What is to be done"
    assert table.hears("press hint") == ["Tell me more"]
    assert table.hears("press take_back") == ["What is to be done"]
    assert table.hears("press hint 1500") == ["The menu is closed."]
    assert not table.voice.menu.is_open
    table.hears("press hint 200")
    assert table.screen()["hints"]


def test_the_button_chooses_and_confirms_nothing_else(table):
    """A draft lies there, and is still one afterwards."""
    table.hears("c4")
    opened(table)
    until(table, "What would count now")
    assert table.hears("press end_turn")[0].startswith("Press the button to end the turn")
    assert table.decided == []
    assert not table.voice.menu.is_open
    table.do("press end_turn")
    assert table.decided == ["Acted"]


def test_holding_the_button_in_the_menu_takes_nothing_back(table):
    """The long press of the end-turn button means nothing there."""
    table.hears("c4 press end_turn")
    opened(table)
    table.hears("press end_turn 3000")
    assert table.decided == ["Acted"]


def test_a_place_is_found_by_row_and_column(table):
    """Levels are opened one after the other."""
    opened(table)
    until(table, "Go to a place")
    assert table.hears("press end_turn") == ["Row 1."]
    assert table.hears("press hint") == ["Row 2."]
    assert table.hears("press end_turn") == ["a 2"]
    assert table.hears("press hint") == ["b 2"]
    assert table.hears("press hint") == ["c 2"]
    assert table.hears("press end_turn") == ["on c 2: nothing."]
    opened(table)
    until(table, "What lies around, on c 2")


def test_pause_and_resume(table):
    """The game is paused and goes on; what cannot be done says why."""
    opened(table)
    until(table, "Pause the game")
    assert table.hears("press end_turn") == ["The game is paused."]
    assert opened(table) == "Go on with the game"
    assert table.hears("press end_turn")[0].startswith("Anna: lay")
    opened(table)
    until(table, "Pause the game")
    assert table.hears("press end_turn")[0].startswith("The game was paused a moment ago")


def test_a_vote_is_answered(table):
    """Its answers are the first items."""
    table.do("c4 press end_turn")
    table.do("e2 press end_turn")
    table.ask("take_back", who=table.phone(1))
    assert opened(table) == "Agree to take back, for Ben"
    assert table.hears("press hint") == ["Do not take back"]
    table.do("press end_turn")
    assert table.screen()["take_back"] is None


def test_a_dead_sensor_is_named_and_left_out(table):
    """What a page offers at a doubtful place, the menu offers, too."""
    table.do("c4 press end_turn")
    table.do("c4=0 wait 40000")
    words = "The sensor on c 4 is wrong: ignore it"
    assert opened(table) == words
    table.do("press end_turn")
    assert site_names(table.tabletop.left_out) == ["c4"]
    assert table.tabletop.now.board.table.missing == frozenset()


def site_names(sites):
    """The names of places."""
    return sorted(map(str, sites))


def test_what_has_lapsed_does_nothing(table):
    """An item that is gone when it is chosen says so."""
    table.do("c4 press end_turn")
    table.do("e2 press end_turn")
    table.ask("take_back", who=table.phone(1))
    opened(table)
    table.ask("refuse_take_back")
    table.mouth.take()
    assert table.hears("press end_turn") == ["That is not offered any more."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_item_has_words(table, language):
    """In every language."""
    for item in top(table.tabletop.now, None):
        assert catalogues()[language].aloud.of("perladora").render(item.words)
