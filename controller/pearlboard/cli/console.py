"""`pearlboard console`: on a screen attached to the Pi, how to reach the table; without a browser or a keyboard.

It polls the table like any guest's page, and redraws after a change. It runs all the time beside the table, so it
imports little. Linux's own console has the blocks of a QR code, but no typographic punctuation.
"""

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from textwrap import fill
from typing import Any, Final, TextIO

import segno

from pearlboard.cli.http_query import asked
from pearlboard.configuration import CONFIG, read_settings
from pearlboard.errors import ConfigError
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.joining import Wifi
from pearlboard.settings import Settings
from pearlboard.texts import Catalogue, Sentence, say
from pearlboard.web.address import reachable
from pearlboard.web.names import local_name

WAIT_S: Final = 5.0
LOOK_S: Final = 2.0
CLEAN: Final = "\x1b[H\x1b[2J"
MARGIN: Final = "   "
WIDTH: Final = 78
COLUMN: Final = 40
"""The width of a column: two fit side by side, and the QR code of an address is 37 wide with its margin."""
PLAIN: Final = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "’": "'", "…": "...", "–": "-", "\u00a0": " ", "\u202f": " "}
)


def arguments(parser: ArgumentParser) -> None:
    """The arguments: where the table is."""
    parser.add_argument(
        "--config", metavar="FILE", help="the settings of the table, in TOML (default: what PEARLBOARD_CONFIG names)"
    )


def run(options: Namespace) -> int:
    """Run until interrupted."""
    path = options.config or os.environ.get(CONFIG)
    try:
        settings = read_settings(Path(path) if path else None, os.environ)
    except ConfigError:
        settings = Settings()  # like the table, which reports what is wrong with them
    follow(settings, sys.stdout)
    return 0


def follow(settings: Settings, screen: TextIO, look: Callable[[float], object] = time.sleep) -> None:
    """Draw the notice, and redraw it when it changes. `look` waits for so many seconds."""
    seen = ""
    while True:
        hosts = reachable(settings.web.host)
        told = notice(shown(settings), hosts, local_name(hosts), settings)
        if told != seen:
            screen.write(CLEAN + told)
            screen.flush()
            seen = told
        look(LOOK_S)


def shown(settings: Settings) -> Mapping[str, Any] | None:
    """The screen that the table shows a guest, in its own language; None if nothing answers."""
    return asked(settings, "/api/screen", WAIT_S)


def notice(shown: Mapping[str, Any] | None, hosts: Sequence[str], name: str, settings: Settings) -> str:
    """The text to draw. `hosts`: numeric addresses of the table; `name`: the name by which phones nearby find it."""
    words = catalogues()[settings.language if shown is None else str(shown.get("lang", settings.language))]
    if shown is None:
        return written(words, say("console_starting"))
    if "error" in shown:  # the table could not start, and says why; a running table's screen has a sentence as well
        return lines(str(shown.get("sentence", shown["error"])))
    if shown["own_wifi"] is not None:
        own = Wifi(shown["own_wifi"]["name"], shown["own_wifi"]["password"])
        return written(words, say("console_wifi", network=own.name), grouped(own.password)) + code(own.text)
    if not hosts:
        return written(words, say("console_nowhere"))
    named = f"http://{name}:{settings.web.port}/"
    first, *others = (f"http://{host}:{settings.web.port}/" for host in hosts)
    if not others:
        return written(words, say("console_here"), first, named) + code(first)
    return written(words, say("console_here"), named) + beside(words, (first, *others))


def written(words: Catalogue, sentence: Sentence, *more: str) -> str:
    """A sentence, followed by lines to be typed."""
    return lines(words.render(sentence), *more)


def lines(*texts: str) -> str:
    """Replace characters that the console does not have."""
    wrapped = (fill(text.translate(PLAIN), WIDTH, initial_indent=MARGIN, subsequent_indent=MARGIN) for text in texts)
    return "\n" + "".join(f"{text}\n\n" for text in wrapped)


def grouped(password: str) -> str:
    """A password in groups of four, as the lights show it."""
    if not password.isdigit():
        return password
    return " ".join(password[at : at + 4] for at in range(0, len(password), 4))


def beside(words: Catalogue, addresses: Sequence[str]) -> str:
    """Several addresses, two in a row, each above its QR code."""
    told = written(words, say("console_several"))
    for at in range(0, len(addresses), 2):
        blocks = [[f"{MARGIN}{each}", "", *code(each).splitlines()] for each in addresses[at : at + 2]]
        rows = zip_longest(*blocks, fillvalue="")
        told += "".join(f"{''.join(part.ljust(COLUMN) for part in row).rstrip()}\n" for row in rows) + "\n"
    return told


@lru_cache(maxsize=8)
def code(text: str) -> str:
    """A QR code as light blocks on a dark screen."""
    drawn = StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, compact=True, border=2)
    return "".join(f"{MARGIN}{line}\n" for line in drawn.getvalue().splitlines())
