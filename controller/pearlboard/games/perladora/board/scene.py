"""The lights in each phase of a game: who is to do what, and where. They show what everybody knows.

A piece hides the light under it, so everything that is asked of a piece stands beside it. What lies higher in this
order hides what lies lower: what must be put right, the draft, a new territory, the rim of the player whose turn it
is, hints, territories: all of them where that is set or asked for, else the full ones. A territory is shown by the
edges inside it, which stay free.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from pearlboard.games.perladora.board.drafts import Draft
from pearlboard.games.perladora.board.hints import Hints
from pearlboard.games.perladora.board.roles import Heard, Own
from pearlboard.games.perladora.board.shades import shades
from pearlboard.games.perladora.rules.state import Public
from pearlboard.games.perladora.rules.territories import open_edges, unfilled_spaces
from pearlboard.games.values import NOWHERE, SEATINGS, Seat, Table, Verdict
from pearlboard.geometry import GRID, Light, Site, Space
from pearlboard.lights.scene import Cue, Mark, Role, Scene
from pearlboard.lights.shapes import RIM_CORNERS, around, at, inner_edges, sign, touching
from pearlboard.lights.signals import Marks, beside, corners, lit, on, rim

WAVE_STEP_MS: Final = 45
WAVE_MS: Final = 1_700
"""How long the wave over a new territory takes, at most; for so long `fresh` is to be given."""
CALM: Final = (None, Cue.PLACED)
"""While nothing but this is heard of the pieces, nothing has to be put right, and territories may be shown."""
_DIGIT_LEFT, _DIGIT_RIGHT, _DIGIT_TOP = 4, 11, 3  # two places on the field that no farm touches


def playing(
    public: Public,
    draft: Draft,
    table: Table,
    *,
    countdown: int | None = None,
    hints: Hints | None = None,
    fresh: Sequence[frozenset[Space]] = (),
    upside_down: bool = False,
    asking: bool = False,
    advised: frozenset[Site] = NOWHERE,
    regions: bool = False,
    since_ms: int = 0,
) -> Scene:
    """The game is on.

    countdown    thousandths left until the draft confirms itself; None if it waits for the button
    fresh        territories that came into being at `since_ms`, at most `WAVE_MS` ago
    upside_down  the button was pressed, and no draft was seen
    asking       the draft waits for a value that is said on a screen
    advised      where the computer would play, for the player who has asked it
    regions      all territories are to be shown; they make way for whatever is asked of somebody
    """
    matter, cue = _matter(public, draft, table)
    rim = _rim(public, draft, table, countdown, asking=upside_down or asking)
    shown = {} if matter else _advice(table, hints, advised, lines=not regions)
    under = shades(public) if regions and cue in CALM else _full(public)
    marks = under | rim | shown | _looked(public, table) | _wave(public, fresh) | matter
    if countdown is not None:
        marks |= {light: mark for light, mark in rim.items() if mark.role == Role.COUNTDOWN}
    return Scene(marks, cue or (Cue.ASK if upside_down else Heard.TERRITORY if fresh else None), since_ms)


def _advice(table: Table, hints: Hints | None, advised: frozenset[Site], *, lines: bool) -> Marks:
    """The legal places or, if that was asked, the places where the computer would play.

    `lines`: legal lines are lit, too; otherwise a territory is shown there.
    """
    if advised:
        return {light: mark for site in advised for light, mark in on(site, _covered(table), Role.ADVISED).items()}
    found = _hints(hints) if hints is not None else {}
    return found if lines else {light: mark for light, mark in found.items() if mark.role != Own.LEGAL_EDGE}


def pearls(farm: Space, count: int) -> Scene:
    """Set-up: lay so many Pearls on that farm. The digit stands on the half of the field away from it."""
    left = _DIGIT_LEFT if at(farm)[0] > at(GRID.spaces[-1])[0] // 2 else _DIGIT_RIGHT
    return Scene(
        lit({farm, *GRID.corners_of[farm]}, Own.FARM) | lit(sign(str(count), left, _DIGIT_TOP), Own.DIGIT), Heard.SETUP
    )


def reveal(public: Public, territory: frozenset[Space], unsaid: frozenset[Space]) -> Scene:
    """Turn up the Divers of this territory, and say what these are worth."""
    pointed: Marks = {}
    for space in sorted(unsaid):
        for light in around(space, _lying(public)):
            pointed.setdefault(light, Mark(Own.UNSAID, public.divers[space].seat))
    return Scene(lit(_inside(public, territory), Role.REVEALED) | pointed, Heard.REVEAL)


def counted(public: Public, territories: Sequence[tuple[frozenset[Space], Sequence[Seat]]]) -> Scene:
    """The territories counted so far, each with the seats that share its Pearls; the last is being shown now.

    The rims say who has won that one; those before keep their winners' colours.
    """
    marks: Marks = {}
    for territory, winners in territories:
        lights = sorted(_inside(public, territory), key=at)
        marks |= {
            light: Mark(Role.COUNTED, winners[number % len(winners)]) if winners else Mark(Own.UNWON)
            for number, light in enumerate(lights)
        }
    if territories:
        territory, winners = territories[-1]
        marks |= lit(_inside(public, territory), Role.REVEALED if winners else Own.UNWON)
        marks |= _sides(public.setup.players, winners, Role.COUNTED)
    return Scene(marks, Heard.COUNT)


def winners(public: Public, seats: Iterable[Seat]) -> Scene:
    """The scene of a victory of these seats."""
    return Scene(_sides(public.setup.players, seats, Role.WINNER), Cue.WIN)


# --- what is the matter ------------------------------------------------------------------------------------------


def _matter(public: Public, draft: Draft, table: Table) -> tuple[Marks, str | None]:
    """The marks of what is asked of pieces, in the order in which the draft speaks of them."""
    return _awaited(public, draft, table) or _drafted(public, draft, table)


def _awaited(public: Public, draft: Draft, table: Table) -> tuple[Marks, str | None] | None:
    """The lights for something that must happen before a draft can be read; None if there is nothing."""
    if table.missing:
        early = lit(corners(draft.sites), Role.FOREIGN if draft.seat is None else Role.DRAFT, draft.seat)
        later = _where_they_belong(public, draft.later, Own.GONE)
        return early | later | _where_they_belong(public, table.missing - draft.later, Role.MISSING), Cue.MISSING
    if table.to_lift:
        return beside(table.to_lift, table.sensed, Role.LIFT), Cue.TAKEN_BACK
    if table.looked_at:
        return _where_they_belong(public, table.looked_at, Role.OWED), None
    if table.to_lay:
        return _owed(public, draft), Cue.OWED
    return None


def _owed(public: Public, draft: Draft) -> Marks:
    """The place of the piece that is asked for, over what lies beside it: in a wrong place, or early."""
    early = lit(corners(draft.sites - draft.lift), Role.DRAFT, draft.seat)
    return early | lit(corners(draft.lift), Role.FOREIGN) | _where_they_belong(public, draft.put, Role.OWED)


def _drafted(public: Public, draft: Draft, table: Table) -> tuple[Marks, str | None]:
    """New pieces and what was chosen for a token. What waits for the main action shines as a draft, and no more."""
    covered = _covered(table)
    if draft.seat is None or table.thinking:
        return beside(draft.sites, covered, Role.FOREIGN), Cue.FOREIGN if draft.sites else None
    waiting = lit(corners(table.extra - draft.sites - {draft.target}), Role.DRAFT, draft.seat)
    if draft.verdict is Verdict.LEGAL and draft.target is not None:
        return waiting | on(draft.target, covered, Role.CHOSEN, draft.seat), Cue.PLACED
    if draft.verdict is Verdict.LEGAL:
        return waiting | beside(draft.sites, covered, Role.DRAFT, draft.seat), Cue.PLACED
    if draft.verdict is Verdict.ILLEGAL and draft.target is not None:
        return waiting | _refused(draft, draft.target, covered), Cue.ILLEGAL
    if draft.verdict is Verdict.ILLEGAL:
        return waiting | _illegal(public, draft, covered), Cue.ILLEGAL
    pieces = lit(corners(draft.sites), Role.DRAFT, draft.seat)
    return pieces | _targets(draft, covered), Cue.TARGET if draft.targets else None


def _illegal(public: Public, draft: Draft, covered: frozenset[Site]) -> Marks:
    """An illegal piece flashes at its ends, over the corners of what may stay, over the region that would be too
    small.
    """
    region = (_inside(public, draft.region) | touching(draft.region)) - covered
    ends = beside(draft.lift, covered, Role.ILLEGAL_END)
    stays = lit(corners(draft.sites - draft.lift), Role.DRAFT, draft.seat)
    return ends | lit(region, Own.TOO_SMALL) | stays | lit(corners(draft.lift), Role.ILLEGAL_END)


def _refused(draft: Draft, chosen: Site, covered: frozenset[Site]) -> Marks:
    """An impossible choice flashes, over the pieces against it, over the possible targets."""
    reason: Marks = {}
    for site in draft.at - {chosen}:
        reason |= {site: Mark(Role.REASON)} if site not in covered else beside([site], covered, Role.REASON)
    return _targets(draft, covered) | reason | on(chosen, covered, Role.REFUSED)


def _targets(draft: Draft, covered: frozenset[Site]) -> Marks:
    """A Diver shines at its corners and the free lines around it, which end where its territory does."""
    marks: Marks = {}
    for target in draft.targets:
        if target not in covered:
            marks[target] = Mark(Role.TARGET)
        elif isinstance(target, Space):
            marks |= lit(corners([target]) | (frozenset(GRID.edges_of[target]) - covered), Role.TARGET)
    return marks


def _looked(public: Public, table: Table) -> Marks:
    """The Diver that the Power of this turn looks at, while the main action is to come."""
    return {} if public.looked is None else beside([public.looked], _covered(table), Own.LOOKED, public.to_move)


def _covered(table: Table) -> frozenset[Site]:
    """The places whose light a piece hides; a place without a working sensor counts as expected, except for a tile that
    is being looked at.
    """
    return table.sensed | table.expected & table.unsensed - table.looked_at


def _where_they_belong(public: Public, sites: Iterable[Site], role: str) -> Marks:
    return {
        site: Mark(role, public.divers[site].seat if isinstance(site, Space) and site in public.divers else None)
        for site in sites
    }


# --- what lies under it ------------------------------------------------------------------------------------------


def _rim(public: Public, draft: Draft, table: Table, countdown: int | None, *, asking: bool) -> Marks:
    """The side of the player whose turn it is; none while the table must be put right by whoever is nearest.

    Its corners alone: no piece is ever laid there, so they cannot be taken for a place to lay one.
    """
    seat = draft.seat
    if seat is None or table.missing:
        return {}
    corners = RIM_CORNERS[SEATINGS[public.setup.players][seat]]
    if draft.verdict is Verdict.LEGAL and countdown is not None:
        left = corners[: -(-len(corners) * countdown // 1000)]
        return lit(corners, Role.TURN, seat) | lit(left, Role.COUNTDOWN, seat)
    if asking:
        role = Role.ASK
    elif draft.verdict is Verdict.LEGAL:
        role = Role.CONFIRM
    elif table.looked_at:
        role = Role.WAITING
    else:
        role = Role.THINKING if table.thinking else Role.TURN
    return lit(corners, role, seat)


def _hints(hints: Hints) -> Marks:
    return (
        lit(hints.spaces, Own.LEGAL_SPACE) | lit(hints.edges, Own.LEGAL_EDGE) | lit(hints.forbidden, Own.FORBIDDEN_EDGE)
    )


def _full(public: Public) -> Marks:
    """Every territory in which nothing more can be laid on a space, faintly."""
    unfilled = unfilled_spaces(public)
    spaces = frozenset(GRID.spaces_in(GRID.all_spaces & ~unfilled))
    return lit(_inside(public, spaces) - spaces, Own.FULL)


def _wave(public: Public, fresh: Sequence[frozenset[Space]]) -> Marks:
    """A wave of white that runs over each new territory from its upper left, and then darkness."""
    marks: Marks = {}
    for territory in fresh:
        lights = _inside(public, territory) | touching(territory) | territory
        first = min(sum(at(light)) for light in lights)
        marks |= {light: Mark(Role.WAVE, None, WAVE_STEP_MS * (sum(at(light)) - first)) for light in lights}
    return marks


# --- shapes of the game ------------------------------------------------------------------------------------------


def _lying(public: Public) -> frozenset[Site]:
    return frozenset(public.divers) | frozenset(GRID.edges_in(public.pontoons))


def _inside(public: Public, region: frozenset[Space]) -> frozenset[Light]:
    """A region's free edges and empty spaces."""
    closed: frozenset[Site] = frozenset(GRID.edges_in(GRID.all_edges & ~open_edges(public)))
    return inner_edges(region, closed) | (region - frozenset(public.divers))


def _sides(players: int, seats: Iterable[Seat], role: str) -> Marks:
    found: Marks = {}
    for seat in seats:
        found |= rim(SEATINGS[players][seat], role, seat)
    return found
