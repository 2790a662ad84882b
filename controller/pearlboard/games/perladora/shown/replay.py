"""A finished game of Perladöra, step by step: the beginning, every step, every territory of the count, the result.

It tells every value, and what was taken back was never played.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from pearlboard.games.perladora.board import exhibit
from pearlboard.games.perladora.rules import handicaps, stages
from pearlboard.games.perladora.rules.scoring import Score, TerritoryScore, score
from pearlboard.games.perladora.rules.state import Public, Stage, State
from pearlboard.games.perladora.rules.steps import Begin, PlaceDiver, Power, Step
from pearlboard.games.perladora.rules.territories import territories
from pearlboard.games.perladora.shown.screen import names
from pearlboard.games.perladora.shown.telling import consequences, told, touched
from pearlboard.games.values import TABLE, Course, Json, ReplayFrame, Seat
from pearlboard.geometry import GRID, Site, Space
from pearlboard.texts import Sentence, say

Words = Callable[[Sentence], str]


def values_of(end: State) -> Mapping[Space, int]:
    """The final values of all Divers."""
    return {space: value for space, value in end.values.items() if value is not None}


def counted(course: Course) -> Score:
    """The score of a finished game."""
    return score(course.end.public, values_of(course.end))


def frames(course: Course) -> Iterator[ReplayFrame]:
    """The frames. A frame holds the difference from the one before it."""
    values = values_of(course.end)
    before: Public | None = None
    for kind, public, said, seat, turn, step in _moments(course, values):
        touched_ = touched(step) if step is not None else frozenset()
        lights = exhibit.position(public, touched_, seat)
        yield ReplayFrame(kind, said, lights, seat, turn, _shown(before, public, values, touched_))
        before = public
    result, last = counted(course), course.end.public
    nothing = _shown(last, last, values, frozenset())
    for index, part in enumerate(result.territories):
        yield ReplayFrame(
            "count", (part.reason,), exhibit.counted(last, result, index), shown={**nothing, "territory": index}
        )
    yield ReplayFrame("result", (result.verdict,), exhibit.result(last, result), shown=nothing)


Moments = Iterator[tuple[str, Public, tuple[Sentence, ...], Seat | None, int | None, Step | None]]


def _moments(course: Course, values: Mapping[Space, int]) -> Moments:
    """The beginning, and the position after every step; a Diver's value is known from the start."""
    state = stages.apply(course.start, Begin()) if course.start.public.stage is Stage.PEARLS else course.start
    begins = say("told_beginning", seat=state.public.to_move)
    yield "start", state.public, (begins, *handicaps.said(state.public.setup)), None, None, None
    turn = 1
    for act in course.acts:
        if act.actor == TABLE:
            continue
        step = known(act.action, values)
        after = stages.apply(state, step)
        said = (told(state.public, int(act.actor), step), *consequences(state.public, after.public, step))
        yield "step", after.public, said, int(act.actor), turn, step
        state, turn = after, turn + (not isinstance(step, Power))


def known(step: Step, values: Mapping[Space, int]) -> Step:
    """The step with its Diver's value."""
    return PlaceDiver(step.space, values[step.space]) if isinstance(step, PlaceDiver) else step


def laid(before: State, step: Step) -> list[Json]:
    """The pieces that a step lays or changes, as the frames have them."""
    after = stages.apply(before, step)
    lain = _pieces(before.public, values_of(before))
    return [piece for site, piece in _pieces(after.public, values_of(after)).items() if lain.get(site) != piece]


def document(course: Course, words: Words) -> Json:
    """The document of the replay's page besides the frames."""
    result = counted(course)
    return {
        "advanced": course.setup.advanced,
        "farms": {str(farm): pearls for farm, pearls in course.setup.farms.items()},
        "count": [_part(part, words) for part in result.territories],
        "result": {
            "text": words(result.verdict),
            "winners": list(result.winners),
            "standings": [words(line) for line in result.standings],
        },
    }


def _shown(before: Public | None, public: Public, values: Mapping[Space, int], touched_: frozenset[Site]) -> Json:
    """The difference: new or changed pieces (none ever goes), new territories."""
    lying, lain = _pieces(public, values), _pieces(before, values) if before is not None else {}
    parts, cut = territories(public), territories(before) if before is not None else ()
    old = {part.bits for part in cut}
    return {
        "territory": None,
        "touched": _names(touched_),
        "pieces": [piece for site, piece in lying.items() if lain.get(site) != piece],
        "territories": [
            {"spaces": names(part.spaces), "pearls": part.pearls} for part in parts if part.bits not in old
        ],
        "players": [_player(public, seat) for seat in public.setup.seats],
        "pontoons_left": public.pontoons_left,
    }


def _pieces(public: Public, values: Mapping[Space, int]) -> Mapping[Site, Json]:
    pieces: dict[Site, Json] = {}
    for place, diver in public.divers.items():
        pieces[place] = {
            "site": str(place),
            "kind": "diver",
            "seat": diver.seat,
            "value": values[place],
            "necklaces": diver.necklaces,
            "backup": diver.backup,
            "face_up": diver.shown is not None,
        }
    for edge in GRID.edges_in(public.pontoons):
        pieces[edge] = {
            "site": str(edge),
            "kind": "pontoon",
            "seat": None,
            "value": None,
            "necklaces": 0,
            "backup": False,
            "face_up": False,
        }
    return pieces


def _player(public: Public, seat: Seat) -> Json:
    tokens = {"powers": public.powers[seat - 1], "backup": public.backups[seat - 1]} if public.setup.advanced else {}
    return {"seat": seat, "divers_left": public.left[seat - 1], "done": public.done[seat - 1], **tokens}


def _part(part: TerritoryScore, words: Words) -> Json:
    return {
        "spaces": names(part.territory.spaces),
        "pearls": part.territory.pearls,
        "winners": list(part.winners),
        "totals": [{"side": side, "total": total} for side, total in part.totals.items()],
        "share": part.share,
        "text": words(part.reason),
    }


def _names(sites: Iterable[Site]) -> list[str]:
    return [str(site) for site in sorted(sites, key=GRID.sites.index)]
