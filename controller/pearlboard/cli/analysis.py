"""`inspect`, `perft` and `replay`: from a file of JSON to a line of JSON, or to one line that says what is wrong.

What they print is promised to scripts. They read secrets, since a position holds them: they are for analysis.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from pearlboard.app.catalogues import read_catalogue
from pearlboard.errors import BadInput
from pearlboard.games import perladora
from pearlboard.games.perladora.notation import position_to_json, read_position, read_record
from pearlboard.games.perladora.refusals import IllegalStep
from pearlboard.games.perladora.rules import empty_spaces, legal_edges, play
from pearlboard.games.perladora.scoring import Score, TerritoryScore, score
from pearlboard.games.perladora.state import State
from pearlboard.games.perladora.turns import count_turns, perft
from pearlboard.geometry import GRID
from pearlboard.texts import Catalogue

Answer: TypeAlias = Mapping[str, object]
Question: TypeAlias = Callable[[bytes], Answer]
"""What a command makes of one document; `BadInput` if it is refused."""

STANDARD_INPUT: Final = "-"
_TEXTS: Final = Path(perladora.__file__).parent / "texts"


class IllegalTurn(BadInput):
    """A turn of a record that the rules do not allow."""

    def __init__(self, index: int, seat: int, refusal: IllegalStep) -> None:
        """Tell the turn's number, from 1, the seat, and the rule by its stable name and in words."""
        players = {number: f"seat {number}" for number in range(1, 5)}
        words = _english().render(refusal.sentence, players)
        super().__init__(f"turns[{index}]", f"turn {index + 1}, seat {seat}: {refusal.rule}: {words}")


@lru_cache(maxsize=1)
def _english() -> Catalogue:
    return read_catalogue("en", [_TEXTS])


# --- one document ------------------------------------------------------------------------------------------------


def inspect(data: bytes) -> Answer:
    """The position scored as if the game ended now, and what is open to the player to move."""
    state = read_position(data)
    public = state.public
    counted = _score(state)
    return {
        "legal_pontoons": [str(edge) for edge in GRID.edges_in(legal_edges(public))],
        "legal_spaces": [str(space) for space in GRID.spaces_in(empty_spaces(public))],
        "turns": count_turns(state),
        "territories": [_territory(part) for part in counted.territories],
        **_result(counted),
        "over": public.over,
    }


def perft_of(depth: int) -> Question:
    """The question how many sequences of `depth` turns there are."""
    return lambda data: {"depth": depth, "turns": perft(read_position(data), depth)}


def replay(data: bytes) -> Answer:
    """The final position of a record, scored."""
    record = read_record(data)
    state = record.start
    for index, turn in enumerate(record.turns):
        try:
            state = play(state, turn)
        except IllegalStep as refusal:
            raise IllegalTurn(index, turn.seat, refusal) from refusal
    return {"position": position_to_json(state), "over": state.public.over, **_result(_score(state))}


def _score(state: State) -> Score:
    return score(state.public, {space: value for space, value in state.values.items() if value is not None})


def _result(counted: Score) -> dict[str, object]:
    return {
        "pearls": {str(side): pearls for side, pearls in counted.pearls.items()},
        "clusters": {str(side): list(clusters) for side, clusters in counted.clusters.items()},
        "winners": list(counted.winners),
    }


def _territory(part: TerritoryScore) -> dict[str, object]:
    territory = part.territory
    return {
        "spaces": [str(space) for space in territory.spaces],
        "pearls": territory.pearls,
        "full": territory.full,
        "divisible": territory.divisible,
        "totals": {str(side): total for side, total in part.totals.items()},
        "winners": list(part.winners),
        "share": part.share,
        "discarded": part.discarded,
        "unclaimed": part.unclaimed,
        "by_backup": part.by_backup,
    }


# --- files and lines ---------------------------------------------------------------------------------------------


def run(question: Question, file: str, *, lines: bool) -> int:
    """Ask about a whole file, or about every line of it; the exit code."""
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
    """Answer the whole file; if it is refused, `BadInput` says it all."""
    answer = question(b"".join(_read(file)))
    sys.stdout.write(json.dumps(answer) + "\n")
    return None


def _answer_lines(question: Question, file: str) -> str | None:
    """Answer line by line, each as soon as it is read; what was refused, in a sentence, or None."""
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
    """The lines of the file; `BadInput` for one that is not there or cannot be read."""
    if file == STANDARD_INPUT and not sys.stdin.readable():
        raise BadInput("", "it cannot be read: it is closed")
    try:
        if file == STANDARD_INPUT:
            yield from sys.stdin.buffer
        else:
            with Path(file).open("rb") as stream:
                yield from stream
    except OSError as error:
        raise BadInput("", f"it cannot be read: {error.strerror or error}") from error


def _printable(name: str) -> str:
    """A file's name on one line, whatever is in it."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in name)
