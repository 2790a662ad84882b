"""The analysis of a finished game as plain data; `docs/http-reference.md` describes it."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeAlias

from pearlboard.computers.analysis import Analysis, Assessment, Moment, bounded
from pearlboard.computers.chances import DECISIVE, Standing, said, said_at_the_end, turning_points, turns
from pearlboard.games.api import Side
from pearlboard.table.exhibit import people
from pearlboard.texts import Catalogue, Sentence

Json: TypeAlias = dict[str, Any]
Words: TypeAlias = Callable[[Sentence], str]


def document(analysis: Analysis, catalogue: Catalogue) -> Json:
    """The whole document, with sentences in the catalogue's language."""
    names = dict(enumerate(analysis.agreement.names, 1))
    speaking = catalogue.of(analysis.package.name)

    def words(said: Sentence) -> str:
        return speaking.render(said, names)

    curve = analysis.curve
    turned = turns(curve)
    players = people(analysis.agreement, analysis.package)
    return {
        "number": analysis.number,
        "lang": catalogue.language,
        "game": analysis.package.name,
        "steps": len(analysis.moments),
        "thought": len(analysis.thought),
        "done": analysis.done,
        "failed": analysis.failed is not None,
        "chances": analysis.judges,
        "sides": [
            {
                "side": side,
                "players": [player for player in players if player["seat"] in seats],
                "points": [_point(standing, side) for standing in curve],
            }
            for side, seats in analysis.sides.items()
        ],
        "standings": [{"frame": standing.frame, "said": words(_said(analysis, standing))} for standing in curve],
        "moments": [_moment(analysis, moment, verdict, curve, words) for moment, verdict in analysis.thought],
        "turning": turning_points(turned),
        "decisive": turning_points(turned, DECISIVE),
    }


def _said(analysis: Analysis, standing: Standing) -> Sentence:
    tell = said_at_the_end if standing.chances is analysis.end else said
    return tell(standing.chances, analysis.sides)


def _point(standing: Standing, side: Side) -> Json:
    chances = standing.chances[side]
    return {"frame": standing.frame, "result": round(chances.result, 4), "points": round(chances.points, 2)}


def _moment(analysis: Analysis, moment: Moment, verdict: Assessment, curve: list[Standing], words: Words) -> Json:
    told = {"frame": moment.frame, "turn": moment.turn, "seat": moment.seat, "swing": None, "better": None}
    if moment.seat is None:
        return {**told, "played": " ".join(words(said) for said in moment.said)}
    package = analysis.package
    side = next(side for side, seats in analysis.sides.items() if moment.seat in seats)
    around = _around(moment, side, curve)
    better = verdict.better if around is None else bounded(verdict.better, 1 - around[1])
    return {
        **told,
        "played": words(package.retold(moment.before, moment.seat, moment.action)),
        "swing": None if around is None else round(around[1] - around[0], 4),
        "better": None
        if better is None
        else {
            "said": words(package.retold(moment.before, moment.seat, better.action)),
            "gain": round(better.gain, 4),
            "pieces": list(package.finished.laid(moment.before, moment.seat, better.action)),
        },
    }


def _around(moment: Moment, side: Side, curve: list[Standing]) -> tuple[float, float] | None:
    """The mover's chances before the action and after it; None until the position after it was analysed."""
    for before, after in pairwise(curve):
        if after.frame == moment.frame:
            return before.chances[side].result, after.chances[side].result
    return None
