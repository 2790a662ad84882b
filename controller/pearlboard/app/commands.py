"""What a page or a script may ask, as strict values. Anything else is refused before it reaches the table."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, ValidationError, convert

from pearlboard.games.api import Seat
from pearlboard.session.state import Refused
from pearlboard.texts import say

Name = Annotated[str, Meta(max_length=24)]
Word = Annotated[str, Meta(max_length=16)]
Index = Annotated[int, Meta(ge=0, le=64)]
Value = Annotated[int, Meta(ge=1, le=5)]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="name"):
    """The field `name` says which command it is."""


class Put(_Command, frozen=True, tag="put"):
    """Lay a piece on the simulated board."""

    site: Word


class Lift(_Command, frozen=True, tag="lift"):
    """Lift a piece from the simulated board."""

    site: Word


class Tidy(_Command, frozen=True, tag="tidy"):
    """Lay and lift pieces on the simulated board until it is as the game says."""


class LeaveOut(_Command, frozen=True, tag="leave_out"):
    """This sensor is wrong: from now on people say on a screen what lies there."""

    site: Word


class Trust(_Command, frozen=True, tag="trust"):
    """This sensor is to be read again."""

    site: Word


class Press(_Command, frozen=True, tag="button"):
    """Press a button of the simulated board, for `ms`."""

    button: Word
    ms: Annotated[int, Meta(ge=1, le=10_000)] = 100


class Confirm(_Command, frozen=True, tag="confirm"):
    """The end-turn button, on a screen."""


class TakeBack(_Command, frozen=True, tag="take_back"):
    """Take the last step back."""


class Hint(_Command, frozen=True, tag="hint"):
    """Show what may be laid, for five seconds."""


class Hurry(_Command, frozen=True, tag="hurry"):
    """Let the computer play at once, with the best that it has found so far."""


class Advise(_Command, frozen=True, tag="advise"):
    """Ask the computer what it would do: the places are lit for all, what it expects is for whoever asks."""


class HandOver(_Command, frozen=True, tag="hand_over"):
    """From now on the computer plays a seat at this level; null: a person does."""

    seat: Index
    level: Word | None


class Pass(_Command, frozen=True, tag="pass"):
    """Play no more in this game."""


class ChooseValue(_Command, frozen=True, tag="choose_value"):
    """Say, in private, what the Diver in the draft is worth; null takes it back."""

    value: Value | None


class SayLater(_Command, frozen=True, tag="say_later"):
    """The Diver in the draft: its value is said at the reveal."""


class Play(_Command, frozen=True, tag="play"):
    """Play a token (`power`, `backup`) with the next piece or target; null puts it back."""

    token: Word | None


class Aim(_Command, frozen=True, tag="aim"):
    """The target of the token; null chooses none."""

    site: Word | None


class AgreeTakeBack(_Command, frozen=True, tag="agree_take_back"):
    """Agree that the last step is taken back: a seat for itself, a table page for all seats without a screen."""


class RefuseTakeBack(_Command, frozen=True, tag="refuse_take_back"):
    """The last step is not taken back."""


class Invite(_Command, frozen=True, tag="invite"):
    """Invite a screen to a seat; one that has it is signed out."""

    seat: Index


class FreeSeat(_Command, frozen=True, tag="free_seat"):
    """A seat goes on without a screen of its own."""

    seat: Index


class Leave(_Command, frozen=True, tag="leave"):
    """This seat goes on without this screen."""


class ClaimHost(_Command, frozen=True, tag="claim_host"):
    """This page becomes the host's, when the host's has gone."""


class Peek(_Command, frozen=True, tag="peek"):
    """Show on this page what an Elder without a screen looks at."""


class Exhibit(_Command, frozen=True, tag="exhibit"):
    """Show a moment of a finished game on the lights."""

    number: Annotated[int, Meta(ge=1)]
    index: Annotated[int, Meta(ge=0)]


class EndExhibit(_Command, frozen=True, tag="end_exhibit"):
    """Show it no longer."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat. `clan` null: the table draws it; `computer`: the level at which the computer plays it."""

    name: Name
    clan: Word | None
    computer: Word | None = None


class SetUp(_Command, frozen=True, tag="set_up"):
    """Agree on a game. `farms` null: the table deals the Pearls; `confirm` null: as the settings say."""

    players: Annotated[list[Player], Meta(min_length=2, max_length=4)]
    advanced: bool = False
    edition: Word = "en"
    voluntary_pass: bool | None = None
    peek_own: bool = False
    farms: dict[Word, Index] | None = None
    first: Seat = 1
    hints: Word = "request"
    confirm: Word | None = None


class PearlsLaid(_Command, frozen=True, tag="pearls_laid"):
    """The Pearls of the lit farm lie there."""


class Start(_Command, frozen=True, tag="start"):
    """All Pearls lie there: begin."""


class Pause(_Command, frozen=True, tag="pause"):
    """Stop for a while."""


class Resume(_Command, frozen=True, tag="resume"):
    """Go on."""


class Abandon(_Command, frozen=True, tag="abandon"):
    """Give the game up."""


class Rematch(_Command, frozen=True, tag="rematch"):
    """The same people again, with the Pearls dealt anew; the next seat begins."""


class NewGame(_Command, frozen=True, tag="new_game"):
    """Leave the result; the table is free."""


class Answer(_Command, frozen=True, tag="answer"):
    """To the table's question: `continue` or `new`."""

    answer: Word


class SayValue(_Command, frozen=True, tag="say_value"):
    """At the reveal: this Diver is worth that."""

    space: Word
    value: Value


class UnsayValue(_Command, frozen=True, tag="unsay_value"):
    """At the reveal: take back what was said of this Diver."""

    space: Word


class ShowTerritory(_Command, frozen=True, tag="show_territory"):
    """At the reveal: come to this territory."""

    index: Index


class Agree(_Command, frozen=True, tag="agree"):
    """The table agrees on every value."""


class CountShow(_Command, frozen=True, tag="count_show"):
    """In the count: come to this territory; behind the last one it is complete."""

    index: Index


TableCommand: TypeAlias = (
    Put
    | Lift
    | LeaveOut
    | Trust
    | Tidy
    | Press
    | Confirm
    | TakeBack
    | AgreeTakeBack
    | RefuseTakeBack
    | Hint
    | Hurry
    | Advise
    | HandOver
    | Pass
    | ChooseValue
    | SayLater
    | Play
    | Aim
    | Peek
    | SetUp
    | PearlsLaid
    | Start
    | Pause
    | Resume
    | Abandon
    | Rematch
    | NewGame
    | Answer
    | SayValue
    | UnsayValue
    | ShowTerritory
    | Agree
    | CountShow
    | Invite
    | FreeSeat
    | Leave
    | ClaimHost
    | Exhibit
    | EndExhibit
)


def read_command(document: object) -> TableCommand:
    """The command that plain data says; `Refused` as `malformed` for anything else."""
    try:
        command: TableCommand = convert(document, TableCommand)
    except ValidationError as error:
        raise Refused("malformed", say("malformed", detail=str(error)[:200])) from error
    return command
