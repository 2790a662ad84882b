"""A scene: what every light *means* at one moment, and what sound goes with it. How it looks is the theme's business.

A light that lies under a piece is not seen; so what a scene asks for must be understood from the lights beside it.
Corners are never covered, and an empty site shows its own light.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pearlboard.geometry import Light


class Role(StrEnum):
    """What one light says. A role with a player carries the player's seat in its `Mark`."""

    TURN = "turn"  # seat: the rim on the side of the player whose turn it is
    THINKING = "thinking"  # seat: the rim of the computer while it thinks
    WAITING = "waiting"  # the rim while nothing is awaited from anybody (paused, a tile is looked at)
    COUNTDOWN = "countdown"  # seat: what is left of the time until the draft confirms itself, along the rim
    CONFIRM = "confirm"  # seat: the rim asks for the button
    DRAFT = "draft"  # seat: the corners around a piece that lies well, but is not confirmed yet
    TARGET = "target"  # around a Diver, or on an empty space, where the armed token may be played
    CHOSEN = "chosen"  # seat: around what a token is played on, or with, as long as it is not confirmed
    REFUSED = "refused"  # around what was chosen for a token, and cannot be
    REASON = "reason"  # what stands against that: empty spaces, the corners of another piece
    LOOKED = "looked"  # seat: the corners of the Diver that its Power looks at
    ADVISED = "advised"  # where the computer would play, for the player who has asked it
    LEGAL_SPACE = "legal_space"  # hints
    LEGAL_EDGE = "legal_edge"
    FORBIDDEN_EDGE = "forbidden_edge"
    ILLEGAL_END = "illegal_end"  # fast: the ends of the Pontoon, or the corners of the piece, to be lifted
    TOO_SMALL = "too_small"  # slow: corners and empty places of the region that would be too small
    LIFT = "lift"  # the corners of a piece to be lifted that is not against the rules: taken back
    FOREIGN = "foreign"  # the corners of a piece that nobody has to lay now
    MISSING = "missing"  # seat for a Diver, none for a Pontoon: on the empty site itself
    OWED = "owed"  # the same, for a piece that is asked for rather than missed
    WAVE = "wave"  # a new territory: white, running over it, then dark
    FULL = "full"  # a full territory, faintly
    FARM = "farm"  # set-up: Pearls go here
    DIGIT = "digit"  # set-up: how many, drawn on the empty field
    REVEALED = "revealed"  # the territory whose Divers are being turned up or counted
    UNSAID = "unsaid"  # seat: the corners of a Diver whose value the table has yet to say
    COUNTED = "counted"  # seat: a territory that was counted, in its winner's colour
    UNWON = "unwon"  # a counted territory that nobody has won
    WINNER = "winner"  # seat: the rim and spaces of who has won
    FROZEN = "frozen"  # the sensors cannot be trusted: nothing is read
    ASK = "ask"  # the table asks something that a screen or the button answers


class Cue(StrEnum):
    """What a sound means. It is played when a scene comes up whose cue, or the reason for it, is new."""

    PLACED = "placed"
    ILLEGAL = "illegal"
    CONFIRMED = "confirmed"
    TAKEN_BACK = "taken_back"
    MISSING = "missing"
    FOREIGN = "foreign"
    OWED = "owed"
    TARGET = "target"
    TERRITORY = "territory"
    ASK = "ask"
    SETUP = "setup"
    REVEAL = "reveal"
    COUNT = "count"
    WIN = "win"
    FROZEN = "frozen"


@dataclass(frozen=True, slots=True)
class Mark:
    """The role of one light, whose it is where it is a player's, and how late it joins in a wave (ms)."""

    role: Role
    seat: int | None = None
    delay_ms: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """Marks by light (a light without one is dark) and the cue. `since_ms`: when it came up, for what plays once."""

    lights: Mapping[Light, Mark] = field(default_factory=dict)
    cue: Cue | None = None
    since_ms: int = 0
