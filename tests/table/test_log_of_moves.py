"""The list of all moves: who did what, where, in words, for everybody; nothing that lies hidden is in it."""

from pearlboard.games.perladora.rules.steps import Children, Elders, Fishermen, Foragers, Pass, PlaceBackup, PlaceDiver
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.shown import Shown
from pearlboard.games.values import TABLE
from pearlboard.geometry import edge, space
from pearlboard.texts import say
from support.perladora_boards import position
from support.perladora_table import PERLADORA
from support.tabling import TestTable

TWO = """
1 2 . P . . . .

. P . . . P . P

. . . . . . . .

P . . . P . . .

. . P . . . P .
"""


def log(table):
    return [(row["turn"], row["seat"], row["text"], row["sites"], row["back"]) for row in table.screen()["log"]]


def test_a_game_begins_with_an_empty_list():
    """What all do together is none of it."""
    assert TestTable().screen()["log"] == []
    assert TestTable().begin(2).screen()["log"] == []


def test_every_move_is_told_with_its_turn_and_its_places():
    """A Diver without its value, even where that was noted; Pontoons line by line."""
    table = TestTable().begin(2).do("c4").ask("choose_value", value=5).do("wait 3200 a1-b1 c1-d1 wait 3200")
    assert log(table) == [
        (1, 1, "Anna lays a Diver on c4.", ["c4"], False),
        (2, 2, "Ben lays Pontoons between a1 and b1 and between c1 and d1.", ["a1-b1", "c1-d1"], False),
    ]


def test_what_was_taken_back_stays_and_says_so():
    """The turn is played again under its number."""
    table = TestTable().begin(2).do("c4 wait 3200").ask("take_back").do("-c4 e2 wait 3200")
    assert log(table) == [
        (1, 1, "Anna lays a Diver on c4.", ["c4"], True),
        (1, 1, "Anna lays a Diver on e2.", ["e2"], False),
    ]


def test_it_is_the_same_after_a_restart():
    """It is made of the log that is on disk."""
    table = TestTable().begin(2).do("c4 wait 3200 e2 wait 3200").ask("take_back")
    before = log(table)
    assert [row[-1] for row in before] == [False, True]
    assert log(table.reboot()) == before


def test_a_new_game_has_a_new_list():
    """Whatever was played before."""
    assert log(TestTable().begin(2).do("c4 wait 3200").ask("abandon").do("-c4").begin(2)) == []


def test_powers_the_backup_and_a_pass_have_their_sentences():
    """What lies face up is told, and whose Diver a Power is played on."""
    seen = view(position(TWO, advanced=True), TABLE)
    logged = PERLADORA.shown.logged
    assert logged(seen, 1, PlaceDiver(space("c4"), 5)) == say("told_diver_hidden", seat=1, space=space("c4"))
    assert logged(seen, 1, Children(space("c4"), 5)) == say("told_children", seat=1, space=space("c4"), value=5)
    assert logged(seen, 1, Elders(space("b1"))) == say("told_elders", seat=1, space=space("b1"), target_seat=2)
    assert logged(seen, 1, Foragers(space("b1"))) == say("told_foragers", seat=1, space=space("b1"), target_seat=2)
    assert logged(seen, 1, Fishermen(edge("a1-b1"))) == say("told_fishermen", seat=1, edge=edge("a1-b1"))
    assert logged(seen, 1, PlaceBackup(space("a1"))) == say("told_backup", seat=1, space=space("a1"))
    assert logged(seen, 1, Pass()) == say("told_pass", seat=1)


def test_a_game_that_says_nothing_of_it_is_told_as_its_computers_are():
    """The default of the contract."""

    class Plain(Shown):
        def told(self, view, seat, action):
            del view
            return say("told", seat=seat, action=action)

    assert Plain().logged(None, 3, "x") == say("told", seat=3, action="x")
