"""The lights' meanings in Perladöra besides those at every table. Their looks stand in `looks.toml`."""

from enum import StrEnum


class Own(StrEnum):
    """Roles of its own. One with a player carries the player's seat in its mark."""

    LOOKED = "looked"  # seat: the corners of the Diver that its Power looks at
    LEGAL_SPACE = "legal_space"  # hints
    LEGAL_EDGE = "legal_edge"
    FORBIDDEN_EDGE = "forbidden_edge"
    GONE = "gone"  # seat, if it is a player's: the empty site of a missing piece, while another is to be put back first
    TOO_SMALL = "too_small"  # slow: corners and empty places of the region that would be too small
    FULL = "full"  # a full territory, faintly
    SHADE_1 = "shade_1"  # a territory, where all are shown: none has the shade of one beside it
    SHADE_2 = "shade_2"
    SHADE_3 = "shade_3"
    SHADE_4 = "shade_4"
    STILL_1 = "still_1"  # the same of a full one, at rest
    STILL_2 = "still_2"
    STILL_3 = "still_3"
    STILL_4 = "still_4"
    FARM = "farm"  # set-up: Pearls go here
    DIGIT = "digit"  # set-up: how many, drawn on the empty field
    UNSAID = "unsaid"  # seat: the corners of a Diver whose value the table has yet to say
    UNWON = "unwon"  # a counted territory that nobody has won


class Heard(StrEnum):
    """Cues of its own."""

    TERRITORY = "territory"
    SETUP = "setup"
    REVEAL = "reveal"
    COUNT = "count"
