"""The handler: carries a command out once per id, if its sender may. `registry` says which function does what."""

from collections.abc import Callable
from typing import Final

from pearlboard.commands.context import CommandContext
from pearlboard.commands.documents import Command
from pearlboard.commands.permissions import check, check_lobby, check_seated
from pearlboard.commands.registry import COMMANDS
from pearlboard.screens.seat_access import SeatAccess
from pearlboard.session.decide import stale
from pearlboard.session.principal import Principal
from pearlboard.session.state import Refused
from pearlboard.table.exhibit import Replay
from pearlboard.table.ports import CommandMeta
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import say

REMEMBERED: Final = 500


class CommandHandler:
    """Carries out commands on a table and its seats."""

    def __init__(
        self,
        tabletop: Tabletop,
        seat_access: SeatAccess,
        opened: Callable[[int], Replay | None] = lambda _: None,
        kept: Callable[[int], bool] = lambda _: False,
    ) -> None:
        """`opened`: finds the replays that are ready to be shown, by number.

        `kept`: whether the archive has a game.
        """
        self._table = tabletop
        self._seat_access = seat_access
        self._opened = opened
        self._kept = kept
        self._received: dict[str, None] = {}

    def receive(self, command: Command, command_id: str, version: int | None, principal: Principal) -> None:
        """Carry out a command, once per id. Raises `Refused`, or the game's own refusal.

        `version` is the public number that the sender saw; None skips the check for staleness.
        """
        table, spec = self._table, COMMANDS[type(command)]
        meta = CommandMeta(command_id, table.session.public if version is None else version)
        context = CommandContext(table, self._seat_access, self._opened, self._kept, meta, principal)
        actor, open_to_all = (None, False) if spec.speaker is None else spec.speaker(context, command)
        keeper = spec.by_keeper and self._seat_access.keeps(principal)
        if not check_lobby(spec.permission, principal, self._seat_access.lobby) and not keeper:
            check(spec.permission, principal, table.session, table.now, actor=actor, open_to_all=open_to_all)
        check_seated(principal, table, actor)
        if command_id in self._received or command_id in table.session.commands:
            return
        if version is not None and not spec.by_hand and stale(table.session, version):
            raise Refused("stale_version", say("stale_version"))
        spec.do(context, command)
        self._seat_access.follow_host()
        self._remember(command_id)
        table.answered()

    def _remember(self, command_id: str) -> None:
        self._received[command_id] = None
        if len(self._received) > REMEMBERED:
            del self._received[next(iter(self._received))]
