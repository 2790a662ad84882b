"""The contents of a finished game's picture, taken from the session at its end, in one language."""

from datetime import datetime

from pearlboard.games.api import Outcome, Package, Picture
from pearlboard.screens.lettering import isolated, legible
from pearlboard.screens.picture import Card, Person, parties, svg
from pearlboard.session.facts import Agreement
from pearlboard.session.player_names import initials
from pearlboard.session.questions import agreed, package_of
from pearlboard.session.state import Session
from pearlboard.texts import Catalogue, Sentence, say


def souvenir(session: Session, at: str, catalogue: Catalogue, called: str = "") -> str:
    """The picture of a game that ended at `at` (ISO 8601), as SVG; `called`: the title it was given."""
    agreement = agreed(session)
    package = None if session.gone else package_of(session)
    speaking = catalogue if package is None else catalogue.of(package.name)
    drawn = Picture() if package is None else package.finished.picture(session.course) or Picture()
    outcome = outcome_of(session)
    people = tuple(_person(agreement, package, seat, catalogue) for seat in range(1, len(agreement.names) + 1))
    sides = {
        person.seat: person.seat if package is None else package.sides.side(agreement.setup, person.seat)
        for person in people
    }
    names = {person.seat: isolated(legible(person.name)) for person in people}
    return svg(
        Card(
            called or (agreement.game if package is None else speaking.render(package.title)),
            day_of(at, catalogue),
            speaking.render(verdict(session), names),
            parties(people, sides, outcome.points, outcome.places, drawn.notes),
            drawn,
        )
    )


def outcome_of(session: Session) -> Outcome:
    """The outcome of a game; empty if the game's package is gone and the log holds none."""
    if session.outcome is not None:
        return session.outcome
    told = None if session.gone else package_of(session).rules.outcome(session.state)
    return told or Outcome({}, {})


def verdict(session: Session) -> Sentence:
    """The sentence about who has won."""
    told = None if session.gone else package_of(session).finished.result(session.course)
    if told is not None:
        return told
    outcome = session.outcome
    return (
        say("outcome_unknown") if outcome is None else say("outcome", seats=outcome.winners, count=len(outcome.winners))
    )


def day_of(moment: str, catalogue: Catalogue) -> str:
    """The day of a moment (ISO 8601) in the table's time zone, in words."""
    local = datetime.fromisoformat(moment).astimezone()
    return catalogue.render(say("day", day=local.day, month=say(f"month_{local.month}"), year=local.year))


def level_name(level: str, catalogue: Catalogue) -> str:
    """The name of a computer's level."""
    known = f"ui_level_{level}"
    return catalogue.render(say(known) if known in catalogue else say("ui_level_of", level=level))


def _person(agreement: Agreement, package: Package | None, seat: int, catalogue: Catalogue) -> Person:
    colours = {} if package is None else package.picks.colours(agreement.setup)
    level = agreement.computer(seat)
    about = "" if level is None else level_name(level, catalogue)
    letters = initials([legible(name) for name in agreement.names])[seat - 1]
    return Person(seat, agreement.names[seat - 1], colours.get(seat, seat), about, letters)
