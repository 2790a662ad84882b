"""A handicap a seat at the table, in sight of everybody: hints for one alone, and computers whose level follows."""

from dataclasses import replace

import pytest

from pearlboard.languages import LANGUAGES
from pearlboard.session import intents
from pearlboard.session.state import Refused
from support.sessions import AGREEMENT, WAY, follow
from support.tabling import TestTable


def test_a_seat_that_is_helped_is_shown_where_it_may_play_and_nobody_else_is():
    """Whatever was chosen for all: at Ben's turn the places shine and advice can be had, at Anna's neither."""
    table = TestTable().begin(hints="off", helped=[2])
    assert not table.tabletop.now.requests.hinting
    assert not table.tabletop.now.turn.can_advise
    table.do("c1 wait 3200")
    assert table.tabletop.now.requests.hinting
    assert table.tabletop.now.turn.can_advise
    table.do("e1 wait 3200")
    with pytest.raises(Refused, match="no_hints"):
        table.ask("hint")


def test_what_was_agreed_for_a_seat_stands_among_the_rules_in_every_language():
    """So everybody can read it as long as the game goes on, also after a restart."""
    table = TestTable().begin(computers={2: "easy"}, helped=[1], follow=True)
    for language in LANGUAGES:
        rules = TestTable(table.log).screen(language)["match"]["rules"]
        assert sum("Anna" in rule for rule in rules) == 1
    assert table.screen()["match"]["rules"][-1].startswith("The computer’s level follows your results")


def test_help_for_a_seat_that_there_is_not_is_refused_and_a_computer_needs_none():
    """The form says which field is wrong."""
    with pytest.raises(Refused) as refused:
        TestTable().begin(helped=[3])
    assert refused.value.sentence.name == "choose_again"
    assert TestTable().begin(computers={2: "easy"}, helped=[2]).screen()["match"]["helped"] == []
    assert TestTable().begin(follow=True).screen()["match"]["follow"] is False


def test_who_plays_stronger_is_said_beside_the_result_before_the_form_and_a_rematch_begin_with_it():
    """A computer that lost goes up a step; the form has it, and so does the next game."""
    agreement = replace(AGREEMENT, computers=(None, "medium"), follows=True)
    table, level = TestTable(follow([intents.AgreeOnGame(agreement), *WAY[1:]])[0]), "hard"
    assert "Ben plays one step stronger next time" in table.screen()["sentence"]
    again = TestTable(table.log).ask("rematch", command_id="again")
    assert [each["computer"] for each in again.screen()["match"]["players"]] == [None, level]
    table.ask("new_game", command_id="new")
    assert [each["computer"] for each in table.screen()["last"]["players"]] == [None, level]
    assert table.screen()["last"]["follow"] is True
