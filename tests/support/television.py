"""Shared screens, as the page of a television receives them."""

from pathlib import Path

from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import read_catalogue
from pearlboard.web import pages

WEB = Path(pages.__file__).parent
CATALOGUES = {language: read_catalogue(language, [WEB / "texts", WEB.parent / "texts"]) for language in LANGUAGES}
IDLE = {
    "phase": "idle",
    "sentence": "Who is playing?",
    "match": None,
    "finished": None,
    "pieces": [],
    "game": {},
    "log": [],
    "lobby": None,
    "other_lobby": None,
    "door": {"address": "http://table.local/", "qr": {"size": 25, "path": "M0 0h7v1h-7z"}},
    "notices": [],
}
PLAYING = {
    **IDLE,
    "phase": "playing",
    "sentence": "Lay a piece.",
    "match": {
        "board": True,
        "players": [
            {"seat": 1, "name": "Tom & Co", "initials": "T", "colour": 1, "to_move": True},
            {"seat": 2, "name": "Ida", "initials": "I", "colour": None, "to_move": False},
        ],
    },
    "pieces": [
        {"site": "c4", "kind": "diver", "seat": 2, "status": "laid"},
        {"site": "d4-e4", "kind": "pontoon", "seat": 1, "status": "owed"},
    ],
    "log": [{"text": f"move {number}", "back": number == 6} for number in range(7)],
    "door": None,
    "notices": [{"level": "warning", "text": "the disk is full"}],
}


def television(catalogue, screen=IDLE):
    """The page's screen, in the catalogue's language."""
    return pages.television(catalogue.language, catalogue, screen)
