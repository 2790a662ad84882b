"""What pages could not draw: the log gets it once, and only so much of it."""

import logging

import msgspec
import pytest

from pearlboard.web.trouble import OF_ALL, OF_ONE, Trouble, Troubles
from pearlboard.web.work_budget import HOUR_S

ONE = {"page": "table", "part": "board", "kind": "TypeError", "at": "shared/board.js:55:3"}


@pytest.fixture
def log(caplog):
    """What is written down."""
    caplog.set_level(logging.WARNING, "pearlboard.web")
    return caplog


def of(number):
    return Trouble(**{**ONE, "part": f"part-{number}"})


def test_what_was_reported_is_written_once(log):
    """Whoever else reports it."""
    troubles = Troubles(lambda: 0.0)
    for address in ("one", "two", "one"):
        troubles.report(Trouble(**ONE), address)
    assert [record.message for record in log.records] == [
        "the page table could not draw its part board: TypeError at shared/board.js:55:3"
    ]


def test_a_hostile_page_does_not_fill_the_log(log):
    """An address has so many an hour, and all together so many; others are still heard."""
    now = [0.0]
    troubles = Troubles(lambda: now[0])
    for number in range(1000):
        troubles.report(of(number), "hostile")
    assert len(log.records) == OF_ONE
    troubles.report(of(1000), "other")
    assert len(log.records) == OF_ONE + 1
    for number in range(1001, 2000):
        troubles.report(of(number), f"crowd {number}")
    assert len(log.records) == OF_ALL
    now[0] = HOUR_S / OF_ALL
    troubles.report(of(3000), "later")
    troubles.report(of(3001), "later")
    assert len(log.records) == OF_ALL + 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("page", "table\n2026-11-25 WARNING all is lost"),
        ("part", "the words of an error, with a secret: 3"),
        ("part", ""),
        ("part", "x" * 61),
        ("kind", "Type\x1b[31mError"),
        ("at", "x" * 121),
        ("at", "a b"),
        ("more", "anything"),
    ],
)
def test_only_names_come_in(name, value):
    """No line break, no words, nothing long."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode({**ONE, name: value}), type=Trouble)
