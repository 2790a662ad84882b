"""Sensors that may have made up a turn: a bit that is stuck at one cannot be told from a piece. Pure.

A turn that counted by itself and is taken back may have been laid by nobody. Its places wait for the button from then
on, until somebody has confirmed a piece there by hand. Which are suspected is in the log; here is what may become so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pearlboard.games.api import NOWHERE, TABLE
from pearlboard.geometry import Site
from pearlboard.sensing.health import Ailment
from pearlboard.session.board_state import BoardState
from pearlboard.session.decide import way_back
from pearlboard.session.evolve import lays
from pearlboard.session.intents import Act, Intent, TakeBack
from pearlboard.session.questions import of_computer
from pearlboard.session.state import Session
from pearlboard.table.situation import Situation


@dataclass(frozen=True, slots=True)
class Counted:
    """What counted by itself in this game, by the version of its fact: where it laid pieces."""

    by_itself: Mapping[int, frozenset[Site]] = field(default_factory=dict)

    def also(self, version: int, sites: frozenset[Site]) -> "Counted":
        """A person's turn has counted by itself."""
        return Counted({**self.by_itself, version: sites})


def resumed(session: Session) -> Counted:
    """As far as the log tells: what no screen has asked for may have counted by itself."""
    if session.gone or session.agreement is None or not session.agreement.confirms_itself:
        return Counted()
    said = frozenset(session.commands.values())
    mine = (act for act in session.acts if act.actor != TABLE and not of_computer(session, act.actor))
    return Counted({act.version: lays(session, act.action) for act in mine if act.version not in said})


def with_sensors(intent: Intent, session: Session, counted: Counted, *, counting: bool) -> Intent:
    """The intent with what it says of the sensors. `counting`: it comes from stillness alone."""
    match intent:
        case Act(actor, action):
            return Act(actor, action, by_hand=not counting)
        case TakeBack(all_agreed):
            sites = (counted.by_itself.get(act.version, NOWHERE) for act in way_back(session))
            return TakeBack(all_agreed, NOWHERE.union(*sites))
        case _:
            return intent


def ailments(
    now: Situation, state: BoardState, suspected: frozenset[Site], ailing: Mapping[Site, Ailment]
) -> Mapping[Site, Ailment]:
    """What sensors seem to have, for people to read. `ailing`: what they have shown by themselves.

    One that is suspected is named as long as it goes on to tell of a piece that the game knows nothing of.
    """
    sensed, expected = state.sensed or NOWHERE, now.board.table.expected
    stuck = dict.fromkeys(suspected & sensed - expected, Ailment.STUCK)
    doubtful = {site: Ailment.STUCK if site in sensed else Ailment.DEAD for site in now.board.doubtful}
    return {**ailing, **stuck, **doubtful}
