"""A static page for televisions without scripts, or with old ones, made of a public screen.

Each part is picked by name from that screen, so a key that is added to it does not appear.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from pearlboard.games.drawing import INK_ON, PALETTE, middle, upright
from pearlboard.geometry import Space, site
from pearlboard.texts import Catalogue
from pearlboard.web.board import POCKET, SLOT, Box
from pearlboard.web.port import Screen
from pearlboard.web.templating import Words

RENEWED_S: Final = {"playing": 4}
"""The interval at which the page reloads, by phase."""
ELSE_S: Final = 8
MOVES: Final = 5
MOST_FACTS: Final = 12
LONGEST_LIST: Final = 12
NOBODYS: Final = "#eaf3f1"
ON_NOBODYS: Final = "#04222b"
ASKING: Final = frozenset({"missing", "foreign", "lift", "owed", "put"})
"""Kinds of pieces that need somebody's hand."""

Shown: TypeAlias = Mapping[str, Any]


def renewed_s(screen: Screen) -> int:
    """The interval in seconds after which the page reloads."""
    return RENEWED_S.get(screen["phase"], ELSE_S)


def shown(screen: Screen, catalogue: Catalogue) -> Shown:
    """The contents of the page: whose turn it is, the board, the players, how to join, the result."""
    words, match = Words(catalogue), screen["match"]
    players: Sequence[Mapping[str, Any]] = match["players"] if match else ()
    has_board = match is None or match["board"]
    finished = screen["finished"]
    return {
        "phase": screen["phase"],
        "sentence": screen["sentence"],
        "whose": _whose(screen, players, words),
        "board": has_board,
        "picture": finished["picture"] if finished else None,
        "pieces": list(_pieces(screen, {player["seat"]: player for player in players})),
        "labels": list(_labels(screen)),
        "people": [_person(player, screen["phase"]) for player in players] or _guests(screen),
        "facts": [] if has_board or finished else list(_facts(screen["game"])),
        "moves": [move["text"] for move in screen["log"] if not move["back"]][-MOVES:],
        "ways": list(_ways(screen, words)),
        "notices": list(_notices(screen, words)),
    }


def _whose(screen: Screen, players: Sequence[Mapping[str, Any]], words: Words) -> str:
    moving = [player["name"] for player in players if player["to_move"]]
    return words("whose_turn", name=", ".join(moving)) if moving and screen["phase"] == "playing" else ""


def _notices(screen: Screen, words: Words) -> Iterator[str]:
    """The notices, but for those about what is pressed on a page; and where a lobby's code is to be seen."""
    lobby = screen["other_lobby"]
    if lobby and not lobby["way_in"]:
        yield words("tv_lobby", game=lobby["title"])
    yield from (notice["text"] for notice in screen["notices"] if notice["level"] != "here")


def _fill(player: Mapping[str, Any]) -> str:
    return PALETTE.get(player["colour"], NOBODYS)


def _person(player: Mapping[str, Any], phase: str) -> Shown:
    moves = player["to_move"] and phase == "playing"
    return {
        "name": player["name"],
        "fill": _fill(player),
        "ink": _ink(player),
        "initials": player["initials"],
        "moves": moves,
    }


def _ink(player: Mapping[str, Any]) -> str:
    return INK_ON.get(player["colour"], ON_NOBODYS)


def _guests(screen: Screen) -> list[Shown]:
    """Guests of the lobby who have said their names."""
    guests = next((lobby["guests"] for lobby in (screen["lobby"], screen["other_lobby"]) if lobby), ())
    return [
        {"name": guest["name"], "fill": NOBODYS, "ink": "", "initials": "", "moves": False}
        for guest in guests
        if guest["name"]
    ]


def _pieces(screen: Screen, players: Mapping[int, Mapping[str, Any]]) -> Iterator[Shown]:
    for piece in screen["pieces"]:
        at = site(piece["site"])
        long, thin = SLOT[0] + 4, SLOT[1] + 6
        size = (POCKET, POCKET) if isinstance(at, Space) else (thin, long) if upright(at) else (long, thin)
        yield {
            "site": piece["site"],
            "status": piece["status"],
            "asks": piece["status"] in ASKING,
            "fill": _fill(player) if (player := players.get(piece["seat"])) else NOBODYS,
            "initials": player["initials"] if player and isinstance(at, Space) else "",
            "ink": _ink(player) if player else "",
            "at": middle(at),
            "box": Box.around(middle(at), *size, POCKET // 2 if isinstance(at, Space) else 8),
        }


def _labels(screen: Screen) -> Iterator[tuple[int, int, str]]:
    """The game's labels on the board, and where; `labels` of its part of the screen."""
    for name, text in screen["game"].get("labels", {}).items():
        yield *middle(site(name)), text


def _facts(game: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Facts that a game without a board shows, as far as they are words, numbers, or short lists of them."""
    told = ((name, _told(value)) for name, value in game.items())
    return iter([(name.replace("_", " "), text) for name, text in told if text][:MOST_FACTS])


def _told(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, str | int):
        return str(value)
    if (
        isinstance(value, Sequence)
        and len(value) <= LONGEST_LIST
        and all(isinstance(each, str | int) for each in value)
    ):
        return ", ".join(map(str, value))
    return ""


def _ways(screen: Screen, words: Words) -> Iterator[Shown]:
    """The ways for a phone to join, while joining is possible."""
    way_in = next((lobby["way_in"] for lobby in (screen["lobby"], screen["other_lobby"]) if lobby), None)
    if way_in:
        yield {"text": words("lobby_scan"), "address": way_in["address"], "qr": way_in["qr"]}
    elif screen["door"]:
        yield {"text": words("tv_begin"), "address": screen["door"]["address"], "qr": screen["door"]["qr"]}
