"""The context of a command: the table it acts on, and the principal who sent it."""

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
from pearlboard.table.ports import CommandMeta
from pearlboard.table.situation import Situation
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import say


@dataclass(frozen=True, slots=True)
class CommandContext:
    """`opened`: finds the replays that are ready to be shown, by number; `kept`: whether the archive has a game."""

    table: Tabletop
    seat_access: SeatAccess
    opened: Callable[[int], Replay | None]
    kept: Callable[[int], bool]
    meta: CommandMeta
    principal: Principal

    @property
    def lobby(self) -> LobbyAccess:
        """The lobby, whether open or not."""
        return self.seat_access.lobby

    @property
    def up_to_date(self) -> CommandMeta:
        """The command's id and the latest version, for commands that cannot be stale."""
        return replace(self.meta, version=self.table.session.public)

    @property
    def simulated(self) -> Simulated:
        """The simulated board; `Refused` on a real one."""
        if self.table.place.simulated is None:
            raise Refused("not_simulated", say("not_simulated"))
        return self.table.place.simulated

    def shows(self, seat: Seat) -> bool:
        """Whether the sender's page shows this seat's secrets: the seat's own screen, or a page behind its curtain."""
        return self.principal.seat == seat or self.table.behind_curtain(self.principal) == seat

    def is_of(self, seat: Seat) -> bool:
        """Whether a choice from this page counts as secret: beside a real board, everybody sees a shared page."""
        return self.principal.seat == seat or (self.table.place.on_screen and self.shows(seat))

    @property
    def playing(self) -> Situation:
        """The situation while a game is running and not stopped; otherwise `Refused`."""
        now = self.table.now
        if now.phase is not Phase.PLAYING or now.stop is not None:
            raise Refused("not_now", say("not_now"))
        return now


def decoded(package: Package, document: object) -> GameAction:
    """Decode the action of a request; `BadInput` if the game cannot, even where the game raises something else."""
    try:
        return package.rules.decode(document)
    except PearlboardError:
        raise
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise BadInput("action", f"the game cannot read it ({type(error).__name__})") from error
