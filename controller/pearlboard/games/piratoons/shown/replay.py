"""A finished game of Piratoons, round by round and step by step. It tells every bid.

What the log knows it tells, and no more: of pieces that were placed by taps their order, and which came after the sand
was out; of pieces on the board who was on which tile at the stop, and what was said of it then. No landing is a fact.
A bid that was replaced before all were opened was never made. A frame shows what is different from the one before.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pearlboard.games.api import TABLE, Act, Course, Json, ReplayFrame, Seat
from pearlboard.games.piratoons.board.again import again
from pearlboard.games.piratoons.rules.actions import Bid, Choose, Fists, Lay, Put, Rebid
from pearlboard.games.piratoons.rules.plunder import cancelled, placed
from pearlboard.games.piratoons.rules.positions import ship_to_json
from pearlboard.games.piratoons.rules.scoring import scores, totals, winners
from pearlboard.games.piratoons.rules.state import Stage, State, Where
from pearlboard.games.piratoons.rules.tiles import BOATS, BOW, DESIGNS, KINDS_OF_THE_BOX, PLACES, STERN, Tile, box
from pearlboard.games.piratoons.rules.view import view
from pearlboard.games.piratoons.shown import bought, names, retelling
from pearlboard.games.piratoons.shown.screen import standings
from pearlboard.games.piratoons.shown.telling import verdict
from pearlboard.texts import Sentence, say

LOOTED = (Stage.BIDS, Stage.CHOICE, Stage.SHIPS)


def frames(course: Course) -> Iterator[ReplayFrame]:
    """The frames: every action, its results, the count by category, the result."""
    yield from _Telling(course).frames()


def weighed(course: Course) -> dict[int, int]:
    """The acts to analyse: the plunder as a whole, bids (of people at one page all at once, opened), purchases, ships;
    with the frame of each.

    Single pieces are not: nobody has the time to weigh them. Nor is a bid that was replaced.
    """
    telling, found, number = _Telling(course), dict[int, int](), 1
    if course.setup.boxed:
        return found
    for at, (act, after) in enumerate(zip(course.acts, _afters(course), strict=True)):
        told = list(telling.of_act(act, after))
        if told[0].kind == "loot" or (
            isinstance(act.action, Bid | Fists | Choose | Lay) and not _replaced(course, act)
        ):
            found[at] = number
        number += len(told)
    return found


def _replaced(course: Course, act: Act) -> bool:
    if not isinstance(act.action, Bid):
        return False
    return bid_of(course, act.before, int(act.actor), act.action.doubloons) != act.action.doubloons


def _afters(course: Course) -> list[State]:
    """The state after each act, with what was noted and what ran out until the next."""
    return [*(act.before for act in course.acts[1:]), course.end]


@dataclass
class _Telling:
    """Goes through a course once. `chest`: the nine tiles of the round, also those that are taken by now."""

    course: Course
    chest: tuple[Tile | None, ...] = ()
    told: dict[str, object] = field(default_factory=dict)

    def frames(self) -> Iterator[ReplayFrame]:
        start: State = self.course.start
        yield self._frame("start", start, (say("piratoons_again_start", seat=start.captain),))
        for act, after in zip(self.course.acts, _afters(self.course), strict=True):
            yield from self.of_act(act, after)
        end: State = self.course.end
        counted = scores(end.ships, end.doubloons)
        for name in () if end.setup.boxed else retelling.CATEGORIES:
            yield self._frame("count", end, retelling.category(name, counted), category=name)
        yield self._frame("result", end, (verdict(totals(end)),), category=None)

    def of_act(self, act: Act, after: State) -> Iterator[ReplayFrame]:
        """The frame of an act, and then those of its results."""
        before: State = act.before
        if after.stage is Stage.PLUNDER:
            self.chest = after.now.chest
        yield self._done(act, after)
        last = before.stage is Stage.BIDS and after.stage is not Stage.BIDS
        if last:
            bids = tuple(bid or 0 for bid in after.now.bids)
            yield self._frame(
                "auction", after, tuple(retelling.opened(view(after, TABLE), bids)), turn=before.played + 1
            )
        if after.played > before.played:
            said = retelling.round_over(after, after.rounds[-1])
            yield self._frame("round", after, said, turn=after.played)

    def _done(self, act: Act, after: State) -> ReplayFrame:
        """The frame of an act; an act of all together has no seat, and a word of its own."""
        before: State = act.before
        loot = before.stage in (Stage.PLUNDER, Stage.COUNT) and after.stage in LOOTED
        said = [self._said(act, after), *retelling.besides(before, act.actor, act.action)]
        if loot:
            said += retelling.looted(view(after, TABLE), self.chest)
        seat = None if act.actor == TABLE else int(act.actor)
        kind = "step" if seat is not None else "loot" if loot else type(act.action).__name__.lower()
        hidden = isinstance(act.action, Bid | Rebid | Fists)
        shown = before if hidden and after.stage is not Stage.BIDS else after
        place = act.action.place if isinstance(act.action, Put) else None
        return self._frame(kind, shown, tuple(said), seat, before.played + 1, place=place, sand=before.now.sand_out)

    def _said(self, act: Act, after: State) -> Sentence:
        """The sentence of an act; for a replaced bid, of the one that counted."""
        if isinstance(act.action, Bid):
            return retelling.bid(int(act.actor), bid_of(self.course, act.before, int(act.actor), act.action.doubloons))
        if isinstance(act.action, Fists):
            return next(retelling.opened(view(after, TABLE), tuple(bid or 0 for bid in after.now.bids)))
        return retelling.acted(act.before, act.actor, act.action)

    def _frame(
        self,
        kind: str,
        state: State,
        said: tuple[Sentence, ...],
        seat: Seat | None = None,
        turn: int | None = None,
        **more: object,
    ) -> ReplayFrame:
        now = {"place": None, **_shown(state, self.chest), **more}
        if kind in ("count", "result"):
            now |= {"chest": [], "phase": "over"}
        different = {key: value for key, value in now.items() if key not in self.told or self.told[key] != value}
        self.told |= now
        return ReplayFrame(kind, said, again(view(state, TABLE), seat), seat, turn, {"now": different})


def bid_of(course: Course, before: State, seat: Seat, sealed: int) -> int:
    """A seat's bid when all were opened, in the round of that state."""
    bids = course.end.rounds[before.played].bids if before.played < len(course.end.rounds) else None
    return sealed if bids is None else bids[seat - 1]


def _shown(state: State, chest: tuple[Tile | None, ...]) -> Json:
    """How things stood, for the page."""
    now, seen = state.now, view(state, TABLE)
    return {
        "phase": str(state.stage),
        "round": seen.round,
        "captain": state.captain,
        "sand": now.sand_out,
        "chest": [_place(state, place, chest) for place in range(1, PLACES + 1)] if now.chest else [],
        "out": sorted(now.out),
        "sea": list(state.sea),
        "bids": None if seen.bids is None else list(seen.bids),
        "ships": [] if state.setup.boxed else [ship_to_json(ship) for ship in seen.lies],
        "won": [sorted(tiles) for tiles in now.won] if now.won else [[] for _ in state.setup.seats],
        "doubloons": list(state.doubloons),
        "stock": list(_stock(state)),
    }


def _place(state: State, place: int, chest: tuple[Tile | None, ...]) -> Json:
    """A tile as it was dealt, whether it still lies there, who is on it, how many as far as anybody has said."""
    now = state.now
    crew = now.crew if now.crew is not None else now.put
    row = [*crew[place - 1]] if crew else [0] * state.setup.players
    if now.crew is None:
        row = [_told(state, place, seat, row[seat - 1]) for seat in state.setup.seats]
    winner = now.loot[place - 1] if now.loot else None
    return {
        "place": place,
        "tile": chest[place - 1],
        "lies": now.chest[place - 1] is not None,
        "crew": row,
        "seen": sorted(seat for other, seat in now.seen if other == place),
        "winner": winner,
        "level": list(cancelled(now.crew[place - 1], now.out)) if now.crew is not None else [],
    }


def _told(state: State, place: int, seat: Seat, put: int) -> int:
    said = state.now.said[seat - 1] if state.now.said else None
    return put if said is None else said.crew[place - 1]


def _stock(state: State) -> Iterator[int | None]:
    """The pieces in each seat's hand: known at once for taps, on the board when all is counted."""
    now, seen = state.now, view(state, TABLE)
    rush = state.stage is Stage.PLUNDER and state.setup.plunder is Where.SCREEN
    for seat in state.setup.seats:
        if now.crew is not None:
            yield box().crew - placed(now.crew, seat) - now.spoiled[seat - 1]
        else:
            yield seen.stock[seat - 1] if rush else None


def document(course: Course, words: Callable[[Sentence], str]) -> Json:
    """The document of the replay's page besides the frames."""
    end: State = course.end
    points = totals(end)
    return {
        "plunder": str(end.setup.plunder),
        "tiles": {tile: words(names.tile(tile)) for tile in (BOW, STERN, *BOATS, *DESIGNS, *KINDS_OF_THE_BOX)},
        "bought": [] if end.setup.boxed else bought.document(course),
        "result": {"text": words(verdict(points)), "winners": list(winners(points)), "standings": standings(end, {})},
    }
