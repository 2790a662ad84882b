"""Where somebody may play, for whoever has asked: from the sizes of hands and the display, which everybody knows."""

from pearlboard.games.pearls.rules.cards import COLOURS
from pearlboard.games.pearls.rules.names import cards
from pearlboard.games.pearls.rules.options import fits
from pearlboard.games.pearls.rules.view import View
from pearlboard.texts import Sentence, say


def hint(seen: View) -> Sentence:
    """The colours that the seat to move may take; that it may place cards as well, if it has any."""
    seat = seen.to_move
    if seen.last_turns is not None:
        return say("pearls_last_turn", seat=seat)
    lying = tuple(colour for colour in COLOURS if colour in seen.display)
    open_ = tuple(colour for colour in lying if fits(seen, colour))
    if not open_:
        return say("pearls_hint_none", seat=seat)
    if open_ == lying:
        return say("pearls_hint_all" if seen.sizes[seat - 1] else "pearls_hint_all_empty", seat=seat)
    taken = tuple(cards(colour, seen.display.count(colour)) for colour in open_)
    return say("pearls_hint_some", seat=seat, cards=taken, count=len(taken))
