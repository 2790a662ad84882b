"""The firmware's pure modules on CPython, for tests: `firmware.framing` and the like, without a name left behind."""

import builtins
import contextlib
import functools
import importlib
import sys
import types
from pathlib import Path

FIRMWARE = Path(__file__).parents[2] / "firmware"
NAMES = ("config", "quick", "framing", "messages", "lights", "scans", "loop")
POINTERS = {"ptr8": "B", "ptr32": "I"}


def viper(function):
    """What MicroPython compiles to machine code, as it is; its pointers are views of what they point at."""
    kinds = list(function.__annotations__.values())

    @functools.wraps(function)
    def run(*arguments):
        return function(
            *(
                memoryview(argument).cast("B").cast(kind) if kind in POINTERS.values() else argument
                for argument, kind in zip(arguments, kinds, strict=False)
            )
        )

    return run


@contextlib.contextmanager
def micropython(**modules):
    """While the firmware is imported: what MicroPython has by itself, and these modules besides."""
    module = types.ModuleType("micropython")
    module.const, module.viper = lambda number: number, viper
    modules |= {"micropython": module}
    kept = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    for name, kind in POINTERS.items():
        setattr(builtins, name, kind)  # viper's names of types need no import there
    try:
        yield
    finally:
        for name, before in kept.items():
            if before is None:
                del sys.modules[name]
            else:
                sys.modules[name] = before


def firmware(**settings):
    """The modules by name, loaded anew; `settings` change `config`."""
    kept = {name: sys.modules.pop(name) for name in NAMES if name in sys.modules}
    sys.path.insert(0, str(FIRMWARE))
    try:
        with micropython():
            modules = {name: importlib.import_module(name) for name in NAMES}
    finally:
        sys.path.remove(str(FIRMWARE))
        for name in NAMES:
            sys.modules.pop(name, None)
        sys.modules.update(kept)
    for name, value in settings.items():
        setattr(modules["config"], name, value)
    return modules


class Source:
    """Scans by hand, for tests of the loop: `read_now` tells what is read in each millisecond up to `at_ms`."""

    def __init__(self, read_now):
        self.at_ms = 0
        self._read_now = read_now
        self._scans = [read_now()]

    def newest(self):
        while len(self._scans) <= self.at_ms:
            self._scans.append(self._read_now())
        return self.at_ms

    def oldest(self, newest):
        return newest - len(self._scans)

    def differs(self, first, last):
        return next((at for at in range(first, last + 1) if self._scans[at] != self._scans[at - 1]), last + 1)

    def read(self, number):
        return self._scans[number]
