"""The computers' levels where they follow people's results over an evening, and what is said of that. Pure.

A step up after people have won, a step down after they have lost; a tie changes nothing. The next levels follow from
the agreement and the outcome of the last game, which are facts: nothing is counted besides. They are said beside the
result, and a rematch and the form begin with them, where anybody can change them.
"""

from collections.abc import Sequence
from dataclasses import replace

from pearlboard.games.api import Outcome, Seat
from pearlboard.games.registry import GAMES
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Session
from pearlboard.texts import Sentence, say


def followed(session: Session) -> Agreement | None:
    """The last agreement, with the levels at which computers play next; None if there has been none."""
    agreement, outcome = _as_begun(session), session.outcome
    if agreement is None or outcome is None or agreement.game not in GAMES:
        return agreement
    levels = GAMES[agreement.game].levels
    computers = tuple(
        level if level is None else _moved(levels, level, _step(agreement, outcome, seat))
        for seat, level in enumerate(agreement.computers, 1)
    )
    return replace(agreement, computers=computers)


def _as_begun(session: Session) -> Agreement | None:
    """The agreement for those who began: a seat that was handed over in the middle is theirs again who had it."""
    agreement = session.agreement
    if agreement is None:
        return None
    begun = enumerate(session.computers, 1)
    levels = tuple(level if level is None else agreement.computer(seat) or level for seat, level in begun)
    return replace(agreement, computers=levels)


def said(session: Session) -> Sentence | None:
    """The computers that play stronger or weaker next, and why; None: none does."""
    before, after = _as_begun(session), followed(session)
    if before is None or after is None or before.computers == after.computers or session.outcome is None:
        return None
    seats = range(1, len(before.names) + 1)
    changed = tuple(seat for seat in seats if before.computer(seat) != after.computer(seat))
    name = "follows_up" if _step(before, session.outcome, changed[0]) > 0 else "follows_down"
    return say(name, seats=changed, count=len(changed))


def _step(agreement: Agreement, outcome: Outcome, seat: Seat) -> int:
    """How many levels the computer of this seat goes up; below 0: down."""
    people = [outcome.places[each] for each in agreement.people if each in outcome.places]
    place = outcome.places.get(seat)
    if not agreement.follows or agreement.began_from is not None or place is None or not people:
        return 0
    if min(people) == 1:
        return 1 if place > 1 else 0
    return -1 if place < min(people) else 0


def _moved(levels: Sequence[str], level: str, step: int) -> str:
    """The level so many steps further; the last one on that side if there are not as many."""
    if level not in levels:
        return level
    return levels[min(max(levels.index(level) + step, 0), len(levels) - 1)]
