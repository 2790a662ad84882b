"""What happens beside the rules: pieces that leave a tile, seats that do not answer, closed hands, practice."""

from dataclasses import replace

import pytest

from other_games.tables import GameTable
from pearlboard.games.piratoons.board.places import bar
from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.piratoons.rules.actions import Fists
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.session.principal import EVERYBODY
from support.piratoons_games import opened

pytestmark = pytest.mark.slow

SAND = 15_000
MINUTE = 60_000


@pytest.fixture
def table():
    """A game of three, before the first chest is opened."""
    return GameTable().set_up("piratoons", 3)


@pytest.fixture
def rush(table):
    """The chest is open, and the sand runs."""
    assert table.wish("act", action=["open"], actor=1) is None
    return table


def act(table, actor, *action, who=None):
    refused = table.wish("act", action=list(action), actor=actor, **({} if who is None else {"who": who}))
    assert refused is None, (actor, action, refused)


def stopped(table):
    """The sand is out, and somebody has said stop."""
    table.do(f"wait {SAND}")
    act(table, "table", "stop", [])
    table.do("wait 600")
    return table


def bidding(table):
    """Nobody is on any tile; all nine are for sale."""
    act(stopped(table), "table", *PACKAGE.rules.encode(PACKAGE.rules.go_on(PACKAGE.rules.view(table.state, "table"))))
    assert table.page()["stage"] == "bids 1"
    return table


def incidents(table):
    return [(each["place"], each["seat"]) for each in table.page()["game"]["incidents"]]


def bar_of(table, place):
    """What the bar of a tile shines."""
    lights = table.lighting._scene.lights
    return {lights[edge].role for edge in bar(place) if edge in lights}


# --- pieces that leave a tile --------------------------------------------------------------------------------------


def test_a_piece_that_leaves_a_tile_is_shown_and_heard_and_judged_by_nobody(rush):
    """Its bar flickers for two seconds; it stays noted, and play goes on."""
    rush.do("a1 b1 wait 300 -b1")
    assert incidents(rush) == [(1, 2)]
    assert bar_of(rush, 1) == {"piratoons_knocked"}
    assert rush.lighting.cue[1] == "piratoons_clatter"
    rush.do("wait 2100")
    assert bar_of(rush, 1) == {"piratoons_berth"}
    assert incidents(rush) == [(1, 2)]
    assert not rush.state.now.out


def test_a_piece_that_is_put_back_was_lifted_all_the_same(rush):
    """People say what it was, once and for all pages."""
    rush.do("a1 wait 300 -a1 wait 300 a1 wait 300")
    [incident] = rush.page()["game"]["incidents"]
    assert rush.wish("overlook", number=incident["number"], who=EVERYBODY) is None
    assert incidents(rush) == []
    assert rush.wish("overlook", number=incident["number"]) is None


def test_what_has_happened_stays_until_the_count_is_agreed_on(rush):
    """In the count a piece that goes is missing, which is something else; the next chest begins with nothing noted."""
    stopped(rush.do("a1 b1 wait 300 -a1 wait 300 a1 wait 300"))
    assert incidents(rush) == [(1, 1)]
    rush.do("-b1 wait 300")
    assert incidents(rush) == [(1, 1)]
    assert rush.page()["put"] == ["b1"]


def test_what_has_happened_dies_with_the_board_and_with_the_program(rush):
    """It was never a fact."""
    rush.do("a1 wait 300 -a1 unplug")
    assert incidents(rush) == []
    rush.do("plug wait 300 a1 wait 300 -a1 wait 300")
    assert incidents(rush) == [(1, 1)]
    assert incidents(rush.reboot().do("wait 300")) == []


def test_pieces_of_nobody_and_in_the_sea_are_no_incident(rush):
    """Three play: the fourth pocket and the last berth are nobody's."""
    rush.do("d1 e5 wait 300 -d1 -e5 wait 300")
    assert incidents(rush) == []


def test_people_say_who_is_out_and_what_is_spoiled(rush):
    """Before the stop or after it, and it can be said again otherwise."""
    act(rush, "table", *("out", 2, True))
    act(rush, "table", "spoil", 1, 2)
    stopped(rush.do("a1 b1"))
    act(rush, "table", *("out", 2, False))
    act(rush, "table", *("out", 3, True))
    act(rush, 1, "count", [1, *[0] * 8], 2)
    act(rush, 2, "count", [3, *[0] * 8], 0)
    act(rush, "table", *PACKAGE.rules.encode(PACKAGE.rules.go_on(PACKAGE.rules.view(rush.state, "table"))))
    assert (rush.state.now.out, rush.state.now.pay) == (frozenset({3}), (3, 3, 0))


# --- seats that do not answer --------------------------------------------------------------------------------------


def test_after_a_fair_time_all_may_go_on_without_a_count(rush):
    """A minute after the last answer; then everybody is told, and a piece on each tile is counted."""
    stopped(rush.do("a1 b1 b2 f1"))
    act(rush, 1, "count", [2, *[0] * 8], 0)
    rush.do(f"wait {MINUTE - 1000}")
    assert rush.wish("act", action=["proceed"], actor="table") == "wait_a_little"
    assert "Still waiting" not in rush.page()["sentence"]
    rush.do("wait 2000")
    assert rush.page()["sentence"].startswith("Still waiting for Ben.")
    assert [each["name"] for each in rush.page()["acts"]] == ["proceed"]
    act(rush, "table", "proceed")
    assert [row[:2] for row in rush.state.now.crew[:3]] == [(2, 1), (0, 1), (0, 1)]


def test_whoever_answers_late_is_still_heard(rush):
    """The way without an answer is an offer; with the last answer it is gone."""
    stopped(rush.do("a1"))
    rush.do(f"wait {MINUTE + 1000}")
    act(rush, 1, "count", [4, *[0] * 8], 0)
    assert [each["name"] for each in rush.page()["acts"]] == ["plundered"]
    assert rush.wish("act", action=["proceed"], actor="table") == "not_at_this_stage"


def test_a_seat_that_never_bids_bids_nothing(rush):
    """Sealed bids stay as they are."""
    bidding(rush)
    act(rush, 2, "bid", 3)
    rush.do(f"wait {MINUTE + 1000}")
    act(rush, "table", "proceed")
    assert (rush.state.now.bids, rush.state.now.buyers) == ((0, 3, 0), (2,))


def test_a_seat_that_never_lays_its_ship_gets_the_one_that_is_offered(rush):
    """After two minutes, since ships take longer; the round is over then."""
    bidding(rush)
    for seat in (1, 2, 3):
        act(rush, seat, "bid", 0)
    assert rush.page()["stage"] == "ships 1"
    rush.do(f"wait {MINUTE + 1000}")
    assert rush.wish("act", action=["proceed"], actor="table") == "not_your_turn"
    rush.do(f"wait {MINUTE}")
    act(rush, "table", "proceed")
    assert rush.page()["stage"] == "closed 2"


def test_a_fair_time_is_no_clock_on_the_pages(rush):
    """Nobody is pressed; the sand, which all must see, is shown."""
    assert rush.page()["timer"]["name"] == "sand 1"
    bidding(rush)
    assert rush.tabletop.now.game.timer is not None
    assert rush.page()["timer"] is None


# --- closed hands --------------------------------------------------------------------------------------------------


def test_hands_are_closed_then_opened_in_light(rush):
    """Three edges of the sand, two, one; then what they held is said. From the first on no bid is changed."""
    bidding(rush)
    phone = rush.phone(1)
    act(rush, 1, "bid", 2, who=phone)
    act(rush, "table", "close")
    assert rush.wish("note", action=["rebid", 5], who=phone) == "hands_closed"
    assert rush.wish("act", action=["bid", 1], actor=2) == "not_your_turn"
    assert rush.lighting.cue[1] == "piratoons_hands"
    left = []
    for _ in range(3):
        rush.lighting._step()
        left.append(sum(mark.role == "piratoons_sand" for mark in rush.lighting._scene.lights.values()))
        rush.do("wait 1000")
    assert left == [3, 2, 1]
    assert rush.page()["game"]["auction"]["opened"] is True
    act(rush, "table", "fists", [None, 3, 0])
    assert rush.state.now.bids == (2, 3, 0)


def test_closed_hands_survive_a_restart(rush):
    """They are facts; the three seconds begin anew."""
    bidding(rush)
    act(rush, "table", "close")
    again = rush.do("wait 1500").reboot().do("wait 2500")
    assert again.page()["game"]["auction"] | {"closed": True, "opened": False} == again.page()["game"]["auction"]
    assert again.do("wait 1000").page()["game"]["auction"]["opened"] is True


# --- practice ------------------------------------------------------------------------------------------------------


def test_a_practice_plunder_shows_who_would_have_won_and_changes_nothing(table):
    """No tile is drawn, nobody is paid; then the captain opens the chest."""
    stacks = table.state.stacks
    act(table, 1, "practise")
    assert table.page()["stage"] == "plunder 0"
    stopped(table.do("a1 b2"))
    for seat, crew in ((1, [2, *[0] * 8]), (2, [0, 0, 1, *[0] * 6])):
        act(table, seat, "count", crew, 0)
    table.do("press end_turn wait 600")
    assert table.page()["stage"] == "closed 1"
    assert [each["winner"] for each in table.page()["game"]["chest"][:3]] == [1, None, 2]
    assert (table.state.doubloons, table.state.stacks) == ((3, 3, 3), stacks)
    assert table.wish("act", action=["open"], actor=1) == "board_not_clear"
    table.do("-a1 -b2 wait 300")
    assert bar_of(table, 1) == {"piratoons_taken"}
    act(table, 1, "open")
    assert table.page()["stage"] == "plunder 1"
    assert table.page()["game"]["practice"] is False


def test_practice_is_the_captains_before_the_first_round_and_as_often_as_one_likes(table):
    """Nobody else begins it, and not in the second round."""
    assert table.wish("act", action=["practise"], actor=2) == "not_your_turn"
    for _ in range(2):
        act(table, 1, "practise")
        stopped(table).do("press end_turn wait 600")
        assert table.state.stage is Stage.CLOSED
    act(table, 1, "open")
    bidding(table)
    for seat in (1, 2, 3):
        act(table, seat, "bid", 0)
    table.do(f"wait {2 * MINUTE + 1000}")
    act(table, "table", "proceed")
    assert table.wish("act", action=["practise"], actor=2) == "practised_before_the_first"


@pytest.mark.parametrize("level", PACKAGE.levels)
def test_computers_sit_through_practice_at_a_page(level):
    """There is nothing to win for them, and nothing breaks; whoever practises alone is told so, before and after."""
    table = GameTable().set_up("piratoons", 2, {2: level}, options={"plunder": "screen"})
    act(table, 1, "practise")
    assert "nobody but you places" in table.page()["sentence"]
    stopped(table)
    assert "without rivals" in table.page()["sentence"]
    assert table.state.stage is Stage.CLOSED
    assert table.complaints == []


# --- a board that fails with all hands in it --------------------------------------------------------------


def test_a_board_that_is_lost_in_mid_plunder_loses_nothing(rush):
    """The sand runs on; stop is refused as long as nobody knows what lies there, and then counts what does."""
    rush.do("a1 b1 wait 5000 unplug wait 12000")
    assert rush.wish("act", action=["stop", []], actor="table") == "board_unknown"
    assert rush.page()["stage"] == "plunder 1"
    rush.do("plug wait 1000")
    act(rush, "table", "stop", [])
    rush.do("wait 600")
    assert sorted(rush.state.now.seen) == [(1, 1), (1, 2)]


def test_after_a_power_cut_in_mid_plunder_the_sand_begins_anew_and_nothing_is_invented(rush):
    """Fifteen seconds are the least; the pieces still lie there, and are no facts."""
    again = rush.do("a1 b2 wait 9000").reboot()
    assert [(each["site"]) for each in again.page()["pieces"]] == ["a1", "b2"]
    again.do("wait 14000")
    assert again.wish("act", action=["stop", []], actor="table") == "too_early"
    again.do("wait 1500")
    act(again, "table", "stop", [])
    again.do("wait 600")
    assert sorted(again.state.now.seen) == [(1, 1), (3, 2)]


def test_phones_say_what_all_may_say(rush):
    """Stop, who is out, what it was with a lifted piece, and how it was; but nobody says another's bid."""
    phone, other = rush.phone(1), rush.phone(2)
    rush.do("a1 wait 300 -a1 wait 300")
    [incident] = rush.page()["game"]["incidents"]
    act(rush, "table", "spoil", 1, 1, who=other)
    assert rush.wish("overlook", number=incident["number"], who=other) is None
    rush.do(f"wait {SAND}")
    act(rush, "table", "stop", [], who=phone)
    rush.do("wait 600")
    [plundered] = [each for each in rush.own(phone)["acts"] if each["name"] == "plundered"]
    act(rush, "table", *plundered["action"], who=other)
    assert rush.state.now.pay == (5, 6, 6)
    assert rush.wish("act", action=["bid", 1], actor=2, who=phone) == "not_now"


# --- what came of it -----------------------------------------------------------------------------------------------


def test_who_plays_alone_is_never_asked_to_go_on_without_themselves():
    """The computer has bid long ago; the sentence still says what to do, and no button comes."""
    table = GameTable().set_up("piratoons", 2, {2: "easy"})
    act(table, 1, "open")
    bidding(table)
    table.do(f"wait {3 * MINUTE}")
    page = table.page()
    assert page["game"]["auction"]["sealed"] == [2]
    assert [each["name"] for each in page["acts"]] == []
    assert page["sentence"] == "Bid in secret for a tile; 0 buys nothing."


def test_what_a_stop_and_the_bids_bring_stands_in_the_list_of_moves(rush):
    """Pay, loot, bids, those that cancel, and the price of a tile: for all to read, and of no seat's."""
    bidding(rush)
    act(rush, "table", "fists", [2, 2, 1])
    tile = rush.page()["game"]["chest"][0]["tile"]
    act(rush, 3, "choose", tile, 1)
    came = [each["text"] for each in rush.page()["log"] if each["seat"] is None]
    assert [any("gets: 6 doubloons" in text for text in came[:3]), len(came)] == [True, 6]
    assert came[3:5] == ["The bids are revealed: Anna: 2, Ben: 2 and Cleo: 1.", "Equal bids, returned: Anna and Ben."]
    assert "for 1 doubloon" in next(each["text"] for each in rush.page()["log"] if each["seat"] == 3)


@pytest.mark.parametrize("sand", [0, 15])
@pytest.mark.parametrize("explain", [False, True])
def test_after_the_auction_no_old_steps_of_computers_stand_before_its_result(sand, explain):
    """Pieces lie where they were placed, bids and sales are listed: of these a sale alone is told, with its reason."""
    easy = {2: "easy", 3: "easy"}
    table = GameTable().set_up("piratoons", 3, easy, explain=explain, options={"plunder": "screen", "sand": sand})
    act(table, 1, "open")
    places, steps, came = iter((1, 1, 2, 2, 3, 3)), set(), set()
    while (page := table.do("wait 3000").page())["stage"] in ("plunder 1", "bids 1", "choice 1", "ships 1"):
        steps |= set(page["told"] if page["stage"] != "plunder 1" else ())
        came |= set(page["game"]["came"])
        if "stop" in [each["name"] for each in page["acts"]]:
            act(table, "table", "stop", [])
        elif page["stage"] == "plunder 1" and page["game"]["turn"] == 1:
            act(table, 1, "put", place) if (place := next(places, 0)) else act(table, 1, "hold")
        elif page["stage"] == "bids 1" and page["game"]["auction"]["sealed"] == [2, 3]:
            act(table, "table", "fists", [0, None, None])
        elif page["stage"] == "ships 1" and page["game"]["ships"][0]["offered"]:
            act(table, 1, "lay", page["game"]["ships"][0]["offered"])
    steps = {told for told in steps if "has built the ship" not in told}
    assert bool(steps) == explain
    assert steps == {told for told in steps if any(told.startswith(f"{each} ") for each in came)}


def test_of_practice_nothing_came(table):
    """Nothing counts, so nothing is told of pay."""
    act(table, 1, "practise")
    table.do(f"wait {SAND}")
    act(table, "table", "stop", [])
    table.do("wait 600")
    assert [each for each in table.page()["log"] if each["seat"] is None] == []


def test_where_nobody_has_a_doubloon_a_drawn_board_opens_empty_hands():
    """There is nothing to bid; where somebody has one, people bid."""
    by_itself, poor = PACKAGE.drawn.by_itself, opened(2, 1)
    poor = replace(poor, stage=Stage.BIDS, doubloons=(0, 0), now=replace(poor.now, bids=(None, 0)))
    view = PACKAGE.rules.view(poor, "table")
    assert by_itself(view) == Fists((0, None))
    assert by_itself(replace(view, doubloons=(0, 1))) is None
    assert by_itself(replace(view, stage=Stage.CHOICE)) is None
