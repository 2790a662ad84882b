"""MicroPython: runs the firmware as a Pico does, with the modules of this folder found first."""

import os
import sys

sys.path[:] = os.getenv("PICO_PATH").split(":")
import main  # noqa: E402, F401
