"""Sensors: which are believed, and which may have invented a turn; a drawn board has none. Pure.

A bit that is stuck at one looks like a piece. So a turn that counted by itself and was taken back may have been laid
by nobody: its places then wait for the button, until somebody has confirmed a piece there by hand. The log says which
sensors are suspected and which are left out; this module has the consequences.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from pearlboard.games.api import NOWHERE, TABLE, GameAction, Reads, Seat
from pearlboard.geometry import Site
from pearlboard.sensing.health import Ailment
from pearlboard.session.board_state import BoardState
from pearlboard.session.decide import way_back
from pearlboard.session.evolve import comes
from pearlboard.session.intents import Act, Intent, TakeBack
from pearlboard.session.questions import agreed, of_computer
from pearlboard.session.state import Phase, Session
from pearlboard.table.situation import Situation


@dataclass(frozen=True, slots=True)
class SensorMask:
    """Sensors that are not believed: their sites keep their last state until somebody says otherwise.

    untrusted  sensors left out by people, flickering, or masked by the wiring
    told       those of the untrusted with a piece, as far as known or said
    """

    untrusted: frozenset[Site] = NOWHERE
    told: frozenset[Site] = NOWHERE

    def with_unsensed(self, unsensed: frozenset[Site], believed: frozenset[Site]) -> "SensorMask":
        """Ignore the sensors of `unsensed` for now; `believed` are the pieces there so far."""
        return SensorMask(unsensed, self.told & unsensed | believed & (unsensed - self.untrusted))

    def with_masked(self, place: Site, expected: frozenset[Site]) -> "SensorMask":
        """Mask a faulty sensor: its place counts as expected."""
        return SensorMask(self.untrusted | {place}, self.told - {place} | {place} & expected)

    def with_word(self, place: Site, *, lies: bool) -> "SensorMask":
        """Set by word whether a piece lies on a place."""
        return replace(self, told=self.told | {place} if lies else self.told - {place})

    def as_expected(self, expected: frozenset[Site]) -> "SensorMask":
        """Assume the expected state for every place."""
        return replace(self, told=self.untrusted & expected)

    def seen(self, sensed: frozenset[Site]) -> frozenset[Site]:
        """The pieces on the board, by sensors and by word."""
        return sensed - self.untrusted | self.told


Counted: TypeAlias = Mapping[int, frozenset[Site]]
"""Actions of this game that counted by themselves: the sites of their pieces, by version of the fact."""


def resumed(session: Session) -> Counted:
    """After a restart, the actions that may have counted by themselves: those that no screen has asked for."""
    if session.gone or session.agreement is None or not session.agreement.confirms_itself:
        return {}
    said = frozenset(session.commands.values())
    mine = (act for act in session.acts if act.actor != TABLE and not of_computer(session, act.actor))
    return {act.version: comes(session, act.action) for act in mine if act.version not in said}


def ailments(
    now: Situation, state: BoardState, suspected: frozenset[Site], ailing: Mapping[Site, Ailment]
) -> Mapping[Site, Ailment]:
    """The suspicions against sensors, for people to read. `ailing`: what the sensors show by themselves.

    A suspected sensor is listed as long as it reports a piece that the game does not know.
    """
    sensed, expected = state.sensed or NOWHERE, now.board.table.expected
    stuck = dict.fromkeys(suspected & sensed - expected, Ailment.STUCK)
    doubtful = {site: Ailment.STUCK if site in sensed else Ailment.DEAD for site in now.board.doubtful}
    return {**ailing, **stuck, **doubtful}


class Sensors:
    """The policy of a board with sensors: hands lay the pieces, and a sensor may be wrong."""

    def left_out(self, session: Session) -> frozenset[Site]:
        """The sensors that people chose not to have read."""
        return session.left_out

    def suspected(self, session: Session) -> frozenset[Site]:
        """The sensors that may have made up a turn."""
        return session.suspected

    def with_sensors(self, intent: Intent, session: Session, counted: Counted, *, by_itself: bool) -> Intent:
        """Add to an intent what it implies about sensors. `by_itself`: the intent comes from stillness alone."""
        match intent:
            case Act(actor, action):
                return Act(actor, action, by_hand=not by_itself)
            case TakeBack(all_agreed):
                sites = (counted.get(act.version, NOWHERE) for act in way_back(session))
                return TakeBack(all_agreed, NOWHERE.union(*sites))
            case _:
                return intent


class NoSensors(Sensors):
    """The policy of a drawn board: the table moves all pieces that no player lays.

    Pieces of computers appear, those taken back disappear, a board between games is cleared, and everything is there
    after a restart. Only the pieces of a turn are left to whoever plays.
    """

    def left_out(self, session: Session) -> frozenset[Site]:
        """No site."""
        del session
        return NOWHERE

    suspected = left_out

    def with_sensors(self, intent: Intent, session: Session, counted: Counted, *, by_itself: bool) -> Intent:
        """The intent, unchanged."""
        del session, counted, by_itself
        return intent

    def arranged(self, now: Situation, lying: frozenset[Site]) -> frozenset[Site]:
        """The pieces that should lie there, given those that do."""
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
                return (lying | frozenset(package.board.expected(now.game.view))) - table.to_lift - table.in_hand
            case Reads.NOTHING:
                return lying | frozenset(package.board.expected(now.game.view))

    def by_itself(self, now: Situation) -> GameAction | None:
        """The action that all would take together by hand and that needs no hands here; None if there is none."""
        playing = now.stop is None and now.phase is Phase.PLAYING
        package = now.game.package
        return package.drawn.by_itself(now.game.view) if playing and package is not None else None

    def closes_curtain(self, seat: Seat, now: Situation, session: Session) -> bool:
        """Whether the curtain of a seat closes: where one screen goes round, the next player must not see the hand."""
        agreement = agreed(session)
        there = [other for other in agreement.people if agreement.place(other) == agreement.place(seat)]
        return seat not in now.game.active and len(there) > 1
