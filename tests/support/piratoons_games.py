"""Games of Piratoons for tests: opened, played at random, and played by computers who place in ticks, as at a table."""

from dataclasses import replace
from random import Random

from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.piratoons.rules.ships import Part
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.values import TABLE, Player

RULES = PACKAGE.rules
TICKS = (5, 14)
"""The range of ticks, in each of which everybody may place a piece, before somebody says stop."""
OF_ROUNDS = (
    "game_over",
    "too_many_crew",
    "nothing_for_sale",
    "bids_missing",
    "bid_too_high",
    "wrong_picks",
    "no_such_tile",
    "bow_and_stern",
    "wrong_boats",
    "not_own_tile",
    "no_mast",
    "sail_and_deck",
    "too_many_sails",
    "no_space",
    "still_fits",
)
"""Possible faults in a record's round, in the order of their checks."""
AT_THE_TABLE = (
    "not_at_this_stage",
    "not_your_turn",
    "too_early",
    "no_crew_left",
    "seat_is_out",
    "sealed_already",
    "nothing_sealed",
    "laid_already",
    "no_such_seat",
    "practised_before_the_first",
    "hands_closed",
    "wait_a_little",
    "real_ships",
    "too_much_overboard",
    "no_such_score",
)
"""Faults that only happen where the game is played."""


def opened(players, seed, first=1, **form):
    """The opening of a game."""
    rng = Random(seed)
    setup = PACKAGE.options.agree(form, [Player(f"{seat}") for seat in range(1, players + 1)], rng)
    return RULES.opening(setup, first, PACKAGE.dealt.deal(setup, rng))


def following(state, rng):
    """The next actor and action, both at random; the sand runs out when nobody places."""
    seats = sorted(actor for actor in RULES.active(state) if actor != TABLE)
    for actor in rng.sample(seats, len(seats)) or [TABLE]:
        action = RULES.sample(RULES.view(state, actor), rng)
        if action is not None:
            return actor, action
    return None, PACKAGE.timed.timer(state).name


def played(state, rng):
    """All states of a random game, in order."""
    yield state
    while not state.over:
        actor, action = following(state, rng)
        state = PACKAGE.timed.time_up(state, action) if actor is None else RULES.apply(state, actor, action)
        yield state


def contest(bots, seed, first=1):
    """The end of a game of these players, by seat."""
    rng = Random(seed)
    state = opened(len(bots), seed, first, plunder="screen")
    while not state.over:
        state = rushed(state, bots, rng) if state.stage is Stage.PLUNDER else acted(state, bots, rng)
    return state


def acted(state, bots, rng):
    for seat in sorted(actor for actor in RULES.active(state) if actor != TABLE):
        state = asked(state, bots, seat, rng)
    return state


def asked(state, bots, seat, rng):
    action = bots[seat - 1].think(RULES.view(state, seat), rng.getrandbits(32)).action
    return RULES.apply(state, seat, action)


def rushed(state, bots, rng):
    """Play ticks, in each of which every seat may place a piece, in any order; then stop."""
    state = PACKAGE.timed.time_up(state, PACKAGE.timed.timer(state).name)
    for _ in range(rng.randint(*TICKS)):
        seats = list(state.setup.seats)
        rng.shuffle(seats)
        for seat in seats:
            if seat in RULES.active(state):
                state = asked(state, bots, seat, rng)
    return RULES.apply(state, TABLE, RULES.go_on(RULES.view(state, TABLE)))


def share(bots, mine, games):
    """The share of wins of the player on the first seat, which takes every seat in turn, and its mean points."""
    won, points, others = 0.0, 0, 0
    for number in range(games):
        at = number % len(bots)
        seated = [*bots[1:]]
        seated.insert(at, mine)
        end = RULES.outcome(contest(seated, number // len(bots), 1 + number % len(bots)))
        best = end.winners
        won += (at + 1 in best) / len(best)
        points += end.points[at + 1]
        others += (sum(end.points.values()) - end.points[at + 1]) / (len(bots) - 1)
    return won / games, points / games, others / games


def another_world(state, viewer, rng):
    """A state that looks the same to this viewer, with other tiles to come and other sealed bids."""
    equipment = [tile for stack in state.stacks for tile in stack]
    boats = [tile for hold in state.boats for tile in hold]
    rng.shuffle(equipment)
    rng.shuffle(boats)
    bids = state.now.bids
    if state.stage is Stage.BIDS:
        bids = tuple(
            bid if bid is None or seat == viewer else rng.randint(0, state.doubloons[seat - 1])
            for seat, bid in enumerate(bids, 1)
        )
    return replace(
        state,
        stacks=tuple(tuple(equipment[at : at + 6]) for at in range(0, len(equipment), 6)),
        boats=tuple(tuple(boats[at : at + 3]) for at in range(0, len(boats), 3)),
        now=replace(state.now, bids=bids),
    )


def ship(*parts):
    """A ship from bow to stern: "b07 p1 s" is a Boat with what lies on it."""
    return tuple(Part(name, tuple(sorted(on))) for name, *on in map(str.split, parts))
