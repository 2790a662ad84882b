"""What a command is carried out on, and in whose name."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pearlboard.drivers.protocols import Simulated
from pearlboard.errors import BadInput, PearlboardError
from pearlboard.games.api import GameAction, Package, Seat
from pearlboard.screens.lobby_access import LobbyAccess
from pearlboard.screens.seat_access import SeatAccess
from pearlboard.session.principal import Principal
from pearlboard.session.state import Phase, Refused
from pearlboard.table.exhibit import Replay
from pearlboard.table.following import Curtain
from pearlboard.table.ports import CommandMeta
from pearlboard.table.situation import Situation
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import say


@dataclass(frozen=True, slots=True)
class CommandContext:
    """`opened` are the finished games that can be shown again at once, by their number; `kept`: whether one is kept."""

    table: Tabletop
    seat_access: SeatAccess
    opened: Callable[[int], Replay | None]
    kept: Callable[[int], bool]
    meta: CommandMeta
    principal: Principal

    @property
    def lobby(self) -> LobbyAccess:
        """The lobby, if there is one."""
        return self.seat_access.lobby

    @property
    def up_to_date(self) -> CommandMeta:
        """Whatever was seen by whoever asks: what has happened since is nothing to it."""
        return replace(self.meta, version=self.table.session.public)

    @property
    def simulated(self) -> Simulated:
        """The simulated board; `Refused` on a real one."""
        if self.table.place.simulated is None:
            raise Refused("not_simulated", say("not_simulated"))
        return self.table.place.simulated

    def shows(self, seat: Seat) -> bool:
        """Whether it comes from a page that shows what this seat alone may see: its own, or one behind a curtain."""
        return self.principal.seat == seat or self.table.curtain == Curtain(seat, self.principal)

    def is_of(self, seat: Seat) -> bool:
        """Whether a choice counts as said in secret: beside a real board a page that all share says it aloud."""
        return self.principal.seat == seat or (self.table.place.on_screen and self.shows(seat))

    @property
    def playing(self) -> Situation:
        """How things stand while a game is on and nothing stops it; else `Refused`."""
        now = self.table.now
        if now.phase is not Phase.PLAYING or now.stop is not None:
            raise Refused("not_now", say("not_now"))
        return now


def decoded(package: Package, document: object) -> GameAction:
    """The action that somebody sent; `BadInput` for what the game cannot read, whatever it thinks of that itself."""
    try:
        return package.rules.decode(document)
    except PearlboardError:
        raise
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise BadInput("action", f"the game cannot read it ({type(error).__name__})") from error
