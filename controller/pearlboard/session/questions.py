"""Common queries of a session: its game's package, its agreement, and the seats that computers play."""

from pearlboard.games.api import TABLE, Actor, Package
from pearlboard.games.registry import GAMES
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Session


def package_of(session: Session) -> Package:
    """The package of the current game. `GameGone` if it cannot be used here."""
    return GAMES[agreed(session).game]


def agreed(session: Session) -> Agreement:
    """The agreement of the current game. `LookupError` if there has been none."""
    if session.agreement is None:
        raise LookupError("there is no game")
    return session.agreement


def begun(session: Session) -> bool:
    """Whether the game has a state: it was dealt, and its package can be used."""
    return session.state is not None


def of_computer(session: Session, actor: Actor | None) -> bool:
    """Whether the computer plays this seat."""
    return actor is not None and actor != TABLE and agreed(session).computer(int(actor)) is not None
