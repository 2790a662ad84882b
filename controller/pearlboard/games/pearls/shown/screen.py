"""The data of Pearls for every page, plain: everything in it may be seen by everybody.

It is built by listing, from the table's view; `docs/http-games.md` describes every key.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from pearlboard.games.api import IllegalAction, Json, Moment, Seat, Verdict
from pearlboard.games.pearls.board.places import SLOTS
from pearlboard.games.pearls.board.scene import to_come
from pearlboard.games.pearls.rules.actions import Action, Take
from pearlboard.games.pearls.rules.cards import INDEX, LONGEST, SHORTEST, VALUES, Cards, Colour
from pearlboard.games.pearls.rules.options import judge
from pearlboard.games.pearls.rules.standings import Standing, standings
from pearlboard.games.pearls.rules.state import Hands, Last
from pearlboard.games.pearls.rules.view import View
from pearlboard.games.pearls.shown.telling import told, verdict
from pearlboard.texts import Sentence

Words = Callable[[Sentence], str]
LENGTHS = range(SHORTEST, LONGEST + 1)


def screen(view: View, moment: Moment) -> Json:
    """The key `game` of the table page."""
    return {
        "display": display(view),
        "pile": view.draw,
        "necklaces": necklaces(view),
        "takes": list(_takes(view, moment)),
        "chosen": _chosen(moment),
        "last": _last(view, moment.words),
        "last_turns": None if view.last_turns is None or view.over else [view.to_move, *to_come(view)],
        "hands": view.setup.hands.value,
        "open_scores": view.setup.open_scores,
        "hand": _open_hand(view, moment),
        "result": _result(view, moment) if view.over else None,
    }


def display(view: View) -> list[Json]:
    """The six slots, from the left; `colour` null: a gap."""
    new = () if view.last is None else view.last.dealt
    return [
        {
            "site": str(slot),
            "colour": None if colour is None else colour.value,
            "value": None if colour is None else VALUES[INDEX[colour]],
            "new": number in new,
        }
        for number, (slot, colour) in enumerate(zip(SLOTS, view.display, strict=True))
    ]


def necklaces(view: View) -> list[Json]:
    """How many lie there of each value; of those with which the game began, since others never come."""
    return [
        {"value": value, "left": view.necklaces.count(value), "of": view.setup.necklaces.count(value)}
        for value in LENGTHS
    ]


def hand(cards: Cards) -> list[Json]:
    """A hand by colour, without colours that have no card."""
    return [
        {"colour": colour.value, "value": VALUES[INDEX[colour]], "count": count}
        for colour, count in zip(Colour, cards, strict=True)
        if count
    ]


def _takes(view: View, moment: Moment) -> Iterator[Json]:
    """The colours on display and, where whoever is to move cannot take one, why not."""
    if view.over or view.last_turns is not None:
        return
    for colour in Colour:
        count = view.display.count(colour)
        if count:
            yield {
                "colour": colour.value,
                "value": VALUES[INDEX[colour]],
                "count": count,
                "why": _why_not(view, colour, moment.words),
            }


def _why_not(view: View, colour: Colour, words: Words) -> str | None:
    try:
        judge(view, view.to_move, Take(colour))
    except IllegalAction as refused:
        return words(refused.sentence)
    return None


def _chosen(moment: Moment) -> str | None:
    draft = moment.draft
    if draft is None or draft.verdict is not Verdict.LEGAL or not isinstance(draft.action, Take):
        return None
    return draft.action.colour.value


def _last(view: View, words: Words) -> Json | None:
    last = view.last
    if last is None:
        return None
    return {"seat": last.seat, "text": words(told(view, last.seat, last.action)), **cards_of(last)}


def cards_of(last: Last) -> Json:
    """The cards that were taken or placed, those that are new on display, and the necklace."""
    return {
        "taken": [last.action.colour.value] * last.cards if isinstance(last.action, Take) else [],
        "placed": placed_by(last.action),
        "necklace": last.necklace,
        "dealt": [str(SLOTS[slot]) for slot in last.dealt],
    }


def placed_by(action: Action) -> list[str]:
    """The colours of the cards that a turn places, wilds last."""
    if isinstance(action, Take):
        return []
    return [action.colour.value] * action.cards + [Colour.WILD.value] * action.wilds


def _open_hand(view: View, moment: Moment) -> Json | None:
    """With open hands, the hand of the seat to move, which any page may play; null for a computer."""
    if view.over or view.setup.hands is not Hands.OPEN or moment.table.thinking:
        return None
    cards = view.hands[view.to_move - 1]
    return None if cards is None else {"seat": view.to_move, "cards": hand(cards)}


# --- the end -----------------------------------------------------------------------------------------------------


def _result(view: View, moment: Moment) -> Json:
    ranked = standings(view)
    return {
        "winners": [each.seat for each in ranked if each.place == 1],
        "text": moment.words(verdict(ranked)),
        "standings": rows(ranked, moment.names),
        "export": f"/archive/{moment.number}.json",
        "picture": f"/archive/{moment.number}.svg",
    }


def rows(ranked: Sequence[Standing], names: Mapping[Seat, str]) -> list[Json]:
    """The final standings, best first."""
    return [
        {
            "place": each.place,
            "seat": each.seat,
            "name": names.get(each.seat, ""),
            "cards": each.score.cards,
            "necklaces": each.score.necklaces,
            "hand": each.score.hand,
            "total": each.score.total,
            "left": each.score.left,
        }
        for each in ranked
    ]
