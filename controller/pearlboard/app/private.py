"""What a seat's own screen shows besides what everybody sees. It is built by listing from the seat's own view.

Of what an Elder saw only the last look is shown, and only until the main action is confirmed; what a seat has laid is
shown only where the table allows to look at it.
"""

from collections.abc import Iterator

from pearlboard.app.screen import Screen, players
from pearlboard.app.situation import Asked, Situation
from pearlboard.games.api import Game, GameView, Seat
from pearlboard.session.evolve import game_of
from pearlboard.session.state import Phase, Session
from pearlboard.texts import Catalogue, Sentence, say


def private(seat: Seat, session: Session, now: Situation, asked: Asked, catalogue: Catalogue) -> Screen:
    """The key `you` of this seat's screen."""
    agreement = now.agreement
    if agreement is None:
        return {}
    mine: Screen = {
        "seat": seat,
        "name": agreement.names[seat - 1],
        "clan": agreement.setup.clans[seat - 1].value,
        "to_move": now.to_move == seat,
        "left": 0,
        "laid_unsaid": 0,
        "hand": [],
        "value": None,
        "seen": None,
        "laid": [],
        "advice": None,
        "sentence": None,
        "can": list(_can(seat, now)),
    }
    if session.state is None:
        return mine
    game = game_of(session)
    own = game.view(session.state, seat)
    mine |= _hand(game, own, seat)
    if agreement.peek_own or (now.phase is not Phase.PLAYING and session.before is None):
        mine["laid"] = [{"space": str(space), "value": value} for space, value in sorted(game.laid(own).items())]
    if now.to_move == seat:
        mine["value"] = _value(mine, now, asked)
        mine["seen"] = _seen(game, own)
        if asked.advice is not None:
            mine["advice"] = [
                {
                    "text": catalogue.render(game.advice(step), players(agreement)),
                    "pearls": round(pearls),
                    "sites": sorted(str(site) for site in game.places(step)),
                }
                for step, pearls in asked.advice
            ]
        told = _told(mine, now)
        mine["sentence"] = None if told is None else catalogue.render(told, players(agreement))
    return mine


def _hand(game: Game, own: GameView, seat: Seat) -> Screen:
    """Divers by value. Those that were laid without a word are still counted in the hand."""
    public = own.public
    hand, whole = game.hand(own), game.hand(game.view(game.opening(public.setup, 1), seat))
    left = public.left[seat - 1]
    return {
        "left": left,
        "laid_unsaid": sum(hand) - left,
        "hand": [
            {"value": value, "left": count, "of": of}
            for value, (count, of) in enumerate(zip(hand, whole, strict=True), 1)
            if of
        ],
    }


def _value(mine: Screen, now: Situation, asked: Asked) -> Screen | None:
    """What may be chosen, before or after the Diver is laid."""
    face_up = now.draft is not None and now.draft.face_up
    laying = now.values or (now.draft is not None and now.draft.nothing)
    if now.phase is not Phase.PLAYING or now.stop is not None or not mine["left"] or not laying:
        return None
    choices = list(now.values) if face_up else [each["value"] for each in mine["hand"] if each["left"]]
    return {"choices": choices, "chosen": asked.choice.value, "later": asked.choice.later, "face_up": face_up}


def _seen(game: Game, own: GameView) -> Screen | None:
    shown = game.shown(own)
    return None if shown is None else {"space": str(shown[0]), "value": shown[1]}


def _told(mine: Screen, now: Situation) -> Sentence | None:
    if mine["seen"] is not None:
        name = "seen_unknown" if mine["seen"]["value"] is None else "seen_value"
        return say(name, space=mine["seen"]["space"], value=mine["seen"]["value"] or 0)
    return say("choose_value_now") if now.awaits_value else None


def _can(seat: Seat, now: Situation) -> Iterator[str]:
    """What this screen may ask now."""
    yield "leave"
    if now.proposal is not None:
        yield "refuse_take_back"
        if seat in now.open_seats:
            yield "agree_take_back"
    if now.can_take_back and now.proposal is None:
        yield "take_back"
    if now.thinking is not None and now.stop is None:
        yield "hurry"
    if now.phase is Phase.REVEAL:
        yield from _can_say(now)
    elif now.phase is Phase.COUNT:
        yield from ("confirm", "count_show")
    elif now.phase is Phase.PLAYING:
        yield "resume" if now.paused else "pause"
        if now.to_move == seat and now.stop is None:
            yield from _can_move(now)


def _can_say(now: Situation) -> Iterator[str]:
    """At the reveal, once every piece lies there."""
    if now.draft is None:
        yield from ("confirm", "say_value", "show_territory")
        if now.reckoning is not None and not now.reckoning.problems:
            yield "agree"


def _can_move(now: Situation) -> Iterator[str]:
    if not now.awaits_value:
        yield "confirm"
    yield "choose_value"
    for name, allowed in (
        ("hint", now.can_hint),
        ("advise", now.can_advise),
        ("pass", now.can_pass),
        ("play", bool(now.tokens)),
    ):
        if allowed:
            yield name
