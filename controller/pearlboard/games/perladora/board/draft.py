"""The pieces on the table beyond what is expected, read as a step of the player whose turn it is.

The first thing that is the matter is told, in this order: pieces that are missing, pieces to be lifted after a
take-back, a tile that is being looked at, pieces that are owed, that the computer thinks; then the draft itself, of a
token if one is armed, else of a main action. Whatever it is, the sentence says what to do next. All of it comes from
what lies open.

Owed pieces are asked for one by one. What lies beside them may be an early piece of the player whose turn is next, or
the owed piece in a wrong place: it is taken for the first as long as that player could lay it.
"""

from dataclasses import replace
from typing import Final

from pearlboard.games.perladora.board import armed, pieces
from pearlboard.games.perladora.board.drafts import Draft, Said
from pearlboard.games.perladora.board.invitation import invitation
from pearlboard.games.perladora.rules.state import Public, View
from pearlboard.games.values import NOWHERE, Seat, Table, Verdict
from pearlboard.geometry import GRID, Site, Space
from pearlboard.texts import Sentence, say

NAMED_AT_ONCE: Final = 4
"""The number of places that can be kept in mind; of more empty places the next one is named, and all are lit."""
ON_SCREEN: Final = {
    "press_the_button": "tap_confirm",
    "single_pontoon": "single_pontoon_on_screen",
    "token_by_button": "token_on_screen",
    **{name: f"{name}_on_screen" for name in ("arm_children", "arm_foragers", "arm_elders", "arm_backup")},
}
"""Sentences for pieces tapped on a screen, in place of those for pieces laid by hand."""


def draft(view: View, table: Table, said: Said, *, confirms_itself: bool = True) -> Draft:
    """The draft of the seat to move. `confirms_itself` only decides what is said."""
    read = _draft(view, table, said, confirms_itself=confirms_itself)
    return replace(read, sentence=_tapped(read.sentence), drawn=True) if table.on_screen else read


def _tapped(told: Sentence) -> Sentence:
    """The same, and each sentence in it, for pieces that are tapped."""
    parts = {name: _tapped(part) if isinstance(part, Sentence) else part for name, part in told.parameters}
    return say(ON_SCREEN.get(told.name, told.name), **parts)


def _draft(view: View, table: Table, said: Said, *, confirms_itself: bool) -> Draft:
    public = view.public
    seat = None if public.over else public.to_move
    told = _disturbed(public, seat, table) or _awaited(public, seat, table, said)
    if told is not None:
        return told
    if seat is None:
        return _nobody(table)
    if table.thinking:
        return _thinking(seat, table)
    if said.token is not None:
        return armed.draft(public, table, said.token, said.target, confirms_itself=confirms_itself)
    if not table.extra:
        return Draft(seat, Verdict.UNFINISHED, invitation(public))
    return pieces.draft(public, table, confirms_itself=confirms_itself)


def _disturbed(public: Public, seat: Seat | None, table: Table) -> Draft | None:
    """Committed pieces are gone: nothing else counts until they are back. Of many, one after the other is named."""
    if not table.missing:
        return None
    beside, later = table.extra, NOWHERE
    if len(table.missing) > NAMED_AT_ONCE:
        first = min(table.missing, key=GRID.sites.index)
        name = "put_back_many_first" if 0 < len(beside) <= NAMED_AT_ONCE else "put_back_many"
        sentence = say(name, count=len(table.missing), asked=_gone(public, first), beside=beside)
        later = table.missing - {first}
    else:
        name = "put_back_first" if beside else "put_back"
        sentence = say(name, sites=table.missing, beside=beside, count=len(table.missing))
    return Draft(seat, Verdict.ILLEGAL, sentence, beside, put=table.missing, later=later)


def _gone(public: Public, site: Site) -> Sentence:
    """The piece that belongs on a site, in words."""
    if not isinstance(site, Space):
        return say("put_back_pontoon", edge=site)
    return say("put_back_diver", seat=public.divers[site].seat, space=site)


def _awaited(public: Public, seat: Seat | None, table: Table, said: Said) -> Draft | None:
    """The draft while something must happen before it can be read, although nothing is wrong."""
    if table.to_lift:
        in_the_way = table.to_lift & table.owed
        sentence = (
            say("owed_in_the_way", sites=in_the_way)
            if in_the_way
            else say("lift_taken_back", sites=table.to_lift, count=len(table.to_lift))
        )
        return Draft(seat, Verdict.UNFINISHED, sentence, table.extra, lift=table.to_lift)
    if table.looked_at:
        return _looked_at(public, seat, table, said)
    if table.to_lay:
        return _owed(public, seat, table, said)
    return None


def _owed(public: Public, seat: Seat | None, table: Table, said: Said) -> Draft:
    """The next piece that is asked for."""
    asked, *later = sorted(table.to_lay, key=str)
    told, put, beside = _asked(public, asked), frozenset({asked}), table.extra
    if not beside:
        told = say("lay_owed_more", asked=told, sites=tuple(later)) if later else told
        return Draft(seat, Verdict.UNFINISHED, told, put=put)
    if wrong := _nobodys(public, seat, table, said):
        sentence = say("owed_wrong_place", asked=told, beside=wrong)
        return Draft(seat, Verdict.ILLEGAL, sentence, beside, lift=wrong, put=put)
    sentence = say("owed_beside", asked=told, beside=beside, count=len(beside))
    return Draft(seat, Verdict.UNFINISHED, sentence, beside, put=put)


def _asked(public: Public, site: Site) -> Sentence:
    if not isinstance(site, Space):
        return say("lay_owed_pontoon", edge=site)
    diver = public.divers[site]
    if diver.shown is None:
        return say("lay_owed_diver", seat=diver.seat, space=site)
    return say("lay_owed_face_up", seat=diver.seat, space=site, value=diver.shown)


def _nobodys(public: Public, seat: Seat | None, table: Table, said: Said) -> frozenset[Site]:
    """Pieces beside the owed ones that cannot be an early piece of the seat to move."""
    if seat is None or table.thinking:
        return table.extra
    return NOWHERE if said.token is not None else pieces.draft(public, table, confirms_itself=False).lift


def _thinking(seat: Seat, table: Table) -> Draft:
    """The draft while the computer is to move: pieces of people are for later."""
    told = say("thinks_beside", seat=seat, beside=table.extra) if table.extra else say("thinks", seat=seat)
    return Draft(seat, Verdict.UNFINISHED, told, table.extra)


def _looked_at(public: Public, seat: Seat | None, table: Table, said: Said) -> Draft:
    """A tile is lifted: by an Elder, to be chosen as the target of a token, or for a look that is nobody's business."""
    if seat is not None and said.token is not None:
        told = armed.lifted(public, table, said.token)
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
