"""The computer players: what they do where it is plain, and that they know no more than their seat."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from pearlboard.games.bots import ByChance, NothingToPlay
from pearlboard.games.piratoons.package import PACKAGE, players
from pearlboard.games.piratoons.players import pace
from pearlboard.games.piratoons.players.captain import Captain
from pearlboard.games.piratoons.players.holdings import holding, with_tiles
from pearlboard.games.piratoons.players.prospects import lead, table_of
from pearlboard.games.piratoons.players.sensible import Sensible
from pearlboard.games.piratoons.rules import connections, ships
from pearlboard.games.piratoons.rules.actions import Bid, Choose, Hold, Open, Put
from pearlboard.games.piratoons.rules.scoring import scores
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.values import TABLE
from support.piratoons_games import RULES, another_world, contest, opened, played, share

pytestmark = pytest.mark.slow

"""Games of a match, of those that are enough to be sure of who is ahead."""
NAMES = ("sensible", "easy", "medium", "hard", "expert")


def thought(name, state, seat, seed=1):
    return players()[name].bot.think(RULES.view(state, seat), seed)


def plundering(players_=2, seed=1, **crews):
    """A game in its first rush; `p3=(0, 2)`: pieces of each seat on that place."""
    state = RULES.apply(opened(players_, seed, plunder="screen"), 1, Open())
    for place, row in crews.items():
        for seat, pieces in enumerate(row, 1):
            for _ in range(pieces):
                state = RULES.apply(state, seat, Put(int(place[1:])))
    return state


def last_round(state):
    """The same as if it were the last round: nothing comes after it."""
    return replace(state, played=7, stacks=(), boats=())


def seats_to_act(state):
    return sorted(actor for actor in RULES.active(state) if actor != TABLE)


# --- what they weigh ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_ships_are_weighed_as_they_are_scored(seed):
    """In numbers the same as of the ship that lies, wherever it lies as well as it goes by itself."""
    for state in played(opened(3, seed), Random(seed)):
        if state.stage is Stage.SHIPS:
            for seat in seats_to_act(state):
                [lay] = RULES.legal(RULES.view(state, seat))
                tiles = with_tiles(ships.tiles(state.ships[seat - 1]), *state.now.won[seat - 1])
                held, score = holding(tiles), scores((lay.ship,) * 2, (0, 0))[1]
                assert held.barrels == score.barrels
                assert held.connections == score.connections.points
                assert held.empty[1:] == tuple(score.empty[kind] for kind in "gpq")
                assert held.connections == 2 * (2 * connections.best_right(ships.boats(lay.ship)) - len(lay.ship) + 1)


def test_at_the_end_what_is_expected_is_what_is_counted():
    """With no round left titles and losses are certain: more points than the other has, on the very scale."""
    checked = 0
    for seed in range(6):
        end = contest([Captain(), Captain()], seed)
        counted = scores(end.ships, end.doubloons)
        if all(lies_by_itself(each, counted[seat]) for seat, each in enumerate(end.ships, 1)):
            ahead = counted[1].points.total - counted[2].points.total
            assert lead(replace(table_of(RULES.view(end, 1)), left=0), 1) == pytest.approx(ahead)
            checked += 1
    assert checked


def lies_by_itself(laid, score):
    """Whether a ship has on its tops what it would have there by itself."""
    held = holding(with_tiles(ships.tiles(laid)))
    own = (held.sails, held.sets, held.connections, held.empty)
    return own == (score.sails, sum(score.sets.values()), score.connections.points, tuple(score.empty.values()))


# --- plunder -----------------------------------------------------------------------------------------------------


def test_a_piece_is_laid_where_it_breaks_a_lead_or_takes_a_tile():
    """And none where it changes nothing: on a tile that is led by six."""
    state = plundering(p1=(0, 6))
    for name in ("sensible", "expert"):
        action = thought(name, state, 1).action
        assert isinstance(action, Put)
        assert action.place != 1


def test_a_third_seat_takes_a_tile_that_two_others_tie_for():
    """One piece is enough, as long as they stay level and have no more."""
    state = plundering(3, p1=(3, 3, 0), p2=(3, 3, 0))
    placed = Counter()
    for _ in range(6):
        action = thought("expert", state, 3).action
        if isinstance(action, Hold):
            break
        placed[action.place] += 1
        state = RULES.apply(state, 3, action)
    assert max(placed.values()) == 1
    assert placed[1] + placed[2] > 0


def test_a_doubloon_is_kept_where_no_tile_is_worth_one():
    """In the last round the richest are counted: pieces that win nothing stay in stock."""
    state = last_round(plundering(p1=(0, 1), p2=(0, 1), p3=(0, 1), p4=(0, 1), p5=(0, 1), p6=(0, 1)))
    holds = 0
    for _ in range(8):
        if 1 not in RULES.active(state):
            break
        action = thought("expert", state, 1).action
        if isinstance(action, Hold):
            holds += 1
            break
        state = RULES.apply(state, 1, action)
    assert holds or sum(row[0] for row in state.now.put) == 6


# --- auction -----------------------------------------------------------------------------------------------------


def auctioned(seed=1, doubloons=(9, 9)):
    state = plundering(2, seed)
    state = PACKAGE.timed.time_up(state, "sand 1")
    state = RULES.apply(state, TABLE, RULES.go_on(RULES.view(state, TABLE)))
    return replace(state, doubloons=doubloons)


@pytest.mark.parametrize("name", NAMES)
def test_a_bid_is_never_above_the_fortune(name):
    """Of a poor seat it is nothing."""
    assert thought(name, auctioned(doubloons=(0, 9)), 1).action == Bid(0)
    for seed in range(5):
        assert 0 <= thought(name, auctioned(doubloons=(2, 9)), 1, seed).action.doubloons <= 2


def test_whoever_is_in_turn_takes_what_its_ship_wants():
    """The better of the tiles for its lead."""
    state = RULES.apply(RULES.apply(auctioned(), 1, Bid(3)), 2, Bid(1))
    chosen = thought("expert", state, 1).action
    table = table_of(RULES.view(state, 1))
    best = max(lead(table.given(1, tile), 1) for tile in state.now.sale)
    assert isinstance(chosen, Choose)
    assert lead(table.given(1, chosen.tile), 1) == best


# --- pace --------------------------------------------------------------------------------------------------------


def test_bids_are_sealed_after_a_fixed_time_whatever_they_are():
    """How long it takes would tell something."""
    for name in NAMES:
        for seed in range(4):
            for doubloons in ((0, 9), (9, 9), (30, 1)):
                assert thought(name, auctioned(seed, doubloons), 1, seed).after_ms == pace.SEAL_MS


def test_pieces_are_laid_at_the_pace_of_people():
    """Between seven tenths and a second and a half; an easy one takes longer, and everybody in the first round."""
    state = plundering()
    assert all(thought(name, state, 1, seed).after_ms >= 3 * pace.FASTEST_MS for name in NAMES for seed in range(9))
    state = replace(state, played=1)
    times = {name: [thought(name, state, 1, seed).after_ms for seed in range(30)] for name in NAMES}
    assert all(pace.FASTEST_MS <= ms <= pace.SLOWEST_MS for ms in times["expert"])
    assert len(set(times["expert"])) > 10
    assert min(times["easy"]) > pace.SLOWEST_MS


# --- what they know ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_player_hangs_on_nothing_that_its_seat_may_not_know(name):
    """The same knowledge and the same seed, the same action, in every world that its seat cannot tell from this one."""
    rng, differ = Random(7), 0
    for state in list(played(opened(3, 7), Random(7)))[::9]:
        for seat in seats_to_act(state):
            other = another_world(state, seat, rng)
            differ += other.stacks != state.stacks or other.now.bids != state.now.bids
            assert thought(name, state, seat, 5) == thought(name, other, seat, 5)
    assert differ


def test_who_cannot_act_is_not_asked():
    """Neither another seat nor the table."""
    state = opened(2, 1)
    for viewer in (2, TABLE):
        for computer in players().values():
            with pytest.raises(NothingToPlay):
                computer.bot.think(RULES.view(state, viewer), 1, 5)


# --- how strong they are -----------------------------------------------------------------------------------------


def test_sense_beats_chance():
    """Nearly always, at any table."""
    chance, sense = ByChance(RULES), Sensible()
    assert share([sense, chance], sense, 10)[0] >= 0.9
    assert share([sense, chance, chance, chance], sense, 8)[0] >= 0.75


@pytest.mark.soak
def test_the_best_player_is_ahead_of_sense():
    """Seven in ten against one, and nearly half against three, would do; it is far above."""
    sense, captain = Sensible(), Captain()
    assert share([captain, sense], captain, 24)[0] >= 0.7
    assert share([captain, sense, sense, sense], captain, 16)[0] >= 0.6


@pytest.mark.soak
def test_each_level_is_ahead_of_the_one_below():
    """None of them sees more than another."""
    for better, worse in pairwise(reversed(PACKAGE.levels)):
        one, other = players()[better].bot, players()[worse].bot
        assert share([one, other], one, 16)[0] > 0.5
