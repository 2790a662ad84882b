"""Matches of two. A round robin by the circle method: one person stays, the others go round, and each meets each once.

A Swiss by py4swiss, which follows the rules of the chess federation FIDE (the Dutch system): equal points together,
nobody twice against the same, and whoever sat first sits second soon. It is imported when it is used: it is compiled,
and not for every machine.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from pearlboard.hub.competition.values import Competition, Entry, Match

if TYPE_CHECKING:
    from py4swiss.trf.results import RoundResult

LIBRARY: Final = "py4swiss"
TEN: Final = 10


class Unpairable(Exception):
    """No round is left in which nobody meets the same person again."""


def swiss_is_there() -> bool:
    """Whether the library that pairs a Swiss of two seats is installed."""
    return find_spec(LIBRARY) is not None


def circle(entries: int, at: int) -> list[tuple[int, int]]:
    """All pairs of round `at` (from 1) of so many people; who meets nobody is left out.

    Each further turn changes seats. Over a turn everybody sits first as often as second, or once more.
    """
    size = entries + entries % 2
    turn, step = divmod(at - 1, size - 1)
    going = [1 + (step + each) % (size - 1) for each in range(size - 1)]
    ring = [*going, size]
    found = []
    for each in range(size // 2):
        one, other = ring[each], ring[-1 - each]
        swapped = step % 2 if each == 0 else each % 2
        pair = (other, one) if (swapped + turn) % 2 else (one, other)
        if max(pair) <= entries:
            found.append(pair)
    return found


def round_robin(competition: Competition) -> list[tuple[int, ...]]:
    """The next round of a league; who should meet somebody that is not there has a bye."""
    at = len(competition.drawn) + 1
    field = set(competition.field(at))
    return [pair for pair in circle(len(competition.entries), at) if field.issuperset(pair)]


def swiss(competition: Competition) -> list[tuple[int, ...]]:
    """The next round of a Swiss; `ImportError` without the library, `Unpairable`."""
    from py4swiss.engines import DutchEngine  # noqa: PLC0415 - an extra
    from py4swiss.engines.common import PairingError  # noqa: PLC0415
    from py4swiss.trf import ParsedTrf  # noqa: PLC0415
    from py4swiss.trf.codes import PlayerCode  # noqa: PLC0415
    from py4swiss.trf.sections import PlayerSection, XSection  # noqa: PLC0415

    at, points = len(competition.drawn) + 1, competition.points()
    order = {one: rank for rank, one in enumerate(sorted(points, key=lambda one: (-points[one], one)), 1)}
    told = XSection(number_of_rounds=max(competition.rounds, at))
    told.zeroed_ids = set(points).difference(competition.field(at))
    people = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=entry.number,
            points_times_ten=points[entry.number] * TEN // 2,
            rank=order[entry.number],
            results=[_told(competition, entry, each) for each in range(1, at)],
        )
        for entry in competition.entries
    ]
    trf = ParsedTrf(player_sections=people, x_section=told)
    trf.validate_contents()
    try:
        found = DutchEngine.generate_pairings(trf)
    except PairingError as error:
        raise Unpairable from error
    return [(int(pair.white), int(pair.black)) for pair in found if pair.black]


def _told(competition: Competition, entry: Entry, at: int) -> "RoundResult":
    """A player's round, as the library wants it."""
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult  # noqa: PLC0415

    match = next((each for each in competition.drawn[at - 1] if entry.number in each.seats), None)
    if match is None:
        rested = ResultToken.PAIRING_ALLOCATED_BYE if entry.takes_part(at) else ResultToken.ZERO_POINT_BYE
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=rested)
    seat = match.seats.index(entry.number)
    color = (ColorToken.WHITE, ColorToken.BLACK)[seat]
    return RoundResult(id=match.seats[1 - seat], color=color, result=ResultToken(_letter(match, seat)))


def _letter(match: Match, seat: int) -> str:
    """The letter of that seat's result: not played is a plus or a minus."""
    mine, other = (match.places or (None, None))[seat], (match.places or (None, None))[1 - seat]
    if mine is None or other is None:
        return "-" if mine is None else "+"
    return "=" if mine == other else "1" if mine < other else "0"
