"""What tiles are called."""

from pearlboard.games.piratoons.rules.tiles import BOW, STERN, Tile, is_boat
from pearlboard.texts import Sentence, say


def tile(name: Tile) -> Sentence:
    """A tile, or an end of a ship, in words."""
    if name in (BOW, STERN):
        return say(f"piratoons_{name}")
    if is_boat(name):
        return say("piratoons_boat", number=int(name[1:]))
    return say(f"piratoons_tile_{name}")
