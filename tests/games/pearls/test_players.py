"""The computer players: what they do in positions where it is plain, and that they know no more than their seat."""

from random import Random

import pytest

from pearlboard.games.bots import NothingToPlay
from pearlboard.games.pearls.package import players
from pearlboard.games.pearls.players import collector, greedy
from pearlboard.games.pearls.players.knowledge import Unseen, own_table
from pearlboard.games.pearls.players.searcher import Searcher, worth_a_thought
from pearlboard.games.pearls.players.table import Table, action_of, move_of
from pearlboard.games.pearls.rules.actions import Place, Take
from pearlboard.games.pearls.rules.cards import COLOURS, INDEX, counted, in_play
from pearlboard.games.pearls.rules.scoring import scores
from pearlboard.games.values import TABLE
from support.pearls_positions import RULES, another_world, opened, played, position

WILD, YELLOW, RED, GREEN, BLUE, TURQUOISE, PURPLE = COLOURS


def thought(name, state, seed=1, simulations=10):
    return players()[name].bot.think(RULES.view(state, state.to_move), seed, simulations)


def played_by(name, state):
    return thought(name, state).action


@pytest.mark.parametrize("count", range(2, 7))
def test_the_table_that_is_thought_on_obeys_the_rules(count):
    """Turn by turn through random games: the same turns of the same seats come to the same points."""
    start = opened(count, count)
    table = Table(RULES.view(start, TABLE), start.hands, [INDEX[card] for card in reversed(start.draw)])
    for state in played(start, Random(count)):
        if state is not start:
            table.play(move_of(state.last.action))
        assert (table.seat + 1, table.last) == (state.to_move, -1 if state.last_turns is None else state.last_turns)
        assert tuple(map(tuple, table.hands)) == state.hands
        assert tuple(table.display) == counted(state.display)
        assert table.totals() == [score.total for score in scores(state).values()]
        listed = {action_of(move) for move in (*table.takes(), *table.places())} if not state.over else set()
        assert listed <= set(RULES.legal(RULES.view(state, state.to_move)))


# --- greedy ------------------------------------------------------------------------------------------------------


def test_greedy_places_for_nine_points():
    """Cards and necklace together, if it takes one."""
    assert played_by("greedy", position("yyyyr", "y")) == Take(YELLOW)
    assert played_by("greedy", position("yyyyyr", "y")) == Place(YELLOW, 5, 0, necklace=True)


def test_greedy_places_for_a_necklace_with_seven_cards_in_hand():
    """Though it brings less than nine."""
    assert played_by("greedy", position("yyyyrr", "y", display="gwgwgw")) == Take(GREEN)
    assert played_by("greedy", position("yyyyrrg", "y", display="gwgwgw")) == Place(YELLOW, 4, 0, necklace=True)


def test_greedy_prefers_a_placement_with_fewer_wilds():
    """A point off for each that is added; wilds alone cost nothing."""
    state = position("wggggyyyyy", "y", necklaces=(5,))
    assert played_by("greedy", state) == Place(GREEN, 4, 1, necklace=True)
    assert played_by("greedy", position("wwwwwwygrb", "y", necklaces=(4, 6))) == Place(WILD, 6, 0, necklace=True)


def test_greedy_takes_what_is_worth_most():
    """Number times value and one, with the size of a group from four on; one and a half a wild."""
    assert played_by("greedy", position("r", "y", display="yyygtt")) == Take(TURQUOISE)
    assert played_by("greedy", position("yyy", "y", display="ywwgrr")) == Take(YELLOW)
    assert played_by("greedy", position("r", "y", display="wwwwgg")) == Take(GREEN)
    assert played_by("greedy", position("r", "y", display="wwwwwg")) == Take(WILD)


def test_greedy_places_what_brings_most_in_the_last_turns():
    """Wilds last."""
    assert played_by("greedy", position("pyyyw", "y", draw="", last_turns=2)) == Place(YELLOW, 3, 1, necklace=True)
    assert played_by("greedy", position("pyyw", "y", draw="", last_turns=2)) == Place(PURPLE, 1)
    assert played_by("greedy", position("www", "y", draw="", last_turns=2)) == Place(WILD, 1)


# --- collector ---------------------------------------------------------------------------------------------------


def test_the_collector_builds_one_colour():
    """Greedy would take the purple card."""
    state = position("yyyb", "y", display="yyprrg")
    assert played_by("collector", state) == Take(YELLOW)
    assert played_by("collector", position("yyyyb", "y", display="yrprrg")) == Take(YELLOW)


def test_the_collector_places_for_the_highest_necklace_when_nothing_more_comes():
    """Wilds help."""
    assert played_by("collector", position("yyyyywwb", "y", display="rrprrg")) == Place(YELLOW, 5, 2, necklace=True)


def test_the_collector_sheds_what_it_does_not_build():
    """When neither its colour nor a wild lies there."""
    assert played_by("collector", position("yyyb", "y", display="rrpggt")) == Place(BLUE, 1)


# --- the search --------------------------------------------------------------------------------------------------


def test_the_search_does_not_end_a_game_that_it_would_lose():
    """The last necklace is left lying, where taking it ends the game far behind."""
    state = position("yyyy", "", necklaces=(4,), won=((), (9, 9, 8, 7)), display="tttttt", draw="pppp" + "b" * 12)
    moves = worth_a_thought(own_table(RULES.view(state, 1)))
    assert {action_of(move) for move in moves} >= {Place(YELLOW, 4), Place(YELLOW, 4, necklace=True)}
    assert thought("hard", state, simulations=100).action != Place(YELLOW, 4, necklace=True)


@pytest.mark.parametrize("name", ["greedy", "collector", "easy", "medium", "hard", "expert"])
def test_a_player_hangs_on_nothing_that_its_seat_may_not_know(name):
    """The same knowledge and the same seed, the same turn, in every world that its seat cannot tell from this one."""
    rng = Random(7)
    for state in list(played(opened(3, 7), Random(7)))[3:40:6]:
        other = another_world(state, state.to_move, rng)
        assert thought(name, state, 5) == thought(name, other, 5)


@pytest.mark.parametrize("form", [{}, {"hands": "open"}])
def test_unseen_cards_are_dealt_anew_and_what_was_seen_stays(form):
    """Every deal is a world that the seat cannot tell from the true one."""
    for state in list(played(opened(4, 3, **form), Random(3)))[:60:7]:
        seen, rng = RULES.view(state, state.to_move), Random(1)
        unseen = Unseen(seen)
        for _ in range(3):
            table = unseen.deal(rng)
            assert [sum(held) for held in table.hands] == list(seen.sizes)
            assert len(table.draw) == seen.draw
            own = state.to_move - 1
            assert tuple(table.hands[own]) == state.hands[own]
            for held, known in zip(table.hands, state.memory.known, strict=True):
                assert all(cards >= least for cards, least in zip(held, known, strict=True))
            here = [counted(COLOURS[card] for card in table.draw), table.display, *table.hands, *state.placed]
            assert tuple(map(sum, zip(*here, strict=True))) == in_play(4, all_cards=False)
            assert not form or [tuple(held) for held in table.hands] == list(state.hands)


def test_a_search_ends_when_it_is_told_to():
    """With the best so far, and says that it was cut."""
    state = opened(2, 1)
    asked = iter([True, True, False])
    found = Searcher().think(RULES.view(state, 1), 1, 1000, lambda: next(asked))
    assert found.cut
    assert found.simulations == 30
    assert found.action in RULES.legal(RULES.view(state, 1))


def test_who_cannot_act_is_not_asked():
    """Neither another seat nor the table."""
    state = opened(2, 1)
    for viewer in (2, TABLE):
        for computer in players().values():
            with pytest.raises(NothingToPlay):
                computer.bot.think(RULES.view(state, viewer), 1, 5)


def winners(one, other, games):
    """How many of two-player games `one` wins, with both seats."""
    won = 0.0
    for number in range(games):
        state, mine = opened(2, number // 2), 1 + number % 2
        while not state.over:
            rule = one if state.to_move == mine else other
            state = RULES.apply(state, state.to_move, rule(state, number))
        best = RULES.outcome(state).winners
        won += (mine in best) / len(best)
    return won


def by_chance(state, number):
    return RULES.sample(RULES.view(state, state.to_move), Random(number * 1000 + len(state.draw) * 10 + state.to_move))


def by_rule(rule):
    return lambda state, _: action_of(rule(own_table(RULES.view(state, state.to_move))))


def test_greedy_beats_chance_and_the_collector_beats_chance():
    """Nearly always."""
    assert winners(by_rule(greedy.choice), by_chance, 20) >= 18
    assert winners(by_rule(collector.choice), by_chance, 20) >= 16


@pytest.mark.soak
@pytest.mark.slow
def test_the_search_beats_greedy():
    """By far more than chance would have it."""
    searcher = Searcher()

    def searching(state, number):
        return searcher.think(RULES.view(state, state.to_move), number, 100).action

    assert winners(searching, by_rule(greedy.choice), 20) >= 13
