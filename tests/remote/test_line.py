"""One end of a line against a peer that is written by hand: what it says when, and what it does not put up with."""

import random

import pytest

from pearlboard.remote import line as lines
from pearlboard.remote.events import Away, Dropped, Greeted, Over, Received, Why
from pearlboard.remote.line import BEAT_MS, GREETING_MS, PACKETS_BURST, SILENT_MS, Line, Phase, Role
from pearlboard.remote.messages import (
    LONGEST_DOWN,
    LONGEST_UP,
    SITES_BYTES,
    Beat,
    Button,
    Echo,
    Game,
    Goodbye,
    Hello,
    Lights,
    PageClosed,
    PageOpened,
    PageText,
    Promised,
    Reading,
    Reason,
    Seen,
    encoded,
    packed,
    unfit,
    unpacked,
)
from pearlboard.remote.outbox import MOST, MOST_BUTTONS, MOST_BYTES, STALE_MS, WINDOW
from pearlboard.remote.pages import MOST_PAGES
from support.lying_line import hello

CHANCE = random.Random(1)
NOTHING = bytes(SITES_BYTES)


def packet(number, message, seen=0):
    return packed(number, seen, encoded(message))


def said(line, at_ms):
    """The messages that an end sends now."""
    return [unpacked(each, LONGEST_DOWN).message for each in line.take(at_ms)]


def host(at_ms=0, **greeting):
    """A host whose guest has just greeted it."""
    line = Line(Role.HOST, hello("host", CHANCE), at_ms)
    line.opened(at_ms)
    line.feed(packet(0, hello("guest", CHANCE, **greeting)), at_ms)
    return line


def guest(at_ms=0):
    """A guest whose host has just greeted it."""
    line = Line(Role.GUEST, hello("guest", CHANCE), at_ms)
    line.opened(at_ms)
    line.take(at_ms)
    line.feed(packet(0, hello("host", CHANCE)), at_ms)
    return line


def why(events):
    """The reason with which a line has ended in these events."""
    [over] = [each for each in events if isinstance(each, Over)]
    return over.goodbye.reason


# --- hello, beats, silence ------------------------------------------------------------------------------------------


def test_the_guest_speaks_first_and_nothing_is_said_before():
    """A host says nothing to whoever has not greeted it."""
    line = Line(Role.HOST, hello("host", CHANCE), 0)
    line.opened(0)
    line.send(Lights((), "", 0, lamp=False), 0)
    assert said(line, 0) == []
    line.feed(packet(0, hello("guest", CHANCE)), 10)
    assert [type(each) for each in said(line, 10)] == [Hello, Beat, Lights]


def test_beats_measure_the_round_trip():
    """An echo of another time measures nothing."""
    line = host()
    [_, beat] = said(line, 0)
    line.feed(packet(0, Echo(77)), 90)
    assert line.quality.round_trip_ms is None
    line.feed(packet(0, Echo(beat.at_ms)), 120)
    assert line.quality.round_trip_ms == 120
    line.feed(packet(0, Beat(4_711)), 130)
    assert said(line, 130) == [Echo(4_711)]
    assert line.due_ms(130) == BEAT_MS
    assert said(line, BEAT_MS) == [Beat(BEAT_MS)]


def test_silence_is_away_and_whoever_never_greets_is_cut():
    """Both at their time, and not before."""
    line = host()
    assert line.tick(SILENT_MS - 1) == []
    assert line.tick(SILENT_MS) == [Away(Why.SILENT)]
    assert (line.phase, line.quality.cuts, line.due_ms(SILENT_MS)) == (Phase.AWAY, 1, None)
    line.opened(10_000)
    assert line.due_ms(10_000) == 10_000 + GREETING_MS
    assert line.tick(10_000 + GREETING_MS) == [Away(Why.UNGREETED)]


def test_a_day_without_a_line_loses_nothing():
    """However long it takes: the latest state, and everything else that was said, at the end of it."""
    line, day_ms = host(), 86_400_000
    said(line, 0)
    assert line.tick(SILENT_MS) == [Away(Why.SILENT)]
    for hour in range(24):
        line.send(Promised(bytes([hour]) * 32), hour)
        line.send(Lights((), str(hour), 0, lamp=False), day_ms)
        assert line.tick(hour * 3_600_000) == []
        assert line.due_ms(hour * 3_600_000) is None
    line.opened(day_ms)
    again = hello("guest", CHANCE, line=line.peer.line, knows=line._me.line)
    assert line.feed(packet(0, again), day_ms) == [Greeted(again, resumed=True)]
    told = said(line, day_ms)[2:]
    assert [each for each in told if isinstance(each, Promised)] == [Promised(bytes([hour]) * 32) for hour in range(24)]
    assert [each for each in told if isinstance(each, Lights)] == [Lights((), "23", 0, lamp=False)]


def test_a_new_connection_replaces_the_old_one():
    """The host may not have noticed yet that the old one is dead."""
    line = host()
    assert line.opened(100) == [Away(Why.REPLACED)]


def test_everything_is_acknowledged_at_once_and_by_itself():
    """An acknowledgement rides on whatever goes that way."""
    line = host()
    said(line, 0)
    line.feed(packet(1, Reading(NOTHING, NOTHING)), 5)
    assert [unpacked(each, 100) for each in line.take(5)] == [unpacked(packed(0, 1, encoded(Seen())), 100)]
    assert line.take(5) == []


def test_a_scene_gets_older_while_it_waits():
    """So a motion that plays once is not played late."""
    line = host()
    line.cut()
    line.send(Lights((), "won", 100, lamp=False), 1_000)
    line.opened(3_000)
    line.feed(packet(0, hello("guest", CHANCE)), 3_000)
    assert said(line, 3_000)[-1] == Lights((), "won", 2_100, lamp=False)


# --- versions and games ---------------------------------------------------------------------------------------------


def test_another_protocol_is_refused_by_both_with_their_versions():
    """Before anything else is said."""
    line = Line(Role.HOST, hello("host", CHANCE), 0)
    line.opened(0)
    events = line.feed(packet(0, hello("guest", CHANCE, lowest=2, highest=3, program="9.0")), 0)
    assert why(events) is Reason.VERSION
    assert said(line, 0) == [Goodbye(Reason.VERSION, "0.2.0", 1, 1)]
    line = Line(Role.GUEST, hello("guest", CHANCE), 0)
    line.opened(0)
    line.take(0)
    assert why(line.feed(packet(0, hello("host", CHANCE, lowest=2, highest=3)), 0)) is Reason.VERSION


@pytest.mark.parametrize(
    ("games", "reason"),
    [((), Reason.GAME_MISSING), ((Game("pearls", "2"),), Reason.GAME_VERSION), ((Game("pearls", "1"),), None)],
)
def test_a_guest_without_the_game_is_told_before_it_begins(games, reason):
    """Both ends have said which games they have."""
    peer = host(games=games).peer
    wrong = unfit(hello("host", CHANCE), peer, "pearls")
    assert wrong == (None if reason is None else Goodbye(reason, "0.2.0", 1, 1, "pearls", "1"))


# --- readings and buttons -------------------------------------------------------------------------------------------


def test_a_press_that_is_too_old_is_not_sent_again_but_its_release_is():
    """Nobody waits for its effect any more; but a button must not stay pressed."""
    line = guest()
    line.cut()
    line.send(Button("hint", down=True), 1_000)
    line.send(Button("hint", down=False), 1_000)
    line.opened(1_000 + STALE_MS)
    line.take(1_000 + STALE_MS)
    line.feed(packet(0, hello("host", CHANCE)), 1_000 + STALE_MS)
    assert [each for each in said(line, 1_000 + STALE_MS) if isinstance(each, Button)] == [Button("hint", down=False)]


def test_only_a_few_presses_wait():
    """Whoever hammers on a button while the line is away has pressed it a few times."""
    line = guest()
    line.cut()
    for _ in range(100):
        line.send(Button("hint", down=True), 0)
        line.send(Button("hint", down=False), 0)
    assert line.quality.waiting == 2 * MOST_BUTTONS


def test_nobody_says_what_is_the_others_to_say():
    """A guest has no scenes."""
    with pytest.raises(TypeError, match="a guest does not say Lights"):
        guest().send(Lights((), "", 0, lamp=False), 0)
    with pytest.raises(TypeError, match="a host does not say Button"):
        host().send(Button("hint", down=True), 0)


# --- pages ----------------------------------------------------------------------------------------------------------


def test_a_page_is_opened_written_and_closed():
    """By either end; what comes for a closed page is dropped."""
    here, there = guest(), host()
    channel = here.open_page("seat", "de", 0, local=True)
    here.write(channel, "{}", 0)
    heard = [each for data in here.take(0)[1:] for each in there.feed(data, 0)]
    assert heard == [Received(PageOpened(1, "seat", "de", local=True)), Received(PageText(1, "{}"))]
    there.close_page(channel, 1, 4401, "revoked")
    there.write(channel, "nobody reads this", 1)
    assert said(there, 1)[2:] == [PageClosed(1, 4401, "revoked")]
    assert there.feed(packet(3, PageText(1, "on its way")), 2) == []
    assert there.phase is Phase.UP


def test_a_page_that_never_was_known_leaves_no_trace():
    """Opened and closed while the line was away."""
    line = guest()
    line.cut()
    line.close_page(line.open_page("table", "en", 0, local=False), 0)
    assert line.quality.waiting == 0


def test_a_text_that_is_too_long_closes_its_page():
    """And is not sent."""
    line = guest()
    channel = line.open_page("table", "en", 0, local=False)
    line.take(0)
    line.write(channel, "ä" * (LONGEST_UP // 2), 0)
    assert line.tick(0) == [Dropped(channel)]
    assert said(line, 0) == [PageClosed(channel, 1009, "too long")]


def test_pages_that_are_behind_are_closed_and_the_rest_stays():
    """What waits for a peer that is away is bounded: a page is opened anew then, and gets a snapshot."""
    line = host()
    for number in (1, 2):
        line.feed(packet(number, PageOpened(number, "table", "en", local=False)), 0)
    line.cut()
    line.write(2, "short", 0)
    line.send(Promised(bytes(32)), 0)
    for at in range(100):
        line.write(1, "x" * 50_000, at)
    assert line.tick(100) == [Dropped(1)]
    assert line._outbox.size < MOST_BYTES
    assert line.pages == {2}
    line.opened(200)
    line.feed(packet(0, hello("guest", CHANCE, line=line.peer.line, knows=line._me.line)), 200)
    assert said(line, 200)[2:] == [PageText(2, "short"), Promised(bytes(32)), PageClosed(1, 1013, "behind")]


# --- a hostile peer -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "message", "seen"),
    [(1, Lights((), "", 0, lamp=False), 0), (1, PageText(1, "never opened"), 0), (1, Reading(NOTHING, NOTHING), 99)],
)
def test_a_lie_ends_the_line(number, message, seen):
    """A message that only a host sends, a page that was never opened, a number that was never sent."""
    line = host()
    assert why(line.feed(packet(number, message, seen), 0)) is Reason.LIED
    assert said(line, 0) == [Goodbye(Reason.LIED, "0.2.0")]
    assert not line.connected
    assert line.feed(packet(1, Reading(NOTHING, NOTHING)), 0) == []


def test_numbers_of_channels_only_grow():
    """So a text is never for a later page of the same number."""
    line = host()
    line.feed(packet(1, PageOpened(2, "table", "en", local=False)), 0)
    assert why(line.feed(packet(2, PageOpened(2, "table", "en", local=False)), 0)) is Reason.LIED


@pytest.mark.parametrize("seen", [0, 5])
def test_a_hello_with_a_number_that_cannot_be_ends_the_line(seen):
    """The peer would need what was forgotten, or have seen what was never sent."""
    line = host()
    line.send(Promised(bytes(32)), 0)
    line.take(0)
    line.feed(packet(0, Seen(), 1), 0)
    again = hello("guest", CHANCE, line=line.peer.line, knows=line._me.line, seen=seen)
    line.opened(0)
    assert why(line.feed(packet(0, again), 0)) is Reason.LIED


def test_a_guest_does_not_go_on_with_a_stranger():
    """A host that claims to remember this end must be the one of before."""
    line = guest()
    line.cut()
    line.opened(0)
    line.take(0)
    assert why(line.feed(packet(0, hello("other", CHANCE, knows=line._me.line)), 0)) is Reason.LIED


def test_a_giant_ends_the_line():
    """By one byte."""
    line = host()
    assert why(line.feed(bytes(LONGEST_UP + 1), 0)) is Reason.TOO_LONG


@pytest.mark.parametrize("flood", [packed(0, 0, encoded(Seen())), packed(0, 0, encoded(Beat(1)))])
def test_a_flood_ends_the_line(flood):
    """Also of packets that mean nothing; and a beat that was asked for a thousand times is answered once."""
    line = host()
    said(line, 0)
    events = []
    for _ in range(PACKETS_BURST):
        events += line.feed(flood, 1)
    assert why(events) is Reason.FLOOD
    assert len(said(line, 1)) == 1


def test_a_flood_of_bytes_ends_the_line():
    """Long texts come in small numbers."""
    line = host()
    line.feed(packet(1, PageOpened(1, "table", "en", local=False)), 0)
    events = []
    for number in range(2, 2 + lines.BYTES_BURST // 15_000 + 1):
        events += line.feed(packet(number, PageText(1, "x" * 15_000)), 0)
    assert why(events) is Reason.FLOOD


def test_damage_and_gaps_end_the_connection_only():
    """The line goes on with the next one."""
    line = host()
    assert line.feed(b"GET / HTTP/1.1", 0) == [Away(Why.MALFORMED)]
    line.opened(1)
    line.feed(packet(0, hello("guest", CHANCE)), 1)
    assert line.feed(packet(2, Reading(NOTHING, NOTHING)), 1) == [Away(Why.GAP)]
    line.opened(2)
    assert line.feed(packet(1, Reading(NOTHING, NOTHING)), 2) == [Away(Why.GAP)]


def test_too_many_pages_are_closed_at_once():
    """Beyond the limit the owner is not told."""
    line = host()
    events = []
    for number in range(1, MOST_PAGES + 3):
        events += line.feed(packet(number, PageOpened(number, "table", "en", local=False)), 0)
    assert len(events) == MOST_PAGES
    assert [type(each) for each in said(line, 0)][-2:] == [PageClosed, PageClosed]


def test_whoever_acknowledges_nothing_is_sent_a_window_and_then_given_up():
    """What is kept for a peer is bounded, and without pages to close the line ends."""
    line = host()
    for number in range(MOST + 1):
        line.send(Promised(number.to_bytes(32, "big")), number)
    assert why(line.tick(0)) is Reason.BEHIND
    line = host()
    for number in range(MOST):
        line.send(Promised(number.to_bytes(32, "big")), 0)
    assert sum(isinstance(each, Promised) for each in said(line, 0)) == WINDOW


def test_an_end_keeps_to_the_pace_that_it_asks_for():
    """An honest end is never taken for a flood."""
    line, number = host(), 0
    said(line, 0)
    for at in range(1_000):
        line.send(Promised(at.to_bytes(32, "big")), 0)
        number += len(line.take(0))
        line.feed(packet(0, Seen(), line._outbox.sent), 0)
        if line.due_ms(0) == 1_000 // lines.SENT_A_SECOND + 1:
            break
    assert number == lines.SENT_BURST
    assert len(line.take(100)) == 1


def test_the_end_is_told_once():
    """By whoever ends it, with the reason; the other one hears who it was."""
    line, other = host(), guest()
    line.end(Reason.LEFT)
    assert line.tick(0) == [Over(Goodbye(Reason.LEFT), by_peer=False)]
    [farewell] = line.take(0)
    assert other.feed(farewell, 0) == [Over(Goodbye(Reason.LEFT, "0.2.0"), by_peer=True)]
    assert other.take(0) == line.take(0) == []
    assert line.tick(99_999) == line.opened(99_999) == []


def test_who_is_greeted_is_told():
    """The event has what the peer has said of itself."""
    line = Line(Role.HOST, hello("host", CHANCE), 0)
    line.opened(0)
    peer = hello("guest", CHANCE)
    assert line.feed(packet(0, peer), 0) == [Greeted(peer, resumed=True)]
    assert "token" not in repr(peer)
