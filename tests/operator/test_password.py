"""The operator's password: what can be one, what of it is on disk, and that nothing else opens."""

import asyncio
import re
import threading
import time
import unicodedata

import pytest

from pearlboard.operator import password
from pearlboard.operator.password import NoPassword, is_password, keep_password, place_of
from pearlboard.store import files

IN_USE = password.N, password.R, password.P
WORD = "Gr\u00fcn \u2014 wie 3 Muscheln"


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(password, "N", 4)
    monkeypatch.setattr(password, "P", 1)


@pytest.fixture
def store(tmp_path):
    return tmp_path / "games.db"


def test_what_it_takes_to_guess_one():
    """16 MB, five times; less would be quicker for a guesser who has the file."""
    assert IN_USE == (1 << 14, 8, 5)


def test_what_was_chosen_opens_and_nothing_else(store):
    """However a keyboard makes an accent, and with the space that a phone adds."""
    assert not is_password(store, WORD)
    keep_password(store, WORD)
    assert is_password(store, WORD)
    assert is_password(store, f" {unicodedata.normalize('NFD', WORD)}\r\n")
    for wrong in ("", WORD[:-1], WORD + "x", WORD.lower(), WORD.replace(" ", "")):
        assert not is_password(store, wrong)


def test_only_a_salted_hash_is_on_disk_for_its_owner(store):
    """The same password twice does not look the same."""
    lines = []
    for _ in range(2):
        keep_password(store, WORD)
        lines.append(place_of(store).read_text())
    assert lines[0] != lines[1]
    assert re.fullmatch(r"4 8 1 [0-9a-f]{32} [0-9a-f]{64}\n", lines[1])
    assert place_of(store).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in store.parent.iterdir()] == ["games.db.password"]


def test_another_one_takes_its_place_whole_or_not_at_all(store, monkeypatch):
    """The power goes before the new one is on disk: the old one opens. What was left lies in nobody's way."""

    def gone(*_):
        raise OSError("no power")

    keep_password(store, WORD)
    with monkeypatch.context() as cut:
        cut.setattr(files, "moved", gone)
        with pytest.raises(OSError, match="no power"):
            keep_password(store, "another one")
    assert is_password(store, WORD)
    keep_password(store, "another one")
    assert is_password(store, "another one")
    assert not is_password(store, WORD)


@pytest.mark.parametrize("typed", ["", "1234567", " 1234567 ", "x" * 129, "two\nlines of it", "a tab\tin it"])
def test_what_cannot_be_one_changes_nothing(store, typed):
    keep_password(store, WORD)
    with pytest.raises(NoPassword, match="8 to 128"):
        keep_password(store, typed)
    assert is_password(store, WORD)


@pytest.mark.parametrize("typed", ["12345678", "x" * 128, "\U0001f41a" * 8])
def test_the_shortest_and_the_longest_can_be_one(store, typed):
    keep_password(store, typed)
    assert is_password(store, typed)


@pytest.mark.parametrize("left", [b"", b"4 8 1", b"4 8 1 zz zz\n", b"\xff\xfe", b"4194304 8 1 00 00", b"3 8 1 00 00"])
def test_what_a_disk_has_spoilt_opens_nothing_and_is_told(store, caplog, left):
    """Nor can it ask for more memory than a Pi has."""
    place_of(store).write_bytes(left)
    assert not is_password(store, WORD)
    assert "games.db.password cannot be read" in caplog.text
    keep_password(store, WORD)
    assert is_password(store, WORD)


def test_one_at_a_time_is_looked_at_and_the_loop_goes_on(store, monkeypatch):
    """Each takes 16 MB."""
    keep_password(store, WORD)
    at_once, most, on_loop = [], [], set()

    def slow(place, typed):
        at_once.append(typed)
        most.append(len(at_once))
        on_loop.add(threading.current_thread() is threading.main_thread())
        time.sleep(0.01)
        at_once.remove(typed)
        return is_password(place, typed)

    monkeypatch.setattr(password, "is_password", slow)

    async def scenario():
        owners = password.OwnersPassword(store)
        return await asyncio.gather(*(owners.is_it(word) for word in (WORD, "wrong", WORD)))

    assert asyncio.run(scenario()) == [True, False, True]
    assert (most, on_loop) == ([1, 1, 1], {False})
