"""What is said on a line: the bytes of every message, and that nothing else is taken for one."""

import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.geometry import GRID
from pearlboard.lights.scene import Mark, Scene
from pearlboard.remote import messages
from pearlboard.remote.messages import (
    LONGEST_DOWN,
    SITES_BYTES,
    Beat,
    Button,
    Echo,
    Game,
    Goodbye,
    Hello,
    Lights,
    Lit,
    Malformed,
    Message,
    NoBoard,
    Opened,
    PageClosed,
    PageOpened,
    PageText,
    Promised,
    Reading,
    Reason,
    Seen,
    TooLong,
    encoded,
    packed,
    unpacked,
)

GOLDEN = json.loads(Path(__file__).with_name("golden.json").read_text(encoding="utf-8"))
EXAMPLES = {
    "hello": Hello(
        1, 2, "0.2.0", "Küche", (Game("a", "1"),), b"12345678", b"87654321", 7, b"0123456789abcdef", b"secret"
    ),
    "beat": Beat(1_000_000),
    "echo": Echo(1_000_000),
    "seen": Seen(),
    "goodbye": Goodbye(Reason.GAME_VERSION, "0.2.0", 1, 2, "a", "1"),
    "reading": Reading(bytes(range(SITES_BYTES)), bytes(SITES_BYTES)),
    "no_board": NoBoard("frozen"),
    "button": Button("end_turn", down=True),
    "page_opened": PageOpened(3, "seat", "de", local=True),
    "page_text": PageText(3, '{"type":"beat"}'),
    "page_closed": PageClosed(3, 4401, "revoked"),
    "lights": Lights((Lit(0, "turn", 1, 0), Lit(134, "wave", 0, 250)), "placed", 40, lamp=True),
    "promised": Promised(bytes(range(32))),
    "opened": Opened(bytes(range(32)), b"what chance decided"),
}


def number_of(message):
    return 0 if isinstance(message, messages.Plain) else 5


def test_every_message_has_an_example():
    """So that none is added without its bytes."""
    assert {type(each) for each in EXAMPLES.values()} == set(get_args(Message))
    assert GOLDEN.keys() == EXAMPLES.keys()


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_bytes_of_a_message_stay_as_they_are(name):
    """Two versions of the program speak the same version of the protocol: whatever changes here is a new one."""
    data = packed(number_of(EXAMPLES[name]), 4, encoded(EXAMPLES[name]))
    assert data.hex() == GOLDEN[name]
    assert unpacked(data, LONGEST_DOWN) == messages.Packet(number_of(EXAMPLES[name]), 4, EXAMPLES[name])


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_message_that_was_cut_or_lengthened_is_none(name):
    """Anywhere."""
    data = bytes.fromhex(GOLDEN[name])
    for wrong in [*(data[:length] for length in range(len(data))), data + b"\0"]:
        with pytest.raises(Malformed):
            unpacked(wrong, LONGEST_DOWN)


@pytest.mark.parametrize(
    "message",
    [
        Hello(0, 1, "0", "", (), b"12345678"),
        Hello(1, 1, "0" * 33, "", (), b"12345678"),
        Hello(1, 1, "0", "n" * 65, (), b"12345678"),
        Hello(1, 1, "0", "", (Game("a", "1"),) * 65, b"12345678"),
        Hello(1, 1, "0", "", (), b"1234567"),
        Hello(1, 1, "0", "", (), b"12345678", b"", -1),
        Hello(1, 1, "0", "", (), b"12345678", b"", 0, b"t" * 33),
        Beat(1 << 53),
        Goodbye("because"),
        Reading(bytes(SITES_BYTES - 1), bytes(SITES_BYTES)),
        NoBoard("cat"),
        Button("self_destruct", down=True),
        PageOpened(0, "table", "en", local=False),
        PageOpened(1, "operator", "en", local=False),
        PageText(1 << 31, ""),
        PageClosed(1, 999),
        PageClosed(1, 1000, "r" * 65),
        Lights((Lit(len(GRID.lights), "turn", 0, 0),), "", 0, lamp=False),
        Lights((Lit(0, "", 0, 0),), "", 0, lamp=False),
        Lights((Lit(0, "turn", 17, 0),), "", 0, lamp=False),
        Lights((Lit(0, "turn", 0, 0),) * (len(GRID.lights) + 1), "", 0, lamp=False),
        Lights((), "", -1, lamp=False),
        Promised(bytes(31)),
        Opened(bytes(32), bytes(65_537)),
    ],
    ids=lambda message: type(message).__name__,
)
def test_every_field_is_bounded(message):
    """A value outside is no message."""
    with pytest.raises(Malformed):
        unpacked(packed(number_of(message), 0, encoded(message)), LONGEST_DOWN)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_number_where_none_belongs_is_refused(name):
    """And none where one does."""
    wrong = 5 - number_of(EXAMPLES[name])
    with pytest.raises(Malformed, match="number"):
        unpacked(packed(wrong, 0, encoded(EXAMPLES[name])), LONGEST_DOWN)


def test_a_giant_is_not_even_looked_at():
    """Whatever it is."""
    with pytest.raises(TooLong):
        unpacked(bytes(101), 100)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_packet_or_malformed(data):
    """Nothing else is raised."""
    try:
        packet = unpacked(data, LONGEST_DOWN)
    except Malformed:
        return
    assert isinstance(packet.message, Message)


NESTED = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 64) - 1) | st.text(max_size=9) | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=20,
)


@given(st.integers(0, 60), st.lists(NESTED, max_size=10), st.integers(0, 9))
def test_any_values_are_a_packet_or_malformed(tag, fields, number):
    """Also where the shape is right; and what is taken is what its bytes say."""
    data = msgspec.msgpack.encode([number, 0, [tag, *fields]])
    try:
        packet = unpacked(data, LONGEST_DOWN)
    except Malformed:
        return
    again = packed(packet.number, packet.seen, encoded(packet.message))
    assert unpacked(again, LONGEST_DOWN) == packet


@pytest.mark.parametrize("nested", [b"\x91" * 100_000, b"\x93\x00\x00" + b"\x91" * 100_000, b"\x81" * 100_000])
def test_depth_is_no_way_in(nested):
    """A hundred thousand arrays in each other."""
    with pytest.raises(Malformed):
        unpacked(nested, LONGEST_DOWN)


@given(st.frozensets(st.sampled_from(GRID.sites)), st.frozensets(st.sampled_from(GRID.sites)))
def test_a_reading_comes_back(laid, doubted):
    """Every site has its bit."""
    message = messages.reading(laid, doubted)
    assert (messages.sites_in(message.laid), messages.sites_in(message.doubted)) == (laid, doubted)


def test_a_scene_comes_back_in_the_receivers_time():
    """Every light is there, and the scene has its age."""
    marks = {light: Mark("turn", at % 3 or None, at) for at, light in enumerate(GRID.lights)}
    message = messages.lights(Scene(marks, "won", 900), 1_000, lamp=True)
    assert messages.scene(message, 50_000) == Scene(marks, "won", 49_900)
    assert messages.scene(messages.aged(message, 10), 50_000).since_ms == 49_890
