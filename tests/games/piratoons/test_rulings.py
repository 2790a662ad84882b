"""Each ruling that can be tested, by its number."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.piratoons.rules import auction, connections, plunder, ships
from pearlboard.games.piratoons.rules.actions import (
    Bid,
    Choose,
    Count,
    Fists,
    Hold,
    Lay,
    Open,
    Out,
    Plundered,
    Put,
    Rebid,
    Spoil,
    Stop,
)
from pearlboard.games.piratoons.rules.game import TIMED
from pearlboard.games.piratoons.rules.scoring import outcome, scores
from pearlboard.games.piratoons.rules.setup import shuffled
from pearlboard.games.piratoons.rules.ships import START
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.rules.tiles import BOATS, box
from pearlboard.games.refusals import BadOptions, BadSetup, IllegalAction
from pearlboard.games.values import TABLE, Moment, Player, Timer, Undo
from support.piratoons_games import RULES, opened, ship

ODD = [(7, 9, 11, 13), (1, 1, 1, 37), (9, 9, 9, 9), (10, 10, 10, 10)]


def done(state, *acts):
    """What comes of these actions, each with its actor; "sand": it runs out."""
    for act in acts:
        state = TIMED.time_up(state, TIMED.timer(state).name) if act == "sand" else RULES.apply(state, *act)
    return state


def refused(state, actor, action):
    """The rule that is against it, for both who ask before and who do it."""
    with pytest.raises(IllegalAction) as before:
        RULES.may(RULES.view(state, actor), actor, action)
    with pytest.raises(IllegalAction) as then:
        RULES.apply(state, actor, action)
    assert before.value.rule == then.value.rule
    return then.value.rule


def crew(players, **places):
    """Crews by place: p3=(2, 1) is two pieces of seat 1 and one of seat 2 on place 3."""
    return tuple(places.get(f"p{place}", (0,) * players) for place in range(1, 10))


def stopped(state, *seen):
    """After the stop, with the pieces that were seen."""
    return done(state, (state.captain, Open()), "sand", (TABLE, Stop(seen)))


def plundered(state, crews, spoiled=None, out=()):
    """A round as far as loot and pay."""
    spoiled = spoiled or (0,) * state.setup.players
    return done(stopped(state), (TABLE, Plundered(crews, spoiled, out)))


def fits(state):
    """All ships laid as they lie by themselves."""
    while state.stage is Stage.SHIPS:
        seat = min(RULES.active(state))
        [lay] = RULES.legal(RULES.view(state, seat))
        state = RULES.apply(state, seat, lay)
    return state


def with_stack(state, stack, boats=None):
    """The next stack is this one; what it should have been comes later."""
    tiles = Counter(tile for each in state.stacks for tile in each)
    tiles.subtract(stack)
    rest = sorted(tiles.elements())
    stacks = (tuple(stack), *(tuple(rest[at : at + 6]) for at in range(0, len(rest), 6)))
    holds = state.boats if boats is None else (tuple(boats), *_holds(boats))
    return replace(state, stacks=stacks, boats=holds)


def _holds(first):
    rest = [boat for boat in BOATS if boat not in first]
    return [tuple(rest[at : at + 3]) for at in range(0, len(rest), 3)]


# --- the box -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 5])
def test_1_two_to_four_seats(players):
    """And no others."""
    with pytest.raises(BadSetup, match="2 to 4"):
        PACKAGE.options.agree({}, [Player("Anna")] * players, None)


def test_1_nine_tiles_a_round_for_any_number():
    """Six of Equipment, then three Boats."""
    for players in PACKAGE.seats:
        chest = done(opened(players, 1), (1, Open())).now.chest
        assert [tile in BOATS for tile in chest] == [False] * 6 + [True] * 3


def test_2_every_tile_comes_once():
    """48 and 24."""
    deal = shuffled(Random(1))
    assert Counter(deal.equipment) == Counter(box().copies)
    assert sorted(deal.boats) == sorted(BOATS)


def test_4_bow_and_stern_fit_and_there_are_three_doubloons():
    """At the beginning."""
    state = opened(3, 1)
    assert state.ships == (START,) * 3
    assert connections.connections(START).right == 1
    assert state.doubloons == (3, 3, 3)


def test_5_what_is_covered_enters_no_rule():
    """Fortunes are in every view, whatever a seat lets draw."""
    state = opened(2, 1, covered=[1])
    assert RULES.view(state, 2).doubloons == (3, 3)
    assert PACKAGE.options.encode(state.setup)["covered"] == [1]
    assert PACKAGE.options.encode(opened(2, 1, covered=[3, 2]).setup)["covered"] == [2]
    with pytest.raises(BadOptions):
        PACKAGE.options.agree({"covered": [5]}, [Player("Anna"), Player("Ben")], None)


def test_6_the_captain_changes_clockwise_and_opens_the_chest():
    """Nobody else does."""
    state = opened(3, 1, first=3)
    captains = []
    while not state.over and len(captains) < 4:
        captains.append(state.captain)
        assert RULES.active(state) == {state.captain}
        assert refused(state, state.captain % 3 + 1, Open()) == "not_your_turn"
        state = plundered(state, crew(3))
        state = fits(done(state, (TABLE, Fists((0, 0, 0)))))
    assert captains == [3, 1, 2, 3]


# --- plunder -----------------------------------------------------------------------------------------------------


def test_7_stop_counts_when_the_sand_is_out_and_not_before():
    """Then nobody is pressed: time ends nothing."""
    state = done(opened(2, 1), (1, Open()))
    assert TIMED.timer(state) == Timer("sand 1", 15_000, ends=False)
    assert refused(state, TABLE, Stop()) == "too_early"
    state = done(state, "sand")
    assert TIMED.timer(state) is None
    assert state.stage is Stage.PLUNDER
    assert done(state, (TABLE, Stop())).stage is Stage.COUNT


def test_7_the_sand_may_run_longer_if_all_agree():
    """Up to two minutes, never shorter."""
    assert TIMED.timer(done(opened(2, 1, sand=120), (1, Open()))).ms == 120_000
    for seconds in (14, 121):
        with pytest.raises(BadSetup, match="15 to 120"):
            opened(2, 1, sand=seconds)


def test_7_without_sand_one_places_after_the_other_from_the_captain_on():
    """A piece or a pass each; a piece lets those who have passed place again, and stop is for when all have."""
    state = done(opened(3, 1, first=2, sand=0, plunder="screen"), (2, Open()))
    assert (TIMED.timer(state), state.now.turn) == (None, 2)
    assert refused(state, 1, Put(4)) == refused(state, 3, Hold()) == "not_your_turn"
    assert refused(state, TABLE, Stop()) == "turns_left"
    assert RULES.active(state) == {2, TABLE}
    state = done(state, (2, Put(4)), (3, Hold()), (1, Hold()), (2, Put(4)))
    assert state.now.turn == 3
    state = done(state, (3, Put(1)), (1, Hold()), (2, Hold()), (3, Hold()))
    assert (state.now.turn, state.now.sand_out) == (None, True)
    assert PACKAGE.shown.sentence(RULES.view(state, TABLE), Moment()).name == "piratoons_all_passed"
    assert refused(state, 1, Put(1)) == "not_your_turn"
    state = done(state, (TABLE, Stop()))
    assert state.now.pay == (6, 4, 5)
    assert (state.now.loot[3], state.now.loot[0]) == (2, 3)


def test_7_without_sand_whoever_has_nothing_left_or_is_out_is_passed_over():
    """And the last who may place goes on alone."""
    state = done(opened(2, 1, sand=0, plunder="screen"), (1, Open()), (1, Put(1)), (TABLE, Out(2, True)))  # noqa: FBT003
    assert state.now.turn == 1
    state = done(state, *[(1, Put(1))] * 5)
    assert (state.now.turn, state.now.sand_out) == (None, True)
    assert PACKAGE.shown.sentence(RULES.view(state, TABLE), Moment()).name == "piratoons_none_left"


def test_7_without_sand_all_may_lay_pieces_on_a_board():
    """Nobody sees whose turn a piece on a board was: stop may be said whenever all are content."""
    state = done(opened(2, 1, sand=0), (1, Open()))
    assert (TIMED.timer(state), state.now.turn, state.now.sand_out) == (None, None, True)


def test_7_what_is_in_a_hand_is_stock():
    """Pieces that were not placed are paid."""
    state = plundered(opened(2, 1), crew(2, p1=(2, 0)))
    assert state.now.pay == (4, 6)


def test_7_a_piece_that_was_placed_stays():
    """It cannot be taken back, nor moved."""
    state = done(opened(2, 1, plunder="screen"), (1, Open()), (2, Put(5)))
    assert RULES.undo(state, Put(5)) is Undo.NEVER
    assert state.now.put[4] == (0, 1)


def test_7_six_pieces_and_no_more():
    """Neither by a screen nor said afterwards."""
    state = done(opened(2, 1, plunder="screen"), (1, Open()), *((1, Put(1)) for _ in range(6)))
    assert refused(state, 1, Put(2)) == "no_crew_left"
    assert RULES.active(state) == {TABLE, 2}
    counted = stopped(opened(2, 1), (1, 1))
    assert refused(counted, 1, Count((4, 0, 0, 0, 0, 0, 0, 0, 0), 3)) == "too_many_crew"
    assert refused(counted, TABLE, Plundered(crew(2, p1=(4, 0)), (3, 0), ())) == "too_many_crew"


def test_7_who_holds_back_may_go_on_when_others_place():
    """So nobody waits for a hand that may still come."""
    state = done(opened(2, 1, plunder="screen"), (1, Open()), (1, Hold()))
    assert RULES.active(state) == {TABLE, 2}
    assert RULES.active(done(state, (2, Put(1)))) == {TABLE, 1, 2}


def test_8_spoiled_pieces_are_spent_and_not_paid():
    """They count nowhere."""
    state = plundered(opened(2, 1), crew(2, p1=(1, 1)), spoiled=(2, 0))
    assert state.now.pay == (3, 5)
    assert state.now.loot[0] is None


def test_8_what_was_said_to_be_spoiled_stands_in_the_count():
    """Of a seat that nobody saw on a tile."""
    state = done(opened(2, 1), (1, Open()), (TABLE, Spoil(2, 1)), "sand", (TABLE, Stop()))
    agreed = RULES.go_on(RULES.view(state, TABLE))
    assert agreed == Plundered(crew(2), (0, 1), ())


def test_9_a_seat_that_is_out_has_no_crew_no_pay_and_no_loot():
    """Ties with it are none; it still bids."""
    state = plundered(opened(3, 1), crew(3, p1=(1, 1, 0), p2=(3, 0, 0), p3=(0, 1, 1)), out=(1,))
    assert state.now.loot[:3] == (2, None, None)
    assert state.now.pay == (0, 4, 5)
    assert 1 in RULES.active(state)


def test_9_people_say_who_is_out_and_take_it_back():
    """Whoever is out places no more."""
    state = done(opened(2, 1, plunder="screen"), (1, Open()), (TABLE, Out(1, out=True)))
    assert refused(state, 1, Put(1)) == "seat_is_out"
    assert 1 not in RULES.active(state)
    assert 1 in RULES.active(done(state, (TABLE, Out(1, out=False))))
    assert refused(state, 1, Out(2, out=True)) == "not_your_turn"


def test_after_the_stop_each_seat_counts_what_was_seen_and_all_may_correct_it():
    """A seat that was seen nowhere has nothing to count."""
    state = stopped(opened(3, 1), (2, 1), (2, 3))
    assert RULES.active(state) == {TABLE, 1, 3}
    assert RULES.go_on(RULES.view(state, TABLE)) is None
    state = done(state, (1, Count((0, 2, 0, 0, 0, 0, 0, 0, 0), 1)), (3, Count((0, 1, 0, 0, 0, 0, 0, 0, 0), 0)))
    assert RULES.active(state) == {TABLE}
    agreed = RULES.go_on(RULES.view(state, TABLE))
    assert agreed == Plundered(crew(3, p2=(2, 0, 1)), (1, 0, 0), ())
    assert done(state, (TABLE, agreed)).now.loot[1] == 1
    assert done(state, (TABLE, replace(agreed, crew=crew(3, p2=(2, 3, 1))))).now.loot[1] == 2


# --- pay and loot ------------------------------------------------------------------------------------------------


def test_10_pay_comes_before_loot_and_may_be_bid():
    """A doubloon for each piece in stock."""
    state = plundered(opened(2, 1), crew(2, p1=(1, 0)))
    assert state.doubloons == (8, 9)
    assert refused(state, 1, Bid(9)) == "bid_too_high"
    assert done(state, (1, Bid(8))).now.bids == (8, None)


def test_11_if_the_bank_cannot_pay_everybody_keeps_the_larger_half():
    """Seven keeps four; also a seat that is due nothing."""
    assert plunder.paid((7, 33), (6, 0), 40) == ((10, 17), 1)


def test_11_before_the_pay_nobody_has_given_anything_back():
    """Nor where the bank could pay."""
    assert RULES.view(opened(2, 1), TABLE).halvings == 0
    assert RULES.view(stopped(opened(2, 1)), TABLE).halvings == 0
    assert RULES.view(plundered(opened(2, 1), crew(2)), TABLE).halvings == 0


def test_11_and_once_more_if_it_still_cannot():
    """Four odd fortunes may leave too little."""
    assert plunder.paid((9, 9, 9, 9), (6, 6, 6, 6), 40) == ((9, 9, 9, 9), 2)


@pytest.mark.parametrize("fortunes", ODD, ids=str)
def test_11_nobody_is_owed_anything(fortunes):
    """All are paid, and no doubloon is made."""
    left, halvings = plunder.paid(fortunes, (6, 6, 6, 6), 40)
    assert sum(left) <= 40
    assert halvings <= 2


@pytest.mark.parametrize(
    ("row", "taker"),
    [
        ((2, 2, 1, 0), 3),
        ((2, 2, 1, 1), None),
        ((3, 2, 2, 1), 1),
        ((0, 0, 0, 0), None),
        ((0, 1, 0, 0), 2),
        ((1, 1, 1, 2), 4),
        ((3, 3, 2, 2), None),
    ],
)
def test_12_equal_crews_cancel_and_the_largest_of_the_rest_takes_the_tile(row, taker):
    """The smallest can win."""
    assert plunder.loot((row,), ()) == (taker,)


def test_13_nobody_takes_a_tile_without_a_piece_on_it():
    """All others are left for the auction."""
    state = plundered(opened(2, 1), crew(2, p1=(1, 0), p7=(0, 1)))
    assert state.now.loot == (1, None, None, None, None, None, 2, None, None)
    assert len(state.now.sale) == 7


# --- auction -----------------------------------------------------------------------------------------------------


def test_14_if_nothing_is_for_sale_there_is_no_auction():
    """Ships come at once."""
    full = crew(2, **{f"p{place}": (int(place < 6), int(place > 5)) for place in range(1, 10)})
    assert plundered(opened(2, 1), full).stage is Stage.SHIPS


def test_15_equal_bids_cancel_and_nothing_buys_nothing():
    """They are returned."""
    assert auction.buyers((3, 3, 2, 0), 9) == (3,)
    assert auction.buyers((0, 0), 9) == ()
    state = done(plundered(opened(2, 1), crew(2)), (TABLE, Fists((4, 4))))
    assert state.stage is Stage.SHIPS
    assert state.doubloons == (9, 9)


def test_15_bids_are_sealed_until_the_last_is_in():
    """Then they lie open; the last one cannot be taken back."""
    state = done(plundered(opened(2, 1), crew(2)), (1, Bid(5)))
    assert RULES.view(state, 2).bids is None
    assert RULES.view(state, 2).sealed == {1}
    assert (RULES.view(state, 1).bid, RULES.view(state, 2).bid) == (5, None)
    assert " bid=" not in repr(RULES.view(state, 1))
    assert "5" not in repr(Bid(5))
    assert PACKAGE.secrets.public(Bid(5)) is None
    assert RULES.undo(state, Bid(1)) is Undo.NEVER
    assert refused(state, 1, Bid(6)) == "sealed_already"
    assert refused(state, 2, Rebid(6)) == "nothing_sealed"
    state = done(state, (1, Rebid(6)), (2, Bid(1)))
    assert RULES.view(state, TABLE).bids == (6, 1)


def test_15_fists_are_opened_for_all_who_have_not_sealed():
    """Exactly those."""
    state = done(plundered(opened(3, 1), crew(3)), (2, Bid(4)))
    assert refused(state, TABLE, Fists((1, 2, 3))) == "sealed_already"
    assert refused(state, TABLE, Fists((1, None, None))) == "bids_missing"
    assert refused(state, TABLE, Fists((10, None, 1))) == "bid_too_high"
    assert done(state, (TABLE, Fists((1, None, 3)))).now.bids == (1, 4, 3)


def test_16_the_highest_bid_chooses_first_and_pays_the_bank():
    """Then the others, in turn."""
    state = done(plundered(opened(3, 1), crew(3)), (TABLE, Fists((2, 5, 3))))
    assert state.now.buyers == (2, 3, 1)
    assert refused(state, 3, Choose(state.now.sale[0])) == "not_your_turn"
    tile = state.now.chest[8]
    state = done(state, (2, Choose(tile, 9)))
    assert state.doubloons == (9, 4, 9)
    assert state.now.won[1] == (tile,)
    assert state.now.chest[8] is None
    assert refused(state, 3, Choose(tile)) == "no_such_tile"


def test_16_who_finds_no_tile_pays_nothing():
    """One tile, two buyers: one of them is none."""
    eight = crew(2, **{f"p{place}": (int(place < 5), int(place > 4)) for place in range(1, 9)})
    state = done(plundered(opened(2, 1), eight), (TABLE, Fists((1, 2))))
    assert state.now.buyers == (2,)
    state = done(state, (2, Choose(state.now.sale[0])))
    assert state.stage is Stage.SHIPS
    assert state.doubloons == (3 + 2, 3 + 2 - 2)


def test_17_what_is_not_sold_floats_in_the_sea_until_the_next_auction():
    """Boats too."""
    state = done(plundered(opened(2, 1), crew(2)), (TABLE, Fists((0, 0))))
    state = fits(state)
    assert len(state.sea) == 9
    assert sum(tile in BOATS for tile in state.sea) == 3
    state = plundered(state, crew(2))
    assert len(state.now.sale) == 18


def test_a_tile_is_taken_where_it_was_chosen():
    """Of copies that are alike, the one in that place; without a place, from the sea first."""
    state = replace(opened(2, 1), sea=())
    state = with_stack(state, ["s", "s", "d1", "d2", "d3", "g1"])
    state = done(plundered(state, crew(2)), (TABLE, Fists((1, 2))))
    assert done(state, (2, Choose("s", 2))).now.chest[:2] == ("s", None)
    assert done(state, (2, Choose("s"))).now.chest[:2] == (None, "s")
    assert refused(state, 2, Choose("s", 3)) == "no_such_tile"
    floating = replace(state, sea=("s",), now=replace(state.now, sale=(*state.now.sale, "s")))
    assert done(floating, (2, Choose("s"))).sea == ()
    assert done(floating, (2, Choose("s", 1))).sea == ("s",)


# --- ships -------------------------------------------------------------------------------------------------------


def laying(before, won, seat=1):
    """A state in which a seat has this ship, has won these tiles, and is to lay."""
    state = done(plundered(opened(2, 1), crew(2)), (TABLE, Fists((0, 0))))
    fleet = (before, START) if seat == 1 else (START, before)
    return replace(state, ships=fleet, now=replace(state.now, won=(tuple(won), ())))


def test_18_boats_join_the_ship_in_any_order_and_never_leave_it():
    """Between bow and stern."""
    state = laying(ship("bow", "b07", "stern"), ["b01"])
    for parts in (("b07", "b01"), ("b01", "b07")):
        assert done(state, (1, Lay(ship("bow", *parts, "stern")))).now.laid[0] is not None
    assert refused(state, 1, Lay(ship("bow", "b01", "stern"))) == "wrong_boats"
    assert refused(state, 1, Lay(ship("stern", "b01", "b07", "bow"))) == "bow_and_stern"
    assert refused(state, 1, Lay(ship("bow", "b01", "b07"))) == "bow_and_stern"
    assert refused(state, 1, Lay(ship("bow", "b01", "b07", "stern", "b02"))) == "bow_and_stern"


@pytest.mark.parametrize(
    ("part", "rule"),
    [
        ("b01 s s s", None),
        ("b05 s s", None),
        ("b05 s s s", "too_many_sails"),
        ("b11 s s", "too_many_sails"),
        ("b18 s", "no_mast"),
        ("b18 d1 s", "no_mast"),
        ("b01 d1 s", "sail_and_deck"),
        ("b01 d1 d2", "no_space"),
        ("b01 p1 p2", "no_space"),
        ("b20 d1 p1 p2 q1", None),
        ("bow d1", "no_space"),
        ("bow s", "no_mast"),
        ("bow g1", None),
    ],
)
def test_19_rooms_take_their_kind_and_a_top_one_deck_or_sails(part, rule):
    """Three, two, one on one, two, three storeys; none on four."""
    assert ship(part)[0].fault == rule


def test_19_what_a_part_would_still_take():
    """With nothing moved."""
    laid = ship("bow", "b01 s", "b02 d1", "b18", "stern q1")
    found = {kind: ships.open_parts(laid, kind) for kind in "sdgpq"}
    assert found == {
        "s": ("b01",),
        "d": ("b18",),
        "g": ("bow", "b02", "b18"),
        "p": ("b01", "b18", "stern"),
        "q": ("b18",),
    }


def test_20_a_boat_of_the_auction_makes_room_for_loot_of_the_same_round():
    """Tiles won wait until all is laid."""
    state = laying(START, ["d1", "b01"])
    assert done(state, (1, Lay(ship("bow", "b01 d1", "stern")))).now.laid[0] is not None


def test_21_nothing_goes_overboard_that_would_fit_as_the_ship_then_lies():
    """A Deck may make way for a Sail, an old tile for a new one."""
    state = laying(ship("bow", "b01 d1", "stern q1"), ["s", "q2"])
    assert done(state, (1, Lay(ship("bow", "b01 s", "stern q2")))).now.laid[0] is not None
    assert done(state, (1, Lay(ship("bow", "b01 d1", "stern q1")))).now.laid[0] is not None
    assert refused(state, 1, Lay(ship("bow", "b01 s", "stern"))) == "still_fits"
    assert refused(state, 1, Lay(ship("bow", "b01", "stern q1"))) == "still_fits"
    assert refused(state, 1, Lay(ship("bow", "b01 s s", "stern q1"))) == "not_own_tile"


def test_22_what_goes_overboard_is_for_sale_from_the_next_round_on():
    """Not before; after the last round it is gone."""
    state = done(laying(ship("bow", "stern q1"), ["q2"]), (1, Lay(ship("bow", "stern q1"))), (2, Lay(START)))
    assert state.rounds[-1].thrown == (("q2",), ())
    assert "q2" in state.sea
    assert state.stage is Stage.CLOSED


def test_all_know_what_the_round_before_has_brought():
    """Of all rounds that are over the last one."""
    state = opened(2, 1)
    assert RULES.view(state, TABLE).last is None
    for crews in (crew(2, p1=(1, 0)), crew(2, p2=(0, 3)), crew(2)):
        state = fits(done(plundered(state, crews), (TABLE, Fists((0, 0)))))
        assert RULES.view(state, TABLE).last.crew == crews


def test_a_ship_is_laid_once_and_may_be_taken_back():
    """As long as nothing has come of it."""
    state = done(laying(START, []), (1, Lay(START)))
    assert refused(state, 1, Lay(START)) == "laid_already"
    assert RULES.undo(state, Lay(START)) is Undo.ALONE


# --- scoring -----------------------------------------------------------------------------------------------------


def points(*fleet, doubloons=None):
    return [score.points for score in scores(fleet, doubloons or (0,) * len(fleet)).values()]


def test_23_all_with_most_get_five_and_all_with_second_most_two():
    """A shared first place does not cost the second; nothing is no second."""
    one, two = ship("bow", "b01 s", "stern"), ship("bow", "b02 s s", "stern")
    assert [each.fastest for each in points(two, two, one, START)] == [5, 5, 2, 0]
    assert [each.richest for each in points(START, START, START, doubloons=(4, 2, 2))] == [5, 2, 2]
    assert [each.biggest for each in points(START, START)] == [0, 0]
    assert [each.biggest for each in points(ship("bow", "b18", "stern"), START)] == [5, 0]


def test_24_each_connection_counts_two_for_or_against():
    """Without Boats there is one."""
    assert [each.connections for each in points(START, ship("bow", "b11", "stern"))] == [2, 0]
    assert connections.connections(ship("bow", "b11", "b12", "stern")) == connections.Connections(3, 0)


def test_25_who_has_most_empty_spaces_loses_two_in_each_of_five():
    """All who have most; nobody where nobody has any; a Sail fills its deck space."""
    full, open_ = ship("bow g1", "b01 p1 s", "stern p1 q1"), ship("bow g1", "b01 p1", "stern p1")
    assert ships.empty(full) == {"d": 0, "g": 0, "p": 0, "q": 0}
    assert ships.empty(open_) == {"d": 1, "g": 0, "p": 0, "q": 1}
    assert [each.empty for each in points(full, open_)] == [0, -6]
    assert [each.empty for each in points(START, START)] == [-8, -8]


def test_26_sails_make_no_sets_and_each_tile_is_in_one():
    """Three and one and one are six, not five."""
    laid = ship("bow", "b03 s s s q1", "b06 q1", "b08 q1", "b10 q2", "stern q3")
    assert scores((laid, START), (0, 0))[1].sets == {"d": 0, "g": 0, "p": 0, "q": 6}


def test_27_most_points_win_and_a_tie_is_shared():
    """There is nothing to break it."""
    for doubloons, first in (((3, 3), (1, 2)), ((3, 2), (1,))):
        counted = scores((START, START), doubloons)
        assert outcome({seat: score.points.total for seat, score in counted.items()}).winners == first


def test_nothing_is_done_at_another_stage():
    """Nor after the end."""
    state = opened(2, 1)
    assert refused(state, 1, Put(1)) == "not_at_this_stage"
    assert refused(state, TABLE, Stop()) == "not_at_this_stage"
    assert refused(replace(state, stage=Stage.OVER), 1, Open()) == "game_over"
