"""The results of finished games for the family's ranking, and the ranking as plain data for its page."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from pearlboard import __version__
from pearlboard.games.api import Package
from pearlboard.games.registry import GAMES
from pearlboard.screens.family import Ranking, Result, Row, Seated, Tally, Who
from pearlboard.screens.souvenir import level_name
from pearlboard.store.games import Listed
from pearlboard.texts import Catalogue

KEPT_BY: Final = f"{__version__}, Plackett-Luce"
"""The maker of a ranking; one that another program made, or by another rating, is counted anew."""


class Made(msgspec.Struct, frozen=True):
    """The maker of a ranking that is kept."""

    program: str


class Kept(Made, frozen=True):
    """A ranking as it is kept, with the tallies of each game, and (first) of all."""

    last: int
    scopes: tuple[tuple[str | None, tuple[tuple[Who, Tally], ...]], ...]


def ranking_to_keep(ranking: Ranking) -> str:
    """A ranking as JSON."""
    scopes = tuple((scope, tuple(tallies.items())) for scope, tallies in ranking.tallies.items())
    return msgspec.json.encode(Kept(KEPT_BY, ranking.last, scopes)).decode()


def kept_ranking(said: str | None) -> Ranking:
    """A ranking that was kept; an empty one if there is none, or it was made by something else."""
    ranking = Ranking()
    if said is not None and msgspec.json.decode(said, type=Made).program == KEPT_BY:
        kept = msgspec.json.decode(said, type=Kept)
        ranking.last = kept.last
        ranking.tallies = {scope: dict(tallies) for scope, tallies in kept.scopes}
    return ranking


def result_of(listed: Listed) -> Result | None:
    """The result that a finished game counts for; None if it began from another game's moment."""
    about, package = listed.about, GAMES.find(listed.about.game)
    ladder = package.handicaps.ladder(len(about.seats)) if isinstance(package, Package) else ()
    costs = {step.name: step.costs for step in ladder}
    seats = tuple(
        Seated(seat.name, seat.side, seat.place, seat.level, costs.get(seat.handicap, 0))
        for seat in about.seats
        if seat.place is not None
    )
    return Result(listed.number, about.game, seats) if seats and about.began_from is None else None


def standings(rows: Sequence[Row], games: Sequence[str], chosen: str | None, catalogue: Catalogue) -> Mapping[str, Any]:
    """The ranking as plain data, in the catalogue's language."""
    titles = {name: _title(name, catalogue) for name in games}
    several = chosen is None and len(games) > 1
    return {
        "chosen": chosen,
        "games": [{"name": name, "title": title} for name, title in titles.items()],
        "rows": [
            {
                "name": row.name if row.level is None else level_name(row.level, catalogue),
                "about": titles[row.game] if several and row.level is not None else "",
                "played": row.played,
                "won": row.won,
                "streak": row.streak,
                "best": row.best,
                "rating": round(row.rating.mean, 1),
                "about_so": round(row.rating.margin, 1),
            }
            for row in rows
        ],
    }


def _title(name: str, catalogue: Catalogue) -> str:
    package = GAMES.find(name)
    return catalogue.of(name).render(package.title) if isinstance(package, Package) else name
