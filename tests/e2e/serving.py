"""The real program as a test's neighbour: `pearlboard serve --board simulated` in a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from itertools import count
from pathlib import Path

from support.perladora_table import command
from support.serving import clean_environment, complaints

PLAYERS = [
    {"name": "Anna", "clan": "fishermen"},
    {"name": "Ben", "clan": "foragers"},
    {"name": "Cleo", "clan": "children"},
    {"name": "Dora", "clan": "elders"},
]
PATIENCE_S = 60
LOOK_S, LONGEST_LOOK_S = 0.03, 0.15
"""How long between two looks, more and more: whoever looks all the time takes the processor from what is looked at."""
FRAME_MS = 200
"""Five pictures of the lights a second are enough for pages that are tested; to draw more takes most of a processor."""
FACTS = 100_000
"""A hundred evenings are played in a file of tests, from one address, in a few minutes."""
HOW = (
    "import sys; from pearlboard.table import lighting; lighting.FRAME_MS = {frame_ms}; "
    "from pearlboard.web import television, work_budget; work_budget.FACTS_AT_ONCE = {facts}; "
    "television.ELSE_S = television.RENEWED_S['playing'] = 1; {serve}"
)
PLAIN = "from pearlboard.cli import main; sys.exit(main())"
TOO_FAST = 429
"""Somebody on this machine has looked too often of late: the answer comes in a moment."""
TESTS = Path(__file__).parents[1]
SETTINGS = """language = "en"
[sensing]
place_ms = 10
lift_ms = 20

[confirm]
still_ms = {still_ms}

[computer]
pause_ms = 200

[simulated]
mode = "{mode}"
"""


def looks(patience_s):
    """At once, then again and again, until patience is at its end."""
    until, pause_s = time.monotonic() + patience_s, LOOK_S
    while time.monotonic() < until:
        yield
        time.sleep(pause_s)
        pause_s = min(1.3 * pause_s, LONGEST_LOOK_S)


class ServedTable:
    """`kill` and `start` are a power cut and what follows; the port and the store stay the same."""

    def __init__(self, folder, still_ms=500, *, game=None, program="", mode="hardware", second="", more=""):
        """Games and settings are kept in `folder`. Nothing runs yet. `game`: a module that serves one game more.

        `program`: where another copy of the program is. `mode`: what the simulated board is, `hardware` or `screen`.
        `second`: the lines of the settings' part of that name; `more`: further parts.
        """
        self._game = game
        self._path = os.pathsep.join(filter(None, (program, str(TESTS), os.environ.get("PYTHONPATH"))))
        self.folder = folder
        self.port = 0
        self.token = ""
        self._program = None
        self._ids = count(1)
        settings = f"{SETTINGS.format(still_ms=still_ms, mode=mode)}[second]\n{second}\n{more}"
        (folder / "table.toml").write_text(settings, encoding="utf-8")

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        """Run the program, and wait for what it prints when it can be reached."""
        with (self.folder / "stderr.txt").open("ab") as errors:
            self._program = subprocess.Popen(
                [
                    sys.executable,
                    *self._how(),
                    "serve",
                    "--board",
                    "simulated",
                    "--no-browser",
                    "--config",
                    str(self.folder / "table.toml"),
                    "--store",
                    str(self.folder / "games.db"),
                    "--host",
                    "127.0.0.1",
                    "--port",
                    str(self.port),
                ],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
                env=clean_environment(PYTHONPATH=self._path),
            )
        printed = []
        while not (line := self._program.stdout.readline()).startswith("Stop with"):
            assert line, f"the program ended: {(self.folder / 'stderr.txt').read_text(encoding='utf-8')}"
            printed.append(line)
        said = "".join(printed)
        self.port = int(said.split("The table is at http://127.0.0.1:")[1].split("/")[0])
        self.token = said.split("Token for scripts: ")[1].split()[0]
        return self

    def _how(self):
        """What Python is to run: the program with fewer pictures, or that with a game more."""
        serve = PLAIN if self._game is None else f"import {self._game}; {self._game}.serve()"
        return ["-c", HOW.format(frame_ms=FRAME_MS, facts=FACTS, serve=serve)]

    def kill(self):
        """Let the power fail, once the disk has what the pages show."""
        assert any(health["saved"] == health["version"] for health in map(self._health, looks(PATIENCE_S)))
        self._end(signal.SIGKILL)

    def _health(self, _look=None):
        return self.get("/health")

    def stop(self):
        """End in order, and tell what the program complained of."""
        self._end(signal.SIGTERM)
        return complaints((self.folder / "stderr.txt").read_text(encoding="utf-8"))

    def _end(self, by):
        self._program.send_signal(by)
        self._program.stdout.close()
        self._program.wait(PATIENCE_S)

    # --- what scripts can do ------------------------------------------------------------------------------------------

    def get(self, path, by=None):
        """The JSON at an address of the table, for the operator or for whoever has that token."""
        request = urllib.request.Request(self.address + path, headers={"Authorization": f"Bearer {by or self.token}"})
        while True:
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code != TOO_FAST:
                    raise
                error.close()
            time.sleep(0.05)

    def screen(self, language="en", by=None):
        """What the host's page shows; with its token, a seat's."""
        return self.get(f"/api/screen?lang={language}", by)

    def ask(self, name, by=None, **fields):
        """Send a command, as fast as the table takes them; it must do it. With its token, as a seat does."""
        answer = self.try_to(name, by, **fields)
        assert answer["ok"], f"{name} {fields}: {answer}"

    def try_to(self, name, by=None, **fields):
        """Send a command; the reply, whatever it is."""
        body = json.dumps(
            {"type": "command", "id": f"script-{self.port}-{next(self._ids)}", "command": command(name, **fields)}
        ).encode()
        while (answer := self._post(body, by or self.token)).get("error") == "too_fast":
            time.sleep(0.05)
        return answer

    def _post(self, body, token):
        request = urllib.request.Request(f"{self.address}/api/command", body, {"Authorization": f"Bearer {token}"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return json.load(error)

    def invitation(self, seat):
        """A new invitation: the address that the host's page shows."""
        self.ask("invite", seat=seat)
        return next(each["address"] for each in self.screen()["join"]["invitations"] if each["seat"] == seat)

    def until(self, seen):
        """Wait until the screen is so; it."""
        for _ in looks(PATIENCE_S):
            if seen(screen := self.screen()):
                return screen
        raise AssertionError(f"never seen: {screen['sentence']} {screen['pieces']}")

    def clear(self):
        """Sign all phones out, leave whatever game or lobby there is, read all sensors, and lift all pieces."""
        for player in (self.screen()["match"] or {"players": []})["players"]:
            if player["phone"] != "none":
                self.ask("free_seat", seat=player["seat"])
        if self.screen()["lobby"] is not None:
            self.ask("close_lobby")
        if "new_game" in (can := self.screen()["can"]):
            self.ask("new_game")
        elif "abandon" in can:
            self.ask("abandon")
        for place in self.screen()["sensors"]["left_out"]:
            self.ask("trust", site=place)
        if "tidy" in self.screen()["can"]:
            self.ask("tidy")
            self.until(lambda screen: not screen["pieces"])

    def begin(self, players=2, **form):
        """A new game, with all Pearls laid."""
        self.clear()
        self.ask("set_up", players=PLAYERS[:players], **form)
        self.until(lambda screen: "being read" not in screen["sentence"])
        self.ask("start")
