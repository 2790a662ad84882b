"""What a board's sensors are believed, and which of them may have made up a turn; a drawn board has none. Pure.

A bit that is stuck at one cannot be told from a piece. So a turn that counted by itself and is taken back may have been
laid by nobody: its places wait for the button from then on, until somebody has confirmed a piece there by hand. Which
sensors are suspected, and which are left out, is in the log; here is what follows from that.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from pearlboard.games.api import NOWHERE, TABLE, GameAction, Reads, Seat
from pearlboard.geometry import Site
from pearlboard.sensing.health import Ailment
from pearlboard.session.board_state import BoardState
from pearlboard.session.decide import way_back
from pearlboard.session.evolve import lays
from pearlboard.session.intents import Act, Intent, TakeBack
from pearlboard.session.questions import agreed, of_computer
from pearlboard.session.state import Phase, Session
from pearlboard.table.situation import Situation


@dataclass(frozen=True, slots=True)
class SensorMask:
    """Sensors that are not believed: what lies on their sites is what lay there, until somebody says otherwise.

    untrusted  sensors that people chose not to have read, that flicker, or are masked by the wiring
    told       of the untrusted, where a piece lies as far as is known or was said
    """

    untrusted: frozenset[Site] = NOWHERE
    told: frozenset[Site] = NOWHERE

    def with_unsensed(self, unsensed: frozenset[Site], believed: frozenset[Site]) -> "SensorMask":
        """Leave the sensors of `unsensed` unread for now; what lay there so far is in `believed`."""
        return SensorMask(unsensed, self.told & unsensed | believed & (unsensed - self.untrusted))

    def with_masked(self, place: Site, expected: frozenset[Site]) -> "SensorMask":
        """Mask a wrong sensor: its place is as it should be."""
        return SensorMask(self.untrusted | {place}, self.told - {place} | {place} & expected)

    def with_word(self, place: Site, *, lies: bool) -> "SensorMask":
        """Believe what somebody says of a place."""
        return replace(self, told=self.told | {place} if lies else self.told - {place})

    def as_expected(self, expected: frozenset[Site]) -> "SensorMask":
        """Believe that every place is as it should be."""
        return replace(self, told=self.untrusted & expected)

    def seen(self, sensed: frozenset[Site]) -> frozenset[Site]:
        """What lies on the board, by sensors and by word."""
        return sensed - self.untrusted | self.told


Counted: TypeAlias = Mapping[int, frozenset[Site]]
"""What counted by itself in this game, by the version of its fact: where it laid pieces."""


def resumed(session: Session) -> Counted:
    """What may have counted by itself, as far as the log tells: whatever no screen has asked for."""
    if session.gone or session.agreement is None or not session.agreement.confirms_itself:
        return {}
    said = frozenset(session.commands.values())
    mine = (act for act in session.acts if act.actor != TABLE and not of_computer(session, act.actor))
    return {act.version: lays(session, act.action) for act in mine if act.version not in said}


def ailments(
    now: Situation, state: BoardState, suspected: frozenset[Site], ailing: Mapping[Site, Ailment]
) -> Mapping[Site, Ailment]:
    """What sensors seem to have, for people to read. `ailing`: what they have shown by themselves.

    A suspected sensor is named as long as it goes on to tell of a piece that the game knows nothing of.
    """
    sensed, expected = state.sensed or NOWHERE, now.board.table.expected
    stuck = dict.fromkeys(suspected & sensed - expected, Ailment.STUCK)
    doubtful = {site: Ailment.STUCK if site in sensed else Ailment.DEAD for site in now.board.doubtful}
    return {**ailing, **stuck, **doubtful}


class Sensors:
    """A board with sensors: hands lay the pieces, and a sensor may be wrong."""

    def left_out(self, session: Session) -> frozenset[Site]:
        """The sensors that people chose not to have read."""
        return session.left_out

    def suspected(self, session: Session) -> frozenset[Site]:
        """The sensors that may have made up a turn."""
        return session.suspected

    def with_sensors(self, intent: Intent, session: Session, counted: Counted, *, by_itself: bool) -> Intent:
        """The intent with what it says of the sensors. `by_itself`: it comes from stillness alone."""
        match intent:
            case Act(actor, action):
                return Act(actor, action, by_hand=not by_itself)
            case TakeBack(all_agreed):
                sites = (counted.get(act.version, NOWHERE) for act in way_back(session))
                return TakeBack(all_agreed, NOWHERE.union(*sites))
            case _:
                return intent


class NoSensors(Sensors):
    """A board that is only drawn. Nobody lays a piece there for the table, so the table does it itself.

    What a computer has played comes, what was taken back goes, a board is cleared between games, and after a restart
    everything lies where it lay. Only what is laid in a turn is left to whoever plays.
    """

    def left_out(self, session: Session) -> frozenset[Site]:
        """No site."""
        del session
        return NOWHERE

    suspected = left_out

    def with_sensors(self, intent: Intent, session: Session, counted: Counted, *, by_itself: bool) -> Intent:
        """The intent as it is."""
        del session, counted, by_itself
        return intent

    def arranged(self, now: Situation, lying: frozenset[Site]) -> frozenset[Site]:
        """What is to lie there, where `lying` does now."""
        package, table = now.game.package, now.board.table
        if package is None:
            return lying if now.game.agreement is not None and now.stop is not None else NOWHERE
        if package.board is None:
            return NOWHERE
        match package.board.reads(now.game.view):
            case Reads.CLEAR:
                return NOWHERE
            case Reads.PIECES:
                # Where one is owed and another lies, that one goes first.
                return (lying | frozenset(package.board.expected(now.game.view))) - table.to_lift
            case Reads.NOTHING:
                return lying | frozenset(package.board.expected(now.game.view))

    def by_itself(self, now: Situation) -> GameAction | None:
        """What all would do with their hands, where nobody has to; None: nothing."""
        playing = now.stop is None and now.phase is Phase.PLAYING
        package = now.game.package
        return package.drawn.by_itself(now.game.view) if playing and package is not None else None

    def closes_curtain(self, seat: Seat, now: Situation, session: Session) -> bool:
        """Whether the curtain of a seat closes: where one screen goes round, the next must not see the hand."""
        return seat not in now.game.active and len(agreed(session).people) > 1
