"""A table that anybody may do anything to, in any order: it never breaks, and never invents anything."""

import os
import random

import hypothesis
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from anyhow import AnyTable, play_turn
from pearlboard.drivers.simulated import ImpossibleMove
from pearlboard.geometry import GRID
from pearlboard.session.state import Phase
from tabling import PLAYERS

SITES = st.sampled_from([str(place) for place in GRID.sites])
SPACES = st.sampled_from([str(place) for place in GRID.spaces])
BUTTONS = st.sampled_from(["end_turn", "hint", "take_back"])
PLAIN = st.sampled_from(["tidy", "confirm", "take_back", "hint", "pass", "pearls_laid", "start", "pause", "resume",
                         "abandon", "rematch", "new_game", "agree"])
SET_UP = st.fixed_dictionaries({
    "name": st.just("set_up"),
    "players": st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=4),
    "edition": st.sampled_from(["en", "fr"]), "first": st.integers(0, 5),
    "hints": st.sampled_from(["off", "request", "always"]), "confirm": st.sampled_from(["auto", "button"])})
COMMANDS = st.one_of(
    st.builds(lambda name: {"name": name}, PLAIN),
    st.builds(lambda place: {"name": "put", "site": place}, SITES),
    st.builds(lambda place: {"name": "lift", "site": place}, SITES),
    st.builds(lambda value: {"name": "choose_value", "value": value}, st.none() | st.integers(0, 6)),
    st.builds(lambda place, value: {"name": "say_value", "space": place, "value": value}, SPACES, st.integers(1, 5)),
    st.builds(lambda place: {"name": "unsay_value", "space": place}, SPACES),
    st.builds(lambda index: {"name": "show_territory", "index": index}, st.integers(0, 9)),
    st.builds(lambda index: {"name": "count_show", "index": index}, st.integers(0, 9)),
    st.builds(lambda word: {"name": "answer", "answer": word}, st.sampled_from(["continue", "new", "perhaps"])),
    SET_UP)
JUNK = st.dictionaries(
    st.sampled_from(["name", "site", "value", "index", "players", "farms", "answer", "ms", "space"]),
    st.none() | st.booleans() | st.integers() | st.text(max_size=5)
    | st.sampled_from(["put", "set_up", "button", "say_value"])
    | st.dictionaries(SPACES, st.integers(0, 9), max_size=3))


class TableInAnyHands(RuleBasedStateMachine):
    """Rules are what people, faults and scripts do."""

    @initialize(players=st.integers(2, 4), edition=st.sampled_from(["en", "fr"]), begin=st.booleans())
    def sit_down(self, players, edition, begin):
        self.table = AnyTable()
        if begin:
            self.table.begin(players, edition=edition)

    @rule(place=SITES)
    def move(self, place):
        lies = GRID.site(place) in self.table.board.pieces
        self.table.do(f"-{place}" if lies else place)

    @rule(place=SITES)
    def chatter(self, place):
        self.table.do(f"~{place}")

    @rule(end=SITES, data=st.data())
    def slide(self, end, data):
        pieces = sorted(str(place) for place in self.table.board.pieces)
        if pieces and GRID.site(end) not in self.table.board.pieces:
            self.table.do(f"{data.draw(st.sampled_from(pieces))}>{end}")

    @rule(ms=st.sampled_from([1, 50, 150, 700, 3100, 6000, 20000]))
    def wait(self, ms):
        self.table.clock.step(ms)

    @rule(button=BUTTONS, ms=st.sampled_from([50, 500, 2500]))
    def press(self, button, ms):
        self.table.do(f"press {button} {ms}")

    @rule(place=SITES, level=st.sampled_from(["0", "1", ""]))
    def stick(self, place, level):
        self.table.do(f"{place}={level}")

    @rule(fault=st.sampled_from(["unplug", "plug", "shift 1", "shift 0", "shift 3"]))
    def fault(self, fault):
        self.table.do(fault)

    @rule()
    def mend(self):
        self.table.do("plug shift 0")
        for place in list(self.table.board._stuck):
            self.table.do(f"{place}=")

    @rule(command=COMMANDS, stale=st.booleans())
    def command(self, command, stale):
        version = self.table.tabletop.session.version
        self.table.wish(version - 1 if stale and version else version, **command)

    @rule(document=JUNK)
    def junk(self, document):
        self.table.wish(**document)

    @rule(seed=st.integers(0, 999), turns=st.integers(1, 12), value=st.none() | st.integers(1, 5))
    def play(self, seed, turns, value):
        rng = random.Random(seed)
        while turns and play_turn(self.table, rng, value=value):
            turns -= 1

    @precondition(lambda self: self.table.tabletop.now.phase is Phase.PLAYING)
    @rule(seed=st.integers(0, 999))
    def play_to_the_end(self, seed):
        rng = random.Random(seed)
        while play_turn(self.table, rng):
            pass

    @rule()
    def reboot(self):
        self.table = self.table.reboot()

    @invariant()
    def always(self):
        self.table.check()


FINDING = (hypothesis.Phase.explicit, hypothesis.Phase.reuse, hypothesis.Phase.generate)
"""A failure is shown as it was found: to make it smaller takes minutes, since its steps are whole games."""
EXAMPLES = 600 if "SOAK" in os.environ else 40

TestTableInAnyHands = TableInAnyHands.TestCase
TestTableInAnyHands.settings = settings(max_examples=EXAMPLES, stateful_step_count=40, deadline=None, phases=FINDING,
                                        suppress_health_check=list(HealthCheck))


def test_a_hand_that_lifts_nothing_is_told():
    """The simulated board itself knows what lies on it."""
    table = AnyTable()
    table.wish(name="lift", site="c4")
    assert [name for name, *_ in table.refusals] == ["impossible_move"]
    with pytest.raises(ImpossibleMove, match="c4"):
        table.do("-c4")
