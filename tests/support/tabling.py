"""A whole table in a test: the simulated board, a stepped clock, and a list in place of the disk."""

import itertools
import random
from functools import reduce

from pearlboard.commands.handler import CommandHandler
from pearlboard.commands.registry import read_command
from pearlboard.computers.computers import Computers
from pearlboard.drivers.clock import SteppedClock
from pearlboard.files import read_theme, with_looks
from pearlboard.games.perladora.rules.steps import Begin
from pearlboard.games.refusals import IllegalAction
from pearlboard.geometry import site
from pearlboard.lights.power import Dimming
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.screen import ScreenContext, screen
from pearlboard.screens.seat_access import SeatAccess
from pearlboard.sensing.senses import Senses
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.session.evolve import evolve
from pearlboard.session.facts import Acted, not_begun
from pearlboard.session.principal import OPERATOR, seat_of
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.settings import Settings
from pearlboard.table.ledger import Ledger
from pearlboard.table.lighting import Lighting
from pearlboard.table.place import Place
from pearlboard.table.play import HouseRules
from pearlboard.table.tabletop import Tabletop
from support.faulty_board import FaultyBoard
from support.perladora_table import command, flat
from support.script import perform
from support.thinkers import SteppedThinker

PLAYERS = [
    {"name": "Anna", "clan": "fishermen"},
    {"name": "Ben", "clan": "foragers"},
    {"name": "Cleo", "clan": "children"},
    {"name": "Dora", "clan": "elders"},
]
SETTLE_MS = 200
STILL_MS = 3000
PAUSE_MS = 1000
THEME = read_theme(Settings())


def begins(fact):
    """Whether the first turn comes after this fact."""
    return isinstance(fact, Acted) and isinstance(fact.action, Begin)


def begins_to_wait(log):
    """The index in a log at which an unbegun set-up starts, which would wait in the slot."""
    told = [entry.fact for entry in log]
    return next((start for start in range(len(told)) if not_begun(told[start:])), len(told))


class TestTable:
    """A table. `do` performs a script on the board, `ask` sends a command, `screen` is what the page shows."""

    __test__ = False

    def __init__(self, log=(), pieces=(), *, tiles=False, on_screen=False, stuck=(), second=None, laid=()):
        """`second`: "board" or "screen", a second board; `laid`: the pieces that lie there."""
        self.log = list(log)
        begun = self.log[: begins_to_wait(self.log)]
        self.clock = SteppedClock(1_000)
        self.board, self.lighting, home = self._board(pieces, tiles=tiles, on_screen=on_screen)
        for place, value in dict(stuck).items():
            self.board.stick(place, value)
        places = [home]
        if second is not None:
            self.second, self.second_lighting, other = self._board(laid, tiles=tiles, on_screen=second == "screen")
            places.append(other)
        self.tabletop = Tabletop(
            Ledger(
                reduce(evolve, self.log, Session()),
                self,
                reduce(evolve, begun, Session()) if len(begun) < len(self.log) else None,
            ),
            tuple(places),
            self.clock,
            random.Random(7),
            HouseRules(STILL_MS),
        )
        self.thinker = SteppedThinker(self.clock)
        self.complaints = []
        self.computers = Computers(
            self.tabletop, self.thinker, random.Random(11), self.complaints.append, pause_ms=PAUSE_MS
        )
        tokens = itertools.count(1)
        self.seat_access = SeatAccess(self.tabletop, lambda: f"token-of-twenty-two-{next(tokens):03}")
        self.commands = CommandHandler(self.tabletop, self.seat_access)
        self.changes = 0
        self.tabletop.listen(self._changed)
        self.tabletop.start()
        self.asked = 0
        self.clock.step(SETTLE_MS)

    def _board(self, pieces, *, tiles, on_screen):
        """A board, its lights and its place."""
        wiring = reference_wiring()
        board = FaultyBoard(wiring, self.clock)
        board.pieces |= {site(name) for name in pieces}
        lighting = Lighting(board, self.clock, THEME, wiring, Dimming(2000, 2.2, 1.0), sounds=True, looks=with_looks)
        senses = Senses(wiring, 120, 200)
        place = Place(board, senses, self.clock, tiles=tiles, simulated=board, on_screen=on_screen, lights=lighting)
        return board, lighting, place

    def game_is_on(self):
        """Whether the operator has to wait because a game is on."""
        return self.tabletop.session.phase is Phase.PLAYING

    def append(self, entries):
        """Store entries; those that replace an unbegun set-up reuse its numbers."""
        self.log[:] = [entry for entry in self.log if entry.version < entries[0].version]
        self.log.extend(entries)

    def _changed(self):
        self.changes += 1

    def do(self, script, board=None):
        """Perform a script at a board (None: the table's own), and let the sensors settle."""
        perform(script, board or self.board, self.clock)
        self.clock.step(SETTLE_MS)
        return self

    def ask(self, name, version=None, command_id=None, who=OPERATOR, **fields):
        """Send a command as a page would; Perladöra's own verbs are translated."""
        self.asked += 1
        try:
            said = read_command(command(name, **fields))
            with self.tabletop.places.beside(who, self.tabletop.session):
                self.commands.receive(said, command_id or f"command-{self.asked}", version, who)
        except IllegalAction as refusal:
            raise Refused(refusal.rule, refusal.sentence) from refusal
        return self

    def phone(self, seat):
        """Give a seat a phone; return the phone's principal."""
        self.ask("invite", seat=seat)
        token = self.seat_access.join(self.seat_access.invitations()[seat]).token
        return seat_of(self.tabletop.session, token)

    def begin(self, players=2, computers=None, **form):
        """Set up a game and lay all Pearls. `computers`: seats and the levels at which the computer plays them."""
        seats = [
            {**player, "computer": (computers or {}).get(seat)} for seat, player in enumerate(PLAYERS[:players], 1)
        ]
        self.ask("set_up", players=seats, **form)
        return self if self.tabletop.place.on_screen else self.ask("start")

    def lay_pearls(self):
        """Lay the Pearls of the next farm."""
        return self.ask("lay_pearls", farm=self.screen()["farm_now"])

    def screen(self, language="en", who=OPERATOR):
        """The screen that a page shows."""
        with self.tabletop.places.beside(who, self.tabletop.session):
            return flat(
                screen(
                    self.tabletop.now,
                    ScreenContext(simulated=True, cue=self.lighting.cue, ailing=self.tabletop.ailments),
                    catalogues()[language],
                )
            )

    @property
    def facts(self):
        """The names of the facts in the log after the game began."""
        begun = next(number for number, entry in enumerate(self.log) if begins(entry.fact))
        return [type(entry.fact).__name__ for entry in self.log[begun + 1 :]]

    @property
    def decided(self):
        """The names of the facts, without those about sensors."""
        return [name for name in self.facts if not name.startswith("Sensor")]

    def reboot(self):
        """Restart the program with the same log and the same pieces."""
        if self.tabletop.place.on_screen:
            return TestTable(self.log, on_screen=True)
        return TestTable(self.log, [str(place) for place in self.board.pieces])
