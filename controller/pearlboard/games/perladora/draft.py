"""What lies on the table beyond what is expected, read as a step of the player whose turn it is.

The first thing that is the matter is told, in this order: pieces that are missing, pieces to be lifted after a
take-back, a tile that is being looked at, pieces that are owed; then the draft itself. Whatever it is, the sentence
says what to do next. Public: the value of a Diver only passes through, to be judged against the hand.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Final

from pearlboard.games.api import Choice, Draft, Seat, Table, Verdict
from pearlboard.games.perladora import rules
from pearlboard.games.perladora.refusals import IllegalStep, TerritoryTooSmall
from pearlboard.games.perladora.state import Public, View
from pearlboard.games.perladora.steps import LayPontoons, Main, PlaceDiver
from pearlboard.geometry import GRID, Edge, Site, Space
from pearlboard.texts import Sentence, say

INVITATIONS: Final[Mapping[tuple[bool, int], str]] = {
    (True, 2): "invite_any", (True, 1): "invite_any_last", (True, 0): "invite_diver",
    (False, 2): "invite_pontoons", (False, 1): "invite_last_pontoon",
}
"""By whether a Diver can be laid, and how many Pontoons; a player who can do nothing has no turn."""


def draft(view: View, table: Table, choice: Choice, *, confirms_itself: bool = True) -> Draft:
    """The draft of the seat to move, as its `view` may judge it. `confirms_itself` only decides what is said."""
    public = view.public
    seat = None if public.over else public.to_move
    told = _disturbed(seat, table) or _awaited(seat, table)
    if told is not None:
        return told
    if seat is None:
        return _nobody(table)
    if not table.extra:
        return Draft(seat, Verdict.UNFINISHED, _invitation(public))
    return _pieces(view, table, choice, confirms_itself=confirms_itself)


def _disturbed(seat: Seat | None, table: Table) -> Draft | None:
    """Committed pieces are gone: nothing else counts until they are back."""
    if not table.missing:
        return None
    beside = table.extra
    name = "put_back_first" if beside else "put_back"
    sentence = say(name, sites=table.missing, beside=beside, count=len(table.missing))
    return Draft(seat, Verdict.ILLEGAL, sentence, beside, put=table.missing)


def _awaited(seat: Seat | None, table: Table) -> Draft | None:
    """Nothing is wrong, but something must happen before a draft can be read."""
    if table.to_lift:
        sentence = say("lift_taken_back", sites=table.to_lift, count=len(table.to_lift))
        return Draft(seat, Verdict.UNFINISHED, sentence, table.extra, lift=table.to_lift)
    if table.looked_at:
        sentence = say("tile_looked_at", sites=table.looked_at)
        return Draft(seat, Verdict.UNFINISHED, sentence, table.extra, put=table.looked_at)
    if table.to_lay:
        sentence = say("lay_owed", sites=table.to_lay, count=len(table.to_lay))
        return Draft(seat, Verdict.UNFINISHED, sentence, table.extra, put=table.to_lay)
    return None


def _nobody(table: Table) -> Draft:
    """The game is over: nobody has anything to lay."""
    if not table.extra:
        return Draft(None, Verdict.UNFINISHED, say("nobody_to_move"))
    sentence = say("nobody_to_move_lift", sites=table.extra, count=len(table.extra))
    return Draft(None, Verdict.ILLEGAL, sentence, table.extra, lift=table.extra)


def _invitation(public: Public) -> Sentence:
    """What the seat to move may lay."""
    seat = public.to_move
    divers = bool(public.left[seat - 1] and rules.empty_spaces(public))
    pontoons = min(rules.legal_edges(public).bit_count(), public.pontoons_left, 2)
    invitation = say(INVITATIONS[divers, pontoons], seat=seat)
    return say("or_pass", invitation=invitation) if public.setup.voluntary_pass else invitation


def _pieces(view: View, table: Table, choice: Choice, *, confirms_itself: bool) -> Draft:
    """Judge the extra pieces, and say which of them must go when they cannot stay together."""
    public, extra = view.public, table.extra
    came = [*(site for site in table.arrivals if site in extra), *sorted(extra - set(table.arrivals), key=str)]
    spaces = [site for site in came if isinstance(site, Space)]
    edges = [site for site in came if isinstance(site, Edge)]
    if on_farm := [space for space in spaces if space in public.setup.farms]:
        return _refused(public.to_move, extra, say("piece_on_farm", sites=frozenset(on_farm)), frozenset(on_farm))
    if spaces and edges:
        lift: frozenset[Site] = frozenset(edges if isinstance(came[0], Space) else spaces)
        return _refused(public.to_move, extra, say("diver_and_pontoon", sites=lift), lift)
    if len(spaces) > 1:
        lift = frozenset(spaces[1:])
        return _refused(public.to_move, extra, say("two_divers", sites=lift), lift)
    if spaces:
        return _judged(view, table, PlaceDiver(spaces[0], choice.value), confirms_itself=confirms_itself)
    if len(edges) > 2:
        lift = extra - set(_keep(view, edges))
        return _refused(public.to_move, extra, say("three_pontoons", sites=lift), lift)
    return _judged(view, table, LayPontoons(tuple(edges)), confirms_itself=confirms_itself)


def _refused(seat: Seat, sites: frozenset[Site], sentence: Sentence, lift: frozenset[Site],
             region: frozenset[Space] = frozenset()) -> Draft:
    return Draft(seat, Verdict.ILLEGAL, sentence, sites, lift=lift, region=region)


def _judged(view: View, table: Table, step: PlaceDiver | LayPontoons, *, confirms_itself: bool) -> Draft:
    """Pontoons are judged in the order in which they came, so that the last one is what is too much."""
    public, extra = view.public, table.extra
    try:
        rules.judge(public, view.hand, step)
    except IllegalStep as refusal:
        kept = _keep(view, list(step.edges)) if isinstance(step, LayPontoons) else ()
        lift = extra - set(kept)
        region = refusal.region if isinstance(refusal, TerritoryTooSmall) else frozenset()
        return _refused(public.to_move, extra, say("lift_because", sites=lift, reason=refusal.sentence), lift, region)
    name = "confirms_itself"
    played: Main = PlaceDiver(step.space) if isinstance(step, PlaceDiver) else LayPontoons(tuple(sorted(step.edges)))
    complete = isinstance(step, PlaceDiver) or len(step.edges) == 2
    if not complete and _another(view, step):
        name = "single_pontoon"
    elif not (complete and confirms_itself):
        name = "press_the_button"
    return Draft(public.to_move, Verdict.LEGAL, say(name, sites=extra, seat=public.to_move), extra, played, complete)


def _another(view: View, step: PlaceDiver | LayPontoons) -> bool:
    """Whether a second Pontoon could be laid beside this one."""
    laid = GRID.bits(getattr(step, "edges", ()))
    after = replace(view.public, pontoons=view.public.pontoons | laid)
    return bool(after.pontoons_left and rules.legal_edges(after))


def _keep(view: View, edges: list[Edge]) -> tuple[Edge, ...]:
    """Which of these Pontoons may stay: as many as possible, and of as many the ones that came first."""
    for kept in _fewer(edges):
        try:
            rules.judge(view.public, view.hand, LayPontoons(tuple(sorted(kept))))
        except IllegalStep:
            continue
        return kept
    return ()


def _fewer(edges: list[Edge]) -> Iterator[tuple[Edge, ...]]:
    for number in (2, 1):
        if number <= len(edges):
            yield from combinations(edges, number)
