"""The reveal while play may still go on: nobody's word is judged by what was noted, and nothing unseen is agreed on."""

import pytest

from pearlboard.session.state import Refused
from support.fuzzing import AnyTable
from support.perladora_table import flat


def revealed(more=None):
    """Both have noted 5s and 4s, and passed; the last pass can be taken back."""
    table = AnyTable()
    table.begin(2, edition="fr")
    phones = {seat: table.phone(seat) for seat in (1, 2)}
    more = ((1, "a2", 1), (2, more, 1)) if more else ()
    for seat, place, value in ((1, "a1", 5), (2, "d3", 4), *more):
        table.do(place).ask("choose_value", who=phones[seat], value=value).do("wait 3200")
    for seat in (1, 2):
        table.ask("pass", who=phones[seat])
    assert table.tabletop.now.game.stage == "reveal"
    assert table.tabletop.session.free
    return table, phones


def test_a_probing_word_turns_the_tiles_up_for_all():
    """Whether it fits or not is not said before play is over: the word itself ends the take-back, visibly."""
    for space, value in (("d3", 5), ("d3", 4), ("a1", 1)):
        table, phones = revealed()
        table.ask("say_value", who=phones[2], space=space, value=value)
        assert table.tabletop.session.state.public.turned_up
        with pytest.raises(Refused, match="nothing_to_take_back"):
            table.ask("take_back", who=phones[2])
        assert table.tabletop.now.game.stage == "reveal"
        assert table.screen()["take_back"] is None


def test_a_word_that_cannot_be_is_not_refused_by_a_secret():
    """Ben noted his only 4 elsewhere: the word turns the tiles up like any other, and is passed over."""
    table, phones = revealed(more="f3")
    table.ask("say_value", who=phones[1], space="f3", value=4)
    assert table.tabletop.session.state.public.turned_up
    assert {piece["site"]: piece["value"] for piece in table.screen()["pieces"]} == {"a1": 5, "d3": 4, "f3": 1, "a2": 1}


def test_nobody_agrees_on_what_no_screen_has_shown():
    """The first "agree" turns the tiles up; the values are then on every screen, and the second one counts."""
    table, phones = revealed()
    assert table.screen()["reveal"]["problems"] == []
    assert {piece["value"] for piece in table.screen()["pieces"]} == {None}
    table.ask("agree", who=phones[1])
    assert table.tabletop.now.game.stage == "reveal"
    shown = {
        diver["space"]: diver["value"] for part in table.screen()["reveal"]["territories"] for diver in part["divers"]
    }
    assert shown == {"a1": 5, "d3": 4}
    table.ask("agree", who=phones[1])
    assert table.tabletop.now.game.stage == "count"


def test_own_notes_are_not_shown_again_before_play_is_over():
    """Where laid Divers may not be looked at, the end of the game is no way round, as long as it can be taken back."""
    table, phones = revealed()
    assert flat(table.stage.screen("en", phones[1]))["you"]["laid"] == []
    assert flat(table.stage.screen("en", phones[1]))["you"]["unsaid"] == []
    table.ask("show_territory", index=0)
    assert flat(table.stage.screen("en", phones[1]))["you"]["laid"] == [{"space": "a1", "value": 5}]


def test_a_seat_is_told_which_of_its_divers_it_has_said_nothing_of_until_all_are_turned_up():
    """Those alone are asked for at once; nobody else is told, and then the table has taken each for something."""
    table = AnyTable()
    table.begin(2, edition="fr", confirm="button")
    phones = {seat: table.phone(seat) for seat in (1, 2)}
    table.do("a1").ask("say_later", who=phones[1]).ask("confirm", who=phones[1])
    for seat in (2, 1):
        table.ask("pass", who=phones[seat])

    def unsaid():
        return [flat(table.stage.screen("en", phone))["you"]["unsaid"] for phone in phones.values()]

    assert table.tabletop.now.game.stage == "reveal"
    assert unsaid() == [["a1"], []]
    table.ask("show_territory", index=0)
    assert unsaid() == [[], []]
