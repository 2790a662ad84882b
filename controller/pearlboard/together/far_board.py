"""The board of a guest's table as the host's table sees it: its settled readings, or pieces that are only drawn."""

from typing import Final

from pearlboard.drivers.protocols import Button, Clock, Lost, Pressed, Released
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.games.values import NOWHERE
from pearlboard.remote import messages
from pearlboard.remote.messages import NoBoard, Reading, sites_in
from pearlboard.sensing.wiring import Wiring
from pearlboard.texts import say

AWAY: Final = say("guest_away")
GONE: Final = say("table_gone")


class FarBoard(SimulatedBoard):
    """A board that is lost until the guest has said what lies there. `doubted`: sites that the guest does not believe.

    `drawn`: the guest has no board with sensors, so the pieces are drawn, and this object has them.
    """

    def __init__(self, wiring: Wiring, clock: Clock) -> None:
        super().__init__(wiring, clock)
        self.plugged = False
        self.drawn = False
        self.doubted = NOWHERE
        self._why = AWAY

    def leave(self) -> None:
        """Be lost for good: who was there has taken leave."""
        self.plugged, self._why = False, GONE
        self._lose()

    def hear(self, message: Reading | NoBoard | messages.Button) -> None:
        """Take what the guest says of its board."""
        self._why = AWAY
        match message:
            case Reading(laid, doubted):
                self.doubted = sites_in(doubted)
                self.pieces = set(sites_in(laid))
                self.plug()
                self.scan()  # what is doubted may have changed alone
            case NoBoard(reason):
                if reason == "drawn":
                    self.plug()
                else:
                    self.unplug()
            case messages.Button(button, down):
                event = Pressed if down else Released
                self._tell(event(Button(button), self.clock()))

    def draw(self, *, drawn: bool) -> None:
        """Note whether the pieces are drawn; nothing lies there then that the table does not lay."""
        self.drawn, self.doubted = drawn, NOWHERE
        self.unplug()
        self.pieces.clear()

    def _lose(self) -> None:
        self._held.clear()
        if self._listener is not None:
            self._listener(Lost(self._why, self.clock()))
