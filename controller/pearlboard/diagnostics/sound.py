"""The doctor's findings about the table's voice: programs, sound card, and pins that two things want."""

import re
import shutil
from pathlib import Path
from typing import Final

from pearlboard.drivers.pins import LEDS_PWM, SIGNALS
from pearlboard.settings import Settings
from pearlboard.texts import Sentence, say
from pearlboard.voice.devices import devices
from pearlboard.voice.speaker import PLAYER, SYNTHESIS

I2S: Final = re.compile(r"^ *(dtparam=i2s=on|dtoverlay=[^,#\n]*(?:dac|i2s|voicehat|max98357a)[^#\n]*)", re.MULTILINE)
"""Lines of the boot settings that give GPIO 18 to 21 to a sound card on the header."""
I2S_PINS: Final = frozenset(range(18, 22))
JACK: Final = re.compile(r"^ *dtparam=audio=on\b", re.MULTILINE)
ZERO: Final = "Zero"


def heard(settings: Settings, root: Path, model: str, boot: tuple[str, str]) -> tuple[bool, Sentence]:
    """Whether the table can be heard, and why not. `boot`: path and text of the boot settings."""
    if settings.voice.speaks != "on":
        return True, say("voice_off")
    for program in (SYNTHESIS, PLAYER):
        if shutil.which(program) is None:
            return False, say("voice_no_program", program=program)
    clash = _clash(settings, *boot)
    if clash is not None:
        return False, clash
    there = tuple(each for each in devices(root) if each)
    if not there:
        return False, say("voice_no_jack") if ZERO in model else say("voice_no_card")
    if settings.voice.device and settings.voice.device not in there:
        return False, say("voice_no_device", device=settings.voice.device, problem=", ".join(there))
    return True, say("voice_well", devices=there)


def _clash(settings: Settings, path: str, boot: str) -> Sentence | None:
    """The pins that sound and a board wired to the Pi both want."""
    if settings.board != "pi":
        return None
    by_pwm = settings.pi.leds == "pwm"
    pins = {SIGNALS[name].pi.gpio for name in ("chain_clock", "chain_data")} | ({LEDS_PWM.gpio} if by_pwm else set())
    if (line := I2S.search(boot)) is not None:
        wanted = tuple(sorted(pins & I2S_PINS))
        return say("voice_pins_i2s", line=line[1].strip(), path=f"/{path}", pins=wanted)
    if by_pwm and JACK.search(boot) is not None:
        return say("voice_pins_pwm", path=f"/{path}")
    return None
