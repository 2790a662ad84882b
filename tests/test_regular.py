"""Files that settings and commands name: a pipe, a device, a folder or a giant is told of, and hangs nothing."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

import pearlboard
from pearlboard.cli import main
from pearlboard.configuration import read_settings
from pearlboard.errors import ConfigError
from pearlboard.files import read_theme, read_wiring
from pearlboard.games.strict_json import BRACKETS
from pearlboard.operator.settings_file import SettingsFile, changed
from pearlboard.regular import MOST_BYTES
from pearlboard.screens.catalogues import read_catalogue
from pearlboard.settings import LightSettings, Settings
from pearlboard.store.errors import StoreUnavailable
from pearlboard.store.log import FactLog
from pearlboard.texts import say

PACKAGE = Path(pearlboard.__file__).parent
WITHIN_S = 20
READS = re.compile(r"\.read_text\(|\.read_bytes\(|(?<!tarfile\.)\bopen\(")
KINDS = {
    "fifo": os.mkfifo,
    "folder": os.mkdir,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "terminal": lambda path: path.symlink_to("/dev/ptmx"),
    "loop": lambda path: path.symlink_to(path),
    "giant": lambda path: path.write_bytes(b"#" * (MOST_BYTES + 1)),
    "deep": lambda path: path.write_text("x = " + "[" * 100_000, encoding="ascii"),
}


@pytest.fixture(autouse=True)
def soon():
    """Whoever hangs is woken."""

    def late(*_):
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(WITHIN_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


WORDS = 'board = "pi"\n'
SAVED = {
    "notepad": (b"\xef\xbb\xbf" + WORDS.replace("\n", "\r\n").encode(), None),
    "notepad's Unicode": (WORDS.encode("utf-16"), r"this is saved in UTF-16; save it in UTF-8"),
    "big-endian": (b"\xfe\xff" + WORDS.encode("utf-16-be"), r"this is saved in UTF-16; save it in UTF-8"),
    "unmarked": (WORDS.encode("utf-16-le"), r"this is saved in UTF-16; save it in UTF-8"),
    "windows-1252": (WORDS.encode() + "# née\n".encode("cp1252"), r"line 2: byte 0xe9 is no UTF-8"),
}
"""What editors write, and what is said of it; None: it is taken."""
READERS = {
    "settings": lambda path: read_settings(path, {}),
    "wiring": lambda path: read_wiring(Settings(wiring=str(path))),
    "theme": lambda path: read_theme(Settings(lights=LightSettings(theme=str(path)))),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reader", READERS)
def test_what_settings_name_is_a_plain_file_of_bounded_size(tmp_path, kind, reader):
    """Anything else is told in a sentence that names it."""
    path = tmp_path / "named.toml"
    KINDS[kind](path)
    with pytest.raises(ConfigError, match=r"named\.toml"):
        READERS[reader](path)


@pytest.mark.parametrize("saved", SAVED)
@pytest.mark.parametrize("reader", READERS)
def test_what_people_type_is_taken_from_any_editor_or_it_is_said_what_to_do(tmp_path, saved, reader):
    """A mark of UTF-8 and Windows' ends of lines are nothing; another coding is named with its line."""
    content, refused = SAVED[saved]
    path = tmp_path / "named.toml"
    path.write_bytes(content)
    if refused is not None:
        with pytest.raises(ConfigError, match=rf"named\.toml: {refused}"):
            READERS[reader](path)
    elif reader == "settings":
        assert READERS[reader](path).board == "pi"
    else:
        with pytest.raises(ConfigError, match=r"named\.toml: .*board"):  # which is no key there
            READERS[reader](path)


def test_the_settings_form_changes_a_file_of_notepads(tmp_path):
    """The mark goes, which is no letter; the ends of lines stay."""
    path = tmp_path / "config.toml"
    path.write_bytes(b'\xef\xbb\xbf# mine\r\nboard = "pi"\r\n')
    file = SettingsFile(path)
    written = file.read()
    file.write(changed(written.text, {"board": "simulated"}), written.mark)
    assert path.read_bytes() == b'# mine\r\nboard = "simulated"\r\n'


@pytest.mark.parametrize("saved", SAVED)
def test_a_document_is_taken_from_any_editor(tmp_path, capsys, saved):
    """A position that somebody has typed."""
    content, refused = SAVED[saved]
    content = content.replace(WORDS.strip().encode(), b'{"game": "none"}') if refused is None else content
    (tmp_path / "named.json").write_bytes(content)
    assert main(["inspect", str(tmp_path / "named.json")]) == 2
    said = capsys.readouterr().err
    assert re.search(refused or "there is no game|none", said), said


def test_a_games_words_and_looks_are_taken_from_any_editor(tmp_path):
    """They are typed by whoever makes a game."""
    (tmp_path / "en.toml").write_bytes(b'\xef\xbb\xbfhello = "Hello"\r\n')
    assert read_catalogue("en", [tmp_path]).render(say("hello")) == "Hello"
    (tmp_path / "en.toml").write_bytes('hello = "Hello"\n'.encode("utf-16"))
    with pytest.raises(ConfigError, match=r"en\.toml: this is saved in UTF-16"):
        read_catalogue("en", [tmp_path])


def test_what_the_card_reads_of_the_settings_takes_a_mark_as_well(tmp_path):
    """It imports nothing of the program, and must not take another port than that does."""
    from pearlboard.card import portal

    (tmp_path / "config.toml").write_bytes(b"\xef\xbb\xbf[web]\r\nport = 8080\r\n")
    assert portal.port_of(tmp_path / "config.toml") == 8080


@pytest.mark.parametrize("kind", ["fifo", "folder", "device", "loop"])
@pytest.mark.parametrize("command", [("replay",), ("inspect",), ("blackbox", "replay"), ("restore",), ("verify",)])
def test_what_a_command_is_given_is_a_plain_file(tmp_path, capsys, kind, command):
    """One line, and exit code 2."""
    path = tmp_path / "named.json"
    KINDS[kind](path)
    store = ["--store", str(tmp_path / "games.db")] if command[0] in ("restore", "verify", "blackbox") else []
    assert main([*command, str(path), *store]) == 2
    said = capsys.readouterr().err
    assert "named.json" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("name", ["games.db.set-up", "games.db.journal/00000000.jsonl"])
def test_what_lies_beside_the_games_does_not_hang_a_start(tmp_path, name):
    """A pipe there is told as what cannot be read."""
    store = tmp_path / "games.db"
    FactLog(store).close()
    path = tmp_path / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    if name.endswith("set-up"):
        log = FactLog(store)
        assert any("set-up" in line for line in log.repaired)
        log.close()
    else:
        with pytest.raises(StoreUnavailable, match="not a regular file"):
            FactLog(store)


@pytest.mark.parametrize(
    "module", ["files.py", "settings.py", "diagnostics/bundle.py", "cli/blackbox.py", "cli/analysis.py"]
)
def test_nobody_else_reads_what_people_name(module):
    """One function looks at what it is before it opens it."""
    lines = (PACKAGE / module).read_text(encoding="utf-8").splitlines()
    reads = [line.strip() for line in lines if READS.search(line)]
    assert reads in ([], ["found.append(toml_in(file.read_bytes()))"])  # a game's own, in its package


def test_nobody_else_makes_toml_of_bytes():
    """Of what people type: what stands in the program itself, or was written by it, has no mark."""
    own = {
        "languages.py",  # texts/ of the program itself
        "games/perladora/shown/lessons.py",
        "games/pearls/shown/lessons.py",
        "games/piratoons/shown/lessons.py",
        "games/piratoons/rules/tiles.py",
        "games/perladora/players/suspicion.py",
        "recorder/playing_back.py",  # a text within a line of a black box
        "operator/settings_file.py",  # a text that was read already
        "card/portal.py",  # it takes the mark away itself: it may import nothing
        "card/releases/service.py",  # by `typed` itself: it may import no more
        "regular.py",
    }
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "tomllib.load" in path.read_text(encoding="utf-8")
    }
    assert found == own


def test_a_text_that_does_not_end_is_looked_at_once():
    """Half a million quotation marks take no longer than as many letters."""
    assert len(BRACKETS.findall('"' + '\\"' * 500_000)) == 1


if sys.platform == "darwin":
    del KINDS["terminal"]
