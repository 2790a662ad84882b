"""One file of test vectors for both ends of the link: what the host frames the firmware reads, and vice versa."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from firmware.both_ends import firmware
from pearlboard.link import messages
from pearlboard.link.framing import Damaged, Decoder, Frame, framed, stuffed, unstuffed
from pearlboard.link.messages import Malformed, packed, unpacked

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "link.json").read_text(encoding="utf-8"))
BOARD = firmware()


def named(vectors):
    return [
        pytest.param(vector, id=f"{vector.get('message', vector.get('why'))}-{number}")
        for number, vector in enumerate(vectors)
    ]


def host_message(vector):
    fields = {
        name: bytes.fromhex(value) if isinstance(value, str) else value for name, value in vector["fields"].items()
    }
    for name, value in vector.get("rest", {}).items():
        if name == "tones":
            fields[name] = tuple(map(tuple, value))
        else:
            fields[name] = value if name == "text" else bytes.fromhex(value)
    return getattr(messages, vector["message"])(**fields)


def board_rest(vector):
    for name, value in vector.get("rest", {}).items():
        if name == "tones":
            return b"".join(hz.to_bytes(2, "little") + ms.to_bytes(2, "little") for hz, ms in value)
        return value.encode() if name == "text" else bytes.fromhex(value)
    return b""


def board_reads(data):
    decoder = BOARD["framing"].Decoder()
    return [frame for frame in map(decoder.feed, data) if frame is not None], decoder.damaged


@pytest.mark.parametrize("vector", named(VECTORS["messages"]))
def test_the_host_writes_and_reads_every_message(vector):
    """Message -> bytes -> message."""
    message, data = host_message(vector), bytes.fromhex(vector["frame"])
    kind, payload = packed(message)
    assert framed(Frame(kind, vector["seq"], payload)) == data
    [frame] = Decoder().feed(data)
    assert (frame.kind, frame.seq, unpacked(frame.kind, frame.payload)) == (vector["kind"], vector["seq"], message)


@pytest.mark.parametrize("vector", named(VECTORS["messages"]))
def test_the_board_writes_and_reads_every_message(vector):
    """The same vectors, by the firmware."""
    m, data = BOARD["messages"], bytes.fromhex(vector["frame"])
    fields = [bytes.fromhex(value) if isinstance(value, str) else value for value in vector["fields"].values()]
    payload = m.packed(vector["kind"], *fields, rest=board_rest(vector))
    assert BOARD["framing"].framed(vector["kind"], vector["seq"], payload) == data
    frames, damaged = board_reads(data)
    assert (frames, damaged) == ([(vector["kind"], vector["seq"], payload)], 0)
    assert m.unpacked(vector["kind"], payload) == (tuple(fields), board_rest(vector))


@pytest.mark.parametrize("vector", named(VECTORS["longer"]))
def test_a_longer_payload_is_read_without_the_new_fields(vector):
    """Fields can be added without a new version."""
    [frame] = Decoder().feed(bytes.fromhex(vector["frame"]))
    assert asdict(unpacked(frame.kind, frame.payload)) == vector["fields"]
    [(kind, _, payload)], _ = board_reads(bytes.fromhex(vector["frame"]))
    assert BOARD["messages"].unpacked(kind, payload)[0] == tuple(vector["fields"].values())


@pytest.mark.parametrize("vector", named(VECTORS["too_short"]))
def test_a_payload_that_is_too_short_is_refused(vector):
    """The frame is intact, but holds no message."""
    [frame] = Decoder().feed(bytes.fromhex(vector["frame"]))
    with pytest.raises(Malformed, match=vector["message"]):
        unpacked(frame.kind, frame.payload)
    assert BOARD["messages"].unpacked(frame.kind, frame.payload) is None


@pytest.mark.parametrize("vector", named(VECTORS["damaged"]))
def test_bytes_that_are_no_frame_are_rejected(vector):
    """Both ends report it, and read the next frame."""
    data, after = bytes.fromhex(vector["bytes"]), framed(Frame(7, 1, b"\5"))
    found = Decoder().feed(data + after)
    assert all(isinstance(one, Damaged) for one in found[:-1])
    assert len(found) > 1
    assert found[-1] == Frame(7, 1, b"\5")
    frames, damaged = board_reads(data + after)
    assert frames == [(7, 1, b"\5")]
    assert damaged == len(found) - 1


@pytest.mark.parametrize("vector", VECTORS["stuffing"])
def test_stuffing_takes_the_zeros_out_and_puts_them_back(vector):
    """Also for runs of the greatest length."""
    data = bytes.fromhex(vector["data"])
    assert stuffed(data).hex() == vector["stuffed"]
    assert unstuffed(stuffed(data)) == data
    assert 0 not in stuffed(data)


def test_both_ends_number_types_and_reasons_alike():
    """The firmware's constants equal the host's."""
    board = BOARD["messages"]
    assert {kind: board.SIZES[kind] for kind in board.LAYOUTS} == {
        kind: layout.size for kind, (_, layout) in messages._KINDS.items()
    }
    for kind, (message, _) in messages._KINDS.items():
        name = "".join(f"_{letter}" if letter.isupper() else letter for letter in message.__name__)[1:].upper()
        assert getattr(board, name) == kind
    reasons = ("UNKNOWN_TYPE", "MALFORMED", "INCOMPLETE", "NOT_GREETED", "WRONG_VERSION")
    assert [getattr(board, name) for name in reasons] == list(messages.Reason)
    assert messages.LOWEST <= board.HIGHEST
    assert board.LOWEST <= messages.HIGHEST
