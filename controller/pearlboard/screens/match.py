"""The current match, the games that can be played, and the previous players."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from pearlboard.games.api import SEATINGS, Json, Package, Player, Seat
from pearlboard.games.registry import GAMES
from pearlboard.games.rules import NOTHING_SECRET
from pearlboard.screens.catalogues import unnamed
from pearlboard.session.facts import Agreement, Kept
from pearlboard.session.player_names import initials, known_by
from pearlboard.session.state import Phase
from pearlboard.table.situation import Situation
from pearlboard.table.speech import rules
from pearlboard.texts import Catalogue, Sentence
from pearlboard.web.games import pages_of


def players(agreement: Agreement | None) -> Mapping[int, str]:
    """The names of the players by seat."""
    return {} if agreement is None else dict(enumerate(agreement.names, 1))


def match(now: Situation, words: Callable[[Sentence], str], here: frozenset[Seat]) -> dict[str, Any] | None:
    agreement, package = now.game.agreement, now.game.package
    if agreement is None or now.phase is Phase.IDLE:
        return None
    if package is None:
        return {
            "game": agreement.game,
            "title": agreement.game,
            "pages": [],
            "board": False,
            "levels": [],
            "players": [],
            "turn": 0,
            "rules": [],
            "brief": [],
            "lesson": False,
            "places": False,
            "secrets": False,
            **_terms(agreement),
        }
    setup = agreement.setup
    places, colours, letters = SEATINGS[len(agreement.names)], package.picks.colours(setup), initials(agreement.names)
    return {
        "game": package.name,
        "title": words(package.title),
        "pages": list(pages_of(package)),
        "board": package.board is not None,
        "levels": list(package.levels),
        "players": [
            {
                "seat": seat,
                "name": name,
                "initials": letters[seat - 1],
                "side": package.sides.side(setup, seat),
                "place": places[seat],
                "colour": colours.get(seat, seat),
                "to_move": seat in now.game.active,
                "computer": agreement.computer(seat),
                "board": 1 + agreement.place(seat),
                "phone": "none" if seat not in now.game.phones else "here" if seat in here else "away",
                **package.shown.seat(setup, now.game.view, seat),
            }
            for seat, name in enumerate(agreement.names, 1)
        ],
        "turn": now.game.turn,
        **_terms(agreement),
        "rules": [words(said) for said in rules(now)],
        "brief": [words(said) for said in package.brief],
        "lesson": package.lessons is not None,
        "places": package.hints is not None,
        "secrets": package.secrets is not NOTHING_SECRET,
    }


def _terms(agreement: Agreement) -> dict[str, Any]:
    """The terms that any game has, as the form asks for them."""
    return {
        "hints": agreement.hints.value,
        "confirm": "auto" if agreement.confirms_itself else "button",
        "clock": agreement.clock,
        "explain": agreement.explains,
        "helped": list(agreement.helped),
        "follow": agreement.follows,
    }


def games_of(catalogue: Catalogue) -> list[dict[str, Any]]:
    """All games: those that can be played, and those that cannot, with the reason."""
    return [
        *(
            {
                "name": package.name,
                "title": catalogue.of(package.name).render(package.title),
                "goal": "" if package.goal is None else catalogue.of(package.name).render(package.goal),
                "brief": [catalogue.of(package.name).render(said) for said in package.brief],
                "seats": list(package.seats),
                "levels": list(package.levels),
                "board": package.board is not None,
                "pages": list(pages_of(package)),
                "helps": package.hints is not None or package.advising is not None,
                "places": package.hints is not None,
                "handicaps": _ladders(package, catalogue.of(package.name)),
                "lesson": package.lessons is not None,
                "explains": package.explaining is not None,
                "plain": _plain(package),
                "one_board": None
                if package.one_board is None
                else catalogue.of(package.name).render(package.one_board),
                "why": None,
            }
            for package in GAMES.usable
        ),
        *(
            {
                "name": broken.name,
                "title": broken.name,
                "goal": "",
                "brief": [],
                "seats": [],
                "levels": [],
                "board": False,
                "pages": [],
                "helps": False,
                "places": False,
                "handicaps": {},
                "lesson": False,
                "explains": False,
                "plain": {},
                "one_board": None,
                "why": catalogue.render(broken.why),
            }
            for broken in GAMES.broken
        ),
    ]


def _plain(package: Package) -> Json:
    """The answers of the form where nobody has chosen anything, for a game that begins in one tap."""
    people = [Player("1", None), *(Player(str(seat), "") for seat in range(2, package.seats[0] + 1))]
    options = package.options
    return options.last(options.agree(options.variants[0], people, Random(0)))


def _ladders(package: Package, words: Catalogue) -> dict[str, list[dict[str, str]]]:
    """The handicaps of a seat, by number of players, light ones first; none where a game offers none."""
    ladders = {players: package.handicaps.ladder(players) for players in package.seats}
    return {
        str(players): [{"name": step.name, "text": words.render(step.said)} for step in ladder]
        for players, ladder in ladders.items()
        if ladder
    }


def last_of(agreement: Agreement | None, *, given_up: bool) -> dict[str, Any] | None:
    """The previous game's players and terms, with which the set-up form begins; whoever gave no name has none."""
    if agreement is None or agreement.game not in GAMES or isinstance(agreement.setup, Kept):
        return None
    return {
        "game": agreement.game,
        "players": [
            {
                "name": "" if known_by(name) in unnamed() else name,
                "computer": agreement.computer(seat),
                "board": 1 + agreement.place(seat),
            }
            for seat, name in enumerate(agreement.names, 1)
        ],
        **_terms(agreement),
        "options": GAMES[agreement.game].options.last(agreement.setup),
        "handicaps": _handicaps(agreement),
        "given_up": given_up,
    }


def _handicaps(agreement: Agreement) -> list[str]:
    """The handicap of each seat, by name; "": none."""
    steps = GAMES[agreement.game].handicaps.of(agreement.setup)
    return [steps.get(seat, "") for seat in range(1, len(agreement.names) + 1)]
