"""A table among clumsy hands, failing sensors, crashes and loose plugs, in any order.

Nothing counts that nobody meant; and from wherever it has come to, whoever does what the page says plays on.
"""

import random

import hypothesis
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pearlboard.geometry import GRID
from pearlboard.table import doubts, holding, settling
from pearlboard.table.sensors import Sensors
from support.clumsy import Hands, follow, stray_places
from support.lengths import at_length, soaked
from support.perladora_table import hints

pytestmark = pytest.mark.slow

SITES = st.sampled_from(GRID.sites)
SEEDS = st.integers(0, 9_999)
MOST_FAULTS = 3
NEIGHBOURS = [
    (one, other)
    for corner in GRID.corners
    for around in [[edge for edge in GRID.edges if corner in GRID.corners_of[edge]]]
    for one in around
    for other in around
    if str(one) < str(other)
]
STEPS = 40
EXAMPLES = at_length(1_250, 20)
"""50,000 steps in the soak, 2,000 otherwise."""


class ClumsyHands(RuleBasedStateMachine):
    """Rules are what hands, faults and people with a page do."""

    @initialize(
        players=st.integers(2, 4), before=st.booleans(), place=SITES, computer=st.sampled_from([None] * 5 + [2])
    )
    def sit_down(self, players, before, place, computer):
        self.table = Hands()
        if before:
            self.table.do(f"{place}=0")
        self.table.begin(players, computers={computer: "easy"} if computer else None)

    @property
    def pieces(self):
        return sorted(self.table.board.pieces, key=str)

    @precondition(lambda self: self.table.tabletop.session.stage == "playing")
    @rule(seed=SEEDS, two=st.booleans(), patient=st.booleans())
    def turn(self, seed, two, patient):
        """A hand lays a turn, and lets go of it; or it does something else before it counts."""
        rng, table = random.Random(seed), self.table
        found = hints(table.tabletop.now)
        places = sorted((found.edges if two else found.spaces) - table.board.pieces, key=str)
        for place in rng.sample(places, min(len(places), 2 if two else 1)):
            table.lay(place)
        if patient:
            table.do("wait 3500")

    @rule(place=SITES)
    def drop(self, place):
        """A piece is laid anywhere."""
        if place not in self.table.board.pieces:
            self.table.lay(place)

    @precondition(lambda self: self.table.board.pieces)
    @rule(seed=SEEDS)
    def lift(self, seed):
        self.table.take(random.Random(seed).choice(self.pieces))

    @precondition(lambda self: self.table.board.pieces)
    @rule(seed=SEEDS, count=st.integers(1, 6), strays=st.integers(0, 2), put_back=st.booleans())
    def sweep(self, seed, count, strays, put_back):
        """A sleeve, or a cat; somebody may put the pieces back at once."""
        rng, table = random.Random(seed), self.table
        gone = rng.sample(self.pieces, min(count, len(self.pieces)))
        table.sweep(gone, [place for place in stray_places(table, rng, strays) if place not in gone])
        if put_back:
            for place in gone:
                if place not in table.board.pieces:
                    table.board.put(place)
            table.clock.step(700)

    @precondition(lambda self: self.table.calm and self.table.board.pieces)
    @rule(seed=SEEDS, count=st.integers(1, 4))
    def sweep_and_put_back(self, seed, count):
        """In the middle of a game, with one stray piece where a turn could be; then nobody touches anything."""
        rng, table = random.Random(seed), self.table
        gone = rng.sample(self.pieces, min(count, len(self.pieces)))
        spaces = sorted(hints(table.tabletop.now).spaces - table.board.pieces)
        table.sweep(gone, rng.sample(spaces, min(1, len(spaces))))
        for place in gone:
            table.board.put(place)
        table.do("wait 6000")

    @precondition(lambda self: self.table.calm)
    @rule(seed=SEEDS, mended=st.booleans())
    def make_up_a_turn(self, seed, mended):
        """A sensor tells of a piece that nobody laid; it is undone at once, and comes again."""
        rng, table = random.Random(seed), self.table
        for place in rng.sample(sorted(hints(table.tabletop.now).spaces - table.board.pieces), 1):
            table.do(f"{place}=1 wait 3500")
            table.press("take_back")
            table.do(f"{place}= wait 900 {place}=1 wait 6000" + f" {place}=" * mended)

    @rule(pair=st.sampled_from(NEIGHBOURS), patient=st.booleans())
    def lay_across(self, pair, patient):
        """One Pontoon comes to lie over two edges."""
        if not set(pair) & self.table.board.pieces:
            self.table.lay_across(*pair)
            if patient:
                self.table.do("wait 4000")

    @rule(ms=st.sampled_from([50, 400, 3_500, 6_000, 12_000, 61_000]))
    def wait(self, ms):
        self.table.clock.step(ms)

    @rule(place=SITES, value=st.sampled_from([0, 1]))
    def stick(self, place, value):
        if len(self.table.board._stuck) < MOST_FAULTS:
            self.table.do(f"{place}={value}")

    @precondition(lambda self: self.table.board._stuck)
    @rule(seed=SEEDS)
    def mend(self, seed):
        place = random.Random(seed).choice(sorted(self.table.board._stuck, key=str))
        self.table.do(f"{place}=")

    @rule(place=SITES)
    def flicker(self, place):
        self.table.do(f"{place}*20*1000")

    @rule(place=SITES)
    def drop_out(self, place):
        """A contact that loses its piece for a moment."""
        if place in self.table.board.pieces and place not in self.table.board._stuck:
            self.table.do(f"{place}=0 wait 60 {place}=")

    @rule(fault=st.sampled_from(["unplug", "plug", "shift 1", "shift 0", "unplug wait 1500 plug"]))
    def cable(self, fault):
        self.table.do(fault)

    @rule()
    def press(self):
        self.table.press()

    @rule()
    def take_back(self):
        self.table.press("take_back")

    @rule(name=st.sampled_from(["leave_out", "trust", "laid"]), place=SITES)
    def say(self, name, place):
        """People may be wrong about a sensor."""
        self.table.wish(name, site=str(place))

    @rule(name=st.sampled_from(["pause", "resume", "hint", "agree_take_back", "refuse_take_back"]))
    def ask(self, name):
        self.table.wish(name)

    @rule()
    def crash(self):
        self.table = self.table.crash()

    @rule(seed=SEEDS)
    def follow_the_page(self, seed):
        """From every state there is a way back to play."""
        follow(self.table, random.Random(seed))

    @invariant()
    def nothing_is_invented(self):
        if hasattr(self, "table"):
            self.table.check()


FINDING = (hypothesis.Phase.explicit, hypothesis.Phase.reuse, hypothesis.Phase.generate)
TestClumsyHands = ClumsyHands.TestCase
TestClumsyHands.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    deadline=None,
    phases=FINDING,
    suppress_health_check=list(HealthCheck),
)


# --- planted faults: the machine must find each of them ---------------------------------------------------------------

PLANTED = {}


def planted(fault):
    """A fault that somebody might make; it gets `monkeypatch`."""
    PLANTED[fault.__name__] = fault
    return fault


@planted
def whatever_lies_still_counts(patch):
    patch.setattr(doubts, "held", lambda *_: None)


@planted
def what_was_missing_is_forgotten_at_once(patch):
    patch.setattr(holding, "disturb", lambda state, **_: state)


@planted
def one_piece_over_two_edges_is_taken_for_two(patch):
    patch.setattr(holding, "together", lambda *_: frozenset())


@planted
def a_sensor_that_is_left_out_is_read_on(patch):
    patch.setattr(Sensors, "left_out", lambda *_: frozenset())


@planted
def no_sensor_is_ever_doubted(patch):
    patch.setattr(settling, "doubtful_at", lambda *_: frozenset())


@planted
def what_was_taken_back_is_not_suspected(patch):
    patch.setattr(Sensors, "with_sensors", lambda _, intent, *__, **_how: intent)


RARE = ("no_sensor_is_ever_doubted", "what_was_missing_is_forgotten_at_once", "what_was_taken_back_is_not_suspected")
"""They show after thousands of steps only."""


@pytest.mark.parametrize("fault", soaked(PLANTED, PLANTED.keys() - RARE))
def test_a_planted_fault_is_found(monkeypatch, fault):
    """Each law is worth something: the same machine ends with an error when the program breaks it."""
    PLANTED[fault](monkeypatch)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(
            ClumsyHands,
            settings=settings(
                TestClumsyHands.settings, max_examples=400, derandomize=True, database=None, print_blob=False
            ),
        )
