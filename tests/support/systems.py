"""The scripts of packaging/, which are no package."""

import sys
from pathlib import Path

PACKAGING = Path(__file__).parents[2] / "packaging"
sys.path.append(str(PACKAGING))

import image  # noqa: E402 - the folder has to be found first
import image_disk  # noqa: E402
import image_lock  # noqa: E402
import image_parts  # noqa: E402
import image_root  # noqa: E402

__all__ = ["PACKAGING", "image", "image_disk", "image_lock", "image_parts", "image_root"]
