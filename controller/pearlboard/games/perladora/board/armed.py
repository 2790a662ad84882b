"""The draft while a token is armed: the Power or the Backup that the seat to move is about to play.

The Powers of Fishermen and Children lay a piece: the first that comes, or the target that was chosen; what lies beside
it waits for the main action. Necklace, look and Backup are for a Diver that lies there, chosen by a tap or by lifting
it and putting it back; new pieces only confuse them. A token's draft is complete: nothing can be added.
"""

from collections.abc import Mapping
from typing import Final

from pearlboard.games.perladora.board.drafts import Draft
from pearlboard.games.perladora.board.pieces import in_order, refused, region_of
from pearlboard.games.perladora.board.tokens import Kind, kind_of, played_on, targets, why_not
from pearlboard.games.perladora.rules import play as rules
from pearlboard.games.perladora.rules.declared_values import open_values
from pearlboard.games.perladora.rules.refusals import IllegalStep, NoTarget, StandardGame
from pearlboard.games.perladora.rules.state import Clan, Public
from pearlboard.games.perladora.rules.steps import ExtraDiver, Step
from pearlboard.games.perladora.rules.territories import territory_of
from pearlboard.games.values import NOWHERE, Table, Verdict
from pearlboard.geometry import Edge, Site, Space
from pearlboard.texts import Sentence, say

PIECE: Final[Mapping[Kind, type[Site]]] = {Clan.FISHERMEN: Edge, Clan.CHILDREN: Space}
"""The piece that a Power lays, by where it lies."""
LAYS: Final = frozenset(PIECE)


def draft(public: Public, table: Table, token: str, target: Site | None, *, confirms_itself: bool) -> Draft:
    """The draft of `token`, which is to be played on `target`, if one is chosen."""
    seat, kind = public.to_move, kind_of(public, token)
    if (against := _against(public, token)) is not None:
        return Draft(seat, Verdict.ILLEGAL, say("put_token_back", reason=against), table.extra)
    if kind in LAYS:
        here = laid_for(table, kind, target)
    elif table.extra:
        sentence = say("lift_for_token", sites=table.extra, count=len(table.extra))
        return refused(public, table.extra, sentence, table.extra)
    else:
        here = target
    if here is None:
        # Where a Pontoon may lie is a hint, which a table can do without; anything else everybody sees.
        open_to = NOWHERE if kind == Clan.FISHERMEN else targets(public, token)
        told = _with_beside(say(f"arm_{kind}", seat=seat), table.extra)
        return Draft(seat, Verdict.UNFINISHED, told, table.extra, targets=open_to)
    if (refusal := _refusal(public, kind, here)) is not None:
        return _illegal(public, table, token, here, refusal)
    return _legal(public, table, kind, here, confirms_itself=confirms_itself)


def lifted(public: Public, table: Table, token: str) -> Draft | None:
    """The draft while a Diver is in somebody's hand: put back, it is the target. None for a token that needs none."""
    kind = kind_of(public, token)
    if kind in LAYS or len(table.looked_at) != 1 or _against(public, token) is not None:
        return None
    [diver] = table.looked_at
    refusal = _refusal(public, kind, diver)
    if refusal is None:
        told = say(f"lifted_{kind}", sites=table.looked_at)
    else:
        told = say("lifted_in_vain", reason=refusal.sentence, sites=table.looked_at)
    return Draft(
        public.to_move, Verdict.UNFINISHED, told, table.extra, put=table.looked_at, targets=targets(public, token)
    )


def _against(public: Public, token: str) -> Sentence | None:
    return why_not(public, token) if public.setup.advanced else StandardGame().sentence


def laid_for(table: Table, kind: Kind, target: Site | None) -> Site | None:
    """The piece that is the Power's: on the space that was chosen, else the first of its kind that came."""
    piece = PIECE[kind]
    if isinstance(target, Space) and piece is Space:
        return target
    return next((site for site in in_order(table) if isinstance(site, piece)), None)


def _legal(public: Public, table: Table, kind: Kind, here: Site, *, confirms_itself: bool) -> Draft:
    drafted = say(f"drafted_{kind}", seat=public.to_move, sites=frozenset({here}))
    if isinstance(here, Space) and (name := _in_vain(public, kind, here)) is not None:
        drafted = say(name, drafted=drafted)
    told = _with_beside(
        say("token_soon" if confirms_itself else "token_by_button", drafted=drafted), table.extra - {here}
    )
    step: Step | ExtraDiver = played_on(kind, here)
    values: tuple[int, ...] = ()
    if kind == Clan.CHILDREN and isinstance(here, Space):
        step, values = ExtraDiver(here), open_values(public)
    return Draft(
        public.to_move,
        Verdict.LEGAL,
        told,
        table.extra & {here},
        step,
        complete=True,
        target=here,
        values=values,
        face_up=bool(values),
    )


def _in_vain(public: Public, kind: Kind, here: Space) -> str | None:
    """The sentence why the token would bring nothing there, as everybody can see; the rules allow it all the same."""
    if kind == Clan.ELDERS:
        return "vain_face_up" if public.divers[here].shown is not None else None
    if kind in LAYS:
        return None
    part = territory_of(public, here)
    if not part.pearls:
        return "vain_no_pearls"
    sides = {public.setup.side(public.divers[each].seat) for each in part.spaces if each in public.divers}
    return "vain_alone" if len(sides) == 1 else None


def _illegal(public: Public, table: Table, token: str, here: Site, refusal: IllegalStep) -> Draft:
    """A piece must be lifted; where none was laid, something else is to be chosen."""
    if piece := table.extra & {here}:
        told = say("lift_because", sites=piece, reason=refusal.sentence)
        return refused(public, piece, told, piece, region_of(refusal))
    return Draft(
        public.to_move,
        Verdict.ILLEGAL,
        say("choose_another", reason=refusal.sentence),
        table.extra,
        at=refusal.sites,
        targets=targets(public, token),
        target=here,
    )


def _refusal(public: Public, kind: Kind, here: Site) -> IllegalStep | None:
    """Why the token cannot be played there, if it cannot."""
    if isinstance(here, Edge) and kind != Clan.FISHERMEN:
        return NoTarget(here)
    try:
        rules.judge(public, None, played_on(kind, here))
    except IllegalStep as refusal:
        return refusal
    return None


def _with_beside(sentence: Sentence, beside: frozenset[Site]) -> Sentence:
    return say("beside_waits", told=sentence, beside=beside) if beside else sentence
