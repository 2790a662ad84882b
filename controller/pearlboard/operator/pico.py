"""Copies the table's own firmware to a Pico from the operator's page, so that nobody needs a terminal for it.

If the table's board is a Pico, the link knows its firmware. If nobody has chosen a board, the Pico is asked for its
identity once each time it is plugged in. During a copy the table's own link is suspended.
"""

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pearlboard.drivers.rp2040 import Firmware, NoAnswer, SerialBoard, candidates, identify
from pearlboard.drivers.rp2040_copying import OWN_TOOL, Copying, NotCopied, Stage, files_of, own_firmware, version_in
from pearlboard.drivers.rp2040_port import THIS_MACHINE, Ports
from pearlboard.link.messages import HIGHEST, LOWEST
from pearlboard.session.state import Refused
from pearlboard.texts import Catalogue, Sentence, say

_log: Final = logging.getLogger("pearlboard.operator")

MISFIT: Final = "link_version"
FILLED: Final[Mapping[str, Sentence]] = {
    "link_prompt": say("pico_empty"),
    "link_silent": say("pico_mute"),
    "link_stranger": say("pico_mute"),
    MISFIT: say("pico_misfit"),
    "link_limits": say("pico_misfit"),
}
"""The reasons for a lost board that new firmware remedies, and the sentence for each here."""
GONE: Final = frozenset({"link_not_found", "link_unplugged"})
STAGES: Final[Mapping[Stage, Sentence]] = {
    Stage.ASKING: say("pico_asking"),
    Stage.KEEPING: say("pico_copying"),
    Stage.COPYING: say("pico_copying"),
    Stage.STARTING: say("pico_starting"),
}


@dataclass(frozen=True, slots=True)
class _Found:
    """The boards that are plugged in, in words, if worth saying; `path`: the port of the one that may get the firmware.

    `none`: nothing is there, and something might be.
    """

    sentence: Sentence | None = None
    path: str | None = None
    none: bool = False


@dataclass(frozen=True, slots=True)
class _Answer:
    """The answer of the Pico at `mark`: its identity, or the name of the reason why it gave none."""

    mark: object
    firmware: Firmware | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The result of the last copy, to the Pico at `mark`."""

    mark: object
    sentence: Sentence
    well: bool


class PicoKeeper:
    """Watches the one Pico that is plugged in, and copies to it; one copy at a time.

    `board`: the table's, if it is on USB; `lost`: why it does not answer. `board_unsaid`: whether nobody has chosen
    one. `serial`: the port that the settings name. `tool`: the command `mpremote`.
    """

    def __init__(
        self,
        board: SerialBoard | None,
        lost: Callable[[], Sentence | None],
        board_unsaid: Callable[[], bool],
        game_is_on: Callable[[], bool],
        *,
        serial: str = "",
        ports: Ports = THIS_MACHINE,
        tool: Sequence[str] = OWN_TOOL,
    ) -> None:
        self._board = board
        self._lost = lost
        self._board_unsaid = board_unsaid
        self._game_is_on = game_is_on
        self._serial = serial
        self._ports = ports
        self._tool = tool
        self._firmware = own_firmware()
        self._own = version_in(self._firmware)
        self._asking = asyncio.Lock()
        self._answer: _Answer | None = None
        self._outcome: _Outcome | None = None
        self._stage = Stage.ASKING
        self._copying: Copying | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def at_work(self) -> bool:
        """Whether a copy is in progress."""
        return self._copying is not None

    async def look(self, catalogue: Catalogue) -> Mapping[str, Any]:
        """The state in words or null: what is `found`, the `hindrance` to copying, what is `working`, the last
        `outcome`.

        `offers`: something can be copied, `well`: it was, `none`: a Pico might be there, and is not. Asking one takes
        four seconds if it does not answer.
        """
        found = await self._find()
        outcome = self._outcome
        if outcome is not None and outcome.mark not in (list(map(_mark, self._paths())) or [None]):
            outcome = self._outcome = None  # unplugged since, or plugged in again
        told = {
            "found": found.sentence,
            "hindrance": say("pico_in_game") if found.path is not None and self._game_is_on() else None,
            "working": STAGES[self._stage] if self.at_work else None,
            "outcome": None if outcome is None else outcome.sentence,
        }
        return {
            **{name: None if sentence is None else catalogue.render(sentence) for name, sentence in told.items()},
            "well": outcome is not None and outcome.well,
            "offers": found.path is not None,
            "none": found.none,
        }

    async def put(self) -> None:
        """Start a copy to the Pico that `look` offers; `Refused`. `look` reports the result."""
        found = await self._find()
        self.must_be_done()
        if self._game_is_on():
            raise Refused("game_is_on", say("pico_in_game"))
        if found.path is None:
            raise Refused("no_pico", say("pico_needs_none"))
        files = files_of(self._firmware)
        if not files:
            raise Refused("no_files", say("pico_no_files"))
        _log.info("the operator has the firmware put onto the Pico at %s", found.path)
        self._outcome, self._stage = None, Stage.ASKING
        copying = Copying(found.path, files, self._tool, keeps_config=True, told=self._tell, quiet=True)
        self._copying = copying
        self._task = asyncio.create_task(self._copy(found.path, copying))

    def must_be_done(self) -> None:
        """Raise `Refused` during a copy: whatever ends the program waits for it."""
        if self.at_work:
            raise Refused("at_work", say("pico_at_work"))

    async def close(self) -> None:
        """Cancel the copy, and wait for the few seconds that this takes."""
        if self._copying is not None:
            self._copying.stop()
        if self._task is not None:
            await asyncio.wait([self._task])  # asyncio logs an exception that nobody expected

    # --- what is there -----------------------------------------------------------------------------------------

    def _paths(self) -> list[str]:
        found = candidates(self._serial, self._ports)
        return [plugged.path for plugged in found if Path(plugged.path).exists()]

    async def _find(self) -> _Found:
        async with self._asking:
            if self.at_work:
                return _Found()
            paths = self._paths()
            if self._board is not None:
                return self._of_board(paths, self._board)
            if not self._board_unsaid():
                return _Found()
            if len(paths) != 1:
                return _Found(say("pico_several", count=len(paths))) if paths else _Found(none=True)
            answer = await self._ask(paths[0])
            if answer.firmware is None:
                return _filled(answer.why, paths[0])
            lowest, highest = answer.firmware.protocol
            if lowest > HIGHEST or highest < LOWEST:
                return _filled(MISFIT, paths[0])
            works = _Found(say("pico_works", found=answer.firmware.version))
            return self._older(answer.firmware.version, paths[0]) or works

    def _of_board(self, paths: Sequence[str], board: SerialBoard) -> _Found:
        """Describe a board that the link has asked already."""
        lost = self._lost()
        if not paths:
            return _Found(none=lost is not None and lost.name in GONE)
        if lost is None:
            older = None if board.version is None or len(paths) > 1 else self._older(board.version, paths[0])
            return older or _Found()
        if lost.name in FILLED and len(paths) > 1:
            return _Found(say("pico_several", count=len(paths)))
        return _filled(lost.name, paths[0])

    def _older(self, version: str, path: str) -> _Found | None:
        """Describe working firmware that is older than the table's own; else None."""
        if self._own is None or tuple(map(int, version.split("."))) >= self._own:
            return None
        return _Found(say("pico_other", found=version, own=".".join(map(str, self._own))), path)

    async def _ask(self, path: str) -> _Answer:
        """The identity of the Pico: as it has answered since it was plugged in, or by asking now."""
        mark = _mark(path)
        if self._answer is not None and self._answer.mark == mark:
            return self._answer
        try:
            answer = _Answer(mark, await asyncio.to_thread(identify, path))
        except NoAnswer as error:
            answer = _Answer(mark, None, error.reason.name)
        # A port that is busy, or may not be opened, says nothing about the Pico behind it: ask again later.
        self._answer = answer if answer.firmware is not None or answer.why in FILLED else None
        return answer

    # --- the copy ----------------------------------------------------------------------------------------------

    async def _copy(self, path: str, copying: Copying) -> None:
        try:
            firmware = await asyncio.to_thread(self._copied, copying)
        except NotCopied as error:
            _log.warning("mpremote could not copy to %s: %s", path, error.said.strip())
            self._end(path, error.reason, well=False)
        except NoAnswer as error:
            _log.warning("the Pico at %s did not answer: %s", path, error.reason.name)
            copied = self._stage is Stage.STARTING
            self._end(path, say("pico_not_started") if copied else error.reason, well=False)
        except OSError as error:
            _log.warning("mpremote could not be started: %s", error)
            self._end(path, say("pico_not_begun", problem=error.strerror or str(error)), well=False)
        else:
            _log.info("the firmware was put onto the Pico at %s: %s", path, firmware)
            told = {"version": firmware.version, "uid": firmware.uid, "bits": firmware.bits, "leds": firmware.leds}
            self._end(path, say("pico_done", **told), well=True)
        finally:
            self._copying = self._answer = None

    def _copied(self, copying: Copying) -> Firmware:
        """Copy, in a thread."""
        with contextlib.nullcontext() if self._board is None else self._board.lent():
            return copying.run()

    def _tell(self, stage: Stage) -> None:
        """Report progress from the thread; a page may see the previous stage for a moment longer."""
        self._stage = stage

    def _end(self, path: str, sentence: Sentence, *, well: bool) -> None:
        self._outcome = _Outcome(_mark(path), sentence, well)


def _filled(why: str, path: str) -> _Found:
    sentence = FILLED.get(why)
    return _Found() if sentence is None else _Found(sentence, path)


def _mark(path: str) -> object:
    """A mark that changes whenever something else is plugged in; None if nothing is."""
    try:
        link = os.lstat(path)
    except OSError:
        return None
    return path, link.st_ino, link.st_ctime_ns  # not mtime, which the kernel sets when a port is written to
