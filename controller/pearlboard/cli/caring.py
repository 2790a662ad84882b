"""`pearlboard doctor` and `pearlboard support-bundle`: diagnosis for whoever looks after a table."""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from pearlboard.cli.http_query import asked
from pearlboard.cli.keeping import new_file
from pearlboard.cli.serving import as_keeper, origin_of, settings_of, store_of
from pearlboard.diagnostics.bundle import findings_as_text, journal, write_bundle
from pearlboard.diagnostics.doctor import DoctorContext, examine
from pearlboard.drivers.pi_header import header_chip
from pearlboard.errors import ConfigError, PearlboardError
from pearlboard.languages import SOURCE
from pearlboard.screens.catalogues import catalogues
from pearlboard.settings import Settings

WAIT_S: Final = 3.0
ASKED: Final = ("rp2040", "pi")
"""Boards that the doctor asks for their identity."""


class NotWell(PearlboardError):
    """Something needs attention."""


def doctor(options: Namespace) -> int:
    """Print one line a check; exit code 2, with a line on standard error, if anything needs attention."""
    patient = _patient(options)
    return as_keeper(options, patient.store, partial(_doctor, patient))


def _doctor(patient: DoctorContext) -> int:
    findings = examine(patient)
    for line in findings_as_text(findings, catalogues()[patient.settings.language]):
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
    if ill := [finding.name for finding in findings if finding.well is False]:
        raise NotWell(f"doctor: to be put right: {', '.join(ill)}")
    return 0


def support_bundle(options: Namespace) -> int:
    """Write the archive, and print its path."""
    path = Path(options.file)
    with new_file(path) as file:
        patient, written = _patient(options), journal()
        as_keeper(options, patient.store, partial(_bundled, file, patient, written))
    sys.stdout.write(f"{path}: contains no names, values, tokens or passwords; look before you send it to anybody.\n")
    return 0


def _bundled(file: int, patient: DoctorContext, written: str) -> None:
    with os.fdopen(file, "wb", closefd=False) as target:
        write_bundle(target, patient, findings_as_text(examine(patient), catalogues()[SOURCE]), written)


def _patient(options: Namespace) -> DoctorContext:
    """Collect what the owner of the games may not do: ask the board for its identity, and read the program itself,
    which may lie in a closed home folder.
    """
    catalogues()
    settings, problem = settings_of(options)
    health = _health(settings)
    identify = _identify if health is not None or settings.board not in ASKED else _identified(settings)
    return DoctorContext(settings, problem, origin_of(options), store_of(settings), health, identify)


def _identified(settings: Settings) -> Callable[[Settings], str]:
    """Ask the board for its identity; returns a function with the answer."""
    try:
        answer = _identify(settings)
    except PearlboardError as error:
        return partial(_raised, error)
    return lambda _: answer


def _raised(error: PearlboardError, _: Settings) -> str:
    raise error


def _identify(settings: Settings) -> str:
    if settings.board == "pi":
        return f"/dev/gpiochip{header_chip()}"
    from pearlboard.drivers.rp2040 import NoAnswer, identify  # noqa: PLC0415 - only this board needs pyserial

    try:
        return str(identify(settings.serial))
    except NoAnswer as error:
        raise ConfigError(catalogues()[settings.language].render(error.reason)) from error


def _health(settings: Settings) -> Mapping[str, Any] | None:
    """The health of a table that runs on this machine; None if none does."""
    health = asked(settings, "/health", WAIT_S)
    return health if health is not None and "ok" in health else None
