"""A place: one board, physical or drawn, with all that is known of it. It knows no game.

    driver -> senses -> reading -> mask -> board state

What the pieces mean is decided elsewhere, from the board state and the log. Pieces lifted while a game watches are
remembered as incidents until people explain them. Incidents are no facts and judge nobody: they are forgotten when the
board is lost, when the program restarts, and when a watched stage begins.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pearlboard.drivers.protocols import Board, Connected, Lost, Simulated
from pearlboard.games.api import NOWHERE
from pearlboard.games.values import Lifted
from pearlboard.geometry import GRID, Site
from pearlboard.sensing.senses import Reading, Senses
from pearlboard.session.board_state import LOOK_MS, BoardState, disconnect, observe
from pearlboard.session.state import Session
from pearlboard.table.buttons import Buttons
from pearlboard.table.doubts import CLEARING_MS, DOUBT_MS
from pearlboard.table.following import Curtain
from pearlboard.table.ports import Lights
from pearlboard.table.sensors import NoSensors, SensorMask, Sensors
from pearlboard.table.situation import Situation, Stop
from pearlboard.texts import Sentence

FRESH_MS: Final = 2_000
"""How long a lifted piece counts as having just been lifted."""
MOST: Final = 12
"""The number of incidents remembered; the oldest go first."""


@dataclass(frozen=True, slots=True)
class Incident:
    """A piece that was lifted: a unique number, its place, and the time."""

    number: int
    site: Site
    at_ms: int


class Place:
    """One board.

    on_screen  the board is only drawn
    lights     whatever shows and plays the situation there
    board      the driver; `simulated`: the same, if screens may lay pieces on it
    tiles      the pieces are tiles with a magnet in their back: one that lies face up cannot be sensed
    lost       the reason why the board does not answer; `about`: the board's own description
    supplied   whether the lights have their voltage; True as well if nobody watches it
    number     0 for the table's own board
    now        how things stand there
    far        it is another table's
    called     the name of the table to which it belongs; empty: that needs none, or is not known yet
    curtain    a shared page beside it that shows what one seat alone may see
    cannot_play  the reason why the game of a name cannot be played here; None: it can
    """

    now: Situation
    far: bool = False
    called: str = ""
    curtain: Curtain | None = None
    number: int = 0
    lost: Sentence | None = None
    supplied: bool = True

    def __init__(
        self,
        board: Board,
        senses: Senses,
        clock: Callable[[], int],
        *,
        tiles: bool = False,
        simulated: Simulated | None = None,
        on_screen: bool = False,
        lights: Lights | None = None,
    ) -> None:
        """Know nothing yet. `on_screen`: a simulated board is only drawn, and does not behave like hardware."""
        self.board = board
        self.senses = senses
        self.lights = lights or Lights()
        self.tiles = tiles
        self.simulated = simulated
        self.about = ""
        self.reading = Reading(None)
        self.mask = SensorMask()
        self.state = BoardState()
        self._watched = False
        self._incidents: tuple[Incident, ...] = ()
        self._last = 0
        self._masked = NOWHERE
        self.cannot_play: Callable[[str], Sentence | None] = lambda _: None
        self.buttons = Buttons()
        self._clock = clock
        self.imitate(hardware=simulated is None or not on_screen)

    def imitate(self, *, hardware: bool) -> None:
        """Let a simulated board behave like hardware, or be drawn only."""
        self.on_screen = not hardware
        self.sensors = NoSensors() if self.on_screen else Sensors()
        self.senses.believe_at_once(at_once=not hardware)

    def stand_in(self, drawn: Simulated | None) -> None:
        """Take the pieces from another table, settled; with `drawn`, from pages that draw them."""
        self.far, self.simulated = True, drawn
        self.imitate(hardware=drawn is None)
        self.senses.believe_at_once(at_once=True)

    @property
    def stop(self) -> Stop | None:
        """The fault of the board itself, if any."""
        if self.lost is not None:
            return Stop.LOST
        return None if self.reading.wrong_bar is None else Stop.FROZEN

    def connect(self, event: Connected | Lost) -> None:
        """Forget what was sensed: the board has just connected, or is lost."""
        self.lost, self.about = (None, event.about) if isinstance(event, Connected) else (event.reason, self.about)
        self.supplied = True
        self.senses.forget()
        self.buttons.forget()
        self.state = disconnect(self.state)
        self._incidents = ()

    def supply(self, *, well: bool) -> None:
        """Note whether the lights have their voltage."""
        self.supplied = well

    def sense(
        self, reading: Reading, session: Session, expected: frozenset[Site]
    ) -> tuple[frozenset[Site], frozenset[Site]]:
        """Take a reading; returns the pieces that came and went since the last one, as far as sensors are believed.

        `expected`: the pieces according to the log, assumed before anything was sensed.
        """
        self.reading = reading
        if reading.sites is None or reading.wrong_bar is not None:
            return NOWHERE, NOWHERE
        before, trusted = self.state.sensed, self.mask
        believed = expected if before is None else before
        self.mask = trusted.with_unsensed(reading.unsensed | self.left_out(session), believed)
        sensed = self.mask.seen(reading.sites)
        self.state = observe(self.state, sensed, self._clock(), by_itself=trusted.untrusted - self.mask.untrusted)
        return (NOWHERE, NOWHERE) if before is None else (sensed - before, before - sensed - self.mask.untrusted)

    def believe(self, mask: SensorMask) -> None:
        """Replace the sensor mask."""
        self.mask = mask

    def draw(self, curtain: Curtain | None) -> None:
        """Open a seat's curtain; None: close it."""
        self.curtain = curtain

    def be(self, number: int) -> None:
        """Take a number: 0 is the table's own board."""
        self.number = number

    def call(self, table: str) -> None:
        """Take the name of the table to which it belongs."""
        self.called = table

    def judge(self, cannot_play: Callable[[str], Sentence | None]) -> None:
        """Take a judge of games; see `cannot_play`."""
        self.cannot_play = cannot_play

    def left_out(self, session: Session) -> frozenset[Site]:
        """The sensors that people chose not to have read here. Those of the table's own board are in the log."""
        return self.sensors.left_out(session) if not self.number else self._masked

    def leave_out(self, site: Site) -> None:
        """Stop reading a sensor of another board than the table's own, until the program ends."""
        self._masked |= {site}

    def trust(self, site: Site) -> None:
        """Read it again."""
        self._masked -= {site}

    def settled(self, now: Situation, state: BoardState) -> None:
        """Take over the situation here, and the board state that remains."""
        self.now, self.state = now, state

    def change(self, step: Callable[..., BoardState], *given: object) -> None:
        """Apply a function of `session.board_state` to the board state."""
        self.state = step(self.state, *given)

    def watch(self, *, watched: bool) -> None:
        """Start or stop remembering lifted pieces; starting forgets earlier ones."""
        if watched and not self._watched:
            self._incidents = ()
        self._watched = watched

    def notice(self, lifted: frozenset[Site]) -> bool:
        """Remember lifted pieces, whether or not they come back; returns False if nobody watches."""
        if not self._watched or not lifted:
            return False
        at_ms, sites = self._clock(), sorted(lifted, key=GRID.sites.index)
        found = (Incident(self._last + at, site, at_ms) for at, site in enumerate(sites, 1))
        self._incidents, self._last = (*self._incidents, *found)[-MOST:], self._last + len(sites)
        return True

    def overlook(self, number: int) -> None:
        """Forget an incident that people have explained."""
        self._incidents = tuple(each for each in self._incidents if each.number != number)

    def lifted_at(self, at_ms: int) -> tuple[Lifted, ...]:
        """The unexplained incidents, oldest first, as a game is told of them."""
        return tuple(Lifted(each.number, each.site, at_ms - each.at_ms < FRESH_MS) for each in self._incidents)

    def lay_at(self, at_ms: int) -> Mapping[Site, int]:
        """The pieces in the last scan before `at_ms`, settled or not, each with its arrival; including what people have
        said.
        """
        lay = self.senses.lying_at(at_ms)
        believed = self.mask.seen(frozenset(lay))
        return {site: lay.get(site, at_ms) for site in sorted(believed, key=GRID.sites.index)}

    def due(self, looked_at: frozenset[Site]) -> Iterator[int]:
        """The times at which something lapses or is noticed by time alone."""
        yield from (self.state.changed_ms + DOUBT_MS, self.state.changed_ms + CLEARING_MS)
        yield from (lifted + LOOK_MS for site, lifted in self.state.lifted_ms.items() if site in looked_at)
        yield from self.buttons.due()
        yield from (each.at_ms + FRESH_MS for each in self._incidents)
