"""Real programs: the whole service is updated to another version, and back from one that does not live."""

import json
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
from pathlib import Path

import pytest

import pearlboard
from pearlboard.card.releases.decisions import Answer
from pearlboard.card.releases.service import RealClock
from pearlboard.card.releases.shelf import Shelf
from pearlboard.card.releases.signed import Checked, newer
from pearlboard.card.releases.updating import MOST_DEATHS, PAUSE_S, Updater, WentBack
from support.card_releases import NEW, NEXT, OLD
from support.serving import free_port

pytestmark = [pytest.mark.slow, pytest.mark.soak]
VENV = "usr/lib/pearlboard/venv"
WAIT_S = 10


class QuickClock(RealClock):
    """A real one, but nobody waits so long between two questions."""

    def wait(self, seconds):
        super().wait(seconds / 8)


class Process:
    """The current release, as a process of its own on a port of its own."""

    def __init__(self, shelf):
        self.shelf, self.port, self.process = shelf, free_port(), None

    def running(self):
        return self.process is not None and self.process.poll() is None

    def deaths(self):
        """Nobody starts it anew here, so it dies once."""
        return 0 if self.running() else MOST_DEATHS

    def stop(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait(WAIT_S)

    def start(self):
        python = self.shelf.releases / "current" / VENV / "bin/python"
        where = ("--store", self.shelf.state / "games.db", "--port", str(self.port))
        nowhere = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        words = ("-m", "pearlboard", "serve", "--board", "simulated", "--no-browser", *where)
        self.process = subprocess.Popen([python, *words], **nowhere)

    def answer(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=WAIT_S) as found:
                said = json.loads(found.read())
            return Answer(said["program"], said["ok"], said["phase"], self.process.pid)
        except (OSError, KeyError):
            return None


def release(tree, version, *, spoilt=False):
    """An environment as a package has it, with the program of this checkout under that version."""
    venv = tree / VENV
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    [site] = venv.glob("lib/python*/site-packages")
    program = shutil.copytree(Path(pearlboard.__file__).parent, site / "pearlboard")
    text = (program / "__init__.py").read_text()
    text = text.replace(pearlboard.__version__, version.split("~")[0])
    (program / "__init__.py").write_text(text + ("raise SystemExit(1)\n" if spoilt else ""))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    return tree


def packed(folder, version, *, spoilt=False):
    """A package of it."""
    tree, made = release(folder / version, version, spoilt=spoilt), folder / f"{version}.deb"
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN/control").write_text(
        f"Package: pearlboard\nVersion: {version}\nArchitecture: amd64\nMaintainer: N <n@x.invalid>\nDescription: x\n"
    )
    subprocess.run(["dpkg-deb", "-Zgzip", "-z1", "--build", tree, made], check=True, capture_output=True)
    return Checked(made, version, 0)


def test_a_whole_service_is_updated_and_comes_back(tmp_path):
    """One that lives, one that does not, and back; on one database, whose games stay."""
    shelf = Shelf(tmp_path / "card")
    shelf.state.mkdir(parents=True)
    release(shelf.releases / OLD, OLD)
    shelf.switch(OLD)
    service, clock = Process(shelf), QuickClock()
    updater = Updater(shelf, service, clock, newer)
    try:
        service.start()
        while service.answer() is None:
            assert service.running()
            clock.wait(PAUSE_S)
        assert updater.update(packed(tmp_path, NEW)) == f"{NEW} runs; {OLD} is kept beside it."
        assert service.answer().program == "0.2.0"
        with pytest.raises(WentBack, match=f"{NEW} is back"):
            updater.update(packed(tmp_path, NEXT, spoilt=True))
        assert service.answer().program == "0.2.0"
        assert updater.back(put_games_aside=False) == f"{OLD} runs; {NEW} is kept beside it."
        assert service.answer().program == "0.1.0"
        assert not shelf.put_aside()
    finally:
        service.stop()
