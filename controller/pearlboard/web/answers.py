"""JSON answers of the HTTP interface. The screen of a table is a `Mapping`, described by the documents."""

from typing import Any, Literal, NotRequired, TypedDict


class Done(TypedDict):
    """The request was carried out."""

    ok: Literal[True]


class Opened(Done):
    """The operator's token."""

    token: str


class Joined(Opened):
    """The token of a seat and who sits there, or of a guest of the lobby."""

    seat: NotRequired[int]
    name: NotRequired[str]
    guest: NotRequired[int]


class Taken(Done):
    """The number of bytes of an upload so far."""

    at: int


class Reply(TypedDict):
    """The result of a command; `shown`: for the sender alone, `error` and `sentence`: why it was refused."""

    type: Literal["reply"]
    id: str | None
    ok: bool
    version: int
    saved_version: int
    error: NotRequired[str]
    sentence: NotRequired[str]
    shown: NotRequired[Any]


class Refusal(TypedDict):
    """A refusal: its name, and a sentence; `wrong`: errors by value."""

    ok: bool
    error: str
    sentence: NotRequired[str]
    wrong: NotRequired[dict[str, str]]
