"""Where a table stands: the fold of its facts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pearlboard.errors import PearlboardError
from pearlboard.games.api import NOWHERE, GameState, GameStep, Seat
from pearlboard.geometry import Site
from pearlboard.session.facts import Agreement
from pearlboard.texts import Sentence


class Phase(StrEnum):
    """What the table is busy with."""

    IDLE = "idle"  # no game
    PEARLS = "pearls"  # the clusters are being laid on the farms
    PLAYING = "playing"
    REVEAL = "reveal"  # Divers are turned up and their values said
    COUNT = "count"  # territory by territory
    OVER = "over"  # the standings


@dataclass(frozen=True, slots=True)
class Session:
    """All that the log says. It holds the game's whole state, so nothing outside may show it: views are for that.

    version     how many facts there are
    number      the version at which this game was agreed on; so it is called in the archive
    state       the game's; None before the first turn
    before      the game's state before the last step, while its player may take it back
    past        the game's states before each step of `played`
    look_on_phone  the last step let its player see something on a screen of their own
    taken_back  the pieces of the steps that were taken back since one was played
    played      the steps so far, for the record
    owed        where computers have laid pieces since the last step of a person: some may still not lie there
    laid        farms whose Pearls are laid
    shown       the territory that the reveal or the count has come to
    phones      seats with a screen of their own, and the digests of their tokens
    host        the digest of the key of the host's device; None if nobody is the host
    hosts       those of all who were the host of this game
    commands    ids of the commands of this game, so that none is played twice
    """

    version: int = 0
    number: int = 0
    phase: Phase = Phase.IDLE
    agreement: Agreement | None = None
    start: GameState = None
    state: GameState = None
    before: GameState = None
    past: tuple[GameState, ...] = ()
    look_on_phone: bool = False
    taken_back: frozenset[Site] = NOWHERE
    played: tuple[tuple[Seat, GameStep], ...] = ()
    owed: frozenset[Site] = NOWHERE
    laid: int = 0
    shown: int = 0
    paused: bool = False
    phones: Mapping[Seat, str] = field(default_factory=dict)
    host: str | None = None
    hosts: frozenset[str] = frozenset()
    commands: Mapping[str, int] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Session(version={self.version}, phase={self.phase.value}, <secret>)"


class Refused(PearlboardError, ValueError):
    """A command that cannot be done now. `name` is stable, `sentence` is for people; the session is unchanged."""

    def __init__(self, name: str, sentence: Sentence, sites: frozenset[Site] = NOWHERE) -> None:
        """Say why, and where."""
        super().__init__(f"{name}: {sentence}")
        self.name = name
        self.sentence = sentence
        self.sites = sites
