"""A board that exists only here, at the level of bits: what it hands over went through a wiring, as on the real one.

It obeys the laws of the real drivers and adds what hands and faults do to a board: put, lift, slide, bounce, flicker,
stick, unplug, shift the chain. `script` writes these down as text.
"""

from collections import deque
from collections.abc import Sequence
from functools import partial

from pearlboard.drivers.clock import Clock
from pearlboard.drivers.protocols import Button, Connected, Event, Listener, Lost, Pressed, Released, Tone
from pearlboard.errors import PearlboardError
from pearlboard.geometry import GRID, Site, Space
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Wiring
from pearlboard.texts import say

BOUNCE_MS = (0, 4, 9, 15, 22)
"""When a bouncing piece makes and breaks contact: it ends lying if it was not, and the other way round."""
SLIDE_STEP_MS = 30
"""How long a sliding piece takes for half the distance of two spaces."""
REMEMBERED = 1_000


class ImpossibleMove(PearlboardError, ValueError):
    """There is no piece to lift, or one lies already where another is put."""

    def __init__(self, site: Site, *, taken: bool) -> None:
        super().__init__(f"a piece lies on {site} already" if taken else f"no piece lies on {site}")
        self.sentence = say("piece_there" if taken else "no_piece_there", site=site)


class SimulatedBoard:
    """Pieces, sensors with their faults, lights, lamp, buttons and sound.

    `frames`, `lamps` and `played` remember the last thousand that were shown, newest last. `late_ms`: how long what it
    tells is on its way, as over a real line; it carries the time at which it was read.
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
        self._stuck: dict[Site, int] = {}
        self._trembling: set[Site] = set()
        self._restless: dict[Site, int] = {}
        self._pulled_by: dict[Site, frozenset[Site]] = {}
        self._passed: Site | None = None
        self._shifted = 0
        self._held: set[Button] = set()
        self._listener: Listener | None = None
        self._plugs = 0
        self._last_bits: int | None = None

    # --- the protocol ------------------------------------------------------------------------------------------

    @property
    def seen_ms(self) -> int | None:
        """Now: nothing can keep this board from answering but its plug."""
        return self.clock() if self.plugged and self._listener is not None else None

    def start(self, listener: Listener) -> None:
        """Hand over events as they happen, the first before this returns."""
        self._listener = listener
        if self.plugged:
            self._connect()
        else:
            self._lose()

    def close(self) -> None:
        """Go dark and fall silent."""
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
        """Remember whether the end-turn button's lamp is on."""
        if self.plugged:
            self.lamps.append(on)

    def play(self, tones: Sequence[Tone]) -> None:
        """Remember the tones."""
        if self.plugged:
            self.played.append(tuple(tones))

    # --- hands -------------------------------------------------------------------------------------------------

    def put(self, site: Site) -> None:
        """Lay a piece."""
        self._must(lie=False, site=site)
        self.pieces.add(site)
        self.scan_if_changed()

    def lift(self, site: Site) -> None:
        """Take a piece away."""
        self._must(lie=True, site=site)
        self.pieces.remove(site)
        self.scan_if_changed()

    def slide(self, start: Site, end: Site) -> int:
        """Push a piece over the sensors between; the ms until it arrives."""
        self._must(lie=False, site=end)
        way = _way(start, end)
        self.lift(start)
        at_ms = self.clock()
        for number, passed in enumerate(way, start=1):
            self.clock.call_at(at_ms + number * SLIDE_STEP_MS, partial(self._pass_over, passed))
        self.clock.call_at(at_ms + len(way) * SLIDE_STEP_MS, partial(self._arrive, end))
        return len(way) * SLIDE_STEP_MS

    def _pass_over(self, passed: Site | None) -> None:
        self._passed = passed
        self.scan_if_changed()

    def _arrive(self, end: Site) -> None:
        self._passed = None
        self.pieces.add(end)
        self.scan_if_changed()

    def bounce(self, site: Site) -> int:
        """Lay a piece, or take it away, so that its sensor chatters; the ms until it is over."""
        at_ms = self.clock()
        for after_ms in BOUNCE_MS:
            self.clock.call_at(at_ms + after_ms, lambda: self._turn_over(site))
        return BOUNCE_MS[-1]

    def _turn_over(self, site: Site) -> None:
        self.pieces ^= {site}
        self.scan_if_changed()

    def press(self, button: Button, ms: int = 100) -> int:
        """Press a button and let go of it after `ms`; the ms it takes."""
        if button not in self._held:
            self._held.add(button)
            self._tell(Pressed(button, self.clock()))
            self.clock.call_at(self.clock() + ms, lambda: self._let_go(button))
        return ms

    def _let_go(self, button: Button) -> None:
        self._held.discard(button)
        self._tell(Released(button, self.clock()))

    # --- faults ------------------------------------------------------------------------------------------------

    def stick(self, site: Site, value: int | None) -> None:
        """A sensor reads a piece (1) or none (0) for ever; None mends it."""
        self._stuck.pop(site, None)
        if value is not None:
            self._stuck[site] = value
        self.scan_if_changed()

    def flicker(self, site: Site, hertz: int, ms: int) -> int:
        """A sensor changes to and fro, `hertz` times to and as often fro each second; the ms until it is over."""
        changes = 2 * hertz * ms // 1000 // 2 * 2
        at_ms = self.clock()
        for number in range(changes):
            self.clock.call_at(at_ms + number * 500 // hertz, lambda: self._tremble(site))
        return ms

    def _tremble(self, site: Site) -> None:
        self._trembling ^= {site}
        self.scan_if_changed()

    def tremble(self, site: Site, hertz: int | None) -> None:
        """A sensor changes to and fro until None mends it."""
        self._trembling.discard(site)
        self._restless.pop(site, None)
        if hertz is not None:
            self._restless[site] = hertz
            self._tremble_again(site, hertz)
        self.scan_if_changed()

    def _tremble_again(self, site: Site, hertz: int) -> None:
        if self._restless.get(site) == hertz:
            self._tremble(site)
            self.clock.call_at(self.clock() + 500 // hertz, lambda: self._tremble_again(site, hertz))

    def short(self, site: Site, other: Site) -> None:
        """Two wires touch: a piece on either is read on both."""
        self._pulled_by[site] = self._pulled_by[other] = frozenset({site, other})
        self.scan_if_changed()

    def double(self, site: Site, onto: Site) -> None:
        """The sensor of one site is soldered to the input of another, which has its own; nothing is on its input."""
        self._pulled_by |= {site: frozenset(), onto: frozenset({site, onto})}
        self.scan_if_changed()

    def arrange(self, pieces: frozenset[Site]) -> None:
        """Exactly these pieces lie there now."""
        self.pieces = set(pieces)
        self.scan_if_changed()

    def mend(self) -> None:
        """Every sensor and every wire is as it should be."""
        for fault in (self._stuck, self._restless, self._pulled_by, self._trembling):
            fault.clear()
        self.scan_if_changed()

    def shift_chain(self, by: int = 1) -> None:
        """Every bit comes `by` places late, as with a clock edge too many; 0 mends it."""
        self._shifted = by
        self.scan_if_changed()

    def unplug(self) -> None:
        """The board is away; hands may still move what lies on it."""
        if self.plugged:
            self.plugged = False
            self._plugs += 1
            self._lose()

    def plug(self) -> None:
        """The board is back."""
        if not self.plugged:
            self.plugged = True
            self._connect()

    # --- bits --------------------------------------------------------------------------------------------------

    @property
    def bits(self) -> int:
        """The chain as it would be read now."""
        faulty = self._stuck.keys() | self._pulled_by.keys() | self._trembling
        passed = set() if self._passed is None else {self._passed}
        bits = self.wiring.as_read((self.pieces | passed) - faulty | set(filter(self._reads, faulty)))
        every = (1 << len(self.wiring.places)) - 1
        idle = (1 << self._shifted) - 1 if self.wiring.active_low else 0
        return (bits << self._shifted | idle) & every

    def _reads(self, site: Site) -> bool:
        if site in self._stuck:
            return bool(self._stuck[site])
        pulled_by = self._pulled_by.get(site)
        pulled = (site in self.pieces or site == self._passed) if pulled_by is None else bool(pulled_by & self.pieces)
        return pulled != (site in self._trembling)

    def scan(self) -> None:
        """Hand over the whole chain now."""
        self._last_bits = self.bits
        self._tell(Scan(self._last_bits, self.clock()))

    def scan_if_changed(self) -> None:
        """Hand over the chain if it reads otherwise than before."""
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
        if self.plugged and self.late_ms:
            self.clock.call_at(self.clock() + self.late_ms, partial(self._arrive_at_host, event, self._plugs))
        elif self.plugged and self._listener is not None:
            self._listener(event)

    def _arrive_at_host(self, event: Event, plugs: int) -> None:
        """What was on its way when the board was pulled out never comes."""
        if plugs == self._plugs and self._listener is not None:
            self._listener(event)

    def _must(self, *, lie: bool, site: Site) -> None:
        if (site in self.pieces) != lie:
            raise ImpossibleMove(site, taken=not lie)


def _at(site: Site) -> tuple[int, int]:
    """Where the site's middle is, in halves of the distance of two spaces: right, down."""
    if isinstance(site, Space):
        return 2 * site.column, 2 * site.row
    return site.first.column + site.second.column, site.first.row + site.second.row


_SITE_AT: dict[tuple[int, int], Site] = {_at(site): site for site in GRID.sites}


def _way(start: Site, end: Site) -> list[Site | None]:
    """What lies under a piece that is pushed straight from `start` to `end`, without the start; None: a corner."""
    (right, down), (to_right, to_down) = _at(start), _at(end)
    steps = max(abs(to_right - right), abs(to_down - down))
    return [
        _SITE_AT.get((_between(right, to_right, step, steps), _between(down, to_down, step, steps)))
        for step in range(1, steps + 1)
    ]


def _between(start: int, end: int, step: int, steps: int) -> int:
    return start + round((end - start) * step / steps)
