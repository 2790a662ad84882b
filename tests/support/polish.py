"""A third language from catalogue files alone: a copy of the program with Polish, in a folder of its own."""

import os
import shutil
from pathlib import Path

import pearlboard

CODE = "pl"
CATALOGUES = {
    "texts/pl.toml": """
clear_the_board = {one = "Zdejmij pionek: {sites}.", other = "Zdejmij pionki: {sites}!"}

[clear_what_is_left]
one = "Jeszcze {count} pionek."
few = "Jeszcze {count} pionki."
many = "Jeszcze {count} pionków."
other = "Jeszcze {count} pionka."

[language]
name = "Polski"
decimal = ","
no_break = { before = "!" }
list = { two = "{0} i {1}", more = "{0}, {1}", last = "{0} i {1}" }

[language.plural]
one = "i = 1 and v = 0"
few = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"
many = "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14"
""",
    "web/texts/pl.toml": """
ui_title = "Stół"
ui_set_up = "Przygotuj stół"
""",
    "games/perladora/texts/pages.pl.toml": """
ui_pearls = {one = "{count} perła", few = "{count} perły", many = "{count} pereł", other = "{count} perły"}
""",
}
"""Sentences that are missing here are in English."""


def program(folder):
    """Copy the program below `folder` and add these files; return what to put on Python's path."""
    there = folder / "with_polish"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(pearlboard.__file__).parent, there / "pearlboard", ignore=ignored)
    for name, text in CATALOGUES.items():
        (there / "pearlboard" / name).write_text(text, encoding="utf-8")
    return os.fspath(there)
