"""The black box: the last hour of a table, for analysis after a fault. Raw scans, commands, decisions; no values.

    scans, buttons, plugs  --+
    commands, by name       -+--> lines --> a few files beside the games, the oldest of which is deleted
    public part of facts    -+

A command is recorded by its name and place alone, and a fact by its public part. What a seat says on its own screen,
and facts that are its alone, are not recorded, and all is counted by public numbers: so two tables that differ only in
secrets have the same black box. Nothing waits for it, and a failing disk harms nobody. Each part begins with all that
is needed to replay from there (`playing_back`); `docs/formats.md` describes the lines.
"""

import json
import logging
import queue
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from threading import Thread
from typing import Final

from pearlboard.commands.documents import Act as ActCommand
from pearlboard.commands.documents import Choose, Command, Note
from pearlboard.drivers.protocols import Board, Event, Listener, Tone
from pearlboard.recorder.lines import Line, beginning, of_command, of_event, of_fact
from pearlboard.regular import MOST_OF_A_RECORDING, read_regular
from pearlboard.sensing.scan import Scan
from pearlboard.session import facts
from pearlboard.session.facts import Entry
from pearlboard.session.principal import Principal
from pearlboard.settings import Settings
from pearlboard.table.ports import Saver
from pearlboard.table.speech import sentence
from pearlboard.table.tabletop import Tabletop

_log: Final = logging.getLogger("pearlboard.recorder")

SAID: Final = (ActCommand, Choose, Note)
"""Commands whose content may be private to a seat; their facts say what came of them."""
PART_MS: Final = 20 * 60_000
PART_BYTES: Final = 4_000_000
KEPT: Final = 4
"""The number of parts kept: the last hour, even when the newest has just begun."""
SETTLED_S: Final = 1.0
MOST_LINES: Final = 50
"""Lines are written after `SETTLED_S` without a new one, or when this many have gathered."""
FOLDER: Final = ".blackbox"


def folder_of(store: Path) -> Path:
    """The folder of the black box of these games."""
    return store.with_name(f"{store.name}{FOLDER}")


def parts(folder: Path) -> Sequence[Path]:
    """The files, oldest first."""
    return sorted(folder.glob("part-*.jsonl"))


def whole(folder: Path) -> str:
    """All parts as one text, without last lines that a power cut or a full disk has torn."""
    return "".join(_whole(part) for part in parts(folder))


def _whole(part: Path) -> str:
    lines, end, _ = read_regular(part, MOST_OF_A_RECORDING).rpartition(b"\n")
    return (lines + end).decode("utf-8")


# --- gathering them --------------------------------------------------------------------------------------------------


class BlackBox:
    """A recorder between the board and the tabletop, and between the tabletop and its saver; it changes nothing."""

    def __init__(self, saver: Saver, clock: Callable[[], int], settings: Settings, wiring: str, folder: Path) -> None:
        self._saver = saver
        self._clock = clock
        self._settings = settings
        self._wiring = wiring
        self._files = _Files(folder)
        self._tabletop: Tabletop | None = None
        self._began_ms: int | None = None
        self._bytes = 0
        self._says = ""
        self._scan: Scan | None = None
        self._starts = True
        self._asking: list[Line] | None = None

    def watch(self, tabletop: Tabletop) -> None:
        """Set the table, with which the recording starts."""
        self._tabletop = tabletop

    def close(self) -> None:
        """Write the remaining lines."""
        self._files.close()

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Pass facts on first, then record them."""
        self._saver.append(entries)
        if any(isinstance(entry.fact, facts.GameDeleted) for entry in entries):
            self._forget()
        for entry in entries:
            if self._tabletop is not None and not isinstance(entry.fact, facts.UNSEEN):
                self._note(of_fact(entry.fact, self._tabletop.session, self._clock()))

    @contextmanager
    def asked(self, command: Command, who: Principal) -> Iterator[None]:
        """A context around a command, recorded with its result and before its consequences."""
        self._begin_if_due()
        line = dict(of_command(command, who, self._clock()))
        self._asking = [line]
        try:
            yield
        except Exception as error:
            line["refused"] = getattr(error, "name", None) or getattr(error, "rule", None) or type(error).__name__
            raise
        finally:
            asked, self._asking = self._asking, None
            for each in asked[self._alone(command, who) :]:
                self._write(each)

    def _alone(self, command: Command, who: Principal) -> bool:
        """Whether a command is private: a seat has said something on its own screen."""
        behind = None if self._tabletop is None else self._tabletop.behind_curtain(who)
        return isinstance(command, SAID) and (who.seat is not None or behind is not None)

    def told(self, event: Event) -> None:
        """Record an event of the board."""
        self._note(of_event(event, self._clock()))
        if isinstance(event, Scan):
            self._scan = event

    def look(self) -> None:
        """Record the table's sentence, if it has changed."""
        if self._tabletop is not None and (says := sentence(self._tabletop.now).name) != self._says:
            self._says = says
            self._note({"at": self._clock(), "says": says})

    def _note(self, line: Line) -> None:
        if self._asking is not None:
            self._asking.append(line)
        else:
            self._begin_if_due()
            self._write(line)

    def _begin_if_due(self) -> None:
        """Begin a new part when one is full, old, or incomplete because of a failed write."""
        gap, at_ms = self._files.lost, self._clock()
        if gap or self._began_ms is None or at_ms - self._began_ms >= PART_MS or self._bytes >= PART_BYTES:
            self._begin(gap=gap)

    def _begin(self, *, gap: bool) -> None:
        if self._tabletop is None:
            return
        at_ms = self._clock()
        self._began_ms, self._bytes = at_ms, 0
        begun = beginning(self._tabletop, self._settings, self._wiring, at_ms, starts=self._starts)
        self._starts = False
        self._files.begin(_text({**begun, "gap": gap}))
        if self._scan is not None:
            self._files.write(_text(of_event(self._scan, at_ms)))

    def _forget(self) -> None:
        """Delete all parts after the deletion of a game, whose actions may be in any of them."""
        self._files.forget()
        self._begin(gap=False)

    def _write(self, line: Line) -> None:
        if self._tabletop is not None:
            text = _text(line)
            self._bytes += len(text)
            self._files.write(text)


def _text(line: Line) -> str:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n"


class TapedBoard:
    """A board whose events the black box gets first."""

    def __init__(self, board: Board, told: Callable[[Event], None]) -> None:
        self._board = board
        self._told = told

    @property
    def seen_ms(self) -> int | None:
        """As the board reports."""
        return self._board.seen_ms

    @property
    def late_ms(self) -> int:
        """As the board reports."""
        return self._board.late_ms

    def start(self, listener: Listener) -> None:
        """Hand over events as they happen."""

        def heard(event: Event) -> None:
            self._told(event)
            listener(event)

        self._board.start(heard)

    def close(self) -> None:
        """Let go of the board."""
        self._board.close()

    def show(self, frame: bytes) -> None:
        """Show a frame."""
        self._board.show(frame)

    def lamp(self, *, on: bool) -> None:
        """Switch the lamp of the end-turn button."""
        self._board.lamp(on=on)

    def play(self, tones: Sequence[Tone]) -> None:
        """Play tones."""
        self._board.play(tones)


class _Do(Enum):
    """An instruction for the writer thread; the text is empty when everything is to be deleted."""

    BEGIN = "begin"
    WRITE = "write"
    FORGET = "forget"


class _Files:
    """A writer thread. It reports a failure once, and sets `lost`: then a new part has to begin."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._jobs: queue.SimpleQueue[tuple[_Do, str] | None] = queue.SimpleQueue()
        self.lost = False
        self._failing = False
        self._path: Path | None = None
        self._thread = Thread(target=self._work, name="blackbox", daemon=True)
        self._thread.start()

    def begin(self, line: str) -> None:
        """Begin a new part with its first line."""
        self.lost = False
        self._jobs.put((_Do.BEGIN, line))

    def write(self, line: str) -> None:
        """Append a line."""
        self._jobs.put((_Do.WRITE, line))

    def forget(self) -> None:
        """Delete all parts."""
        self._jobs.put((_Do.FORGET, ""))

    def close(self) -> None:
        """Write the remaining lines, within a timeout."""
        self._jobs.put(None)
        self._thread.join(SETTLED_S)

    def _work(self) -> None:
        ends = False
        while not ends:
            jobs = [self._jobs.get()]
            while jobs[-1] is not None and len(jobs) < MOST_LINES:
                try:
                    jobs.append(self._jobs.get(timeout=SETTLED_S))
                except queue.Empty:
                    break
            ends = jobs[-1] is None
            self._keep([job for job in jobs if job is not None])

    def _keep(self, jobs: list[tuple[_Do, str]]) -> None:
        try:
            for what, same in groupby(jobs, key=itemgetter(0)):
                self._do(what, [text for _, text in same])
        except OSError as error:
            self._path = None
            self.lost = True
            if not self._failing:
                _log.warning("the black box cannot be written: %s", error)
            self._failing = True
        else:
            self._failing = self._failing and self._path is None

    def _do(self, what: _Do, texts: list[str]) -> None:
        """Execute an instruction. After a failure a new part must begin first, since a part without its start is no
        use.
        """
        match what:
            case _Do.FORGET:
                self._path = None
                for old in parts(self._folder):
                    old.unlink()
            case _Do.BEGIN:
                for text in texts:
                    self._path = self._begun(text)
            case _Do.WRITE if self._path is not None:
                with self._path.open("a", encoding="utf-8") as part:
                    part.write("".join(texts))

    def _begun(self, text: str) -> Path:
        """A new file, for its owner only. The oldest parts are deleted once its start is written, so a full disk
        costs none.
        """
        self._folder.mkdir(mode=0o700, exist_ok=True)
        there = parts(self._folder)
        number = 1 + int(there[-1].stem.rpartition("-")[2]) if there else 1
        path = self._folder / f"part-{number:06}.jsonl"
        path.touch(mode=0o600)
        try:
            with path.open("a", encoding="utf-8") as part:
                part.write(text)
        except OSError:
            path.unlink()
            raise
        for old in there[: max(0, len(there) + 1 - KEPT)]:
            old.unlink()
        return path
