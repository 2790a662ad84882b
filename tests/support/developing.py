"""`make dev` as a test's neighbour: it watches a folder with one file in it."""

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
    """`address` is where the table was last said to be."""

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
        """Wait until it says where the table is, and that it is ready."""
        while not (found := re.search(r"The table is at (http://[^/]+)", self._lines.get(timeout=LONGEST_S))):
            pass
        while "Stop with" not in self._lines.get(timeout=LONGEST_S):
            pass
        self.address = found[1]

    def change(self):
        """Save the source once more, and wait for the new start."""
        self.source.write_text(self.source.read_text() + "# changed\n")
        self.until_served()

    def get(self, path):
        """What is to be read there."""
        with urllib.request.urlopen(self.address + path, timeout=LONGEST_S) as answer:
            return answer.read().decode()


@contextlib.contextmanager
def developing(folder, port=0):
    """A table for as long as the block lasts."""
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
