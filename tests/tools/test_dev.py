"""`make dev`: what is changed is served at once."""

import pytest

from support.developing import developing

pytestmark = pytest.mark.slow


def test_a_changed_source_starts_the_table_anew(tmp_path):
    """Every page asks for the name of its own start, and after a change there is another."""
    (folder := tmp_path / "watched").mkdir()
    with developing(folder) as table:
        first = table.get("/dev/start")
        assert f'src="/dev/reload.js?start={first}"' in table.get("/")
        assert "location.reload()" in table.get(f"/dev/reload.js?start={first}")
        table.change()
        assert (second := table.get("/dev/start")) != first
        assert f'src="/dev/reload.js?start={second}"' in table.get("/")
