"""A seat's own screen of Perladöra beyond what everybody sees, built by listing from the seat's own view.

Of what an Elder saw only the last look is shown, and only until the main action is confirmed; what a seat has laid is
shown only where the table allows to look at it.
"""

from collections.abc import Mapping

from pearlboard.games.perladora.board.choosing import offered
from pearlboard.games.perladora.board.drafts import NOTHING_SAID, Draft, Said
from pearlboard.games.perladora.rules.declared_values import in_hand, untold
from pearlboard.games.perladora.rules.scoring import worth
from pearlboard.games.perladora.rules.state import Stage, View
from pearlboard.games.perladora.rules.territories import closed, territories
from pearlboard.games.perladora.shown.screen import names
from pearlboard.games.values import Choice, Json, Moment, Seat
from pearlboard.geometry import Space
from pearlboard.texts import Sentence, say


def private(own: View, moment: Moment, choice: Choice) -> Json:
    """The game's part of the key `you`."""
    seat: Seat = int(own.viewer)
    public = own.public
    mine = {
        "clan": public.setup.clans[seat - 1].value,
        **_hand(own, seat),
        "untold": None,
        "unsaid": _unsaid(own),
        "value": None,
        "seen": None,
        "laid": [],
        "counts": [],
        "sentence": None,
    }
    if public.stage is Stage.PEARLS:
        return {**mine, "left": 0, "laid_unsaid": 0, "hand": []}
    if public.stage is Stage.PLAYING:
        mine["untold"] = {"spaces": [str(space) for space in untold(own)], "values": list(in_hand(own))}
    if public.setup.peek_own or public.turned_up:
        mine["laid"] = [{"space": str(space), "value": value} for space, value in sorted(laid(own).items())]
        mine["counts"] = _counts(own)
    if public.stage is Stage.PLAYING and public.to_move == seat:
        mine["value"] = _value(own, mine, moment, choice)
        mine["seen"] = (
            None if public.looked is None else {"space": str(public.looked), "value": own.values.get(public.looked)}
        )
        told = _told(mine, moment)
        mine["sentence"] = None if told is None else moment.words(told)
    return mine


def _unsaid(own: View) -> list[str]:
    """At the reveal, until all are turned up: the Divers that the seat has said nothing of."""
    covered = own.public.stage is Stage.REVEAL and not own.public.turned_up
    return names(untold(own)) if covered else []


def laid(own: View) -> Mapping[Space, int]:
    """The seat's own Divers that lie face down and whose values it has said."""
    return {space: value for space, value in _known(own).items() if own.public.divers[space].shown is None}


def _known(own: View) -> Mapping[Space, int]:
    """The values of the seat's own Divers, as far as the seat knows them."""
    return {space: value for space, value in own.values.items() if own.public.divers[space].seat == own.viewer}


def _counts(own: View) -> list[Json]:
    """The sum of the seat's own Divers in each closed territory, as far as the seat knows."""
    divers, mine = own.public.divers, _known(own)
    parts = [(part, mine.keys() & {*part.spaces}) for part in territories(own.public) if closed(part)]
    return [
        {"spaces": names(part.spaces), "counts": sum(worth(divers[space], mine[space]) for space in here)}
        for part, here in parts
        if here
    ]


def _hand(own: View, seat: Seat) -> Json:
    """Divers by value. Those that were laid without a word are still counted in the hand."""
    hand, whole = own.hand or (), own.public.setup.divers(seat)
    left = own.public.left[seat - 1]
    return {
        "left": left,
        "laid_unsaid": sum(hand) - left,
        "hand": [
            {"value": value, "left": count, "of": of}
            for value, (count, of) in enumerate(zip(hand, whole, strict=True), 1)
            if of
        ],
    }


def _value(own: View, mine: Json, moment: Moment, choice: Choice) -> Json | None:
    """The value to choose, before or after the Diver is laid; None while the piece of a token is to be laid first."""
    draft, said = moment.draft, choice.public or NOTHING_SAID
    if not isinstance(draft, Draft) or moment.stopped or not mine["left"]:
        return None
    told: Said = said
    choices = offered(own, draft, own_screen=True)
    if not choices or not (draft.values or (draft.nothing and told.token is None)):
        return None
    return {
        "choices": list(choices),
        "chosen": choice.private if choice.private in choices else None,  # it may have been told of another Diver since
        "later": told.later,
        "face_up": draft.face_up,
    }


def _told(mine: Json, moment: Moment) -> Sentence | None:
    if mine["seen"] is not None:
        unknown = "seen_unknown_on_screen" if moment.table.on_screen else "seen_unknown"
        name = unknown if mine["seen"]["value"] is None else "seen_value"
        return say(name, space=mine["seen"]["space"], value=mine["seen"]["value"] or 0)
    return say("choose_value_now") if moment.awaits else None
