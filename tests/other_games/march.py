"""March: a test game of two in which everything moves. Made only with what a game of somebody else may import.

Each has four pieces on its first row. A turn is a step to the empty space beside or before or behind, a capture on the
space diagonally ahead, whose piece is taken, or a chain of leaps over the other's pieces, which are all taken. On the
last row a piece is crowned or stays plain, as its player chooses, and may leave the board for good, which is a point.
Whoever cannot move has lost; after forty turns the points count.
"""

from dataclasses import dataclass, replace

from pearlboard.games import api
from pearlboard.games.api import TABLE, Outcome, Piece
from pearlboard.geometry import GRID, Space
from pearlboard.lights.scene import Scene
from pearlboard.texts import say

START = {Space(4, column): (1, False) for column in (0, 2, 4, 6)}
START |= {Space(0, column): (2, False) for column in (1, 3, 5, 7)}
LAST = {1: 0, 2: 4}
AHEAD = {1: -1, 2: 1}


@dataclass(frozen=True)
class Go:
    """A piece goes along `path`, of which the first is its place; alone, it leaves the board. `taken`: captured."""

    path: tuple[Space, ...]
    taken: tuple[Space, ...] = ()
    crowned: bool = False


@dataclass(frozen=True)
class At:
    to_move: int
    pieces: tuple[tuple[Space, tuple[int, bool]], ...] = tuple(START.items())
    points: tuple[int, int] = (0, 0)
    turn: int = 1
    viewer: int | str = TABLE


def at(place, down, across):
    there = Space(place.row + down, place.column + across)
    return there if there in GRID.spaces else None


def goes(pieces, place, seat):
    """All that one piece may do but be crowned."""
    for down, across in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        if (there := at(place, down, across)) and there not in pieces:
            yield Go((place, there))
    for across in (1, -1):
        if (there := at(place, AHEAD[seat], across)) and pieces.get(there, (seat,))[0] != seat:
            yield Go((place, there), (there,))
    yield from leaps({site: one for site, one in pieces.items() if site != place}, (place,), (), seat)
    if place.row == LAST[seat]:
        yield Go((place,))


def leaps(pieces, path, taken, seat):
    for down, across in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        over, there = at(path[-1], down, across), at(path[-1], 2 * down, 2 * across)
        if there and there not in pieces and over not in taken and pieces.get(over, (seat,))[0] != seat:
            yield Go((*path, there), (*taken, over))
            yield from leaps(pieces, (*path, there), (*taken, over), seat)


def open_to(view, seat):
    pieces = dict(view.pieces)
    for place, (owner, _) in view.pieces:
        for go in goes(pieces, place, owner) if owner == seat else ():
            yield go
            if go.path[-1].row == LAST[seat] and len(go.path) > 1:
                yield replace(go, crowned=True)


class MarchRules(api.Rules):
    def opening(self, setup, first, deal):
        return At(first)

    def active(self, state):
        return frozenset() if self.outcome(state) else frozenset({state.to_move})

    def legal(self, view):
        return list(open_to(view, view.to_move)) if view.viewer == view.to_move and not self.outcome(view) else []

    def apply(self, state, actor, action):
        self.may(self.view(state, actor), actor, action)
        pieces = {place: one for place, one in state.pieces if place not in action.taken}
        _, crowned = pieces.pop(action.path[0])
        if len(action.path) > 1:
            pieces[action.path[-1]] = (actor, crowned or action.crowned)
        won = len(action.taken) + 2 * (len(action.path) == 1)
        points = tuple(own + won * (seat == actor) for seat, own in enumerate(state.points, 1))
        return replace(state, to_move=3 - actor, pieces=tuple(pieces.items()), points=points, turn=state.turn + 1)

    def outcome(self, state):
        if state.turn <= 40 and any(True for _ in open_to(state, state.to_move)):
            return None
        return Outcome.by_points(dict(enumerate(state.points, 1)))

    def encode(self, action):
        return [[str(place) for place in action.path], [str(place) for place in action.taken], action.crowned]

    def decode(self, document):
        match document:
            case [[*path], [*taken], bool(crowned)] if path and {*path, *taken} <= set(map(str, GRID.spaces)):
                return Go(tuple(map(GRID.space, path)), tuple(map(GRID.space, taken)), crowned)
        raise api.BadInput("action", "nobody marches so")


class MarchOnBoard(api.OnBoard):
    def expected(self, view):
        return {place: Piece("crowned" if crowned else "plain", seat) for place, (seat, crowned) in view.pieces}

    def moves(self, action):
        return dict.fromkeys(action.taken) | {action.path[0]: action.path[-1] if len(action.path) > 1 else None}

    def through(self, action):
        return frozenset(action.path[1:-1])

    def open_actions(self, view):
        return MARCH.legal(replace(view, viewer=view.to_move))

    def draft(self, view, table, choices, *, confirms_itself):
        seat = view.to_move
        return api.read_draft(self, seat, table, self.open_actions(view), turn=say("march_turn", seat=seat),
                              done=lambda go: say("march_done", seat=seat, place=go.path[-1]))

    def scene(self, view, moment):
        return super().scene(view, moment) if moment.draft is not None else Scene()


class Crowning(api.Choices):
    """Whether a piece is crowned, which no sensor tells."""

    def choose(self, own, moment, choice, wish, *, own_screen):
        return api.Choice(public=bool(wish.get("crowned")))

    def awaits(self, draft, said, *, own_screen):
        return len(getattr(draft, "fits", ())) > 1 and said is None

    def holds(self, draft, choice, *, own_screen):
        return choice if len(getattr(draft, "fits", ())) > 1 else api.Choice()

    def action(self, own, draft, choice):
        return next((go for go in draft.fits if go.crowned is choice.public), draft.action)


class MarchShown(api.Shown):
    def sentence(self, view, moment):
        return moment.draft.sentence if moment.draft is not None else say("march_over")

    def told(self, view, seat, action):
        return say("march_done", seat=seat, place=action.path[-1])


MARCH = MarchRules()
EN = {"title": "March", "turn": "{seat} marches.", "done": "{seat} goes to {place}.", "over": "Over."}
PACKAGE = api.Package(
    "march", say("march_title"), range(2, 3), MARCH, MarchShown(), MarchOnBoard(), levels=("random",),
    choices=Crowning(), players=lambda: {"random": api.Computer(api.ByChance(MARCH))},
    words={"en": {f"march_{name}": text for name, text in EN.items()}})
