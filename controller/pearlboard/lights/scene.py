"""A scene: what every light *means* at one moment, and what sound goes with it. How it looks is the theme's business.

A light that lies under a piece is not seen; so what a scene asks for must be understood from the lights beside it.
Corners are never covered, and an empty site shows its own light.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pearlboard.geometry import Light


class Role(StrEnum):
    """What one light says at any table; games bring more roles. One with a player carries the seat in its `Mark`."""

    TURN = "turn"  # seat: the rim on the side of the player whose turn it is
    LATE = "late"  # seat: the same, when more time than was agreed on has gone by; nobody is pressed
    THINKING = "thinking"  # seat: the rim of the computer while it thinks
    WAITING = "waiting"  # the rim while nothing is awaited from anybody (paused, a tile is looked at)
    COUNTDOWN = "countdown"  # seat: what is left of the time until the draft confirms itself, along the rim
    CONFIRM = "confirm"  # seat: the rim asks for the button
    DRAFT = "draft"  # seat: the corners around a piece that lies well, but is not confirmed yet
    TARGET = "target"  # where something may be played: around a piece, or on an empty site
    CHOSEN = "chosen"  # seat: around what a token is played on, or with, as long as it is not confirmed
    REFUSED = "refused"  # around what was chosen, and cannot be
    REASON = "reason"  # what stands against that: empty spaces, the corners of another piece
    ADVISED = "advised"  # where the computer would play, for the player who has asked it
    ILLEGAL_END = "illegal_end"  # fast: the ends or corners of a piece that must be lifted
    LIFT = "lift"  # the corners of a piece to be lifted, not against the rules: taken back, left over
    FOREIGN = "foreign"  # the corners of a piece that nobody has to lay now
    MISSING = "missing"  # seat, if it is a player's piece: on the empty site itself
    OWED = "owed"  # the same, for a piece that is asked for rather than missed
    WAVE = "wave"  # something new: white, running over it, then dark
    REVEALED = "revealed"  # what is being shown or counted
    COUNTED = "counted"  # seat: what was counted, in its winner's colour
    WINNER = "winner"  # seat: the rim and spaces of who has won
    FROZEN = "frozen"  # the sensors cannot be trusted: nothing is read
    UNSAVED = "unsaved"  # the corners of the board: what is played is not on disk
    FIGURE = "figure"  # a figure to be read: of the password of the table's own Wi-Fi
    ASK = "ask"  # the table asks something that a screen or the button answers


class Cue(StrEnum):
    """What a sound means at any table; games bring more cues.

    It is played when a scene comes up whose cue, or the reason for it, is new.
    """

    PLACED = "placed"
    ILLEGAL = "illegal"
    CONFIRMED = "confirmed"
    TAKEN_BACK = "taken_back"
    MISSING = "missing"
    FOREIGN = "foreign"
    OWED = "owed"
    TARGET = "target"
    ASK = "ask"
    WIN = "win"
    FROZEN = "frozen"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Mark:
    """The role of one light, whose it is where it is a player's, and how late it joins in a wave (ms)."""

    role: str
    seat: int | None = None
    delay_ms: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """Marks by light (a light without one is dark) and the cue. `since_ms`: when it came up, for what plays once."""

    lights: Mapping[Light, Mark] = field(default_factory=dict)
    cue: str | None = None
    since_ms: int = 0
