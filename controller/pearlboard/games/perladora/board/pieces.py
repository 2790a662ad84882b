"""Extra pieces read as a main action: a Diver, or one or two Pontoons. What cannot stay together is told apart here.

Pieces are judged in the order in which they came, so that the last one is what is too much.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from pearlboard.games.perladora.board.drafts import Draft
from pearlboard.games.perladora.board.tokens import POWER, clan_to_move, played_on, why_not
from pearlboard.games.perladora.rules import play as rules
from pearlboard.games.perladora.rules.declared_values import open_values
from pearlboard.games.perladora.rules.effects import table_after
from pearlboard.games.perladora.rules.refusals import IllegalStep, TerritoryTooSmall
from pearlboard.games.perladora.rules.state import Clan, Public
from pearlboard.games.perladora.rules.steps import LayPontoons, PlaceDiver
from pearlboard.games.values import NOWHERE, Table, Verdict
from pearlboard.geometry import GRID, Edge, Site, Space
from pearlboard.texts import Sentence, say


def draft(public: Public, table: Table, *, confirms_itself: bool) -> Draft:
    """Judge the extra pieces, and say which of them must go when they cannot stay together."""
    extra, came = table.extra, in_order(table)
    spaces = [site for site in came if isinstance(site, Space)]
    edges = [site for site in came if isinstance(site, Edge)]
    if on_farm := frozenset(space for space in spaces if space in public.setup.farms):
        return refused(public, extra, say("piece_on_farm", sites=on_farm), on_farm)
    if too_much := _too_much(public, came, spaces, edges):
        return _together(public, came, *too_much)
    step = PlaceDiver(spaces[0]) if spaces else LayPontoons(tuple(edges))
    return _judged(public, extra, step, confirms_itself=confirms_itself)


def _too_much(
    public: Public, came: Sequence[Site], spaces: Sequence[Space], edges: Sequence[Edge]
) -> tuple[str, Sequence[Site] | frozenset[Site]] | None:
    """Why the pieces are no one action, and which of them are beyond it; None if they are one."""
    if spaces and edges:
        return "diver_and_pontoon", edges if isinstance(came[0], Space) else spaces
    if len(spaces) > 1:
        return "two_divers", spaces[1:]
    if len(edges) > 2:
        return "three_pontoons", frozenset(came) - set(_keep(public, edges))
    return None


def in_order(table: Table) -> list[Site]:
    """The extra pieces as they came."""
    extra = table.extra
    return [*(site for site in table.arrivals if site in extra), *sorted(extra - set(table.arrivals), key=str)]


def refused(
    public: Public,
    sites: frozenset[Site],
    sentence: Sentence,
    lift: frozenset[Site],
    region: frozenset[Space] = frozenset(),
) -> Draft:
    """The draft of pieces of which some must be lifted."""
    return Draft(public.to_move, Verdict.ILLEGAL, sentence, sites, lift=lift, region=region)


def region_of(refusal: IllegalStep) -> frozenset[Space]:
    """The spaces of the territory that would be too small, if that is the reason."""
    return refusal.region if isinstance(refusal, TerritoryTooSmall) else frozenset()


def _together(public: Public, came: Sequence[Site], name: str, too_many: Sequence[Site] | frozenset[Site]) -> Draft:
    """More lies there than one action can be; perhaps a Power would make two of it."""
    lift = frozenset(too_many)
    told = say(name if public.power_used is None else f"{name}_after_power", sites=lift, count=len(lift))
    if _allowed_by_power(public, came):
        told = say("or_power_first", refusal=told)
    return refused(public, frozenset(came), told, lift)


def _allowed_by_power(public: Public, came: Sequence[Site]) -> bool:
    """Whether all of it could stay if the first fitting piece were played as the Power."""
    clan = clan_to_move(public)
    kind = {Clan.FISHERMEN: Edge, Clan.CHILDREN: Space}.get(clan)
    if kind is None or not public.setup.advanced or why_not(public, POWER) is not None:
        return False
    first = next((site for site in came if isinstance(site, kind)), None)
    mains = _main_actions([site for site in came if site != first])
    if first is None or len(mains) != 1:
        return False
    power = played_on(clan, first)
    try:
        rules.judge(public, None, power)
        rules.judge(table_after(public, power), None, mains[0])
    except IllegalStep:
        return False
    return True


def _main_actions(pieces: Sequence[Site]) -> list[PlaceDiver | LayPontoons]:
    """The actions that lay these pieces: each Diver, and all Pontoons together."""
    edges = tuple(site for site in pieces if isinstance(site, Edge))
    divers = [PlaceDiver(site) for site in pieces if isinstance(site, Space)]
    return [*divers, LayPontoons(edges)] if edges else [*divers]


def _judged(public: Public, extra: frozenset[Site], step: PlaceDiver | LayPontoons, *, confirms_itself: bool) -> Draft:
    try:
        rules.judge(public, None, step)
    except IllegalStep as refusal:
        lift = extra - set(_keep(public, step.edges) if isinstance(step, LayPontoons) else NOWHERE)
        sentence = say("lift_because", sites=lift, reason=refusal.sentence)
        return refused(public, extra, sentence, lift, region_of(refusal))
    name = "confirms_itself"
    complete = isinstance(step, PlaceDiver) or len(step.edges) == 2
    if not complete and _another(public, step):
        name = "single_pontoon"
    elif not (complete and confirms_itself):
        name = "press_the_button"
    played = LayPontoons(tuple(sorted(step.edges))) if isinstance(step, LayPontoons) else step
    values = open_values(public) if isinstance(step, PlaceDiver) else ()
    return Draft(
        public.to_move,
        Verdict.LEGAL,
        say(name, sites=extra, seat=public.to_move, count=len(extra)),
        extra,
        played,
        complete,
        values=values,
    )


def _another(public: Public, step: PlaceDiver | LayPontoons) -> bool:
    """Whether a second Pontoon could be laid beside this one."""
    laid = GRID.bits(getattr(step, "edges", ()))
    return bool(rules.legal_edges(replace(public, pontoons=public.pontoons | laid)))


def _keep(public: Public, edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """The Pontoons that may stay: as many as possible, and of as many the ones that came first."""
    for kept in _fewer(edges):
        try:
            rules.judge(public, None, LayPontoons(tuple(sorted(kept))))
        except IllegalStep:
            continue
        return kept
    return ()


def _fewer(edges: Sequence[Edge]) -> Iterator[tuple[Edge, ...]]:
    for number in (2, 1):
        if number <= len(edges):
            yield from combinations(edges, number)
