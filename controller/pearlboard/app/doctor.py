"""Looks over the whole table without playing on it: each check says that something is well, or what to do about it.

While the service runs it owns the board and the database; then it is asked how they are, over its own `/health`.
"""

import importlib.util
import os
import platform
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import ExtensionFileLoader, PathFinder
from pathlib import Path
from typing import Any, Final

from pearlboard import __version__
from pearlboard.app.files import read_wiring
from pearlboard.bots import perladora
from pearlboard.bots.perladora import compiled
from pearlboard.drivers import BOARDS, SIMULATED
from pearlboard.errors import ConfigError, PearlboardError
from pearlboard.settings import RESERVE_MA, Settings, check_power
from pearlboard.store.log import FactLog
from pearlboard.texts import Sentence, say
from pearlboard.web.address import reachable

ROOM_MB: Final = 100
"""Less free space than this is told of; a year of games takes a few."""
MODEL: Final = "proc/device-tree/model"
THROTTLED: Final = "sys/devices/platform/soc/soc:firmware/get_throttled"
UNDER_VOLTAGE: Final = 0x1_0001
"""Bits of the firmware's word: the supply is too low now, or was since the start."""
LIBRARIES: Final[Mapping[str, tuple[str, ...]]] = {
    "simulated": (),
    "rp2040": ("serial",),
    "pi": ("gpiozero", "lgpio", "gpiod", "board", "neopixel", "neopixel_spi"),
}
BUSES: Final = ("dev/spidev0.0", "dev/spidev1.0")


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found."""

    name: str
    well: bool
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Patient:
    """What is looked over. `problem`: what is wrong with the settings; `health`: of a running service, None if none is.

    `identify`: asks a Pico on this port (empty: the one that is found) which firmware it runs.
    """

    settings: Settings
    problem: str | None
    origin: str
    store: Path
    health: Mapping[str, Any] | None
    identify: Callable[[Settings], str]
    root: Path = Path("/")


def examine(patient: Patient) -> tuple[Finding, ...]:
    """Every check, in the order in which one would put things right."""
    return tuple(check(patient) for check in CHECKS)


def _well(name: str, sentence: str, **parameters: object) -> Finding:
    return Finding(name, well=True, sentence=say(sentence, **parameters))


def _ill(name: str, sentence: str, **parameters: object) -> Finding:
    return Finding(name, well=False, sentence=say(sentence, **parameters))


def _versions(_patient: Patient) -> Finding:
    return _well("versions", "doctor_versions", program=__version__, python=platform.python_version())


def _search(_patient: Patient) -> Finding:
    return searching(list(perladora.__path__))


def searching(path: Sequence[str]) -> Finding:
    """Which build of the computer player's search would be imported from there: it plays the same with either."""
    found = [PathFinder.find_spec(f"{perladora.__name__}.{module}", path) for module in compiled.MODULES]
    if all(spec is not None and isinstance(spec.loader, ExtensionFileLoader) for spec in found):
        return _well("search", "doctor_compiled")
    if any(any(Path(folder, compiled.FOLDER).glob("*/*.so")) for folder in path):
        return _ill("search", "doctor_other_build")
    return _well("search", "doctor_not_compiled")


def _model(patient: Patient) -> Finding:
    try:
        model = (patient.root / MODEL).read_text(encoding="utf-8").rstrip("\0\n")
    except OSError:
        if patient.settings.board == "pi":
            return _ill("model", "doctor_no_pi")
        return _well("model", "doctor_other_machine", machine=platform.machine())
    return _well("model", "doctor_model", model=model)


def _settings(patient: Patient) -> Finding:
    if patient.problem is not None:
        return _ill("settings", "doctor_said", problem=patient.problem)
    if patient.settings.board not in BOARDS:
        return _ill("settings", "doctor_no_such_board", board=patient.settings.board, boards=BOARDS)
    return _well("settings", "doctor_settings", origin=patient.origin)


def _drivers(patient: Patient) -> Finding:
    absent = [name for name in LIBRARIES.get(patient.settings.board, ()) if not _is_installed(name)]
    if absent:
        return _ill("drivers", "doctor_no_library", libraries=absent, board=patient.settings.board)
    if patient.settings.board == "pi":
        buses = [f"/{bus}" for bus in BUSES if not (patient.root / bus).exists()]
        if buses:
            return _ill("drivers", "doctor_no_spi", buses=buses)
    return _well("drivers", "doctor_drivers", board=patient.settings.board)


def _is_installed(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _board(patient: Patient) -> Finding:
    if patient.health is not None:
        sentence = {"connected": "doctor_board", "lent": "doctor_lent"}.get(patient.health.get("board", ""))
        if sentence is not None:
            return _well("board", sentence, about=patient.health.get("about") or patient.settings.board)
        return _ill("board", "doctor_said", problem=patient.health.get("problem") or "?")
    if patient.settings.board == SIMULATED:
        return _well("board", "doctor_simulated")
    if patient.settings.board != "rp2040":
        return _well("board", "doctor_board_later")
    try:
        return _well("board", "doctor_board", about=patient.identify(patient.settings))
    except PearlboardError as error:
        return _ill("board", "doctor_said", problem=str(error))


def _wiring(patient: Patient) -> Finding:
    try:
        wiring = read_wiring(patient.settings)
    except ConfigError as error:
        return _ill("wiring", "doctor_said", problem=str(error))
    if wiring.masked:
        return _ill("wiring", "doctor_masked", sites=wiring.masked)
    return _well(
        "wiring",
        "doctor_wiring",
        bits=wiring.chains.bits,
        leds=wiring.chains.leds,
        origin=patient.settings.wiring or "reference_wiring()",
    )


def _power(patient: Patient) -> Finding:
    try:
        word = int((patient.root / THROTTLED).read_text(encoding="ascii"), 16)
    except OSError:
        word = 0
    if word & UNDER_VOLTAGE:
        return _ill("power", "doctor_under_voltage")
    lights = patient.settings.lights
    try:
        check_power(lights)
    except ConfigError as error:
        return _ill("power", "doctor_said", problem=str(error))
    return _well("power", "doctor_power", cap=lights.cap_ma, supply=lights.supply_ma, reserve=RESERVE_MA)


def _disk(patient: Patient) -> Finding:
    folder = _nearest(patient.store.parent)
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    if free_mb < ROOM_MB:
        return _ill("disk", "doctor_no_room", folder=folder, free=free_mb)
    if not os.access(folder, os.W_OK):
        return _ill("disk", "doctor_not_writable", folder=folder)
    return _well("disk", "doctor_disk", folder=folder, free=free_mb)


def _nearest(folder: Path) -> Path:
    """The folder, or the first above it that exists."""
    return folder if folder.is_dir() or folder.parent == folder else _nearest(folder.parent)


def _database(patient: Patient) -> Finding:
    if patient.health is not None:
        if patient.health.get("failing"):
            return _ill("database", "doctor_said", problem=patient.health["failing"])
        return _well("database", "doctor_database_in_use", saved=patient.health.get("saved", 0))
    if not patient.store.exists():
        return _well("database", "doctor_no_database", path=patient.store)
    try:
        log = FactLog(patient.store)
    except PearlboardError as error:
        return _ill("database", "doctor_said", problem=str(error))
    games = len(log.finished_games(1_000_000))
    log.close()
    return _well("database", "doctor_database", path=patient.store, count=games)


def _network(patient: Patient) -> Finding:
    host = reachable(patient.settings.web.host)
    if host == "localhost":
        return _ill("network", "doctor_no_network")
    return _well("network", "doctor_network", address=f"http://{host}:{patient.settings.web.port}/")


def _service(patient: Patient) -> Finding:
    if patient.health is None:
        return _well("service", "doctor_not_running")
    if "phase" not in patient.health:
        return _ill("service", "doctor_safe_mode", problem=patient.health.get("problem") or "?")
    return _well("service", "doctor_running", program=patient.health.get("program") or "?")


CHECKS: Final = (
    _versions,
    _search,
    _model,
    _settings,
    _drivers,
    _board,
    _wiring,
    _power,
    _disk,
    _database,
    _network,
    _service,
)


def versions() -> tuple[str, ...]:
    """What is installed, a line each, for a support bundle."""
    from importlib.metadata import distributions  # noqa: PLC0415 - slow, and only the bundle asks

    return (
        f"python {sys.version}",
        platform.platform(),
        *sorted(f"{package.metadata['Name']} {package.version}" for package in distributions()),
    )
