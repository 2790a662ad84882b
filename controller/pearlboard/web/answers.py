"""The small answers of the HTTP interface, as JSON has them. What a table shows is `Mapping`: the documents tell it."""

from typing import Any, Literal, NotRequired, TypedDict


class Done(TypedDict):
    """It was done."""

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
    """How many bytes of a file have come."""

    at: int


class Reply(TypedDict):
    """How a command went; `shown`: what is for whoever asked alone, `error` and `sentence`: why it was refused."""

    type: Literal["reply"]
    id: str | None
    ok: bool
    version: int
    saved_version: int
    error: NotRequired[str]
    sentence: NotRequired[str]
    shown: NotRequired[Any]


class Refusal(TypedDict):
    """Why something was not done: by name, and for people; `wrong`: what is wrong with which value."""

    ok: bool
    error: str
    sentence: NotRequired[str]
    wrong: NotRequired[dict[str, str]]
