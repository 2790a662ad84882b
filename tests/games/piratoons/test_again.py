"""A finished game of Piratoons, shown again: round by round, with what the log knows; its picture; what was bought."""

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from pearlboard.games import piratoons
from pearlboard.games.api import TABLE, Act, Course
from pearlboard.games.drawing import PALETTE
from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.piratoons.rules import ships
from pearlboard.games.piratoons.rules.actions import Bid, Fists, Put, Rebid, Stop
from pearlboard.games.piratoons.rules.plunder import cancelled
from pearlboard.games.piratoons.rules.scoring import scores
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.shown import bought, picture, replay, signs
from support.piratoons_games import RULES, following, opened

pytestmark = pytest.mark.slow

SHOWN = PACKAGE.shown


def course(players=3, seed=1, *, hands=False, **form):
    """A whole game by chance; `hands`: all bid at one page, and open their hands together."""
    rng, acts = Random(seed), []
    state = start = opened(players, seed, **form)
    while not state.over:
        actor, action = following(state, rng)
        if actor is None:
            state = PACKAGE.timed.time_up(state, action)
            continue
        if hands and state.stage is Stage.BIDS:
            actor, action = TABLE, Fists(tuple(rng.randint(0, most) for most in state.doubloons))
        acts.append(Act(len(acts), actor, action, state))
        state = RULES.apply(state, actor, action)
    return Course(start.setup, start, tuple(acts), state)


SCREEN, BOARD = course(plunder="screen"), course(seed=2)
HANDS = course(hands=True, plunder="screen")


def moments(played):
    """Each frame with how things stand in it: a frame tells what is different from the one before."""
    now, found = {}, []
    for frame in PACKAGE.frames(played):
        now = now | frame.shown["now"]
        found.append((frame, now))
    return found


@pytest.mark.parametrize("played", [SCREEN, BOARD])
def test_everything_that_was_done_has_a_frame_and_so_has_what_came_of_it(played):
    """Each action of a seat in order; a loot and an end for each of the eight rounds; the six counts; the result."""
    frames = list(PACKAGE.frames(played))
    assert [frame.seat for frame in frames if frame.seat] == [act.actor for act in played.acts if act.actor != TABLE]
    kinds = [frame.kind for frame in frames]
    assert (kinds[0], kinds[-1]) == ("start", "result")
    assert [kinds.count(kind) for kind in ("loot", "round", "count")] == [8, 8, 6]
    turns = [frame.turn for frame in frames if frame.turn is not None]
    assert turns == sorted(turns)
    assert set(turns) == set(range(1, 9))


@pytest.mark.parametrize("played", [SCREEN, BOARD])
def test_the_chest_is_shown_as_it_was_to_the_end_of_the_round(played):
    """All nine tiles with their crews, ties and winners; what is taken is known to be gone."""
    for number, over in enumerate(played.end.rounds, 1):
        [loot] = [now for frame, now in moments(played) if frame.kind == "loot" and frame.turn == number]
        assert [tuple(place["crew"]) for place in loot["chest"]] == list(over.crew)
        assert [place["winner"] for place in loot["chest"]] == list(over.loot)
        assert [place["lies"] for place in loot["chest"]] == [winner is None for winner in over.loot]
        assert [tuple(place["level"]) for place in loot["chest"]] == [cancelled(row, over.out) for row in over.crew]
        assert None not in [place["tile"] for place in loot["chest"]]


def test_a_piece_is_shown_where_it_was_tapped_and_in_its_order():
    """One more on that tile than before, for that seat alone; and whether the sand was out by then."""
    puts = [act for act in SCREEN.acts if isinstance(act.action, Put)]
    shown = [pair for pair in pairwise(moments(SCREEN)) if pair[1][1]["place"] is not None]
    assert len(shown) == len(puts)
    for act, ((_, before), (frame, now)) in zip(puts, shown, strict=True):
        at, seat = act.action.place - 1, act.actor
        assert now["place"] == act.action.place
        assert now["chest"][at]["crew"][seat - 1] == before["chest"][at]["crew"][seat - 1] + 1
        assert now["sand"] is act.before.now.sand_out
        assert ("piratoons_again_sand" in [said.name for said in frame.said]) is act.before.now.sand_out


@pytest.mark.parametrize("played", [SCREEN, BOARD, HANDS])
def test_what_is_thought_over_has_its_own_frame(played):
    """Eight plunders as a whole; every bid, choice and ship, and hands that are opened together; no single piece."""
    frames, stops = list(PACKAGE.frames(played)), PACKAGE.finished.weighed(played)
    assert list(stops.values()) == sorted(stops.values())
    assert [played.acts[at].actor for at, frame in stops.items() if frames[frame].kind == "loot"] == [TABLE] * 8
    together = ("loot", "fists")
    assert {frame for frame in stops.values() if frames[frame].kind in together} == {
        number for number, frame in enumerate(frames) if frame.kind in together
    }
    for at, frame in stops.items():
        if frames[frame].kind not in together:
            assert frames[frame].seat == played.acts[at].actor
            assert not isinstance(played.acts[at].action, Put)


def test_of_pieces_on_the_board_only_who_was_where_is_shown_until_they_are_counted():
    """At the stop no number is known; nobody's stock is, before all is agreed."""
    rng = Random(5)
    state = PACKAGE.timed.time_up(
        RULES.apply(opened(2, 3), 1, RULES.sample(RULES.view(opened(2, 3), 1), rng)), "sand 1"
    )
    acts = [Act(1, TABLE, Stop(((1, 1), (1, 2), (4, 2))), state)]
    end = RULES.apply(state, TABLE, acts[0].action)
    assert end.stage is Stage.COUNT
    telling = replay._Telling(Course(end.setup, state, tuple(acts), end), state.now.chest)
    [frame] = telling.of_act(acts[0], end)
    now = frame.shown["now"]
    assert frame.kind == "stop"
    assert [place["seen"] for place in now["chest"]][:4] == [[1, 2], [], [], [2]]
    assert not any(any(place["crew"]) for place in now["chest"])
    assert now["stock"] == [None, None]


def test_a_bid_that_was_replaced_was_never_made():
    """The replay tells the one that was opened."""
    rng = Random(1)
    state = opened(2, 8, plunder="screen")
    acts = []
    while state.stage is not Stage.BIDS or not any(state.doubloons):
        actor, action = following(state, rng)
        acts.append((actor, action))
        state = PACKAGE.timed.time_up(state, action) if actor is None else RULES.apply(state, actor, action)
    first = Act(len(acts), 1, Bid(0), state)
    state = RULES.apply(RULES.apply(state, 1, Bid(0)), 1, Rebid(1))
    while not state.over:
        actor, action = following(state, rng)
        state = PACKAGE.timed.time_up(state, action) if actor is None else RULES.apply(state, actor, action)
    told = replay._Telling(Course(state.setup, first.before, (first,), state))._said(first, state)
    assert (told.name, dict(told.parameters)["count"]) == ("piratoons_again_bid", 1)


@pytest.mark.parametrize("played", [SCREEN, BOARD])
def test_the_count_adds_up_to_the_points(played):
    """Six lines for each seat come to the total."""
    counts = [frame for frame in PACKAGE.frames(played) if frame.kind == "count"]
    totals = dict.fromkeys(played.setup.seats, 0)
    for frame in counts:
        for line in frame.said[1:]:
            told = dict(line.parameters)
            totals[told["seat"]] += told["count"]
    assert totals == dict(RULES.outcome(played.end).points)


@pytest.mark.parametrize("played", [SCREEN, BOARD, course(4, 9, plunder="screen")])
def test_every_doubloon_and_every_piece_is_accounted_for(played):
    """What came in less what went out is what is left; pieces won, lost and kept are all there were."""
    for seat, told in zip(played.setup.seats, bought.document(played), strict=True):
        purse, pieces = told["doubloons"], told["pieces"]
        assert purse["start"] + purse["paid"] - purse["given_back"] - purse["spent"] == purse["left"]
        assert purse["left"] == played.end.doubloons[seat - 1]
        assert min(purse.values()) >= 0 or purse["points"] < 0
        assert pieces["won"] + pieces["lost"] + pieces["kept"] == 6 * 8
        kept = sorted(gain["tile"] for gain in told["tiles"] if gain["kept"])
        assert kept == sorted(ships.tiles(played.end.ships[seat - 1]))


def test_a_tile_is_worth_what_the_score_loses_without_it():
    """Of Equipment exactly that, whatever lies beside it."""
    end = SCREEN.end
    for seat in end.setup.seats:
        own, points = end.ships[seat - 1], scores(end.ships, end.doubloons)[seat].points.total
        worths = bought.worths(end, seat)
        for at, part in enumerate(own):
            for number, tile in enumerate(part.on):
                bare = ships.Part(part.tile, (*part.on[:number], *part.on[number + 1 :]))
                without = (*own[:at], bare, *own[at + 1 :])
                fleet = (*end.ships[: seat - 1], without, *end.ships[seat:])
                assert worths[tile] <= points - scores(fleet, end.doubloons)[seat].points.total


def test_the_picture_has_the_best_ship_at_the_top():
    """So each stands beside the name that it belongs to; its points come to the total."""
    drawn = picture.picture(SCREEN).board
    counted = RULES.outcome(SCREEN.end).points
    ranked = sorted(counted, key=lambda seat: -counted[seat])
    sides = [each.attributes["fill"] for each in drawn if each.tag == "rect"]
    assert sides == [PALETTE[seat] for seat in ranked]
    numbers = [int(each.inside[0].replace("\N{MINUS SIGN}", "-")) for each in drawn if each.tag == "text"]
    assert [sum(numbers[at : at + 6]) for at in range(0, len(numbers), 6)] == [counted[seat] for seat in ranked]


def test_the_picture_draws_tiles_as_the_pages_do():
    """The same shapes stand in the script and in the picture."""
    script = (Path(piratoons.__file__).parent / "pages" / "drawing.js").read_text(encoding="utf-8")
    drawn = set(re.findall(r'"(M[^"]+)"', script))
    assert {*signs.SIGNS.values(), *signs.FRAMES.values(), *signs.SYMBOLS[1:]} <= drawn
