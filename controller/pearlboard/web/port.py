"""What the web needs of the table behind it."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

Screen: TypeAlias = Mapping[str, Any]
"""Top-level keys to JSON, in the language that was asked for. Public: everybody may see all of it."""


class TablePort(Protocol):
    """The running table."""

    def screen(self, language: str) -> Screen:
        """How things stand."""

    def frame(self) -> bytes:
        """R, G and B of every light as the strip gets them, in the order of `GRID.lights`."""

    def receive(self, document: object, command_id: str, version: int | None) -> None:
        """Do what is asked; `session.Refused` if it cannot be done."""

    def render(self, sentence: Any, language: str) -> str:  # noqa: ANN401 - a Sentence; the web only passes it on
        """The words for a sentence."""

    async def archive(self, language: str) -> Sequence[Mapping[str, Any]]:
        """The finished games, newest first."""

    async def record(self, number: int) -> Mapping[str, Any] | None:
        """A finished game as a record; None if there is no such finished game."""

    def health(self) -> Mapping[str, Any]:
        """A few facts for people who look after the table."""
