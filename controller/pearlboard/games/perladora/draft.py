"""What lies on the table beyond what is expected, read as a step of the player whose turn it is.

The first thing that is the matter is told, in this order: pieces that are missing, pieces to be lifted after a
take-back, a tile that is being looked at, pieces that are owed; then the draft itself, of a token if one is armed, else
of a main action. Whatever it is, the sentence says what to do next. All of it comes from what lies open.
"""

from pearlboard.games.api import Choice, Draft, Seat, Table, Verdict
from pearlboard.games.perladora import armed, pieces
from pearlboard.games.perladora.invitation import invitation
from pearlboard.games.perladora.state import Public, View
from pearlboard.texts import say


def draft(view: View, table: Table, choice: Choice, *, confirms_itself: bool = True) -> Draft:
    """The draft of the seat to move. `confirms_itself` only decides what is said."""
    public = view.public
    seat = None if public.over else public.to_move
    told = _disturbed(seat, table) or _awaited(public, seat, table, choice)
    if told is not None:
        return told
    if seat is None:
        return _nobody(table)
    if choice.token is not None:
        return armed.draft(public, table, choice.token, choice.target, confirms_itself=confirms_itself)
    if not table.extra:
        return Draft(seat, Verdict.UNFINISHED, invitation(public))
    return pieces.draft(public, table, confirms_itself=confirms_itself)


def _disturbed(seat: Seat | None, table: Table) -> Draft | None:
    """Committed pieces are gone: nothing else counts until they are back."""
    if not table.missing:
        return None
    beside = table.extra
    name = "put_back_first" if beside else "put_back"
    sentence = say(name, sites=table.missing, beside=beside, count=len(table.missing))
    return Draft(seat, Verdict.ILLEGAL, sentence, beside, put=table.missing)


def _awaited(public: Public, seat: Seat | None, table: Table, choice: Choice) -> Draft | None:
    """Nothing is wrong, but something must happen before a draft can be read."""
    if table.to_lift:
        sentence = say("lift_taken_back", sites=table.to_lift, count=len(table.to_lift))
        return Draft(seat, Verdict.UNFINISHED, sentence, table.extra, lift=table.to_lift)
    if table.looked_at:
        return _looked_at(public, seat, table, choice)
    if table.to_lay:
        sentence = say("lay_owed", sites=table.to_lay, count=len(table.to_lay))
        return Draft(seat, Verdict.UNFINISHED, sentence, table.extra, put=table.to_lay)
    return None


def _looked_at(public: Public, seat: Seat | None, table: Table, choice: Choice) -> Draft:
    """A tile is lifted: by an Elder, to be chosen as the target of a token, or for a look that is nobody's business."""
    if seat is not None and choice.token is not None:
        told = armed.lifted(public, table, choice.token)
        if told is not None:
            return told
    name = "look_and_put_back" if table.looked_at == {public.looked} else "tile_looked_at"
    sentence = say(name, seat=public.to_move, sites=table.looked_at)
    return Draft(seat, Verdict.UNFINISHED, sentence, table.extra, put=table.looked_at)


def _nobody(table: Table) -> Draft:
    """The game is over: nobody has anything to lay."""
    if not table.extra:
        return Draft(None, Verdict.UNFINISHED, say("nobody_to_move"))
    sentence = say("nobody_to_move_lift", sites=table.extra, count=len(table.extra))
    return Draft(None, Verdict.ILLEGAL, sentence, table.extra, lift=table.extra)
