"""An `mpremote` that only writes down what it was asked, and a Pico that starts anew when it was asked to."""

import select
import shutil
import threading
import time

from firmware.pico import FIRMWARE, LONGEST_S


class Mpremote:
    """`tool` is to be called; what it was asked is in `asked`, a line each.

    With a file `configured` in `folder` the Pico has a config.py; with a file `fails` nothing can be done; with a file
    `hangs` it waits until that is gone.
    """

    def __init__(self, folder):
        self.tool, self.asked = folder / "mpremote", folder / "asked"
        self.tool.write_text(
            f'#!/bin/sh\necho "$@" >> {self.asked}\n'
            f"while test -e {folder}/hangs; do sleep 0.02; done\n"
            f"if test -e {folder}/fails; then echo no room there; exit 1; fi\n"
            f'test "$3" != exec || {{ test -e {folder}/configured && echo True || echo False; }}\n'
        )
        self.tool.chmod(0o755)

    def lines(self):
        """What it was asked."""
        return self.asked.read_text().splitlines() if self.asked.exists() else []

    def starts(self, pico):
        """A thread that has begun: the Pico gets the firmware of this project once it has left its own program."""

        def start_anew():
            pico._process.wait(LONGEST_S)
            until = time.monotonic() + LONGEST_S
            while time.monotonic() < until and not (self.lines() and self.lines()[-1].endswith("reset")):
                select.select([], [], [], 0.01)
            shutil.rmtree(pico.own)
            pico.own.mkdir()
            (pico.own / "config.py").write_text((FIRMWARE / "config.py").read_text() + "WINDOW_MS = 0\n")
            pico.reset()

        board = threading.Thread(target=start_anew, daemon=True)
        board.start()
        return board
