"""The simulated board, at the level of bits: its scans go through a wiring, as on a real one.

It obeys the laws of the real drivers, and adds what hands do to a board: put, lift, press, and pull the plug.
"""

from collections import deque
from collections.abc import Sequence

from pearlboard.drivers.protocols import Button, Clock, Connected, Event, Listener, Lost, Pressed, Released, Tone
from pearlboard.errors import PearlboardError
from pearlboard.geometry import Site
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Wiring
from pearlboard.texts import say

REMEMBERED = 1_000


class ImpossibleMove(PearlboardError, ValueError):
    """There is no piece to lift, or there is already one where another is put."""

    def __init__(self, site: Site, *, taken: bool) -> None:
        super().__init__(f"a piece lies on {site} already" if taken else f"no piece lies on {site}")
        self.sentence = say("piece_there" if taken else "no_piece_there", site=site)


class SimulatedBoard:
    """Pieces, sensors, lights, lamp, buttons and sound.

    `frames`, `lamps` and `played` remember the last thousand of each, newest last.
    """

    def __init__(self, wiring: Wiring, clock: Clock) -> None:
        self.wiring = wiring
        self.clock = clock
        self.pieces: set[Site] = set()
        self.plugged = True
        self.late_ms = 0
        self.frames: deque[bytes] = deque(maxlen=REMEMBERED)
        self.lamps: deque[bool] = deque(maxlen=REMEMBERED)
        self.played: deque[tuple[Tone, ...]] = deque(maxlen=REMEMBERED)
        self._held: set[Button] = set()
        self._listener: Listener | None = None
        self._last_bits: int | None = None

    # --- the protocol ------------------------------------------------------------------------------------------

    @property
    def seen_ms(self) -> int | None:
        """The current time while plugged in: nothing else can keep this board from answering."""
        return self.clock() if self.plugged and self._listener is not None else None

    def start(self, listener: Listener) -> None:
        """Deliver events as they happen, the first before this method returns."""
        self._listener = listener
        if self.plugged:
            self._connect()
        else:
            self._lose()

    def close(self) -> None:
        """Switch the lights off, and stop delivering events."""
        if self.plugged:
            self.frames.append(bytes(3 * self.wiring.leds))
        self._listener = None

    def show(self, frame: bytes) -> None:
        """Remember a frame, unless the board is unplugged."""
        if len(frame) != 3 * self.wiring.leds:
            raise ValueError(f"a frame of this board has {3 * self.wiring.leds} bytes, not {len(frame)}")
        if self.plugged:
            self.frames.append(bytes(frame))

    def lamp(self, *, on: bool) -> None:
        """Remember the state of the end-turn button's lamp."""
        if self.plugged:
            self.lamps.append(on)

    def play(self, tones: Sequence[Tone]) -> None:
        """Remember the tones."""
        if self.plugged:
            self.played.append(tuple(tones))

    # --- hands -------------------------------------------------------------------------------------------------

    def put(self, site: Site) -> None:
        """Lay a piece."""
        self._check_piece(lie=False, site=site)
        self.pieces.add(site)
        self.scan_if_changed()

    def lift(self, site: Site) -> None:
        """Lift a piece."""
        self._check_piece(lie=True, site=site)
        self.pieces.remove(site)
        self.scan_if_changed()

    def press(self, button: Button, ms: int = 100) -> int:
        """Press a button and release it after `ms`; return the ms that this takes."""
        if button not in self._held:
            self._held.add(button)
            self._tell(Pressed(button, self.clock()))
            self.clock.call_at(self.clock() + ms, lambda: self._let_go(button))
        return ms

    def _let_go(self, button: Button) -> None:
        self._held.discard(button)
        self._tell(Released(button, self.clock()))

    def arrange(self, pieces: frozenset[Site]) -> None:
        """Replace all pieces by these."""
        self.pieces = set(pieces)
        self.scan_if_changed()

    def unplug(self) -> None:
        """Disconnect the board; hands may still move its pieces."""
        if self.plugged:
            self.plugged = False
            self._lose()

    def plug(self) -> None:
        """Connect the board again."""
        if not self.plugged:
            self.plugged = True
            self._connect()

    # --- bits --------------------------------------------------------------------------------------------------

    @property
    def bits(self) -> int:
        """The chain as it would be read now."""
        return self.wiring.as_read(self.pieces)

    def scan(self) -> None:
        """Deliver a scan now."""
        self._last_bits = self.bits
        self._tell(Scan(self._last_bits, self.clock()))

    def scan_if_changed(self) -> None:
        """Deliver a scan if the chain has changed."""
        if self.bits != self._last_bits:
            self.scan()

    def _connect(self) -> None:
        self._tell(Connected("simulated", self.clock()))
        self.scan()

    def _lose(self) -> None:
        self._held.clear()
        if self._listener is not None:
            self._listener(Lost(say("board_unplugged"), self.clock()))

    def _tell(self, event: Event) -> None:
        if self.plugged and self._listener is not None:
            self._listener(event)

    def _check_piece(self, *, lie: bool, site: Site) -> None:
        if (site in self.pieces) != lie:
            raise ImpossibleMove(site, taken=not lie)
