"""The firmware's loop on CPython, millisecond by millisecond: what it tells, what it shows, what it does when alone."""

import random

import pytest

from firmware.both_ends import Source, firmware
from pearlboard.lights.power import estimate_ma
from pearlboard.lights.power import limited as host_limited
from pearlboard.link.framing import Decoder, Frame, framed
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

pytestmark = pytest.mark.slow

LEDS = 20
QUIET = b"\xff\xff\0"


class Parts(Source):
    """What is wired to the board: `reads` is what the chain and the buttons are now."""

    def __init__(self):
        self.reads = QUIET
        super().__init__(lambda: self.reads)
        self.shown, self.lamps, self.tones = [], [], []
        self.written = bytearray()

    def show(self, rgb):
        self.shown.append(bytes(rgb))

    def lamp(self, on):
        self.lamps.append(on)

    def tone(self, hz):
        self.tones.append(hz)

    def write(self, data):
        self.written += data


class Desk:
    """A board on a desk: `say` messages to it, let it `run`, and see what it has told."""

    def __init__(self, note="", *, greeted=True, highest=2, **settings):
        modules = firmware(SENSORS=16, LEDS=LEDS, **settings)
        self.parts = Parts()
        self.board = modules["loop"].Loop(self.parts, modules["config"], b"12345678", 77, note)
        self.at_ms = 0
        self._seq = 0
        self._decoder = Decoder()
        if greeted:
            self.say(HelloRequest(1, highest))

    def send(self, data):
        for byte in data:
            self.board.hear(byte, self.at_ms)
        return self.told()

    def say(self, *messages):
        """Say these; what it answers at once."""
        data = b""
        for message in messages:
            data += framed(Frame(packed(message)[0], self._seq, packed(message)[1]))
            self._seq = (self._seq + 1) % 256
        return self.send(data)

    def run(self, ms, *, alive=True):
        """A turn a millisecond, the host alive meanwhile or not; what it told, with times."""
        told = []
        for _ in range(ms):
            self.at_ms += 1
            self.parts.at_ms = self.at_ms
            if alive and self.at_ms % 250 == 0:
                told += self.say(Heartbeat(self.at_ms, 0, 0, 0))
            self.board.turn(self.at_ms)
            told += self.told()
        return told

    def told(self):
        frames = self._decoder.feed(bytes(self.parts.written))
        self.parts.written.clear()
        return [unpacked(frame.kind, frame.payload) for frame in frames]


def snapshots(told):
    return [message.chain for message in told if isinstance(message, Snapshot | Change)]


def picture(value, number=1):
    return [Leds(number, 0, bytes([value] * 48)), Leds(number, 16, bytes([value] * 12)), Commit(number)]


def test_a_board_is_silent_until_it_is_greeted():
    """Then it says who it is, and at once what it reads."""
    desk = Desk(greeted=False)
    assert desk.run(2_000) == [Nak(seq, Reason.NOT_GREETED, 1) for seq in range(8)]
    hello, snapshot, beat = desk.say(HelloRequest(1, 4))
    assert hello == Hello(1, 2, 1, 1, 0, b"12345678", 77, 16, LEDS, 128, 1)
    assert snapshot == Snapshot(2_000, 0, b"\xff\xff")
    assert isinstance(beat, Heartbeat)


def test_a_board_that_its_watchdog_started_says_so_once():
    """To whoever looks after it."""
    desk = Desk("started again by its watchdog", greeted=False)
    assert desk.say(HelloRequest(1, 1))[1] == Log("started again by its watchdog")
    assert not any(isinstance(message, Log) for message in desk.say(HelloRequest(1, 1)))


def test_the_whole_chain_is_told_four_times_a_second():
    """Though nothing changes; with a heartbeat each."""
    told = Desk().run(2_000)
    assert snapshots(told) == [b"\xff\xff"] * 8
    assert sum(isinstance(message, Heartbeat) for message in told) == 8


def test_a_change_is_told_after_four_equal_scans():
    """And once."""
    desk = Desk()
    desk.run(10)
    desk.parts.reads = b"\xfe\xff\x01"
    assert snapshots(desk.run(3)) == []
    assert desk.run(1) == [Change(11, 1, b"\xfe\xff")]
    assert desk.run(100) == []


def test_a_host_of_version_1_is_told_of_changes_by_snapshots():
    """With the time at which they were sent: it knows no other."""
    desk = Desk(highest=1)
    desk.run(10)
    desk.parts.reads = b"\xfe\xff\x01"
    assert desk.run(4) == [Snapshot(14, 1, b"\xfe\xff")]


def test_every_change_carries_the_time_of_its_own_first_scan():
    """Also of several that become certain together; a button is one of them."""
    desk = Desk()
    desk.run(10)
    told = []
    for reads in (b"\xfe\xff\0", b"\xfe\x7f\0", b"\xfe\x7f\1"):
        desk.parts.reads = reads
        told += desk.run(1)
    told += desk.run(10)
    assert told == [Change(11, 0, b"\xfe\xff"), Change(12, 0, b"\xfe\x7f"), Change(13, 1, b"\xfe\x7f")]


def test_what_bounces_counts_from_when_it_came_to_rest():
    """And holds up, but does not shift, the time of another."""
    desk = Desk()
    desk.run(10)
    told = []
    for reads in (b"\xfe\xff\0", b"\xfe\x7f\0", b"\xff\x7f\0", b"\xfe\x7f\0"):
        desk.parts.reads = reads
        told += desk.run(1)
    assert told + desk.run(10) == [Change(12, 0, b"\xff\x7f"), Change(14, 0, b"\xfe\x7f")]


def test_what_was_scanned_while_the_loop_was_busy_is_not_lost():
    """Two changes twenty milliseconds apart, and fifty of something else: each with its time."""
    desk = Desk()
    desk.run(10)
    for reads, ms in ((b"\xfe\xff\0", 20), (b"\xfe\xff\1", 30)):
        desk.parts.reads = reads
        desk.at_ms += ms
        desk.parts.at_ms = desk.at_ms
        desk.parts.newest()
    assert desk.run(1) == [Change(11, 0, b"\xfe\xff"), Change(31, 1, b"\xfe\xff")]


def test_a_loop_that_is_quicker_scans_no_more_often():
    """Four looks within one millisecond say nothing about bounce."""
    desk = Desk()
    desk.run(10)
    desk.parts.reads = b"\xfe\xff\x01"
    desk.run(1)
    for _ in range(10):
        desk.board.turn(desk.at_ms)
    assert desk.told() == []


def test_electrical_bounce_is_not_told():
    """A contact that opens and closes each millisecond is told when it has come to rest."""
    desk = Desk()
    told = []
    for number in range(12):
        desk.parts.reads = QUIET if number % 2 else b"\xfe\xff\0"
        told += desk.run(1)
    assert snapshots(told) == []
    desk.parts.reads = b"\xfe\xff\0"
    assert snapshots(desk.run(10)) == [b"\xfe\xff"]


def test_a_chain_that_never_rests_is_told_all_the_same():
    """One sensor that trembles cannot hide what the others say."""
    desk, rng = Desk(), random.Random(1)
    told = []
    for _ in range(100):
        desk.parts.reads = bytes((rng.randrange(256), 0x7F, 0))
        told += desk.run(1)
    assert 5 <= len(snapshots(told)) <= 5 * 8
    assert {chain[1] for chain in snapshots(told)} == {0x7F}


def test_a_snapshot_in_the_middle_of_a_change_does_not_delay_it():
    """The regular one falls between the scans that make it certain."""
    desk = Desk()
    desk.run(248)
    desk.parts.reads = b"\xfe\xff\0"
    assert snapshots(desk.run(4)) == [b"\xff\xff", b"\xfe\xff"]


def test_what_was_there_before_the_host_came_is_not_told():
    """A piece was laid and lifted while nobody listened: the first snapshot is what lies there now."""
    desk = Desk(greeted=False)
    desk.parts.reads = b"\xfe\xff\0"
    desk.run(10, alive=False)
    desk.parts.reads = QUIET
    desk.run(10, alive=False)
    assert snapshots(desk.say(HelloRequest(1, 1))) == [b"\xff\xff"]


def test_a_picture_is_shown_when_it_is_whole():
    """With its Commit, and acknowledged; the order of its chunks does not matter."""
    desk = Desk()
    first, second, commit = picture(9)
    assert desk.say(second, first) == []
    assert desk.parts.shown == []
    assert desk.say(commit) == [Ack(3, 1)]
    assert desk.parts.shown == [bytes([9] * 60)]


@pytest.mark.parametrize("lost", [0, 1])
def test_a_picture_with_a_hole_is_not_shown(lost):
    """Nor one that is put together from two, nor one that is committed twice."""
    desk = Desk()
    parts = picture(9)
    missing = parts.pop(lost)
    [nak] = desk.say(*parts)
    assert (nak.reason, desk.parts.shown) == (Reason.INCOMPLETE, [])
    assert desk.say(Leds(2, missing.first, missing.rgb), Commit(2))[0].reason == Reason.INCOMPLETE
    assert desk.say(*picture(9), Commit(1))[-1].reason == Reason.INCOMPLETE
    assert desk.parts.shown == [bytes([9] * 60)]


def test_chunks_that_overlap_do_not_make_up_for_what_is_missing():
    """As many bytes as the strip has, but LEDs 16 to 19 are not among them."""
    desk = Desk()
    first, _, commit = picture(9)
    [nak] = desk.say(first, Leds(1, 8, bytes(12)), commit)
    assert (nak.reason, desk.parts.shown) == (Reason.INCOMPLETE, [])
    assert desk.say(first, Leds(1, 8, bytes([9] * 36)), commit) == [Ack(6, 1)]
    assert desk.parts.shown == [bytes([9] * 60)]


@pytest.mark.parametrize(
    "chunk",
    [
        Leds(1, 20, b"\1\2\3"),
        Leds(1, 19, b"\1\2\3\4\5\6"),
        Leds(1, 0, b"\1\2"),
        Leds(1, 0, b""),
        Leds(1, 65_535, b"\1\2\3"),
    ],
)
def test_a_chunk_that_does_not_fit_is_refused(chunk):
    """Beyond the strip, or no whole LED."""
    assert [nak.reason for nak in Desk().say(chunk)] == [Reason.MALFORMED]


def test_the_current_is_kept_as_the_host_would_keep_it():
    """The same estimate at both ends; white, random pictures, and caps below what dark LEDs draw."""
    limited = firmware()["lights"].limited
    rng = random.Random(2)
    for _ in range(300):
        frame = rng.choice((b"\xff" * 405, rng.randbytes(405), bytes(rng.choice((0, 255)) for _ in range(405))))
        cap_ma = rng.randrange(300, 9_000)
        assert limited(frame, cap_ma) == host_limited(frame, cap_ma)
        assert estimate_ma(limited(frame, cap_ma)) <= max(cap_ma, 500)


def test_a_board_without_a_host_breathes_blue():
    """From 1.5 s on: a few LEDs, dim, and the lamp is out; what comes back must greet."""
    desk = Desk()
    desk.say(*picture(9), Lamp(1))
    assert desk.run(1_499, alive=False)
    assert len(desk.parts.shown) == 1
    desk.run(3_000, alive=False)
    pattern = desk.parts.shown[1:]
    assert {led for rgb in pattern for led in range(LEDS) if any(rgb[3 * led : 3 * led + 3])} == {7}
    assert all(rgb[21] == rgb[22] == 0 and 0 < rgb[23] <= 16 for rgb in pattern)
    assert len({rgb[23] for rgb in pattern}) > 5
    assert desk.parts.lamps == [1, 0]
    assert [nak.reason for nak in desk.say(*picture(9))] == [Reason.NOT_GREETED] * 3
    assert isinstance(desk.say(HelloRequest(1, 1))[0], Hello)
    assert desk.say(*picture(8))[-1].__class__ is Ack


def test_a_board_whose_host_is_lost_falls_silent():
    """A tone of a minute ends with the host, and what should follow it is not played when another one greets."""
    desk = Desk()
    desk.say(Cue(((440, 60_000), (880, 60_000))))
    desk.run(2_000, alive=False)
    assert desk.parts.tones == [440, 0]
    desk.say(HelloRequest(1, 1))
    desk.run(70_000)
    assert desk.parts.tones == [440, 0]


def test_a_host_that_takes_leave_is_not_missed():
    """Dark, silent, and so it stays; until somebody greets and goes without a word."""
    desk = Desk()
    desk.say(*picture(9), Lamp(1), Cue(((440, 60_000),)))
    desk.run(10)
    assert desk.say(Bye()) == [Ack(6, 1)]
    assert (desk.parts.shown[-1], desk.parts.lamps[-1], desk.parts.tones[-1]) == (bytes(60), 0, 0)
    shown = len(desk.parts.shown)
    assert desk.run(10_000, alive=False) == []
    assert len(desk.parts.shown) == shown
    desk.say(HelloRequest(1, 1))
    desk.run(2_000, alive=False)
    assert any(desk.parts.shown[-1])


def test_a_host_of_another_version_is_refused_visibly():
    """Hello is answered all the same; amber blinks for as long as it asks, then blue."""
    desk = Desk(greeted=False)
    for _ in range(4):
        hello, nak = desk.say(HelloRequest(4, 9))
        assert isinstance(hello, Hello)
        assert nak.reason == Reason.VERSION
        assert desk.run(500, alive=False) == []
    seen = {rgb[21:24] for rgb in desk.parts.shown}
    assert seen == {b"\x18\x08\0", b"\0\0\0"}
    assert [nak.reason for nak in desk.say(*picture(1))] == [Reason.NOT_GREETED] * 3
    desk.run(2_000, alive=False)
    assert desk.parts.shown[-1][23] > 0


def test_tones_follow_each_other():
    """A rest is silence, a new cue comes in place of the old, an empty one ends it."""
    desk = Desk()
    desk.say(Cue(((440, 10), (0, 10), (880, 10))))
    desk.run(100)
    assert desk.parts.tones == [440, 0, 880, 0]
    desk.say(Cue(((100, 60_000),)))
    desk.run(10)
    desk.say(Cue(()))
    desk.run(10)
    assert desk.parts.tones[4:] == [100, 0]


def test_what_is_not_understood_is_refused_and_the_rest_goes_on():
    """An unknown type, a payload that is too short, what only boards say; damage and gaps are counted."""
    desk = Desk()
    assert desk.send(framed(Frame(77, 1, b""))) == [Nak(1, Reason.UNKNOWN_TYPE, 1)]
    assert desk.send(framed(Frame(7, 2, b""))) == [Nak(2, Reason.MALFORMED, 1)]
    assert desk.send(framed(Frame(10, 3, b"\1\1"))) == []
    assert desk.send(framed(Frame(10, 4, b"")) + framed(Frame(11, 5, b""))) == [], "an answer is never answered"
    assert desk.send(framed(Frame(4, 6, bytes(10)))) == [Nak(6, Reason.UNKNOWN_TYPE, 1)]
    desk.send(b"\0garbage\0" + framed(Frame(3, 9, b"")))
    [beat] = [message for message in desk.run(260, alive=False) if isinstance(message, Heartbeat)]
    assert (beat.errors, beat.last_seq) == (2, 9)
    assert [type(message) for message in desk.say(SnapshotRequest())] == [Snapshot]


def test_the_longest_turn_is_told():
    """So that a loop that is too slow can be seen from afar."""
    desk = Desk()
    desk.run(100)
    desk.at_ms += 41
    desk.parts.at_ms = desk.at_ms
    beats = [message for message in desk.run(400, alive=False) if isinstance(message, Heartbeat)]
    assert [beat.worst_ms for beat in beats] == [42, 1]


def test_a_board_that_is_asked_to_leaves_its_loop_dark():
    """Greeted or not."""
    desk = Desk(greeted=False)
    assert desk.say(Exit()) == [Ack(0, 1)]
    assert desk.board.left
    assert desk.parts.shown == [bytes(60)]
