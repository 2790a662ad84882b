"""MicroPython: runs `main.py` as a Pico does, with the modules of this folder found first."""

import os
import sys

sys.path[:] = os.getenv("PICO_PATH").split(":")
with open(sys.path[-1] + "/main.py") as main:
    exec(main.read(), {"__name__": "__main__"})
