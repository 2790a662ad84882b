"""The results of finished games for the family's ranking, and the ranking as plain data for its page."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pearlboard.games.api import MOST_SEATS, Outcome, Package
from pearlboard.games.registry import GAMES
from pearlboard.screens.catalogues import own_catalogues
from pearlboard.screens.family import Result, Row, Seated, known_by
from pearlboard.screens.glicko import SURE
from pearlboard.screens.souvenir import level_name
from pearlboard.session.facts import Agreement, GameAgreed, GameEnded, Kept, SeatHandedOver
from pearlboard.store.log import StoredGame
from pearlboard.texts import Catalogue, say


def result_of(outline: StoredGame) -> Result | None:
    """The result that a finished game counts for; None if it began from another game's moment."""
    agreement: Agreement | None = None
    for entry in outline.entries:
        match entry.fact:
            case GameAgreed(agreed_on):
                agreement = agreed_on
            case SeatHandedOver(seat, level) if agreement is not None:
                levels = [agreement.computer(each) for each in range(1, len(agreement.names) + 1)]
                levels[seat - 1] = level
                agreement = replace(agreement, computers=tuple(levels))
            case GameEnded(outcome) if agreement is not None:
                return _result(outline.number, agreement, outcome)
    return None


def _result(number: int, agreement: Agreement, outcome: Outcome) -> Result | None:
    if not outcome.places or agreement.began_from is not None:
        return None
    package = None if isinstance(agreement.setup, Kept) else GAMES.find(agreement.game)
    seats = range(1, len(agreement.names) + 1)
    sides = {
        seat: package.sides.side(agreement.setup, seat) if isinstance(package, Package) else seat for seat in seats
    }
    return Result(
        number,
        agreement.game,
        tuple(
            Seated(agreement.names[seat - 1], sides[seat], outcome.places[seat], agreement.computer(seat))
            for seat in seats
            if seat in outcome.places
        ),
    )


def unnamed() -> frozenset[str]:
    """The form's default names for people, in every language, normalised by `known_by`."""
    seats = range(1, MOST_SEATS + 1)
    return frozenset(
        known_by(each.render(say("ui_player", number=seat))) for each in own_catalogues().values() for seat in seats
    )


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
                "rating": round(row.rating.value),
                "about_so": round(SURE * row.rating.deviation),
            }
            for row in rows
        ],
    }


def _title(name: str, catalogue: Catalogue) -> str:
    package = GAMES.find(name)
    return catalogue.of(name).render(package.title) if isinstance(package, Package) else name
