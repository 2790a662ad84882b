"""What face-down Divers are taken for, by where and when they lie."""

import math
import random
from dataclasses import replace

import pytest

from games.perladora.players.kernel_positions import any_game
from pearlboard.games.perladora.package import players
from pearlboard.games.perladora.players.suspicion import Traits, learned, likings, traits
from pearlboard.games.perladora.rules.play import apply
from pearlboard.games.perladora.rules.setup import deal, opening
from pearlboard.games.perladora.rules.state import DIVERS, Clan, Setup
from pearlboard.games.perladora.rules.view import view

pytestmark = pytest.mark.slow

PLAYERS = players()


def test_every_diver_of_any_position_has_its_likings():
    """Whole numbers, relative to a Diver of 1, that a sum over a hand of ten keeps within 32 bits."""
    for seed in range(8):
        for state in any_game(random.Random(seed)):
            liked = likings(state.public, state.public.divers)
            assert list(liked) == list(state.public.divers)
            assert all(one == 4096 and min(rest) >= 4 and max(rest) <= 1 << 22 for one, *rest in liked.values())


@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_neuron_hears_all_that_comes_before_it(count):
    """And its bias. What the weights are multiplied with stays far from 64 bits, whatever counts them."""
    told = len(Traits._fields)
    for layer in learned(count):
        assert {len(neuron) for neuron in layer} == {told + 1}
        assert max(abs(weight) for neuron in layer for weight in neuron) < 1 << 20
        told = len(layer)
    assert told == 5


def test_what_is_seen_of_a_diver_adds_up():
    """Those that lie in its territory are its side's and others', earlier and later ones."""
    for seed in range(8):
        for state in any_game(random.Random(seed)):
            for order, seen in enumerate(traits(state.public).values()):
                assert seen.order == order < seen.lying == len(state.public.divers)
                assert seen.own_earlier <= seen.own
                assert seen.rivals <= seen.others_earlier + seen.others_later
                assert seen.inside <= min(seen.beside, seen.pearls)
                assert seen.beside <= seen.around


def test_values_are_not_asked():
    """Two worlds that look alike to everybody raise the same suspicion."""
    for state in any_game(random.Random(5)):
        other = replace(state.public, to_move=1)
        assert likings(other, other.divers) == likings(state.public, state.public.divers)


def surprise(state, likings_of):
    """Nats: the Divers on the board are drawn one after the other, as a guess does it."""
    left = {seat: list(DIVERS[state.public.setup.players]) for seat in state.public.setup.seats}
    total = 0.0
    for space, diver in state.public.divers.items():
        could, value = left[diver.seat], state.values[space]
        odds = [held * liking for held, liking in zip(could, likings_of[space], strict=True)]
        total -= math.log(odds[value - 1] / sum(odds))
        could[value - 1] -= 1
    return total


@pytest.mark.parametrize("count", [2, 3, 4])
def test_it_foretells_better_than_taking_all_for_alike(count):
    """Games that it was not learned from, looked at again and again."""
    alike = suspected = 0.0
    for seed in range(2):
        rng = random.Random(seed)
        state = opening(Setup(count, tuple(Clan)[:count], deal(rng)), 1)
        names = [rng.choice(("greedy", "medium")) for _ in range(count)]
        while not state.public.over:
            seat = state.public.to_move
            thought = PLAYERS[names[seat - 1]].bot.think(view(state, seat), rng.getrandbits(63), 200)
            state = apply(state, thought.action)
            alike += surprise(state, dict.fromkeys(state.public.divers, (1, 1, 1, 1, 1)))
            suspected += surprise(state, likings(state.public, state.public.divers))
    assert suspected < 0.95 * alike
