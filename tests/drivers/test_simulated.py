"""The simulated board under the conformance suite, and with hands and faults."""

import pytest

from drivers.conformance import Bench, BoardConformance
from pearlboard.drivers import open_board
from pearlboard.drivers.clock import SteppedClock
from pearlboard.drivers.protocols import Lost, Pressed, Released
from pearlboard.drivers.simulated import ImpossibleMove, SimulatedBoard
from pearlboard.errors import ConfigError
from pearlboard.geometry import edge, space
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.settings import Settings
from support.faulty_board import FaultyBoard
from support.script import perform


class TestSimulatedBoard(BoardConformance):
    """The simulated board under the conformance suite."""

    LATE_MS = 0

    @pytest.fixture
    def bench(self):
        wiring, clock = reference_wiring(), SteppedClock()
        board = FaultyBoard(wiring, clock)
        board.late_ms = self.LATE_MS

        def follow(site, button, after_ms):
            steps = [lambda: board.put(site), lambda: board.press(button, 60)]
            for step in steps if after_ms > 0 else steps[::-1]:
                step()
                clock.step(abs(after_ms))

        return Bench(
            board,
            wiring,
            board.put,
            board.lift,
            board.press,
            board.unplug,
            board.plug,
            settle=lambda: clock.step(1_000),
            follow=follow,
            shown=lambda: board.frames[-1],
        )


class TestSimulatedBoardOnALine(TestSimulatedBoard):
    """The simulated board with delayed events, as over a real line."""

    LATE_MS = 45


@pytest.fixture
def clock():
    return SteppedClock()


@pytest.fixture
def board(clock):
    board = FaultyBoard(reference_wiring(), clock)
    board.heard = []
    board.start(board.heard.append)
    return board


def scanned(board):
    """The pieces of each scan since the start, without repeats."""
    shown = []
    for event in board.heard:
        if isinstance(event, Scan):
            sites = {str(site) for site in board.wiring.sites(board.wiring.upright(event.bits))}
            if not shown or shown[-1] != sites:
                shown.append(sites)
    return shown


def test_a_sliding_piece_passes_over_the_sensors_between(board, clock):
    """A Diver pushed two spaces to the right is sensed on the edges and the space between."""
    perform("c4 c4>e4", board, clock)
    assert scanned(board) == [set(), {"c4"}, set(), {"c4-d4"}, {"d4"}, {"d4-e4"}, {"e4"}]
    assert board.pieces == {space("e4")}


def test_a_piece_that_slides_over_a_corner_is_not_sensed_there(board, clock):
    """There are no sensors under corners."""
    perform("c4 c4>d5", board, clock)
    assert scanned(board) == [set(), {"c4"}, set(), {"d5"}]


def test_a_bouncing_piece_ends_on_the_board(board, clock):
    """The contact is made and broken several times, and finally made."""
    perform("~c4", board, clock)
    assert scanned(board) == [set(), {"c4"}, set(), {"c4"}, set(), {"c4"}]


def test_a_flickering_sensor_ends_as_it_was(board, clock):
    """Twenty periods in a second are forty changes."""
    perform("c4*20*1000", board, clock)
    assert len(scanned(board)) == 1 + 40
    assert scanned(board)[-1] == set()


def test_a_stuck_sensor_reads_the_same_until_it_is_mended(board, clock):
    """Stuck at 1 a sensor shows a piece that is not there, stuck at 0 it hides one."""
    perform("c4=1  d4  d4=0  c4=", board, clock)
    assert scanned(board) == [set(), {"c4"}, {"c4", "d4"}, {"c4"}, set()]


def test_a_shifted_chain_is_given_away_by_its_frame_bits(board, clock):
    """However far the chain is shifted, some bar's frame bit is wrong."""
    perform("a1 a1-b1 e4", board, clock)
    for by in range(1, 20):
        perform(f"shift {by}", board, clock)
        assert board.wiring.wrong_bar(board.heard[-1].bits) is not None
    perform("shift 0", board, clock)
    assert board.wiring.wrong_bar(board.heard[-1].bits) is None


def test_a_held_button_is_released_when_its_time_is_over(board, clock):
    """The times of both events tell how long it was held."""
    perform("wait 50 press end_turn 2000", board, clock)
    pressed, released = (event for event in board.heard if isinstance(event, Pressed | Released))
    assert (pressed.at_ms, released.at_ms) == (50, 2050)


def test_a_lost_board_says_why(board, clock):
    """The reason is a sentence for people."""
    perform("unplug", board, clock)
    assert isinstance(board.heard[-1], Lost)
    assert board.heard[-1].reason.name == "board_unplugged"


@pytest.mark.parametrize("script", ["c4 c4", "-c4", "c4>d4", "c4 d4 c4>d4"])
def test_hands_cannot_do_the_impossible(board, clock, script):
    """A piece cannot be laid on another, and none can be lifted that does not lie there."""
    with pytest.raises(ImpossibleMove):
        perform(script, board, clock)


def test_lamp_and_tones_are_remembered(board):
    """The lamp's states and the tones can be looked up."""
    board.lamp(on=True)
    board.play([(440, 100), (0, 20)])
    assert list(board.lamps) == [True]
    assert list(board.played) == [((440, 100), (0, 20))]


def test_boards_are_opened_by_name(clock):
    """The setting `board` names one; an unknown name is refused with those there are."""
    assert isinstance(open_board(Settings(), reference_wiring(), clock), SimulatedBoard)
    with pytest.raises(ConfigError, match=r"no 'rp2400' board; choose one of: .*simulated"):
        open_board(Settings(board="rp2400"), reference_wiring(), clock)


def test_a_piece_may_lie_on_a_site_that_has_no_sensor(clock):
    """A masked site without a sensor is simply not sensed."""
    wiring = reference_wiring()
    chain = tuple(tuple(None if place == edge("a1-b1") else place for place in bar) for bar in wiring.chain)
    masked = type(wiring)(chain, wiring.strips, masked=frozenset({edge("a1-b1")}))
    board = FaultyBoard(masked, clock)
    board.put(edge("a1-b1"))
    assert masked.sites(masked.upright(board.bits)) == frozenset()
