"""How long may be what people type and games write down. Forms ask these limits, and so does whoever reads a fact.

Of names see `session.player_names`.
"""

from typing import Any, Final, TypeVar

import msgspec

from pearlboard.games.strict_json import check_depth

LONGEST_TITLE: Final = 60
LONGEST_WORD: Final = 16
"""Of a game's name, a level, a place of the board."""
MOST_MINUTES: Final = 60
"""That a turn may take."""
LONGEST_ID: Final = 64
"""Of a command."""
MOST_BYTES: Final = 1 << 18
"""Of one fact: a game that begins with what was done in another is the longest, by far."""
MOST_DEPTH: Final = 32
"""So often lists and objects stand within each other, at most, in a fact."""
_T = TypeVar("_T")


def read_json(text: str, kind: type[_T] | Any = Any) -> _T:  # noqa: ANN401 - whatever stands there
    """What a fact's JSON says, as a value of that kind; `ValueError` for what no fact says.

    Half a sign of Unicode and what is no number are refused, too. The depth is looked at before anything reads it.
    """
    if len(text) > MOST_BYTES:
        raise ValueError("it is longer than anything that is ever written")
    if text.count("[") + text.count("{") > MOST_DEPTH:
        check_depth(text, MOST_DEPTH)
    found: _T = msgspec.json.decode(text, type=kind)
    return found
