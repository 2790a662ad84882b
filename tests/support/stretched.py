"""A pseudo-language for tests, made from the English catalogues: accented, and two fifths longer."""

import os
import re
import shutil
import tomllib
from pathlib import Path

import pearlboard
from pearlboard.languages import DESCRIPTION, SOURCE

CODE = "xx"
ACCENTS = str.maketrans("aceginosuyACEGINOSUY", "äçéĝïñöşüÿÄÇÉĜÏÑÖŞÜŸ")
LONGER = 0.4
LANGUAGE = """
[language]
name = "Ïñvéñtéd"
plural = { one = "i = 1 and v = 0" }
list = { two = "{0} äñd {1}", more = "{0}, {1}", last = "{0} äñd {1}" }
"""


def program(folder):
    """Copy the program below `folder` and add the language; return what to put on Python's path."""
    there = folder / "with_long_words"
    shutil.copytree(
        Path(pearlboard.__file__).parent, there / "pearlboard", ignore=shutil.ignore_patterns("__pycache__")
    )
    for file in list((there / "pearlboard").rglob("*.toml")):
        if file.parent.name == "texts" and f".{file.name}".endswith(f".{SOURCE}.toml"):
            long = file.with_name(f"{file.name.removesuffix(f'{SOURCE}.toml')}{CODE}.toml")
            described = DESCRIPTION in tomllib.loads(file.read_text(encoding="utf-8"))
            long.write_text("\n".join(_lines(file)) + (LANGUAGE if described else "\n"), encoding="utf-8")
    return os.fspath(there)


def _lines(file):
    for name, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
        if isinstance(entry, str):
            yield f"{name} = {_quoted(stretched(entry))}"
        elif name != DESCRIPTION:
            forms = ", ".join(f"{kind} = {_quoted(stretched(text))}" for kind, text in entry.items())
            yield f"{name} = {{{forms}}}"


def _quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def stretched(text):
    """Lengthen every word by its own beginning; placeholders stay as they are."""
    return "".join(
        part if part.startswith("{") else re.sub(r"[^\W\d]+", lambda word: _longer(word[0]), part)
        for part in re.split(r"(\{[^}]*\})", text)
    )


def _longer(word):
    return (word + word[: round(LONGER * len(word) + 0.3)].lower()).translate(ACCENTS)
