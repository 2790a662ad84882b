"""Facts and their stored form: a name, the version of the form, and JSON.

A stored name and the meaning of its JSON never change once they are in a tagged version; a new meaning is a new form,
and `decode` continues to read the old one.

The JSON may hold secrets: only this program's own database may contain it. A game's values are stored with the game's
name; if that game is not installed, they are read as `Kept`, and nothing is lost.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, TypeAlias, TypeVar

from pearlboard.errors import BadInput
from pearlboard.games.api import Package
from pearlboard.games.registry import GAMES, GameGone
from pearlboard.games.values import TABLE, Actor, Outcome
from pearlboard.geometry import site
from pearlboard.session import facts
from pearlboard.session.facts import Agreement, Fact, Kept
from pearlboard.session.limits import read_json
from pearlboard.store import bodies

FORM: Final = 1
"""The version of a fact's form, except for those in `FORMS`."""

FORMS: Final[Mapping[str, int]] = {"game_agreed": 4}
"""Forms with another version. Agreements had three forms before the first tagged version, which wrote the fourth."""

NAMES: Final[Mapping[type, str]] = {
    facts.GameAgreed: "game_agreed",
    facts.GameDealt: "game_dealt",
    facts.BegunFrom: "begun_from",
    facts.Acted: "acted",
    facts.Noted: "noted",
    facts.TimeUp: "time_up",
    facts.TurnTimed: "turn_timed",
    facts.TakenBack: "taken_back",
    facts.GameEnded: "game_ended",
    facts.SeatTaken: "seat_taken",
    facts.SeatFreed: "seat_freed",
    facts.SeatHandedOver: "seat_handed_over",
    facts.HostNamed: "host_named",
    facts.GamePaused: "game_paused",
    facts.GameResumed: "game_resumed",
    facts.GameAbandoned: "game_abandoned",
    facts.GameClosed: "game_closed",
    facts.GameTitled: "game_titled",
    facts.GameDeleted: "game_deleted",
    facts.SensorLeftOut: "sensor_left_out",
    facts.SensorSuspected: "sensor_suspected",
    facts.SensorTrusted: "sensor_trusted",
}

Body = Mapping[str, Any]
Decoder: TypeAlias = Callable[[str], Fact]
_T = TypeVar("_T", bound=bodies.Body)


def encode(fact: Fact) -> tuple[str, int, str]:
    """The stored name, form and JSON of a fact."""
    name = NAMES[type(fact)]
    return name, FORMS.get(name, FORM), json.dumps(_body(fact), separators=(",", ":"), ensure_ascii=False)


def decode(name: str, form: int, text: str) -> Fact:
    """Decode a stored fact; `BadInput` for anything that this program never wrote."""
    decoder = DECODERS.get(name)
    if decoder is None or form != FORMS.get(name, FORM):
        raise BadInput("fact", f"{name!r} in form {form} is not known to this version of the program")
    try:
        return decoder(text)
    except Exception as error:  # a game may raise anything on what it has not written
        raise BadInput(f"fact {name}", f"cannot be read: {error}") from error


def _body(fact: Fact) -> Body:
    match fact:
        case facts.GameAgreed(agreement):
            return _agreement(agreement)
        case facts.GameDealt(game, deal):
            return {"game": game, "deal": _written(game, GAMES[game].dealt.encode(deal))}
        case facts.BegunFrom(game, acts):
            rules = GAMES[game].rules
            return {"game": game, "acts": [[actor, _written(game, rules.encode(action))] for actor, action in acts]}
        case facts.Acted(game, actor, action) | facts.Noted(game, actor, action):
            return {"game": game, "actor": actor, "action": _written(game, GAMES[game].rules.encode(action))}
        case facts.GameEnded(outcome):
            return {"places": _by_seat(outcome.places), "points": _by_seat(outcome.points)}
        case facts.SensorLeftOut(place) | facts.SensorSuspected(place) | facts.SensorTrusted(place):
            return {"site": str(place)}
        case _:
            return {field.name: getattr(fact, field.name) for field in fields(fact)}


def _written(game: str, document: object) -> object:
    """Refuse None, because a stored action must never be empty."""
    if document is None:
        raise TypeError(f"the game {game!r} has written nothing down")
    return document


def _by_seat(numbers: Mapping[int, int]) -> Body:
    return {str(seat): number for seat, number in numbers.items()}


def _agreement(agreement: Agreement) -> Body:
    return {
        "game": agreement.game,
        "names": list(agreement.names),
        "first": agreement.first,
        "setup": GAMES[agreement.game].options.encode(agreement.setup),
        "hints": agreement.hints.value,
        "confirms_itself": agreement.confirms_itself,
        "computers": list(agreement.computers),
        "deals": agreement.deals,
        "clock": agreement.clock,
        "began_from": None if agreement.began_from is None else list(agreement.began_from),
        **({"explains": True} if agreement.explains else {}),
        **({"places": list(agreement.places)} if agreement.places else {}),
        **({"helped": list(agreement.helped)} if agreement.helped else {}),
        **({"follows": True} if agreement.follows else {}),
    }


def _agreement_from(body: bodies.Agreed) -> Agreement:
    return Agreement(
        body.game,
        body.names,
        _read(body.game, body.setup, lambda game: game.options.decode),
        body.first,
        body.hints,
        body.confirms_itself,
        body.computers,
        body.deals,
        body.clock,
        body.began_from,
        body.explains,
        body.places,
        body.helped,
        body.follows,
    )


def _read(game: str, stored: object, reader: Callable[[Package], Callable[[Any], Any]]) -> Any:  # noqa: ANN401
    """The game's own value; `Kept` if the game is gone, or another game of the same name cannot read the value."""
    try:
        return reader(GAMES[game])(stored)
    except GameGone:
        return Kept(stored)
    except Exception:
        if GAMES.comes_along(game):
            raise
        return Kept(stored)


def _decoder(kind: type[_T], read: Callable[[_T], Fact]) -> Decoder:
    return lambda text: read(read_json(text, kind))


def _actor(written: int | str) -> Actor:
    return written if isinstance(written, int) else TABLE


def _of_seats(written: Mapping[str, int]) -> Mapping[int, int]:
    return {int(seat): number for seat, number in written.items()}


def _action(game: str, stored: object) -> Any:  # noqa: ANN401 - the game's own type
    return _read(game, stored, lambda package: package.rules.decode)


DECODERS: Final[Mapping[str, Decoder]] = {
    "game_agreed": _decoder(bodies.Agreed, lambda body: facts.GameAgreed(_agreement_from(body))),
    "game_dealt": _decoder(
        bodies.Dealt,
        lambda body: facts.GameDealt(body.game, _read(body.game, body.deal, lambda game: game.dealt.decode)),
    ),
    "begun_from": _decoder(
        bodies.Begun,
        lambda body: facts.BegunFrom(
            body.game, tuple((_actor(actor), _action(body.game, action)) for actor, action in body.acts)
        ),
    ),
    "acted": _decoder(
        bodies.Done, lambda body: facts.Acted(body.game, _actor(body.actor), _action(body.game, body.action))
    ),
    "noted": _decoder(
        bodies.Done, lambda body: facts.Noted(body.game, _actor(body.actor), _action(body.game, body.action))
    ),
    "time_up": _decoder(bodies.Named, lambda body: facts.TimeUp(body.name)),
    "turn_timed": _decoder(bodies.Used, lambda body: facts.TurnTimed(body.used_ms)),
    "taken_back": _decoder(bodies.Back, lambda body: facts.TakenBack(body.to_version)),
    "game_ended": _decoder(
        bodies.Ended, lambda body: facts.GameEnded(Outcome(_of_seats(body.places), _of_seats(body.points)))
    ),
    "seat_taken": _decoder(bodies.Taken, lambda body: facts.SeatTaken(body.seat, body.key)),
    "seat_freed": _decoder(bodies.OfSeat, lambda body: facts.SeatFreed(body.seat)),
    "seat_handed_over": _decoder(bodies.HandedOver, lambda body: facts.SeatHandedOver(body.seat, body.level)),
    "host_named": _decoder(bodies.Host, lambda body: facts.HostNamed(body.key)),
    "game_paused": _decoder(bodies.Body, lambda _: facts.GamePaused()),
    "game_resumed": _decoder(bodies.Body, lambda _: facts.GameResumed()),
    "game_abandoned": _decoder(bodies.Body, lambda _: facts.GameAbandoned()),
    "game_closed": _decoder(bodies.Body, lambda _: facts.GameClosed()),
    "game_titled": _decoder(bodies.Titled, lambda body: facts.GameTitled(body.number, body.title)),
    "game_deleted": _decoder(bodies.Deleted, lambda body: facts.GameDeleted(body.number)),
    "sensor_left_out": _decoder(bodies.AtSite, lambda body: facts.SensorLeftOut(site(body.site))),
    "sensor_suspected": _decoder(bodies.AtSite, lambda body: facts.SensorSuspected(site(body.site))),
    "sensor_trusted": _decoder(bodies.AtSite, lambda body: facts.SensorTrusted(site(body.site))),
}

OF_SENSORS: Final = tuple(NAMES[fact] for fact in facts.OF_SENSORS)
"""The stored names of facts about the board's sensors."""
