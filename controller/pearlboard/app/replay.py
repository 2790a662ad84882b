"""A finished game, step by step: for the page of the archive, and for the lights.

Only of a game that was counted to its end: before that nothing here can be had, since a replay tells every value. What
was taken back was never played. A frame is a moment: the beginning, the position after each step, each territory of
the count, the result.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias

from pearlboard.games.api import NOWHERE, SEATINGS, Seat
from pearlboard.games.perladora import exhibit as lights
from pearlboard.games.perladora.scoring import Score, TerritoryScore, score
from pearlboard.games.perladora.state import Public
from pearlboard.games.perladora.steps import PlaceDiver
from pearlboard.games.perladora.telling import consequences, told, touched
from pearlboard.games.perladora.territories import territories
from pearlboard.geometry import GRID, Site, Space
from pearlboard.lights.scene import Scene
from pearlboard.session.evolve import agreed, game_of
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Phase, Session
from pearlboard.texts import Catalogue, Sentence, say

Json: TypeAlias = dict[str, Any]


class Kind(StrEnum):
    """What a frame shows."""

    START = "start"  # the Pearls lie there
    STEP = "step"  # the position after a step
    COUNT = "count"  # one territory, and who wins it
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment. `seat`, `turn`, `touched` are those of a step; `territory` is the number of the one counted."""

    kind: Kind
    public: Public
    said: tuple[Sentence, ...]
    seat: Seat | None = None
    turn: int | None = None
    touched: frozenset[Site] = NOWHERE
    territory: int | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole game; `values` are those of all Divers, as they were counted."""

    number: int
    agreement: Agreement
    values: Mapping[Space, int]
    score: Score
    frames: tuple[Frame, ...]


def replay(session: Session) -> Replay:
    """All of a game; `LookupError` unless it was counted to its end."""
    if session.phase is not Phase.OVER:
        raise LookupError("only a game that was counted can be shown again")
    values = {space: value for space, value in session.state.values.items() if value is not None}
    counted = score(session.state.public, values)
    frames = (*_played(session, values), *_counted(session.state.public, counted))
    return Replay(session.number, agreed(session), values, counted, frames)


def _played(session: Session, values: Mapping[Space, int]) -> Iterator[Frame]:
    """The beginning, and the position after every step; a Diver's value is known from the start."""
    game, state = game_of(session), session.start
    yield Frame(Kind.START, state.public, (say("told_beginning", seat=state.public.to_move),))
    turn = 1
    for seat, recorded in session.played:
        step = recorded
        if isinstance(recorded, PlaceDiver):
            step = replace(recorded, value=values[recorded.space])
        after = game.apply(state, step)
        said = (told(state.public, seat, step), *consequences(state.public, after.public, step))
        yield Frame(Kind.STEP, after.public, said, seat, turn, touched(step))
        state, turn = after, turn + game.ends_turn(step)


def _counted(public: Public, counted: Score) -> Iterator[Frame]:
    for number, part in enumerate(counted.territories):
        yield Frame(Kind.COUNT, public, (part.reason,), territory=number)
    yield Frame(Kind.RESULT, public, (counted.verdict,))


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A finished game that is shown on the lights of the board, and the frame that it has come to."""

    replay: Replay = field(repr=False)
    index: int

    def turned(self, by: int) -> "Exhibit | None":
        """So many frames on; None before the first and behind the last."""
        index = self.index + by
        return Exhibit(self.replay, index) if 0 <= index < len(self.replay.frames) else None


# --- on the lights -----------------------------------------------------------------------------------------------


def scene_of(exhibit: Exhibit) -> Scene:
    """The lights of an empty board."""
    shown, frame = exhibit.replay, exhibit.replay.frames[exhibit.index]
    if frame.territory is not None:
        return lights.counted(frame.public, shown.score, frame.territory)
    if frame.kind is Kind.RESULT:
        return lights.result(frame.public, shown.score)
    return lights.position(frame.public, frame.touched, frame.seat)


# --- on the page -------------------------------------------------------------------------------------------------


def document(shown: Replay, finished: str, catalogue: Catalogue) -> Json:
    """The whole game as plain data, with its sentences in the catalogue's language; `docs/http.md` describes it."""
    setup = shown.agreement.setup
    names = dict(enumerate(shown.agreement.names, 1))

    def words(said: Sentence) -> str:
        return catalogue.render(said, names)

    return {
        "number": shown.number,
        "finished": finished,
        "lang": catalogue.language,
        "advanced": setup.advanced,
        "record": f"/archive/{shown.number}.json",
        "players": [
            {
                "seat": seat,
                "name": names[seat],
                "clan": setup.clans[seat - 1].value,
                "side": setup.side(seat),
                "place": SEATINGS[setup.players].places[seat],
            }
            for seat in setup.seats
        ],
        "farms": {str(farm): pearls for farm, pearls in setup.farms.items()},
        "frames": [
            _frame(before, frame, shown.values, words)
            for before, frame in zip((None, *shown.frames), shown.frames, strict=False)
        ],
        "count": [_part(part, words) for part in shown.score.territories],
        "result": {
            "text": words(shown.score.verdict),
            "winners": list(shown.score.winners),
            "standings": [words(line) for line in shown.score.standings],
        },
    }


Words: TypeAlias = Callable[[Sentence], str]


def _frame(before: Frame | None, frame: Frame, values: Mapping[Space, int], words: Words) -> Json:
    """What is different after this frame: pieces that are new or have changed (none ever goes), new territories."""
    public = frame.public
    lying, lain = _pieces(public, values), _pieces(before.public, values) if before is not None else {}
    parts, cut = territories(public), territories(before.public) if before is not None else ()
    return {
        "kind": frame.kind.value,
        "turn": frame.turn,
        "seat": frame.seat,
        "territory": frame.territory,
        "said": [words(said) for said in frame.said],
        "touched": _names(frame.touched),
        "pieces": [piece for site, piece in lying.items() if lain.get(site) != piece],
        "territories": [
            {"spaces": _names(part.spaces), "pearls": part.pearls}
            for part in parts
            if part.bits not in {old.bits for old in cut}
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
        "spaces": _names(part.territory.spaces),
        "pearls": part.territory.pearls,
        "winners": list(part.winners),
        "totals": [{"side": side, "total": total} for side, total in part.totals.items()],
        "share": part.share,
        "text": words(part.reason),
    }


def _names(sites: Iterable[Site]) -> list[str]:
    return [str(site) for site in sorted(sites, key=GRID.sites.index)]
