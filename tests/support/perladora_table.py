"""Perladöra at a table in tests: its own verbs, and the contents of its views."""

from pearlboard.games.perladora.board.hints import hints as legal_places
from pearlboard.games.perladora.board.tokens import tokens as open_tokens
from pearlboard.games.perladora.shown.screen import looking as looked_at
from pearlboard.games.registry import GAMES
from pearlboard.table.situation import moment

PERLADORA = GAMES["perladora"]
OPTIONS = ("advanced", "edition", "voluntary_pass", "peek_own", "farms", "handicaps")

CHOICES = {
    "choose_value": lambda fields: {"value": fields["value"]},
    "say_later": lambda _: {"later": True},
    "play": lambda fields: {"token": fields["token"]},
    "aim": lambda fields: {"target": fields["site"]},
}
ACTIONS = {
    "lay_pearls": lambda fields: ["lay_pearls", fields["farm"]],
    "pass": lambda _: ["pass"],
    "start": lambda _: ["begin"],
    "agree": lambda _: ["agree"],
    "say_value": lambda fields: ["say", fields["space"], fields["value"]],
    "unsay_value": lambda fields: ["say", fields["space"], None],
    "show_territory": lambda fields: ["show", fields["index"]],
    "count_show": lambda fields: ["show", fields["index"]],
    "counted": lambda _: ["counted"],
}


NEEDED = {"choose_value": "value", "play": "token", "aim": "site"}
NEEDS = {
    "say_value": {"space", "value"},
    "unsay_value": {"space"},
    "show_territory": {"index"},
    "count_show": {"index"},
    "lay_pearls": {"farm"},
}
"""The fields that each verb needs; other verbs are sent as they are."""


def command(name=None, **fields):
    """Translate one of Perladöra's verbs into the table's command."""
    if isinstance(name, str) and name in CHOICES and NEEDED.get(name, name) in {"say_later", *fields}:
        return {"name": "choose", "choice": CHOICES[name](fields)}
    if isinstance(name, str) and name in ACTIONS and not NEEDS.get(name, set()) - fields.keys():
        return {"name": "act", "action": ACTIONS[name](fields)}
    if name == "set_up" and isinstance(fields.get("players"), list):
        return set_up(**fields)
    return fields if name is None else {"name": name, **fields}


def set_up(players, **form):
    """The set-up form, with the game's own options apart."""
    options = {key: form.pop(key) for key in OPTIONS if key in form}
    if any("clan" in player for player in players):
        options["clans"] = [player.get("clan") for player in players]
    people = [{key: value for key, value in player.items() if key != "clan"} for player in players]
    return {"name": "set_up", "players": people, **form, **({"options": options} if options else {})}


def hints(now):
    """The sites where a piece may be laid."""
    return legal_places(now.game.view.public)


def tokens(now):
    """The tokens of the seat to move; none while the computer plays it."""
    game = now.game
    return () if game.view is None or game.thinking or game.stage != "playing" else open_tokens(game.view.public)


def armed(now):
    """The token that is being played."""
    said = now.requests.choices.get(now.game.to_move)
    return None if said is None else said.token


def looking(now):
    """Who looks at which tile, and how."""
    return None if now.game.view is None else looked_at(now.game.view.public, moment(now))


def reckoning(now):
    """The values that the table assumes for Divers at the reveal."""
    return now.game.view.reckoning


def choice(table, seat=None):
    """The whole choice of a seat, with its private part."""
    return table.tabletop.requests.choice(table.tabletop.now.game.to_move if seat is None else seat)


def flat(screen):
    """A screen with the game's own keys beside the table's, as Perladöra's page sees it."""
    own = screen.get("you")
    you = {"you": {**own, **own["game"], "can": able(own, own["game"])}} if own else {}
    return {**screen, **screen["game"], **you, "phase": screen["stage"], "can": able(screen, screen["game"])}


def able(part, game):
    """The possible commands, with Perladöra's own verbs."""
    choosing = ("choose_value", "play") if "choose" in part["can"] and game.get("value") else ()
    return [*part["can"], *(act["name"] for act in part["acts"]), *choosing]
