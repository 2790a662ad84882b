"""What a page or a script may ask, as strict values; `table` says what is done then."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from pearlboard.games.api import MOST_SEATS, Actor, Seat
from pearlboard.games.registry import FIRST
from pearlboard.session.limits import LONGEST_TITLE, LONGEST_WORD, MOST_MINUTES

Name = Annotated[str, Meta(max_length=1000)]
"""`names` says how long it may be as people count."""
Word = Annotated[str, Meta(max_length=LONGEST_WORD)]
Index = Annotated[int, Meta(ge=0, le=64)]


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="name"):
    """The field `name` says which command it is."""


class Put(Command, frozen=True, tag="put"):
    """Lay a piece on the simulated board."""

    site: Word


class Lift(Command, frozen=True, tag="lift"):
    """Lift a piece from the simulated board."""

    site: Word


class Imitate(Command, frozen=True, tag="imitate"):
    """The simulated board is to behave as hardware does, or not."""

    hardware: bool


class Tidy(Command, frozen=True, tag="tidy"):
    """Lay and lift pieces on the simulated board until it is as the game says."""


class MaskSensor(Command, frozen=True, tag="leave_out"):
    """This sensor is wrong: from now on people say on a screen what lies there."""

    site: Word


class UnmaskSensor(Command, frozen=True, tag="trust"):
    """This sensor is to be read again."""

    site: Word


class SayLaid(Command, frozen=True, tag="laid"):
    """A piece lies there that the board does not see."""

    site: Word


class Press(Command, frozen=True, tag="button"):
    """Press a button of the simulated board, for `ms`."""

    button: Word
    ms: Annotated[int, Meta(ge=1, le=10_000)] = 100


class Confirm(Command, frozen=True, tag="confirm"):
    """The end-turn button, on a screen."""


class TakeBack(Command, frozen=True, tag="take_back"):
    """Take the last step back."""


class Hint(Command, frozen=True, tag="hint"):
    """Show what may be laid, for five seconds."""


class Overlook(Command, frozen=True, tag="overlook"):
    """Nothing more is to be said of a piece that was lifted while the game watched for that."""

    number: Annotated[int, Meta(ge=1)]


class Hurry(Command, frozen=True, tag="hurry"):
    """Let the computer play at once, with the best that it has found so far."""


class EndCount(Command, frozen=True, tag="end_count"):
    """Tell at once who has won, though the points are still being counted in sight."""


class Advise(Command, frozen=True, tag="advise"):
    """Ask the computer what it would do: the places are lit for all, what it expects is for whoever asks."""


class HandOver(Command, frozen=True, tag="hand_over"):
    """From now on the computer plays a seat at this level; null: a person does."""

    seat: Index
    level: Word | None


class Redo(Command, frozen=True, tag="redo"):
    """Do again what was taken back last, if nothing was done since."""


class AgreeTakeBack(Command, frozen=True, tag="agree_take_back"):
    """Agree that the last step is taken back: a seat for itself, a table page for all seats without a screen."""


class RefuseTakeBack(Command, frozen=True, tag="refuse_take_back"):
    """The last step is not taken back."""


class Invite(Command, frozen=True, tag="invite"):
    """Invite a screen to a seat; one that has it is signed out."""

    seat: Index


class FreeSeat(Command, frozen=True, tag="free_seat"):
    """A seat goes on without a screen of its own."""

    seat: Index


class Leave(Command, frozen=True, tag="leave"):
    """This seat goes on without this screen."""


class ClaimHost(Command, frozen=True, tag="claim_host"):
    """Ask for the host's part: taken at once if nobody has it, else with somebody's consent once the host has gone."""


class AllowHost(Command, frozen=True, tag="allow_host"):
    """Consent that the page which asks for that becomes the host's."""


class RefuseHost(Command, frozen=True, tag="refuse_host"):
    """Refuse that."""


class ShowExhibit(Command, frozen=True, tag="exhibit"):
    """Show a moment of a finished game on the lights."""

    number: Annotated[int, Meta(ge=1)]
    index: Annotated[int, Meta(ge=0)]


class BeginLesson(Command, frozen=True, tag="begin_lesson"):
    """Give the first lesson of a game on the board, or its `puzzles`, from the step or puzzle `index` on."""

    game: Word = FIRST
    puzzles: bool = False
    index: Annotated[int, Meta(ge=0)] = 0


class TurnLesson(Command, frozen=True, tag="turn_lesson"):
    """Go to a step of the lesson on the board; to the one that it is at: once more."""

    index: Index


class PickInLesson(Command, frozen=True, tag="pick_in_lesson"):
    """Answer a step by one of its choices."""

    number: Index


class EndLesson(Command, frozen=True, tag="end_lesson"):
    """Leave the lesson."""


class EndExhibit(Command, frozen=True, tag="end_exhibit"):
    """Show it no longer."""


class Act(Command, frozen=True, tag="act"):
    """Do something in the game, as the game writes it down. `actor` is a seat, or "table"; null: whoever asks."""

    action: Any
    actor: Actor | None = None


class Note(Command, frozen=True, tag="note"):
    """Say what this seat alone knows, as the game writes it down, whoever is to act."""

    action: Any


class Choose(Command, frozen=True, tag="choose"):
    """Say something besides what lies on the board, in the game's own words. `seat` null: the one that is to act."""

    choice: dict[str, Any]
    seat: Index | None = None


class Private(Command, frozen=True, tag="private"):
    """Show on this page what a seat without a screen alone may see, until it is handed back."""

    seat: Index


class HandBack(Command, frozen=True, tag="hand_back"):
    """Show it no longer."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat. `computer`: the level at which the computer plays it."""

    name: Name
    computer: Word | None = None


Minutes = Annotated[int, Meta(ge=0, le=MOST_MINUTES)]


class SetUp(Command, frozen=True, tag="set_up"):
    """Agree on a game. `options` are the game's own; `confirm` null: as the settings say.

    `clock`: minutes a turn; 0: none.
    `explain`: the table explains the game as it goes, where the game can.
    """

    players: Annotated[list[Player], Meta(min_length=1, max_length=MOST_SEATS)]
    game: Word = FIRST
    options: dict[str, Any] = {}
    first: Seat = 1
    hints: Word = "request"
    confirm: Word | None = None
    clock: Minutes = 0
    explain: bool = False


class Pause(Command, frozen=True, tag="pause"):
    """Stop for a while."""


class Resume(Command, frozen=True, tag="resume"):
    """Go on."""


class Abandon(Command, frozen=True, tag="abandon"):
    """Give the game up."""


class Rematch(Command, frozen=True, tag="rematch"):
    """The same people again, with what chance decides decided anew; the next seat begins."""


class NewGame(Command, frozen=True, tag="new_game"):
    """Leave the result; the table is free."""


class AnswerQuestion(Command, frozen=True, tag="answer"):
    """To the table's question: `continue` or `new`."""

    answer: Word


class TryFrom(Command, frozen=True, tag="try_from"):
    """Play on from a moment of a finished game: this seat is a person's, the computer plays all others."""

    number: Annotated[int, Meta(ge=1)]
    index: Annotated[int, Meta(ge=0)]
    seat: Index
    level: Word


class RenameGame(Command, frozen=True, tag="rename_game"):
    """Call a finished game so; nothing: as its players."""

    number: Annotated[int, Meta(ge=1)]
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)]


class DeleteGame(Command, frozen=True, tag="delete_game"):
    """Take a finished game out of the archive, for good."""

    number: Annotated[int, Meta(ge=1)]


class OpenLobby(Command, frozen=True, tag="open_lobby"):
    """Let people come in by one code, before anything is agreed on; `seats`: how many are to play, so far."""

    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    game: Word = FIRST


class CloseLobby(Command, frozen=True, tag="close_lobby"):
    """Send all of them away."""


class SeatInLobby(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose a seat will be: a guest's, the computer's at that level, or of whoever is `called` so; else it is free."""

    guest: Annotated[int, Meta(ge=1)] | None = None
    called: Name = ""
    computer: Word | None = None


class Arrange(Command, frozen=True, tag="arrange"):
    """Who sits where, at which game; `picks`: guests may choose what the game lets each player choose."""

    chairs: Annotated[list[SeatInLobby], Meta(min_length=1, max_length=MOST_SEATS)]
    game: Word = FIRST
    picks: bool = True


class RemoveGuest(Command, frozen=True, tag="remove_guest"):
    """A guest has to go; the code is another one then."""

    guest: Annotated[int, Meta(ge=1)]


class Introduce(Command, frozen=True, tag="introduce"):
    """A guest says how it is `called`, and its `pick`: what it has chosen of what each player may choose."""

    called: Name
    pick: Word | None = None


class LeaveLobby(Command, frozen=True, tag="leave_lobby"):
    """A guest goes."""


class BeginGame(Command, frozen=True, tag="begin_game"):
    """Agree on a game of those who sit in the lobby; all else as in `set_up`."""

    options: dict[str, Any] = {}
    first: Seat = 1
    hints: Word = "request"
    confirm: Word | None = None
    clock: Minutes = 0
    explain: bool = False
