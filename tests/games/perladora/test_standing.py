"""Who is ahead in a territory, as far as a viewer knows; and what everybody is told of it."""

import random
from dataclasses import replace

import pytest

from pearlboard.games.perladora.rules.standing import Bounds, standing
from pearlboard.games.perladora.rules.territories import territories
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.perladora.shown.stakes import stakes
from pearlboard.games.values import TABLE
from pearlboard.geometry import GRID, space
from support.perladora_boards import position, random_opening, random_turn
from support.worlds import another_world

BAY = """
{0} {1}|. P . . . .

{2} P|{3} . . P . P
- -
. . . . . . . .

P . . . P . . .

. . P . . . P .
"""
"""Four spaces in the upper left with the 4 Pearls of b2, closed off; three of them can take a Diver."""


def bay(first, second, third, elsewhere=".", **parts):
    return position(BAY.format(first, second, third, elsewhere), **parts)


def stands(state, viewer=TABLE, **values):
    """`values`: what the viewer knows besides, by space."""
    seen = view(state, viewer)
    seen = replace(seen, values={**seen.values, **{space(name): value for name, value in values.items()}})
    here = next(part for part in territories(state.public) if GRID.bit[space("b2")] & part.bits)
    return standing(seen, here.bits)


def told(state):
    seen = view(state, TABLE)
    here = next(part for part in territories(state.public) if GRID.bit[space("b2")] & part.bits)
    found = stakes(seen, here)
    return None if found is None else (found[1].name, dict(found[1].parameters))


def test_whoever_is_alone_there_is_ahead():
    """Whatever the Diver is worth."""
    assert stands(bay(".", "2", ".")).leader == 2


def test_where_nobody_is_nobody_leads():
    """There is nothing to be ahead with."""
    nobody = stands(bay(".", ".", "."))
    assert (nobody.leader, nobody.tied, dict(nobody.divers)) == (None, (), {})


def test_hidden_divers_are_worth_what_their_player_has():
    """With two of the set of 10, 3, 1, 1, 1 in the dark: from 1 + 1 to 4 + 5."""
    assert stands(bay("1", "1", "2")).bounds == {1: Bounds(2, 9), 2: Bounds(1, 5)}


def test_more_divers_alone_are_no_lead():
    """One of 5 beats two of 1, so nobody can say."""
    assert stands(bay("1", "1", "2")).leader is None


def test_what_lies_open_is_known_and_is_not_in_the_hand():
    """Anna's 5 lies open elsewhere: her hidden Diver is 4 at most, and Ben's open 5 is ahead."""
    found = stands(bay("1", "2", ".", "1"), c2=5, b1=5)
    assert (found.bounds, found.leader) == ({1: Bounds(1, 4), 2: Bounds(5, 5)}, 2)


def test_a_seat_knows_what_it_laid_itself():
    """Anna's own 5 and 4 are ahead of anything that one Diver can be, for her alone."""
    state = bay("1", "1", "2", values={"a1": 5, "b1": 4, "a2": 3})
    assert stands(state, 1).leader == 1
    assert stands(state, 2).leader is None
    assert stands(state, TABLE).leader is None


def test_necklaces_and_backups_count():
    """What a Diver is worth for all to see besides its value: between 1 - 2 and 5 - 2, and one more."""
    worn = bay("1", "2", "1", necklaces={"a1": 2}, advanced=True, clans=("fishermen", "foragers"))
    assert stands(worn).bounds[1] == Bounds(0, 7)
    backed = bay("1", "2", "1", backed=("b1",), advanced=True, clans=("fishermen", "foragers"))
    assert stands(backed).bounds[2] == Bounds(2, 6)


def test_level_for_sure_is_told_as_level():
    """Both lie open with the same value; a Backup would decide it."""
    found = stands(bay("1", "2", "."), a1=3, b1=3)
    assert (found.leader, found.tied) == (None, (1, 2))
    backed = bay("1", "2", "1", backed=("b1",), advanced=True, clans=("fishermen", "foragers"))
    found = stands(backed, a1=2, b1=3, a2=2)
    assert (found.leader, found.tied) == (2, ())


def test_partners_count_together():
    """With four players seats 1 and 3 are one side."""
    found = stands(bay("1", "3", "2", players=4))
    assert (dict(found.divers), found.bounds[1]) == ({1: 2, 2: 1}, Bounds(2, 8))


@pytest.mark.parametrize(
    ("divers", "name"), [("...", "stakes_nobody"), ("1..", "stakes_leader"), ("12.", "stakes_open")]
)
def test_everybody_is_told_what_is_at_stake(divers, name):
    """The Pearls, and who is ahead or that nobody can say; never more than the table knows."""
    state = bay(*divers, values={"a1": 5} if divers[0] == "1" else None)
    found, parameters = told(state)
    assert found == name
    assert dict(parameters["pearls"].parameters) == {"count": 4}


def test_of_the_open_lagoon_nothing_is_said():
    """Most of the board is still one."""
    state = bay("1", ".", ".")
    seen = view(state, TABLE)
    large = max(territories(state.public), key=lambda part: len(part.spaces))
    assert stakes(seen, large) is None


@pytest.mark.parametrize("seed", range(12))
def test_two_worlds_with_other_secrets_are_told_alike(seed):
    """Whatever lies face down, the table says the same of every territory, and a seat thinks the same."""
    rng = random.Random(seed)
    state = random_opening(rng)
    for _ in range(30):
        if not state.public.over:
            _, state = random_turn(state, rng)
    for viewer in (*state.public.setup.seats, TABLE):
        other = another_world(state, viewer, rng)
        for part in territories(state.public):
            assert standing(view(state, viewer), part.bits) == standing(view(other, viewer), part.bits)


@pytest.mark.parametrize("seed", range(12))
def test_whoever_is_said_to_lead_does(seed):
    """In the true values; and whoever is said to be level is."""
    rng = random.Random(seed)
    state = random_opening(rng)
    while not state.public.over:
        _, state = random_turn(state, rng)
        for part in territories(state.public):
            found = standing(view(state, state.public.to_move), part.bits)
            totals = dict.fromkeys(found.divers, 0)
            for place, diver in state.public.divers.items():
                if GRID.bit[place] & part.bits:
                    side = state.public.setup.side(diver.seat)
                    totals[side] += state.values[place] - diver.necklaces + diver.backup
            for side, total in totals.items():
                assert found.bounds[side].least <= total <= found.bounds[side].most
            if found.leader is not None:
                assert totals[found.leader] == max(totals.values())
            if found.tied:
                assert {totals[side] for side in found.tied} == {max(totals.values())}
