"""The operator's page and the doctor know the voice: it is tried, saved and glanced at; what hinders it is named."""

import json
import shutil

import pytest

from pearlboard.diagnostics.sound import heard
from pearlboard.settings import Settings, Voice, Wires
from support.serving import clean_environment, serving

USB = (" 1 [Device         ]: USB-Audio - USB Audio Device\n", "01-00: USB Audio : USB Audio : playback 1\n")


def deed(served, do, **more):
    """Carry out an operator's deed."""
    shown = {"Authorization": f"Bearer {served.token}"}
    status, _, body = served.ask("POST", "/api/operator", json.dumps({"do": do, **more}), shown)
    assert status in (200, 422), body
    return json.loads(body)


@pytest.mark.slow
def test_the_voice_is_tried_saved_and_glanced_at(tmp_path):
    """What is typed is tried without being saved; saved, it acts at once; what is wrong is said, and costs nothing."""
    for program in ("espeak-ng", "aplay"):
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}")
    played, config = tmp_path / "played.raw", tmp_path / "config.toml"
    (tmp_path / "asoundrc").write_text(
        f'pcm.!default {{ type file slave.pcm "silent" file "{played}" format "raw" }}\npcm.silent {{ type null }}\n'
    )
    config.write_text("")
    env = clean_environment() | {"ALSA_CONFIG_PATH": str(tmp_path / "asoundrc")}
    with serving("--config", config, store=tmp_path / "games.db", environment=env, warned_of="voice") as served:
        assert "voice" not in {line["name"] for line in deed(served, "glance")["glance"]["lines"]}
        tried = deed(served, "say_something", values={"voice.rate": "fast"})["voice"]
        assert (tried["well"], "c 3" in tried["sentence"]) == (True, True)
        assert played.stat().st_size
        wrong = deed(served, "say_something", values={"voice.device": "nowhere"})["voice"]
        assert (wrong["well"], "nowhere" in wrong["sentence"]) == (False, True)
        assert deed(served, "say_something", values={"voice.volume": "2"})["wrong"].keys() == {"voice.volume"}
        assert config.read_text() == ""
        mark = deed(served, "settings")["settings"]["mark"]
        values = {"voice.speaks": "on", "voice.device": "nowhere"}
        assert deed(served, "save", values=values, mark=mark)["settings"]["waiting"] == []
        assert '"nowhere"' in config.read_text()
        lines = {line["name"]: line for line in deed(served, "glance")["glance"]["lines"]}
        assert "voice" in lines


@pytest.fixture
def programs(monkeypatch):
    """Both programs are there."""
    monkeypatch.setattr(shutil, "which", lambda program: f"/usr/bin/{program}")


def machine(root, cards="", pcm=""):
    """A machine with these sound cards."""
    asound = root / "proc/asound"
    asound.mkdir(parents=True)
    (asound / "cards").write_text(cards)
    (asound / "pcm").write_text(pcm)
    return root


def found(root, boot="", model="Raspberry Pi 4", **settings):
    """Whether the doctor finds the voice well, and by which sentence."""
    wishes = Settings(voice=settings.pop("voice", Voice(speaks="on")), **settings)
    well, sentence = heard(wishes, root, model, ("boot/config.txt", boot))
    return well, sentence.name


def test_a_voice_that_is_off_needs_nothing(tmp_path):
    """No program, no card."""
    assert found(tmp_path, voice=Voice()) == (True, "voice_off")


def test_programs_and_cards_that_are_missing_are_named(tmp_path, monkeypatch):
    """What to install, or to plug in; a Zero has no jack."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert found(tmp_path) == (False, "voice_no_program")
    monkeypatch.setattr(shutil, "which", lambda program: program)
    assert found(tmp_path) == (False, "voice_no_card")
    assert found(tmp_path, model="Raspberry Pi Zero 2 W") == (False, "voice_no_jack")


@pytest.mark.usefixtures("programs")
def test_a_card_is_found_and_another_one_missed(tmp_path):
    """The one in the settings must be there."""
    machine(tmp_path, *USB)
    assert found(tmp_path) == (True, "voice_well")
    assert found(tmp_path, voice=Voice(speaks="on", device="sysdefault:CARD=Device")) == (True, "voice_well")
    assert found(tmp_path, voice=Voice(speaks="on", device="sysdefault:CARD=Gone")) == (False, "voice_no_device")


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize(
    ("boot", "leds", "name"),
    [
        ("dtparam=spi=on\n", "spi", "voice_well"),
        ("dtoverlay=hifiberry-dac\n", "spi", "voice_pins_i2s"),
        ("# dtoverlay=hifiberry-dac\n", "spi", "voice_well"),
        ("dtparam=i2s=on\n", "pwm", "voice_pins_i2s"),
        ("dtparam=audio=on\n", "pwm", "voice_pins_pwm"),
        ("dtparam=audio=on\n", "spi", "voice_well"),
    ],
)
def test_pins_that_two_things_want_are_named(tmp_path, boot, leds, name):
    """Only a board that is wired to the Pi wants any."""
    machine(tmp_path, *USB)
    assert found(tmp_path, boot, board="pi", pi=Wires(leds=leds)) == (name == "voice_well", name)
    assert found(tmp_path, boot, board="rp2040") == (True, "voice_well")
