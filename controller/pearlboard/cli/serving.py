"""`pearlboard serve` and `pearlboard play`: run the table until somebody stops it."""

import asyncio
import os
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import segno
from msgspec.structs import replace

from pearlboard.configuration import CONFIG, read_settings, set_by_environment
from pearlboard.diagnostics import logs
from pearlboard.drivers import BOARDS
from pearlboard.errors import ConfigError
from pearlboard.operator.deeds import Started
from pearlboard.privileges import as_owner, owner_of
from pearlboard.program.run import Serving, serve
from pearlboard.program.watchdog import Notifier
from pearlboard.settings import Settings, values
from pearlboard.store.lasting import lasts
from pearlboard.web.address import EVERYWHERE, HERE, bracketed, reachable
from pearlboard.web.listening import bind

T = TypeVar("T")

OPTIONS: Final = {"board": "board", "serial": "serial", "store": "store", "web.host": "host", "web.port": "port"}
"""Options that override settings. An option with the setting's current value does, too: changing the file then
changes nothing.
"""


def run(options: Namespace, *, played: bool = False) -> int:
    """Serve until the program is asked to stop. `played`: a simulated board is played on the screen."""
    log = logs.set_up(options.log_level)
    written, problem = settings_of(options)
    settings = _overridden(written, options)
    if played and settings.simulated.mode == "auto":
        settings = replace(settings, simulated=replace(settings.simulated, mode="screen"))
    if settings.board not in BOARDS:
        raise ConfigError(f"there is no {settings.board!r} board; choose one of: {', '.join(BOARDS)}")
    _must_be_ours(options, store_of(settings))
    listening = bind(settings.web.host, settings.web.port)
    port = listening.getsockname()[1]

    def ready(serving: Serving) -> None:
        _announce(settings, serving)
        if not options.no_browser and _has_desktop():
            webbrowser.open(_own_address(settings, serving.port))

    file = config_of(options)
    started = Started(file, _set_otherwise(options, written, settings), unit=Notifier().asked, log=log)
    anew = asyncio.run(serve(settings, store_of(settings), listening, ready, problem, origin_of(options), started))
    if anew and not started.unit:
        _begin_anew(() if options.port != 0 else ("--port", str(port)))
    return 0


def _set_otherwise(options: Namespace, written: Settings, settings: Settings) -> frozenset[str]:
    """The settings that the environment or the command line override."""
    before = values(written)
    differs = {key for key, value in values(settings).items() if value != before[key]}
    given = {key for key, option in OPTIONS.items() if getattr(options, option) not in (None, "")}
    return frozenset(differs | given) | set_by_environment(os.environ)


def _begin_anew(besides: Sequence[str]) -> None:
    """Replace the process by a new one for the open page. Under systemd the process ends, and systemd restarts it.

    `besides`: the port, where any free one was taken, so that the page finds the new process.
    """
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:], "--no-browser", *besides])  # noqa: S606 - itself, as it was started


def play(options: Namespace) -> int:
    """Serve the simulated board, to be played on the screen."""
    return run(Namespace(**{**vars(options), "board": options.board or "simulated"}), played=True)


def settings_of(options: Namespace) -> tuple[Settings, str | None]:
    """The settings; or the defaults, and what is wrong with the given ones."""
    try:
        return read_settings(config_of(options), os.environ), None
    except ConfigError as error:
        return Settings(), str(error)


def origin_of(options: Namespace) -> str:
    """The origin of the settings, in words."""
    return str(config_of(options) or "the defaults and the environment")


def config_of(options: Namespace) -> Path | None:
    """The settings file; None if none is named."""
    path = options.config or os.environ.get(CONFIG)
    return Path(path) if path else None


def as_keeper(options: Namespace, path: Path, work: Callable[[], T]) -> T:
    """Do `work` at `path` as the owner of its folder; if the settings name it, as the owner of the settings first.

    Whoever may write the settings could name any folder in them, and root would work there.
    """
    there, config = partial(as_owner, path.parent, work), config_of(options)
    named = vars(options).get("store") or vars(options).get("output")
    return there() if named or config is None else as_owner(config.parent, there)


def _must_be_ours(options: Namespace, store: Path) -> None:
    """Refuse to run a table as root in somebody else's folder: it runs for hours, and only its owner should."""
    config = config_of(options)
    for folder in (store.parent, *(() if config is None else (config.parent,))):
        if owner_of(folder) is not None:
            raise ConfigError(
                f"{folder}: belongs to somebody who is not root, so root runs no table there; start the service "
                "(sudo systemctl start pearlboard), or name other places with --config and --store"
            )


def _overridden(settings: Settings, options: Namespace) -> Settings:
    web = replace(
        settings.web,
        host=options.host or settings.web.host,
        port=settings.web.port if options.port is None else options.port,
    )
    if not 0 <= web.port <= 65_535:
        raise ConfigError(f"--port: {web.port} is not a port; give one from 0 to 65535")
    return replace(
        settings,
        web=web,
        board=options.board or settings.board,
        serial=options.serial or settings.serial,
        store=options.store or settings.store,
    )


def store_of(settings: Settings) -> Path:
    """The path of the games: from the settings, or this user's data folder."""
    if settings.store:
        return Path(settings.store)
    state = os.environ.get("XDG_STATE_HOME")
    try:
        return (Path(state) if state else Path.home() / ".local" / "state") / "pearlboard" / "games.db"
    except RuntimeError as error:
        raise ConfigError("you have no home folder to keep the games in; give a place with --store") from error


def _own_address(settings: Settings, port: int) -> str:
    """The address at which this machine opens its own table."""
    host = HERE if settings.web.host in EVERYWHERE else bracketed(settings.web.host)
    return f"http://{host}:{port}/"


def _announce(settings: Settings, serving: Serving) -> None:
    own = _own_address(settings, serving.port)
    addresses = [f"http://{host}:{serving.port}/" for host in reachable(settings.web.host)] or [own]
    address = addresses[0]
    if serving.problem is not None:
        _tell(f"The page at {address} says so, too. Stop with Ctrl-C.")
        _tell(f"Token for scripts: {serving.token}")
        return
    for number, each in enumerate(addresses):
        _tell(f"In another network at {each}" if number else f"The table is at {each}")
        if sys.stdout.isatty():
            segno.make(each, error="l").terminal(compact=True)
    if own not in addresses:
        _tell(f"On this machine also at {own}")
    _tell(f"Token for scripts: {serving.token}")
    _tell(f"Sensors, bench and doctor: {address}operator (with that token, or the password chosen there)")
    if lasts(folder := store_of(settings).parent) is False:
        _tell(f"The games are in memory ({folder}): nothing outlives the power. Give another --store.")
    _tell("Stop with Ctrl-C; the game goes on where it was.")


def _tell(line: str) -> None:
    """Print a line and flush, for scripts that read a pipe."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _has_desktop() -> bool:
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
