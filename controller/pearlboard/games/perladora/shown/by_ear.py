"""Perladöra by ear: the functions behind the names of `games.api.ByEar`, from the table's view alone."""

from collections.abc import Iterator, Sequence

from pearlboard.games.api import TABLE, Button, ByEar, Moment, OnBoard, Piece, Seat, Wish, places_told
from pearlboard.games.perladora.board.drafts import NOTHING_SAID, Draft, Said
from pearlboard.games.perladora.board.hints import hints
from pearlboard.games.perladora.board.tokens import BACKUP, POWER, clan_to_move, tokens
from pearlboard.games.perladora.rules.scoring import Score, score
from pearlboard.games.perladora.rules.state import FARMS, Public, Stage, View
from pearlboard.games.perladora.rules.steps import SayValue
from pearlboard.games.perladora.rules.territories import Territory, territories
from pearlboard.games.perladora.rules.verdicts import side_seats
from pearlboard.games.perladora.shown.private import laid
from pearlboard.games.perladora.shown.stakes import stakes
from pearlboard.geometry import Site, Space
from pearlboard.texts import Sentence, say


class PerladoraByEar(ByEar):
    """See `games.api.ByEar`."""

    def piece(self, view: View, site: Site, piece: Piece) -> Sentence:
        diver = view.public.divers.get(site) if isinstance(site, Space) else None
        if diver is None or not isinstance(site, Space):
            return say("ear_pontoon")
        value = _values(view).get(site)
        named = say("ear_diver", seat=diver.seat)
        named = named if value is None else say("ear_worth", what=named, value=value)
        named = say("ear_with_necklaces", what=named, count=diver.necklaces) if diver.necklaces else named
        return say("ear_with_backup", what=named) if diver.backup else named

    def place(self, view: View, site: Site) -> Sentence | None:
        laid = FARMS[: view.public.laid]
        return say("ear_farm", pearls=say("pearls", count=view.public.setup.farms[site])) if site in laid else None

    def before(self, view: View) -> tuple[Sentence, ...]:
        """In the count, which territory the sentence is about."""
        if view.public.stage is not Stage.COUNT:
            return ()
        parts = territories(view.public)
        part = parts[view.public.shown]
        sums = _sums(view, view.public.shown)
        told = say("ear_territory", number=view.public.shown + 1, of=len(parts), space=landmark(part))
        return (told, say("ear_at_stake", pearls=say("pearls", count=part.pearls)), *sums)

    def left(self, view: View, seat: Seat) -> tuple[Sentence, ...]:
        public = view.public
        own = tuple(_own(view)) if view.viewer == seat else ()
        told = say("ear_left", seat=seat, count=public.left[seat - 1])
        pontoons = say("ear_pontoons_left", count=public.pontoons_left)
        if not public.setup.advanced:
            return told, *own, pontoons
        powers = say("ear_powers_left", seat=seat, count=public.powers[seat - 1])
        backup = (say("ear_backup_left", seat=seat),) if public.backups[seat - 1] else ()
        return (told, *own, powers, *backup, pontoons)

    def where(self, board: OnBoard | None, view: View) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
        if view.public.stage is not Stage.PLAYING or view.public.over:
            return (), ()
        found = hints(view.public)
        short, listed = places_told(found.spaces | found.edges)
        forbidden = (say("ear_forbidden", sites=found.forbidden),) if found.forbidden else ()
        return short, (*listed, *forbidden)

    def counts(self, view: View, moment: Moment) -> tuple[Sentence, ...]:
        """How the closed territories stand that a piece of the draft lies in."""
        sites = frozenset() if moment.draft is None else moment.draft.sites
        ends = ((site,) if isinstance(site, Space) else (site.first, site.second) for site in sites)
        spaces = frozenset(space for each in ends for space in each)
        return tuple(told for part, told in _stakes(view) if spaces & frozenset(part.spaces))

    def score(self, view: View) -> tuple[Sentence, ...]:
        counted = _counted(view)
        if counted is not None:
            reasons = tuple(
                say("ear_stakes", space=landmark(each.territory), told=each.reason) for each in counted.territories
            )
            return (counted.verdict, *counted.standings, *reasons)
        told = tuple(told for _, told in _stakes(view))
        return (say("ear_closed", count=len(told)) if told else say("ear_none_closed"), *told)

    def buttons(self, view: View, moment: Moment, site: Site | None) -> Sequence[Button]:
        """At the reveal, what the Diver that was touched is worth."""
        reckoning = view.reckoning
        if reckoning is None or not view.public.turned_up:
            return ()
        readings = [reading for reading in reckoning.readings if reading.space == site]
        return tuple(
            Button(
                f"value_{value}", TABLE, SayValue(each.space, value), say("ear_is_worth", space=each.space, value=value)
            )
            for each in readings
            if view.public.divers[each.space].shown is None
            for value in reckoning.values[each.seat]
            if value != each.value or not each.said
        )

    def wishes(self, view: View, moment: Moment) -> Sequence[Wish]:
        draft = moment.draft
        if view.public.stage is not Stage.PLAYING or view.public.over or not isinstance(draft, Draft) or not draft.seat:
            return ()
        said: Said = moment.choices.get(draft.seat) or NOTHING_SAID
        return (*_values_of(draft, moment), *_tokens(view.public, draft.seat, said))


def _own(view: View) -> Iterator[Sentence]:
    """A seat's own knowledge: its hand, and its Divers that lie face down where it may look at them."""
    hand = tuple(
        say("ear_worth_each", count=count, value=value) for value, count in enumerate(view.hand or (), 1) if count
    )
    if hand:
        yield say("ear_hand", divers=hand)
    known = laid(view) if view.public.setup.peek_own else {}
    if known:
        yield say(
            "ear_laid", divers=tuple(say("ear_is_worth", space=space, value=known[space]) for space in sorted(known))
        )


def _values_of(draft: Draft, moment: Moment) -> Iterator[Wish]:
    """The value of a Diver that will lie face up."""
    if moment.awaits and draft.face_up and draft.seat is not None:
        [space] = draft.sites or {draft.target}
        for value in draft.values:
            yield Wish(draft.seat, {"value": value}, say("ear_is_worth", space=space, value=value))


def _tokens(public: Public, seat: Seat, said: Said) -> Iterator[Wish]:
    for token in tokens(public):
        if said.token == token.name:
            yield Wish(seat, {"token": None}, say(f"ui_{token.name}_put_back"))
        elif token.why is None:
            words = f"ui_{POWER}_{clan_to_move(public)}" if token.name == POWER else f"ui_{BACKUP}"
            yield Wish(seat, {"token": token.name}, say(words))


def _values(view: View) -> dict[Space, int]:
    """The values that the table knows, or takes Divers for once they are turned up."""
    taken = () if view.reckoning is None or not view.public.turned_up else view.reckoning.readings
    return {**{each.space: each.value for each in taken if each.value is not None}, **view.values}


def landmark(part: Territory) -> Space:
    """A territory is called after its first Farm, or its first space."""
    return next((space for space in part.spaces if space in FARMS), part.spaces[0])


def _stakes(view: View) -> Iterator[tuple[Territory, Sentence]]:
    """The closed territories, with how each stands as far as everybody knows."""
    for part in territories(view.public):
        found = stakes(view, part)
        if found is not None:
            yield part, say("ear_stakes", space=landmark(part), told=found[1])


def _counted(view: View) -> Score | None:
    """The score where every value is known, or taken for known by all; None: nobody can say."""
    known = _values(view)
    return score(view.public, known) if view.public.divers.keys() <= known.keys() and view.public.turned_up else None


def _sums(view: View, index: int) -> Iterator[Sentence]:
    """The points of each side in a territory."""
    for side, total in score(view.public, view.values).territories[index].totals.items():
        yield say("ear_points", side_seats=side_seats(view.public.setup, side), count=total)
