"""Before the first round: agreeing on a game that can be played, shuffling, and the opening."""

from random import Random

from pearlboard.games.piratoons.rules.ships import START
from pearlboard.games.piratoons.rules.state import LONGEST_MS, PLAYERS, SAND_MS, Deal, Setup, State
from pearlboard.games.piratoons.rules.tiles import BOAT, BOATS, EQUIPMENT, HOLD, STACK, Tile, box
from pearlboard.games.refusals import BadSetup
from pearlboard.games.values import Seat
from pearlboard.texts import say


class WrongNumberOfPlayers(BadSetup):
    rule = "wrong_number_of_players"
    part = "players"

    def __init__(self) -> None:
        super().__init__("the game is for 2 to 4 players", say("piratoons_wrong_number_of_players"))


class WrongSand(BadSetup):
    """At least 15 seconds (7), and not so long that nobody waits for it; or none at all."""

    rule = "wrong_sand"
    part = "sand"

    def __init__(self) -> None:
        least, most = SAND_MS // 1000, LONGEST_MS // 1000
        super().__init__(
            f"the sand runs from {least} to {most} seconds", say("piratoons_wrong_sand", least=least, most=most)
        )


def check(setup: Setup) -> None:
    """Raise the `BadSetup` that stands against playing so."""
    if setup.players not in PLAYERS:
        raise WrongNumberOfPlayers
    if setup.sand_ms and not SAND_MS <= setup.sand_ms <= LONGEST_MS:
        raise WrongSand


def shuffled(rng: Random) -> Deal:
    """The tiles in the order in which they are opened."""
    equipment = [tile for tile, copies in box().copies.items() for _ in range(copies)]
    boats = list(BOATS)
    rng.shuffle(equipment)
    rng.shuffle(boats)
    return Deal(tuple(equipment), tuple(boats))


def opening(setup: Setup, first: Seat, deal: Deal | None) -> State:
    """Bow, stern and three doubloons for each seat; a stack of six and three Boats for each round (2, 4).

    No deal: the captain draws the tiles from a real box.
    """
    if deal is None:
        deal = Deal((EQUIPMENT,) * STACK * box().rounds, (BOAT,) * HOLD * box().rounds)
    return State(
        setup=setup,
        first=first,
        played=0,
        doubloons=(box().start,) * setup.players,
        sea=(),
        ships=(START,) * setup.players,
        stacks=_parts(deal.equipment, STACK),
        boats=_parts(deal.boats, HOLD),
        cargo=((),) * setup.players if setup.boxed else (),
    )


def _parts(tiles: tuple[Tile, ...], size: int) -> tuple[tuple[Tile, ...], ...]:
    return tuple(tiles[at : at + size] for at in range(0, len(tiles), size))
