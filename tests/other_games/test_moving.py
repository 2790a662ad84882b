"""Pieces that move, at a table: every way of hands leads to the move, every slip has its sentence and its way back."""

import pytest

from other_games import march
from other_games.march import At, Go
from other_games.tables import GameTable
from pearlboard.geometry import space
from pearlboard.session import intents
from pearlboard.session.principal import OPERATOR
from pearlboard.session.state import Refused
from pearlboard.table.buttons import EndTurn, end_turn
from pearlboard.table.ports import Players
from pearlboard.table.situation import Stop, moment
from pearlboard.texts import say

pytestmark = pytest.mark.slow

START = "a5 c5 e5 g5 b1 d1 f1 h1"
STILL = "wait 3300"


def laid_out(**how):
    """A game of two whose pieces lie there; Anna begins."""
    return GameTable().set_up("march", 2, **how).do(f"{START} wait 500")


@pytest.fixture
def table():
    """A game of two at Anna's first turn."""
    return laid_out()


def last(table):
    """What was done last."""
    acts = table.session.acts
    return (acts[-1].actor, acts[-1].action) if acts else None


def draft(table):
    return table.tabletop.now.board.draft


def said(table):
    return table.page()["sentence"]


def go(*path, taken=(), crowned=False):
    return Go(tuple(map(space, path)), tuple(map(space, taken)), crowned)


# --- a beginning


def test_right_after_the_set_up_the_table_leads_through_laying_the_pieces_out():
    """It asks for them, counts, takes them in any order, and asks nothing about an empty board."""
    table = GameTable().set_up("march", 2)
    assert table.tabletop.now.stop is not Stop.QUESTION
    assert said(table) == "Lay out the pieces where the board is lit: 8 to go."
    assert set(table.page()["put"]) == set(START.split())
    table.do("h1 wait 300")
    assert said(table) == "Lay out the pieces where the board is lit: 7 to go."
    table.do("c5 a5 e5 g5 b1 d1 f1 wait 300")
    assert said(table) == "Anna marches."


def test_all_is_there_by_the_button_though_a_sensor_is_dead():
    """The few that nobody can see are left out; while many lack, a press means nothing."""
    table = GameTable().set_up("march", 2)
    table.board.stick(space("h1"), 0)
    table.do("a5 c5 wait 300")
    assert table.wish("confirm") == "draft_not_legal"
    table.do("e5 g5 b1 d1 f1 h1 wait 300")
    assert table.wish("confirm") == "draft_not_legal"  # a hand may still be on its way
    table.do("wait 10000")
    assert said(table) == "One piece is not seen yet, on h1: lay it, or press the button if it lies there."
    assert table.wish("confirm") is None
    assert said(table) == "Anna marches."
    assert table.page()["sensors"]["left_out"] == ["h1"]


def test_pieces_that_were_laid_out_before_the_set_up_count():
    table = GameTable().do(START).set_up("march", 2)
    assert said(table) == "Anna marches."


def test_a_computer_waits_until_all_lies_there():
    table = GameTable().set_up("march", 2, computers={1: "random"})
    table.clock.step(20_000)
    assert last(table) is None
    table.do(f"{START} wait 20000")
    assert last(table)[0] == 1


def test_after_a_restart_it_asks_for_what_lacks():
    table = GameTable().set_up("march", 2).do("a5 c5 wait 300").reboot()
    assert said(table) == "First lay what is still missing on b1, d1, e5, f1, g5 and h1."


def test_the_next_game_keeps_what_may_stay(table):
    """A piece of the same player stays on its place; one of another player's there is lifted first."""
    table.do(f"-a5 a4 {STILL} -b1 a1 {STILL} -a4 a3 {STILL}")
    assert table.wish("abandon") is None
    table.set_up("march", 2)
    assert set(table.page()["lift"]) == {"a1", "a3"}
    table.do("-a1 -a3 wait 300")
    assert set(table.page()["put"]) == {"a5", "b1"}
    table.do("a5 b1 wait 300")
    assert said(table) == "Anna marches."


# --- a move


WAYS = {
    "lift and lay": f"-a5 wait 900 a4 {STILL}",
    "a hand that rests": f"-a5 wait 60000 a4 {STILL}",
    "lay and lift": f"a4 wait 9000 -a5 {STILL}",
    "slide over sensors": f"-a5 a4 wait 300 -a4 a3 wait 300 -a3 a4 {STILL}",
    "thought better": f"-a5 wait 500 a5 wait 5000 -a5 a4 {STILL}",
    "another first": f"-c5 wait 500 c5 wait 500 -a5 a4 {STILL}",
    "a wrong place first": f"-a5 a3 wait 5000 -a3 wait 700 a4 {STILL}",
    "both at once": f"-a5 a4 {STILL}",
}


@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
def test_a_move_confirms_itself_whichever_way_hands_go(table, way):
    """No button, no alarm."""
    table.do(way)
    assert last(table) == (1, go("a5", "a4"))
    assert said(table) == "Ben marches."


def test_while_a_piece_is_in_hand_it_is_not_missing_and_its_place_breathes(table):
    table.do("-a5 wait 30000")
    page = table.page()
    assert said(table) == "Lay the piece from a5 where it may go, or put it back."
    assert page["put"] == []
    assert table.tabletop.now.board.table.missing == frozenset()
    now = table.tabletop.now
    lights = now.game.board.scene(now.game.view, moment(now)).lights
    assert lights[space("a5")].role == "in_hand"
    assert {str(light) for light, mark in lights.items() if mark.role == "target"} == {"a4", "b5"}


def test_put_back_nothing_has_happened(table):
    table.do("-a5 wait 8000 a5 wait 8000")
    assert said(table) == "Anna marches."
    assert last(table) is None


def test_a_wrong_place_is_said_and_lit(table):
    table.do("-a5 wait 300 a3 wait 300")
    assert said(table) == "The piece from a5 may not go there: lift it on a3, and lay it where it may go, or back."
    assert table.page()["lift"] == ["a3"]


def test_two_in_hand_are_asked_for(table):
    """No action takes both; once they lie again, the next move waits for the button."""
    table.do("-a5 -c5 wait 300")
    assert set(table.page()["put"]) == {"a5", "c5"}
    table.do(f"a5 c5 wait 300 -a5 a4 {STILL}")
    assert last(table) is None
    assert table.wish("confirm") is None
    assert last(table) == (1, go("a5", "a4"))


def test_the_other_players_piece_is_missing(table):
    table.do("-b1 wait 300")
    assert said(table) == "A piece is missing: put it back on b1."


def test_laid_first_it_asks_which_has_moved(table):
    table.do("b5 wait 300")
    assert said(table) == "Lift the piece that has moved there: one of those on a5 and c5."
    table.do(f"-c5 {STILL}")
    assert last(table) == (1, go("c5", "b5"))


# --- captures


def standing(monkeypatch, **seats):
    """A game in which these pieces stand at the beginning, by place: `c3=1`."""
    pieces = tuple((space(name), (seat, False)) for name, seat in seats.items())
    monkeypatch.setattr(march.MarchRules, "opening", lambda *_: At(1, pieces))
    return GameTable().do(" ".join(seats)).set_up("march", 2).do("wait 500")


def test_of_two_that_were_laid_again_the_last_one_is_taken(monkeypatch):
    """One's own piece was off the board while both of theirs were lifted and laid."""
    table = standing(monkeypatch, c3=1, b2=2, d2=2, h5=1, h1=2)
    table.do("-c3 wait 400 -b2 wait 400 b2 wait 400 -d2 wait 400 d2 wait 400")
    assert table.page()["phase"] == "playing"
    assert draft(table).action == go("c3", "d2", taken=["d2"])
    assert not draft(table).complete


def test_the_last_piece_on_the_board_may_be_taken(monkeypatch):
    """The board is empty then, and nobody asks whether the game goes on."""
    table = standing(monkeypatch, c3=1, d2=2)
    table.do("-d2 wait 400 -c3 wait 400")
    assert table.tabletop.now.stop is None
    table.do(f"d2 {STILL}")
    assert table.wish("confirm") is None
    assert last(table) == (1, go("c3", "d2", taken=["d2"]))


def test_two_may_take_a_piece_on_a_drawn_board(monkeypatch):
    table = standing(monkeypatch, c3=1, e3=1, d2=2, h1=2)
    table.tabletop.place.imitate(hardware=False)
    table.do("wait 500")
    tap(table, "d2", "e3", "d2")
    assert table.wish("confirm") is None
    assert last(table) == (1, go("e3", "d2", taken=["d2"]))


def test_a_computer_takes_what_a_computer_has_moved(monkeypatch):
    """What it moved was owed before, and is owed again."""
    table = standing(monkeypatch, c4=1, b2=2, h5=1, h1=2)
    assert table.wish("abandon") is None
    table.set_up("march", 2, computers={1: "random", 2: "random"})
    table.tabletop.let_play(Players())
    played(table, 1, go("c4", "c3"))
    table.do("-c4 c3 wait 300")
    played(table, 2, go("b2", "c3", taken=["c3"]))
    assert set(table.page()["lift"]) == {"b2", "c3"}
    table.do("-b2 -c3 wait 300")
    assert table.page()["put"] == ["c3"]
    table.do("c3 wait 300")
    assert not table.tabletop.now.board.table.to_lift


@pytest.fixture
def near(table):
    """Ben's b1 has come to b4, diagonally ahead of Anna's a5 and c5; Anna's g5 has gone aside."""
    for step in ("-g5 g4", "-b1 b2", "-g4 g3", "-b2 b3", "-g3 g4", "-b3 b4"):
        table.do(f"{step} {STILL}")
    assert said(table) == "Anna marches."
    return table


REPLACED = {
    "theirs first": "-b4 wait 400 -a5 wait 400 b4 wait 300",
    "own first": "-a5 wait 400 -b4 wait 400 b4 wait 300",
    "slowly": "-a5 wait 20000 -b4 wait 20000 b4 wait 300",
}


@pytest.mark.parametrize("way", REPLACED.values(), ids=list(REPLACED))
def test_a_piece_that_takes_anothers_place_is_asked_for_by_the_button(near, way):
    """No sensor tells whose piece lies there now, so nothing counts by itself."""
    near.do(f"{way} {STILL}")
    assert last(near)[0] == 2
    assert said(near) == "Anna goes to b4."
    assert end_turn(near.tabletop.now) is EndTurn.CONFIRM
    assert near.wish("confirm") is None
    assert last(near) == (1, go("a5", "b4", taken=["b4"]))


def test_theirs_put_back_is_no_capture(near):
    """While one's own piece has never left."""
    near.do(f"-b4 wait 400 b4 wait 400 -a5 wait 400 a4 {STILL}")
    assert last(near) == (1, go("a5", "a4"))


def test_a_capture_that_no_sensor_saw_is_told_by_word(near):
    """So quick that the place never looked empty: the button asks where the piece lies."""
    near.do("-a5 wait 500")
    assert near.wish("confirm") is None
    assert near.wish("laid", site="b4") is None
    assert near.wish("confirm") is None
    assert last(near) == (1, go("a5", "b4", taken=["b4"]))


@pytest.fixture
def leaping(table):
    """Ben's pieces lie on b3 and b1, Anna's on b4: a chain of leaps from there goes to b2, and on."""
    for step in ("-a5 b5", "-b1 b2", "-b5 b4", "-b2 b3"):
        table.do(f"{step} {STILL}")
    assert said(table) == "Anna marches."
    return table


LEAPS = {
    "lift, lay, take": f"-b4 b2 -b3 {STILL}",
    "take first": f"-b3 wait 500 -b4 wait 500 b2 {STILL}",
    "lay, take, lift": f"b2 wait 500 -b3 wait 500 -b4 {STILL}",
}


@pytest.mark.parametrize("way", LEAPS.values(), ids=list(LEAPS))
def test_a_leap_takes_what_it_leaps_over(leaping, way):
    leaping.do(way)
    assert last(leaping) == (1, go("b4", "b2", taken=["b3"]))


def test_until_the_taken_piece_is_lifted_it_is_asked_for(leaping):
    leaping.do("-b4 b2 wait 300")
    assert said(leaping) == "Now lift the piece on b3."
    assert leaping.page()["lift"] == ["b3"]
    assert draft(leaping).verdict.value == "unfinished"


# --- what sensors do not tell, and pieces that leave


@pytest.fixture
def far(table):
    """Anna's piece is one step before Ben's first row, and Ben's are out of its way."""
    for step in ("-a5 a4", "-b1 b2", "-a4 a3", "-b2 b3", "-a3 a2", "-b3 b4"):
        table.do(f"{step} {STILL}")
    return table


def test_a_promotion_waits_for_what_only_a_screen_can_say(far):
    far.do(f"-a2 a1 {STILL}")
    assert far.tabletop.now.turn.awaits
    assert far.wish("choose", choice={"crowned": True}) is None
    assert far.wish("confirm") is None
    assert last(far) == (1, go("a2", "a1", crowned=True))
    assert {piece["kind"] for piece in far.page()["pieces"] if piece["site"] == "a1"} == {"crowned"}


def test_a_piece_that_may_leave_for_good_is_asked_for_by_the_button(far):
    """While it is in hand it might as well go elsewhere."""
    far.do(f"-a2 a1 {STILL}")
    assert far.wish("choose", choice={"crowned": False}) is None
    assert far.wish("confirm") is None
    far.do(f"-b4 b3 {STILL} -a1 {STILL}")
    assert last(far)[0] == 2
    assert far.wish("confirm") is None
    assert last(far) == (1, go("a1"))
    assert far.page()["put"] == []


# --- computers, ways back, restarts


def played(table, seat, action):
    """The computer of a seat plays this."""
    table.tabletop.do(intents.Act(seat, action), None)
    table.tabletop.refresh()
    table.clock.step(300)


@pytest.fixture
def alone():
    """Anna against a computer that waits for the tests to tell what it plays."""
    table = laid_out(computers={2: "random"})
    table.tabletop.let_play(Players())
    return table.do(f"-a5 a4 {STILL}")


def test_a_computers_move_is_carried_out_by_hand(alone):
    """It asks for both at once, in light and in words, and takes them in any order."""
    played(alone, 2, go("b1", "b2"))
    assert said(alone) == "Lift the piece on b1, and lay it on b2."
    assert (alone.page()["lift"], alone.page()["put"]) == (["b1"], ["b2"])
    alone.do("-b1 wait 9000")
    assert said(alone) == "First lay what is still missing on b2."
    alone.do("b2 wait 300")
    assert said(alone) == "Anna marches."


def test_a_computers_move_survives_a_restart(alone):
    """What was not carried out before is asked for afterwards."""
    played(alone, 2, go("b1", "b2"))
    again = alone.reboot()
    assert said(again) == "Lift the piece on b1, and lay it on b2."
    again = again.do("b2 wait 300").reboot()
    assert said(again) == "Lift the piece on b1: it is not needed there any more."
    assert said(again.do("-b1 wait 300")) == "Anna marches."


def test_a_computers_capture_in_anothers_place_asks_to_lift_first(alone):
    for mover, step in ((2, go("b1", "b2")), (1, "-a4 a3")):
        if mover == 2:
            played(alone, 2, step)
            alone.do("-b1 b2 wait 300")
        else:
            alone.do(f"{step} {STILL}")
    played(alone, 2, go("b2", "a3", taken=["a3"]))
    assert set(alone.page()["lift"]) == {"a3", "b2"}
    alone = alone.reboot()
    assert set(alone.page()["lift"]) == {"a3", "b2"}
    alone.do("-b2 -a3 wait 300")
    assert alone.page()["put"] == ["a3"]
    alone.do("a3 wait 300")
    assert said(alone) == "Anna marches."


def test_a_move_taken_back_goes_back_both_ways(table):
    table.do(f"-a5 a4 {STILL}")
    assert table.wish("take_back", who=OPERATOR) is None
    assert said(table) == "Lift the piece on a4, and lay it on a5."
    assert not table.tabletop.place.state.disturbed
    table.do("-a4 a5 wait 300")
    assert said(table) == "Anna marches."
    table.do(f"-a5 b5 {STILL}")
    assert last(table) == (1, go("a5", "b5"))


def test_a_computers_move_that_nobody_carried_out_is_simply_forgotten(alone):
    played(alone, 2, go("b1", "b2"))
    assert alone.wish("take_back") is None
    assert [str(site) for site in alone.tabletop.now.board.table.to_lift] == ["a4"]
    alone.do("-a4 a5 wait 300")
    assert said(alone) == "Anna marches."


def test_a_capture_taken_back_lays_the_other_piece_again(near):
    near.do(f"-b4 wait 400 -a5 wait 400 b4 {STILL}")
    assert near.wish("confirm") is None
    assert near.wish("take_back") is None
    assert set(near.page()["lift"]) == {"b4"}
    near.do("-b4 wait 300")
    assert set(near.page()["put"]) == {"a5", "b4"}
    near.do("a5 wait 300 b4 wait 300")
    assert said(near) == "Anna marches."


def test_a_restart_in_the_middle_of_a_move_finds_it_again(table):
    again = table.do(f"-a5 a4 {STILL} -b1 wait 300").reboot()
    assert said(again) == "Lay the piece from b1 where it may go, or put it back."
    again.do(f"b2 {STILL}")
    assert last(again) == (2, go("b1", "b2"))


def test_after_a_sweep_everything_is_asked_for_where_it_was(table):
    table.do("-a5 -c5 -e5 -b1 wait 300")
    assert set(table.page()["put"]) == {"a5", "c5", "e5", "b1"}
    pieces = {piece["site"]: piece["seat"] for piece in table.page()["pieces"] if piece["status"] == "missing"}
    assert pieces == {"a5": 1, "c5": 1, "e5": 1, "b1": 2}


# --- bad sensors


def test_a_dead_sensor_where_it_goes(table):
    """The button asks where the piece lies."""
    table.board.stick(space("a4"), 0)
    table.do("-a5 a4 wait 500")
    assert table.wish("confirm") is None
    assert table.wish("laid", site="a4") is None
    assert table.wish("confirm") is None
    assert last(table) == (1, go("a5", "a4"))
    assert said(table) == "Ben marches."


def test_a_stuck_sensor_where_it_was(table):
    """It is asked for, then doubted; left out, people say that the piece is gone."""
    table.board.stick(space("a5"), 1)
    table.do("-a5 a4 wait 500")
    assert said(table) == "Now lift the piece on a5."
    table.do("wait 11000")
    assert "a5" in table.page()["sensors"]["doubtful"]
    assert table.wish("leave_out", site="a5") is None
    assert table.wish("lift", site="a5") is None
    table.do(STILL)
    assert table.wish("confirm") in (None, "not_now")
    assert last(table) == (1, go("a5", "a4"))
    assert said(table) == "Ben marches."


def test_a_bouncing_sensor_is_no_move(table):
    table.do("-a5 wait 30 a5 wait 30 -a5 wait 30 a5 wait 5000")
    assert said(table) == "Anna marches."
    assert last(table) is None


# --- a drawn board


@pytest.fixture
def drawn():
    """The same on a board that is only drawn: all lies there at once."""
    table = GameTable()
    table.tabletop.place.imitate(hardware=False)
    return table.set_up("march", 2)


def tap(table, *places):
    for place in places:
        there = any(piece["site"] == place for piece in table.page()["pieces"])
        assert table.wish("lift" if there else "put", site=place) is None
        table.clock.step(300)


def test_tap_a_piece_and_then_where_it_goes(drawn):
    assert set(drawn.page()["movable"]) == {"a5", "c5", "e5", "g5"}
    tap(drawn, "a5", "a4")
    assert next(piece for piece in drawn.page()["pieces"] if piece["site"] == "a4")["kind"] == "plain"
    assert drawn.wish("confirm") is None
    assert last(drawn) == (1, go("a5", "a4"))


def test_a_computers_pieces_are_not_for_taps():
    """While it thinks, no piece can be lifted."""
    table = GameTable()
    table.tabletop.place.imitate(hardware=False)
    table.set_up("march", 2, computers={1: "random"})
    assert table.page()["thinking"]
    assert table.page()["movable"] == []


def test_tap_the_goal_alone_where_only_one_can_mean_it(drawn):
    tap(drawn, "a4")
    assert drawn.wish("confirm") is None
    assert last(drawn) == (1, go("a5", "a4"))


def test_tap_the_goal_and_then_which(drawn):
    tap(drawn, "b5")
    assert said(drawn) == "Lift the piece that has moved there: one of those on a5 and c5."
    tap(drawn, "c5")
    assert drawn.wish("confirm") is None
    assert last(drawn) == (1, go("c5", "b5"))


def test_another_mind(drawn):
    """Another piece, another goal, back again, all taken back at once."""
    tap(drawn, "a5", "c5", "c4", "d5")
    assert said(drawn) == "Anna goes to d5."
    tap(drawn, "c5")
    assert said(drawn) == "Anna marches."
    tap(drawn, "a5")
    assert drawn.wish("take_back") is None
    assert said(drawn) == "Anna marches."
    assert last(drawn) is None


def test_taps_capture_in_anothers_place(drawn):
    for goal in ("g4", "b2", "g3", "b3", "g4", "b4"):
        tap(drawn, goal)
        assert drawn.wish("confirm") is None
    tap(drawn, "a5", "b4")
    assert said(drawn) == "Anna goes to b4."
    assert drawn.wish("confirm") is None
    assert last(drawn) == (1, go("a5", "b4", taken=["b4"]))
    assert {piece["seat"] for piece in drawn.page()["pieces"] if piece["site"] == "b4"} == {1}


def test_taps_leap_and_take(drawn):
    for goal in (("a5", "b5"), ("b2",), ("b4",), ("b3",)):
        tap(drawn, *goal)
        assert drawn.wish("confirm") is None
    tap(drawn, "b4", "b2")
    assert drawn.wish("confirm") is None
    assert last(drawn) == (1, go("b4", "b2", taken=["b3"]))
    assert "b3" not in {piece["site"] for piece in drawn.page()["pieces"]}


def test_pieces_that_may_have_changed_places_are_asked_for(table):
    """Theirs came while one's own was off: nobody can tell which lies where, so the button says that it is right."""
    table.do("-b1 -a5 wait 300 b1 wait 300 a5 wait 300")
    told = "Several pieces were off the board at once. See that the right one lies on b1; then go on, by the button."
    assert said(table) == told
    table.do(f"-a5 a4 {STILL}")
    assert said(table) == told
    assert last(table) is None
    assert table.wish("confirm") is None
    assert last(table) == (1, go("a5", "a4"))
    table.do(f"-b1 b2 {STILL}")
    assert last(table) == (2, go("b1", "b2"))


def test_computers_alone_move_their_pieces_on_a_simulated_board():
    """With nobody there, they are laid out, moved and taken as if by hand, to the end."""
    table = GameTable().set_up("march", 2, computers={1: "random", 2: "random"})
    for _ in range(600):
        table.clock.step(1_000)
        if table.page()["phase"] != "playing":
            break
    assert table.page()["phase"] == "over"


def test_mixed_pieces_are_sorted_out_by_the_button(table):
    table.do("-b1 -a5 wait 300 b1 wait 300 a5 wait 300")
    assert table.wish("confirm") is None
    assert said(table) == "Anna marches."
    table.do(f"-a5 a4 {STILL}")
    assert last(table) == (1, go("a5", "a4"))


def test_nothing_is_masked_on_an_empty_board(monkeypatch):
    """A press at the beginning says nothing of pieces that nobody has begun to lay."""
    monkeypatch.setattr(
        march.MarchRules, "opening", lambda *_: At(1, ((space("c3"), (1, False)), (space("d1"), (2, False))))
    )
    table = GameTable().set_up("march", 2)
    table.do("wait 20000")
    assert table.wish("confirm") == "draft_not_legal"
    assert table.page()["sensors"]["left_out"] == []


def test_pieces_laid_out_anew_before_the_next_game_are_right(table):
    """Whatever was lifted and laid since somebody acted was laid for the next game."""
    table.do(f"-a5 a4 {STILL}")
    assert table.wish("abandon") is None
    table.do("-a4 -c5 -e5 -g5 -b1 -d1 -f1 -h1 wait 500")
    table.do(f"{START} wait 500").set_up("march", 2)
    assert said(table) == "Anna marches."


def test_an_action_is_told_with_the_view_before_it(alone, monkeypatch):
    """Of a computer's move, too: there the piece still stands where it comes from."""
    seen = []

    def told(_, view, seat, action):
        seen.append(action.path[0] in dict(view.pieces))
        return say("march_done", seat=seat, place=action.path[-1])

    monkeypatch.setattr(march.MarchShown, "told", told)
    played(alone, 2, go("b1", "b2"))
    assert alone.page()["told"] == ["Ben goes to b2."]
    assert all(seen)


def test_a_move_by_a_page_is_told_to_be_made_by_hand(table):
    """It names both places, and does not ask for a piece to be laid where one moves away."""
    with pytest.raises(Refused) as refused:
        table.stage.receive(
            {"name": "act", "action": march.MARCH.encode(go("a5", "a4"))}, "move-by-page", None, OPERATOR
        )
    assert refused.value.sentence == say("move_on_board", sites=frozenset({space("a4"), space("a5")}))


def test_one_of_those_that_look_alike_is_sent_as_it_is(far):
    """What lies there is that action already; anything else has to be laid."""
    rules = march.MARCH
    assert far.wish("act", action=rules.encode(go("a2", "a1", crowned=True)), actor=1) == "lay_on_board"
    far.do(f"-a2 a1 {STILL}")
    assert far.wish("act", action=rules.encode(go("a2", "b2")), actor=1) == "lay_on_board"
    assert far.wish("act", action=rules.encode(go("a2", "a1", crowned=True)), actor=1) is None
    assert last(far) == (1, go("a2", "a1", crowned=True))


def test_tidy_exchanges_what_lies_on_anothers_place(near):
    near.do(f"-b4 wait 400 -a5 wait 400 b4 {STILL}")
    assert near.wish("confirm") is None
    assert near.wish("take_back") is None
    assert near.wish("tidy") is None
    near.do("wait 500")
    assert said(near) == "Anna marches."


def test_what_is_taken_first_is_not_asked_to_be_laid(near):
    """It is off the board, and the one that takes it is waited for; then that one is to be laid."""
    near.do("-b4 wait 400")
    assert said(near) == "The piece from b4 is off the board: lift the one that takes it, or put it back."
    near.do("-a5 wait 400")
    assert said(near) == "Lay the piece from a5 where it may go, or put it back."
