"""Port 80 of a card's own network leads to where the settings say that the table listens."""

import subprocess
import sys

import pytest

from pearlboard.card import portal
from pearlboard.settings import Settings

USUAL = Settings().web.port


@pytest.mark.parametrize("port", [1, 8123, 65_535])
def test_the_port_is_that_of_the_settings(tmp_path, port):
    """As systemd reads it: one line."""
    settings, target = tmp_path / "config.toml", tmp_path / "port"
    settings.write_text(f'# of the table\nboard = "rp2040"\n\n[web]\nport = {port}   # not the usual one\n')
    command = [sys.executable, "-I", "-S", "-B", portal.__file__, settings, target]
    subprocess.run(command, check=True, timeout=60)
    assert target.read_text() == f"PORT={port}\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        'board = "rp2040"',
        "[web]\nhost = '0.0.0.0'",
        "web = 3",
        *(
            f"[web]\nport = {value}"
            for value in ("0", "-1", "65536", "true", "8e3", "'8123'", "'1\\nLD_PRELOAD=x'", "[]")
        ),
        "port = 8123\n[web",
        "\x00",
    ],
)
def test_where_they_name_none_it_is_the_usual_one(tmp_path, text):
    """The one with which the program starts then; nothing but a number is ever handed on."""
    (tmp_path / "config.toml").write_text(text)
    assert portal.port_of(tmp_path / "config.toml") == USUAL


def test_without_settings_it_is_the_usual_one(tmp_path):
    """Nor where they are no text."""
    assert portal.port_of(tmp_path / "config.toml") == USUAL
    (tmp_path / "config.toml").write_bytes(b"\xff\xfe")
    assert portal.port_of(tmp_path / "config.toml") == USUAL
