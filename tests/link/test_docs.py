"""`docs/link.md` agrees with the code."""

import re
from pathlib import Path

from pearlboard.drivers.rp2040 import PAUSES_MS
from pearlboard.link import connection, messages
from pearlboard.link.framing import LONGEST, Frame, framed
from pearlboard.link.messages import Commit, Leds, Snapshot, packed

DOCS = (Path(__file__).parents[2] / "docs" / "link.md").read_text(encoding="utf-8")
SIZES = {"u8": 1, "u16": 2, "u32": 4}


def size(message):
    """The size of a message's frame, with both delimiters."""
    return len(framed(Frame(packed(message)[0], 1, packed(message)[1])))


def test_the_document_lists_every_message_with_its_number_and_fields():
    """The table of messages agrees with the code: names, numbers, fields in order, sizes."""
    rows = re.findall(r"^\| (\d+) \| (\w+) \| (?:host|board|both) \| (.*) \|$", DOCS, re.MULTILINE)
    assert [(int(kind), name) for kind, name, _ in rows] == [
        (kind, message.__name__) for kind, (message, _) in messages._KINDS.items()
    ]
    for kind, name, payload in rows:
        message, layout = messages._KINDS[int(kind)]
        told = re.findall(r"`(\w+)` (u8|u16|u32|8 bytes)", payload)
        fields = [field for field in message.__slots__ if field not in ("chain", "rgb", "tones", "text")]
        assert [field for field, _ in told] == fields, name
        assert sum(SIZES.get(size, 8) for _, size in told) == layout.size, name


def test_times_and_sizes_are_those_of_the_code():
    """Authors of other boards rely on them."""
    for words in (
        f"every {connection.ASK_MS} ms",
        f"at most every {connection.MISSED_MS} ms",
        f"not answered in {connection.ANSWER_MS} ms",
        f"at most {LONGEST} stuffed bytes",
        f"at most {messages.PIXELS} LEDs",
        f"`frame_limit` is {connection.LEAST_FRAME} at least",
        f"may be under way, {connection.LEAST_CREDITS} at least",
        f"again {connection.ANSWER_MS} ms after",
        f"keeps {connection.LOGS_A_SECOND} a second",
        f"{', '.join(map(str, PAUSES_MS))} ms",
    ):
        assert words in " ".join(DOCS.split()), words
    for reason in messages.Reason:
        assert f"{reason.value} {'picture ' * (reason.name == 'INCOMPLETE')}{_told(reason)}" in DOCS
    chunks = [size(Leds(1, first, bytes([255] * 3 * min(16, 135 - first)))) for first in range(0, 135, 16)]
    assert f"{len(chunks)} messages and a Commit, {sum(chunks) + size(Commit(1))} bytes" in DOCS
    assert f"| {size(Snapshot(1 << 31, 1, bytes([255] * 18)))} bytes |" in DOCS


def test_the_smallest_frame_that_a_board_must_take_is_that_of_a_heartbeat():
    """Apart from chunks and tones, heartbeats are the longest frames from the host."""
    _, payload = packed(messages.Heartbeat(0, 0, 0, 0))
    assert connection.FRAME_OVERHEAD + len(payload) == connection.LEAST_FRAME
    assert all(
        layout.size <= len(payload) for message, layout in messages._KINDS.values() if message is not messages.Hello
    )


def _told(reason):
    return "wrong version" if reason.name == "VERSION" else reason.name.lower().replace("_", " ")


def test_no_version_has_the_byte_that_interrupts_a_board():
    """There is no version 3."""
    assert connection.INTERRUPT not in range(messages.LOWEST, messages.HIGHEST + 1)
