"""The table of commands: the document, the permission and the function of each. Any other command is refused.

To add one: its document in `documents`, its function in the module of its kind, and a line here.
`docs/http-reference.md` lists the commands; a test compares the two.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Union

from msgspec import ValidationError, convert

from pearlboard.commands import documents, hands, lesson, lobby, match, seats, turn
from pearlboard.commands.context import CommandContext
from pearlboard.commands.documents import Command
from pearlboard.commands.permissions import ANYBODY, Permission
from pearlboard.commands.setting_up import form_refusal
from pearlboard.games.api import Actor
from pearlboard.session.state import Refused
from pearlboard.texts import say


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """How to handle a command; `do` receives the context and the document.

    by_hand  the command is never stale: hands move pieces whatever their owner has seen, and what a seat alone knows
             stays true whatever others do
    speaker  whose action it is, and whether a shared page may send it; None: of the seat that is to act
    by_keeper  also for the page that keeps another table's board, for the seats that sit there
    """

    permission: Permission
    do: Callable[[CommandContext, Any], None]
    by_hand: bool = False
    speaker: Callable[[CommandContext, Any], tuple[Actor, bool]] | None = None
    by_keeper: bool = False


COMMANDS: Final[Mapping[type[Command], CommandSpec]] = {
    documents.Put: CommandSpec(Permission.TABLE | Permission.DRAWER, hands.put, by_hand=True),
    documents.Lift: CommandSpec(Permission.TABLE | Permission.DRAWER, hands.lift, by_hand=True),
    documents.Imitate: CommandSpec(Permission.OPERATOR, hands.imitate, by_hand=True),
    documents.Tidy: CommandSpec(Permission.TABLE, hands.tidy, by_hand=True),
    documents.Press: CommandSpec(Permission.TABLE, hands.press, by_hand=True),
    documents.MaskSensor: CommandSpec(Permission.TABLE, hands.mask_sensor, by_hand=True),
    documents.UnmaskSensor: CommandSpec(Permission.TABLE, hands.unmask_sensor, by_hand=True),
    documents.SayLaid: CommandSpec(Permission.TABLE | Permission.MOVER, hands.say_laid, by_hand=True),
    documents.Confirm: CommandSpec(Permission.TABLE | Permission.MOVER, turn.confirm),
    documents.Hint: CommandSpec(Permission.TABLE | Permission.MOVER, turn.hint),
    documents.Ask: CommandSpec(ANYBODY, turn.ask, by_hand=True),
    documents.Overlook: CommandSpec(ANYBODY, turn.overlook, by_hand=True),
    documents.Hurry: CommandSpec(ANYBODY, turn.hurry),
    documents.EndCount: CommandSpec(ANYBODY, turn.end_count, by_hand=True),
    documents.Advise: CommandSpec(Permission.PRIVATE, turn.advise),
    documents.Act: CommandSpec(Permission.PRIVATE, turn.act, speaker=turn.speaker_of_act),
    documents.Note: CommandSpec(Permission.SEAT, turn.note, by_hand=True),
    documents.Choose: CommandSpec(Permission.PRIVATE, turn.choose, speaker=turn.speaker_of_choice),
    documents.TakeBack: CommandSpec(ANYBODY, turn.take_back),
    documents.Redo: CommandSpec(ANYBODY, turn.redo),
    documents.AgreeTakeBack: CommandSpec(ANYBODY, turn.agree_take_back),
    documents.RefuseTakeBack: CommandSpec(ANYBODY, turn.refuse_take_back),
    documents.SetUp: CommandSpec(Permission.TABLE, match.set_up),
    documents.Pause: CommandSpec(ANYBODY, match.pause),
    documents.Resume: CommandSpec(ANYBODY, match.resume),
    documents.Abandon: CommandSpec(Permission.HOST, match.abandon),
    documents.Rematch: CommandSpec(Permission.HOST, match.play_again),
    documents.NewGame: CommandSpec(Permission.HOST, match.new_game),
    documents.AnswerQuestion: CommandSpec(Permission.TABLE, match.answer),
    documents.ShowExhibit: CommandSpec(Permission.TABLE, match.show_exhibit),
    documents.EndExhibit: CommandSpec(Permission.TABLE, match.end_exhibit),
    documents.TryFrom: CommandSpec(Permission.TABLE, match.try_from),
    documents.BeginLesson: CommandSpec(Permission.TABLE, lesson.begin, by_hand=True),
    documents.TurnLesson: CommandSpec(Permission.TABLE, lesson.turn_to, by_hand=True),
    documents.PickInLesson: CommandSpec(Permission.TABLE, lesson.pick, by_hand=True),
    documents.EndLesson: CommandSpec(Permission.TABLE, lesson.end, by_hand=True),
    documents.RenameGame: CommandSpec(Permission.OWNER, match.rename_game),
    documents.DeleteGame: CommandSpec(Permission.OWNER, match.delete_game),
    documents.HandOver: CommandSpec(Permission.HOST, seats.hand_over),
    documents.Invite: CommandSpec(Permission.OWNER, seats.invite, by_keeper=True),
    documents.FreeSeat: CommandSpec(Permission.HOST, seats.free_seat, by_keeper=True),
    documents.Leave: CommandSpec(Permission.SEAT, seats.leave),
    documents.ClaimHost: CommandSpec(Permission.TABLE, seats.claim_host),
    documents.KeepBoard: CommandSpec(Permission.TABLE, seats.keep_board, by_hand=True),
    documents.AllowHost: CommandSpec(ANYBODY, seats.allow_host, by_hand=True),
    documents.RefuseHost: CommandSpec(ANYBODY, seats.refuse_host, by_hand=True),
    documents.Private: CommandSpec(Permission.OWNER, seats.open_curtain, by_keeper=True),
    documents.HandBack: CommandSpec(Permission.TABLE, seats.hand_back),
    documents.OpenLobby: CommandSpec(Permission.TABLE, lobby.open_lobby),
    documents.CloseLobby: CommandSpec(Permission.LOBBY, lobby.close_lobby),
    documents.Arrange: CommandSpec(Permission.LOBBY, lobby.arrange),
    documents.RemoveGuest: CommandSpec(Permission.LOBBY, lobby.remove_guest),
    documents.BeginGame: CommandSpec(Permission.LOBBY, lobby.begin_game),
    documents.Introduce: CommandSpec(Permission.GUEST, lobby.introduce),
    documents.LeaveLobby: CommandSpec(Permission.GUEST, lobby.leave_lobby),
}

FORM: Final = documents.SetUp.__struct_config__.tag

ANY_DOCUMENT: Final[Any] = Union[tuple(COMMANDS)]  # noqa: UP007 - built from the table


def read_command(document: object) -> Command:
    """Convert plain data to a command; `Refused` as `malformed` for anything else."""
    try:
        command: Command = convert(document, ANY_DOCUMENT)
    except ValidationError as error:
        name = document.get("name") if isinstance(document, dict) else None
        refused = form_refusal(document) if name == FORM else None
        raise refused or Refused("malformed", say("malformed", detail=str(error)[:200])) from error
    return command
