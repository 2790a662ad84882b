"""The process that speaks: what is heard, what is cut short, what is missing, and that nothing ever waits for it.

There is no sound card: ALSA's plugin writes what would be heard into a file.
"""

import asyncio
import shutil
import time
from pathlib import Path

import pytest

from pearlboard.settings import Voice
from pearlboard.voice import speaker as speaking
from pearlboard.voice.devices import devices
from pearlboard.voice.speaker import NoVoice, Speaker, pronounced

pytestmark = pytest.mark.slow

ON = Voice(speaks="on")
TURN = "Anna: lay one Diver on a free space, or one or two Pontoons."
PATIENCE_S = 20


@pytest.fixture
def sound(tmp_path, monkeypatch):
    """What was played so far, as raw samples; the sound card is a file."""
    for program in (speaking.SYNTHESIS, speaking.PLAYER):
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}")
    played = tmp_path / "played.raw"
    (tmp_path / "asoundrc").write_text(
        f'pcm.!default {{ type file slave.pcm "silent" file "{played}" format "raw" }}\npcm.silent {{ type null }}\n'
    )
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path / "asoundrc"))
    return played


async def said(speaker, text=TURN, language="en"):
    """Say a text to its end."""
    done = asyncio.Event()
    speaker.say(text, language, done.set)
    async with asyncio.timeout(PATIENCE_S):
        await done.wait()


def spoken(wishes, act, now_s=time.monotonic):
    """Let a speaker act, and leave nothing behind; returns it."""

    async def run():
        speaker = Speaker(now_s)
        speaker.use(wishes)
        await act(speaker)
        await speaker.close()
        return speaker

    before = open_files()
    speaker = asyncio.run(run())
    assert open_files() == before
    return speaker


def open_files():
    """How many files this process holds open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_a_sentence_is_heard(sound):
    """And all is well; the next one begins with a synthesis that waits for it."""

    async def act(speaker):
        await said(speaker)
        first = sound.stat().st_size
        assert first > 22_050 * 2
        await said(speaker)
        assert sound.stat().st_size >= first

    assert spoken(ON, act).line[0] is True


def test_a_sentence_is_cut_short_at_once_and_another_begins(sound, monkeypatch):
    """The processes are gone, and whoever was to be told of the end is not."""
    del sound
    monkeypatch.setattr(speaking, "_play", _stuck)
    told = []

    async def act(speaker):
        speaker.say(TURN, "en", lambda: told.append("first"))
        async with asyncio.timeout(PATIENCE_S):
            player = await STUCK.get()
            speaker.hush()
            await player.wait()
        assert player.returncode == -9

    spoken(ON, act)
    assert told == []


STUCK = asyncio.Queue()


async def _stuck(device, sound):
    """A player whose device takes nothing, and never ends."""
    del device, sound
    player = await asyncio.create_subprocess_exec("sleep", "1000", stderr=asyncio.subprocess.PIPE)
    await STUCK.put(player)
    return player


def test_a_device_that_hangs_is_given_up(monkeypatch, sound):
    """It is noted, and speaking goes on."""
    del sound
    monkeypatch.setattr(speaking, "_play", _stuck)
    monkeypatch.setattr(speaking, "LONGEST_S", 0.05)
    assert spoken(ON, said).problem.name == "voice_hangs"


@pytest.mark.parametrize("program", ["SYNTHESIS", "PLAYER"])
def test_a_program_that_is_missing_is_noted_once_and_costs_nothing(program, monkeypatch, caplog, sound):
    """Each text is over at once; nothing is tried again for a while, and then all is well."""
    del sound
    now = [0.0]
    there = getattr(speaking, program)
    monkeypatch.setattr(speaking, program, "no-such-program")

    async def act(speaker):
        for _ in range(3):
            await said(speaker)
        assert speaker.line == (False, speaker.problem)
        assert speaker.problem.name == "voice_no_program"
        monkeypatch.setattr(speaking, program, there)
        await said(speaker)
        assert speaker.problem is not None
        now[0] += speaking.AGAIN_S
        await said(speaker)

    assert spoken(ON, act, lambda: now[0]).problem is None
    assert len(caplog.records) == 1


def test_a_device_that_is_not_there_is_named(sound):
    """With what ALSA says; and other settings are tried at once."""
    del sound

    async def act(speaker):
        await said(speaker)
        assert speaker.problem.name == "voice_no_device"
        assert dict(speaker.problem.parameters)["device"] == "nowhere"
        speaker.use(ON)
        await said(speaker)

    assert spoken(Voice(speaks="on", device="nowhere"), act).problem is None


def test_a_language_without_a_voice_is_named(sound):
    """It is no fault of the loudspeaker."""
    del sound
    assert spoken(ON, lambda speaker: said(speaker, language="xx")).problem.name in (
        "voice_no_speech",
        "voice_no_device",
    )


def test_settings_are_tried_without_being_used(sound):
    """Also while the voice is off; what is wrong is raised."""

    async def act(speaker):
        await speaker.try_out(Voice(), TURN, "de")
        assert sound.stat().st_size
        with pytest.raises(NoVoice, match="voice_no_device"):
            await speaker.try_out(Voice(device="nowhere"), TURN, "de")

    assert spoken(Voice(), act).line is None


def test_volume_and_rate_are_heard(sound):
    """Faster is shorter, and nothing at all is silence."""

    async def act(speaker):
        lengths = []
        for rate in ("slow", "usual", "fast"):
            await speaker.try_out(Voice(rate=rate), TURN, "en")
            lengths.append(sound.stat().st_size)
        assert lengths == sorted(lengths, reverse=True)
        await speaker.try_out(Voice(volume=0.0), TURN, "en")
        assert not any(sound.read_bytes())

    spoken(Voice(), act)


def test_hostile_names_are_no_phonemes_and_a_column_is_a_letter():
    """What people call themselves is read; what English would take for an article is spelled."""
    assert pronounced("[[bad]] lays on a 3, a Diver", "en") == "[ [bad]] lays on eh 3, a Diver"
    assert pronounced("en a 3", "fr") == "en a 3"


def test_devices_are_named_as_alsa_names_them(tmp_path):
    """Those that can play, and none on a machine without a sound card."""
    assert devices(tmp_path) == ("",)
    asound = tmp_path / "proc/asound"
    asound.mkdir(parents=True)
    (asound / "cards").write_text(
        " 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi\n                      vc4-hdmi\n"
        " 1 [Device         ]: USB-Audio - USB Audio Device\n                      C-Media\n"
        " 2 [Mic            ]: USB-Audio - a microphone\n"
    )
    (asound / "pcm").write_text(
        "00-00: MAI PCM i2s-hifi-0 : MAI PCM i2s-hifi-0 : playback 1\n"
        "01-00: USB Audio : USB Audio : playback 1 : capture 1\n"
        "02-00: USB Audio : USB Audio : capture 1\n"
    )
    assert devices(tmp_path) == ("", "sysdefault:CARD=vc4hdmi", "sysdefault:CARD=Device")
