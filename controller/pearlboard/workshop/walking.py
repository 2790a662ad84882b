"""Trials with pieces on a board with known wiring: `walk` (one over every place) and `ghost` (many at once)."""

from collections.abc import Mapping
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.geometry import GRID, Edge, Site, Space
from pearlboard.lights.theme import Colour
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Wiring
from pearlboard.texts import Sentence, say
from pearlboard.workshop.touching import ROUND
from pearlboard.workshop.trial import UNREADABLE, WHITE, TrialResult, Watch, understood


class _Reader:
    """The common part of both: the places that read a piece, once the bits keep still."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._watch = Watch()
        self._wrong: dict[str, Sentence] = {}

    def feed(self, scan: Scan) -> None:
        """Take a scan, unless its frame bits are wrong."""
        if self._wiring.wrong_bar(scan.bits) is None:
            self._watch.feed(scan)
        else:
            self._watch.disconnect(scan.at_ms)
        self.tick(scan.at_ms)

    def disconnect(self, at_ms: int) -> None:
        """Note that nothing can be read."""
        self._watch.disconnect(at_ms)

    def tick(self, at_ms: int) -> None:
        """Let time pass."""
        self._watch.tick(at_ms)

    @property
    def due_ms(self) -> int | None:
        """The time at which the reading may be believed."""
        return self._watch.due_ms

    @property
    def _reading(self) -> frozenset[Site] | None:
        return self._sites(self._watch.bits) if self._watch.bits is not None and self._watch.stable else None

    def _sites(self, bits: int) -> frozenset[Site]:
        return self._wiring.sites(self._wiring.upright(bits))


class Walk(_Reader):
    """Moves one piece over every place: each must read it, alone."""

    def __init__(self, wiring: Wiring) -> None:
        super().__init__(wiring)
        self._left = [site for site in ROUND if site not in wiring.masked]
        self._walked: list[Site] = []

    def tick(self, at_ms: int) -> None:
        """Let time pass, and continue after a place that reads the piece."""
        super().tick(at_ms)
        if self._left and self._reading == frozenset(self._left[:1]):
            self._wrong.pop(str(self._left[0]), None)
            self._walked.append(self._left.pop(0))

    def answer(self, word: str) -> None:
        """Take `skip` (the piece lies there, and the place does not read it) or `back` (repeat the last place)."""
        if understood(word, "skip", "back") == "back":
            if not self._walked:
                raise BadInput("", "there is nothing to go back to")
            self._left.insert(0, self._walked.pop())
            self._wrong.pop(str(self._left[0]), None)
        elif self._watch.bits is None:
            raise BadInput("", UNREADABLE)
        elif self._left:
            site = self._left.pop(0)
            self._wrong[str(site)] = self._remark(site) or say("bench_walk_silent", site=site)
            self._walked.append(site)

    def _remark(self, site: Site) -> Sentence | None:
        """Describe a wrong reading, unless it is that of the place before."""
        others = (self._reading or frozenset()) - {site} - set(self._walked[-1:])
        return say("bench_walk_elsewhere", site=site, sites=others) if others else None

    @property
    def asks(self) -> Sentence:
        """The next place."""
        return say("bench_lay", site=self._left[0] if self._left else ROUND[-1], count=len(self._left))

    @property
    def lit(self) -> Mapping[int, Colour]:
        """The next place."""
        return {self._wiring.led_of[site]: WHITE for site in self._left[:1]}

    @property
    def findings(self) -> tuple[Sentence, ...]:
        """Places that were skipped, and anything odd at this moment."""
        odd = self._remark(self._left[0]) if self._left else None
        return (*self._wrong.values(), *((odd,) if odd is not None else ()))

    @property
    def verdict(self) -> TrialResult | None:
        """Whether every place reads its piece."""
        if self._left:
            return None
        if self._wrong:
            return TrialResult(ok=False, sentence=say("bench_walk_bad", count=len(self._wrong)))
        return TrialResult(ok=True, sentence=say("bench_walk_ok", count=len(self._walked)))


def _chequered(colour: int) -> tuple[Site, ...]:
    return tuple(space for space in GRID.spaces if (space.row + space.column) % 2 == colour)


def _across(*, across: bool) -> tuple[Site, ...]:
    return tuple(edge for edge in GRID.edges if _is_across(edge) == across)


def _is_across(edge: Edge) -> bool:
    return edge.first.row == edge.second.row


PATTERNS: Final[tuple[tuple[Site, ...], ...]] = (
    _chequered(0),
    _chequered(1),
    _across(across=True),
    _across(across=False),
)
"""Patterns of at most 32 pieces; every place is empty between neighbours on both sides in one of them."""


class Ghost(_Reader):
    """Lays many pieces at once: each must be read, and nothing between them."""

    def __init__(self, wiring: Wiring) -> None:
        super().__init__(wiring)
        self._left = [frozenset(pattern) - wiring.masked for pattern in PATTERNS]
        self._ghosts: set[Site] = set()
        self._silent: set[Site] = set()

    def answer(self, word: str) -> None:
        """Take `done`: the pieces lie there."""
        understood(word, "done")
        reading = self._sites(self._watch.settled)
        if self._left:
            wanted = self._left.pop(0)
            self._ghosts |= reading - wanted
            self._silent |= wanted - reading

    @property
    def asks(self) -> Sentence:
        """The pieces to lay."""
        sites = self._left[0] if self._left else frozenset[Site]()
        pieces = say("bench_pucks") if all(isinstance(site, Space) for site in sites) else say("bench_pieces")
        return say("bench_lay_all", pieces=pieces, count=len(sites), left=len(self._left))

    @property
    def lit(self) -> Mapping[int, Colour]:
        """The places of the pattern, dim because there are many."""
        return {self._wiring.led_of[site]: (60, 60, 60) for sites in self._left[:1] for site in sites}

    @property
    def findings(self) -> tuple[Sentence, ...]:
        """Places that read what is not there, and places that do not read what is."""
        return (
            *((say("bench_ghosts", sites=frozenset(self._ghosts)),) if self._ghosts else ()),
            *((say("bench_ghost_silent", sites=frozenset(self._silent)),) if self._silent else ()),
        )

    @property
    def verdict(self) -> TrialResult | None:
        """Whether neighbours leave each other alone."""
        if self._left:
            return None
        if self.findings:
            return TrialResult(ok=False, sentence=say("bench_ghost_bad", count=len(self._ghosts | self._silent)))
        return TrialResult(ok=True, sentence=say("bench_ghost_ok"))
