"""A bad line: frames damaged on the way, and pure noise. No exception, no false frame, and fast resynchronisation.

Hundreds of thousands of bytes go each way, ten million with --soak; some of them also go through the firmware under
real MicroPython.
"""

import itertools
import random
import subprocess
import sys

import pytest

from firmware.both_ends import FIRMWARE, firmware
from pearlboard.link.framing import Damaged, Decoder, Frame, framed
from support.lengths import at_length

BOARD = firmware()["framing"]
BYTES = at_length(10_000_000, 250_000)
PIECES = (1, 2, 3, 5, 8, 13, 64, 512)
"""A port delivers bytes in pieces of any length."""


def board_framed(frame):
    return BOARD.framed(frame.kind, frame.seq, frame.payload)


class HostEnd:
    """The host's decoder, fed piece by piece."""

    def __init__(self):
        self.decoder = Decoder()
        self.lengths = itertools.cycle(PIECES)

    def feed(self, data):
        found, at = [], 0
        while at < len(data):
            length = next(self.lengths)
            found += self.decoder.feed(data[at : at + length])
            at += length
        return [(one.kind, one.seq, one.payload) for one in found if not isinstance(one, Damaged)]


class BoardEnd:
    """The firmware's decoder."""

    def __init__(self):
        self.decoder = BOARD.Decoder()

    def feed(self, data):
        return [frame for frame in map(self.decoder.feed, data) if frame is not None]


def some_frame(rng, number):
    """A frame that contains its number, so that all are different."""
    length = rng.choice((0, 1, 4, 18, 51))
    return Frame(rng.randrange(1, 15), number % 256, number.to_bytes(4, "little") + rng.randbytes(length))


def damaged(rng, data):
    """The bytes with one kind of damage that lines cause."""
    at = rng.randrange(len(data))
    match rng.randrange(7):
        case 0:
            return data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :]
        case 1:
            return data[:at] + data[at + 1 :]
        case 2:
            return data[:at] + rng.randbytes(rng.randrange(1, 9)) + data[at:]
        case 3:
            return data[:at]
        case 4:
            return data[at:]
        case 5:
            return data[:at] + bytes(rng.randrange(1, 5)) + data[at:]
        case _:
            return data[:at] + data[rng.randrange(1, len(data)) :]


def stream(rng, encode, size):
    """(bytes, frame, whole): intact frames, damaged ones, and noise without frames."""
    sent = number = 0
    while sent < size:
        number += 1
        frame = some_frame(rng, number)
        data, kind = encode(frame), rng.random()
        if kind < 0.35:
            piece = damaged(rng, data), frame, False
        elif kind < 0.45:
            piece = rng.randbytes(rng.randrange(1, 200)), None, False
        else:
            piece = data, frame, True
        sent += len(piece[0])
        yield piece


@pytest.mark.slow
@pytest.mark.parametrize(("end", "encode"), [(HostEnd, board_framed), (BoardEnd, framed)])
def test_a_damaged_line_invents_nothing_and_is_in_step_within_two_frames(end, encode, record_property):
    """With a third of the frames damaged, only sent frames are read, once each and in order.

    The second intact frame in a row is always read at once; the first only if no delimiter was lost before it.
    """
    rng, decoder = random.Random(4), end()
    sent = read = in_a_row = resync = 0
    pending = []
    for data, frame, whole in stream(rng, encode, BYTES):
        sent += len(data)
        if frame is not None:
            pending.append((frame.kind, frame.seq, frame.payload))
        found = decoder.feed(data)
        in_a_row = in_a_row + 1 if whole else 0
        if in_a_row >= 2:
            assert found == [pending[-1]], "out of step"
        elif whole:
            resync = max(resync, 1 if found[-1:] == pending[-1:] else 2)
        for one in found:
            assert one in pending, "a frame that was not sent, or was read already"
            del pending[: pending.index(one) + 1]
        read += len(found)
    assert sent >= BYTES
    assert read > BYTES // 200
    record_property(
        "reached",
        f"{end.__name__}: {sent} bytes, {read} frames read, none of them false; in step after {resync} frames",
    )


@pytest.mark.slow
@pytest.mark.parametrize("end", [HostEnd, BoardEnd])
def test_noise_is_no_frame(end, record_property):
    """Neither random bytes nor noise with frequent delimiters contain a frame."""
    rng, decoder = random.Random(5), end()
    assert decoder.feed(rng.randbytes(BYTES)) == []
    assert decoder.feed(rng.randbytes(BYTES).translate(bytes(byte if byte % 8 else 0 for byte in range(256)))) == []
    record_property("reached", f"{end.__name__}: 2 x {BYTES} bytes of noise, no frame")


@pytest.mark.parametrize(("end", "encode"), [(HostEnd, board_framed), (BoardEnd, framed)])
def test_a_frame_that_was_cut_off_does_not_swallow_the_next(end, encode):
    """The delimiter before a frame makes this work, wherever the cut was."""
    cut, after = encode(Frame(7, 1, b"\5\0\6")), Frame(7, 2, b"\7")
    for at in range(len(cut) - 1):
        assert end().feed(cut[:at] + encode(after)) == [(7, 2, b"\7")]


def test_an_endless_frame_is_not_kept():
    """A device that never sends a delimiter uses no memory."""
    host, board = Decoder(), BOARD.Decoder()
    for _ in range(100):
        host.feed(b"\x55" * 1_000)
        for byte in b"\x55" * 1_000:
            board.feed(byte)
    assert len(host._rest) < 1_000
    assert len(board._stuffed) < 1_000
    assert host.feed(framed(Frame(7, 1, b"\5"))) == [Damaged(513), Frame(7, 1, b"\5")]
    assert [board.feed(byte) for byte in framed(Frame(7, 1, b"\5"))][-1] == (7, 1, b"\5")


ENCODE = """
import sys
from binascii import hexlify, unhexlify
sys.path.insert(0, {firmware!r})
import framing
with open({file!r}) as file:
    for line in file:
        kind, seq, payload = line.split(",")
        print(hexlify(framing.framed(int(kind), int(seq), unhexlify(payload.strip()))).decode())
"""


def under_micropython(tmp_path, script, data):
    """The output of a script that reads these bytes under MicroPython."""
    pytest.importorskip("micropython_unix", reason="MicroPython comes for Linux on x86-64")
    (tmp_path / "bytes").write_bytes(data)
    (tmp_path / "script.py").write_text(script.format(firmware=str(FIRMWARE), file=str(tmp_path / "bytes")))
    return subprocess.run(
        [sys.executable, "-m", "micropython_unix", str(tmp_path / "script.py")],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout.splitlines()


def test_the_firmware_under_micropython_frames_the_same(tmp_path):
    """Two thousand frames, of every possible length."""
    rng = random.Random(7)
    frames = [Frame(rng.randrange(256), rng.randrange(256), rng.randbytes(length % 123)) for length in range(2_000)]
    lines = "".join(f"{frame.kind},{frame.seq},{frame.payload.hex()}\n" for frame in frames)
    assert under_micropython(tmp_path, ENCODE, lines.encode()) == [framed(frame).hex() for frame in frames]


SCRIPT = """
import sys
sys.path.insert(0, {firmware!r})
import framing
decoder = framing.Decoder()
with open({file!r}, "rb") as file:
    data = file.read()
for byte in data:
    frame = decoder.feed(byte)
    if frame:
        print(*frame[:2], bytes(frame[2]).hex())
print(decoder.damaged)
"""


def test_the_firmware_under_micropython_reads_the_same(tmp_path):
    """A hundred thousand bytes give the same frames as on CPython."""
    rng = random.Random(6)
    data = b"".join(data for data, _, _ in stream(rng, framed, 100_000))
    lines = under_micropython(tmp_path, SCRIPT, data)
    here = BoardEnd()
    assert lines[:-1] == [f"{kind} {seq} {payload.hex()}" for kind, seq, payload in here.feed(data)]
    assert int(lines[-1]) == here.decoder.damaged > 100
