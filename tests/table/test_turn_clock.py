"""A gentle clock: it tells how long a turn has taken, and says something kind; nobody loses by it."""

import pytest

from pearlboard.lights.scene import Cue, Role
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.screen import ScreenContext, screen
from pearlboard.session.facts import TurnTimed
from pearlboard.session.state import Refused
from pearlboard.table.stopwatch import Stopwatch, next_mark
from support.tabling import TestTable

MINUTE = 60_000


def begun(minutes=1, **form):
    return TestTable().begin(clock=minutes, **form)


def clock(table):
    context = ScreenContext(at_ms=table.clock(), turn=table.tabletop.timing.turn)
    return screen(table.tabletop.now, context, catalogues()["en"])["clock"]


def used(table):
    return clock(table)["used"]


def timed(table):
    return [entry.fact.used_ms for entry in table.log if isinstance(entry.fact, TurnTimed)]


def rim(table):
    return {mark.role for mark in table.lighting._scene.lights.values()} & {Role.TURN, Role.LATE}


def test_without_one_there_is_none():
    """As it is unless people agree on it."""
    table = TestTable().begin()
    table.clock.step(10 * MINUTE)
    assert clock(table) is None
    assert table.screen()["match"]["clock"] == 0
    assert (timed(table), rim(table)) == ([], {Role.TURN})


def test_it_tells_how_much_of_the_turn_is_used():
    """From the moment at which the turn began, and again from none with the next."""
    table = begun(2)
    table.clock.step(40_000)
    assert clock(table) == {"seats": [1], "of": 2 * MINUTE, "used": 40_000, "runs": True, "text": None}
    table.do("c4 wait 3500")
    assert clock(table)["seats"] == [2]
    assert used(table) < 1_000


def test_when_it_has_run_out_something_kind_is_said_once_and_nothing_happens():
    """The same player is to move, the rim breathes, and one soft sound was heard."""
    table = begun(1)
    table.clock.step(MINUTE - 1)
    assert (clock(table)["text"], rim(table)) == (None, {Role.TURN})
    heard = table.lighting.cue
    table.clock.step(1)
    assert clock(table) == {
        "seats": [1],
        "of": MINUTE,
        "used": MINUTE,
        "runs": False,
        "text": "Take your time – the others are waiting.",
    }
    assert rim(table) == {Role.LATE}
    assert table.lighting.cue[1] == Cue.TIME != (heard and heard[1])
    number = table.lighting.cue[0]
    table.clock.step(30 * MINUTE)
    assert table.lighting.cue[0] == number
    assert table.tabletop.now.game.to_move == 1
    table.do("c4 wait 3500")
    assert (rim(table), clock(table)["text"]) == ({Role.TURN}, None)


def test_who_plays_against_the_computer_alone_keeps_nobody_waiting():
    """Nor does the computer need a clock."""
    table = begun(1, computers={2: "easy"})
    table.clock.step(MINUTE)
    assert clock(table)["text"] == "Take your time."
    table.do("c4 wait 3500")
    assert table.tabletop.now.game.thinking
    assert clock(table) is None


def test_it_stands_still_during_a_pause():
    """And what was used by then is noted, so that a restart in the pause costs nothing."""
    table = begun(2)
    table.clock.step(20_000)
    table.ask("pause")
    table.clock.step(10 * MINUTE)
    assert (used(table), clock(table)["runs"], timed(table)) == (20_000, False, [20_000])
    again = table.reboot()
    assert used(again) == 20_000
    again.ask("resume", command_id="resume-later")
    again.clock.step(5_000)
    assert used(again) == 25_000


def test_it_stands_still_while_the_board_must_be_put_right():
    """Nobody can play meanwhile."""
    table = begun(5).do("c4 wait 3500 -c4 wait 6000")
    assert table.screen()["put"] == ["c4"]
    before = used(table)
    table.clock.step(MINUTE)
    assert (used(table), clock(table)["runs"]) == (before, False)
    table.do("c4 wait 1000")
    assert clock(table)["runs"]


def test_a_restart_costs_at_most_a_quarter():
    """What was noted last is where it goes on; and what was said is not said again."""
    table = begun(2)
    table.clock.step(70_000)
    assert timed(table) == [30_000, 60_000]
    again = table.reboot()
    assert 60_000 <= used(again) < 61_000
    again.clock.step(MINUTE)
    assert clock(again)["text"]
    late = again.reboot()
    late.clock.step(MINUTE)
    assert clock(late)["text"]
    assert late.lighting.cue is None or late.lighting.cue[1] != Cue.TIME
    assert timed(late) == [30_000, 60_000, 90_000, 120_000]


def test_a_quick_turn_leaves_nothing_in_the_log():
    """Only what is slow is noted."""
    table = begun(5)
    for place in ("c4", "e2", "a1"):
        table.do(f"{place} wait 3500")
    assert timed(table) == []


def test_what_is_taken_back_begins_its_turn_anew():
    """Whoever thinks again has all the time."""
    table = begun(1)
    table.clock.step(50_000)
    table.do("c4 wait 3500").ask("take_back").do("-c4 wait 500")
    assert clock(table)["seats"] == [1]
    assert used(table) < 5_000


def test_what_is_noted_makes_nothing_stale():
    """A page that pressed before it heard of it is heard."""
    table = begun(1, confirm="button").do("c4")
    version = table.tabletop.session.version
    table.clock.step(20_000)
    assert timed(table) == [15_000]
    table.ask("confirm", version=version)
    assert table.tabletop.now.game.to_move == 2


def test_a_rematch_keeps_it():
    """It belongs to what was agreed on, and the rules of the table name it."""
    table = begun(3)
    assert "A calm clock: 3 minutes a turn. Nobody loses on time." in table.screen()["match"]["rules"]
    table.ask("abandon")
    assert table.screen()["last"]["clock"] == 3


@pytest.mark.parametrize("minutes", [4, 60])
def test_another_number_of_minutes_cannot_be_chosen(minutes):
    """The sentence names the field."""
    with pytest.raises(Refused) as refused:
        begun(minutes)
    assert refused.value.name == "malformed"
    assert catalogues()["en"].render(refused.value.sentence) == "Please choose again: “A clock for each turn”"


@pytest.mark.parametrize("minutes", [-1, 61, "2", 1.5, True])
def test_what_is_no_number_of_minutes_is_refused(minutes):
    """By the same sentence."""
    with pytest.raises(Refused, match="malformed"):
        begun(minutes)


def test_the_time_of_a_turn_runs_on_from_where_it_stood():
    """A value of milliseconds alone."""
    stood = Stopwatch().following((1, 5), 9_000, 1_000).following((1, 5), 9_000, 4_000, runs=False)
    assert (stood.used_at(9_000), stood.reaches(5_000)) == (3_000, None)
    goes_on = stood.following((1, 5), 9_000, 10_000)
    assert (goes_on.used_at(11_000), goes_on.reaches(5_000)) == (4_000, 12_000)
    assert goes_on.following((1, 9), 9_000, 12_000).used_at(12_000) == 0
    assert goes_on.following(None, 0, 12_000) == Stopwatch()


def test_each_quarter_is_noted():
    """And none once all is used."""
    assert [next_mark(60_000, noted) for noted in (0, 14_999, 15_000, 59_999, 60_000)] == [
        15_000,
        15_000,
        30_000,
        60_000,
        None,
    ]
