"""The boards of a table, where it has several, as pages are told of them. Pure."""

from collections.abc import Iterator
from typing import Any

from pearlboard.table.place import Place
from pearlboard.table.places import named
from pearlboard.table.play import Play
from pearlboard.texts import Sentence


def boards(table: Play) -> tuple[dict[str, Any], ...]:
    """The boards at which seats may sit, and which of them is this page's; empty where the table has only its own."""
    if len(table.places) == 1:
        return ()
    return tuple(
        {
            "number": 1 + place.number,
            "here": place is table.place,
            "table": place.called,
            "far": place.far,
            "away": place.lost is not None,
            "gone": has_gone(place),
        }
        for place in table.places
    )


def has_gone(place: Place) -> bool:
    """Whether the other table has taken leave: nobody waits for it."""
    return place.lost is not None and place.lost.name == "table_gone"


def about_others(table: Play) -> Iterator[tuple[str, Sentence]]:
    """The game's other players, as the people at this board should know them, each with its level."""
    agreement = table.session.agreement
    for place in table.places:
        if place is table.place or agreement is None or place.number >= agreement.boards:
            continue
        lying = place.now.board.table
        if place.lost is not None:
            yield "warning", named("other_board_gone" if has_gone(place) else "other_board_away", place.called)
        elif owed := len(lying.to_lay | lying.to_lift):
            yield "info", named("other_board_owes", place.called, count=owed)
        elif place.now.requests.ready and not table.place.now.requests.ready:
            yield "info", named("other_board_waits", place.called)
