"""How the firmware reads: byte by byte, until it knows where the blocks begin that a host fills with zeros."""

import random
from itertools import pairwise

import pytest

from firmware.both_ends import firmware
from pearlboard.link.connection import Connection
from pearlboard.link.framing import Frame, framed
from pearlboard.link.messages import BLOCK, Hello, Leds, packed

pytestmark = pytest.mark.slow

MODULES = firmware()


def block(seq, message=None):
    """A frame as a host of version 2 sends it."""
    kind, payload = packed(message or Leds(1, 0, bytes(range(1, 49))))
    return block_of(Frame(kind, seq % 256, payload))


def block_of(frame):
    """Filled with zeros to whole blocks."""
    data = framed(frame)
    return data + bytes(-len(data) % BLOCK)


def read(decoder, data):
    """The numbers of the frames that it finds, reading as many bytes at a time as it wants."""
    at, seqs = 0, []
    while at + decoder.wants <= len(data):
        wanted = decoder.wants
        part = bytearray(data[at : at + wanted])
        frames = [decoder.feed(part[0])] if wanted == 1 else decoder.feed_block(part)
        seqs += [frame[1] for frame in frames if frame is not None]
        at += wanted
    return seqs


@pytest.fixture
def decoder():
    decoder = MODULES["framing"].Decoder()
    decoder.padded = True
    return decoder


def test_after_one_frame_it_knows_where_blocks_begin(decoder):
    """From its end on: the rest of its block is zeros."""
    assert decoder.wants == 1
    assert read(decoder, block(1)) == [1]
    assert decoder.wants == BLOCK
    assert read(decoder, block(2) + block(3)) == [2, 3]
    assert decoder.damaged == 0


def test_a_host_that_fills_no_blocks_is_read_byte_by_byte(decoder):
    """Else the board would wait for bytes that never come."""
    decoder.padded = False
    assert read(decoder, block(1)) == [1]
    assert decoder.wants == 1


@pytest.mark.parametrize("size", [1, 2, 20, 54, 55, 56, 57, 110, 119])
def test_a_block_is_read_as_its_bytes_are(size):
    """Whatever stands in it, zeros or none, intact or with a byte changed: the same frames, and damage is counted."""
    rng = random.Random(size)
    for trial in range(60):
        payload = bytes(rng.choice((0, 0, 1, 255, rng.randrange(256))) for _ in range(size))
        data = bytearray(block_of(Frame(6, trial, payload)))
        if trial % 3 == 2:
            data[rng.randrange(1, len(data))] ^= 1 << rng.randrange(8)
        by_bytes, by_blocks = (MODULES["framing"].Decoder() for _ in range(2))
        one_by_one = [frame for byte in data if (frame := by_bytes.feed(byte)) is not None]
        at_once = [
            frame for at in range(0, len(data), BLOCK) for frame in by_blocks.feed_block(bytes(data[at : at + BLOCK]))
        ]
        assert at_once == one_by_one
        assert by_blocks.damaged == by_bytes.damaged
        assert one_by_one == [(6, trial, payload)] or trial % 3 == 2


@pytest.mark.parametrize("size", [0, 1, 20, 54])
def test_a_block_with_one_frame_is_read_in_one_go(size):
    """Byte by byte it would take a Pico longer than a sensor may wait."""
    data = block_of(Frame(6, 3, bytes(range(size))))
    only_end = MODULES["quick"].only_end
    assert data[1 : only_end(data, BLOCK)] == data.strip(b"\0")
    for other in (data[:-1] + b"\1", b"\1" + data[1:], data[:3] + b"\0" + data[4:], bytes(BLOCK)[:-1] + b"\1"):
        assert only_end(other, BLOCK) == -1
    assert only_end(bytes(BLOCK), BLOCK) == 1


@pytest.mark.parametrize("lost", [1, 7, 63, 64, 65, 100])
def test_after_lost_bytes_the_first_intact_frame_is_read(decoder, lost):
    """Whatever was cut off: what follows is found, byte by byte, and from there on block by block."""
    assert read(decoder, block(1)) == [1]
    data = b"".join(map(block, range(2, 10)))
    seqs = read(decoder, data[lost:] + block(10))
    assert seqs[-6:] == [5, 6, 7, 8, 9, 10]
    assert decoder.wants == BLOCK


def test_whatever_is_damaged_nothing_is_invented_and_it_is_in_step_again():
    """Ten thousand frames, of which bytes are lost, added and changed; at rest between, as a line is."""
    rng, decoder, hurt = random.Random(3), MODULES["framing"].Decoder(), 0
    decoder.padded = True
    stream = []
    for seq in range(10_000):
        data = bytearray(block(seq % 256))
        if rng.random() < 0.1:
            hurt += 1
            at = rng.randrange(len(data))
            match rng.randrange(3):
                case 0:
                    data[at] ^= 1 << rng.randrange(8)
                case 1:
                    del data[at]
                case _:
                    data.insert(at, rng.randrange(256))
        stream.append(bytes(data))
    found = read(decoder, b"".join(stream))
    steps = [(later - earlier) % 256 for earlier, later in pairwise(found)]
    assert all(1 <= step <= 8 for step in steps)
    assert len(found) >= 10_000 - 2.1 * hurt
    assert hurt > 900


@pytest.mark.parametrize(("highest", "filled"), [(1, False), (2, True)])
def test_the_host_fills_blocks_for_boards_that_can_read_them(highest, filled):
    """Every frame is one, or it would be waited for; a board of version 1 gets not a byte more than it must."""
    connection = Connection((16, 20), 0)
    connection.tick(0)
    assert len(connection.take()) % BLOCK == 0
    kind, payload = packed(Hello(1, highest, 1, 0, 0, bytes(8), 7, 16, 20, 128, 1))
    connection.receive(framed(Frame(kind, 0, payload)), 1)
    connection.receive(framed(Frame(4, 1, bytes(5) + b"\xff\xff")), 2)
    connection.show(bytes(60), 3)
    assert (len(connection.take()) % BLOCK == 0) is filled
