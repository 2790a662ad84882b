"""How a step is taken back: at once where that is free, else when all agree. Pure."""

from dataclasses import replace
from typing import Final

from pearlboard.games.api import Seat
from pearlboard.session import intents
from pearlboard.session.board_state import restart_countdown, take_back
from pearlboard.session.decide import way_back
from pearlboard.session.questions import agreed
from pearlboard.session.state import Refused
from pearlboard.table.play import Play
from pearlboard.table.ports import CommandMeta
from pearlboard.table.requests import Proposal
from pearlboard.table.speech import sentence
from pearlboard.texts import say

PROPOSAL_MS: Final = 120_000
"""How long a take-back waits for those who have not agreed."""


class TakingBack:
    """Takes steps back. Seats speak for themselves, and None for all without a screen of their own: the table."""

    def __init__(self, play: Play) -> None:
        self._play = play

    def take_back(self, seat: Seat | None, meta: CommandMeta | None) -> None:
        """Take the last step back at once, where that is free; otherwise ask all seats."""
        play, session, now = self._play, self._play.session, self._play.now
        if play.showing.shows:
            play.leaf(-1)
            return
        back = () if session.paused else way_back(session)
        if not back or (session.free and len(back) == 1 and not now.board.drafted and seat in (None, back[0].actor)):
            play.do(intents.TakeBack(), meta)
        elif agreed(session).people == (back[0].actor,) and now.stop is None:
            self._take_back_agreed(meta)
        else:
            self._propose(seat)

    def _propose(self, seat: Seat | None) -> None:
        """A seat that asks agrees; the table, when it asks, is asked whether all there do."""
        play = self._play
        if play.now.stop is not None:
            raise Refused("not_now", sentence(play.now))
        again = play.requests.proposal is not None
        if not again:
            play.ask(replace(play.requests, proposal=Proposal(seat, play.clock() + PROPOSAL_MS)))
        if again or seat is not None:
            self.agree(seat)

    def agree(self, seat: Seat | None) -> None:
        """Agree to the proposal."""
        self._play.ask(replace(self._play.requests, proposal=self._proposal().with_word(seat)))

    def refuse(self) -> None:
        """Refuse the proposal: nothing is taken back."""
        self._proposal()
        self._play.ask(replace(self._play.requests, proposal=None))
        self._play.place.change(restart_countdown, self._play.clock())

    def _proposal(self) -> Proposal:
        if self._play.requests.proposal is None:
            raise Refused("no_proposal", say("no_proposal"))
        return self._play.requests.proposal

    def take_back_if_agreed(self) -> None:
        """Take back when nobody is open any more: whoever was has agreed, or left, or ended a pause."""
        proposal, session = self._play.requests.proposal, self._play.session
        if proposal is None or proposal.open(session) or session.paused:
            return
        self._take_back_agreed(None)
        self._play.settle()

    def _take_back_agreed(self, meta: CommandMeta | None) -> None:
        """All people agree, or there is but one. What had landed for the next step must be lifted, too."""
        landed = self._play.now.board.drafted
        self._play.do(intents.TakeBack(agreed=True), meta)
        self._play.place.change(take_back, landed)
