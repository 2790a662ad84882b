"""A position on the lights alone, while no piece lies on the board: a finished game is shown again.

Nothing is covered, so every site shows its own light: a Diver the colour of its player, a Pontoon white. What the step
that is shown has touched breathes, and the corners before its player shine. The lights tell no value.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pearlboard.games.perladora.board.roles import Heard, Own
from pearlboard.games.perladora.rules.scoring import Score, TerritoryScore
from pearlboard.games.perladora.rules.state import Public
from pearlboard.games.perladora.rules.verdicts import side_seats
from pearlboard.games.values import SEATINGS, Seat, Side
from pearlboard.geometry import GRID, Light, Site, Space
from pearlboard.lights.scene import Cue, Mark, Role, Scene
from pearlboard.lights.shapes import RIM_CORNERS, at, inner_edges

Marks: TypeAlias = dict[Light, Mark]


def position(public: Public, touched: frozenset[Site], seat: Seat | None) -> Scene:
    """The position after a step of `seat`; `touched`: where it laid a piece or played a token."""
    marks: Marks = {edge: Mark(Role.REVEALED) for edge in GRID.edges_in(public.pontoons)}
    marks |= {space: Mark(Role.COUNTED, diver.seat) for space, diver in public.divers.items()}
    marks |= {site: Mark(Role.OWED, public.divers[site].seat if isinstance(site, Space) else None) for site in touched}
    return Scene(marks | _before(public, [] if seat is None else [seat], Role.TURN))


def counted(public: Public, score: Score, shown: int) -> Scene:
    """The count has come to territory number `shown`: it is white, those before have their winners' colours."""
    part = score.territories[shown]
    marks = _won(public, score.territories[:shown])
    marks |= dict.fromkeys(_lights(public, part), Mark(Role.REVEALED if part.winners else Own.UNWON))
    return Scene(marks | _before(public, _seats(public, part.winners), Role.COUNTED), Heard.COUNT)


def result(public: Public, score: Score) -> Scene:
    """The territories in their winners' colours; the corners shine before the winners of the game."""
    marks = _won(public, score.territories)
    return Scene(marks | _before(public, _seats(public, score.winners), Role.WINNER), Cue.WIN)


def _won(public: Public, parts: Iterable[TerritoryScore]) -> Marks:
    """Territories in the colours of their winners; where several share one, their lights take turns."""
    marks: Marks = {}
    for part in parts:
        winners = _seats(public, part.winners)
        marks |= {
            light: Mark(Role.COUNTED, winners[number % len(winners)]) if winners else Mark(Own.UNWON)
            for number, light in enumerate(sorted(_lights(public, part), key=at))
        }
    return marks


def _lights(public: Public, part: TerritoryScore) -> frozenset[Light]:
    """A territory's spaces and the lines inside it; the Pontoons around it stay dark, so that it can be told apart."""
    spaces = frozenset(part.territory.spaces)
    return inner_edges(spaces, frozenset(GRID.edges_in(public.pontoons))) | spaces


def _seats(public: Public, sides: Iterable[Side]) -> Sequence[Seat]:
    return [seat for side in sides for seat in side_seats(public.setup, side)]


def _before(public: Public, seats: Iterable[Seat], role: Role) -> Marks:
    """The outermost corners on the sides where these players sit."""
    places = SEATINGS[public.setup.players]
    return {corner: Mark(role, seat) for seat in seats for corner in RIM_CORNERS[places[seat]]}
