"""Files that settings and commands name: a pipe, a device, a folder or a giant is told of, and hangs nothing."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

import pearlboard
from pearlboard.cli import main
from pearlboard.errors import ConfigError
from pearlboard.files import read_theme, read_wiring
from pearlboard.games.strict_json import BRACKETS
from pearlboard.regular import MOST_BYTES
from pearlboard.settings import LightSettings, Settings, read_settings
from pearlboard.store.errors import StoreUnavailable
from pearlboard.store.log import FactLog

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
    "module", ["files.py", "settings.py", "service/bundle.py", "cli/blackbox.py", "cli/analysis.py"]
)
def test_nobody_else_reads_what_people_name(module):
    """One function looks at what it is before it opens it."""
    lines = (PACKAGE / module).read_text(encoding="utf-8").splitlines()
    reads = [line.strip() for line in lines if READS.search(line)]
    assert reads in ([], ['found.append(toml_of(file.read_text(encoding="utf-8")))'])  # a game's own, in its package


def test_a_text_that_does_not_end_is_looked_at_once():
    """Half a million quotation marks take no longer than as many letters."""
    assert len(BRACKETS.findall('"' + '\\"' * 500_000)) == 1


if sys.platform == "darwin":
    del KINDS["terminal"]
