"""`pearlboard flash` with an `mpremote` that only writes down what it was asked, on the firmware under MicroPython."""

from argparse import ArgumentParser
from functools import partial
from pathlib import Path

import pytest

from firmware.mpremote import Mpremote
from firmware.pico import FIRMWARE, LONGEST_S, Pico
from firmware.ports import ports_in
from pearlboard.cli import flash
from pearlboard.drivers.rp2040 import identify
from pearlboard.drivers.rp2040_port import candidates
from pearlboard.errors import ConfigError

pytestmark = pytest.mark.slow


@pytest.fixture
def pico(tmp_path):
    pico = Pico(tmp_path / "pico").plug()
    yield pico
    pico.close()


@pytest.fixture
def mpremote(tmp_path, monkeypatch):
    """Found first."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return Mpremote(tmp_path)


def flashed(*words):
    parser = ArgumentParser()
    flash.arguments(parser)
    return flash.run(parser.parse_args(words))


def copied(pico, mpremote, *words):
    """Flash a Pico that starts anew when it was asked to; the words with which files were copied."""
    board = mpremote.starts(pico)
    assert flashed("--serial", str(pico.link), *words) == 0
    board.join(LONGEST_S)
    assert not board.is_alive()
    asked = mpremote.lines()[-1].split()
    assert asked[:3] == ["connect", str(pico.link), "cp"]
    assert asked[-3:] == [":", "+", "reset"]
    return asked[3:-3]


def test_the_firmware_is_copied_and_answers(pico, mpremote, capsys):
    """The board leaves its loop, gets every file with main.py last, starts anew, and says who it is."""
    files = copied(pico, mpremote)
    assert files[-1] == str(FIRMWARE / "main.py")
    assert set(files) == {str(file) for file in FIRMWARE.glob("*.py")}
    assert "Firmware 1.1.0 runs on e6614c311b7e6f35: 144 sensors, 135 lights." in capsys.readouterr().out


def test_a_board_keeps_its_own_config_unless_it_is_told_not_to(pico, mpremote, tmp_path, capsys):
    """What its maker has set stays, and that is said; --config and --firmware bring theirs."""
    (tmp_path / "configured").touch()
    assert {Path(file).name for file in copied(pico, mpremote)} == {file.name for file in FIRMWARE.glob("*.py")} - {
        "config.py"
    }
    assert "keeps its own config.py" in capsys.readouterr().out
    for words in (["--config"], ["--firmware", str(FIRMWARE)]):
        mpremote.asked.unlink()
        assert str(FIRMWARE / "config.py") in copied(pico, mpremote, *words)
        assert "keeps its own" not in capsys.readouterr().out


def test_a_firmware_of_another_version_is_replaced(tmp_path, mpremote):
    """The board speaks versions 4 to 7 of the link; after it, that of this program."""
    pico = Pico(tmp_path / "pico")
    source = (FIRMWARE / "messages.py").read_text()
    (pico.own / "messages.py").write_text(source.replace("LOWEST = 1\nHIGHEST = 2", "LOWEST = 4\nHIGHEST = 7"))
    pico.plug()
    assert identify(str(pico.link)).protocol == (4, 7)
    copied(pico, mpremote)
    assert identify(str(pico.link)).protocol == (1, 2)
    pico.close()


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
@pytest.mark.parametrize(("coding", "words"), [("utf-8-sig", "without BOM"), ("utf-16", "UTF-16")])
def test_a_config_that_micropython_could_not_read_is_not_copied(tmp_path, coding, words):
    """As Windows' editors save it: the Pico would not start, and nobody could see why."""
    (tmp_path / "main.py").write_text("")
    (tmp_path / "config.py").write_text("LEDS = 135\n", encoding=coding)
    with pytest.raises(ConfigError, match=rf"config\.py: .*{words}"):
        flashed("--firmware", str(tmp_path))


@pytest.mark.usefixtures("mpremote")
@pytest.mark.parametrize(
    ("links", "words"),
    [
        ((), "no Pico with MicroPython is plugged in"),
        (("usb-MicroPython_1", "usb-MicroPython_2"), r"choose one with --serial.*serial number 2"),
    ],
)
def test_without_a_port_there_must_be_just_one_pico(tmp_path, monkeypatch, links, words):
    """None, and two."""
    (tmp_path / "plugged").mkdir()
    for link in links:
        (tmp_path / "plugged" / link).touch()
    monkeypatch.setattr(flash, "candidates", partial(candidates, ports=ports_in(tmp_path / "plugged")))
    with pytest.raises(ConfigError, match=words):
        flashed()


def test_what_is_plugged_in_is_listed_and_nothing_is_done(tmp_path, monkeypatch, capsys):
    """A port and a serial number a line, for whoever installs; where there is none, the exit code is another."""
    (tmp_path / "plugged").mkdir()
    monkeypatch.setattr(flash, "candidates", partial(candidates, ports=ports_in(tmp_path / "plugged")))
    with pytest.raises(ConfigError, match="no Pico"):
        flashed("--list")
    for link in ("usb-MicroPython_Board_e66-if00", "usb-MicroPython_Board_a12-if00", "usb-Prusa_MK4-if00"):
        (tmp_path / "plugged" / link).touch()
    assert flashed("--list") == 0
    assert [line.split("\t")[1] for line in capsys.readouterr().out.splitlines()] == ["a12", "e66"]
