"""`pearlboard operator password`: typed twice without being shown, or a line as an editor has saved it."""

import getpass
import io
import sys

import pytest

from pearlboard.cli import main
from pearlboard.operator import password
from pearlboard.operator.password import is_password, place_of

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(password, "N", 4)


@pytest.fixture
def store(tmp_path):
    return tmp_path / "games.db"


@pytest.fixture
def choose(store, monkeypatch, capsys):
    """The exit code and what is said."""

    def choose(line):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
        code = main(["operator", "password", "--store", str(store)])
        out, err = capsys.readouterr()
        return code, out + err

    return choose


@pytest.mark.parametrize(
    "line", [b"K\xc3\xbcste & Meer", b"K\xc3\xbcste & Meer\r\n", b"\xef\xbb\xbfK\xc3\xbcste & Meer\n"]
)
def test_a_line_is_taken_as_any_editor_saves_it(choose, store, line):
    code, said = choose(line)
    assert (code, said) == (0, f"{store}: its operator's page now opens with that password.\n")
    assert is_password(store, "K\u00fcste & Meer")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "8 to 128"),
        (b"short\n", "8 to 128"),
        (b"one line\nand another\n", "one line"),
        (b"x" * 5000, "8 to 128"),
        (b"K\xfcste & Meer\n", "UTF-8"),
    ],
)
def test_what_cannot_be_one_is_refused_in_a_line_that_does_not_repeat_it(choose, store, line, why):
    code, said = choose(line)
    assert (code, said.count("\n")) == (2, 1)
    assert why in said
    assert "another" not in said
    assert not place_of(store).exists()


def test_where_no_table_was_ever_started_nothing_is_made(choose, store):
    store.parent.rmdir()
    code, said = choose(b"a good password")
    assert (code, "start the table once" in said) == (2, True)
    assert not store.parent.exists()


@pytest.mark.parametrize(("again", "code"), [("a good password", 0), ("a good passwort", 2)])
def test_by_hand_it_is_typed_twice_and_never_shown(store, monkeypatch, capsys, again, code):
    typed = ["a good password", again]
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(getpass, "getpass", lambda _: typed.pop(0))
    assert main(["operator", "password", "--store", str(store)]) == code
    assert is_password(store, "a good password") == (code == 0)
    assert "good" not in "".join(capsys.readouterr())
