"""The computer's play in words: its turn as everybody may know it, and its advice to one player.

Nobody sees the computer lay a piece or a token, so what it did stands there to be read until a person has played. The
value of a Diver that lies face down is in no announcement; advice names it where one player alone reads it.
"""

from pearlboard.games.perladora.rules.state import Public
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
    Step,
)
from pearlboard.games.values import Seat
from pearlboard.texts import Sentence, say


def announced(public: Public, seat: Seat, step: Step) -> Sentence:
    """The step that `seat` has played. Whose a Diver is does not change, so any later position will do."""
    match step:
        case PlaceDiver(space):
            return say("announce_diver", seat=seat, space=space)
        case LayPontoons(edges):
            return say("announce_pontoons", seat=seat, edges=edges, count=len(edges))
        case PlaceBackup(space):
            return say("announce_backup", seat=seat, space=space)
        case Pass():
            return say("announce_pass", seat=seat)
        case Fishermen(edge):
            return say("announce_fishermen", seat=seat, edge=edge)
        case Children(space, value):
            return say("announce_children", seat=seat, space=space, value=value)
        case Foragers(space):
            return say("announce_foragers", seat=seat, space=space, target_seat=public.divers[space].seat)
        case Elders(space):
            return say("announce_elders", seat=seat, space=space, target_seat=public.divers[space].seat)


def advice(step: Step) -> Sentence:
    """The step as something to be done."""
    match step:
        case PlaceDiver(space, None):
            return say("advise_diver_any", space=space)
        case PlaceDiver(space, value):
            return say("advise_diver", space=space, value=value)
        case LayPontoons(edges):
            return say("advise_pontoons", edges=edges, count=len(edges))
        case PlaceBackup(space):
            return say("advise_backup", space=space)
        case Pass():
            return say("advise_pass")
        case Fishermen(edge):
            return say("advise_fishermen", edge=edge)
        case Children(space, value):
            return say("advise_children", space=space, value=value)
        case Foragers(space):
            return say("advise_foragers", space=space)
        case Elders(space):
            return say("advise_elders", space=space)
