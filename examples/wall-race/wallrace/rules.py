"""Wall Race: the rules.

Two players have two pawns each, at the two ends of the board. A turn is a step to the next space, straight or over one
pawn that stands in the way, or a wall on a line. No wall may cut a pawn off. Whoever first brings a pawn to the other
end has won; after a hundred turns it is whoever is nearer.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from pearlboard.games.api import TABLE, BadInput, Outcome, Rules, refusal
from pearlboard.geometry import GRID, Edge, Space

PAWNS = tuple((Space(row, column), seat) for seat, column in ((1, 0), (2, 7)) for row in (1, 3))
WALLS = 6
GOAL = {seat: GRID.bits(place for place in GRID.spaces if place.column == column) for seat, column in ((1, 7), (2, 0))}
TURNS = 100


@dataclass(frozen=True)
class Step:
    """A pawn goes from one space to another."""

    start: Space
    end: Space


@dataclass(frozen=True)
class Wall:
    """A wall is laid on a line between two spaces."""

    line: Edge


@dataclass(frozen=True)
class State:
    """The game at one moment; with its viewer it is a view as well, since nothing is hidden."""

    to_move: int
    pawns: tuple[tuple[Space, int], ...] = PAWNS
    walls: frozenset[Edge] = frozenset()
    left: tuple[int, int] = (WALLS, WALLS)
    turn: int = 1
    viewer: int | str = TABLE

    def of(self, seat):
        """The pawns of a player."""
        return [place for place, owner in self.pawns if owner == seat]


@lru_cache(maxsize=4096)
def rings(walls, seat):
    """The spaces that are no more than 0, 1, 2 ... steps from a player's goal, as bits."""
    lines, found = GRID.all_edges & ~GRID.bits(walls), [GOAL[seat]]
    while (further := GRID.grow(found[-1], lines)) != found[-1]:
        found.append(further)
    return tuple(found)


def distance(walls, place, seat):
    """How many steps it is from a space to a player's goal, pawns apart; None if there is no way."""
    bit = GRID.bits([place])
    return next((steps for steps, ring in enumerate(rings(walls, seat)) if ring & bit), None)


def nearest(state, seat):
    """How many steps the nearest pawn of a player still has to go."""
    return min(distance(state.walls, place, seat) for place in state.of(seat))


def cut_off(state, line):
    """The first player whose pawn a wall on this line would cut off; None if nobody's."""
    walls = state.walls | {line}
    return next((seat for place, seat in state.pawns if distance(walls, place, seat) is None), None)


def steps(state, seat):
    """All steps of a player's pawns."""
    taken = dict(state.pawns)
    for start in state.of(seat):
        for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            end = beyond(state.walls, start, down, across)
            if end in taken:
                end = beyond(state.walls, end, down, across)
            if end is not None and end not in taken:
                yield Step(start, end)


def beyond(walls, place, down, across):
    """The next space in a direction; None at the rim of the board and before a wall."""
    there = Space(place.row + down, place.column + across)
    line = next((line for line in GRID.edges_of[place] if there in (line.first, line.second)), None)
    return None if line is None or line in walls else there


def after(state, action):
    """The state after an action that is known to be legal."""
    seat = state.to_move
    then = replace(state, to_move=3 - seat, turn=state.turn + 1)
    if isinstance(action, Step):
        pawns = tuple((action.end if place == action.start else place, owner) for place, owner in state.pawns)
        return replace(then, pawns=pawns)
    left = tuple(own - (owner == seat) for owner, own in enumerate(state.left, 1))
    return replace(then, walls=state.walls | {action.line}, left=left)


class RaceRules(Rules):
    def opening(self, setup, first, deal):
        return State(to_move=first)

    def active(self, state):
        return frozenset() if self.outcome(state) else frozenset({state.to_move})

    def legal(self, view):
        if view.viewer != view.to_move or self.outcome(view):
            return []
        walls = [line for line in GRID.edges if line not in view.walls] if view.left[view.to_move - 1] else []
        return [*steps(view, view.to_move), *(Wall(line) for line in walls if cut_off(view, line) is None)]

    def may(self, view, actor, action):
        if isinstance(action, Wall) and actor == view.to_move and (seat := cut_off(view, action.line)):
            raise refusal("wallrace_cut_off", [action.line], seat=seat, place=action.line)
        super().may(view, actor, action)

    def apply(self, state, actor, action):
        self.may(self.view(state, actor), actor, action)
        return after(state, action)

    def outcome(self, state):
        steps_left = {seat: nearest(state, seat) for seat in (1, 2)}
        if all(steps_left.values()) and state.turn <= TURNS:
            return None
        return Outcome.by_points({seat: int(steps_left[seat] < steps_left[3 - seat]) for seat in (1, 2)})

    def encode(self, action):
        return ["step", str(action.start), str(action.end)] if isinstance(action, Step) else ["wall", str(action.line)]

    def decode(self, document):
        spaces = {str(place): place for place in GRID.spaces}
        lines = {str(line): line for line in GRID.edges}
        match document:
            case ["step", str(start), str(end)] if start in spaces and end in spaces:
                return Step(spaces[start], spaces[end])
            case ["wall", str(line)] if line in lines:
                return Wall(lines[line])
        raise BadInput("action", "nobody does that in Wall Race")
