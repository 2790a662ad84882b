"""The scripts of systemd/, which are no package."""

import sys
from pathlib import Path

SYSTEMD = Path(__file__).parents[2] / "systemd"
sys.path += [str(SYSTEMD), str(SYSTEMD / "card")]

import clock  # noqa: E402 - the folder has to be found first
import image  # noqa: E402
import image_disk  # noqa: E402
import image_lock  # noqa: E402
import image_parts  # noqa: E402
import image_root  # noqa: E402
import portal  # noqa: E402
import state  # noqa: E402
import stick  # noqa: E402

__all__ = ["clock", "image", "image_disk", "image_lock", "image_parts", "image_root", "portal", "state", "stick"]
