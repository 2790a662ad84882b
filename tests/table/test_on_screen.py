"""A simulated board that is only drawn: people lay what they mean to play, and the table sees to all other pieces."""

import random

import pytest

from pearlboard.geometry import site
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.private import private
from pearlboard.session.principal import EVERYBODY
from pearlboard.session.state import Refused
from support.tabling import STILL_MS, TestTable


@pytest.fixture
def table():
    return TestTable(on_screen=True)


def lying(table):
    return {str(place) for place in table.board.pieces}


def of_seat(table, seat):
    """What its own screen shows besides."""
    return private(seat, table.tabletop.session, table.tabletop.now, table.tabletop.requests, catalogues()["en"])


def play(table, *sites, value=None):
    """A whole turn, of whoever is to move."""
    for place in sites:
        table.ask("put", site=place)
    if value is not None:
        table.ask("choose_value", value=value)
    return table.ask("confirm")


def test_a_draft_waits_for_the_button_however_long_it_lies(table):
    """Nothing counts by itself where a tap lays a piece."""
    table.begin(confirm="auto").ask("put", site="c1").ask("choose_value", value=3)
    table.clock.step(10 * STILL_MS)
    assert table.screen()["countdown"] is None
    assert table.screen()["verdict"] == "legal"
    assert "Every turn ends with the button." in table.screen()["match"]["rules"]
    assert table.ask("confirm").screen()["match"]["turn"] == 2


def test_a_piece_is_there_at_once(table):
    """No sensor has to settle."""
    table.begin().ask("put", site="c1")
    assert {piece["site"]: piece["status"] for piece in table.screen()["pieces"]} == {"c1": "draft"}


def test_nothing_can_be_confirmed_before_the_draft_is_whole(table):
    """Neither an empty board, nor what is not allowed, nor a Diver without its value; the sentence says why."""
    table.begin()
    for sites, sentence in ((), "Anna"), (("d1",), "d1"), (("c3",), "value of the Diver on c3"):
        for place in sites:
            table.ask("put", site=place)
        assert "confirm" not in table.screen()["can"]
        assert "confirm" not in of_seat(table, 1)["can"]
        assert sentence in table.screen()["sentence"]
    assert "confirm" in table.ask("choose_value", value=2).screen()["can"]
    assert "confirm" in of_seat(table, 1)["can"]


def test_what_is_laid_next_takes_the_place_of_what_cannot_be_meant_with_it(table):
    """Another Diver for the first, a Pontoon for a Diver, a third Pontoon for the first."""
    table.begin()
    for place, left in (
        ("c1", {"c1"}),
        ("d3", {"d3"}),
        ("a1-b1", {"a1-b1"}),
        ("c1-d1", {"a1-b1", "c1-d1"}),
        ("e1-f1", {"c1-d1", "e1-f1"}),
        ("h5", {"h5"}),
    ):
        assert lying(table.ask("put", site=place)) == left


def test_what_gives_way_to_a_new_piece_is_said_until_something_is_changed(table):
    """Which one went, and by which rule; then the sentence of the draft alone."""
    table.begin()
    for place, told in (
        ("c1", None),
        ("d3", "The Diver on c1 was taken up again: one Diver a turn. Anna: now tap the value"),
        ("a1-b1", "The piece on d3 was taken up again: a turn is for a Diver or for Pontoons. One Pontoon lies"),
        ("c1-d1", None),
        ("e1-f1", "The Pontoon between a1 and b1 was taken up again: two Pontoons a turn at most. Confirm"),
        ("h5", "The pieces between c1 and d1 and between e1 and f1 were taken up again: a turn is for a Diver or"),
    ):
        said = table.ask("put", site=place).screen()["sentence"]
        assert said.startswith(told) if told else "taken up again" not in said
    assert "taken up again" not in table.ask("choose_value", value=2).screen()["sentence"]
    table.ask("put", site="g5").ask("lift", site="g5").ask("put", site="g5")
    assert "taken up again" not in table.screen()["sentence"]


@pytest.mark.parametrize(
    ("clan", "power", "main", "moved", "rule"),
    [
        ("fishermen", "a1-a2", "c1", "d3", "The Diver on c1 was taken up again: one Diver a turn."),
        ("children", "c1", "a1-b1", "d3", "The piece between a1 and b1 was taken up again: a turn is for a Diver or"),
    ],
)
@pytest.mark.parametrize("main_first", [False, True])
def test_the_piece_of_a_power_stands_beside_the_main_action(table, clan, power, main, moved, rule, main_first):
    """Whichever is laid first; neither takes the other up, and nothing is said of magnets where no tile is."""
    people = [{"name": name, "clan": own} for name, own in (("Anna", clan), ("Ben", "elders"))]
    table.ask("set_up", players=people, advanced=True).ask("play", token="power")
    assert "magnet" not in table.screen()["sentence"]
    for place in (main, power) if main_first else (power, main):
        said = table.ask("put", site=place).screen()["sentence"]
        assert "taken up again" not in said
        assert "magnet" not in said
    assert lying(table) == {power, main}
    assert table.ask("put", site=moved).screen()["sentence"].startswith(rule)
    assert lying(table) == {power, moved}
    if clan == "children":
        table.ask("private", seat=1).ask("choose_value", value=2)
    assert "Press the button" not in table.screen()["sentence"]
    table.ask("confirm")
    assert {piece["site"]: piece["status"] for piece in table.screen()["pieces"]} == {power: "laid", moved: "draft"}
    table.ask("choose_value", value=1).ask("confirm")
    assert table.screen()["match"]["turn"] == 2
    assert lying(table) == {power, moved}


def test_what_counts_stays_where_it_lies(table):
    """Only what was laid in this turn can be lifted; the rest is taken back."""
    play(table.begin(), "c1", value=2)
    with pytest.raises(Refused, match="lies_for_good"):
        table.ask("lift", site="c1")
    table.ask("put", site="e3").ask("lift", site="e3")
    assert lying(table) == {"c1"}


def test_a_take_back_lifts_its_pieces(table):
    """Pieces go by themselves, also where the others have to agree, and not only when the clock goes on."""
    play(table.begin(), "c1", value=2)
    table.ask("take_back")
    assert lying(table) == set()
    assert "lift" not in table.screen()["sentence"].lower()
    anna, ben = table.phone(1), table.phone(2)
    for name, given in (("put", {"site": "c1"}), ("choose_value", {"value": 2}), ("confirm", {})):
        table.ask(name, who=anna, **given)
    table.ask("take_back", who=ben).ask("agree_take_back", who=anna)
    assert (lying(table), table.screen()["lift"]) == (set(), [])


def test_the_pieces_of_a_computer_come_by_themselves(table):
    """And the next turn begins."""
    table.begin(computers={2: "easy"})
    play(table, "c1", value=2)
    table.clock.step(60_000)
    assert len(lying(table)) > 1
    assert table.screen()["match"]["turn"] == 3
    assert {piece["status"] for piece in table.screen()["pieces"]} == {"laid"}


def test_between_games_the_board_clears_itself(table):
    """From the end of one game to the first turn of the next nobody lifts a piece."""
    play(table.begin(), "c1", value=2)
    table.ask("abandon")
    assert (lying(table), table.screen()["sentence"]) == (set(), "Who is playing? Set up a game.")
    assert table.begin().screen()["stage"] == "playing"


def test_after_a_restart_everything_lies_where_it_lay(table):
    """And nobody is asked whether to go on."""
    play(table.begin(), "c1", value=2)
    play(table, "a1-b1", "c1-d1")
    again = table.reboot()
    assert lying(again) == {"c1", "a1-b1", "c1-d1"}
    assert again.screen()["question"] is None
    assert again.screen()["match"]["turn"] == 3


def test_no_sensor_is_ever_doubted(table):
    """Whatever lies there for however long."""
    table.begin().ask("put", site="d1")
    table.clock.step(100_000)
    assert table.screen()["verdict"] == "illegal"
    assert table.screen()["sensors"]["doubtful"] == []


def test_every_diver_has_a_value(table):
    """There is no tile to look at later."""
    table.begin().ask("put", site="c1")
    assert table.screen()["sentence"] == "Anna: now tap the value of the Diver on c1."
    with pytest.raises(Refused, match="value_awaited"):
        table.ask("confirm")


def test_nobody_lays_for_a_computer_or_before_a_game(table):
    """It is said, and nothing lies there."""
    with pytest.raises(Refused, match="not_now"):
        table.ask("put", site="c1")
    table.begin(computers={1: "easy"})
    with pytest.raises(Refused, match="not_now"):
        table.ask("put", site="c1")
    assert lying(table) == set()


def test_a_phone_lays_its_own_turn_and_no_other(table):
    """As the player at the table would."""
    table.begin()
    anna, ben = table.phone(1), table.phone(2)
    table.ask("put", site="c1", who=anna).ask("choose_value", value=4, who=anna)
    with pytest.raises(Refused, match="not_your_turn"):
        table.ask("put", site="c2", who=ben)
    table.ask("confirm", who=anna).ask("put", site="c2", who=ben)
    assert lying(table) == {"c1", "c2"}


def test_on_hardware_a_phone_lays_nothing():
    """There a hand does it."""
    table = TestTable().begin()
    with pytest.raises(Refused, match="table_only"):
        table.ask("put", site="c1", who=table.phone(1))


def test_a_screen_that_goes_round_closes_its_curtain_after_each_turn(table):
    """Who has played hands it on; with one person only there is nobody to hand it to."""
    table.begin()
    table.ask("private", seat=1)
    play(table, "c1", value=5)
    assert table.tabletop.place.curtain is None
    alone = TestTable(on_screen=True).begin(computers={2: "easy"})
    alone.ask("private", seat=1)
    play(alone, "c1", value=5)
    assert alone.tabletop.place.curtain.seat == 1


def test_a_value_is_of_the_hand_behind_the_curtain_alone(table):
    """A page that all see is offered every value, or it would tell who has laid which."""
    table.begin().ask("private", seat=1)
    play(play(table, "c1", value=5), "a1", value=1)
    table.ask("put", site="e3").ask("choose_value", value=5)
    table.ask("private", seat=1)
    with pytest.raises(Refused, match="no_such_diver"):
        table.ask("choose_value", value=5)


def test_no_value_is_told_twice(table):
    """On a screen the values that are told are the tiles, so a Power cannot lay the 5 that lies face down."""
    people = [{"name": name, "clan": clan} for name, clan in (("Anna", "children"), ("Ben", "elders"))]
    anna = table.ask("set_up", players=people, advanced=True).phone(1)
    for place, who, value in (("c3", anna, 5), ("a1", None, 1)):
        table.ask("put", site=place, **({"who": who} if who else {}))
        table.ask("choose_value", value=value, **({"who": who} if who else {})).ask("confirm")
    table.ask("play", token="power", who=anna).ask("put", site="d3", who=anna)
    assert table.screen()["game"]["value"] is None
    assert of_seat(table, 1)["game"]["value"]["choices"] == [1, 2, 3, 4]
    with pytest.raises(Refused, match="no_such_diver"):
        table.ask("choose_value", value=5, who=anna)
    assert "confirm" not in table.screen()["can"]
    table.ask("choose_value", value=4, who=anna)
    table.ask("note", action=["tell", "c3", 4], who=anna)
    with pytest.raises(Refused, match="face_up_unsaid"):
        table.ask("confirm", who=anna)
    assert of_seat(table, 1)["game"]["value"]["chosen"] is None
    table.ask("choose_value", value=5, who=anna).ask("confirm", who=anna)
    state = table.tabletop.session.state
    assert {str(place): value for place, value in state.values.items()} == {"c3": 4, "a1": 1, "d3": 5}


def test_what_would_lie_face_up_on_a_screen_is_said_by_who_sees_the_hand(table):
    """On a page that all see, a refusal would tell what lies face down."""
    people = [{"name": name, "clan": clan} for name, clan in (("Anna", "children"), ("Ben", "elders"))]
    table.ask("set_up", players=people, advanced=True).ask("play", token="power").ask("put", site="d3")
    with pytest.raises(Refused, match="look_first"):
        table.ask("choose_value", value=5)


def test_it_becomes_hardware_and_drawn_again_in_the_middle_of_a_game(table):
    """For whoever builds a board: then pieces stay where they lie, also wrong ones."""
    play(table.begin(), "c1", value=2)
    table.ask("imitate", hardware=True).ask("lift", site="c1")
    table.clock.step(60_000)
    assert table.screen()["sensors"]["doubtful"] == ["c1"]
    table.ask("imitate", hardware=False)
    assert lying(table) == {"c1"}
    assert table.screen()["verdict"] == "unfinished"
    with pytest.raises(Refused, match="host_only"):
        table.ask("imitate", hardware=True, who=EVERYBODY)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_played_to_its_end(table, seed):
    """By drafts and confirmations; the board always shows what counts, and nothing else between turns."""
    chance = random.Random(seed)
    table.begin(computers={2: "easy"})
    while table.screen()["stage"] == "playing":
        if table.tabletop.now.game.thinking:
            table.clock.step(1_000)
            continue
        open_now = table.ask("hint").screen()["hints"]
        place = chance.choice([*open_now["spaces"], *open_now["edges"]])
        play(table, place, value=None if "-" in place else first_value(table, place))
        assert {site(piece["site"]) for piece in table.screen()["pieces"]} == table.board.pieces
    assert table.screen()["stage"] == "reveal"


def first_value(table, place):
    """One that the seat to move still holds."""
    del place
    session = table.tabletop.session
    view = table.tabletop.now.game.package.rules.view(session.state, table.tabletop.now.game.to_move)
    return next(value for value, count in enumerate(view.hand, 1) if count)


def test_the_last_turn_is_marked(table):
    """Both Pontoons of it, until the next; after a take-back the turn before."""
    play(table.begin(), "c1", value=2)
    assert table.screen()["latest"] == ["c1"]
    play(table, "a1-b1", "c1-d1")
    assert table.screen()["latest"] == ["a1-b1", "c1-d1"]
    assert table.ask("take_back").screen()["latest"] == ["c1"]


def test_at_the_end_the_divers_are_turned_up_with_one_press(table):
    """What was chosen is what they are worth; then comes the count."""
    table.begin(computers={2: "easy"}, edition="fr")
    play(table, "c1", value=5)
    while table.screen()["stage"] == "playing":
        if table.tabletop.now.game.thinking:
            table.clock.step(1_000)
        else:
            table.ask("pass")
    assert table.screen()["stage"] == "reveal"
    table.ask("act", action=["show", 0])
    assert table.screen()["stage"] == "count"


def test_take_back_takes_up_what_does_not_count_yet_before_any_turn(table):
    """One press for the pieces that lie loose, in the first turn, too; the turn before is not touched by it."""
    table.begin().ask("put", site="c1")
    assert "take_back" in table.screen()["can"]
    table.ask("take_back")
    assert (lying(table), table.screen()["match"]["turn"]) == (set(), 1)
    assert "take_back" not in table.screen()["can"]
    play(table, "c1", value=3).ask("put", site="e3").ask("take_back")
    assert (lying(table), table.screen()["match"]["turn"]) == ({"c1"}, 2)
    assert table.screen()["take_back"] is None
