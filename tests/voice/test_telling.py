"""What the table says by itself, and what it does not say again."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from pearlboard.games.values import Timer
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogues
from pearlboard.settings import Voice
from pearlboard.table.stopwatch import Stopwatch
from pearlboard.texts import say
from pearlboard.voice.table_voice import is_quiet
from pearlboard.voice.telling import Telling, situation, time_due
from pearlboard.voice.utterance import Urgency
from support.hearing import ON, SpokenTable


def test_a_turn_is_said_with_what_was_laid_and_who_is_next():
    """A piece is named by row and column, the button counts it, and the next player is called."""
    table = SpokenTable().begin()
    table.mouth.take()
    [asked] = table.hears("c4")
    assert asked == "Press the button to end the turn, or lift the piece on c 4 to think again."
    assert table.hears("press end_turn") == [
        "Ben: lay one Diver on a free space, or one or two Pontoons.",
        "Anna lays a Diver on c 4.",
    ]


@pytest.mark.parametrize(
    ("language", "there", "line"),
    [
        ("en", "on c 3", "between c 3 and d 3"),
        ("de", "auf c 3", "zwischen c 3 und d 3"),
        ("fr", "en c 3", "entre c 3 et d 3"),
    ],
)
def test_places_can_be_spoken(language, there, line):
    """A letter and a number, as they are printed on the board, in every language."""
    assert language in LANGUAGES
    table = SpokenTable(language=language).begin()
    assert there in table.hears("c3")[-1]
    table.do("-c3")
    assert line in table.hears("c3-d3")[-1]
    assert not any("c3" in text for text in table.mouth.heard)


def test_nothing_is_said_twice_and_a_change_back_is_said():
    """Sensors that report the same say nothing; a piece that comes again is said again."""
    table = SpokenTable().begin()
    table.mouth.take()
    first = table.hears("c4")
    assert table.hears("wait 30000") == []
    table.hears("-c4")
    assert table.hears("c4")[-1] == first[0]


def test_what_is_wrong_cuts_short_and_comes_first():
    """Urgent things do not wait for the end of a sentence."""
    table = SpokenTable(instant=False).begin()
    assert table.mouth.heard == ["The voice is on."]
    table.mouth.finish()
    table.do("c4 press end_turn")
    table.do("unplug")
    assert table.mouth.heard[-1].startswith("The board is unplugged")


def test_a_touch_ends_what_is_said_and_the_newest_comes():
    """Whoever goes on has heard enough; what has not begun gives way to what is true now."""
    table = SpokenTable(instant=False).begin()
    assert table.mouth.heard[-1] == "The voice is on."
    table.do("c4")
    assert table.mouth.cut == ["The voice is on."]
    assert [each.said[-1].name for each in table.voice.queue.waiting] == []
    assert table.mouth.heard[-1].startswith("Press the button")
    table.do("-c4 e2")
    assert table.mouth.heard[-1].endswith("e 2 to think again.")


def test_the_most_urgent_waits_in_front():
    """Wrong before asked, asked before turns, turns before what was told."""
    table = SpokenTable(instant=False).begin()
    table.mouth.finish()
    waiting = [each.urgency for each in table.voice.queue.waiting]
    assert waiting == sorted(waiting, reverse=True)
    table.do("c4 press end_turn d1")
    assert table.voice.queue.speaking.urgency is Urgency.WRONG


def test_what_was_done_is_not_lost_in_a_long_sentence():
    """Deeds that wait are told together."""
    table = SpokenTable(instant=False).begin()
    table.do("c4 press end_turn")
    table.do("e2 press end_turn")
    while table.voice.queue.speaking is not None:
        table.mouth.finish()
    assert any("Anna lays a Diver on c 4" in text for text in table.mouth.heard)
    assert any("Ben lays a Diver on e 2" in text for text in table.mouth.heard)


def test_what_is_taken_back_is_said():
    """By whom it was is in the sentence of the deed."""
    table = SpokenTable().begin()
    table.do("c4 press end_turn")
    table.mouth.take()
    assert any(text.startswith("Taken back: Anna") for text in table.hears("press take_back"))


def test_computers_moves_and_what_is_owed_are_said():
    """What nobody has laid yet is asked for before what was played is told."""
    table = SpokenTable().begin(computers={2: "easy"})
    table.do("c4 press end_turn")
    heard = table.hears("wait 8000")
    assert any("Ben" in text and "lay" in text.lower() for text in heard)


def test_names_are_hostile_text():
    """A name is read as it stands: it makes no new line, and no place of its own in a sentence."""
    table = SpokenTable().begin()
    said = situation(table.tabletop.now)
    hostile = replace(said, names=((1, "A\u2028n\n{count}\tna\x00"), (2, "Ben")))
    assert hostile.text(catalogues()["en"]).startswith("A n {count} na")
    assert all(sign.isprintable() for sign in hostile.text(catalogues()["en"]))


def test_quiet_hours_and_what_is_asked_in_them():
    """Nothing by itself; whoever asks hears the answer."""
    table = SpokenTable(wishes=changed(ON, quiet_from=22, quiet_to=7), hour=lambda: 23)
    assert table.mouth.take() == ["The voice is on."]
    table.begin().do("c4")
    assert table.mouth.take() == []
    table.voice.say(say("voice_nothing"))
    assert table.mouth.take() == ["nothing"]


@pytest.mark.parametrize(("hour", "quiet"), [(21, False), (22, True), (0, True), (6, True), (7, False)])
def test_quiet_hours_go_past_midnight(hour, quiet):
    """And the same hour twice is no quiet at all."""
    assert is_quiet(Voice(quiet_from=22, quiet_to=7), hour) is quiet
    assert not is_quiet(Voice(quiet_from=7, quiet_to=7), hour)


def test_a_voice_that_is_off_says_nothing_and_leaves_the_buttons_alone():
    """The hint button works as ever."""
    table = SpokenTable(wishes=Voice()).begin()
    assert table.hears("c4 press end_turn press hint 3000") == []
    assert not table.voice.menu.is_open


def test_with_the_voice_nothing_counts_by_lying_still():
    """However long it lies; without it, it does."""
    table = SpokenTable().begin()
    table.do("c4 wait 60000")
    assert table.decided == []
    assert table.screen()["countdown"] is None
    table.tabletop.set_house_rules(replace(table.tabletop.house, patient=False))
    table.do("-c4 c4 wait 4000")
    assert table.decided == ["Acted"]


def test_no_clock_of_a_turn_runs_and_a_vote_waits_long():
    """Whoever listens takes the time that listening takes."""
    table = SpokenTable().begin(clock=1)
    table.do("wait 120000")
    assert table.tabletop.timing.turn.left_at(table.clock()) == 60_000
    table.do("c4 press end_turn e2 press end_turn")
    table.ask("take_back", who=table.phone(1))
    table.do("wait 300000")
    assert table.screen()["take_back"] is not None


def test_a_timer_is_told_twice_and_does_not_chatter():
    """Its middle and its last ten seconds, once each; a quiet one, and one that stands still, not at all."""
    now = SpokenTable().begin().tabletop.now
    timed = replace(now, game=replace(now.game, timer=Timer("sand", 60_000)))
    timer, telling, told = Stopwatch("sand", 60_000, since_ms=0), Telling(), []
    for at_ms in range(0, 60_000, 500):
        told += [(at_ms, each.text(catalogues()["en"])) for each in telling.time(timed, timer, at_ms)]
    assert told == [(30_000, "30 seconds left."), (50_000, "10 seconds left.")]
    assert time_due(timed, timer, 0) == 30_000
    assert time_due(timed, timer, 30_000) == 50_000
    assert time_due(timed, timer, 55_000) is None
    assert time_due(timed, replace(timer, since_ms=None), 0) is None
    quiet = replace(timed, game=replace(timed.game, timer=Timer("sand", 60_000, quiet=True)))
    assert time_due(quiet, timer, 0) is None
