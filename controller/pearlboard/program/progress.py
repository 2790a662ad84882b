"""Progress of the game that is on, and how far of it is saved."""

from collections.abc import Sequence

from pearlboard.games.api import TABLE
from pearlboard.session.facts import Acted, Entry, TakenBack
from pearlboard.session.principal import Principal
from pearlboard.session.questions import package_of
from pearlboard.session.state import Phase, Session
from pearlboard.table.game_part import turns
from pearlboard.texts import Sentence, say


def reached(session: Session) -> tuple[int, int]:
    """A marker of the game's progress: unique, and different after anything that happens in the game.

    Facts about sensors, phones, pauses and clocks do not change it.
    """
    return session.fresh_from, session.acts[-1].version if session.acts else 0


def hands_elsewhere(session: Session, principal: Principal) -> bool:
    """Whether a page of a drawn board belongs to nobody, while somebody without a phone looks for their hand there."""
    if session.phase is not Phase.PLAYING or session.agreement is None or session.host is None:
        return False
    if not principal.page or principal.is_host(session):
        return False
    return any(seat not in session.phones for seat in session.agreement.people)


def not_saved(session: Session, unsaved: Sequence[Entry], failing: str | None) -> Sentence | None:
    """The sentence of every page while the disk fails: from which turn on nothing is saved."""
    return None if failing is None else say("not_saved", turn=_first_unsaved(session, unsaved), reason=failing)


def _first_unsaved(session: Session, unsaved: Sequence[Entry]) -> int:
    """The turn of the oldest of these entries, which are the last of the session."""
    if session.phase is Phase.IDLE or session.gone:
        return 1
    rules, facts = package_of(session).rules, [entry.fact for entry in unsaved]
    played = sum(isinstance(fact, Acted) and fact.actor != TABLE and rules.ends_turn(fact.action) for fact in facts)
    taken_back = sum(isinstance(fact, TakenBack) for fact in facts)
    return max(1, turns(session) - played + taken_back + 1)
