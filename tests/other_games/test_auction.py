"""A game without a board: secrets, whole steps on own screens, sealed bids of several at once, two kinds of time."""

import pytest

from other_games.auction import Do
from other_games.tables import GameTable
from pearlboard.session import facts
from pearlboard.session.principal import EVERYBODY, OPERATOR
from pearlboard.session.state import Refused

pytestmark = pytest.mark.slow

CHANGE, OPEN, NOTHING = ({"kind": kind, "card": 0} for kind in ("change", "open", "bid"))


@pytest.fixture
def table():
    """Six people; all but the last have phones."""
    table = GameTable().set_up("auction", 6)
    table.phones = {seat: table.phone(seat) for seat in range(1, 6)}
    return table


@pytest.fixture
def bidding(table):
    """The first sale is open."""
    table.clock.step(3_000)
    assert table.wish("act", action=OPEN) is None
    return table


def bid(table, seat, card=None, **fields):
    """Seal a bid: what the seat has, unless another card is named."""
    card = table.state.hands[seat] if card is None else card
    who = table.phones.get(seat) or table.behind(seat)
    return table.wish("act", action={"kind": "bid", "card": card}, actor=seat, who=who, **fields)


def stage_of(table):
    """At which stage the page says that the game is."""
    return table.page()["stage"]


# --- what chance decides -------------------------------------------------------------------------------------------


def test_the_deal_is_a_fact_and_a_secret(table):
    """It follows the agreement, comes back from the store, and prints nothing."""
    agreed, dealt = (entry.fact for entry in table.log[:2])
    assert (agreed.agreement.deals, dealt.game, sorted(dealt.deal)) == (True, "auction", list(range(1, 13)))
    assert str(dealt.deal) not in repr(dealt)
    assert not any(str(table.state.deck[1:]) in str(part) for part in (table.state, table.session, table.log))


def test_another_game_is_dealt_anew(table):
    """By chance, as a fact of its own."""
    first = next(entry.fact.deal for entry in table.log if isinstance(entry.fact, facts.GameDealt))
    table.wish("abandon")
    assert table.wish("rematch") is None
    [*_, second] = [entry.fact.deal for entry in table.log if isinstance(entry.fact, facts.GameDealt)]
    assert first != second


# --- whole steps on the own screen ---------------------------------------------------------------------------------


def test_a_card_is_changed_on_the_own_screen(table):
    """The step is whole: nobody else sees which card it was."""
    mine = table.own(table.phones[2])
    assert (mine["game"], [act["name"] for act in mine["acts"]]) == (
        {"card": table.state.hands[2], "bid": None},
        ["change"],
    )
    last = table.state.deck[-1]
    assert table.wish("act", action=CHANGE, who=table.phones[2]) is None
    assert table.own(table.phones[2])["game"]["card"] == last
    assert table.own(table.phones[2])["acts"] == []
    assert table.wish("act", action=CHANGE, actor=2, who=table.phones[2]) == "not_now"


def test_a_page_does_not_act_for_a_seat_with_a_phone(table):
    """What is done on the own screen is done there."""
    assert table.wish("act", action=CHANGE, actor=2, who=EVERYBODY) == "on_the_phone"
    assert table.wish("act", action=CHANGE, actor=3, who=table.phones[2]) is not None
    assert not table.session.acts


def test_a_seat_without_a_phone_acts_behind_a_curtain(table):
    """Its things are shown to the page that asked, until they are handed back; all are told."""
    assert table.wish("private", seat=6) is None
    shown = table.stage.screen("en", OPERATOR)
    assert shown["curtain"] == table.page()["curtain"] == 6
    assert shown["you"]["game"]["card"] == table.state.hands[6]
    assert table.page()["you"] is None
    assert table.wish("act", **{key: shown["you"]["acts"][0][key] for key in ("action", "actor")}) is None
    assert table.session.acts[-1].actor == 6
    assert table.wish("hand_back") is None
    assert table.stage.screen("en", OPERATOR)["you"] is None


# --- several at once -----------------------------------------------------------------------------------------------


def test_all_seal_their_bids_in_any_order_and_the_last_one_opens_them(bidding):
    """The highest card takes the lot."""
    for seat in (4, 2, 6, 1, 5):
        assert bid(bidding, seat) is None
        assert bidding.page()["game"]["sealed"] == sorted(bidding.state.bids)
    worth, cards = bidding.state.deck[0], dict(bidding.state.hands)
    assert bid(bidding, 3) is None
    winner = max(cards, key=cards.get)
    assert bidding.page()["game"]["points"] == [worth * (seat == winner) for seat in range(1, 7)]
    assert stage_of(bidding) == "looking 2"


def test_what_another_has_done_does_not_make_mine_stale(bidding):
    """Two phones have looked at the same moment, and both seal; so does the very last, who looked before all others."""
    version = bidding.session.version
    for seat in range(1, 7):
        assert bid(bidding, seat, version=version) is None
    assert stage_of(bidding) == "looking 2"


def test_a_new_stage_makes_stale(bidding):
    """What was meant for the first sale is not for the second."""
    version = bidding.session.version
    bidding.clock.step(10_000)
    assert stage_of(bidding) == "looking 2"
    assert bidding.wish("act", action=CHANGE, who=bidding.phones[1], version=version) == "stale_version"
    assert bidding.wish("act", action=CHANGE, who=bidding.phones[1], version=bidding.session.version) is None


def test_seats_the_host_and_a_pause_make_nothing_stale(bidding):
    """They are no part of the game."""
    version = bidding.session.version
    bidding.phones[6] = bidding.phone(6)
    bidding.wish("free_seat", seat=5)
    bidding.wish("pause")
    bidding.wish("resume")
    assert bidding.session.version > version
    assert bid(bidding, 1, version=version) is None


def test_the_same_command_comes_twice(bidding):
    """It counts once, whatever else has happened."""
    for _ in range(2):
        bidding.ask("act", action=NOTHING, actor=6, who=bidding.behind(6), command_id="one")
        bidding.ask("pause", command_id="two").ask("resume", command_id="three")
    assert [act.actor for act in bidding.session.acts] == ["table", 6]


def test_an_own_bid_is_sealed_once(bidding):
    """Whoever has sealed is not to act any more."""
    assert bid(bidding, 1) is None
    assert bid(bidding, 1, card=0) is not None
    assert bid(bidding, 2, card=99) == "not_allowed"


# --- ways back -----------------------------------------------------------------------------------------------------


def test_a_sealed_bid_is_taken_back_alone_until_something_else_happens(bidding):
    """By its seat; later all must agree."""
    bid(bidding, 1)
    assert bidding.wish("take_back", who=bidding.phones[1]) is None
    assert not bidding.state.bids
    bid(bidding, 1)
    bid(bidding, 2)
    assert bidding.wish("take_back", who=bidding.phones[1]) is None
    assert bidding.page()["take_back"] is not None
    assert set(bidding.state.bids) == {1, 2}


def test_what_a_seat_has_learned_is_taken_back_only_if_all_agree(table):
    """Changing shows a card."""
    table.wish("act", action=CHANGE, who=table.phones[1])
    assert table.wish("take_back", who=table.phones[1]) is None
    assert table.page()["take_back"]["open"] == [2, 3, 4, 5, 6]
    for seat in (2, 3, 4, 5, 6):
        assert table.wish("agree_take_back", who=table.phones.get(seat, OPERATOR)) is None
    assert not table.session.acts


def test_after_the_bids_lie_open_nothing_is_taken_back(bidding):
    """Whether the last one has opened them, or time."""
    for seat in range(1, 7):
        bid(bidding, seat)
    assert bidding.wish("take_back") == "nothing_to_take_back"


def test_after_time_has_opened_the_bids_nothing_is_taken_back(bidding):
    """Time is nobody's act, and what it has shown is known all the same."""
    bid(bidding, 1)
    bidding.clock.step(10_000)
    assert stage_of(bidding) == "looking 2"
    assert bidding.wish("take_back") == "nothing_to_take_back"


# --- time ----------------------------------------------------------------------------------------------------------


def test_a_time_that_permits(table):
    """Before it has run out the sale cannot be opened, and nothing happens when it has but that it can."""
    table.clock.step(2_900)
    assert table.page()["timer"] == {
        "name": "looking 1",
        "ms": table.tabletop.timing.timer.left_at(table.clock()),
        "of": 3000,
        "ends": False,
        "runs": True,
    }
    assert (table.wish("act", action=OPEN), table.page()["acts"]) == ("not_allowed", [])
    table.clock.step(200)
    assert [act["name"] for act in table.page()["acts"]] == ["open"]
    assert (stage_of(table), table.page()["timer"]) == ("looking 1", None)
    assert isinstance(table.log[-1].fact, facts.TimeUp)
    assert table.wish("act", action=OPEN) is None


def test_a_time_that_ends(bidding):
    """Who has sealed nothing bids nothing."""
    bid(bidding, 1)
    bidding.clock.step(9_000)
    assert stage_of(bidding) == "bidding 1"
    bidding.clock.step(1_100)
    assert stage_of(bidding) == "looking 2"
    assert bidding.state.points[0] > 0
    assert sum(isinstance(entry.fact, facts.TimeUp) for entry in bidding.log) == 2


def test_the_same_name_runs_on(bidding):
    """A bid does not give the others more time."""
    for seat in (1, 2, 3):
        bidding.clock.step(3_000)
        bid(bidding, seat)
    bidding.clock.step(1_000)
    assert stage_of(bidding) == "looking 2"


def test_time_stands_still_during_a_pause(bidding):
    """And goes on with what was left."""
    bidding.clock.step(4_000)
    bidding.wish("pause")
    bidding.clock.step(60_000)
    assert stage_of(bidding) == "bidding 1"
    assert (bidding.page()["timer"]["ms"], bidding.page()["timer"]["runs"]) == (6_000, False)
    bidding.wish("resume")
    bidding.clock.step(5_900)
    assert stage_of(bidding) == "bidding 1"
    bidding.clock.step(100)
    assert stage_of(bidding) == "looking 2"


def test_time_begins_anew_after_a_restart(bidding):
    """Nobody knows how long the power was off."""
    bidding.clock.step(9_000)
    again = bidding.reboot()
    again.clock.step(9_000)
    assert stage_of(again) == "bidding 1"
    again.clock.step(1_000)
    assert stage_of(again) == "looking 2"


def test_somebody_does_something_in_the_very_moment_at_which_time_is_up(bidding):
    """The clock is late, and a page is first: time is up all the same."""
    bidding.tabletop._wake()
    bidding.clock.step(10_000)
    assert stage_of(bidding) == "bidding 1"
    bidding.wish("hint")
    bidding.wish("pause")
    bidding.wish("resume")
    bidding.clock.step(1)
    assert stage_of(bidding) == "looking 2"


# --- computers -----------------------------------------------------------------------------------------------------


def test_computers_seal_beside_people(table):
    """All of them, each told of its own."""
    table.wish("abandon")
    table.set_up("auction", 6, computers={2: "random", 4: "random"})
    table.phones = {}
    table.clock.step(30_000)
    assert table.wish("act", action=OPEN) is None
    table.clock.step(9_000)
    assert set(table.state.bids) == {2, 4}
    assert {question.knowledge.viewer for question in table.thinker.asked} == {2, 4}


def test_computers_alone_play_it_to_the_end(table):
    """Time runs out by itself."""
    table.wish("abandon")
    table.set_up("auction", 6, computers=dict.fromkeys(range(1, 7), "random"))
    table.clock.step(120_000)
    assert table.page()["phase"] == "over"
    assert set(table.session.outcome.places) == set(range(1, 7))


# --- no board ------------------------------------------------------------------------------------------------------


def test_what_lies_on_the_board_says_nothing(bidding):
    """Pieces, and a board that does not answer, stop nobody; rims show who may act."""
    bidding.do("c4 e2")
    assert (bidding.page()["pieces"], bidding.page()["lift"]) == ([], [])
    lit = bidding.lighting._scene.lights
    assert {mark.seat for mark in lit.values()} == set(range(1, 7))
    for seat in range(1, 6):
        bid(bidding, seat)
    assert {mark.seat for mark in bidding.lighting._scene.lights.values()} == {6}
    bidding.do("unplug")
    assert bid(bidding, 6) is None
    assert stage_of(bidding) == "looking 2"


@pytest.mark.parametrize(
    "action",
    [
        None,
        7,
        "bid",
        [],
        {},
        {"kind": "bid"},
        {"kind": "steal", "card": 1},
        {"kind": "bid", "card": True},
        {"kind": "bid", "card": "7"},
    ],
)
def test_what_is_no_action_is_refused_and_never_stored(bidding, action):
    """It is malformed, and nothing has happened."""
    before = list(bidding.log)
    assert bidding.wish("act", action=action, actor=1, who=bidding.phones[1]) == "malformed"
    assert bidding.log == before


def test_an_action_that_would_not_come_back_from_the_store_is_not_done(bidding, monkeypatch):
    """Its game is at fault; better it does not count than that the log cannot be read."""
    before, who = list(bidding.log), bidding.behind(6)
    for wrong in (None, {"kind": "bid"}, object()):
        monkeypatch.setattr("other_games.auction.AuctionRules.encode", lambda _self, _action, told=wrong: told)
        with pytest.raises(Refused, match="cannot_be_stored"):
            bidding.ask("act", action={"kind": "bid", "card": 0}, actor=6, who=who)
    assert bidding.log == before
    assert bidding.session.acts[-1].action == Do("open")


def test_a_clock_runs_for_all_who_are_to_act_and_begins_anew_with_the_next_stage():
    """Whoever of several has acted leaves the rest of the time to the others."""
    table = GameTable().set_up("auction", 6, clock=1)
    table.phones = {}
    table.clock.step(3_000)
    assert table.page()["clock"] is None
    assert table.wish("act", action=OPEN) is None
    table.clock.step(4_000)
    assert bid(table, 1) is None
    table.clock.step(4_000)
    assert (table.page()["clock"]["seats"], table.page()["clock"]["used"]) == ([2, 3, 4, 5, 6], 8_000)
    table.clock.step(2_000)
    assert table.page()["clock"] is None
