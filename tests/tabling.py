"""A whole table in a test: the simulated board, a clock that is stepped, and a list in place of the disk."""

import itertools
import random
from functools import reduce

from pearlboard.app.catalogues import catalogues
from pearlboard.app.commands import read_command
from pearlboard.app.computers import Computers
from pearlboard.app.doors import Doors
from pearlboard.app.files import read_theme
from pearlboard.app.lighting import Lighting
from pearlboard.app.obey import Obedience
from pearlboard.app.screen import Beside, screen
from pearlboard.app.tabletop import Tabletop
from pearlboard.drivers.clock import SteppedClock
from pearlboard.drivers.script import perform
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.geometry import site
from pearlboard.sensing.senses import Senses
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.session.evolve import evolve
from pearlboard.session.state import Session
from pearlboard.session.who import OPERATOR, seat_of
from pearlboard.settings import Settings
from thinkers import SteppedThinker

PLAYERS = [
    {"name": "Anna", "clan": "fishermen"},
    {"name": "Ben", "clan": "foragers"},
    {"name": "Cleo", "clan": "children"},
    {"name": "Dora", "clan": "elders"},
]
SETTLE_MS = 200
STILL_MS = 3000
PAUSE_MS = 1000


class TestTable:
    """`do` performs a script on the board, `ask` sends a command, `screen` is what the page shows."""

    __test__ = False

    def __init__(self, log=(), pieces=(), *, tiles=False):
        self.log = list(log)
        self.clock = SteppedClock(1_000)
        wiring = reference_wiring()
        self.board = SimulatedBoard(wiring, self.clock)
        self.board.pieces |= {site(name) for name in pieces}
        self.tabletop = Tabletop(
            reduce(evolve, self.log, Session()),
            self.board,
            Senses(wiring, 120, 200),
            self.clock,
            self,
            random.Random(7),
            still_ms=STILL_MS,
            tiles=tiles,
            simulated=self.board,
        )
        self.thinker = SteppedThinker(self.clock)
        self.complaints = []
        self.computers = Computers(
            self.tabletop, self.thinker, random.Random(11), self.complaints.append, pause_ms=PAUSE_MS
        )
        tokens = itertools.count(1)
        self.doors = Doors(self.tabletop, lambda: f"token-of-twenty-two-{next(tokens):03}")
        self.obedience = Obedience(self.tabletop, self.doors)
        theme = read_theme(Settings())
        self.lighting = Lighting(
            self.board, self.clock, theme, wiring.led_of, wiring.leds, cap_ma=2000, gamma=2.2, brightness=1.0
        )
        self.changes = 0
        self.tabletop.on_change = self._changed
        self.tabletop.on_cue = self.lighting.sound
        self.tabletop.start()
        self.asked = 0
        self.clock.step(SETTLE_MS)

    def append(self, entries):
        """Stand in for the store."""
        self.log.extend(entries)

    def _changed(self):
        self.changes += 1
        self.lighting.look(self.tabletop.now)

    def do(self, script):
        """Perform a script, and let the sensors settle."""
        perform(script, self.board, self.clock)
        self.clock.step(SETTLE_MS)
        return self

    def ask(self, name, version=None, command_id=None, who=OPERATOR, **fields):
        """Send a command as a page would."""
        self.asked += 1
        self.shown = self.obedience.receive(
            read_command({"name": name, **fields}), command_id or f"command-{self.asked}", version, who
        )
        return self

    def phone(self, seat):
        """Give a seat a phone; whoever asks from there."""
        self.ask("invite", seat=seat)
        token = self.doors.join(self.doors.invitations()[seat]).token
        return seat_of(self.tabletop.session, token)

    def begin(self, players=2, computers=None, **form):
        """Set up a game and lay all Pearls. `computers`: seats and the levels at which the computer plays them."""
        seats = [
            {**player, "computer": (computers or {}).get(seat)} for seat, player in enumerate(PLAYERS[:players], 1)
        ]
        self.ask("set_up", players=seats, **form)
        return self.ask("start")

    def screen(self, language="en"):
        """What the page shows."""
        return screen(self.tabletop.now, Beside(simulated=True, cue=self.lighting.cue), catalogues()[language])

    @property
    def facts(self):
        """The names of the facts in the log, after the game had begun."""
        names = [type(entry.fact).__name__ for entry in self.log]
        return names[names.index("GameBegun") + 1 :]

    def reboot(self):
        """The same log and the same pieces under a program that has just started."""
        return TestTable(self.log, [str(place) for place in self.board.pieces])
