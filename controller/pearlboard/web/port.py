"""What the web needs of the table behind it."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, BinaryIO, Final, Protocol, TypeAlias

import msgspec

from pearlboard.session.limits import LONGEST_TITLE, LONGEST_WORD
from pearlboard.session.principal import EVERYBODY, Principal
from pearlboard.texts import Catalogue

Screen: TypeAlias = Mapping[str, Any]
"""Top-level keys to JSON, in the language that was asked for: all that the one who asks may see, and nothing else."""

NUMBER: Final = re.compile(r"[0-9]{1,12}\Z")
"""Of bytes or of seconds, as it comes in a message or an address."""


FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 9000


class Operated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the operator asks for. `values` are settings by their keys, as they were typed; `mark`: of the file before.

    `sure`: also while a game is on, or where something newer is here. Of a network `values` are `ssid` as base64,
    `password` and `country`; of a clock `now`, in seconds since 1970; of a password `new`.
    """

    do: str
    values: dict[str, str] = {}
    mark: str = ""
    sure: bool = False

    def __post_init__(self) -> None:
        """`ValueError`, with which the message is none."""
        if self.do == "clock" and not NUMBER.match(self.values.get("now", "")):
            raise ValueError("`now` is no number of seconds")


class Asked(msgspec.Struct, frozen=True, rename={"text": "q", "since": "from", "until": "to"}):
    """Which finished games are asked for: part of a title or a name, a game, the first and the last day.

    `before`: only games with smaller numbers, the next page.
    """

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] = ""
    game: Annotated[str, msgspec.Meta(max_length=LONGEST_WORD)] = ""
    since: date | None = None
    until: date | None = None
    before: Annotated[int, msgspec.Meta(ge=1, le=1 << 53)] | None = None

    def __post_init__(self) -> None:
        """`ValueError` for a day that no clock of a table shows."""
        if any(day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR for day in (self.since, self.until)):
            raise ValueError(f"a day is before {FIRST_YEAR} or after {LAST_YEAR}")


NEWEST: Final = Asked()


class OperatorPort(Protocol):
    """The running table, for whoever looks after it. `Refused` says what cannot be done, and what to do about it."""

    @property
    def run(self) -> str:
        """The name of this run of the program: another one after a restart."""

    @property
    def deeds(self) -> Mapping[str, tuple[str, ...]]:
        """The names of what can be asked for, each with the fields that it takes."""

    async def do(self, asked: Operated, language: str) -> Mapping[str, Any]:
        """Do it, and say what belongs into the answer; `wrong`: what is wrong with which value. `Refused`."""

    def asks_language(self) -> bool:
        """Whether the settings file could say in which language the table speaks, and does not."""

    async def speak(self, language: str) -> None:
        """Write that into the settings file, once; `Refused` if it is there."""

    @property
    def has_password(self) -> bool:
        """Whether somebody has chosen a password for the operator's page."""

    async def is_password(self, typed: str) -> bool:
        """Check the password; slow (scrypt)."""

    async def take(self, at: int, piece: bytes) -> int:
        """The next piece of a backup that is to be put back, from byte `at` on; how many bytes there are now."""

    async def take_release(self, at: int, piece: bytes) -> int:
        """The next piece of a package, from that byte on; how many bytes there are now. `Refused`."""

    async def copy_of_kept(self, name: str) -> tuple[str, BinaryIO]:
        """A file that is kept beside the games, secrets too, and what to call it: open.

        `Refused` while a game is on (`game_is_on`), if it is none of them (`not_kept`), or if it cannot be read.
        """


class TablePort(Protocol):
    """The running table."""

    def screen(self, language: str, principal: Principal = EVERYBODY) -> Screen:
        """How things stand, for whoever asks."""

    def frame(self) -> bytes:
        """R, G and B of every light as the strip gets them, in the order of `GRID.lights`."""

    def receive(
        self, document: object, command_id: str, version: int | None, principal: Principal
    ) -> Mapping[str, Any] | None:
        """Do what is asked; `session.Refused` if it cannot be done. What comes back is for whoever asked only."""

    def recorded(self) -> tuple[int, int]:
        """How many facts were recorded since the start, and how many games set up.

        A game that begins counts as many facts as its file is worth.
        """

    def versions(self) -> tuple[int, int]:
        """How many facts there are, and how many of them are on disk."""

    def join(self, code: str) -> Mapping[str, Any]:
        """Exchange an invitation for a seat's token, the lobby's code for a guest's; `Refused` if it works no more."""

    def lets_many_in(self, code: str) -> bool:
        """Whether that code works more than once."""

    def holder_of(self, token: str) -> Principal | None:
        """Whose token that is, a seat's or a guest's; None if nobody's."""

    def by_now(self, principal: Principal) -> Principal:
        """Who that is by now: a guest may have got a seat."""

    def knows(self, principal: Principal) -> bool:
        """Whether that is somebody of this game or its lobby, the host or the operator: limits are for all others."""

    def shown_as(self, principal: Principal) -> Principal:
        """A principal to whom exactly the same is shown: pages that are nobody in particular see one screen."""

    def turned_away(self) -> None:
        """Somebody could not come in, since the house is full."""

    def still_there(self, principal: Principal) -> bool:
        """Whether the token of that screen is still good."""

    def arrive(self, principal: Principal) -> None:
        """A screen is connected."""

    def depart(self, principal: Principal) -> None:
        """It is not any more."""

    def render(self, sentence: Any, language: str) -> str:  # noqa: ANN401 - a Sentence; the web only passes it on
        """The words for a sentence."""

    def words(self, game: str, language: str) -> Catalogue:
        """The table's sentences with those of a game that can be used."""

    async def archive(self, language: str, asked: Asked = NEWEST) -> Mapping[str, Any]:
        """A page of finished games: `games`, newest first; `older`, what to ask `before` for the next page, or None;
        `kinds`, the names and titles of what can be played.
        """

    def deleted(self, number: int) -> bool:
        """Whether there was such a finished game, and somebody has deleted it."""

    async def family(self, game: str | None, language: str) -> Mapping[str, Any]:
        """Who has played and won that game, or (None) any: `rows`, the `games` there are, and which is `chosen`."""

    async def record(self, number: int) -> Mapping[str, Any] | None:
        """A finished game as a record; None if there is no such finished game."""

    async def replay(self, number: int, language: str) -> Mapping[str, Any] | None:
        """The same step by step, with its sentences; None likewise."""

    async def picture(self, number: int, language: str) -> str | None:
        """The same as a picture of its end, in SVG; None likewise."""

    async def analysis(self, number: int, language: str) -> Mapping[str, Any] | None:
        """The same thought over, as far as that has come; asked for the first time, it begins. None likewise."""

    def workshop(self, language: str) -> Mapping[str, Any]:
        """Every sensor as it reads now, and the trial that is on."""

    def at_the_bench(self, deed: str, word: str) -> None:
        """`begin` a trial, `answer` or `leave` it, or lay or lift a piece of a simulated board by `hand`; `Refused`."""

    def examine(self, language: str) -> Sequence[Mapping[str, Any]]:
        """What the doctor finds; takes a while, and may be called from any thread."""

    async def copy_of_all(self) -> tuple[str, BinaryIO]:
        """A copy of everything, secrets too, and what to call it: an open file, gone once it is closed.

        `Refused` while a game is on (`game_is_on`), or if none can be made.
        """

    def drawn(self) -> bool:
        """Whether its board is only drawn: pieces lie on pages, and nowhere else."""

    def health(self) -> Mapping[str, Any]:
        """A few facts for people who look after the table."""
