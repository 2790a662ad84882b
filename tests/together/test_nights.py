"""Two tables in virtual time, with clumsy people at both and a liar between them: one game, whatever happens."""

import random
from collections import Counter
from types import SimpleNamespace

import pytest

from pearlboard.carriers.websocket import WebSocketCarrier
from pearlboard.drivers.protocols import Button
from pearlboard.files import with_looks
from pearlboard.games.registry import GAMES
from pearlboard.games.values import Verdict
from pearlboard.geometry import GRID
from pearlboard.lights.power import Dimming
from pearlboard.remote.admission import Guest
from pearlboard.remote.events import Over
from pearlboard.remote.invitation import Address, Invitation, Way
from pearlboard.remote.line import Line, Role
from pearlboard.sensing.senses import Senses
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.session.evolve import lying
from pearlboard.session.principal import Principal
from pearlboard.settings import Second
from pearlboard.table.situation import Part, Stop
from pearlboard.together.hosting import Hosting
from pearlboard.together.kept import Host
from pearlboard.together.visiting import OwnTable, Visiting
from support.faulty_board import FaultyBoard
from support.lengths import at_length
from support.lying_line import Broken, World
from support.perladora_table import hints
from support.tabling import THEME, TestTable

pytestmark = pytest.mark.slow
CODE = Invitation(Way.WEBSOCKET, bytes(10), bytes(6), (Address("192.0.2.1", 8001),)).text()
CLUMSY = 0.12
LOOKS = THEME
for each in GAMES.usable:
    LOOKS = with_looks(LOOKS, each)


class Kitchens(World):
    """A host with a board and a guest with one; `now` is the one clock of both."""

    def __init__(self, seed, folder, boards):
        self.folder, self.clock = folder, None
        super().__init__(seed)
        self.cuts = self.crashes = 0
        self.wiring = reference_wiring()
        self.start_host(TestTable(second="guest"))
        self.board = FaultyBoard(self.wiring, self.clock)
        self.start_guest()
        self.table.ask("set_up", players=[{"name": "Anna"}, {"name": "Ben"}], boards=boards)
        self.table.ask("start")

    @property
    def now(self):
        return self.time if self.clock is None else self.clock()

    @now.setter
    def now(self, at_ms):
        if self.clock is None:
            self.time = at_ms
        else:
            self.clock.step(at_ms - self.clock())

    # --- lives -------------------------------------------------------------------------------------------------

    def start_host(self, table):
        self.table = table
        if self.clock is None:
            self.clock = table.clock
        place = table.tabletop.places.of(1)
        self.hosting = Hosting(
            place, table.second_lighting, self.folder / "games.db", Second(name="Kitchen"), self.clock
        )
        line = Line(Role.HOST, self.hosting._me, self.now)
        self.hosting._guest = Guest("garden", "Garden")
        self.hosting._end = SimpleNamespace(line=lambda _: line, wake=lambda _: None)
        self.ends[Role.HOST] = SimpleNamespace(line=line, role=Role.HOST)

    def start_guest(self):
        own = OwnTable(self.board, Senses(self.wiring, 120, 200), LOOKS, Dimming(2000, 2.2, 1.0), sounds=False)
        self.visiting = Visiting(Host(CODE, "00" * 16), own, self.clock, "Garden", lambda: (), WebSocketCarrier())
        self.visiting._end = SimpleNamespace(wake=lambda: None, unreachable=None)
        self.ends[Role.GUEST] = SimpleNamespace(line=self.visiting._line, role=Role.GUEST)
        self.board.start(self.visiting.hear)

    def crash(self, role):
        """A program begins anew: the host with its log and what lies there, the guest with its board."""
        self.crashes += 1
        if self.wire is not None:
            self.cut()
        if role is Role.GUEST:
            self.start_guest()
            return
        before = self.table
        again = TestTable(before.log, map(str, before.board.pieces), second="guest", clock=self.clock)
        before.tabletop.places.home.board.close()
        self.start_host(again)

    def note(self, end, events):
        if any(isinstance(event, Over) for event in events):
            raise Broken(f"the line has ended: {events}")
        (self.hosting._notice if end.role is Role.HOST else lambda _, told: self.visiting._notice(told))(
            self.hosting._guest, events
        )

    # --- hands -------------------------------------------------------------------------------------------------

    def hands(self, number, clumsy):
        """Somebody at a board does what is asked for there, or plays; sometimes something else."""
        board = self.board if number else self.table.board
        now, odd = self.table.tabletop.places.of(number).now, self.chance.random()
        there = now.board.table
        if odd < clumsy / 2:
            board.put(self.chance.choice([site for site in GRID.sites if site not in board.pieces]))
        elif odd < clumsy and board.pieces:
            board.lift(self.chance.choice(sorted(board.pieces, key=str)))
        elif now.stop is Stop.QUESTION:
            self.table.ask("answer", answer="continue", who=Principal(key=f"page {number}", place=number))
        elif now.stop is not None:
            return
        elif wrong := sorted((there.to_lift | now.board.draft.lift) & board.pieces, key=str):
            board.lift(wrong[0])
        elif wanted := sorted((there.missing | there.to_lay) - board.pieces, key=str):
            board.put(wanted[0])
        elif now.board.part is Part.LEADS and now.board.draft.verdict is Verdict.LEGAL:
            board.press(Button.END_TURN)
        elif now.board.part is Part.LEADS and now.game.to_move is not None:
            free = sorted((hints(now).edges or hints(now).spaces) - board.pieces, key=str)
            board.put(self.chance.choice(free))

    def night(self, steps, cuts):
        self.connect()
        for _ in range(steps):
            self.hands(self.chance.randrange(2), CLUMSY)
            odd = self.chance.random()
            if odd < cuts and self.wire is not None:
                self.cuts += 1
                self.cut()
            elif odd > 0.99:
                self.crash(self.chance.choice((Role.HOST, Role.GUEST)))
            elif self.wire is None and self.chance.random() < 0.5:
                self.connect()
            for _ in range(self.chance.choice((2, 10, 40))):
                self.step(100)

    def to_its_end(self):
        """Everybody does what is asked for, over an honest line."""
        self.lies = 0
        if self.wire is not None:
            self.cut()
        self.connect()
        for turn in range(400):
            session = self.table.tabletop.session
            if turn > 20 and self.board.pieces == self.table.board.pieces == lying(session):
                return
            for number in (0, 1):
                place = self.table.tabletop.places.of(number)
                board = self.board if number else self.table.board
                if board.pieces != lying(session) or place.now.stop is not None:
                    self.hands(number, 0)
                for _ in range(5):
                    self.step(100)


def test_whatever_happens_two_tables_play_one_game(tmp_path, record_property):
    """Once everybody does what is asked, the log and both boards agree, and the guest's lights are the host's scene."""
    games, met = at_length(200, 3), Counter()
    for seed in range(games):
        world = Kitchens(seed, tmp_path / str(seed), ([1, 2], [2, 1], [2, 2])[seed % 3])
        world.night(*at_length((320, 0.3), (60, 0.05)))
        world.to_its_end()
        assert_one_game(world, seed)
        met += Counter(cuts=world.cuts, starts=world.crashes, turns=len(world.table.tabletop.session.played))
    record_property(
        "reached",
        f"{games} games of {met['turns']} turns, {met['cuts']} cuts, {met['starts']} starts anew: one picture, one log",
    )


def assert_one_game(world, seed):
    """Whatever has happened, it is one game."""
    session = world.table.tabletop.session
    assert world.table.board.pieces == world.board.pieces == lying(session), seed
    assert len(session.acts) > 2, seed
    for _ in range(20):
        world.step(100)
    told, shown = world.table.second_lighting._scene.lights, world.visiting._scene.lights
    assert {light: mark.role for light, mark in told.items()} == {light: mark.role for light, mark in shown.items()}
    kinds = Counter(type(entry.fact).__name__ for entry in world.table.log)
    assert len(session.played) == kinds["Acted"] - 1 - kinds["TakenBack"], seed


def test_a_night_is_a_number(tmp_path):
    """A night with the same number has the same outcome."""
    logs = []
    for again in ("one", "two"):
        random.seed(again)
        world = Kitchens(5, tmp_path / again, [1, 2])
        world.night(40, 0.05)
        logs.append([str(entry) for entry in world.table.log])
    assert logs[0] == logs[1]
