"""The table from the sensors' bits to the facts in the log, on the simulated board."""

import pytest

from pearlboard.drivers.protocols import Button
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from pearlboard.table.ledger import PAUSE_AGAIN_MS
from support.tabling import STILL_MS, TestTable


@pytest.fixture
def table():
    return TestTable().begin()


def test_a_diver_that_lies_still_counts_by_itself(table):
    """Three seconds after it has settled a Diver is recorded, and not before."""
    table.do(f"c4 wait {STILL_MS - 300}")
    assert table.facts == []
    assert table.screen()["countdown"] is not None
    table.do("wait 300")
    assert table.facts == ["Acted"]
    assert table.screen()["match"]["players"][1]["to_move"]


def test_two_pontoons_count_by_themselves_and_one_waits(table):
    """A single Pontoon waits for the second one or the button."""
    table.do("a1-b1 wait 20000")
    assert table.facts == []
    assert "second" in table.screen()["sentence"]
    table.do("b2-c2 wait 3200")
    assert table.facts == ["Acted"]


def test_the_button_ends_a_turn_with_one_pontoon(table):
    """The button confirms whatever is legal."""
    table.do("a1-b1 press end_turn")
    assert table.facts == ["Acted"]


def test_everything_waits_for_the_button_if_so_agreed():
    """The setting makes a Diver wait, too."""
    table = TestTable().begin(confirm="button").do("c4 wait 60000")
    assert table.facts == []
    assert table.do("press end_turn").facts == ["Acted"]


def test_the_button_waits_for_no_sensor_that_flickers_elsewhere(table):
    """What is not read any more need not settle; and whoever presses again and again is not put off."""
    table.do("c4 wait 300 h5*20*1000 wait 300 press end_turn")
    assert table.facts == ["Acted"]
    table.do("e2 wait 130")
    for _ in range(6):
        table.board.press(Button.END_TURN, 20)
        table.clock.step(60)
    assert table.facts == ["Acted", "Acted"]


def test_the_button_without_a_draft_asks_and_never_passes(table):
    """An empty confirmation asks whether a piece is upside down."""
    table.do("press end_turn")
    assert table.facts == []
    assert "upside down" in table.screen()["sentence"]


@pytest.mark.parametrize("half_ms", [20, 150, pytest.param(900, marks=pytest.mark.slow)])
def test_a_pontoon_that_is_half_seated_is_asked_about_and_never_guessed(half_ms):
    """It rocks, then its sensor sees nothing: no turn, and the button asks. Pressed home it is one Pontoon."""
    table = TestTable().begin(confirm="button").do(f"a1-b1*{half_ms}*6000 wait 500 press end_turn")
    assert table.facts == []
    assert "not quite in its place" in table.screen()["sentence"]
    assert table.screen()["lift"] == []
    table.do("wait 32000 a1-b1 wait 500 press end_turn wait 500")
    assert table.facts == ["Acted"]
    assert [str(edge) for edge in table.tabletop.session.played[-1][1].edges] == ["a1-b1"]


@pytest.mark.parametrize("half_ms", [20, 150, pytest.param(900, marks=pytest.mark.slow)])
def test_a_second_pontoon_that_rocks_does_not_end_the_turn(table, half_ms):
    """The first waits for it, however long it takes to be seated."""
    table.do(f"a1-b1 wait 300 b2-c2*{half_ms}*6000")
    assert table.facts == []
    assert table.do("wait 20000").facts == []
    table.do("wait 12000 b2-c2 wait 3500")
    assert table.facts == ["Acted"]


def test_the_button_held_takes_back_and_the_pieces_must_be_lifted(table):
    """After a take-back what still lies there is no new draft until it was lifted."""
    table.do("c4 wait 3200 press end_turn 2500")
    assert table.decided == ["Acted", "TakenBack"]
    screen = table.screen()
    assert screen["lift"] == ["c4"]
    assert screen["match"]["players"][0]["to_move"]
    table.do("wait 9000")
    assert table.decided == ["Acted", "TakenBack"]
    table.do("-c4 wait 300 c4 wait 9000")
    assert table.decided == ["Acted", "TakenBack"]
    assert "sensor" in table.screen()["sentence"]
    assert table.do("press end_turn").decided == ["Acted", "TakenBack", "Acted"]


def test_nobody_alone_takes_back_once_the_next_piece_has_landed(table):
    """The next player's piece ends the time for second thoughts; from then on all must agree."""
    table.do("c4 wait 3200 e2").ask("take_back")
    assert table.facts == ["Acted"]
    table.ask("refuse_take_back")
    assert table.do("-e2").ask("take_back").decided == ["Acted", "TakenBack"]


def test_a_tile_may_be_looked_at_for_five_seconds(table):
    """A lifted Diver waits without alarm, then is missing, then all is well again."""
    table.do("c4 wait 3200 -c4 wait 4000")
    assert table.screen()["verdict"] == "unfinished"
    assert "looked at" in table.screen()["sentence"]
    table.do("wait 2000")
    assert table.screen()["verdict"] == "illegal"
    assert table.screen()["put"] == ["c4"]
    assert table.do("c4").screen()["verdict"] == "unfinished"
    assert table.facts == ["Acted"]


def test_after_a_reboot_nothing_confirms_itself_until_something_moves(table):
    """A draft that lay there when the program came up waits for a hand or the button."""
    table.do("c4 wait 3200 e2 wait 500")
    after = table.reboot().do("wait 30000")
    assert after.facts == ["Acted"]
    assert after.screen()["verdict"] == "legal"
    after.do("-e2 wait 300 e2 wait 3200")
    assert after.facts == ["Acted", "Acted"]


def test_a_reboot_after_a_take_back_still_wants_the_pieces_lifted(table):
    """What must be lifted is known from the log."""
    after = table.do("c4 wait 3200 press end_turn 2500").reboot()
    assert after.screen()["lift"] == ["c4"]


def test_an_unplugged_board_is_unknown_and_invents_nothing(table):
    """What was put while the board was away waits until something moves."""
    table.do("c4 wait 3300 unplug wait 500 e2 wait 500")
    assert "is unplugged" in table.screen()["sentence"]
    table.do("plug wait 30000")
    assert table.screen()["verdict"] == "legal"
    assert table.facts == ["Acted"]


def test_a_wrong_frame_bit_freezes_input_and_says_so(table):
    """Nothing is read while the chain is shifted."""
    table.do("c4 wait 100 shift 1 wait 10000")
    assert table.facts == []
    assert "cannot be trusted" in table.screen()["sentence"]
    assert table.do("shift 0 wait 4000").facts == ["Acted"]


def test_an_empty_board_and_an_unfinished_game_is_a_question(table):
    """It asks rather than alarms; to continue shows what is missing, a new game gives the old one up."""
    table.do("c4 wait 3200 e2 wait 3200 -c4 -e2 wait 1000")
    assert table.screen()["question"] is not None
    assert table.ask("answer", answer="continue").screen()["put"] == ["e2", "c4"]
    assert table.do("c4 e2").screen()["verdict"] == "unfinished"
    table.do("-c4 -e2 wait 1000").ask("answer", answer="new")
    assert table.screen()["phase"] == "idle"


def test_the_simulated_board_puts_all_pieces_back_at_once(table):
    """What a program's end took from the simulated board comes back with one command."""
    table.do("c4 wait 3200 a1-b1 wait 500 b1-c1 wait 3200 -c4 -a1-b1 -b1-c1 e5").ask("tidy").do("wait 500")
    assert {str(place) for place in table.board.pieces} == {"c4", "a1-b1", "b1-c1"}
    assert table.screen()["verdict"] == "unfinished"


def test_a_repeated_command_is_done_once(table):
    """The same id again changes nothing, even after a restart."""
    table.do("a1-b1").ask("confirm", command_id="confirm-once")
    assert table.ask("confirm", command_id="confirm-once").facts == ["Acted"]
    assert table.reboot().ask("confirm", command_id="confirm-once").facts == ["Acted"]


def test_a_stale_command_is_refused(table):
    """A command that was sent at another version of the table is not done."""
    version = table.screen()["version"]
    table.do("c4 wait 3200")
    with pytest.raises(Refused, match="stale_version"):
        table.ask("pause", version=version)
    assert table.facts == ["Acted"]


def test_a_value_said_in_private_is_recorded_and_never_shown(table):
    """The screen tells that a value was chosen, and nothing tells which."""
    table.do("c4").ask("choose_value", value=5)
    assert table.screen()["value"] == {"choices": [1, 2, 3, 4, 5], "chosen": True, "later": False, "face_up": False}
    table.do("wait 3200")
    assert table.log[-1].fact.action.value == 5
    assert all(piece["value"] is None for piece in table.screen()["pieces"])


def test_a_value_that_is_not_left_is_taken_without_a_word(table):
    """A second 5 is no more than nothing said: refusing or hiding it would tell the room what lies on c4."""
    table.do("c4").ask("choose_value", value=5).do("wait 3200 e2 wait 3200 a1")
    assert table.screen()["value"]["choices"] == [1, 2, 3, 4, 5]
    table.ask("choose_value", value=5).do("wait 3200")
    assert table.facts == ["Acted"] * 3
    assert table.log[-1].fact.action.value is None


def test_hints_last_five_seconds_on_request(table):
    """Hints appear when asked for and fade by themselves."""
    assert table.screen()["hints"] is None
    table.do("press hint")
    assert len(table.screen()["hints"]["edges"]) == 67
    assert table.do("wait 5100").screen()["hints"] is None


def test_a_game_cannot_begin_on_a_board_that_is_not_clear():
    """Pieces from before must go first."""
    table = TestTable().do("c4")
    table.ask("set_up", players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "children"}])
    with pytest.raises(Refused, match="board_not_clear"):
        table.ask("start")
    assert "c4" in table.screen()["sentence"]
    assert table.do("-c4").ask("start").screen()["phase"] == "playing"


def test_pausing_lets_pieces_be_moved_and_resuming_wants_them_back(table):
    """Nothing counts while the game is paused."""
    table.do("c4 wait 3200").ask("pause").do("-c4 b5 wait 20000")
    assert table.facts == ["Acted", "GamePaused"]
    assert table.screen()["sentence"] == "The game is paused."
    assert table.ask("resume").screen()["put"] == ["c4"]


def test_french_players_may_pass_and_others_may_not():
    """Passing is open where the edition has it, by a command of its own."""
    table = TestTable().begin(edition="fr")
    assert "pass" in table.screen()["can"]
    assert table.ask("pass").screen()["match"]["players"][0]["done"]
    with pytest.raises(Refused, match="pass_not_allowed"):
        TestTable().begin().ask("pass")


def test_a_step_taken_back_while_the_board_is_away_must_still_be_lifted(table):
    """What lay there when the board was lost is no new draft when it comes back."""
    table.do("c4 wait 3300 unplug").ask("take_back").do("plug wait 5000")
    assert table.screen()["lift"] == ["c4"]
    assert table.decided == ["Acted", "TakenBack"]


def test_there_is_no_rematch_without_a_game():
    """Nobody has played yet."""
    with pytest.raises(Refused, match="not_now"):
        TestTable().ask("rematch")


def test_a_piece_that_is_lifted_at_the_last_moment_does_not_count(table):
    """What lies still is judged by the sensors as they read, not as they have settled."""
    table.do("c4 wait 3050 -c4 wait 5000")
    assert table.facts == []


def test_a_piece_that_trembles_at_the_last_moment_counts_after_all(table):
    """A touch that leaves the piece where it is only puts the turn off until the sensor is still."""
    table.do("c4 wait 3050 -c4 wait 100 c4 wait 50")
    assert table.facts == ["Acted"]


def test_a_name_holds_nothing_that_cannot_be_seen():
    """Control characters, and those that turn the writing around, are left out of names."""
    table = TestTable().ask(
        "set_up", players=[{"name": " An\u202ena\n", "clan": "elders"}, {"name": "Ben", "clan": "children"}]
    )
    assert table.screen()["match"]["players"][0]["name"] == "An na"
    with pytest.raises(Refused, match="name_missing"):
        TestTable().ask("set_up", players=[{"name": "\u200b", "clan": "elders"}, {"name": "Ben", "clan": "children"}])


def test_going_on_after_a_pause_begins_the_countdown_anew(table):
    """What was laid while the game was paused is seen to count down before it counts."""
    table.ask("pause").do("c4 wait 9000").ask("resume")
    assert table.facts == ["GamePaused", "GameResumed"]
    assert table.screen()["countdown"] == {"ms": STILL_MS, "of": STILL_MS}
    assert table.do("wait 3100").facts[-1] == "Acted"


def test_going_on_after_a_frame_error_begins_the_countdown_anew(table):
    """Nothing counts the moment that the chain is right again."""
    table.do("c4 wait 1000 shift 1 wait 9000 shift 0 wait 300")
    assert table.facts == []
    assert table.do("wait 3000").facts == ["Acted"]


def test_a_sensor_that_has_flickered_lays_no_piece_by_itself(table):
    """A taken-back piece under a flickering sensor stays to be lifted, and calm alone confirms nothing."""
    table.do("c4 wait 3500").ask("take_back").do("c4*20*600 wait 31000 wait 9000")
    assert table.decided == ["Acted", "TakenBack"]
    assert table.screen()["lift"] == ["c4"]


def test_a_board_is_not_clear_while_a_piece_lies_under_a_flickering_sensor():
    """What lay there before it flickered still does."""
    table = TestTable().do("c4 wait 500 c4*20*600")
    with pytest.raises(Refused, match="board_not_clear"):
        table.begin()


def test_a_take_back_does_not_outlive_its_game(table):
    """The next game begins on a clear board, not on pieces that were to be lifted in the last."""
    table.do("c4 wait 3500").ask("take_back").ask("abandon")
    assert table.screen()["sentence"] == "Clear the board: 1 piece left."


def test_a_sensor_that_is_stuck_can_be_left_out(table):
    """A piece that nobody laid is taken back, its sensor left out, and play goes on without it."""
    table.do("c4=1 wait 3500").ask("take_back").do("wait 11000")
    assert table.screen()["sensors"]["doubtful"] == ["c4"]
    table.ask("leave_out", site="c4")
    assert table.screen()["lift"] == []
    assert table.do("e2 wait 3200").facts[-1] == "Acted"
    table.ask("put", site="c4").do("wait 3200")
    assert str(table.tabletop.session.played[-1][1].space) == "c4"


def test_a_dead_sensor_under_a_piece_can_be_left_out_and_trusted_again(table):
    """The piece is where it belongs; its sensor only does not say so."""
    table.do("c4 wait 3500 c4=0 wait 16000")
    assert table.screen()["put"] == ["c4"]
    assert table.ask("leave_out", site="c4").screen()["verdict"] == "unfinished"
    assert table.do("e2 wait 3200").facts == ["Acted", "SensorLeftOut", "Acted"]
    assert table.do("c4=").ask("trust", site="c4").screen()["put"] == []


def test_the_button_asks_nothing_while_something_is_to_be_put_right(table):
    """Missing pieces come before the question whether one lies upside down."""
    table.do("c4 wait 3500 e2 wait 3500 press end_turn -c4 -e2 a5")
    assert "missing" in table.screen()["sentence"]
    with pytest.raises(Refused, match="draft_not_legal"):
        table.ask("confirm")
    assert "missing" in table.screen()["sentence"]


def test_a_button_that_is_let_go_after_the_turn_has_ended_does_nothing(table):
    """The press was for the turn that has confirmed itself meanwhile."""
    table.do("c4 wait 2650 press end_turn 600")
    assert table.facts == ["Acted"]
    assert table.screen()["sentence"].startswith("Ben")


def test_the_reason_names_the_pontoon_that_came_last(table):
    """What must be lifted and what would close off too little are the same."""
    table.do("a1-b1 press end_turn a2-a3 a2-b2")
    screen = table.screen()
    assert screen["lift"] == ["a2-b2"]
    assert screen["sentence"].startswith("A Pontoon between a2 and b2")


def test_values_noted_in_private_stay_so_while_the_end_can_be_taken_back():
    """A mistaken last pass tells nothing; the first step of the reveal does."""
    table = TestTable().begin(edition="fr").do("c4").ask("choose_value", value=5).do("wait 3500")
    table.ask("pass").ask("pass")
    assert {piece["value"] for piece in table.screen()["pieces"]} == {None}
    assert "take_back" in table.screen()["can"]
    table.ask("show_territory", index=0)
    assert {piece["value"] for piece in table.screen()["pieces"]} == {5}
    with pytest.raises(Refused, match="nothing_to_take_back"):
        table.ask("take_back")


def test_a_frozen_or_paused_screen_marks_nothing(table):
    """What the lights do not show, the page does not either."""
    table.do("a1-b1 press end_turn").ask("take_back").do("shift 1 wait 500")
    assert (table.screen()["lift"], table.screen()["verdict"]) == ([], None)
    table.do("shift 0 wait 500").ask("pause").do("unplug")
    assert "resume" in table.screen()["can"]


def test_the_lamp_is_lit_when_the_button_is_awaited(table):
    """A legal draft lights it, the next turn puts it out."""
    assert table.do("a1-b1").board.lamps[-1]
    assert not table.do("press end_turn").board.lamps[-1]


def test_french_players_are_told_that_they_may_pass():
    """The invitation names everything that is open."""
    assert TestTable().begin(edition="fr").screen()["sentence"].endswith("Or pass.")


def test_a_game_is_paused_once_a_minute():
    """Each pause is two facts, and any page may ask; whoever pauses for longer may do so again at once."""
    table = TestTable().begin()
    table.ask("pause").ask("resume")
    with pytest.raises(Refused, match="paused_already") as refused:
        table.ask("pause")
    assert "60 seconds" in catalogues()["en"].render(refused.value.sentence)
    table.clock.step(PAUSE_AGAIN_MS)
    table.ask("pause")
    table.clock.step(PAUSE_AGAIN_MS)
    table.ask("resume").ask("pause")
    assert table.screen()["paused"]
