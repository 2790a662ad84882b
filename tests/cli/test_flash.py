"""`pearlboard flash` with an `mpremote` that only writes down what it was asked, on the firmware under MicroPython."""

import threading
from argparse import ArgumentParser

import pytest

from firmware.pico import FIRMWARE, Pico
from pearlboard.cli import flash
from pearlboard.errors import ConfigError


@pytest.fixture
def pico(tmp_path):
    pico = Pico(tmp_path / "pico").plug()
    yield pico
    pico.close()


@pytest.fixture
def mpremote(tmp_path, monkeypatch):
    """Found first; what it was asked is in `asked`."""
    tool, asked = tmp_path / "mpremote", tmp_path / "asked"
    tool.write_text(f'#!/bin/sh\necho "$@" > {asked}.new && mv {asked}.new {asked}\ntest ! -e {tmp_path}/fails\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return asked


def flashed(*words):
    parser = ArgumentParser()
    flash.arguments(parser)
    return flash.run(parser.parse_args(words))


def test_the_firmware_is_copied_and_answers(pico, mpremote, capsys):
    """The board leaves its loop, gets every file with main.py last, starts anew, and says who it is."""
    def start_anew():
        pico._process.wait(20)
        while not mpremote.exists():
            pass
        pico.reset()
    board = threading.Thread(target=start_anew)
    board.start()
    assert flashed("--serial", str(pico.link)) == 0
    board.join()
    asked = mpremote.read_text().split()
    assert asked[:3] == ["connect", str(pico.link), "cp"]
    assert asked[-4:] == [str(FIRMWARE / "main.py"), ":", "+", "reset"]
    assert set(asked[3:-3]) == {str(file) for file in FIRMWARE.glob("*.py")}
    assert "Firmware 1.0.0 runs on e6614c311b7e6f35: 144 sensors, 135 lights." in capsys.readouterr().out


@pytest.mark.usefixtures("mpremote")
def test_what_cannot_be_done_is_said(pico, tmp_path, monkeypatch):
    """No firmware, no port, no tool, a copy that failed."""
    with pytest.raises(ConfigError, match="there is no firmware here; give its folder with --firmware"):
        flashed("--firmware", str(tmp_path))
    with pytest.raises(ConfigError, match="No board is plugged in at /nowhere"):
        flashed("--serial", "/nowhere")
    (tmp_path / "fails").touch()
    with pytest.raises(ConfigError, match="mpremote could not copy to"):
        flashed("--serial", str(pico.link))
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(ConfigError, match="pip install mpremote"):
        flashed()


@pytest.mark.usefixtures("mpremote")
@pytest.mark.parametrize(("links", "words"), [
    ((), "no Pico with MicroPython is plugged in"), (("MicroPython-1", "MicroPython-2"), "choose one with --serial")])
def test_without_a_port_there_must_be_just_one_pico(tmp_path, monkeypatch, links, words):
    """None, and two."""
    (tmp_path / "by-id").mkdir()
    for link in links:
        (tmp_path / "by-id" / link).touch()
    monkeypatch.setattr(flash, "candidates", lambda _: sorted(map(str, (tmp_path / "by-id").iterdir())))
    with pytest.raises(ConfigError, match=words):
        flashed()
