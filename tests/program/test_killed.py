"""The whole program is killed at any moment while two people play: what it said was saved is there when it is back.

A kill says nothing about a power cut (`tests/store/test_power_cuts.py` does); it tries the way from a command to the
page and back, with everything that runs in between. Five hundred times with --soak.
"""

import http.client
import json
import random
import signal
import threading
import time

import pytest

from pearlboard.geometry import GRID
from support.lengths import at_length
from support.serving import start
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

KILLS = at_length(500, 2)
BACK_S = at_length(5, 60)
"""In the soak nothing else should run."""
GONE = (OSError, http.client.HTTPException, json.JSONDecodeError)
SPACES = [str(space) for space in GRID.spaces]


class Evening:
    """Two people at a drawn board. `saved`: the highest version that a reply called saved; `laid`: where, at which."""

    def __init__(self, rng):
        self.rng = rng
        self.saved = 0
        self.laid = {}
        self.begun, self.laid_before = 0, {}
        self.asked = 0

    def play(self, table, kill_at):
        """Until there is nobody who answers: one command after the other, and a kill somewhere after that many."""
        while True:
            screen = table.screen()
            if screen["phase"] == "idle":
                self.begun, self.laid_before, self.laid = screen["version"] + 1, self.laid, {}
                self.ask(table, kill_at, "set_up", players=PLAYERS[:2], confirm="button", hints="off")
            elif len(screen["pieces"]) > 20:
                self.ask(table, kill_at, "abandon")
            else:
                self.lay(table, kill_at, self.rng.choice(free(screen)))

    def lay(self, table, kill_at, space):
        """A Diver of the least value there; a draft that no longer fits is taken away by the next one."""
        for command in (("put", {"site": space}), ("choose_value", {"value": 1}), ("confirm", {})):
            reply = self.ask(table, kill_at, command[0], **command[1])
            if not reply["ok"]:
                self.ask(table, kill_at, "tidy")
                return
        self.laid[space] = reply["version"]

    def ask(self, table, kill_at, name, **fields):
        """What the table replies to a command."""
        if self.asked == kill_at:
            threading.Timer(self.rng.uniform(0, 0.05), table.process.send_signal, [signal.SIGKILL]).start()
        self.asked += 1
        _, reply = table.command(name, **fields)
        self.saved = max(self.saved, reply["saved_version"])
        return reply

    def must_be_there(self, screen):
        """Nothing that was saved is lost; of what was not, at most the last command was done."""
        assert screen["version"] >= self.saved
        lying = {piece["site"] for piece in screen["pieces"] if piece["status"] != "draft"}
        if screen["version"] < self.begun:  # the game before it is still on
            self.laid = self.laid_before
        if screen["phase"] != "idle":
            assert {space for space, version in self.laid.items() if version <= self.saved} <= lying
            assert len(lying) <= len(self.laid) + 1
        self.laid = {space: self.laid.get(space, screen["version"]) for space in lying}


def free(screen):
    """Spaces on which nothing lies, as the page draws them."""
    lying = {piece["site"] for piece in screen["pieces"]}
    return [space for space in SPACES if space not in lying]


def started(folder):
    """The program, as it comes back; and how long that took."""
    begun = time.monotonic()
    table = start("--config", str(folder / "table.toml"), store=folder / "games.db")
    return table, time.monotonic() - begun


def test_what_was_saved_outlives_every_kill(tmp_path, record_property):
    """It is there again, once, and the table is back within seconds."""
    (tmp_path / "table.toml").write_text('[simulated]\nmode = "screen"\n')
    evening, longest = Evening(random.Random(16)), 0.0
    for _ in range(KILLS):
        table, took = started(tmp_path)
        longest = max(longest, took)
        evening.must_be_there(table.screen())
        with pytest.raises(GONE):
            evening.play(table, evening.asked + evening.rng.randrange(12))
        table.process.wait(60)
        table.process.communicate()
    table, took = started(tmp_path)
    evening.must_be_there(table.screen())
    assert table.end()[0] == 0
    assert max(longest, took) < BACK_S
    record_property("reached", f"{KILLS} kills, {evening.saved} facts, back in {max(longest, took):.1f} s at most")
