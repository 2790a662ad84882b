"""The last hour of a table, for when something went wrong: raw scans, what was asked, what was decided. No values.

    scans, buttons, plugs  --+
    commands, by name       -+--> lines --> a few files beside the games, the oldest of which goes
    facts, as all know them -+

What is asked is told by its name and its place alone, and of a fact what everybody may know; what a seat says on its
own screen, and facts that are its alone, are not told at all, and all is counted by public numbers. So two tables that
differ in secrets have the same black box. Nothing waits for it, and a disk that fails harms nobody. A part begins with
all that is needed to play on from there (`playing_back`); `docs/formats.md` says how a line is written.
"""

import json
import logging
import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from threading import Thread
from typing import Any, Final, TypeAlias

from pearlboard import __version__
from pearlboard.commands.documents import Act as ActCommand
from pearlboard.commands.documents import Choose, Command, Note
from pearlboard.drivers.protocols import Board, Connected, Event, Listener, Lost, Pressed, Released, Tone
from pearlboard.games.registry import GAMES
from pearlboard.games.values import Act
from pearlboard.regular import MOST_OF_A_RECORDING, read_regular
from pearlboard.session import facts
from pearlboard.session.facts import Agreement, Entry
from pearlboard.session.principal import Principal
from pearlboard.session.state import Phase, Session
from pearlboard.settings import Settings
from pearlboard.store.codec import NAMES
from pearlboard.table.ports import Saver
from pearlboard.table.speech import sentence
from pearlboard.table.tabletop import Tabletop

_log: Final = logging.getLogger("pearlboard.service")

FORM: Final = 2
"""1 counted by the numbers of the log, secret facts among them."""
SAID: Final = (ActCommand, Choose, Note)
"""What is asked, and refused, in words that may be a seat's own; of what comes of it, facts tell."""
PART_MS: Final = 20 * 60_000
PART_BYTES: Final = 4_000_000
KEPT: Final = 4
"""So many parts are kept: the last hour, whenever the newest has just begun."""
SETTLED_S: Final = 1.0
MOST_LINES: Final = 50
"""When nothing has come for so long, or so many lines are gathered, they are written."""
FOLDER: Final = ".blackbox"

Line: TypeAlias = Mapping[str, Any]


def folder_of(store: Path) -> Path:
    """Where the black box of these games is."""
    return store.with_name(f"{store.name}{FOLDER}")


def parts(folder: Path) -> Sequence[Path]:
    """The files, oldest first."""
    return sorted(folder.glob("part-*.jsonl"))


def whole(folder: Path) -> str:
    """All parts as one text, but for last lines that a power cut or a full disk has torn."""
    return "".join(_whole(part) for part in parts(folder))


def _whole(part: Path) -> str:
    lines, end, _ = read_regular(part, MOST_OF_A_RECORDING).rpartition(b"\n")
    return (lines + end).decode("utf-8")


# --- lines -----------------------------------------------------------------------------------------------------------


def of_event(event: Event, at_ms: int) -> Line:
    """What a board has told: when it was heard, and when it was so, where that is another time."""
    read = {} if event.at_ms == at_ms else {"read": event.at_ms}
    match event:
        case Connected():
            return {"at": at_ms, "board": "connected", **read}
        case Lost():
            return {"at": at_ms, "board": "lost", **read}
        case Pressed(button):
            return {"at": at_ms, "pressed": button.value, **read}
        case Released(button):
            return {"at": at_ms, "released": button.value, **read}
        case _:
            return {"at": at_ms, "scan": f"{event.bits:x}", **read}


def of_command(command: Command, who: Principal, at_ms: int) -> Line:
    """What was asked, and by what kind of screen; of what was said with it, no more than a place of the board."""
    name = command.__struct_config__.tag
    told = {key: getattr(command, key) for key in ("site", "answer", "button") if hasattr(command, key)}
    by = "operator" if who.operator else "guest" if who.guest is not None else "page" if who.seat is None else who.seat
    return {"at": at_ms, "asked": name, "by": by, **told}


def of_fact(fact: facts.Fact, session: Session, at_ms: int) -> Line:
    """What has become true, as everybody may know it; `session` is the one before it."""
    told: dict[str, Any] = {"at": at_ms, "fact": NAMES[type(fact)]}
    match fact:
        case facts.GameAgreed(agreement):
            return {**told, "game": agreed_on(agreement)}
        case facts.Acted(game, actor, action):
            return {**told, "actor": actor, "action": public(game, action)}
        case facts.TakenBack(version):
            return {**told, "to": sum(act.version <= version for act in session.acts)}
        case facts.SensorLeftOut(site) | facts.SensorSuspected(site) | facts.SensorTrusted(site):
            return {**told, "site": str(site)}
        case facts.TimeUp(name):
            return {**told, "name": name}
        case facts.SeatHandedOver(seat, level):
            return {**told, "seat": seat, "level": level}
        case _:
            return told


def public(game: str, action: object) -> object:
    """What all may see of an action, as the game writes it down; None: nothing but that there was one."""
    package = GAMES[game]
    shown = package.secrets.public(action)
    return None if shown is None else package.rules.encode(shown)


def agreed_on(agreement: Agreement) -> Line:
    """What was agreed on, but for what people are called."""
    return {
        "name": agreement.game,
        "players": len(agreement.names),
        "setup": GAMES[agreement.game].options.encode(agreement.setup),
        "first": agreement.first,
        "hints": agreement.hints.value,
        "confirms_itself": agreement.confirms_itself,
        "computers": list(agreement.computers),
        "deals": agreement.deals,
    }


def beginning(tabletop: Tabletop, settings: Settings, wiring: str, at_ms: int, *, starts: bool) -> Line:
    """All that is needed to play on from here, as everybody may know it. `wiring`: as TOML; `starts`: the program."""
    session, by_itself = tabletop.session, tabletop.counted
    agreement, on = session.agreement, session.phase is Phase.PLAYING and not session.gone
    return {
        "blackbox": FORM,
        "program": __version__,
        "at": at_ms,
        "starts": starts,
        "wiring": wiring,
        "place_ms": settings.sensing.place_ms,
        "lift_ms": settings.sensing.lift_ms,
        "still_ms": settings.confirm.still_ms,
        "tiles": settings.pieces == "tiles",
        "left_out": sorted(map(str, session.left_out)),
        "suspected": sorted(map(str, session.suspected)),
        "game": None if agreement is None or not on else agreed_on(agreement),
        "version": session.public,
        "number": session.number,
        "acts": _acts(session.acts, agreement.game) if agreement and on else [],
        "by_itself": [place for place, act in enumerate(session.acts) if act.version in by_itself] if on else [],
        "paused": session.paused,
    }


def _acts(acts: Sequence[Act], game: str) -> list[list[object]]:
    """Who has acted, and what all may know of it."""
    return [[act.actor, public(game, act.action)] for act in acts]


# --- gathering them --------------------------------------------------------------------------------------------------


class BlackBox:
    """Stands between the board and the tabletop, and between the tabletop and its saver; it changes nothing."""

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
        self._scan: Event | None = None
        self._starts = True
        self._asking: list[Line] | None = None

    def watch(self, tabletop: Tabletop) -> None:
        """This is the table; before that nothing is written."""
        self._tabletop = tabletop

    def close(self) -> None:
        """Write what is left."""
        self._files.close()

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Pass facts on, which comes before anything else, and note them."""
        self._saver.append(entries)
        if any(isinstance(entry.fact, facts.GameDeleted) for entry in entries):
            self._forget()
        for entry in entries:
            if self._tabletop is not None and not isinstance(entry.fact, facts.UNSEEN):
                self._note(of_fact(entry.fact, self._tabletop.session, self._clock()))

    @contextmanager
    def asked(self, command: Command, who: Principal) -> Iterator[None]:
        """While somebody is answered. What was asked is noted with what became of it, before all that came of it."""
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
        """Whether nobody but a seat may know what was asked: it has said something on its own screen."""
        behind = None if self._tabletop is None else self._tabletop.behind_curtain(who)
        return isinstance(command, SAID) and (who.seat is not None or behind is not None)

    def told(self, event: Event) -> None:
        """The board has told something."""
        self._note(of_event(event, self._clock()))
        self._scan = event if not isinstance(event, Connected | Lost | Pressed | Released) else self._scan

    def look(self) -> None:
        """Note what the table says, if that is something else."""
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
        """A part is full, or old, or what should be before it could not be written."""
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
        """A game was deleted, and what was done in it may be in any part: none stays."""
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
    """A board whose events the black box hears first."""

    def __init__(self, board: Board, told: Callable[[Event], None]) -> None:
        self._board = board
        self._told = told

    @property
    def seen_ms(self) -> int | None:
        """As the board says."""
        return self._board.seen_ms

    @property
    def late_ms(self) -> int:
        """As the board says."""
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
        """The lamp in the end-turn button."""
        self._board.lamp(on=on)

    def play(self, tones: Sequence[Tone]) -> None:
        """Play tones."""
        self._board.play(tones)


class _Do(Enum):
    """What is to be done with a text; when all that was written is to go there is none."""

    BEGIN = "begin"
    WRITE = "write"
    FORGET = "forget"


class _Files:
    """A thread that writes; what it cannot write is complained of once, and `lost`: then a new part has to begin."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._jobs: queue.SimpleQueue[tuple[_Do, str] | None] = queue.SimpleQueue()
        self.lost = False
        self._failing = False
        self._path: Path | None = None
        self._thread = Thread(target=self._work, name="blackbox", daemon=True)
        self._thread.start()

    def begin(self, line: str) -> None:
        """The first line of a new part."""
        self.lost = False
        self._jobs.put((_Do.BEGIN, line))

    def write(self, line: str) -> None:
        """Another line of it."""
        self._jobs.put((_Do.WRITE, line))

    def forget(self) -> None:
        """All that was written goes."""
        self._jobs.put((_Do.FORGET, ""))

    def close(self) -> None:
        """Write what is left, but for no longer than a disk should take."""
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
        """What comes after something was lost needs a beginning first: without one it could not be played."""
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
        """A new file, for its owner only. The oldest go when it has its beginning: a full disk takes none away."""
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
