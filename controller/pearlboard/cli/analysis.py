"""`inspect`, `perft` and `replay`: from a file of JSON to a line of JSON, or to one line with the error.

Scripts rely on their output. Positions hold secrets, so the commands are for analysis.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from pearlboard.cli.games import usable
from pearlboard.errors import BadInput
from pearlboard.games.api import MOST_SEATS, Files, Package
from pearlboard.games.refusals import IllegalTurn
from pearlboard.games.registry import FIRST
from pearlboard.games.strict_json import parse
from pearlboard.languages import SOURCE
from pearlboard.regular import MOST_OF_A_RECORDING, open_regular

Answer: TypeAlias = Mapping[str, object]
Question: TypeAlias = Callable[[bytes], Answer]
"""The computation of a command for one document; `BadInput` if the document is refused."""

STANDARD_INPUT: Final = "-"


class Refusal(BadInput):
    """A turn of a record that the rules refuse, with the stable name of the rule and a sentence."""

    def __init__(self, turn: IllegalTurn, package: Package) -> None:
        from pearlboard.screens.catalogues import catalogue_of  # noqa: PLC0415 - only a refusal needs words

        players = {number: f"seat {number}" for number in range(1, MOST_SEATS + 1)}
        words = catalogue_of(package, SOURCE).render(turn.refused.sentence, players)
        super().__init__(turn.place, f"{turn}: {words}")


# --- one document ------------------------------------------------------------------------------------------------


def inspect(data: bytes) -> Answer:
    """Score a position as if the game ended now."""
    return _files(data)[0].inspect(data)


def perft_of(depth: int) -> Question:
    """The question how many sequences of `depth` turns there are."""
    return lambda data: {"depth": depth, "turns": _files(data)[0].perft(data, depth)}


def replay(data: bytes) -> Answer:
    """The final position of a record."""
    files, package = _files(data)
    try:
        return files.replay(data)
    except IllegalTurn as error:
        raise Refusal(error, package) from error


def _files(data: bytes) -> tuple[Files, Package]:
    """The file formats of the game that a document names; of the first game if it names none or cannot be read."""
    package = usable(_name(data))
    if package.files is None:
        raise BadInput("game", f"{package.name} reads no documents: its package has no `files`")
    return package.files(), package


def _name(data: bytes) -> str:
    """The game that a position, or the start of a record, names.

    A document is parsed for this only if it seems to name a game; the game parses it again, strictly.
    """
    if b'"game"' not in data:
        return FIRST
    try:
        document = parse(data)
    except BadInput:
        return FIRST
    start = document.get("start") if isinstance(document, dict) else None
    parts = [part for part in (document, start) if isinstance(part, dict) and "game" in part]
    name = parts[0]["game"] if parts else FIRST
    return name if isinstance(name, str) else FIRST


# --- files and lines ---------------------------------------------------------------------------------------------


def run(question: Question, file: str, *, lines: bool) -> int:
    """Answer for a whole file, or for every line of it; returns the exit code."""
    answer = _answer_lines if lines else _answer_whole
    try:
        refusal = answer(question, file)
    except BadInput as error:
        refusal = str(error)
    if refusal:
        sys.stderr.write(f"{_printable(file)}: {refusal}\n")
        return 2
    return 0


def _answer_whole(question: Question, file: str) -> str | None:
    """Answer for the whole file; `BadInput` if it is refused."""
    whole, left = list[bytes](), MOST_OF_A_RECORDING
    for line in _read(file):
        whole.append(line)
        left -= len(line)
        if left < 0:
            raise BadInput("", f"it cannot be read: is longer than {MOST_OF_A_RECORDING} bytes")
    answer = question(b"".join(whole))
    sys.stdout.write(json.dumps(answer) + "\n")
    return None


def _answer_lines(question: Question, file: str) -> str | None:
    """Answer line by line, each as soon as it is read; returns a sentence about refused lines, or None."""
    asked = refused = 0
    for number, line in enumerate(_read(file), 1):
        if not line.strip():
            continue
        asked += 1
        try:
            answer = question(line)
        except BadInput as error:
            refused += 1
            answer = {"error": f"line {number}: {error}"}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    return f"{refused} of {asked} documents were refused" if refused else None


def _read(file: str) -> Iterator[bytes]:
    """The lines of the file; `BadInput` if it is missing or cannot be read."""
    if file == STANDARD_INPUT and not sys.stdin.readable():
        raise BadInput("", "it cannot be read: it is closed")
    try:
        if file == STANDARD_INPUT:
            yield from _lines(sys.stdin.buffer)
        else:
            with open_regular(Path(file)) as stream:
                yield from _lines(stream)
    except OSError as error:
        raise BadInput("", f"it cannot be read: {error.strerror or error}") from error


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Read line by line; a line beyond the limit comes in parts."""
    while line := stream.readline(MOST_OF_A_RECORDING):
        yield line


def _printable(name: str) -> str:
    """A file's name on one line, whatever characters it has."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in name)
