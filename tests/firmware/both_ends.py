"""The firmware's pure modules on CPython, for tests: `firmware.framing` and the like, without a name left behind."""

import importlib
import sys
from pathlib import Path

FIRMWARE = Path(__file__).parents[2] / "firmware"
NAMES = ("config", "framing", "messages", "lights", "loop")


def firmware(**settings):
    """The modules by name, loaded anew; `settings` change `config`."""
    kept = {name: sys.modules.pop(name) for name in NAMES if name in sys.modules}
    sys.path.insert(0, str(FIRMWARE))
    try:
        modules = {name: importlib.import_module(name) for name in NAMES}
    finally:
        sys.path.remove(str(FIRMWARE))
        for name in NAMES:
            sys.modules.pop(name, None)
        sys.modules.update(kept)
    for name, value in settings.items():
        setattr(modules["config"], name, value)
    return modules
