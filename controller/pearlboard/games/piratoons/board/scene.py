"""The lights of Piratoons. Pieces hide pockets: what must be seen shines in bars, in the sand, and at corners."""

from dataclasses import dataclass
from typing import Final

from pearlboard.games.api import SEATINGS, Draft, Moment, Verdict
from pearlboard.games.piratoons.board.places import BERTHS, HOURGLASS, SEA, bar, pocket, whose
from pearlboard.games.piratoons.board.roles import Heard, Own
from pearlboard.games.piratoons.rules.options import known
from pearlboard.games.piratoons.rules.scoring import totals, winners
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.rules.tiles import PLACES
from pearlboard.games.piratoons.rules.times import HANDS_MS
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.values import Seat
from pearlboard.geometry import GRID, Light, Site, Space
from pearlboard.lights.scene import Cue, Mark, Role, Scene
from pearlboard.lights.shapes import RIM_CORNERS, around
from pearlboard.lights.signals import Marks, lit

NEWS_MS: Final = 1600
"""The duration of the wave of a stop."""
FULL: Final = 1000
SECONDS: Final = HANDS_MS // 1000
WAVE_MS: Final = 60
"""The delay of the wave from one column to the next."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """Somebody has just said stop."""


def news(before: View, after: View) -> Stopped | None:
    """Only the stop is news: all else stays to be seen."""
    rush = before.stage is Stage.PLUNDER and after.stage not in (Stage.PLUNDER, Stage.CLOSED)
    return Stopped() if rush else None


def lights_of(view: View, moment: Moment) -> Scene:
    """The whole scene."""
    marks = _berths(view, moment) | _rims(view, moment) | _matter(moment)
    if moment.news is not None:
        marks |= _wave()
    return Scene(marks, _cue(view, moment), moment.since_ms)


# --- berths and sand ---------------------------------------------------------------------------------------------


def _berths(view: View, moment: Moment) -> Marks:
    match view.stage:
        case Stage.PLUNDER:
            return _rush(view, moment)
        case Stage.COUNT:
            return _count(view)
        case Stage.BIDS | Stage.CHOICE | Stage.SHIPS:
            return _loot(view, moment) | _hands(view, moment)
        case Stage.CLOSED:
            return _loot(view, moment) if view.practice else {}
        case Stage.TALLY:
            return lit(HOURGLASS, Own.COUNTING)
    return {}


def _rush(view: View, moment: Moment) -> Marks:
    """Nine bars, the pockets of everybody, and the sand: an edge less every fifth of the time."""
    marks: Marks = {}
    for place in range(1, PLACES + 1):
        marks |= lit(bar(place), Own.BERTH)
        for seat in view.setup.seats:
            if view.put[place - 1][seat - 1] or view.turn in (None, seat):
                marks[pocket(place, seat)] = Mark(Own.CREW if view.put[place - 1][seat - 1] else Own.POCKET, seat)
    marks |= _knocked(moment)
    if view.sand_out:
        return marks | lit(HOURGLASS, Own.SAND_OUT)
    if view.turn is not None:
        return marks
    left = FULL if moment.left is None else moment.left
    return marks | lit(HOURGLASS[len(HOURGLASS) - -(-len(HOURGLASS) * left // FULL) :], Own.SAND)


def _knocked(moment: Moment) -> Marks:
    """The places where a piece has just left a tile; the lights say no more of it."""
    berths = (whose(lifted.site) for lifted in moment.lifted if lifted.fresh)
    places = {berth[0] for berth in berths if berth is not None and berth[0] != SEA}
    return {light: mark for place in places for light, mark in lit(bar(place), Own.KNOCKED).items()}


def _count(view: View) -> Marks:
    """A bar pulses as long as somebody on that tile has not said how many."""
    told = known(view)
    marks: Marks = {}
    for place in {place for place, _ in view.seen}:
        open_ = any(told[seat - 1] is None for other, seat in view.seen if other == place)
        marks |= lit(bar(place), Own.COUNTING if open_ else Own.COUNTED)
    return marks


def _loot(view: View, moment: Moment) -> Marks:
    """The winners of the tiles; tiles for sale breathe, in the sea as well."""
    marks: Marks = {}
    for place in BERTHS:
        if place == SEA:
            marks |= lit(bar(SEA), Own.SALE) if view.sea else {}
            continue
        winner = view.loot[place - 1] if view.loot else None
        if winner is not None:
            marks |= lit(bar(place), Own.TAKEN, winner)
        elif view.chest[place - 1] is not None and view.stage is not Stage.SHIPS:
            marks |= lit(bar(place), Own.SALE)
    return marks | _chosen(moment.draft)


def _hands(view: View, moment: Moment) -> Marks:
    """Three, two, one in the sand: then all open their hands."""
    if view.stage is not Stage.BIDS or not view.closed or view.opened or moment.left is None:
        return {}
    return lit(HOURGLASS[: -(-SECONDS * moment.left // FULL)], Own.SAND)


def _chosen(draft: Draft | None) -> Marks:
    if draft is None or draft.verdict is Verdict.ILLEGAL:
        return {}
    places = {berth[0] for site in draft.sites if (berth := whose(site)) is not None}
    return {light: mark for place in places for light, mark in lit(bar(place), Role.CHOSEN, draft.seat).items()}


# --- the border: corners alone -----------------------------------------------------------------------------------


def _rims(view: View, moment: Moment) -> Marks:
    marks: Marks = {}
    for seat, role in _roles(view, moment).items():
        marks |= lit(RIM_CORNERS[SEATINGS[view.setup.players][seat]], role, seat)
    if view.stage is Stage.CHOICE and moment.countdown is not None:
        side = RIM_CORNERS[SEATINGS[view.setup.players][view.buyers[0]]]
        marks = lit(side[: -(-len(side) * moment.countdown // FULL)], Role.COUNTDOWN, view.buyers[0])
    return marks


def _roles(view: View, moment: Moment) -> dict[Seat, str]:
    """The role of each seat's rim."""
    match view.stage:
        case Stage.CLOSED:
            return {} if view.captain is None else {view.captain: Role.TURN}
        case Stage.BIDS:
            return dict.fromkeys(view.sealed, Own.SEALED)
        case Stage.CHOICE:
            return {view.buyers[0]: _of_buyer(moment)}
        case Stage.SHIPS:
            return {seat: Own.READY for seat, ship in enumerate(view.laid, 1) if ship is None}
        case Stage.TALLY:
            return dict.fromkeys(view.setup.seats, Own.READY)
        case Stage.OVER:
            return dict.fromkeys(winners(totals(view)), Role.WINNER)
    return {}


def _of_buyer(moment: Moment) -> str:
    if moment.draft is not None and moment.draft.verdict is Verdict.LEGAL:
        return Role.CONFIRM
    return Role.THINKING if moment.table.thinking else Role.TURN


# --- what is the matter ------------------------------------------------------------------------------------------


def _matter(moment: Moment) -> Marks:
    draft = moment.draft
    if draft is None:
        return {}
    marks: Marks = {}
    for site in draft.lift:
        marks |= lit(about(site, moment.table.sensed), Role.ILLEGAL_END if draft.sites & draft.lift else Role.LIFT)
    for site in draft.put:
        berth = whose(site)
        marks[site] = Mark(Role.MISSING, None if berth is None else berth[1])
    return marks


def about(site: Site, covered: frozenset[Site]) -> frozenset[Light]:
    """The lights around a piece: for a pocket the lines between the rows and the corners, never a bar."""
    if not isinstance(site, Space):
        return around(site, covered)
    between = frozenset(edge for edge in GRID.edges_of[site] if edge.first.column == edge.second.column)
    return frozenset(GRID.corners_of[site]) | between


def _wave() -> Marks:
    """A white wave over all corners, from left to right."""
    return {corner: Mark(Role.WAVE, delay_ms=WAVE_MS * corner.space.column) for corner in GRID.corners}


_HEARD: Final = {Stage.COUNT: Heard.STOP, Stage.SHIPS: Heard.SPLASH, Stage.OVER: Cue.WIN}
"""The sounds at the beginning of a phase."""


def _cue(view: View, moment: Moment) -> str | None:
    draft = moment.draft
    if draft is not None and (wrong := _of_draft(view, draft)) is not None:
        return wrong
    if view.stage is Stage.PLUNDER:
        return Heard.SAND_OUT if view.sand_out else Heard.OPEN
    if view.stage is Stage.BIDS and view.closed:
        return Heard.HANDS
    if view.stage is Stage.BIDS:
        return Heard.KNOCK if view.sealed else Heard.COIN
    return _HEARD.get(view.stage)


def _of_draft(view: View, draft: Draft) -> str | None:
    """The warning about pieces; after the loot they are all to be lifted, which is no alarm."""
    if draft.lift and view.stage is not Stage.BIDS:
        return Cue.ILLEGAL if draft.sites & draft.lift else Cue.TAKEN_BACK
    if draft.put:
        return Cue.MISSING
    return Cue.PLACED if draft.verdict is Verdict.LEGAL else None
