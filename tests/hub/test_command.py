"""The command where the extra is not installed."""

import sys

from pearlboard.cli import main


def test_without_psycopg_the_command_says_how_to_get_it(capsys, monkeypatch):
    for name in [each for each in sys.modules if each.startswith(("psycopg", "pearlboard.hub"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert main(["hub", "--database", "postgresql:///x"]) == 2
    assert capsys.readouterr().err == "pearlboard: the hub needs psycopg: pip install 'pearlboard[hub]'\n"
