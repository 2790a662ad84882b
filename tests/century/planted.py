"""Faults to be found: each is one change of the program's text, of a kind of its own.

`python tests/century/planted.py` plants one after the other in a copy of the program, and lets nights pass until a law
is broken.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "controller" / "pearlboard"
RUNS = 40


@dataclass(frozen=True, slots=True)
class Fault:
    """A change: in that file `was` becomes `is_now`. `pairs`: it takes two runs that differ in secrets to see it."""

    file: str
    was: str
    is_now: str
    pairs: bool = False


FAULTS = {
    "a change leaves out a key of the game": Fault(
        "web/hub.py", "if before[key] != value}}", 'if before[key] != value and key != "hints"}}'
    ),
    "a page keeps a screen that was shared too long": Fault("web/hub.py", "        self._screens.clear()\n", ""),
    "a change is not numbered": Fault("web/hub.py", "        self._sequence += 1\n", "        self._sequence = 1\n"),
    "one that is late is told nothing": Fault(
        "web/hub.py", "        for watcher in list(self._watchers):", "        for watcher in list(self._watchers)[:2]:"
    ),
    "saved is said of what is not": Fault(
        "store/writer.py",
        "        self._pending.extend(entries)\n",
        "        self.saved = entries[-1].version\n        self._pending.extend(entries)\n",
    ),
    "what could not be saved is dropped": Fault(
        "store/writer.py",
        "            self._report_failure(str(error) or type(error).__name__)\n            return False\n",
        "            self._report_failure(str(error) or type(error).__name__)\n",
    ),
    "a set-up that waits is lost by a start": Fault("program/building.py", "    if log.waiting:\n", "    if False:\n"),
    "every ninth fact is not written": Fault(
        "store/log.py",
        "        for part in set_ups_apart(tuple(entries)):\n",
        "        for part in (each for each in set_ups_apart(tuple(entries)) if each[-1].version % 9):\n",
    ),
    "a reply is lost while something is told": Fault(
        "web/hub.py", "        self._replies.append((watcher, reply))\n", ""
    ),
    "every page has the hand of the first seat": Fault(
        "program/table_service.py",
        '        return {"you": None} if principal.seat is None else {}\n',
        '        return {"you": private(1, session, now, tabletop.requests, catalogue) if session.state else None}\n',
    ),
    "a French word lacks what it is about": Fault("texts/fr.toml", "reprend au tour {turn}", "reprend au tour {tour}"),
    "a light is missing in the picture of the lights": Fault(
        "table/lighting.py", "            self.frame = frame\n", "            self.frame = frame[3:]\n"
    ),
    "a scan is forgotten": Fault(
        "sensing/senses.py",
        "            self._debouncer.feed(upright)\n",
        "            self._debouncer.feed(upright) if scan.at_ms % 3 else None\n",
    ),
    "a chain that cannot be read is read": Fault(
        "sensing/senses.py", "        wrong = self.wiring.wrong_bar(scan.bits)\n", "        wrong = None\n"
    ),
    "a sensor that people trust again stays masked": Fault(
        "session/evolve.py",
        "    return replace(session, left_out=session.left_out - {fact.site}, suspected",
        "    return replace(session, suspected",
    ),
    "a phone that was signed out is still served": Fault(
        "session/principal.py",
        "return self.page or (self.seat is not None and session.phones.get(self.seat) == self.key)",
        "return True",
    ),
    "computers do not go on after a start": Fault(
        "computers/computers.py", "        self._think()\n        now", "        now"
    ),
    "a mark tells what was said": Fault(
        "program/table_service.py",
        "        shown = screen(now, beside, catalogue)\n",
        "        shown = {**screen(now, beside, catalogue), 'mark': hash(str(getattr(session.state, 'hands', '')))}\n",
        pairs=True,
    ),
    "who comes is sent no screen": Fault(
        "web/hub.py", "        watcher.show(self._screen(watcher))\n        if lights:\n", "        if lights:\n"
    ),
    "a board that a game does not read now is not missed": Fault(
        "program/table_service.py",
        "        if tabletop.place.lost is not None and tabletop.now.stop is None:\n",
        "        if False:\n",
    ),
    "a board that connects breaks off what is told": Fault(
        "table/place.py",
        "        self.lost, self.about = (None, event.about)",
        "        self.lost, self.about = (None, event.nothing)",
    ),
    "a sensor that a guest's table doubts is named with the next piece": Fault(
        "together/far_board.py", "                self.scan()  #", "                self.scan_if_changed()  #"
    ),
    "a guest's board is not told again after a cut": Fault(
        "together/visiting.py", "                    self._say(self._board_now())", "                    pass"
    ),
    "a table that is away is taken for there": Fault(
        "together/hosting.py",
        "                    self.peer = None\n                    self._board.unplug()\n",
        "                    self.peer = None\n",
    ),
}


def planted(fault, folder):
    """A copy of the program with that fault."""
    copy = folder / "pearlboard"
    shutil.copytree(PROGRAM, copy, ignore=shutil.ignore_patterns("__pycache__"))
    file = copy / fault.file
    text = file.read_text(encoding="utf-8")
    assert text.count(fault.was) >= 1, f"{fault.file} has no {fault.was!r}"
    file.write_text(text.replace(fault.was, fault.is_now, 1), encoding="utf-8")
    return folder


def found(fault, runs=RUNS):
    """What the nights say about a fault that is planted; empty: nothing."""
    with tempfile.TemporaryDirectory() as folder:
        paths = planted(fault, Path(folder)), ROOT / "tests"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
        night = str(Path(__file__).with_name("night.py"))
        command = [sys.executable, night, "--runs", str(runs), "--first", *(["--pairs"] if fault.pairs else [])]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return (done.stdout + done.stderr[-600:]).strip() if done.returncode else ""


def timed(name):
    """What the nights say about that fault, and the seconds that it took."""
    began = time.monotonic()
    return found(FAULTS[name]), time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="those with this in their name")
    only, missed = parser.parse_args().only, []
    names = [name for name in FAULTS if only in name]
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # each is a process of its own
        for name, (said, lasted_s) in zip(names, pool.map(timed, names), strict=True):
            if not said.startswith("#"):
                missed.append(name)
            first = next((line for line in said.splitlines() if line.startswith("#")), said[-200:] or "NOT FOUND")
            sys.stdout.write(f"{lasted_s:5.0f} s  {name}: {first[:150]}\n")
            sys.stdout.flush()
    sys.stdout.write(f"missed: {missed or 'none'}\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
