"""What must be true of a table that was installed: it starts as its own user, turns are played over HTTP, it ends."""

import re
from pathlib import Path

from support.serving import Served
from support.tabling import PLAYERS

PIECES = ("c4", "e2", "h1", "a3")


def start_service(debian):
    """As the unit starts it, but for a free port and what only systemd does."""
    process = debian.start(
        "/usr/bin/setpriv",
        "--reuid",
        "pearlboard",
        "--regid",
        "pearlboard",
        "--init-groups",
        "--",
        "/usr/lib/pearlboard/venv/bin/pearlboard",
        "serve",
        "--no-browser",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        PEARLBOARD_CONFIG="/etc/pearlboard/config.toml",
    )
    said = [process.stdout.readline() for _ in range(3)]
    found = re.search(r":(\d+)/", said[0])
    if found is None:
        process.kill()
        raise AssertionError(f"it did not start: {said} {process.communicate(timeout=60)}")
    token = said[1].partition(": ")[2].strip()
    return Served(process, int(found[1]), token, Path("games.db"), said)


def play_some_turns(served):
    """Four Divers on a board that is only drawn, laid and confirmed; what lies there in the end."""
    ask(served, "set_up", players=PLAYERS[:2], confirm="button", hints="off")
    assert served.wait(lambda screen: screen["stage"] == "playing")["on_screen"]
    for place in PIECES:
        ask(served, "put", site=place)
        ask(served, "choose_value", value=1)
        served.wait(lambda screen, place=place: (place, "draft") in lying(screen))
        ask(served, "confirm")
    return lying(served.wait(lambda screen: (PIECES[-1], "laid") in lying(screen)))


def ask(served, name, **fields):
    status, reply = served.command(name, **fields)
    if status != 200:
        raise AssertionError(f"{name}: {status} {reply}")


def lying(screen):
    return {(piece["site"], piece["status"]) for piece in screen["pieces"]}
