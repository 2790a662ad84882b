"""Interfaces of the table that the web uses."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, BinaryIO, Final, Protocol, TypeAlias

import msgspec
from starlette.websockets import WebSocket

from pearlboard.session.limits import LONGEST_TITLE, LONGEST_WORD
from pearlboard.session.principal import EVERYBODY, Principal
from pearlboard.texts import Catalogue, Sentence

Screen: TypeAlias = Mapping[str, Any]
"""A screen: JSON by top-level key, in the requested language; everything that its viewer may see, and nothing else."""

NUMBER: Final = re.compile(r"[0-9]{1,12}\Z")
"""A number of bytes or seconds in a message or an address."""


FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 9000


class Operated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request of the operator. `values` are settings by their keys, as typed; `mark`: the version of the settings
    file.

    `sure`: also while a game is on, or where something newer is here. For a network `values` are `ssid` as base64,
    `password` and `country`; for a clock `now`, in seconds since 1970; for a password `new`.
    """

    do: str
    values: dict[str, str] = {}
    mark: str = ""
    sure: bool = False

    def __post_init__(self) -> None:
        """Raise `ValueError` for a malformed clock."""
        if self.do == "clock" and not NUMBER.match(self.values.get("now", "")):
            raise ValueError("`now` is no number of seconds")


class Asked(msgspec.Struct, frozen=True, rename={"text": "q", "since": "from", "until": "to"}):
    """A filter of finished games: part of a title or a name, a game, the first and the last day.

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
NOTHING: Final = Asked(before=1)
"""A search that finds no game: their numbers begin at 1."""


class OperatorPort(Protocol):
    """The operator's interface to a running table. `Refused` has the reason and the remedy."""

    @property
    def run(self) -> str:
        """The name of this run of the program: another one after a restart."""

    @property
    def deeds(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the deeds, each with the fields that it takes."""

    async def do(self, asked: Operated, language: str) -> Mapping[str, Any]:
        """Carry out a request; returns fields of the answer; `wrong`: errors by value. `Refused`."""

    def asks_language(self) -> bool:
        """Whether the settings file could set the table's language, and does not."""

    async def speak(self, language: str) -> None:
        """Write the language into the settings file, once; `Refused` if it is there."""

    @property
    def has_password(self) -> bool:
        """Whether somebody has chosen a password for the operator's page."""

    async def is_password(self, typed: str) -> bool:
        """Check the password; slow (scrypt)."""

    async def take(self, at: int, piece: bytes) -> int:
        """Append a piece of an uploaded copy at byte `at`; returns the number of bytes so far."""

    async def take_release(self, at: int, piece: bytes) -> int:
        """Append a piece of a package at byte `at`; returns the number of bytes so far. `Refused`."""

    async def copy_of_kept(self, name: str) -> tuple[str, BinaryIO]:
        """A file kept beside the games, secrets included, and its name; the file is open.

        `Refused` while a game is on (`game_is_on`), if there is no such file (`not_kept`), or if it cannot be read.
        """


class VisitorsPort(Protocol):
    """Admission to the table: screens, their tokens, and what each of them counts as."""

    def join(self, code: str, place: int = 0) -> Mapping[str, Any]:
        """Exchange an invitation for a seat's token, or the lobby's code for a guest's; `Refused` if it is no longer
        valid. `place`: the number of the board beside which somebody comes.
        """

    def lets_many_in(self, code: str) -> bool:
        """Whether the code works more than once."""

    def holder_of(self, token: str) -> Principal | None:
        """The principal of a token, a seat's or a guest's; None if unknown."""

    def by_now(self, principal: Principal) -> Principal:
        """The current principal: a guest may have got a seat."""

    def knows(self, principal: Principal) -> bool:
        """Whether the principal is of this game or its lobby, the host or the operator, and so exempt from limits."""

    def shown_as(self, principal: Principal) -> Principal:
        """A principal with exactly the same screen: pages of nobody in particular share one."""

    def sits_at(self, principal: Principal) -> int:
        """The number of the board that the principal is shown."""

    def turned_away(self) -> None:
        """Note that somebody was turned away from a full house."""

    def still_there(self, principal: Principal) -> bool:
        """Whether the token of that screen is still valid."""

    def arrive(self, principal: Principal) -> None:
        """A screen has connected."""

    def depart(self, principal: Principal) -> None:
        """A screen has disconnected."""


class FinishedPort(Protocol):
    """Finished games."""

    async def archive(self, language: str, asked: Asked = NEWEST) -> Mapping[str, Any]:
        """A page of finished games: `games`, newest first; `older`, what to ask `before` for the next page, or None;
        `kinds`, the names and titles of what can be played.
        """

    def deleted(self, number: int) -> bool:
        """Whether such a game existed and was deleted."""

    async def family(self, game: str | None, language: str) -> Mapping[str, Any]:
        """The ranking for that game, or (None) any: `rows`, the `games` there are, and which is `chosen`."""

    async def proposal(
        self, game: str, players: Sequence[tuple[str, str | None]], language: str
    ) -> Mapping[str, Any] | None:
        """The handicap proposed to players, each a name and a computer's level: `said` and `handicaps` in seat order;
        None: nothing is to be proposed.
        """

    async def record(self, number: int) -> Mapping[str, Any] | None:
        """The record of a finished game; None if there is none."""

    async def replay(self, number: int, language: str) -> Mapping[str, Any] | None:
        """The replay of a finished game, with its sentences; None if there is none."""

    async def picture(self, number: int, language: str) -> str | None:
        """The end of a finished game as SVG; None if there is none."""

    async def analysis(self, number: int, language: str) -> Mapping[str, Any] | None:
        """The analysis of a finished game, as far as it has come; the first request starts it. None if there is
        none.
        """


class BenchPort(Protocol):
    """The board for whoever builds or repairs it, and a copy of all games."""

    def workshop(self, language: str) -> Mapping[str, Any]:
        """The readings of every sensor, and the trial in progress."""

    def at_the_bench(self, deed: str, word: str) -> None:
        """`begin` a trial, `answer` or `leave` it, or lay or lift a piece of a simulated board by `hand`; `Refused`."""

    def examine(self, language: str) -> Sequence[Mapping[str, Any]]:
        """The findings of the doctor; slow, and may be called from any thread."""

    async def copy_of_all(self) -> tuple[str, BinaryIO]:
        """A copy of all games, secrets included, and its name; an open file, deleted when closed.

        `Refused` while a game is on (`game_is_on`), or if none can be made.
        """


class Elsewhere(Protocol):
    """Another table, at whose game this one takes part: pages are told by it. `called`: its name; empty: not known.

    `lost`: why this table's own board does not answer; None if it does, or there is none with sensors.
    """

    called: str
    lost: Sentence | None

    async def carry(self, socket: WebSocket, kind: str, language: str) -> None:
        """Connect a page, of the `table` or of a `seat`, until either ends."""

    def start(self) -> None:
        """Call the host."""

    async def leave(self) -> None:
        """Take leave of the host's table for good."""

    async def close(self) -> None:
        """Give up the line, which may come back."""

    def look(self) -> Mapping[str, Any]:
        """The state of the line to the host, for the operator's page."""

    async def join(self, code: str) -> str:
        """The answer to whoever brings a code, as JSON; `Refused` if nobody can be asked."""


class TablePort(Protocol):
    """The running table."""

    @property
    def boards_here(self) -> int:
        """The number of boards in this room, beside which pages may say that they stand."""

    @property
    def elsewhere(self) -> Elsewhere | None:
        """The table at whose game this one takes part."""

    @property
    def visitors(self) -> VisitorsPort:
        """The visitors of the table."""

    @property
    def finished(self) -> FinishedPort:
        """The finished games of the table."""

    @property
    def bench(self) -> BenchPort:
        """The board for the operator."""

    def screen(self, language: str, principal: Principal = EVERYBODY) -> Screen:
        """The screen of a principal."""

    def frame(self, place: int = 0) -> bytes:
        """R, G and B of every light of a board in the order of the strip, that of `GRID.lights`."""

    def receive(
        self, document: object, command_id: str, version: int | None, principal: Principal
    ) -> Mapping[str, Any] | None:
        """Carry out a command; `session.Refused`. What is returned is for the sender only."""

    def recorded(self) -> tuple[int, int]:
        """The number of facts recorded since the start, and of games set up.

        A game that begins counts as many facts as its file is worth.
        """

    def versions(self) -> tuple[int, int]:
        """The number of facts, and of those on disk."""

    def render(self, sentence: Any, language: str) -> str:  # noqa: ANN401 - a Sentence; the web only passes it on
        """Render a sentence."""

    def words(self, game: str, language: str) -> Catalogue:
        """The catalogue of the table and of a game that can be used."""

    def drawn(self) -> bool:
        """Whether the table's own board is only drawn: the pieces are on pages, and nowhere else."""

    def health(self) -> Mapping[str, Any]:
        """Health, for people who look after the table."""
