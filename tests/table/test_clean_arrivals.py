"""Only what has arrived cleanly counts by itself; of anything else people are asked, and told why."""

import random
from itertools import combinations

import pytest

from pearlboard.games.values import Draft, Verdict
from pearlboard.geometry import GRID
from pearlboard.session.board_state import BoardState, observe
from pearlboard.table.holding import TOGETHER_MS, held, together
from pearlboard.texts import say
from support.lengths import at_length
from support.tabling import TestTable

SWEEPS = at_length(60, 8)
LOOKS = at_length(1_000, 20)
LAID = "c4 wait 3200 e2 wait 3200 a1-b1 wait 500 b2-c2 wait 3500"


@pytest.fixture
def table():
    return TestTable().begin()


def shared(one, other):
    """Whether two edges meet, or lie on two sides of one space; written again by hand."""
    spaces = {one.first, one.second} & {other.first, other.second}
    around = [{one.first, one.second} | {other.first, other.second}]
    square = any(
        max(s.column for s in four) - min(s.column for s in four) == 1
        and max(s.row for s in four) - min(s.row for s in four) == 1
        for four in around
    )
    return bool(spaces) or square


def test_neighbouring_edges_that_settle_together_are_never_taken_for_two():
    """Whichever two: at the same moment they may be one piece that lies across; far apart, or later, they are two."""
    asked = 0
    for one, other in combinations(GRID.edges, 2):
        lying = frozenset({one, other})
        state = observe(observe(BoardState(), frozenset(), 0), lying, 1_000)
        assert (together(state, lying) == lying) == shared(one, other), lying
        asked += shared(one, other)
        later = observe(
            observe(observe(BoardState(), frozenset(), 0), frozenset({one}), 1_000), lying, 1_001 + TOGETHER_MS
        )
        drafted = Draft(1, Verdict.LEGAL, say("not_now"), lying, complete=True)
        assert held(later, drafted, frozenset()) is None
        assert (held(state, drafted, frozenset()) is not None) == shared(one, other)
    assert asked > len(GRID.edges)


NEIGHBOURS = [pair for pair in combinations(GRID.edges, 2) if shared(*pair)]


def test_a_pontoon_over_any_two_edges_is_no_turn(record_property):
    """The page shows both places, both are lit, and the table asks or refuses; nothing counts, however long it lies."""
    table, tried = TestTable().begin(), at_length(NEIGHBOURS, NEIGHBOURS[::12])
    for one, other in tried:
        table.do(f"{one} {other} wait 9000")
        screen = table.screen()
        assert {piece["site"] for piece in screen["pieces"] if piece["status"] == "draft"} == {str(one), str(other)}
        assert screen["countdown"] is None
        assert screen["verdict"] == "illegal" or "same moment" in screen["sentence"]
        assert {mark.role for corner in (*GRID.corners_of[one], *GRID.corners_of[other]) for mark in lit(table, corner)}
        table.do(f"-{one} -{other} wait 9000")
    assert table.facts == []
    record_property("reached", f"{len(tried)} pairs of edges under one Pontoon, none taken for a turn")


def test_a_pontoon_over_two_edges_is_no_turn_until_somebody_says_so(table):
    """The table asks, and names both places; put right, it is one Pontoon that waits for the second."""
    table.do("a1-b1 a1-a2 wait 20000 -a1-b1 -a1-a2 b1-b2 b1-c1 wait 20000")
    assert table.facts == []
    assert "same moment" in table.screen()["sentence"]
    assert table.screen()["countdown"] is None
    assert "confirm" in table.screen()["can"]
    table.do("-b1-c1 wait 20000")
    assert table.facts == []
    assert table.screen()["verdict"] == "legal"


def test_two_pontoons_that_were_laid_at_once_count_with_the_button(table):
    """Whoever lays with both hands presses it."""
    assert table.do("b1-b2 b1-c1 wait 9000").facts == []
    assert table.do("press end_turn").facts == ["Acted"]


def test_two_pontoons_one_after_the_other_count_by_themselves(table):
    """As ever."""
    assert table.do("b1-b2 wait 500 b1-c1 wait 3300").facts == ["Acted"]


def lit(table, light):
    """What that light means, if it shines."""
    mark = table.lighting._scene.lights.get(light)
    return [] if mark is None else [mark]


@pytest.mark.parametrize("seed", range(SWEEPS))
def test_a_stray_piece_after_a_sweep_is_no_turn(seed):
    """One piece comes to lie where none did before all are back: whatever follows, it waits for the button."""
    rng = random.Random(seed)
    table = TestTable().begin().do(LAID)
    counted = list(table.facts)
    lying = sorted(map(str, table.board.pieces))
    swept = rng.sample(lying, rng.randint(1, len(lying)))
    stray = rng.choice(sorted(str(space) for space in set(GRID.spaces) - table.board.pieces))
    table.do(" ".join(f"-{place}" for place in swept))
    when = rng.randrange(len(swept))
    rng.shuffle(swept)
    table.do(" ".join([*swept[:when], stray, "wait 700", *swept[when:]]) + " wait 20000")
    if table.screen()["question"] is not None:
        table.ask("answer", answer="continue").do("wait 20000")
    assert table.facts == counted, (swept, stray)
    if table.screen()["verdict"] == "legal":
        assert "a moment ago" in table.screen()["sentence"]
        assert table.do("press end_turn").facts == [*counted, "Acted"]


def test_after_the_next_step_all_is_as_before(table):
    """What was disturbed was disturbed until then; the turn after it counts by itself."""
    table.do("c4 wait 3200 -c4 wait 6000 c4 e2 wait 9000 press end_turn")
    assert table.facts == ["Acted", "Acted"]
    assert table.do("b5 wait 3300").facts == ["Acted"] * 3


def test_a_mistake_that_was_cleared_away_leaves_the_rest_to_the_button(table):
    """Of two Divers one is lifted: which was meant, nobody but people can know."""
    table.do("c4 e2 wait 500 -e2 wait 100")
    assert table.screen()["countdown"] is None
    assert table.do("wait 9000").facts == []
    assert "a moment ago" in table.screen()["sentence"]
    assert table.do("press end_turn").facts == ["Acted"]


def test_a_mistake_that_was_cleared_away_whole_is_forgotten(table):
    """A Diver on a farm goes; the next one counts by itself."""
    farm = min(table.screen()["farms"])
    assert table.do(f"{farm} wait 500 -{farm} wait 500 c4 wait 3300").facts == ["Acted"]


def test_a_look_at_a_tile_disturbs_nothing(table):
    """A Diver that is lifted for a moment and put back is as it was: the next turn counts by itself."""
    assert table.do("c4 wait 3200 -c4 wait 3000 c4 wait 300 e2 wait 3300").facts == ["Acted", "Acted"]


def test_no_look_of_less_than_five_seconds_alarms_anybody(record_property):
    """Whichever Diver it is and however long it takes: nothing is missing, nothing is heard, no turn comes of it."""
    rng, table = random.Random(5), TestTable().begin(4, confirm="button")
    for space in rng.sample([space for space in GRID.spaces if str(space) not in table.screen()["farms"]], 14):
        table.do(f"{space} wait 300 press end_turn")
    counted, lying, heard = list(table.facts), sorted(map(str, table.board.pieces)), table.lighting.cue
    for _ in range(LOOKS):
        place, first, then = rng.choice(lying), rng.randint(0, 2_200), rng.randint(0, 2_200)
        for waited in (f"-{place} wait {first}", f"wait {then}"):
            assert table.do(waited).screen()["verdict"] == "unfinished"
        table.do(f"{place} wait 300")
        assert table.screen()["put"] == []
    assert table.lighting.cue == heard
    assert table.do("wait 9000").facts == counted
    record_property("reached", f"{LOOKS} looks, no alarm, no turn")


def test_what_lay_there_when_the_table_looked_again_waits_for_the_button(table):
    """While the board was away a piece came; another that is touched makes it no turn."""
    table.do("c4 wait 3300 unplug wait 500 e2 wait 500 plug wait 500 -c4 wait 300 c4 wait 9000")
    assert table.facts == ["Acted"]
    assert "looked again" in table.screen()["sentence"]
    assert table.do("press end_turn").facts == ["Acted", "Acted"]


def test_a_sensor_that_is_left_out_explains_what_was_missing(table):
    """With nothing else on the board the next turn counts by itself."""
    table.do("c4 wait 3500 c4=0 wait 16000").ask("leave_out", site="c4")
    assert table.do("e2 wait 3300").facts == ["Acted", "SensorLeftOut", "Acted"]
