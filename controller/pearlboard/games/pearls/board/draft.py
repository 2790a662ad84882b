"""The Diver's meaning: the colour under it is taken, all cards of it. Judged by what everybody knows."""

from typing import Final

from pearlboard.games.api import Draft, IllegalAction, Table, Verdict, put_right
from pearlboard.games.pearls.board.places import SLOTS
from pearlboard.games.pearls.rules.actions import Take
from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.pearls.rules.names import cards
from pearlboard.games.pearls.rules.options import fits, judge
from pearlboard.games.pearls.rules.state import LIMIT
from pearlboard.games.pearls.rules.view import View
from pearlboard.geometry import Site
from pearlboard.texts import Sentence, say

_NUMBER: Final = {slot: number for number, slot in enumerate(SLOTS)}


def draft(view: View, table: Table, *, confirms_itself: bool = True) -> Draft:
    """The draft of the seat to move. A Diver beside the display means nothing and must go; so must two that
    disagree.
    """
    seat, extra = view.to_move, table.extra
    if (first := put_right(seat, table)) is not None:
        return first
    if not extra:
        return Draft(seat, Verdict.UNFINISHED, _invitation(view, table))
    colours = {view.display[_NUMBER[site]] for site in extra if site in _NUMBER}
    if wrong := _wrong(view, table, colours):
        return Draft(seat, Verdict.ILLEGAL, wrong, extra, lift=_to_lift(extra))
    [colour] = (colour for colour in colours if colour is not None)
    return Draft(
        seat,
        Verdict.LEGAL,
        _taking(view, colour, table, confirms_itself=confirms_itself),
        extra,
        Take(colour),
        complete=True,
    )


def _taking(view: View, colour: Colour, table: Table, *, confirms_itself: bool) -> Sentence:
    """The cards that would be taken, and how that counts; on a screen also how full the hand would be."""
    seat, count = view.to_move, view.display.count(colour)
    taken = cards(colour, count)
    if not table.on_screen:
        return say("pearls_draft" if confirms_itself else "pearls_draft_button", seat=seat, cards=taken)
    return say("pearls_draft_on_screen", seat=seat, cards=taken, held=view.sizes[seat - 1] + count, limit=LIMIT)


def _to_lift(extra: frozenset[Site]) -> frozenset[Site]:
    """Pieces beside the display, if there are any; otherwise all."""
    return extra - _NUMBER.keys() or extra


def _wrong(view: View, table: Table, colours: set[Colour | None]) -> Sentence | None:
    """Why that is no take, and what to do."""
    extra = table.extra
    if table.thinking:
        return say("pearls_computers_turn", seat=view.to_move)
    if not extra <= _NUMBER.keys():
        return say("pearls_beside", sites=extra - _NUMBER.keys())
    if view.last_turns is None and len(colours) > 1:
        return say("pearls_two_colours")
    if view.last_turns is None and None in colours:
        return say("pearls_gap")
    colour = next(iter(colours)) or Colour.WILD  # in the last turns there may be none, and any is refused
    try:
        judge(view, view.to_move, Take(colour))
    except IllegalAction as refused:
        return refused.sentence
    return None


def _invitation(view: View, table: Table) -> Sentence:
    if table.thinking:
        return say("pearls_thinks", seat=view.to_move)
    if view.last_turns is not None:
        return say("pearls_last_turn", seat=view.to_move)
    return _open(view) if table.on_screen else say("pearls_turn_on_board", seat=view.to_move)


def _open(view: View) -> Sentence:
    """The invitation on a screen, which offers only what can be done."""
    seat, held = view.to_move, view.sizes[view.to_move - 1]
    if not any(fits(view, colour) for colour in view.display if colour is not None):
        return say("pearls_full_on_screen", seat=seat, count=held)
    return say("pearls_turn_on_screen" if held else "pearls_empty_on_screen", seat=seat)
