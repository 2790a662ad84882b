"""Taking back: at once where it is free, and otherwise by agreement of all seats."""

import pytest

from pearlboard.session.principal import EVERYBODY
from pearlboard.session.state import Refused
from support.fuzzing import AnyTable
from support.tabling import TestTable


@pytest.fixture
def table():
    """A game of two; each has laid a Diver."""
    return TestTable().begin(2).do("c4 wait 3200 e2 wait 3200")


def test_after_the_next_piece_has_landed_all_must_agree(table):
    """Nobody has a phone: the table page asks, and says that all agree."""
    table.do("a1-b1").ask("take_back", who=EVERYBODY)
    assert table.facts == ["Acted", "Acted"]
    assert table.screen()["take_back"]["table"]
    table.ask("agree_take_back", who=EVERYBODY)
    assert table.decided == ["Acted", "Acted", "TakenBack"]
    assert set(table.screen()["lift"]) == {"e2", "a1-b1"}
    table.do("-e2 -a1-b1 wait 300 g2 wait 3200")
    assert table.facts[-1] == "Acted"


def test_seats_with_phones_agree_for_themselves(table):
    """Anna's phone asks; Ben's page and the table see it; it waits for Ben, and then it is done."""
    anna, ben = table.phone(1), table.phone(2)
    table.ask("take_back", who=anna)
    waiting = table.screen()["take_back"]
    assert (waiting["by"], waiting["agreed"], waiting["open"], waiting["table"]) == ("Anna", [1], [2], False)
    assert waiting["text"].startswith("Anna asks: Undo the last turn of Ben?")
    table.ask("agree_take_back", who=EVERYBODY)
    assert table.screen()["take_back"]["open"] == [2]
    table.ask("agree_take_back", who=ben)
    assert table.screen()["take_back"] is None
    assert table.decided[-1] == "TakenBack"


def test_whoever_asks_while_all_are_asked_only_agrees(table):
    """Also at the table's page, which by itself could have taken the last step back."""
    anna, ben = table.phone(1), table.phone(2)
    table.ask("take_back", who=anna).ask("take_back", who=EVERYBODY)
    assert table.screen()["take_back"]["open"] == [2]
    assert "TakenBack" not in table.decided
    table.ask("take_back", who=ben)
    assert table.decided[-1] == "TakenBack"


def test_one_who_refuses_ends_it(table):
    """Ben does not want to; nothing is taken back, and nobody asks any more."""
    anna, ben = table.phone(1), table.phone(2)
    table.ask("take_back", who=anna).ask("refuse_take_back", who=ben)
    assert table.screen()["take_back"] is None
    assert "TakenBack" not in table.decided
    with pytest.raises(Refused, match="no_proposal"):
        table.ask("agree_take_back", who=ben)


def told(table, who):
    """What the screen of somebody reports."""
    return [notice["text"] for notice in table.stage.screen("en", who)["notices"]]


def test_whoever_asked_is_told_who_said_no():
    """For a while, on every screen but that of whoever said it; who withdraws a question answers nobody."""
    table = AnyTable().begin(2, confirm="button")
    anna, ben = table.phone(1), table.phone(2)
    table.do("c4").ask("choose_value", who=anna, value=1).ask("confirm", who=anna)
    no = "Ben said no: nothing is taken back."
    table.do("e2").ask("take_back", who=anna).ask("refuse_take_back", who=ben)
    assert [no in told(table, who) for who in (anna, EVERYBODY, ben)] == [True, True, False]
    table.do("wait 30100")
    assert no not in told(table, anna)
    table.ask("take_back", who=anna).ask("refuse_take_back", who=anna)
    assert not any("said no" in each for who in (anna, ben) for each in told(table, who))


def test_a_phone_is_told_that_the_table_took_up_what_it_had_laid():
    """On a drawn board; before any turn is played, whoever only looks on has nothing to take back, nor to confirm."""
    table = AnyTable(on_screen=True).begin(2, confirm="button")
    anna, ben = table.phone(1), table.phone(2)
    table.ask("put", site="c4", who=anna)
    can = [table.stage.screen("en", who)["you"]["can"] for who in (anna, ben)]
    assert ["take_back" in each for each in can] == [True, False]
    table.ask("take_back", who=EVERYBODY)
    assert not table.board.pieces
    said = "What Anna had laid was taken up again at the table."
    assert [said in told(table, who) for who in (anna, EVERYBODY)] == [True, False]
    table.ask("put", site="c4", who=anna).ask("choose_value", who=anna, value=1)
    shown = [table.stage.screen("en", who)["sentence"] for who in (anna, ben, EVERYBODY)]
    assert shown[0].startswith("Confirm your turn")
    assert shown[1:] == ["Anna is still to confirm this turn."] * 2
    table.ask("confirm", who=anna)
    assert said not in told(table, anna)


def test_a_question_that_nobody_answers_passes(table):
    """After two minutes it is gone, and a step that is played meanwhile ends it, too."""
    anna = table.phone(1)
    table.phone(2)
    table.ask("take_back", who=anna).do("wait 121000")
    assert table.screen()["take_back"] is None
    table.ask("take_back", who=anna).ask("choose_value", who=anna, value=1).do("g2 press end_turn wait 500")
    assert table.facts[-1] == "Acted"
    assert table.screen()["take_back"] is None


def test_nothing_is_confirmed_while_the_table_asks_to_take_back(table):
    """A countdown stops, and begins anew when somebody has refused."""
    anna, ben = table.phone(1), table.phone(2)
    table.do("g2").ask("choose_value", who=anna, value=1).ask("take_back", who=ben).do("wait 9000")
    assert table.screen()["countdown"] is None
    table.ask("refuse_take_back", who=anna)
    assert table.screen()["countdown"]["ms"] == 3000
    assert table.do("wait 3100").facts[-1] == "Acted"


def test_the_last_word_counts_however_it_is_said(table):
    """Agreed in a pause it is done when play goes on; one who leaves agrees with the table."""
    anna, ben = table.phone(1), table.phone(2)
    table.ask("take_back", who=ben).ask("take_back", who=anna)
    assert table.facts.count("TakenBack") == 1
    table.ask("take_back", who=anna).ask("pause").ask("agree_take_back", who=ben)
    assert table.facts.count("TakenBack") == 1
    assert table.ask("resume").facts.count("TakenBack") == 2


def test_a_seat_that_leaves_agrees_with_the_table(table):
    """Its phone was the last that was open; from then on the table speaks for it."""
    table.phone(2)
    table.do("a1-b1").ask("take_back", who=EVERYBODY).ask("agree_take_back", who=EVERYBODY)
    assert "TakenBack" not in table.decided
    assert table.ask("free_seat", seat=2).decided[-1] == "TakenBack"


def test_the_last_player_needs_nobody(table):
    """Ben takes his own step back with his phone, as long as nothing new lies there."""
    table.phone(1)
    ben = table.phone(2)
    table.ask("take_back", who=ben)
    assert table.decided[-1] == "TakenBack"


def test_all_may_go_back_to_the_beginning(table):
    """Step after step, by agreement, until nothing is left to take back."""
    table.ask("take_back", who=EVERYBODY).ask("take_back", who=EVERYBODY).ask("agree_take_back", who=EVERYBODY)
    assert table.decided == ["Acted", "Acted", "TakenBack", "TakenBack"]
    assert set(table.screen()["lift"]) == {"c4", "e2"}
    assert not table.tabletop.session.played
    with pytest.raises(Refused, match="nothing_to_take_back"):
        table.ask("take_back", who=EVERYBODY)


def test_the_button_pressed_twice_takes_back_what_is_not_free(table):
    """At a table without any screen: once asks, and once more says that all agree."""
    table.do("a1-b1 wait 300 press take_back wait 100")
    assert table.screen()["take_back"]["by"] is None
    table.do("press take_back wait 100")
    assert table.decided[-1] == "TakenBack"


def test_what_was_taken_back_is_known_after_a_reboot(table):
    """The pieces of all steps that were taken back are still to be lifted."""
    table.ask("take_back", who=EVERYBODY).ask("take_back", who=EVERYBODY).ask("agree_take_back", who=EVERYBODY)
    again = table.reboot()
    assert set(again.screen()["lift"]) == {"c4", "e2"}
    assert again.tabletop.session.stage == "playing"


def test_while_a_vote_is_open_the_sentence_speaks_of_it():
    """Who has still to answer; before and after it is the game's again."""
    table = TestTable().begin(3, confirm="button")
    anna, ben = table.phone(1), table.phone(2)
    table.do("c3").ask("choose_value", value=1, who=anna).ask("confirm", who=anna)
    table.ask("take_back", who=ben)
    assert table.screen()["sentence"] == ("Undo the last turn of Anna? Still to answer: Anna and Cleo.")
    assert table.ask("refuse_take_back", who=anna).screen()["sentence"].startswith("Ben: lay one Diver")


def undone(table):
    """What every page says of it, and may do about it."""
    screen = table.screen()
    return screen["undo"], "redo" in screen["can"]


def test_a_page_asks_before_it_undoes_what_somebody_has_confirmed():
    """By name, on every page; not where it only takes up what lies there as a draft of a drawn board."""
    table = TestTable(on_screen=True).begin(2, confirm="button")
    table.ask("put", site="c4").ask("choose_value", value=1)
    assert undone(table) == (None, False)
    table.ask("confirm")
    assert undone(table) == ("Undo the last turn of Anna?", False)


def test_what_was_taken_back_can_be_done_again_once():
    """As it was, value and all, until somebody does something else; and it can be taken back again."""
    table = TestTable(on_screen=True).begin(2, confirm="button")
    table.ask("put", site="c4").ask("choose_value", value=2).ask("confirm")
    before = table.tabletop.session
    table.ask("take_back", who=EVERYBODY)
    assert undone(table)[1]
    table.ask("redo", who=EVERYBODY)
    assert table.tabletop.session.state == before.state
    assert undone(table) == ("Undo the last turn of Anna?", False)
    with pytest.raises(Refused, match="nothing_to_redo"):
        table.ask("redo", who=EVERYBODY)
    table.ask("take_back", who=EVERYBODY)
    table.ask("put", site="d4").ask("choose_value", value=1).ask("confirm")
    with pytest.raises(Refused, match="nothing_to_redo"):
        table.ask("redo", who=EVERYBODY)


def test_every_page_says_what_was_undone():
    """Until something is done; and a restart knows it as well."""
    table = AnyTable()
    table.ask("set_up", players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "children"}])
    table.ask("start").do("c4 wait 3200")
    table.ask("take_back", who=EVERYBODY)
    for again in (table, table.reboot()):
        said = [notice["text"] for notice in again.stage.screen("en")["notices"]]
        assert "The last turn of Anna was undone." in said
