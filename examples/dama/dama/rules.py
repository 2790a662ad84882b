"""Dama, the draughts of Turkey, on 5 x 8 spaces: the rules.

A man steps forward or sideways, and takes an enemy beside it or before it by leaping to the empty space right behind.
A king goes as far as it likes along a line, and takes the first enemy on it from any distance. What is taken goes at
once; whoever can take goes on taking, never turns right back, and takes as many as can be taken. A man that ends its
turn on the last file is a king. Whoever cannot move has lost; forty turns without a capture or a man's step are a draw.
"""

from dataclasses import dataclass, replace

from pearlboard.games.api import TABLE, BadInput, Outcome, Rules
from pearlboard.geometry import GRID, Space

FORWARD = {1: 1, 2: -1}
LAST = {1: 7, 2: 0}
START = tuple(
    (Space(row, column), seat, False)
    for seat, files in ((1, (1, 2)), (2, (5, 6)))
    for column in files
    for row in range(5)
)
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))
QUIET = 40


@dataclass(frozen=True)
class Go:
    """A piece goes along `path`, whose first space is its own; `taken` are the enemies it takes."""

    path: tuple[Space, ...]
    taken: frozenset[Space] = frozenset()


@dataclass(frozen=True)
class State:
    """The game at one moment; with its viewer it is a view as well. `pieces`: place, seat, and whether it is a king."""

    to_move: int
    pieces: tuple[tuple[Space, int, bool], ...] = START
    quiet: int = 0
    viewer: int | str = TABLE


def along(place, way):
    """The spaces in one direction, from the next one to the rim."""
    down, across = way
    there = Space(place.row + down, place.column + across) if _inside(place, way) else None
    while there is not None:
        yield there
        there = Space(there.row + down, there.column + across) if _inside(there, way) else None


def _inside(place, way):
    return 0 <= place.row + way[0] < 5 and 0 <= place.column + way[1] < 8


def ways_of(seat, *, king):
    """The directions in which a piece goes: a man does not go back."""
    return [way for way in WAYS if king or way[1] != -FORWARD[seat]]


def steps(board, place, seat, *, king):
    """Where a piece goes without taking anything."""
    for way in ways_of(seat, king=king):
        for there in along(place, way):
            if there in board:
                break
            yield there
            if not king:
                break


def leaps(board, place, seat, way, *, king):
    """The first enemy in a direction, and the spaces on which a piece may land behind it."""
    line = list(along(place, way))
    for at, there in enumerate(line):
        if there in board:
            behind = line[at + 1 :] if king else line[at + 1 : at + 2]
            if board[there][0] != seat:
                yield from ((there, landing) for landing in _until_taken(board, behind))
            return
        if not king:
            return


def _until_taken(board, line):
    for there in line:
        if there in board:
            return
        yield there


def captures(board, path, taken, seat, back, *, king):
    """All chains that go on from here; `back`: the direction that would be right back."""
    for way in ways_of(seat, king=king):
        if way == back:
            continue
        for over, landing in leaps(board, path[-1], seat, way, king=king):
            rest = {place: piece for place, piece in board.items() if place != over}
            found = Go((*path, landing), taken | {over})
            yield found
            yield from captures(rest, found.path, found.taken, seat, (-way[0], -way[1]), king=king)


def open_to(pieces, seat):
    """All actions of a player: of those that lead to the same, one."""
    board = {place: (owner, king) for place, owner, king in pieces}
    own = [(place, king) for place, owner, king in pieces if owner == seat]
    chains = {}
    for place, king in own:
        rest = {site: piece for site, piece in board.items() if site != place}
        for go in captures(rest, (place,), frozenset(), seat, None, king=king):
            chains.setdefault((place, go.path[-1], go.taken), go)
    most = max((len(go.taken) for go in chains.values()), default=0)
    if most:
        return [go for go in chains.values() if len(go.taken) == most]
    return [Go((place, there)) for place, king in own for there in steps(board, place, seat, king=king)]


def after(state, action):
    """The state after an action that is known to be legal."""
    seat, start, end = state.to_move, action.path[0], action.path[-1]
    was = next(king for place, _, king in state.pieces if place == start)
    kept = [piece for piece in state.pieces if piece[0] != start and piece[0] not in action.taken]
    pieces = (*kept, (end, seat, was or end.column == LAST[seat]))
    quiet = 0 if action.taken or not was else state.quiet + 1
    return replace(state, to_move=3 - seat, pieces=tuple(sorted(pieces, key=lambda piece: str(piece[0]))), quiet=quiet)


class DamaRules(Rules):
    def opening(self, setup, first, deal):
        return State(first)

    def active(self, state):
        return frozenset() if self.outcome(state) else frozenset({state.to_move})

    def legal(self, view):
        return open_to(view.pieces, view.to_move) if view.viewer == view.to_move and view.quiet < QUIET else []

    def apply(self, state, actor, action):
        self.may(self.view(state, actor), actor, action)
        return after(state, action)

    def outcome(self, state):
        if state.quiet >= QUIET:
            return Outcome.by_points({1: 0, 2: 0})
        if open_to(state.pieces, state.to_move):
            return None
        return Outcome.by_points({state.to_move: 0, 3 - state.to_move: 1})

    def encode(self, action):
        return [[str(place) for place in action.path], sorted(map(str, action.taken))]

    def decode(self, document):
        match document:
            case [[_, _, *_] as path, [*taken]] if all(
                isinstance(name, str) and name in NAMES for name in path + taken
            ):
                return Go(tuple(NAMES[name] for name in path), frozenset(NAMES[name] for name in taken))
        raise BadInput("action", "nobody goes so in Dama")


NAMES = {str(place): place for place in GRID.spaces}
