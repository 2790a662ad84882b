"""Upper bounds for what people type and games write down; forms and the reader of facts both use them.

For names, see `session.player_names`.
"""

from typing import Any, Final, TypeVar

import msgspec

from pearlboard.games.strict_json import check_depth

LONGEST_TITLE: Final = 60
LONGEST_WORD: Final = 16
"""The length of a game's name, a level or a place of the board, in characters."""
MOST_MINUTES: Final = 60
"""The minutes of one turn."""
LONGEST_ID: Final = 64
"""The length of a command's id, in characters."""
MOST_BYTES: Final = 1 << 18
"""The size of one fact; by far the longest is `BegunFrom`, which holds the actions of another game."""
MOST_DEPTH: Final = 32
"""The nesting of lists and objects in a fact."""
_T = TypeVar("_T")


def read_json(text: str, kind: type[_T] | Any = Any) -> _T:  # noqa: ANN401 - whatever a fact holds
    """Decode a fact's JSON as a value of `kind`; `ValueError` for what no fact can hold.

    Lone surrogates and NaN are refused, too. The depth is checked before anything is decoded.
    """
    if len(text) > MOST_BYTES:
        raise ValueError("it is longer than anything that is ever written")
    if text.count("[") + text.count("{") > MOST_DEPTH:
        check_depth(text, MOST_DEPTH)
    found: _T = msgspec.json.decode(text, type=kind)
    return found
