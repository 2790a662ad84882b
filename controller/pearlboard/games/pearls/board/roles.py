"""The lights' meanings in Pearls besides those at every table, and their looks.

A card shines in its colour, and a colour shows in several ways: so every one of these roles there is once a colour.
"""

from collections.abc import Mapping
from typing import Any, Final

from pearlboard.games.api import Json
from pearlboard.games.pearls.rules.cards import Colour

CARD: Final = "card"
"""A card that can be taken."""
OPEN: Final = "open"
"""A card that can be taken, for whoever has asked for a hint."""
CHOSEN: Final = "chosen"
"""The cards of the draft, by their rings."""
FAINT: Final = "faint"
"""The others meanwhile."""
DEALT: Final = "dealt"
"""New cards, one slot after the other."""
STRING: Final = "string"
"""The cards that were placed last."""

NECKLACE: Final = "pearls_necklace"
TOO_MANY: Final = "pearls_too_many"
"""To take that colour would make more cards than a hand may hold: one corner alone."""
TO_COME: Final = "pearls_to_come"
"""The rim of a seat that still has its last turn."""

SHINES: Final[Mapping[Colour, str]] = {
    Colour.WILD: "#ffffff",
    Colour.YELLOW: "#ffc800",
    Colour.RED: "#ff2814",
    Colour.GREEN: "#28d23c",
    Colour.BLUE: "#2850ff",
    Colour.TURQUOISE: "#00d2be",
    Colour.PURPLE: "#b41eff",
}
"""The colours of the cards, as the strip shows them."""

_MOTIONS: Final[Mapping[str, Json]] = {
    CARD: {"motion": "steady", "high": 0.6},
    OPEN: {"motion": "breathe", "period_ms": 2400, "low": 0.35, "high": 1.0},
    CHOSEN: {"motion": "breathe", "period_ms": 1200, "low": 0.15, "high": 1.0},
    FAINT: {"motion": "steady", "high": 0.14},
    DEALT: {"motion": "once", "period_ms": 700, "high": 1.0},
    STRING: {"motion": "steady", "high": 0.9},
}


def role(kind: str, colour: Colour) -> str:
    """The name of a role for a card of this colour."""
    return f"pearls_{kind}_{colour.value}"


LOOKS: Final[Mapping[str, Mapping[str, Any]]] = {
    "roles": {
        **{
            role(kind, colour): {"colour": shine, **motion}
            for kind, motion in _MOTIONS.items()
            for colour, shine in SHINES.items()
        },
        NECKLACE: {"colour": "#fff0dc", "motion": "steady", "high": 0.35},
        TOO_MANY: {"colour": "#ff8c50", "motion": "pattern", "pattern": "x.......", "period_ms": 3200, "high": 0.7},
        TO_COME: {"motion": "steady", "high": 0.16},
    },
    "cues": {
        "pearls_dealt": [[880, 40], [0, 30], [1175, 40], [0, 30], [1397, 60]],
        "pearls_placed": [[587, 80], [784, 120]],
        "pearls_necklace": [[784, 80], [988, 80], [1175, 80], [1568, 220]],
        "pearls_last": [[784, 160], [0, 80], [784, 160], [0, 80], [1047, 260]],
    },
}
"""The looks of the roles, as in a `looks.toml`; themes may override them."""
