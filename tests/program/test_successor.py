"""The operator's token over a restart: kept for its owner, once, and in nobody's way."""

import asyncio

import pytest

from pearlboard.operator.deeds import BY_NOBODY
from pearlboard.program.run import _Service
from pearlboard.program.successor import SHORTEST, leave_token, take_token
from pearlboard.settings import Settings


def test_what_was_left_is_taken_once(tmp_path):
    """Nobody else may read it meanwhile."""
    token = "t" * SHORTEST
    leave_token(tmp_path / "games.db", token)
    assert (tmp_path / "games.db.token").stat().st_mode & 0o077 == 0
    assert [take_token(tmp_path / "games.db") for _ in range(2)] == [token, None]


@pytest.mark.parametrize("left", [b"", b"t" * (SHORTEST - 1), b"\xff" * 40])
def test_what_is_no_token_opens_nothing(tmp_path, left):
    """As a disk leaves it that was full, or lost its power."""
    (tmp_path / "games.db.token").write_bytes(left)
    assert take_token(tmp_path / "games.db") is None


def test_a_full_disk_does_not_stand_in_the_way_of_a_restart(tmp_path, caplog):
    """It is often then that somebody wants one; the log says why the token is another."""
    (tmp_path / "games.db.token").mkdir()
    left = []

    async def begin_anew():
        service = _Service(Settings(), tmp_path / "games.db", 0, "", lambda _: None, BY_NOBODY)
        service.ends_by(lambda: left.append(service.anew))
        service._begin_anew()

    asyncio.run(begin_anew())
    assert left == [True]
    assert "token cannot be kept" in caplog.text
