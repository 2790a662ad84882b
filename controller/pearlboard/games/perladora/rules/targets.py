"""Where each kind of step could be played now, all sites at once, as bitboards. Public knowledge only.

`rules` judges one step and says why not; here nothing is explained, so it is fast. The seat meant is the one to move.
"""

from pearlboard.games.perladora.rules.state import Public
from pearlboard.games.perladora.rules.territories import DIVER_SPACES, open_edges, unfilled_spaces
from pearlboard.games.values import Seat
from pearlboard.geometry import GRID, Bits


def legal_edges(public: Public) -> Bits:
    """The lines for a Pontoon that board and supply allow, whoever is to move."""
    if not public.pontoons_left:
        return 0
    edges = open_edges(public)
    return edges & ~GRID.edges_cutting_off_under_four(edges)


def power_left(public: Public) -> bool:
    """Whether a Power token may still be played in this turn, if it has a target."""
    return public.setup.advanced and public.power_used is None and public.powers[public.to_move - 1] > 0


def divers_of(public: Public, *seats: Seat) -> Bits:
    """The spaces where Divers of these seats lie."""
    return GRID.bits(space for space, diver in public.divers.items() if diver.seat in seats)


def opponents(public: Public) -> tuple[Seat, ...]:
    """Every seat of another side than the one to move."""
    setup = public.setup
    return tuple(seat for seat in setup.seats if setup.side(seat) != setup.side(public.to_move))


def backup_spaces(public: Public) -> Bits:
    """Own Divers in full territories without a Backup (ruling 15)."""
    if not public.backups[public.to_move - 1]:
        return 0
    own = divers_of(public, public.to_move)
    if not own or not (own := own & ~unfilled_spaces(public)):
        return 0
    backed = GRID.bits(space for space, diver in public.divers.items() if diver.backup)
    return own & ~GRID.region(backed, open_edges(public)) if backed else own


def necklace_spaces(public: Public) -> Bits:
    """Opponents' Divers in territories that are not full and where a Diver of the seat to move lies (ruling 13)."""
    own = divers_of(public, public.to_move)
    if not own:
        return 0
    within_reach = GRID.region(own, open_edges(public)) & unfilled_spaces(public)
    return divers_of(public, *opponents(public)) & within_reach


def look_spaces(public: Public) -> Bits:
    """Divers whose value the Elders may look at: opponents', and where so agreed their own (rulings 6, 14)."""
    own = (public.to_move,) if public.setup.elders_own else ()
    return divers_of(public, *opponents(public), *own)


def has_diver_action(public: Public) -> bool:
    """Whether the seat to move has a Diver and a space for it."""
    return public.left[public.to_move - 1] > 0 and len(public.divers) < DIVER_SPACES.bit_count()


def has_turn(public: Public) -> bool:
    """Whether the seat to move has a main action; without one it is done, whatever Powers it holds (rulings 7, 10).

    Giving up is no action: where a pass is voluntary, it is a choice against others.
    """
    return has_diver_action(public) or legal_edges(public) != 0 or backup_spaces(public) != 0
