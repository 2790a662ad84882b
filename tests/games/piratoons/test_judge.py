"""Thinking over a finished game of Piratoons: chances that add up, the same for everybody; what is clearly better."""

from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from games.piratoons.test_again import BOARD, SCREEN
from pearlboard.computers.analysis import Analysis, moments
from pearlboard.computers.bot_client import BotReply
from pearlboard.games.api import TABLE
from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.piratoons.rules.actions import Bid, Choose, Lay, Put
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Phase, Session
from support.lengths import at_length
from support.piratoons_games import RULES, another_world, contest, opened, played, ship

JUDGE = PACKAGE.reviewing.judge()
STATES = [state for seed in range(2) for state in played(opened(2 + seed, seed, plunder="screen"), Random(seed))]


def outlook(state, viewer=TABLE, simulations=200):
    return JUDGE.outlook(RULES.view(state, viewer), 1, simulations)


@pytest.mark.parametrize("state", STATES[:: len(STATES) // 12])
def test_chances_add_up_and_are_the_same_whoever_looks(state):
    """To one victory; also where bids are sealed and stacks lie otherwise."""
    told = outlook(state)
    assert sum(each.result for each in told.chances.values()) == pytest.approx(1)
    for seat in state.setup.seats:
        assert outlook(state, seat) == told
    assert outlook(another_world(state, TABLE, Random(1))) == told


def test_pieces_turn_nothing_before_the_stop():
    """What a plunder brings is seen behind it, and so belongs to it in a curve."""
    opened_ = next(state for state in STATES if state.stage is Stage.PLUNDER)
    laid = next(state for state in STATES if state.stage is Stage.PLUNDER and any(map(any, state.now.put)))
    assert outlook(opened_) == outlook(laid)
    looted = next(state for state in STATES if state.stage is Stage.BIDS)
    assert outlook(laid) != outlook(looted)


def test_at_the_end_the_outlook_is_the_result():
    """With the points that were counted."""
    end = STATES[-1]
    result = RULES.outcome(end)
    told = outlook(end).chances
    assert {seat for seat, each in told.items() if each.result > 0} == set(result.winners)
    assert {seat: each.points for seat, each in told.items()} == dict(result.points)


@pytest.mark.slow
def test_what_is_expected_of_games_of_computers_is_what_comes_on_the_average():
    """At the beginning nobody is ahead; half-way through whoever is expected to win does so more often than not."""
    bots = [PACKAGE.players()["sensible"].bot] * 3
    first, points, right = outlook(opened(3, 1)).chances, [], []
    assert all(each.result == pytest.approx(1 / 3, abs=0.1) for each in first.values())
    for seed in range(at_length(40, 15)):
        end = contest(bots, seed)
        over = end.rounds[4]
        middle = replace(
            opened(3, seed), played=5, doubloons=over.doubloons, ships=over.ships, sea=over.sea, stage=Stage.CLOSED
        )
        told, result = outlook(middle).chances, RULES.outcome(end)
        points += [told[seat].points - result.points[seat] for seat in (1, 2, 3)]
        right.append(max(told, key=lambda seat, told=told: told[seat].result) in result.winners)
    assert abs(mean(points)) < 5
    assert mean(right) > 0.55


def selling(*doubloons, sale=("d1", "d2"), own=("bow", "b01 d1 p1", "stern")):
    """The last auction: seat 1 has a ship that can use another Deck."""
    state = next(state for state in STATES if state.stage is Stage.BIDS and state.setup.players == 2)
    now = replace(state.now, sale=sale, chest=(*sale, *(None,) * 7), won=((), ()), bids=(None, None))
    return replace(state, played=7, ships=(ship(*own), ship("bow", "stern")), doubloons=doubloons, sea=(), now=now)


def test_the_tile_that_makes_a_set_is_better_than_another():
    """The quarter that makes three alike is worth more than one that lies there alone."""
    state = selling(5, 0, sale=("q1", "p2"), own=("bow", "b06", "b08 q1", "stern p1 q1"))
    state = replace(state, stage=Stage.CHOICE, now=replace(state.now, bids=(2, 0), buyers=(1,)))
    view = RULES.view(state, 1)
    weighed = JUDGE.weigh(view, [Choose("p2", 2), Choose("q1", 1)], 1, 100)
    points = {candidate.action.tile: candidate.points for candidate in weighed.candidates}
    assert points["q1"] == points["p2"] + 3 + 2  # three alike for a pair, and no empty quarter
    assert weighed == JUDGE.weigh(view, [Choose("p2", 2), Choose("q1", 1)], 1, 100)


def test_a_bid_for_what_nobody_else_can_pay_is_better_than_none_and_than_all():
    """One doubloon is enough, and the richest keeps the title."""
    state = selling(5, 0, sale=("q1",), own=("bow", "b06", "b08 q1", "stern p1 q1"))
    weighed = JUDGE.weigh(RULES.view(state, 1), [Bid(0), Bid(1), Bid(5)], 1, 200)
    points = {candidate.action.doubloons: candidate.points for candidate in weighed.candidates}
    assert points[1] > points[0]
    assert points[1] > points[5]


def test_in_the_last_round_the_very_ship_counts():
    """One whose connections fit is better than one whose connections do not."""
    state = selling(1, 1, sale=(), own=("bow", "stern"))
    state = replace(
        state, stage=Stage.SHIPS, now=replace(state.now, sale=(), bids=(), won=(("b05", "b07"), ()), laid=(None, None))
    )
    good, bad = ship("bow", "b05", "b07", "stern"), ship("bow", "b07", "b05", "stern")
    weighed = JUDGE.weigh(RULES.view(state, 1), [Lay(bad), Lay(good)], 1, 10)
    assert (weighed.action, weighed.candidates[0].points - weighed.candidates[1].points) == (Lay(good), 8.0)


def test_pieces_of_the_rush_are_not_weighed():
    """Nobody has the time; nothing is compared."""
    state = next(state for state in STATES if state.stage is Stage.PLUNDER)
    assert JUDGE.weigh(RULES.view(state, 1), [Put(1), Put(2)], 1, 10).candidates == ()


def test_what_is_better_is_thought_with_what_the_seat_knew():
    """Other sealed bids and other stacks make no other answer."""
    state = next(state for state in STATES if state.stage is Stage.BIDS)
    other = another_world(state, 1, Random(3))
    bids = [Bid(0), Bid(1)]
    assert JUDGE.weigh(RULES.view(state, 1), bids, 5, 50) == JUDGE.weigh(RULES.view(other, 1), bids, 5, 50)


# --- a whole game ------------------------------------------------------------------------------------------------


class Waiting:
    """Keeps what it is asked until it is to think, with few simulations."""

    def __init__(self):
        self.asked = []

    def ask(self, question, answered):
        self.asked.append((question, answered))

    def think(self):
        while self.asked:
            question, answered = self.asked.pop(0)
            answered(thought(question))


def thought(question):
    if question.name is not None:
        bot = PACKAGE.players()[question.name].bot
        return BotReply(thought=bot.think(question.knowledge, question.seed))
    if question.actions:
        return BotReply(thought=JUDGE.weigh(question.knowledge, question.actions, question.seed, 20))
    return BotReply(outlook=JUDGE.outlook(question.knowledge, question.seed, 20))


def finished(course):
    """A session that is over."""
    names = ("Anna", "Ben", "Cleo", "Dora")[: course.setup.players]
    agreement = Agreement("piratoons", names, course.setup, 1)
    return Session(
        version=999,
        number=7,
        phase=Phase.OVER,
        agreement=agreement,
        start=course.start,
        state=course.end,
        acts=course.acts,
        outcome=RULES.outcome(course.end),
    )


@pytest.mark.slow
@pytest.mark.parametrize("course", [SCREEN, BOARD])
def test_a_game_is_thought_over_from_round_to_round(course):
    """The plunders as a whole, seen by all; what seats decided, seen by them; the curve ends with the result."""
    session = finished(course)
    found = list(moments(session))
    assert [moment.turn for moment in found if moment.seat is None] == list(range(1, 9))
    assert all(moment.then.viewer == (TABLE if moment.seat is None else moment.seat) for moment in found)
    thinker = Waiting()
    analysis = Analysis(session, thinker)
    thinker.think()
    assert analysis.done
    assert analysis.failed is None
    assert len(analysis.curve) == len(found) + 1
    assert all(verdict.better is None for moment, verdict in analysis.thought if moment.seat is None)
    assert analysis.curve[-1].chances == analysis.end
