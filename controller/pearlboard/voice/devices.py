"""The sound devices of a machine, as ALSA names them."""

import re
from pathlib import Path
from typing import Final

CARD: Final = re.compile(r"^ *(\d+) \[(\S+) *\]:", re.MULTILINE)
PLAYS: Final = re.compile(r"^(\d+)-\d+:.*: playback [1-9]", re.MULTILINE)


def devices(root: Path = Path("/")) -> tuple[str, ...]:
    """The devices that can be heard; none where the machine has no sound card. The first, "", is the machine's choice.

    `sysdefault` is what ALSA itself knows to be right for a card: HDMI wants another format than a USB stick.
    """
    asound = root / "proc/asound"
    try:
        cards, pcm = ((asound / name).read_text(encoding="utf-8", errors="replace") for name in ("cards", "pcm"))
    except OSError:
        return ("",)
    heard = frozenset(map(int, PLAYS.findall(pcm)))
    return ("", *(f"sysdefault:CARD={name}" for number, name in CARD.findall(cards) if int(number) in heard))
