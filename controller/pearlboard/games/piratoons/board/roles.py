"""The lights' meanings in Piratoons besides those at every table, and its sounds. A colour means a seat."""

from enum import StrEnum


class Own(StrEnum):
    """Roles of its own; how they look stands in `looks.toml`."""

    BERTH = "piratoons_berth"  # the bar of a tile that can be plundered
    POCKET = "piratoons_pocket"  # seat: where its pieces go
    CREW = "piratoons_crew"  # seat: pieces that lie there by screens alone
    KNOCKED = "piratoons_knocked"  # the bar of a tile from which a piece has just been lifted
    SAND = "piratoons_sand"  # as much of it as is left
    SAND_OUT = "piratoons_sand_out"  # stop may be said
    COUNTING = "piratoons_counting"  # the bar of a tile on which somebody has still to count
    COUNTED = "piratoons_counted"  # the bar of one that is counted
    TAKEN = "piratoons_taken"  # seat: the bar of a tile that it has won
    SALE = "piratoons_sale"  # the bar of one that is for sale
    SEALED = "piratoons_sealed"  # seat: the rim of whoever has sealed a bid
    READY = "piratoons_ready"  # seat: the rim of whoever has still to lay a ship


class Heard(StrEnum):
    """Cues of its own."""

    OPEN = "piratoons_open"
    SAND_OUT = "piratoons_gong"
    STOP = "piratoons_whistle"
    HANDS = "piratoons_hands"
    COIN = "piratoons_coin"
    CLATTER = "piratoons_clatter"
    KNOCK = "piratoons_drum"
    SPLASH = "piratoons_splash"
