"""The host's end of the link, message by message, with a fake clock."""

import random

import pytest

from pearlboard.link.connection import Connection
from pearlboard.link.events import Gone, Greeted, Left, Seen, Told, Why
from pearlboard.link.framing import Damaged, Decoder, Frame, framed
from pearlboard.link.messages import (
    Ack,
    Bye,
    Change,
    Commit,
    Cue,
    Exit,
    Heartbeat,
    Hello,
    HelloRequest,
    Lamp,
    Leds,
    Log,
    Nak,
    Reason,
    Snapshot,
    SnapshotRequest,
    packed,
    unpacked,
)

CHAINS = (16, 20)
HELLO = Hello(1, 1, 1, 0, 0, bytes(8), 77, 16, 20, 128, 1)


class Board:
    """The other end, by hand: `say` gives the bytes of messages, `heard` what the connection has written."""

    def __init__(self, hello=HELLO, chains=CHAINS, *, up=True):
        self.link = Connection(chains, 0)
        self.at_ms = 0
        self._seq = 0
        self._decoder = Decoder()
        self.numbers = []
        self.events = []
        if up:
            self.tick()
            self.heard()
            self.events = self.say(hello, Snapshot(1, 0, b"\xff\xff"))
            self.heard()

    def say(self, *messages, skip=0):
        self._seq += skip
        data = b""
        for message in messages:
            data += framed(Frame(packed(message)[0], self._seq % 256, packed(message)[1]))
            self._seq += 1
        return self.link.receive(data, self.at_ms)

    def tick(self, ms=0):
        """Let time pass as a driver does, never beyond `due_ms`. Snapshots keep coming."""
        self.at_ms += ms
        return self.link.tick(self.at_ms)

    def heard(self):
        """The messages written since the last call, without heartbeats."""
        frames = self._decoder.feed(self.link.take())
        assert not any(isinstance(frame, Damaged) for frame in frames)
        self.numbers += [frame.seq for frame in frames]
        self.frames = frames
        return [
            message for frame in frames if not isinstance(message := unpacked(frame.kind, frame.payload), Heartbeat)
        ]


def picture(value):
    return bytes([value]) * 60


def shown(board):
    """The numbers of the newly committed pictures, and R of their first LED."""
    messages = board.heard()
    firsts = [message.rgb[0] for message in messages if isinstance(message, Leds) and message.first == 0]
    commits = [frame.seq for frame in board.frames if unpacked(frame.kind, frame.payload).__class__ is Commit]
    return list(zip(commits, firsts, strict=True))


def test_a_connection_asks_every_250_ms_and_gives_up_after_a_second():
    """Only HelloRequests are sent, however often the connection is ticked."""
    board, asked = Board(up=False), []
    for at_ms in range(1_000):
        board.at_ms = at_ms
        assert board.tick() == []
        asked += [(at_ms, message) for message in board.heard()]
    assert asked == [(at_ms, HelloRequest(1, 2)) for at_ms in (0, 250, 500, 750)]
    board.at_ms = 1_000
    assert board.tick() == [Gone(Why.SILENT)]
    assert board.tick() == []


def test_no_question_contains_the_byte_that_interrupts_a_board():
    """Among 300 requests are sequence numbers that had to be skipped."""
    link = Connection(None, 0)
    written = bytearray()
    for _ in range(300):
        link._ask(0)
        data = link.take()
        assert 3 not in data
        written += data
    numbers = {frame.seq for frame in Decoder().feed(bytes(written))}
    assert 200 < len(numbers) < 256


def test_a_greeting_and_a_snapshot_establish_the_connection():
    """Before both, the pieces are unknown."""
    board = Board(up=False)
    board.tick()
    assert board.say(Snapshot(1, 0, b"\x01\x80")) == []
    assert board.say(HELLO) == [Greeted(HELLO)]
    assert not board.link.up
    assert SnapshotRequest() in board.heard()
    assert board.say(Snapshot(1, 5, b"\x01\x80")) == [Seen(0b1_1000_0000, 5, 0)]
    assert board.link.up


def test_the_first_bit_of_the_chain_is_bit_0():
    """The highest bit of the first byte came out first; bits beyond the chain are dropped."""
    board = Board(Hello(1, 1, 1, 0, 0, bytes(8), 77, 12, 20, 128, 1), (12, 20))
    assert board.say(Snapshot(1, 0, b"\x80\x00")) == [Seen(1, 0, 0)]
    assert board.say(Snapshot(1, 0, b"\x00\x1f")) == [Seen(1 << 11, 0, 0)]
    assert board.say(Snapshot(1, 0, b"\x80")) == []
    assert SnapshotRequest() in board.heard()


def test_a_change_is_seen_when_the_board_saw_it():
    """However late the change comes: the Snapshot before was sent at 1 of the board and arrived at 0 of the host."""
    board = Board(Hello(1, 2, 1, 0, 0, bytes(8), 77, 16, 20, 128, 1))
    board.at_ms = 500
    assert board.say(Change(451, 1, b"\x01\x80")) == [Seen(0b1_1000_0000, 1, 450)]


def test_readings_of_a_version_1_board_have_their_arrival_time():
    """Version 1 has no timestamps, but is supported."""
    board = Board()
    board.at_ms = 500
    assert board.say(Snapshot(451, 0, b"\x01\x80")) == [Seen(0b1_1000_0000, 0, 500)]


def test_a_change_that_was_lost_is_made_up_for():
    """The next reading has the whole chain, so no request is needed."""
    board = Board(Hello(1, 2, 1, 0, 0, bytes(8), 77, 16, 20, 128, 1))
    assert board.say(Change(40, 0, b"\x01\x80"), skip=1)[0].bits == 0b1_1000_0000
    assert SnapshotRequest() not in board.heard()


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        (Hello(3, 9, 1, 0, 0, bytes(8), 1, 16, 20, 128, 1), Why.VERSION),
        (Hello(0, 0, 1, 0, 0, bytes(8), 1, 16, 20, 128, 1), Why.VERSION),
        (Hello(1, 1, 1, 0, 0, bytes(8), 1, 17, 20, 128, 1), Why.SENSORS),
        (Hello(1, 1, 1, 0, 0, bytes(8), 1, 8, 20, 128, 1), Why.SENSORS),
        (Hello(0, 7, 1, 0, 0, bytes(8), 1, 16, 21, 128, 1), Why.LEDS),
        *((Hello(1, 1, 1, 0, 0, bytes(8), 1, 16, 20, frame_limit, 1), Why.LIMITS) for frame_limit in (0, 8, 9, 11, 14)),
        (Hello(1, 1, 1, 0, 0, bytes(8), 1, 16, 20, 128, 0), Why.LIMITS),
    ],
)
def test_a_board_that_does_not_fit_is_refused(hello, why):
    """By version, length or limits, with its own description; none of its readings is used."""
    board = Board(up=False)
    board.tick()
    assert board.say(hello) == [Greeted(hello), Gone(why, hello)]
    assert board.say(Snapshot(1, 0, b"\xff\xff")) == []


def test_a_connection_without_chains_accepts_any_board():
    """For the doctor, any chains and any firmware version are fine; new firmware can be copied to such a board."""
    for versions in ((1, 4), (0, 0), (4, 7)):
        board = Board(Hello(*versions, 1, 0, 0, bytes(8), 1, 999, 0, 0, 0), None)
        assert isinstance(board.events[0], Greeted)
        board.link.exit()
        assert board.heard() == [Exit()]
        assert board.say(Nak(0, Reason.VERSION, 1), Nak(200, Reason.NOT_GREETED, 1)) == []
        assert board.say(Ack(board.frames[-1].seq, 1)) == [Left()]


def test_the_smallest_board_gets_its_picture_led_by_led():
    """In frames of at most fifteen bytes."""
    board = Board(Hello(1, 1, 1, 0, 0, bytes(8), 77, 16, 20, 15, 1))
    board.link.show(bytes(range(60)), 0)
    board.link.play(((440, 10),) * 9)
    frames = board._decoder.feed(board.link.take())
    assert max(len(frame.payload) + 6 for frame in frames) <= 15
    said = [unpacked(frame.kind, frame.payload) for frame in frames]
    assert b"".join(message.rgb for message in said if isinstance(message, Leds)) == bytes(range(60))
    assert said[-1] == Cue(((440, 10),) * 2)
    board.tick(1)
    assert max(len(frame.payload) + 6 for frame in board._decoder.feed(board.link.take())) <= 15


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", Why.SILENT),
        (b"ok T:21.3\n", Why.STRANGER),
        (b"\r\n>>> ", Why.PROMPT),
        (b"\r\nraw REPL; CTRL-B to exit\r\n>", Why.PROMPT),
        (b"\0\0\0", Why.STRANGER),
        (b"Traceback (most recent call", Why.PROMPT),
    ],
)
def test_a_port_without_a_greeting_is_diagnosed_by_its_bytes(text, why):
    """No bytes, unknown bytes, or a MicroPython prompt."""
    board = Board(up=False)
    board.link.receive(text, 10)
    assert board.tick(1_000) == [Gone(why)]


def test_a_board_that_falls_silent_is_gone_after_a_second():
    """Whole readings keep a board connected; noise, heartbeats and short readings do not."""
    board = Board()
    assert board.tick(999) == []
    board.say(Snapshot(1, 0, b"\xff\xff"))
    assert board.tick(999) == []
    board.say(Heartbeat(1, 1, 0, 0), Log("I am well"), HELLO, Snapshot(1, 0, b"\xff"))
    board.link.receive(b"\0noise\0", board.at_ms)
    assert board.tick(1) == [Gone(Why.STALLED, HELLO)]


def test_a_board_that_greets_and_never_tells_its_chain_is_gone():
    """Even if its heartbeats arrive."""
    board = Board(up=False)
    board.tick()
    board.say(HELLO)
    for _ in range(9):
        assert board.tick(100) == []
        assert board.say(Heartbeat(1, 1, 0, 0)) == []
    assert board.tick(100) == [Gone(Why.STALLED, HELLO)]


def test_a_board_that_started_again_is_gone():
    """A new boot_id, or a board that does not know the host, ends the connection; a repeated greeting does not."""
    board = Board()
    assert board.say(HELLO) == []
    again = Hello(1, 1, 1, 0, 0, bytes(8), 78, 16, 20, 128, 1)
    assert board.say(again) == [Gone(Why.RESTARTED, again)]
    assert Board().say(Nak(3, Reason.NOT_GREETED, 1)) == [Gone(Why.RESTARTED, HELLO)]


def test_heartbeats_go_out_every_quarter_of_a_second():
    """So that the board knows that the host is alive."""
    board, beats = Board(), []
    for _ in range(2_000):
        board.tick(1)
        beats += [board.at_ms for one in Decoder().feed(board.link.take()) if one.kind == 5]
        if board.at_ms % 250 == 0:
            board.say(Snapshot(1, 0, b"\xff\xff"))
    assert beats == list(range(1, 2_000, 250))


def test_a_picture_goes_in_chunks_with_a_commit():
    """Sixteen LEDs at most in one message, all with the picture's number."""
    board = Board()
    board.link.show(bytes(range(60)), 0)
    first, second, commit, lamp = board.heard()
    assert first == Leds(commit.picture, 0, bytes(range(48)))
    assert second == Leds(commit.picture, 16, bytes(range(48, 60)))
    assert lamp == Lamp(0)


def test_chunks_fit_what_the_board_can_take():
    """A board with a small buffer gets more chunks."""
    board = Board(Hello(1, 1, 1, 0, 0, bytes(8), 77, 16, 20, 30, 1))
    board.link.show(bytes(60), 0)
    assert max(len(frame.payload) + 6 for frame in board._decoder.feed(board.link.take())) <= 30


@pytest.mark.parametrize("granted", [1, 2, 3])
def test_no_more_pictures_are_under_way_than_were_granted_and_the_latest_wins(granted):
    """Of ten pictures the first ones are sent; after an answer, only the last one follows."""
    board = Board(Hello(1, 1, 1, 0, 0, bytes(8), 77, 16, 20, 128, granted))
    for value in range(10):
        board.link.show(picture(value), 0)
    sent = shown(board)
    assert [value for _, value in sent] == list(range(granted))
    board.say(Ack(sent[0][0], granted))
    assert [value for _, value in shown(board)] == [9]
    board.say(Ack(sent[-1][0], granted))
    assert shown(board) == []


def test_a_board_may_grant_more_or_less_as_it_goes():
    """With its answer to a picture; 0 means unchanged."""
    board = Board()
    for granted, expected in ((3, 3), (0, 3), (1, 1)):
        board.link.show(picture(1), board.at_ms)
        [(seq, _)] = shown(board)
        board.say(Ack(seq, granted))
        sent = []
        for value in range(5):
            board.link.show(picture(value), board.at_ms)
            sent += shown(board)
        assert len(sent) == expected
        while sent:
            board.say(*(Ack(seq, 0) for seq, _ in sent))
            sent = shown(board)


def test_a_picture_that_did_not_arrive_is_sent_again():
    """Half a second after it was sent, refused or unanswered; the latest picture, not the old one."""
    board = Board()
    board.link.show(picture(1), 0)
    [(seq, _)] = shown(board)
    board.say(Nak(seq, Reason.INCOMPLETE, 1))
    board.tick(499)
    assert shown(board) == []
    board.tick(1)
    assert [value for _, value in shown(board)] == [1]
    board.link.show(picture(2), board.at_ms)
    assert shown(board) == []
    board.say(Snapshot(1, 0, b"\xff\xff"))
    board.tick(499)
    assert shown(board) == []
    board.tick(1)
    assert [value for _, value in shown(board)] == [2]


@pytest.mark.slow
def test_a_board_that_refuses_every_picture_is_not_flooded():
    """Two a second at most, however fast the refusals; a new picture may go at once."""
    board, sent = Board(), 0
    board.link.show(picture(1), 0)
    for _ in range(10_000):
        numbers = [seq for seq, _ in shown(board)]
        sent += len(numbers)
        board.say(*(Nak(seq, Reason.INCOMPLETE, 1) for seq in numbers), Snapshot(1, 0, b"\xff\xff"))
        board.tick(1)
    assert 15 <= sent <= 21
    board.say(*(Nak(seq, Reason.INCOMPLETE, 1) for seq, _ in shown(board)))
    board.link.show(picture(2), board.at_ms)
    assert [value for _, value in shown(board)] == [2]


def test_an_unrelated_answer_gives_no_credit():
    """A Nak of a chunk, or an Ack of an older message."""
    board = Board()
    board.link.show(picture(1), 0)
    [(seq, _)] = shown(board)
    board.link.show(picture(2), 0)
    board.say(Ack((seq - 1) % 256, 1), Nak((seq - 1) % 256, Reason.MALFORMED, 1))
    assert shown(board) == []


def test_picture_and_lamp_are_repeated_every_second():
    """Even without a new picture."""
    board = Board()
    board.link.show(picture(1), 0)
    board.link.lamp(on=True)
    sent = []
    for _ in range(3_000):
        board.tick(1)
        sent += [
            (board.at_ms, type(message))
            for message in board.heard()
            if isinstance(message, Commit) or message == Lamp(1)
        ]
        board.say(*(Ack(frame.seq, 1) for frame in board.frames if frame.kind == 7), Snapshot(1, 0, b"\xff\xff"))
    commits = [at_ms for at_ms, kind in sent if kind is Commit]
    lamps = [at_ms for at_ms, kind in sent if kind is Lamp]
    assert commits == lamps == [1, 1_000, 2_000, 3_000]


def test_sounds_are_for_now_and_cut_to_what_the_board_can_take():
    """Sounds are never delayed; a board with frames of 30 bytes gets six tones."""
    board = Board(Hello(1, 1, 1, 0, 0, bytes(8), 77, 16, 20, 30, 1))
    board.link.play(((440, 10),) * 50)
    assert board.heard() == [Cue(((440, 10),) * 6)]
    board.link.play(((70_000, 10), (-1, 100_000)))
    assert board.heard() == [Cue(((65_535, 10), (0, 65_535)))]
    away = Board(up=False)
    away.link.play(((440, 10),))
    away.link.lamp(on=True)
    assert away.heard() == []


def test_a_gap_or_damage_asks_for_a_snapshot_but_not_too_often():
    """A snapshot after a gap already is the answer."""
    board = Board()
    board.say(Log("hello"), skip=1)
    assert board.heard() == [SnapshotRequest()]
    board.at_ms = 99
    board.link.receive(b"\0damaged\0", 99)
    assert board.heard() == []
    board.at_ms = 100
    board.link.receive(b"\0damaged\0", 100)
    assert board.heard() == [SnapshotRequest()]
    board.at_ms = 300
    assert board.say(Snapshot(1, 0, b"\0\0"), skip=3) == [Seen(0, 0, board.at_ms)]
    assert board.heard() == []


def test_unknown_and_malformed_messages_are_refused():
    """Unknown types, and payloads that are too short; a board's log message is an event."""
    board = Board()
    board.link.receive(framed(Frame(99, 2, b"?")), 0)
    assert board.heard() == [Nak(2, Reason.UNKNOWN_TYPE, 0)]
    board.link.receive(framed(Frame(4, 3, b"?")), 0)
    assert board.heard() == [Nak(3, Reason.MALFORMED, 0)]
    board.link.receive(framed(Frame(10, 4, b"?")) + framed(Frame(11, 5, b"?")), 0)
    assert board.heard() == [], "an answer is never answered"
    asking = Board(up=False)
    asking.link.receive(framed(Frame(2, 3, b"?")), 0)
    assert asking.heard() == [], "nothing but questions, which a Pico that starts can bear"
    assert Board().say(Log("started again by its watchdog")) == [Told("started again by its watchdog")]


def test_a_board_that_talks_without_end_is_cut_short():
    """Five log messages a second are delivered."""
    board, told = Board(), []
    for _ in range(29):
        board.at_ms += 100
        told += [board.at_ms for event in board.say(*[Log("help")] * 9) if isinstance(event, Told)]
    assert len(told) == 15
    assert {at_ms // 1_000 for at_ms in told} == {0, 1, 2}


@pytest.mark.parametrize(("leave", "message"), [(Connection.leave, Bye()), (Connection.exit, Exit())])
def test_a_farewell_ends_when_the_board_has_acknowledged_it(leave, message):
    """Afterwards no picture is sent."""
    board = Board()
    leave(board.link)
    board.link.show(picture(1), 0)
    assert board.heard() == [message]
    assert board.say(Ack(board.frames[-1].seq, 1)) == [Left()]
    assert board.tick(5_000) == []


@pytest.mark.slow
def test_due_times_are_never_in_the_past_for_long():
    """A driver that ticks at `due_ms` never spins: random minutes with boards that answer or not."""
    rng = random.Random(1)
    for _ in range(20):
        hello = Hello(1, 1, 1, 0, 0, bytes(8), 77, 16, 20, 128, rng.choice((1, 1, 3)))
        board, ticks, kind = Board(hello, up=rng.random() < 0.8), 0, rng.choice((Ack, Ack, Nak))
        while board.at_ms < 60_000 and not any(isinstance(event, Gone) for event in board.tick()):
            if rng.random() < 0.3:
                board.link.show(picture(rng.randrange(256)), board.at_ms)
            answers = [
                Ack(frame.seq, 1) if kind is Ack else Nak(frame.seq, 3, 1)
                for frame in board._decoder.feed(board.link.take())
                if frame.kind == 7 and rng.random() < 0.8
            ]
            board.say(*answers, Snapshot(1, 0, b"\xff\xff"))
            board.at_ms = max(board.at_ms, board.link.due_ms)
            ticks += 1
        assert ticks <= 60_000 / 50


def test_numbers_follow_each_other():
    """The host's messages are numbered without gaps, so the board can detect losses."""
    board = Board()
    for value in range(600):
        board.link.show(picture(value % 250), board.at_ms)
        board.tick(7)
        board.heard()
        board.say(*(Ack(frame.seq, 1) for frame in board.frames if frame.kind == 7), Snapshot(1, 0, b"\xff\xff"))
    assert all((late - early) % 256 == 1 for early, late in zip(board.numbers[1:], board.numbers[2:], strict=False))
