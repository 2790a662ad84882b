"""The files that a house may ask a running table for: the bundle for people who help, and the black box alone."""

import asyncio
import gzip
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pearlboard.club.messages import File
from pearlboard.diagnostics.bundle import findings_as_text, write_bundle
from pearlboard.diagnostics.doctor import DoctorContext, examine
from pearlboard.diagnostics.log_lines import Log, LogLine
from pearlboard.languages import SOURCE
from pearlboard.recorder.blackbox import folder_of, whole
from pearlboard.screens.catalogues import catalogues


class Packing:
    """Makes these files. `health`: of the running table, for the doctor; `log`: where its lines are."""

    def __init__(self, patient: DoctorContext, health: Callable[[], Mapping[str, Any]], log: Log) -> None:
        self._patient = patient
        self._health = health
        self._log = log

    async def pack(self, file: File) -> bytes:
        """The file, packed with gzip, as `pearlboard support-bundle` and `blackbox export` write it; `OSError`."""
        if file is File.BLACK_BOX:
            return await asyncio.to_thread(self._black_box)
        lines, _ = await self._log.read()
        return await asyncio.to_thread(_bundled, replace(self._patient, health=self._health()), lines)

    def _black_box(self) -> bytes:
        try:
            return gzip.compress(whole(folder_of(self._patient.store)).encode())
        except UnicodeDecodeError as error:
            raise OSError(str(error)) from error


def _bundled(patient: DoctorContext, lines: Sequence[LogLine]) -> bytes:
    found = findings_as_text(examine(patient), catalogues()[SOURCE])
    said = (f"{line.at.isoformat(timespec='seconds')} {line.level} {line.text}" for line in reversed(lines))
    target = io.BytesIO()
    write_bundle(target, patient, found, "\n".join(said))
    return target.getvalue()
