"""The stakes in the territories that are closed off, and who is ahead as far as everybody knows. For all to see.

It is made from the table's view: how many Divers lie where, and the values that lie open. What cannot be told from
that nobody is told; "nobody can say yet" is an answer.
"""

from pearlboard.games.perladora.rules.standing import Standing, standing
from pearlboard.games.perladora.rules.state import Setup, Stage, View
from pearlboard.games.perladora.rules.territories import Territory, closed
from pearlboard.games.perladora.rules.verdicts import seats_of, side_seats
from pearlboard.texts import Sentence, say


def stakes(seen: View, part: Territory) -> tuple[Standing, Sentence] | None:
    """How a closed territory stands while the game is on, and the same in words; None where nothing is said of it."""
    if seen.public.stage is not Stage.PLAYING or not closed(part):
        return None
    stands = standing(seen, part.bits)
    return stands, _told(seen.public.setup, part.pearls, stands)


def _told(setup: Setup, pearls: int, stands: Standing) -> Sentence:
    at_stake = say("pearls", count=pearls)
    if not stands.divers:
        return say("stakes_nobody", pearls=at_stake)
    if stands.leader is not None:
        return say("stakes_leader", pearls=at_stake, side_seats=side_seats(setup, stands.leader))
    if stands.tied:
        return say("stakes_tied", pearls=at_stake, seats=seats_of(setup, stands.tied))
    divers = tuple(
        say("stakes_divers", side_seats=side_seats(setup, side), divers=count)
        for side, count in sorted(stands.divers.items())
    )
    return say("stakes_open", pearls=at_stake, divers=divers)
