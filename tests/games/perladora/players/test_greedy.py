"""The greedy player: what it sees in drawn positions, and that it plays every rule set to the end."""

import random

import pytest

from pearlboard.computers.arena.match import Match, entrant, play_round
from pearlboard.computers.arena.tally import Tally
from pearlboard.games.perladora.players.greedy import Appraisal, Greedy
from pearlboard.games.perladora.rules.notation import position_from_json
from pearlboard.games.perladora.rules.play import apply
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.perladora.rules.setup import deal, opening, with_edition
from pearlboard.games.perladora.rules.state import DIVERS, PONTOONS, TERRITORY_MIN, Clan, Edition, Setup
from pearlboard.games.perladora.rules.steps import Foragers, LayPontoons, Pass, PlaceBackup, PlaceDiver
from pearlboard.games.perladora.rules.territories import open_edges
from pearlboard.games.perladora.rules.view import view
from pearlboard.geometry import GRID, edge, space
from support.lengths import at_length
from support.perladora_boards import ALL_FULL, comb, document, drawn_pieces, position, whole_set

pytestmark = pytest.mark.slow

GAME = "perladora"
ROUNDS = at_length(4, 3)
"""Of a match, less one for each pair of players, or a part of it."""
TWO_LEFT = """
1 2 1 P 1 2 1 2

2 P 2 1 2 P . P

1 2 . 2 1 2 1 2

P 2 1 2 P 1 2 1

1 2 P 1 2 1 P 2
"""
"""Cut into ten territories, with two spaces left: on g2, beside a Farm, 1 against 1; on c3 there is nothing to win."""
HALF_CLOSED = """
1 1|.|P . . . .

1 P|.|. . P . P
-
. . .|. . . . .
- - -
P . . . P . . .

. . P . . . P .
"""
"""One Pontoon more, and a Farm is closed in with three Divers of seat 1."""


def two_left(hand, *, h1=1, **parts):
    """That position, all Pontoons laid; seat 1 still has `hand`, and seat 2's Diver on h1 is worth so much."""
    values = whole_set(TWO_LEFT)
    laid = [value for value, count in enumerate(DIVERS[2], 1) for _ in range(count)]
    for value in hand:
        laid.remove(value)
    ours = [name for name, seat in drawn_pieces(TWO_LEFT)[1].items() if seat == 1]
    values |= dict(zip(ours, laid, strict=False))
    other = next(name for name, value in values.items() if value == h1 and name not in ours)
    values["h1"], values[other] = values[other], values["h1"]
    told = document(
        TWO_LEFT,
        values=values,
        hands=[{str(value): 1 for value in hand}, {}],
        advanced=True,
        **{"clans": ("elders", "foragers"), "powers": [0, 0], "backups": [False, False]} | parts,
    )
    told["pontoons"] = comb(0)
    return all_seen(position_from_json(told))


def all_seen(state):
    """Seat 1's Elders have looked at everything."""
    return state.changed(looks={(1, where): state.values[where] for where in state.public.divers})


def played(state, seed=1):
    return Greedy().think(view(state, state.public.to_move), seed, 0)


def lead(state):
    """How many Pearls seat 1 would be ahead if the game ended now."""
    pearls = score(state.public, dict(state.values.items())).pearls
    return pearls[1] - pearls[2]


def test_it_plays_where_there_is_something_to_win():
    """Not on the space without a Farm."""
    assert played(two_left((1,))).action == PlaceDiver(space("g2"), 1)


def test_it_lays_no_bigger_diver_than_it_needs():
    """The 5 would win no more than the 1."""
    assert played(two_left((1, 5))).action == PlaceDiver(space("g2"), 1)


def test_it_lays_as_big_a_diver_as_it_needs():
    """Against a 3 that its Elders saw, 1 and 1 are not enough."""
    assert played(two_left((1, 5), h1=3)).action == PlaceDiver(space("g2"), 5)


def test_what_it_has_not_seen_it_does_not_use():
    """The same position without a look: whatever h1 is worth, it plays the same."""
    steps = {played(two_left((1, 5), h1=h1).changed(looks={})).action for h1 in (1, 3, 5)}
    assert len(steps) == 1


def test_the_seed_decides_among_equals_only():
    """The same seed plays the same; a step that is better than all others is played with any."""
    assert played(position(), 5) == played(position(), 5)
    assert {played(two_left((1,)), seed).action for seed in range(8)} == {PlaceDiver(space("g2"), 1)}


def test_it_closes_a_territory_where_it_is_ahead():
    """Of all single Pontoons the one behind which nobody can follow is worth the most."""
    worths = dict(Appraisal(view(position(HALF_CLOSED), 1)).worths())
    alone = {step: worth for step, worth in worths.items() if isinstance(step, LayPontoons) and len(step.edges) == 1}
    assert max(alone, key=alone.get) == LayPontoons((edge("b2-b3"),))


def test_it_keeps_its_big_divers_back():
    """In the first half of a game no 4 or 5 is laid where a territory may still be cut, whatever the Pearls."""
    for seed in range(at_length(3, 1)):
        rng = random.Random(seed)
        state = opening(Setup(2, (Clan.ELDERS, Clan.CHILDREN), deal(rng)), 1)
        while state.public.pontoons_left + sum(state.public.left) > (PONTOONS + 32) / 2:
            step = played(state, rng.getrandbits(20)).action
            if isinstance(step, PlaceDiver) and step.value > 3:
                territory = GRID.region(GRID.bit[step.space], open_edges(state.public))
                assert territory.bit_count() < 2 * TERRITORY_MIN
            state = apply(state, step)


def test_a_necklace_is_for_whom_it_hurts():
    """In the only territory that is not full and has Pearls."""
    state = two_left((1,), clans=("foragers", "children"), powers=[1, 0])
    assert played(state).action == Foragers(space("h1"))


def test_a_backup_goes_where_it_brings_the_most_pearls():
    """With all values known that can be counted."""
    values = whole_set(ALL_FULL)
    told = document(
        ALL_FULL, values=values, advanced=True, powers=[0, 0], backups=[True, False], clans=("elders", "children")
    )
    told["pontoons"] = comb(0)
    state = all_seen(position_from_json(told))
    step = played(state).action
    assert isinstance(step, PlaceBackup)
    own = [where for where, diver in state.public.divers.items() if diver.seat == 1]
    assert lead(apply(state, step)) == max(lead(apply(state, PlaceBackup(where))) for where in own) > lead(state)


def test_alone_it_never_plays_itself_out_of_pearls():
    """In the French edition it may pass before."""
    state = all_seen(position(ALL_FULL, values=whole_set(ALL_FULL), edition="fr", done=[False, True]))
    before = lead(state)
    while not state.public.over:
        step = played(state).action
        state = apply(state, step)
        assert lead(state) >= before or isinstance(step, Pass)
        before = lead(state)


def test_it_does_not_pass_while_others_play():
    """They would have the board for themselves."""
    state = position(ALL_FULL, values=whole_set(ALL_FULL), edition="fr")
    assert Pass() not in [candidate.action for candidate in played(state).candidates]


def test_what_it_hopes_for_is_in_bounds():
    """A result from 0 to 1, and no more Pearls than there are."""
    rng = random.Random(4)
    for players in at_length((2, 3, 4), (3,)):
        clans = tuple(rng.sample(list(Clan), players))
        setup = with_edition(Setup(players, clans, deal(rng), advanced=True), rng.choice(list(Edition)))
        state = opening(setup, rng.randint(1, players))
        while not state.public.over:
            thought = played(state, rng.getrandbits(20))
            assert 0 <= thought.result <= 1
            assert 0 <= thought.points <= 40
            state = apply(state, thought.action)


@pytest.mark.parametrize(("players", "edition"), [(2, "en"), pytest.param(3, "fr", marks=pytest.mark.soak), (4, "en")])
def test_it_beats_chance_in_every_rule_set(players, edition):
    """With every Power and Backup; the arena would tell of a step that is not allowed."""
    variant = {"advanced": True, "edition": edition}
    match = Match(GAME, entrant(GAME, "greedy"), entrant(GAME, "random"), players, variant)
    rounds = (play_round(match, number) for number in range(ROUNDS - (players + 1) // 2))
    tally = Tally().with_games(game for played in rounds for game in played.games)
    assert tally.score > 0.6


@pytest.mark.soak
def test_it_beats_chance_nearly_always():
    """In the standard game of two."""
    match = Match(GAME, entrant(GAME, "greedy"), entrant(GAME, "random"))
    tally = Tally().with_games(game for number in range(ROUNDS - 1) for game in play_round(match, number).games)
    assert tally.score >= 0.9
