"""A scene: what every light *means* at one moment, and the sound that goes with it. The theme decides how it looks.

A piece hides the light under it, so a scene must be understandable from the lights beside pieces. Corners are never
covered, and an empty site shows its own light.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pearlboard.geometry import Light


class Role(StrEnum):
    """The meaning of one light at any table; games add more roles. A player's role has the seat in its `Mark`."""

    TURN = "turn"  # seat: the rim on the side of the player to move
    LATE = "late"  # seat: the same, after the turn has taken longer than agreed on; without consequences
    THINKING = "thinking"  # seat: the rim of the computer while it thinks
    WAITING = "waiting"  # the rim while nobody is to act (paused, a tile is looked at)
    COUNTDOWN = "countdown"  # seat: the remaining countdown of the draft, along the rim
    CONFIRM = "confirm"  # seat: the rim asks for the button
    DRAFT = "draft"  # seat: the corners around a piece of a legal draft, not confirmed yet
    TARGET = "target"  # a legal placement: around a piece, or on an empty site
    CHOSEN = "chosen"  # seat: around what a token is played on, or with, until it is confirmed
    REFUSED = "refused"  # around a choice that is refused
    REASON = "reason"  # the reason for a refusal: empty spaces, the corners of another piece
    IN_HAND = "in_hand"  # seat: the empty place of a piece that is being moved
    ADVISED = "advised"  # where the computer would play, for the player who has asked for advice
    ILLEGAL_END = "illegal_end"  # fast: the ends or corners of a piece that must be lifted
    LIFT = "lift"  # the corners of a piece to be lifted without breaking a rule: taken back, left over
    FOREIGN = "foreign"  # the corners of a piece that nobody should have laid now
    MISSING = "missing"  # seat, if it is a player's piece: on the empty site itself
    OWED = "owed"  # the same, for a piece that has not been laid yet
    WAVE = "wave"  # something new: a white wave runs over the lights, then dark
    REVEALED = "revealed"  # what is being shown or counted
    COUNTED = "counted"  # seat: what was counted, in its winner's colour
    WINNER = "winner"  # seat: the rim and spaces of the winner
    FROZEN = "frozen"  # the sensors cannot be trusted: input is frozen
    UNSAVED = "unsaved"  # the corners of the board: the game is not being saved
    FIGURE = "figure"  # a digit to be read: of the password of the table's own Wi-Fi
    ASK = "ask"  # a question that a screen or the button answers


class Cue(StrEnum):
    """The meaning of a sound at any table; games add more cues.

    A cue is played when a scene begins whose cue, or the reason for it, is new.
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
    """The role of one light, the seat if it is a player's, and its delay in a wave (ms)."""

    role: str
    seat: int | None = None
    delay_ms: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """The marks by light (no mark: dark) and the cue. `since_ms`: when the scene began, for motions that play once."""

    lights: Mapping[Light, Mark] = field(default_factory=dict)
    cue: str | None = None
    since_ms: int = 0
