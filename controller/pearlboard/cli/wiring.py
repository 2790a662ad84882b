"""`pearlboard wiring TRIAL`: the trials of the workshop in a terminal, on any board or on simulated hands.

Standard input is read in a thread; everything else runs on one event loop. The wizard saves what it knows after every
answer, so it can be left at any moment. Exit codes: 0, the build may go on; 3, it may not.
"""

import asyncio
import os
import random
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from pearlboard.cli.serving import as_keeper, config_of
from pearlboard.configuration import read_settings
from pearlboard.drivers import BOARDS, HARDWARE
from pearlboard.drivers.clock import LoopClock, SteppedClock
from pearlboard.drivers.protocols import Board, Connected, Event, Lost
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import BadInput, ConfigError, PearlboardError
from pearlboard.files import read_wiring
from pearlboard.languages import SOURCE, understood_as
from pearlboard.screens.catalogues import catalogues
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Chains, Wiring, reference_wiring
from pearlboard.settings import Settings
from pearlboard.texts import Sentence, say
from pearlboard.workshop import TRIALS
from pearlboard.workshop.hands import Hands, hidden_wiring
from pearlboard.workshop.mapping import Mapper
from pearlboard.workshop.trial import SHOWN_MS, Trial, lit_frame
from pearlboard.workshop.waiting import soak
from pearlboard.workshop.wizard_store import WizardFiles, WizardStore

NOT_OK: Final = 3
DEFAULT_FILE: Final = Path("wiring.toml")
INSTALLED: Final = Path("/etc/pearlboard/wiring.toml")
"""Beside the settings of an installed table."""
HOUR_MS: Final = 3_600_000
MOST_HOURS: Final = 1_000


def arguments(parser: ArgumentParser) -> None:
    """The arguments of `pearlboard wiring`."""
    english = catalogues()[SOURCE]
    parser.add_argument(
        "trial",
        choices=TRIALS,
        metavar="TRIAL",
        help="; ".join(f"{name}: {english.render(offer.summary)}" for name, offer in TRIALS.items()).replace("%", "%%"),
    )
    parser.add_argument(
        "--config", metavar="FILE", help="the settings, in TOML (default: what PEARLBOARD_CONFIG names)"
    )
    parser.add_argument("--board", metavar="NAME", help=f"which board: {', '.join(HARDWARE)}")
    parser.add_argument("--serial", metavar="PORT", help="where the Pico is, for `rp2040` (default: it is found)")
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="where map writes the wiring (default: where the settings "
        f"say it is, else {INSTALLED} if that can be written, else {DEFAULT_FILE}); an existing one "
        "is kept under another name",
    )
    parser.add_argument(
        "--bits", type=int, metavar="N", help="map: how long the sensor chain is (default: 144, or as the wiring says)"
    )
    parser.add_argument(
        "--leds", type=int, metavar="N", help="map: how many LEDs there are (default: 135, or as the wiring says)"
    )
    parser.add_argument("--hours", type=float, default=8.0, metavar="N", help="soak: for how long (default: 8)")
    parser.add_argument(
        "--simulate",
        action="store_true",
        help="on a simulated board whose wiring nobody knows, "
        "with hands that do what is asked; nothing is written except to --output",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="which simulated board")


def run(options: Namespace) -> int:
    """Run one trial."""
    settings = _settings(options)
    talk = Talk(catalogues()[settings.language].render)
    if options.simulate:
        return _simulate(options, talk)
    if settings.board not in HARDWARE:
        known = f"choose one of: {', '.join(HARDWARE)}" if settings.board in BOARDS else f"there is {', '.join(BOARDS)}"
        raise ConfigError(
            f"nobody lays pieces on the {settings.board!r} board; {known}, with --board or in the "
            "settings, or let --simulate show it"
        )
    wiring, chains = _wiring(options, settings)
    files = WizardFiles(_output(options, settings), partial(as_keeper, options))
    keeper = WizardStore(files) if options.trial == "map" else None
    trial = keeper.begin(chains) if keeper is not None else _begin(options, wiring)
    if isinstance(trial, Mapper) and (known_now := len(trial.naming.names) + len(trial.touching.found)):
        talk.say(say("bench_resumed", count=known_now))
    bench = Bench(trial, talk, keeper, settings.lights.cap_ma, chains)
    try:
        asyncio.run(_on_the_board(bench, settings))
    except KeyboardInterrupt:
        talk.line("")
    return _end(trial, talk, keeper)


@dataclass(slots=True)
class Talk:
    """The output in the terminal, where each sentence is printed once."""

    render: Callable[[Sentence], str]
    told: set[Sentence] = field(default_factory=set)
    asked: Sentence | None = None

    def ask_again(self) -> None:
        """Print the question again, if it is still open after an answer."""
        self.asked = None

    def line(self, text: str) -> None:
        """Print a line and flush, for scripts that read a pipe."""
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    def say(self, sentence: Sentence) -> None:
        """Print a sentence."""
        self.line(self.render(sentence))

    def warn(self, sentence: Sentence) -> None:
        """Print a warning, unless it was printed before."""
        if sentence not in self.told:
            self.told.add(sentence)
            self.line(f"! {self.render(sentence)}")

    def follow(self, trial: Trial) -> None:
        """Print new findings and questions."""
        for finding in trial.findings:
            self.warn(finding)
        if trial.verdict is None and trial.asks != self.asked:
            self.asked = trial.asks
            self.say(trial.asks)


@dataclass(slots=True)
class Bench:
    """A trial on a real board."""

    trial: Trial
    talk: Talk
    keeper: WizardStore | None
    cap_ma: int
    chains: Chains
    board: Board | None = None

    def connect(self, board: Board, heard: Callable[[Event], None]) -> Board:
        """Use this board for lights and events from now on."""
        self.board = board
        board.start(heard)
        return board

    def hear(self, event: Event) -> None:
        """Take an event of the board."""
        match event:
            case Scan():
                self.trial.feed(event)
            case Connected(about):
                self.talk.say(say("bench_found", about=about))
            case Lost(reason, at_ms):
                self.trial.disconnect(at_ms)
                self.talk.say(say("bench_lost", reason=reason))

    def type(self, word: str) -> None:
        """Take a typed word."""
        try:
            self.trial.answer(understood_as(word))
        except BadInput as error:
            self.talk.line(f"? {error}")
        self.talk.ask_again()

    def go_on(self) -> None:
        """Print what is new, show the lights, and save the wizard's progress."""
        self.talk.follow(self.trial)
        if self.board is not None:
            self.board.show(lit_frame(self.trial, self.chains.leds, self.cap_ma))
        if self.keeper is not None and (problem := self.keeper.learn(self.trial)) is not None:
            self.talk.warn(problem)


async def _on_the_board(bench: Bench, settings: Settings) -> None:
    """Run until there is a verdict, or standard input ends."""
    loop = asyncio.get_running_loop()
    clock = LoopClock(loop)
    news = asyncio.Event()

    def hear(event: Event) -> None:
        bench.hear(event)
        news.set()

    typed: deque[str] = deque()
    listening = True

    def type_(word: str | None) -> None:
        nonlocal listening
        if word is None:
            listening = False
        else:
            typed.append(word)
        news.set()

    board = bench.connect(HARDWARE[settings.board](settings, bench.chains, clock), hear)
    threading.Thread(target=_read, args=(loop, type_), daemon=True).start()
    try:
        while True:
            bench.trial.tick(clock())
            if typed:
                bench.type(typed.popleft())
            bench.go_on()
            if bench.trial.verdict is not None or not (typed or listening or bench.trial.due_ms is not None):
                return
            if typed:
                continue
            due = bench.trial.due_ms
            wait_ms = SHOWN_MS if due is None else min(SHOWN_MS, max(1, due - clock()))
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), wait_ms / 1000)
            news.clear()
    finally:
        board.close()


def _read(loop: asyncio.AbstractEventLoop, heard: Callable[[str | None], None]) -> None:
    """Lines of standard input, and None at its end.

    Read without Python's buffer, whose lock this thread would hold when the program ends.
    """
    source, rest = sys.stdin.fileno(), b""
    while octets := os.read(source, 4096):
        *lines, rest = (rest + octets).split(b"\n")
        for line in lines:
            _across(loop, heard, line.decode(errors="replace").strip())
    _across(loop, heard, None)


def _across(loop: asyncio.AbstractEventLoop, heard: Callable[[str | None], None], word: str | None) -> None:
    with suppress(RuntimeError):  # the loop was closed meanwhile: the trial is over
        loop.call_soon_threadsafe(heard, word)


def _simulate(options: Namespace, talk: Talk) -> int:
    """Run the trial with simulated hands, on a board with unknown wiring."""
    hidden = hidden_wiring(random.Random(options.seed))
    clock = SteppedClock()
    board = SimulatedBoard(hidden, clock)
    keeper = (
        WizardStore(WizardFiles(Path(options.output), partial(as_keeper, options)))
        if options.trial == "map" and options.output
        else None
    )
    if keeper is not None:
        keeper.mapped.check()
    trial = _begin(options, hidden)
    talk.follow(trial)
    for _, done in Hands(board, clock).work(trial):
        if done:
            talk.line(f"> {done}")
        talk.follow(trial)
    return _end(trial, talk, keeper)


def _begin(options: Namespace, wiring: Wiring) -> Trial:
    if options.trial != "soak":
        return TRIALS[options.trial].begin(wiring)
    if not 0 < options.hours <= MOST_HOURS:
        raise ConfigError(f"--hours: must be more than 0 and at most {MOST_HOURS}, not {options.hours:g}")
    return soak(wiring, max(1, int(options.hours * HOUR_MS)))


def _output(options: Namespace, settings: Settings) -> Path:
    """The path of the new wiring file."""
    if options.output or settings.wiring:
        return Path(options.output or settings.wiring)
    return INSTALLED if os.access(INSTALLED.parent, os.W_OK) else DEFAULT_FILE


def _end(trial: Trial, talk: Talk, keeper: WizardStore | None) -> int:
    """Print the verdict and save the wizard's file; returns the exit code."""
    verdict = trial.verdict
    if verdict is None:
        talk.say(say("bench_left") if isinstance(trial, Mapper) else say("bench_over"))
        return NOT_OK
    if keeper is not None and (word := keeper.end(trial)) is not None:
        talk.say(word)
        if keeper.aside is not None:
            talk.say(say("map_aside", path=str(keeper.aside)))
    talk.say(verdict.sentence)
    return 0 if verdict.ok else NOT_OK


def _settings(options: Namespace) -> Settings:
    settings = read_settings(config_of(options), os.environ)
    return replace(settings, board=options.board or settings.board, serial=options.serial or settings.serial)


def _wiring(options: Namespace, settings: Settings) -> tuple[Wiring, Chains]:
    """The assumed wiring, and the lengths of the chains, which are all that the wizard needs."""
    try:
        wiring = read_wiring(settings)
    except PearlboardError:
        if options.trial != "map" or Path(settings.wiring).exists():
            raise
        wiring = reference_wiring()
    for name, number in (("--bits", options.bits), ("--leds", options.leds)):
        if number is not None and not 1 <= number <= 1_000:
            raise ConfigError(f"{name}: must be from 1 to 1000, not {number}")
    if options.trial != "map":
        return wiring, wiring.chains
    return wiring, Chains(options.bits or wiring.chains.bits, options.leds or wiring.chains.leds)
