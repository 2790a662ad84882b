"""What can be asked by ear, and how it is answered: by commands, by hands on the board, in every game."""

import pytest

from pearlboard.drivers.protocols import Button, Pressed, Released
from pearlboard.geometry import site
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.principal import EVERYBODY
from pearlboard.session.state import Refused
from pearlboard.settings import Voice
from pearlboard.voice.answers import Asked, Question
from pearlboard.voice.table_voice import KEPT
from support.hearing import SpokenTable

ENGLISH = catalogues()["en"]


def asked(table, question, **about):
    """The answer to a question, and what there is besides."""
    table.voice.answer(Asked(question, **about))
    [short] = table.mouth.take()
    table.voice.answer(Asked(Question.LONGER))
    [long] = table.mouth.take()
    return short, long


@pytest.fixture
def table():
    """A game of two with a Diver of each, and a Pontoon."""
    table = SpokenTable().begin()
    table.do("c4 press end_turn e2 press end_turn a1-b1 wait 400 press end_turn")
    table.mouth.take()
    return table


def test_the_last_turn(table):
    """What was done last, and at length what was done before."""
    short, long = asked(table, Question.LAST)
    assert short == "Anna lays a Pontoon between a 1 and b 1."
    assert long.startswith("Anna lays a Diver on c 4. Ben lays a Diver on e 2.")


def test_a_row_and_a_column(table):
    """What lies there in the order of a finger; the lines beside it for whoever wants more."""
    assert asked(table, Question.ROW, number=1)[0].startswith(
        "Row 1. between a 1 and b 1: a Pontoon. on d 1: a Farm with"
    )
    assert asked(table, Question.COLUMN, number=3)[0].startswith("Column c. on c 4: a Diver of Anna. on c 5: a")
    assert asked(table, Question.COLUMN, number=2)[1] == "On the lines beside it: between a 1 and b 1: a Pontoon."
    assert "Nothing lies there." in asked(table, Question.ROW, number=99)[0] + asked(table, Question.ROW, number=3)[0]


def test_what_lies_around(table):
    """The place, its lines and what is across them."""
    assert asked(table, Question.AROUND, site=site("a1"))[0] == (
        "on a 1: nothing. Around it: between a 1 and b 1: a Pontoon."
    )
    assert "on c 4: a Diver of Anna." in asked(table, Question.AROUND, site=site("c4-d4"))[0]


def test_what_is_left_where_and_how_it_stands(table):
    """Counted first, and named at length."""
    assert asked(table, Question.LEFT)[0].startswith("Ben has ")
    short, long = asked(table, Question.WHERE)
    assert " spaces are open. " in short
    assert long.startswith("The open spaces: a 1, b 1")
    assert " c 4," not in long.partition("The open lines")[0]
    assert asked(table, Question.SCORE)[0] == "No territory is closed off yet."


def test_what_would_count(table):
    """Nothing, until something lies there."""
    assert asked(table, Question.COUNTS)[0].startswith("Nothing new lies there")
    table.do("c2")
    table.mouth.take()
    assert asked(table, Question.COUNTS)[0].startswith("Press the button to end the turn, or lift the piece on c 2")


def test_again_and_longer(table):
    """The same again, as often as somebody wants; and what a page says beside it."""
    table.do("d1")
    [said] = table.mouth.take()
    for _ in range(2):
        table.voice.answer(Asked(Question.AGAIN))
        assert table.mouth.take() == [said]
    table.voice.answer(Asked(Question.LONGER))
    assert table.mouth.take()[0] not in ("", said)


def test_a_piece_that_is_lifted_and_put_back_tells_its_place(table):
    """Also one that is being laid; and nothing else changes by it."""
    heard = table.hears("-c4 wait 400 c4")
    assert heard[-1] == "on c 4: a Diver of Anna."
    assert table.decided == ["Acted"] * 3
    table.hears("c2")
    assert table.hears("-c2 wait 400 c2")[-2:][0] == "on c 2: a piece that does not count yet."


def test_the_spare_puck_asks_for_an_empty_place(table):
    """While the hint button is held it is no draft, and releasing the button opens nothing and hints nothing."""
    table.tabletop.hear(Pressed(Button.HINT, table.clock()))
    heard = table.hears("d1 wait 3000 -d1")
    table.tabletop.hear(Released(Button.HINT, table.clock()))
    assert len(heard) == 1
    assert heard[0].startswith("on d 1: a Farm with ")
    assert not table.voice.menu.is_open
    assert not table.screen()["hints"]
    assert table.hears("wait 3000") == []


def test_what_is_answered_is_kept_for_pages():
    """Whether or not the table speaks; of many answers the last ones."""
    table = SpokenTable().begin()
    assert table.voice.answered(ENGLISH) == {}
    table.ask("ask", about="last", command_id="from-one")
    table.voice.use(Voice())
    table.ask("ask", about="place", site="c4", who=EVERYBODY, command_id="from-two")
    table.ask("ask", about="again", command_id="from-new")
    nothing = "on c 4: nothing."
    told = {"from-one": "Nobody has had a turn yet.", "from-two": nothing, "from-new": nothing}
    assert table.voice.answered(ENGLISH) == told
    for number in range(KEPT - 1):
        table.ask("ask", about="row", command_id=f"row-{number}")
    assert next(iter(table.voice.answered(ENGLISH))) == "from-new"


@pytest.mark.parametrize("speaks", ["on", "off"])
def test_two_screens_that_ask_at_once_get_an_answer_each(speaks):
    """And "more" about their own, whoever has asked since; whoever has asked nothing gets more about how it stands."""
    table = SpokenTable(wishes=Voice(speaks=speaks)).begin()
    table.ask("ask", about="row", number=1, command_id="one-asks")
    table.ask("ask", about="rules", command_id="two-asks")
    table.ask("ask", about="longer", after="one-asks", command_id="one-more")
    table.ask("ask", about="longer", after="", command_id="new-more")
    told = table.voice.answered(ENGLISH)
    assert told["one-asks"] == told["one-more"]
    assert told["one-asks"].startswith("Row 1.")
    assert told["two-asks"].startswith("Perladöra")
    assert told["new-more"] not in (told["one-asks"], told["two-asks"])


@pytest.mark.parametrize(
    "wrong", [{"about": "hands"}, {"about": "row", "number": 9}, {"about": "around"}, {"site": "z9"}]
)
def test_what_cannot_be_asked_is_refused(table, wrong):
    """With what is wrong, and nothing is said."""
    with pytest.raises(Refused):
        table.ask("ask", **{"about": "place", **wrong})
    assert table.mouth.take() == []
