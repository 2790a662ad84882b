"""The documents of commands: what a page or a script may send, as strict types. `registry` says what each one does."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from pearlboard.games.api import MOST_SEATS, Actor, Seat
from pearlboard.games.registry import FIRST
from pearlboard.session.facts import MOST_PLACES
from pearlboard.session.limits import LONGEST_ID, LONGEST_TITLE, LONGEST_WORD, MOST_MINUTES
from pearlboard.voice.answers import Question

Name = Annotated[str, Meta(max_length=1000)]
"""`session.player_names` limits the length as people count letters."""
Word = Annotated[str, Meta(max_length=LONGEST_WORD)]
Index = Annotated[int, Meta(ge=0, le=64)]


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="name"):
    """A command; the field `name` says which one."""


class Put(Command, frozen=True, tag="put"):
    """Lay a piece on the simulated board."""

    site: Word


class Lift(Command, frozen=True, tag="lift"):
    """Lift a piece from the simulated board."""

    site: Word


class Imitate(Command, frozen=True, tag="imitate"):
    """Make the simulated board behave as hardware does, or stop that."""

    hardware: bool


class Tidy(Command, frozen=True, tag="tidy"):
    """Lay and lift pieces on the simulated board until it matches the game."""


class MaskSensor(Command, frozen=True, tag="leave_out"):
    """Mask a faulty sensor: from now on people say on a screen what lies there."""

    site: Word


class UnmaskSensor(Command, frozen=True, tag="trust"):
    """Read a masked or suspected sensor again."""

    site: Word


class SayLaid(Command, frozen=True, tag="laid"):
    """Report a piece that the board does not sense."""

    site: Word


class Press(Command, frozen=True, tag="button"):
    """Press a button of the simulated board, for `ms` milliseconds."""

    button: Word
    ms: Annotated[int, Meta(ge=1, le=10_000)] = 100


class Confirm(Command, frozen=True, tag="confirm"):
    """Press the end-turn button on a screen."""


class TakeBack(Command, frozen=True, tag="take_back"):
    """Take the last step back."""


class Hint(Command, frozen=True, tag="hint"):
    """Show the legal placements for five seconds."""


class Ask(Command, frozen=True, tag="ask"):
    """Ask by ear: the answer is said aloud if the table speaks, and kept under this command's id.

    `about`: the question; `number`: of a row or a column, from 1; `site`: the place; `after`: see `table.ports.Asking`.
    """

    about: Question
    number: Annotated[int, Meta(ge=1, le=8)] = 1
    site: Word = ""
    after: Annotated[str, Meta(max_length=LONGEST_ID)] | None = None


class Overlook(Command, frozen=True, tag="overlook"):
    """Dismiss the notice about a piece that was lifted while the game watched for lifted pieces."""

    number: Annotated[int, Meta(ge=1)]


class Hurry(Command, frozen=True, tag="hurry"):
    """Make the computer play at once, with the best action found so far."""


class EndCount(Command, frozen=True, tag="end_count"):
    """Skip the counting of points after a game, and show the winner at once."""


class Advise(Command, frozen=True, tag="advise"):
    """Ask the computer for advice: everybody sees the places lit, only the sender sees the expected points."""


class HandOver(Command, frozen=True, tag="hand_over"):
    """Hand a seat over to the computer at this level; null: to a person."""

    seat: Index
    level: Word | None


class Redo(Command, frozen=True, tag="redo"):
    """Repeat the actions that were taken back last, if nothing was done since."""


class AgreeTakeBack(Command, frozen=True, tag="agree_take_back"):
    """Agree to a proposed take-back: a seat for itself, a shared page for all seats without a screen."""


class RefuseTakeBack(Command, frozen=True, tag="refuse_take_back"):
    """Refuse a proposed take-back."""


class Invite(Command, frozen=True, tag="invite"):
    """Invite a screen to a seat; the screen that has the seat is signed out."""

    seat: Index


class FreeSeat(Command, frozen=True, tag="free_seat"):
    """Take a seat away from its own screen."""

    seat: Index


class Leave(Command, frozen=True, tag="leave"):
    """Give up this screen's own seat."""


class ClaimHost(Command, frozen=True, tag="claim_host"):
    """Claim the host's part: free if there is no host, otherwise after the host has gone, with consent."""


class KeepBoard(Command, frozen=True, tag="keep_board"):
    """Keep the board beside this page, in place of another page there, where the host's stands at another board."""


class AllowHost(Command, frozen=True, tag="allow_host"):
    """Consent to a page's claim to be the host."""


class RefuseHost(Command, frozen=True, tag="refuse_host"):
    """Refuse a page's claim to be the host."""


class ShowExhibit(Command, frozen=True, tag="exhibit"):
    """Show a moment of a finished game on the lights."""

    number: Annotated[int, Meta(ge=1)]
    index: Annotated[int, Meta(ge=0)]


class BeginLesson(Command, frozen=True, tag="begin_lesson"):
    """Begin a game's lesson on the board, or its `puzzles`, at step `index`."""

    game: Word = FIRST
    puzzles: bool = False
    index: Annotated[int, Meta(ge=0)] = 0


class TurnLesson(Command, frozen=True, tag="turn_lesson"):
    """Go to a step of the lesson, or start the current step again."""

    index: Index


class PickInLesson(Command, frozen=True, tag="pick_in_lesson"):
    """Answer a lesson's step with one of its choices."""

    number: Index


class EndLesson(Command, frozen=True, tag="end_lesson"):
    """End the lesson."""


class EndExhibit(Command, frozen=True, tag="end_exhibit"):
    """Stop showing a finished game."""


class Act(Command, frozen=True, tag="act"):
    """Perform an action, in the game's own encoding. `actor`: a seat or "table"; null: the sender."""

    action: Any
    actor: Actor | None = None


class Note(Command, frozen=True, tag="note"):
    """Note something that this seat alone knows, in the game's own encoding, whoever is to act."""

    action: Any


class Choose(Command, frozen=True, tag="choose"):
    """Choose something that the board cannot tell, in the game's own words. `seat` null: the seat that is to act."""

    choice: dict[str, Any]
    seat: Index | None = None


class Private(Command, frozen=True, tag="private"):
    """Show the secrets of a seat without a screen on this page, until they are handed back."""

    seat: Index


class HandBack(Command, frozen=True, tag="hand_back"):
    """Stop showing a seat's secrets on this page."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A player in the form. `computer`: the level at which the computer plays the seat."""

    name: Name
    computer: Word | None = None


Minutes = Annotated[int, Meta(ge=0, le=MOST_MINUTES)]
Boards = Annotated[tuple[Annotated[int, Meta(ge=1, le=MOST_PLACES)], ...], Meta(max_length=MOST_SEATS)]
Helped = Annotated[tuple[Annotated[int, Meta(ge=1, le=MOST_SEATS)], ...], Meta(max_length=MOST_SEATS)]


class SetUp(Command, frozen=True, tag="set_up"):
    """Set up a game. `options` are the game's own; `confirm` null: as the settings say.

    `clock`: minutes per turn; 0: no clock. `explain`: the table explains the game as it goes on, if the game can.
    `boards`: the number of the board at which each seat sits, 1 for the table's own; empty: all sit there.
    `helped`: seats that are always shown where they may play. `follow`: the computers' levels follow people's results.
    """

    players: Annotated[list[Player], Meta(min_length=1, max_length=MOST_SEATS)]
    game: Word = FIRST
    options: dict[str, Any] = {}
    first: Seat = 1
    hints: Word = "request"
    confirm: Word | None = None
    clock: Minutes = 0
    explain: bool = False
    boards: Boards = ()
    helped: Helped = ()
    follow: bool = False


class Pause(Command, frozen=True, tag="pause"):
    """Pause the game."""


class Resume(Command, frozen=True, tag="resume"):
    """Resume the game."""


class Abandon(Command, frozen=True, tag="abandon"):
    """Give the game up."""


class Rematch(Command, frozen=True, tag="rematch"):
    """Play again with the same people and a new deal; the next seat begins."""


class NewGame(Command, frozen=True, tag="new_game"):
    """Close the result, so that the table is free."""


class AnswerQuestion(Command, frozen=True, tag="answer"):
    """Answer the table's question: `continue` or `new`."""

    answer: Word


class TryFrom(Command, frozen=True, tag="try_from"):
    """Play on from a moment of a finished game: a person on this seat, the computer on all others."""

    number: Annotated[int, Meta(ge=1)]
    index: Annotated[int, Meta(ge=0)]
    seat: Index
    level: Word


class RenameGame(Command, frozen=True, tag="rename_game"):
    """Give a finished game a title; an empty title means its players' names."""

    number: Annotated[int, Meta(ge=1)]
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)]


class DeleteGame(Command, frozen=True, tag="delete_game"):
    """Delete a finished game from the archive, for good."""

    number: Annotated[int, Meta(ge=1)]


class OpenLobby(Command, frozen=True, tag="open_lobby"):
    """Open a lobby, which people join by one code before a game is agreed on; `seats`: the chairs at first."""

    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    game: Word = FIRST


class CloseLobby(Command, frozen=True, tag="close_lobby"):
    """Close the lobby, and send all guests away."""


class SeatInLobby(Struct, frozen=True, forbid_unknown_fields=True):
    """A chair: of a guest, of the computer at a level, or of a person `called` so; otherwise free."""

    guest: Annotated[int, Meta(ge=1)] | None = None
    called: Name = ""
    computer: Word | None = None


class Arrange(Command, frozen=True, tag="arrange"):
    """Set the game and the chairs of the lobby; `picks`: whether guests may make the picks that the game offers."""

    chairs: Annotated[list[SeatInLobby], Meta(min_length=1, max_length=MOST_SEATS)]
    game: Word = FIRST
    picks: bool = True


class RemoveGuest(Command, frozen=True, tag="remove_guest"):
    """Send a guest away, and replace the code."""

    guest: Annotated[int, Meta(ge=1)]


class Introduce(Command, frozen=True, tag="introduce"):
    """Introduce a guest: what it is `called`, and its `pick` among those that the game offers."""

    called: Name
    pick: Word | None = None


class LeaveLobby(Command, frozen=True, tag="leave_lobby"):
    """Leave the lobby, as a guest."""


class BeginGame(Command, frozen=True, tag="begin_game"):
    """Set up a game with the lobby's guests; all other fields as in `set_up`."""

    options: dict[str, Any] = {}
    first: Seat = 1
    hints: Word = "request"
    confirm: Word | None = None
    clock: Minutes = 0
    explain: bool = False
    boards: Boards = ()
    helped: Helped = ()
    follow: bool = False
