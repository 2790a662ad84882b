"""`make dev` as a process of a test, watching a folder with one file in it."""

import contextlib
import re
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from queue import Queue

from support.serving import LONGEST_S, clean_environment

SCRIPT = Path(__file__).parents[2] / "tools/dev.py"


class Developing:
    """A running `make dev`; `address` is the last one that it printed."""

    def __init__(self, process, source):
        """`source`: the file that is watched."""
        self._process = process
        self.source = source
        self._lines = Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.until_served()

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line)

    def until_served(self):
        """Wait until the process has printed the table's address, and that the table is ready."""
        while not (found := re.search(r"The table is at (http://[^/]+)", self._lines.get(timeout=LONGEST_S))):
            pass
        while "Stop with" not in self._lines.get(timeout=LONGEST_S):
            pass
        self.address = found[1]

    def change(self):
        """Save the source once more, and wait for the restart."""
        self.source.write_text(self.source.read_text() + "# changed\n")
        self.until_served()

    def get(self, path):
        """Fetch a path."""
        with urllib.request.urlopen(self.address + path, timeout=LONGEST_S) as answer:
            return answer.read().decode()


@contextlib.contextmanager
def developing(folder, port=0):
    """Run `make dev` for the duration of the block."""
    (source := folder / "source.py").write_text("")
    asked = ["--watch", folder, "--host", "127.0.0.1", "--port", str(port), "--store", folder.parent / "games.db"]
    with subprocess.Popen(
        [sys.executable, SCRIPT, *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=clean_environment(),
    ) as process:
        try:
            yield Developing(process, source)
        finally:
            process.terminate()
            process.wait(LONGEST_S)
