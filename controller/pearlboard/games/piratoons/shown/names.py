"""The names of tiles."""

from pearlboard.games.piratoons.rules.tiles import BOW, KINDS_OF_THE_BOX, STERN, Tile, is_boat
from pearlboard.texts import Sentence, say


def tile(name: Tile) -> Sentence:
    """A tile, or an end of a ship, in words."""
    if name in (BOW, STERN):
        return say(f"piratoons_{name}")
    if name in KINDS_OF_THE_BOX:
        return say(f"piratoons_tile_{name}")
    if is_boat(name):
        return say("piratoons_boat", number=int(name[1:]))
    return say(f"piratoons_tile_{name}")


def lying(name: Tile, place: int) -> Sentence:
    """A tile that lies in that place of the chest, or in the sea (0): of a real one no more is known than where."""
    if name in KINDS_OF_THE_BOX and place:
        return say("piratoons_tile_at", place=place)
    return tile(name)
