"""What is asked of a session everywhere: the game that is on, what was agreed on, and whom the computer plays."""

from pearlboard.games.api import TABLE, Actor, Package
from pearlboard.games.registry import GAMES
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Session


def package_of(session: Session) -> Package:
    """The game that is being played. `GameGone` if it cannot be used here."""
    return GAMES[agreed(session).game]


def agreed(session: Session) -> Agreement:
    """What the people at the table agreed on; only while there is a game."""
    if session.agreement is None:
        raise LookupError("there is no game")
    return session.agreement


def begun(session: Session) -> bool:
    """Whether there is a state of a game to look at."""
    return session.state is not None


def of_computer(session: Session, actor: Actor | None) -> bool:
    """Whether that is a seat which the computer plays."""
    return actor is not None and actor != TABLE and agreed(session).computer(int(actor)) is not None
