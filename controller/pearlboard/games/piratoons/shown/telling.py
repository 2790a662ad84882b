"""Past actions and open ones, in words."""

from collections.abc import Mapping

from pearlboard.games.api import Seat
from pearlboard.games.piratoons.rules.actions import Action, Bid, Choose, Lay, Put
from pearlboard.games.piratoons.rules.scoring import winners
from pearlboard.games.piratoons.shown import names
from pearlboard.texts import Sentence, say


def told(seat: Seat, action: Action) -> Sentence:
    """The public sentence about a seat's action; a bid stays sealed."""
    if isinstance(action, Put):
        return say("piratoons_told_put", seat=seat, place=action.place)
    return say(f"piratoons_told_{name(action)}", seat=seat)


def name(action: Action) -> str:
    """The name of an action in catalogues and on buttons."""
    return type(action).__name__.lower()


def advised(action: Action) -> Sentence:
    """An option in the words of advice."""
    match action:
        case Put():
            return say("piratoons_advise_put", place=action.place)
        case Bid():
            return say(
                "piratoons_advise_bid" if action.doubloons else "piratoons_advise_no_bid", count=action.doubloons
            )
        case Choose():
            return say("piratoons_advise_choose", tile=names.tile(action.tile))
        case Lay():
            order = tuple(names.tile(part.tile) for part in action.ship)
            return say("piratoons_advise_lay", parts=order)
    return say(f"piratoons_advise_{name(action)}")


def verdict(points: Mapping[Seat, int]) -> Sentence:
    """The sentence about who has won."""
    first = winners(points)
    most = points[first[0]]
    if len(first) > 1:
        return say("piratoons_shared", seats=first, count=most)
    return say("piratoons_won", seat=first[0], count=most)
