"""The doctor: checks the whole table without playing on it. Each check says that something is well, or the remedy.

While the service runs it owns the board and the database; then it is asked about them, at its own `/health`.
"""

import asyncio
import importlib
import importlib.util
import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from importlib.machinery import ExtensionFileLoader, PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from pearlboard import __version__
from pearlboard.diagnostics.sound import heard
from pearlboard.diagnostics.supply import slowed, under_voltage
from pearlboard.drivers import BOARDS, SIMULATED
from pearlboard.drivers.light_drivers import check_message
from pearlboard.drivers.light_timing import SHORTEST_NS, WANTED_NS, core_lines, unfit
from pearlboard.errors import ConfigError, PearlboardError
from pearlboard.files import read_wiring
from pearlboard.games.api import Package
from pearlboard.games.registry import GAMES, GROUP
from pearlboard.home.broker import NoBroker, tried
from pearlboard.settings import RESERVE_MA, Settings, check_power
from pearlboard.store.lasting import lasts
from pearlboard.store.log import FactLog
from pearlboard.texts import Sentence, say
from pearlboard.web.address import reachable

ROOM_MB: Final = 100
"""Less free space than this is reported; a year of games takes a few."""
MODEL: Final = "proc/device-tree/model"
LIBRARIES: Final[Mapping[str, tuple[str, ...]]] = {
    "simulated": (),
    "rp2040": ("serial",),
    "pi": ("gpiozero", "lgpio", "gpiod", "board", "neopixel", "neopixel_spi"),
}
ANNOUNCED: Final = "etc/avahi/services/pearlboard.service"
ANNOUNCED_PORT: Final = re.compile(r"<port>\s*(\d{1,5})\s*</port>")
BUSES: Final = ("dev/spidev0.0", "dev/spidev1.0")
BOOT: Final = ("boot/firmware/config.txt", "boot/config.txt")


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of one check. `well`: None if unknown."""

    name: str
    well: bool | None
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class DoctorContext:
    """The subject of the checks. `problem`: what is wrong with the settings; `health`: of a running service, None if
    none.

    `identify`: asks a Pico on this port (empty: the one that is found) for its firmware, or a Pi which GPIO chip is its
    header's; `PearlboardError` if there is none.
    """

    settings: Settings
    problem: str | None
    origin: str
    store: Path
    health: Mapping[str, Any] | None
    identify: Callable[[Settings], str]
    root: Path = Path("/")


def examine(context: DoctorContext) -> tuple[Finding, ...]:
    """Run every check, in the order in which one would repair."""
    return tuple(check(context) for check in CHECKS)


def _well(name: str, sentence: str, **parameters: object) -> Finding:
    return Finding(name, well=True, sentence=say(sentence, **parameters))


def _ill(name: str, sentence: str, **parameters: object) -> Finding:
    return Finding(name, well=False, sentence=say(sentence, **parameters))


def _versions(_patient: DoctorContext) -> Finding:
    return _well("versions", "doctor_versions", program=__version__, python=platform.python_version())


def _games(_patient: DoctorContext) -> Finding:
    """Each game with its version; those that cannot be used, with the reason."""
    there = tuple(
        say("glance_version_of", title=package.title, version=version_of(package)) for package in GAMES.usable
    )
    told = say("doctor_games", games=there or (say("doctor_no_games"),))
    if not GAMES.broken:
        return Finding("games", well=bool(there), sentence=told)
    said = reduce(_both, (broken.why for broken in GAMES.broken))
    return Finding("games", well=False, sentence=_both(said, told))


def _both(one: Sentence, other: Sentence) -> Sentence:
    return say("doctor_both", one=one, other=other)


def version_of(package: Package) -> str:
    """The version of the program that a game comes with."""
    if GAMES.comes_along(package.name):
        return __version__
    point = next((point for point in entry_points(group=GROUP) if point.name == package.name), None)
    return "?" if point is None or point.dist is None else point.dist.version


def _search(_patient: DoctorContext) -> Finding:
    return searching(GAMES.usable)


def searching(packages: Iterable[Package]) -> Finding:
    """The builds of the computer players that would be imported: they play the same with either."""
    builds = [(package.title, _build_of(package.compiled)) for package in packages if package.compiled]
    for build in (Build.OTHER, Build.NONE, Build.COMPILED):
        titles = tuple(title for title, found in builds if found is build)
        if titles:
            return Finding("search", well=build is not Build.OTHER, sentence=say(build.value, games=titles))
    return _well("search", "doctor_nothing_compiled")


class Build(StrEnum):
    """The build of a game's players: all modules are compiled, or why not; the value is the sentence."""

    COMPILED = "doctor_compiled"
    OTHER = "doctor_other_build"
    NONE = "doctor_not_compiled"


def _build_of(modules: Iterable[str]) -> Build:
    paths = {name: list(importlib.import_module(name.rpartition(".")[0]).__path__) for name in modules}
    found = [PathFinder.find_spec(name, path) for name, path in paths.items()]
    if all(spec is not None and isinstance(spec.loader, ExtensionFileLoader) for spec in found):
        return Build.COMPILED
    lying = any(
        True
        for name, path in paths.items()
        for folder in path
        for _ in Path(folder).rglob(f"{name.rpartition('.')[2]}.*.so")
    )
    return Build.OTHER if lying else Build.NONE


def model_of(root: Path) -> str:
    """The model of the machine; "" if unknown."""
    try:
        return (root / MODEL).read_text(encoding="utf-8").rstrip("\0\n")
    except OSError:
        return ""


def is_pi(root: Path) -> bool:
    """Whether the machine is a Raspberry Pi."""
    return "Raspberry Pi" in model_of(root)


def _model(context: DoctorContext) -> Finding:
    model = model_of(context.root)
    if not model:
        if context.settings.board == "pi":
            return _ill("model", "doctor_no_pi")
        return _well("model", "doctor_other_machine", machine=platform.machine())
    return _well("model", "doctor_model", model=model)


def _settings(context: DoctorContext) -> Finding:
    if context.problem is not None:
        return _ill("settings", "doctor_said", problem=context.problem)
    if context.settings.board not in BOARDS:
        return _ill("settings", "doctor_no_such_board", board=context.settings.board, boards=BOARDS)
    return _well("settings", "doctor_settings", origin=context.origin)


def _drivers(context: DoctorContext) -> Finding:
    absent = [name for name in LIBRARIES.get(context.settings.board, ()) if not _is_installed(name)]
    if absent:
        return _ill("drivers", "doctor_no_library", libraries=absent, board=context.settings.board)
    if context.settings.board == "pi":
        buses = [f"/{bus}" for bus in BUSES if not (context.root / bus).exists()]
        if buses:
            return _ill("drivers", "doctor_no_spi", buses=buses)
    return _well("drivers", "doctor_drivers", board=context.settings.board)


def _is_installed(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _board(context: DoctorContext) -> Finding:
    if context.health is not None:
        sentence = {"connected": "doctor_board", "lent": "doctor_lent"}.get(context.health.get("board", ""))
        if context.health.get("board") == "elsewhere":
            return _well("board", "at_another_table")
        if sentence is not None:
            return _well("board", sentence, about=context.health.get("about") or context.settings.board)
        return _ill("board", "doctor_said", problem=context.health.get("problem") or "?")
    if context.settings.board == SIMULATED:
        return _well("board", "doctor_simulated")
    try:
        about = context.identify(context.settings)
    except PearlboardError as error:
        return _ill("board", "doctor_said", problem=str(error))
    return _well("board", "doctor_board_later" if context.settings.board == "pi" else "doctor_board", about=about)


def _wiring(context: DoctorContext) -> Finding:
    try:
        wiring = read_wiring(context.settings)
        if context.settings.board == "pi" and context.settings.pi.leds == "spi":
            check_message(wiring.leds, context.root)
    except ConfigError as error:
        return _ill("wiring", "doctor_said", problem=str(error))
    if wiring.masked:
        return _ill("wiring", "doctor_masked", sites=wiring.masked)
    size = {"bits": wiring.chains.bits, "leds": wiring.chains.leds}
    if not context.settings.wiring:
        return _well("wiring", "doctor_wired_as_drawn", **size)
    return _well("wiring", "doctor_wiring", **size, origin=context.settings.wiring)


def _lights(context: DoctorContext) -> Finding:
    """For lights by SPI: whether their clock keeps still, and whose data sheets their bits are within."""
    wires = context.settings.pi
    if context.settings.board != "pi" or wires.leds != "spi":
        return _well("lights", "doctor_lights_by_others")
    path, said = _boot_settings(context.root)
    absent = set(core_lines(model_of(context.root))) - {line.strip() for line in said.splitlines()}
    if path and absent:
        return _ill("lights", "doctor_core_clock", lines=tuple(sorted(absent)), path=f"/{path}")
    bits = {"zero": wires.zero_bits * SHORTEST_NS, "one": wires.one_bits * SHORTEST_NS}
    if others := unfit(wires):
        return _unknown("lights", "doctor_lights_unfit", **bits, kinds=others)
    return _well("lights", "doctor_lights_fit", **bits, kinds=tuple(WANTED_NS))


def _boot_settings(root: Path) -> tuple[str, str]:
    """Path and text of the boot settings; both empty where they cannot be read."""
    for path in BOOT:
        try:
            return path, (root / path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
    return "", ""


def _unknown(name: str, sentence: str, **parameters: object) -> Finding:
    return Finding(name, well=None, sentence=say(sentence, **parameters))


def _power(context: DoctorContext) -> Finding:
    if context.health is not None and not context.health.get("supplied", True):
        return _ill("power", "supply_sags")
    weak = under_voltage(context.root)
    if weak:
        return _ill("power", "doctor_under_voltage")
    if slowed(context.root):
        return _ill("power", "doctor_slowed")
    lights = context.settings.lights
    try:
        check_power(lights)
    except ConfigError as error:
        return _ill("power", "doctor_said", problem=str(error))
    plan = {"cap": lights.cap_ma, "supply": lights.supply_ma, "reserve": RESERVE_MA}
    if weak is None and is_pi(context.root):
        return _unknown("power", "doctor_power_unknown", **plan)
    return _well("power", "doctor_power", **plan)


def _disk(context: DoctorContext) -> Finding:
    folder = nearest(context.store.parent)
    free_mb = free_mb_at(folder)
    if free_mb < ROOM_MB:
        return _ill("disk", "doctor_no_room", folder=folder, free=free_mb)
    if not os.access(folder, os.W_OK):
        return _ill("disk", "doctor_not_writable", folder=folder)
    kept = lasts(folder, context.root)
    if kept is False:
        return _ill("disk", "doctor_forgets", folder=folder)
    if kept is None:
        return _unknown("disk", "doctor_may_forget", folder=folder, free=free_mb)
    return _well("disk", "doctor_disk", folder=folder, free=free_mb)


def free_mb_at(folder: Path) -> int:
    """Free space in megabytes."""
    return shutil.disk_usage(folder).free // 1_000_000


def nearest(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return folder if folder.is_dir() or folder.parent == folder else nearest(folder.parent)


def _database(context: DoctorContext) -> Finding:
    if context.health is not None:
        if context.health.get("failing"):
            return _ill("database", "doctor_said", problem=context.health["failing"])
        return _well("database", "doctor_database_in_use", saved=context.health.get("saved", 0))
    if not context.store.exists():
        return _well("database", "doctor_no_database", path=context.store)
    try:
        log = FactLog(context.store)
    except PearlboardError as error:
        return _ill("database", "doctor_said", problem=str(error))
    log.close()
    whole = say("doctor_database", path=context.store, count=len(log.contents.finished))
    if deleted := len(log.contents.deleted):
        whole = _both(whole, say("doctor_deleted", count=deleted))
    for repaired in log.repaired:
        whole = _both(whole, say("doctor_said", problem=repaired))
    return Finding("database", well=True, sentence=whole)


def _network(context: DoctorContext) -> Finding:
    web = context.settings.web
    addresses = tuple(f"http://{host}:{web.port}/" for host in reachable(web.host))
    if not addresses:
        return _ill("network", "doctor_no_network")
    announced = _announced(context.root / ANNOUNCED)
    if announced - {web.port}:
        return _ill("network", "doctor_announced", path=ANNOUNCED, port=web.port)
    return _well("network", "doctor_network", address=addresses)


def _announced(path: Path) -> frozenset[int]:
    """The ports at which avahi announces the table; empty where it announces none."""
    try:
        return frozenset(map(int, ANNOUNCED_PORT.findall(path.read_text(encoding="utf-8"))))
    except (OSError, UnicodeDecodeError):
        return frozenset()


def _home(context: DoctorContext) -> Finding:
    home = context.settings.home
    if not home.broker:
        return _well("home", "doctor_no_home")
    try:
        return Finding("home", well=True, sentence=asyncio.run(tried(home)))
    except NoBroker as error:
        return Finding("home", well=False, sentence=error.sentence)


def _voice(context: DoctorContext) -> Finding:
    well, sentence = heard(context.settings, context.root, model_of(context.root), _boot_settings(context.root))
    return Finding("voice", well=well, sentence=sentence)


def _service(context: DoctorContext) -> Finding:
    if context.health is None:
        return _well("service", "doctor_not_running")
    if "phase" not in context.health:
        return _ill("service", "doctor_safe_mode", problem=context.health.get("problem") or "?")
    return _well("service", "doctor_running", program=context.health.get("program") or "?")


CHECKS: Final = (
    _versions,
    _games,
    _search,
    _model,
    _settings,
    _drivers,
    _board,
    _wiring,
    _lights,
    _power,
    _disk,
    _database,
    _network,
    _home,
    _voice,
    _service,
)


def versions() -> tuple[str, ...]:
    """The installed versions, a line each, for a support bundle."""
    from importlib.metadata import distributions  # noqa: PLC0415 - slow, and only the bundle asks

    return (
        f"python {sys.version}",
        platform.platform(),
        *sorted(f"{package.metadata['Name']} {package.version}" for package in distributions()),
    )
