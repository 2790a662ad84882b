"""Facts and their stored form: a name, the version of the form, and JSON.

A stored name and the meaning of its JSON never change once released; a new meaning is a new version beside the old.
The JSON may hold secrets (the value of a Diver): it is for this program's own database and nothing else.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from pearlboard.errors import BadInput
from pearlboard.games.table import GAMES
from pearlboard.geometry import space
from pearlboard.session import facts
from pearlboard.session.facts import Agreement, Fact, HintMode

FORM: Final = 1
"""The version of the forms that are written now, but for what `FORMS` says."""

FORMS: Final[Mapping[str, tuple[int, ...]]] = {"game_agreed": (1, 2)}
"""Facts that came to be stored in more than one form. The second of an agreement names the computers; one without any
is still written in the first."""

GAME: Final = GAMES["perladora"]
"""Whose steps are stored. A second game will put its name beside each step."""

NAMES: Final[Mapping[type, str]] = {
    facts.GameAgreed: "game_agreed",
    facts.PearlsLaid: "pearls_laid",
    facts.GameBegun: "game_begun",
    facts.StepPlayed: "step_played",
    facts.StepTakenBack: "step_taken_back",
    facts.ValueSaid: "value_said",
    facts.ValuesAgreed: "values_agreed",
    facts.TerritoryShown: "territory_shown",
    facts.GameCounted: "game_counted",
    facts.SeatTaken: "seat_taken",
    facts.SeatFreed: "seat_freed",
    facts.SeatHandedOver: "seat_handed_over",
    facts.HostNamed: "host_named",
    facts.GamePaused: "game_paused",
    facts.GameResumed: "game_resumed",
    facts.GameAbandoned: "game_abandoned",
    facts.GameClosed: "game_closed",
}

Body = Mapping[str, Any]


def encode(fact: Fact) -> tuple[str, int, str]:
    """The stored name, form and JSON of a fact."""
    form = 2 if isinstance(fact, facts.GameAgreed) and fact.agreement.computers else FORM
    return NAMES[type(fact)], form, json.dumps(_body(fact), separators=(",", ":"), ensure_ascii=False)


def decode(name: str, form: int, text: str) -> Fact:
    """The fact that was stored; `BadInput` for what this program never wrote."""
    if name not in DECODERS or form not in FORMS.get(name, (FORM,)):
        raise BadInput("fact", f"{name!r} in form {form} is not known to this version of the program")
    try:
        return DECODERS[name](json.loads(text))
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"fact {name}", f"cannot be read: {error}") from error


def _body(fact: Fact) -> Body:
    match fact:
        case facts.GameAgreed(agreement):
            return _agreement(agreement)
        case facts.PearlsLaid(farm):
            return {"farm": str(farm)}
        case facts.StepPlayed(seat, step):
            return {"seat": seat, "step": GAME.step_to_json(step)}
        case facts.StepTakenBack(seat) | facts.SeatFreed(seat):
            return {"seat": seat}
        case facts.SeatTaken(seat, key):
            return {"seat": seat, "key": key}
        case facts.SeatHandedOver(seat, level):
            return {"seat": seat, "level": level}
        case facts.HostNamed(key):
            return {"key": key}
        case facts.ValueSaid(place, value):
            return {"space": str(place), "value": value}
        case facts.TerritoryShown(index):
            return {"index": index}
        case _:
            return {}


def _agreement(agreement: Agreement) -> Body:
    return {
        "game": agreement.game,
        "names": list(agreement.names),
        "first": agreement.first,
        "setup": GAMES[agreement.game].setup_to_json(agreement.setup),
        "hints": agreement.hints.value,
        "confirms_itself": agreement.confirms_itself,
        "peek_own": agreement.peek_own,
        **({"computers": list(agreement.computers)} if agreement.computers else {}),
    }


def _agreement_from(body: Body) -> Agreement:
    return Agreement(
        body["game"],
        tuple(body["names"]),
        GAMES[body["game"]].setup_from_json(body["setup"]),
        body["first"],
        HintMode(body["hints"]),
        body["confirms_itself"],
        body["peek_own"],
        tuple(body.get("computers", ())),
    )


DECODERS: Final[Mapping[str, Callable[[Body], Fact]]] = {
    "game_agreed": lambda body: facts.GameAgreed(_agreement_from(body)),
    "pearls_laid": lambda body: facts.PearlsLaid(space(body["farm"])),
    "game_begun": lambda _: facts.GameBegun(),
    "step_played": lambda body: facts.StepPlayed(body["seat"], GAME.step_from_json(body["step"])),
    "step_taken_back": lambda body: facts.StepTakenBack(body["seat"]),
    "value_said": lambda body: facts.ValueSaid(space(body["space"]), body["value"]),
    "values_agreed": lambda _: facts.ValuesAgreed(),
    "territory_shown": lambda body: facts.TerritoryShown(body["index"]),
    "game_counted": lambda _: facts.GameCounted(),
    "seat_taken": lambda body: facts.SeatTaken(body["seat"], body["key"]),
    "seat_freed": lambda body: facts.SeatFreed(body["seat"]),
    "seat_handed_over": lambda body: facts.SeatHandedOver(body["seat"], body["level"]),
    "host_named": lambda body: facts.HostNamed(body["key"]),
    "game_paused": lambda _: facts.GamePaused(),
    "game_resumed": lambda _: facts.GameResumed(),
    "game_abandoned": lambda _: facts.GameAbandoned(),
    "game_closed": lambda _: facts.GameClosed(),
}
