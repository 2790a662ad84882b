"""A Diver that was laid without a word: its player tells its value later, on the own phone, and nobody learns of it."""

import pytest

from pearlboard.geometry import space
from pearlboard.session.principal import EVERYBODY, OPERATOR
from pearlboard.session.state import Refused
from support.fuzzing import AnyTable
from support.perladora_table import PERLADORA

C4, E2 = space("c4"), space("e2")


@pytest.fixture
def table():
    """Two with phones; Anna has laid c4 without a word, and Ben is to move."""
    table = AnyTable()
    table.begin()
    table.anna, table.ben = table.phone(1), table.phone(2)
    table.do("c4").ask("say_later", who=table.anna).do("wait 3200")
    return table


def tell(table, place, value, who):
    return table.ask("note", action=["tell", place, value], who=who)


def untold(table, who):
    return table.stage.screen("en", who)["you"]["game"]["untold"]


def values(table):
    return table.tabletop.session.state.values


def lay(table, place, who, value=None):
    table.do(place)
    if value is None:
        table.ask("say_later", who=who)
    else:
        table.ask("choose_value", who=who, value=value)
    return table.do("wait 3200")


def test_the_own_page_lists_what_was_not_told_with_what_it_may_be_worth(table):
    """Nobody else's page does."""
    assert untold(table, table.anna) == {"spaces": ["c4"], "values": [1, 2, 3, 4, 5]}
    assert untold(table, table.ben) == {"spaces": [], "values": [1, 2, 3, 4, 5]}
    assert table.stage.screen("en", EVERYBODY)["you"] is None


def test_what_is_told_counts_and_is_listed_no_more(table):
    """It was the only 5, so that is left for no other."""
    tell(table, "c4", 5, table.anna)
    assert values(table)[C4] == 5
    assert untold(table, table.anna) == {"spaces": [], "values": [1, 2, 3, 4]}
    assert type(table.log[-1].fact).__name__ == "Noted"


def test_whose_turn_it_is_and_what_lies_there_is_as_before(table):
    """Ben's draft goes on counting, what he sends is not stale, and the same can be taken back."""
    table.do("e2").ask("choose_value", who=table.ben, value=3)
    before, version = table.stage.screen("en"), table.tabletop.session.version
    tell(table, "c4", 4, table.anna)
    after = table.stage.screen("en")
    assert {key for key in before if before[key] != after[key]} <= {"version", "countdown"}
    assert table.screen()["can"].count("take_back") == 1
    table.ask("confirm", version=version, who=table.ben)
    assert values(table) == {C4: 4, E2: 3}


def test_an_old_page_may_tell_it(table):
    """What others have done meanwhile is nothing to it."""
    version = table.tabletop.session.version
    lay(table, "e2", table.ben, 1)
    table.ask("note", version=version, action=["tell", "c4", 2], who=table.anna)
    assert values(table)[C4] == 2


def test_it_is_told_once_however_often_it_is_sent(table):
    """The same command is known by its id."""
    for _ in range(2):
        table.ask("note", command_id="the same command", action=["tell", "c4", 2], who=table.anna)
    assert [type(entry.fact).__name__ for entry in table.log].count("Noted") == 1


def test_nobody_else_tells_it(table):
    """Neither the other's phone, nor a page of the table, nor the operator, nor the way of an ordinary action."""
    before = values(table)
    for who, name in ((EVERYBODY, "seat_only"), (OPERATOR, "seat_only")):
        with pytest.raises(Refused, match=name):
            tell(table, "c4", 5, who)
    with pytest.raises(Refused, match="not_your_diver"):
        tell(table, "c4", 5, table.ben)
    for who, refused in ((table.ben, "not_your_turn"), (table.anna, "not_your_turn"), (EVERYBODY, "on_the_phone")):
        with pytest.raises(Refused, match=refused):
            table.ask("act", action=["tell", "c4", 5], who=who)
    assert values(table) == before


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        ("e2", 1, "No Diver of yours lies on e2."),
        ("d1", 1, "No Diver of yours lies on d1."),
        ("g3", 5, "None of your Divers worth 5 is left for g3: all have been said, or lie face up."),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(table, place, value, sentence):
    """No Diver, or none of that value left; and nothing has changed."""
    tell(table, "c4", 5, table.anna)
    lay(table, "e2", table.ben)
    lay(table, "g3", table.anna)
    before = values(table)
    with pytest.raises(Refused) as refused:
        tell(table, place, value, table.anna)
    assert table.stage.render(refused.value.sentence, "en") == sentence
    assert values(table) == before


@pytest.mark.parametrize(
    "action", [["tell"], ["tell", "c4"], ["tell", "c4", 6], ["tell", "z9", 1], ["tell", "c4", "1"], 7]
)
def test_what_is_no_word_is_refused(table, action):
    """As malformed, or as the game says."""
    table.wish(who=table.anna, name="note", action=action)
    assert values(table) == {C4: None}
    assert table.refusals


def test_another_kind_of_action_is_no_note(table):
    """A seat does nothing out of turn but tell."""
    for action in (["diver", "e2", 1], ["pass"], ["say", "c4", 1], ["agree"]):
        with pytest.raises(Refused, match="not_your_turn"):
            table.ask("note", action=action, who=table.anna)


def test_a_word_can_be_corrected_and_taken_back(table):
    """As often as one likes."""
    tell(table, "c4", 5, table.anna)
    tell(table, "c4", 4, table.anna)
    assert values(table)[C4] == 4
    tell(table, "c4", None, table.anna)
    assert untold(table, table.anna) == {"spaces": ["c4"], "values": [1, 2, 3, 4, 5]}


def test_it_survives_a_restart(table):
    """It is a fact."""
    tell(table, "c4", 5, table.anna)
    again = table.reboot()
    assert again.tabletop.session.state.values == {C4: 5}


def test_a_step_of_another_that_is_taken_back_leaves_it(table):
    """Ben lays, Anna tells, Ben takes his step back: Anna's word stands."""
    lay(table, "e2", table.ben, 1)
    tell(table, "c4", 5, table.anna)
    table.ask("take_back", who=table.ben)
    assert values(table) == {C4: 5}
    assert table.reboot().tabletop.session.state.values == {C4: 5}


def test_what_was_told_of_a_diver_goes_with_it(table):
    """Its own step is taken back; laid again, it is worth what is said then."""
    tell(table, "c4", 5, table.anna)
    table.ask("take_back", who=table.anna).do("wait 400 -c4 wait 400")
    assert values(table) == {}
    lay(table, "c4", table.anna)
    table.do("press end_turn")
    assert untold(table, table.anna)["spaces"] == ["c4"]


def test_a_value_that_was_chosen_for_the_draft_and_is_told_of_another_is_chosen_no_more(table):
    """There is one 5: what the page showed for the draft would not have counted."""
    lay(table, "e2", table.ben, 1)
    table.do("g3").ask("choose_value", who=table.anna, value=5)
    tell(table, "c4", 5, table.anna)
    assert table.stage.screen("en", table.anna)["you"]["game"]["value"]["chosen"] is None


def test_nothing_is_told_while_the_game_is_paused_or_before_it_begins(table):
    """Nor of a Diver that lies face up, nor at the reveal, which has its own way."""
    table.ask("pause")
    with pytest.raises(Refused, match="paused"):
        tell(table, "c4", 5, table.anna)
    fresh = AnyTable()
    fresh.ask("set_up", players=[{"name": "Anna"}, {"name": "Ben"}])
    with pytest.raises(Refused, match="not_now"):
        tell(fresh, "c4", 5, fresh.phone(1))


def test_the_record_and_the_replay_show_the_value_and_no_step_more(table):
    """Nobody tells of it."""
    tell(table, "c4", 5, table.anna)
    session = table.tabletop.session
    assert [type(action).__name__ for _, action in session.played] == ["PlaceDiver"]
    assert PERLADORA.secrets.as_known(session.state, session.played[0][1]).value == 5
