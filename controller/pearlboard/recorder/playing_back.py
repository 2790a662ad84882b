"""Replays a black box on the simulated board: the same scans and commands, compared with the recorded decisions.

What a black box does not hold (names, values of pieces, what a phone said) is not needed for that; where it is, the
recorded fact is used as it is. A game that deals in secret cannot be replayed.

Everything else follows from scans, commands and the time. So an hour replays the same on the simulated board, and a
report from a table becomes a test.
"""

import json
import random
import tomllib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from pearlboard.commands.handler import CommandHandler
from pearlboard.commands.registry import read_command
from pearlboard.drivers.clock import SteppedClock
from pearlboard.drivers.protocols import Button, Connected, Event, Listener, Lost, Pressed, Released, Supplied
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import BadInput, PearlboardError
from pearlboard.games.registry import GAMES
from pearlboard.geometry import site
from pearlboard.recorder.lines import FORM, Line, of_fact
from pearlboard.screens.seat_access import SeatAccess
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.senses import Senses
from pearlboard.sensing.wiring import Wiring
from pearlboard.session import facts, intents
from pearlboard.session.decide import fold
from pearlboard.session.facts import Agreement, Entry, Fact, HintMode
from pearlboard.session.intents import Intent
from pearlboard.session.limits import read_json
from pearlboard.session.principal import OPERATOR
from pearlboard.session.questions import of_computer, package_of
from pearlboard.session.state import Session
from pearlboard.store.codec import NAMES
from pearlboard.table.ledger import Ledger
from pearlboard.table.place import Place
from pearlboard.table.play import HouseRules
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import say

ASKED: Final = ("confirm", "hint", "leave_out", "trust", "laid", "put", "lift", "answer", "pause", "resume")
"""Commands that are issued again. Other commands show in the facts that came of them."""
DECIDED: Final = (
    facts.GameAgreed,
    facts.Acted,
    facts.TimeUp,
    facts.TakenBack,
    facts.GamePaused,
    facts.GameResumed,
    facts.GameAbandoned,
    facts.GameClosed,
    facts.SeatHandedOver,
    facts.SensorLeftOut,
    facts.SensorSuspected,
    facts.SensorTrusted,
)
"""Facts that must recur. Facts of seats, hosts, clocks and the archive do not follow from the board."""
WANTED: Final = frozenset(NAMES[kind] for kind in DECIDED)
SECRET: Final = ("game_dealt", "begun_from")
SECRETLY: Final = "what was dealt, or done, in secret is in no black box: nobody can play on"


class _Board(SimulatedBoard):
    """A board that reports the recorded events, and nothing else."""

    def start(self, listener: Listener) -> None:
        self._listener = listener

    def tell(self, event: Event) -> None:
        self._tell(event)


class PlayedBack:
    """The replay of one run of the program. `differences`: other decisions, in words; `facts`: how many recurred."""

    def __init__(self, begun: Line) -> None:
        """Begin with the first line of a part; `BadInput` if nothing can be replayed from there."""
        self.differences: list[str] = []
        self.facts = 0
        self._made: deque[Line] = deque()
        self._asked = 0
        self._clock = SteppedClock(begun["at"])
        wiring = Wiring.from_mapping(tomllib.loads(begun["wiring"]))
        self._board = _Board(wiring, self._clock)
        self._table = Tabletop(
            Ledger(_session(begun), self),
            (
                Place(
                    self._board, Senses(wiring, begun["place_ms"], begun["lift_ms"]), self._clock, tiles=begun["tiles"]
                ),
            ),
            self._clock,
            random.Random(0),
            HouseRules(begun["still_ms"]),
        )
        self._commands = CommandHandler(self._table, SeatAccess(self._table, lambda: "nobody's"))
        self._table.start()
        if not begun["starts"]:
            self._board.tell(Connected("black box", begun["at"]))

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Note a decision of the replay."""
        self._made.extend(
            _decision(of_fact(entry.fact, self._table.session, 0))
            for entry in entries
            if isinstance(entry.fact, DECIDED)
        )

    def play(self, line: Line) -> None:
        """Replay the next line."""
        self._clock.step(max(0, line["at"] - self._clock()))
        if (event := _event(line)) is not None:
            self._board.tell(event)
        elif line.get("asked") in ASKED and "refused" not in line:
            self._ask({key: line[key] for key in ("site", "answer") if key in line} | {"name": line["asked"]})
        elif line.get("fact") in SECRET:
            raise BadInput("black box", f"{line['fact']}: {SECRETLY}")
        elif "fact" in line:
            self._expect(line)

    def end(self) -> None:
        """Report decisions of the replay that were not recorded."""
        self.differences += [f"decided, and not recorded: {json.dumps(made)}" for made in self._made]

    def _ask(self, document: Mapping[str, Any]) -> None:
        self._asked += 1
        try:
            self._commands.receive(read_command(document), f"asked-{self._asked}", None, OPERATOR)
        except PearlboardError:
            self._table.refresh()  # pieces laid before this part began are not known here

    def _expect(self, line: Line) -> None:
        wanted = _decision(line)
        if wanted["fact"] not in WANTED:
            return
        self.facts += 1
        if not self._made:
            self._take_over(line)
        made = self._made.popleft() if self._made else None
        if made != wanted:
            self.differences.append(f"at {line['at']}: recorded {json.dumps(wanted)}, decided {json.dumps(made)}")

    def _take_over(self, line: Line) -> None:
        """Adopt a recorded fact that does not follow from the board; one that should have recurred is a difference."""
        intent = self._intent(line)
        if intent is not None:
            self._table.do(intent, None)
            self._table.refresh()

    def _intent(self, line: Line) -> Intent | None:
        match line["fact"]:
            case "acted":
                return self._act(line)
            case "game_agreed":
                return intents.AgreeOnGame(_dealing_nothing(_agreement(line["game"])))
            case "time_up":
                return intents.RunOut(line["name"])
            case "seat_handed_over":
                return intents.HandOver(line["seat"], line["level"])
            case "taken_back":
                return intents.TakeBack(agreed=True)
            case name:
                return SIMPLE.get(name)

    def _act(self, line: Line) -> Intent | None:
        session, package = self._table.session, package_of(self._table.session)
        if line["action"] is None:
            raise BadInput("black box", f"at {line['at']}: what was done then is a secret, so nobody can play on")
        action = package.rules.decode(line["action"])
        by_hand = (
            bool(package.effect(action).sites)
            and not of_computer(session, line["actor"])
            and not self._table.now.turn.awaits
        )
        return None if by_hand else intents.Act(line["actor"], action)


SIMPLE: Final[Mapping[str, Intent]] = {
    "game_abandoned": intents.Abandon(),
    "game_closed": intents.Close(),
    "game_paused": intents.Pause(),
    "game_resumed": intents.Resume(),
}


def played_back(lines: Iterable[str]) -> tuple[int, tuple[str, ...]]:
    """The number of decisions, and the differences. `BadInput` names the line that is malformed."""
    runs = list[PlayedBack]()
    for number, text in enumerate(lines, 1):
        try:
            _play(runs, _read(number, text))
        except BadInput:
            raise
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise BadInput(f"line {number}", f"is no line of a black box ({error})") from error
    if not runs:
        raise BadInput("black box", "it is empty")
    for run in runs:
        run.end()
    return sum(run.facts for run in runs), tuple(difference for run in runs for difference in run.differences)


def _play(runs: list[PlayedBack], line: Line) -> None:
    """Replay the next line in the current run, or begin another run."""
    if "blackbox" in line and (not runs or line["starts"] or line.get("gap")):
        runs.append(PlayedBack(line))
    elif not runs:
        raise ValueError("it begins with one that says how the table stood")
    elif "blackbox" not in line:
        runs[-1].play(line)


def _read(number: int, text: str) -> Line:
    try:
        line: Any = read_json(text)
    except ValueError as error:
        raise BadInput(f"line {number}", f"is no JSON ({error})") from error
    if not isinstance(line, dict) or not isinstance(line.get("at"), int):
        raise BadInput(f"line {number}", 'must be an object with the time "at"')
    if line.get("blackbox", FORM) != FORM:
        raise BadInput(f"line {number}", f"is of form {line['blackbox']}, and this program reads form {FORM}")
    return line


def _event(line: Line) -> Event | None:
    """The event of the board in a line; None if the line is no such event."""
    at_ms = line.get("read", line["at"])
    match line:
        case {"scan": str(bits)}:
            return Scan(int(bits, 16), at_ms)
        case {"board": "connected"}:
            return Connected("black box", at_ms)
        case {"board": "lost"}:
            return Lost(say("board_lost"), at_ms)
        case {"pressed": button}:
            return Pressed(Button(button), at_ms)
        case {"released": button}:
            return Released(Button(button), at_ms)
        case {"supplied": bool(well)}:
            return Supplied(well, at_ms)
        case _:
            return None


def _decision(line: Line) -> Line:
    """A fact without its time, as JSON reads it."""
    told: Line = json.loads(json.dumps({key: value for key, value in line.items() if key != "at"}))
    return told


def _session(begun: Line) -> Session:
    """The session at the start of a part, as far as it is public."""
    of_sensors: list[Fact] = [facts.SensorLeftOut(site(name)) for name in begun["left_out"]]
    of_sensors += [facts.SensorSuspected(site(name)) for name in begun["suspected"]]
    entries = [Entry(version, fact) for version, fact in enumerate(of_sensors, 1)]
    game = begun["game"]
    if game is not None:
        entries += _game_so_far(begun, _agreement(game), begun["number"])
    session = fold(Session(), tuple(entries))
    return replace(session, version=begun["version"], public=begun["version"])


def _game_so_far(begun: Line, agreement: Agreement, number: int) -> Iterator[Entry]:
    """The facts of the game so far. An action that did not count by itself is attributed to a request by somebody."""
    acts = begun["acts"]
    if any(action is None for _, action in acts):
        raise BadInput("black box", SECRETLY)
    yield Entry(number, facts.GameAgreed(_dealing_nothing(agreement)))
    rules = GAMES[agreement.game].rules
    for place, (actor, action) in enumerate(acts):
        version = number + 1 + place
        by_hand = None if place in begun["by_itself"] else f"by-hand-{version}"
        yield Entry(version, facts.Acted(agreement.game, actor, rules.decode(action)), by_hand)
    if begun["paused"]:
        yield Entry(number + len(acts) + 1, facts.GamePaused())


def _dealing_nothing(agreement: Agreement) -> Agreement:
    """An agreement on a game that can be played on; `BadInput` if something is dealt in secret first."""
    if agreement.deals:
        raise BadInput("black box", SECRETLY)
    return agreement


def _agreement(game: Line) -> Agreement:
    names = tuple(f"Player {seat}" for seat in range(1, game["players"] + 1))
    setup = GAMES[game["name"]].options.decode(game["setup"])
    return Agreement(
        game["name"],
        names,
        setup,
        game["first"],
        HintMode(game["hints"]),
        game["confirms_itself"],
        tuple(game["computers"]),
        game["deals"],
        helped=tuple(game.get("helped", ())),
    )
