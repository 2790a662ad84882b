"""Lends the board of a running table to a trial.

During a trial the table sees its board as lost, a state that it knows; afterwards the board connects again, and the
table gets the whole chain. So nothing that is done in a trial can become a turn. Frames of the table are remembered
meanwhile, and shown afterwards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from pearlboard.drivers.protocols import (
    Board,
    Clock,
    Connected,
    Event,
    Listener,
    Lost,
    Pressed,
    Released,
    Supplied,
    Tone,
)
from pearlboard.errors import BadInput, ConfigError
from pearlboard.languages import understood_as
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Wiring
from pearlboard.session.state import Refused
from pearlboard.texts import Sentence, say
from pearlboard.workshop import TRIALS
from pearlboard.workshop.trial import SHOWN_MS, Trial, lit_frame
from pearlboard.workshop.wizard_store import WizardFiles, WizardStore

WIRING: Final = "wiring.toml"


@dataclass(frozen=True, slots=True)
class TableTrial:
    """A trial in a running table: its start, and callbacks for its end, for leaving it, and for new knowledge.

    Each callback may return a sentence. `title`: the trial's name on a page, if not its summary.
    """

    summary: Sentence
    begin: Callable[[], Trial]
    ended: Callable[[Trial], Sentence | None] = lambda _: None
    left: Callable[[Trial], Sentence | None] = lambda _: None
    learned: Callable[[Trial], Sentence | None] = lambda _: None
    title: Sentence | None = None


def trials(wiring: Wiring, folder: Path) -> Mapping[str, TableTrial]:
    """Every trial of the bench, for a table wired so; the wizard keeps its files in `folder`."""
    keeper = WizardStore(WizardFiles(folder / WIRING))
    found = {name: TableTrial(trial.summary, partial(trial.begin, wiring)) for name, trial in TRIALS.items()}
    found["map"] = TableTrial(
        TRIALS["map"].summary, partial(keeper.begin, wiring.chains), keeper.end, keeper.leave, keeper.learn
    )
    return {name: replace(trial, title=say(f"bench_title_{name}")) for name, trial in found.items()}


class Workshop:
    """A `Board` in front of the real one. `on_change` is called when a page should be updated."""

    def __init__(
        self, board: Board, wiring: Wiring, clock: Clock, trials: Mapping[str, TableTrial], *, cap_ma: int
    ) -> None:
        """Lend `board` to one of `trials` at a time; their lights keep within `cap_ma`."""
        self.board = board
        self.wiring = wiring
        self.trials = trials
        self.on_change: Callable[[], None] = lambda: None
        self.lost: Sentence | None = None
        self.about = ""
        self.bits: int | None = None
        self.supplied = True
        self.name: str | None = None
        self.trial: Trial | None = None
        self.word: Sentence | None = None
        self._clock = clock
        self._cap_ma = cap_ma
        self._listener: Listener | None = None
        self._frame: bytes | None = None
        self._lamp = False
        self._ended = False
        self._cancel: Callable[[], None] = lambda: None

    # --- the board, as the table sees it -----------------------------------------------------------------------

    @property
    def seen_ms(self) -> int | None:
        """When the board last answered."""
        return self.board.seen_ms

    @property
    def late_ms(self) -> int:
        """The delay between reading a scan and handing it over."""
        return self.board.late_ms

    def start(self, listener: Listener) -> None:
        """Start handing over events."""
        self._listener = listener
        self.board.start(self.hear)

    def close(self) -> None:
        """Darken the lights, and stop events."""
        self._cancel()
        self._listener = None
        self.board.close()

    def show(self, frame: bytes) -> None:
        """Show a frame, now or after the trial."""
        self._frame = bytes(frame)
        if self.trial is None:
            self.board.show(frame)

    def lamp(self, *, on: bool) -> None:
        """Switch the lamp of the end-turn button, now or after the trial."""
        self._lamp = on
        if self.trial is None:
            self.board.lamp(on=on)

    def play(self, tones: Sequence[Tone]) -> None:
        """Play tones, unless a trial is on."""
        if self.trial is None:
            self.board.play(tones)

    # --- the trial ---------------------------------------------------------------------------------------------

    def begin(self, name: str) -> None:
        """Lend the board to a trial; `Refused` if there is no such trial, or one is on, or the board is away."""
        if name not in self.trials:
            raise Refused("no_such_trial", say("no_such_trial", trials=tuple(self.trials)))
        if self.trial is not None:
            raise Refused("trial_on", say("trial_on"))
        if self.lost is not None:
            raise Refused("board_lost", self.lost)
        try:
            self.trial, self.name, self.word = self.trials[name].begin(), name, None
        except ConfigError as error:
            raise Refused("cannot_begin", say("doctor_said", problem=str(error))) from error
        self._ended = False
        self._tell(Lost(say("in_the_workshop"), self._clock()))
        if self.bits is not None:
            self.trial.feed(Scan(self.bits, self._clock()))
        self._go_on()

    def answer(self, word: str) -> None:
        """Pass an answer to the trial; `BadInput` if it is not understood."""
        if self.trial is None:
            raise Refused("no_trial", say("no_trial"))
        self.trial.tick(self._clock())
        try:
            self.trial.answer(understood_as(word))
        except BadInput as error:
            raise Refused("not_understood", say("doctor_said", problem=str(error))) from error
        self._go_on()

    def leave(self) -> None:
        """Return the board, whether the trial has ended or not."""
        if self.trial is None or self.name is None:
            return
        trial, trial_on_offer = self.trial, self.trials[self.name]
        self._cancel()
        self.trial = self.name = None
        self.word = None if trial.verdict is not None else trial_on_offer.left(trial)
        if self.lost is not None:
            self._tell(Lost(self.lost, self._clock()))
        else:
            self._tell(Connected(self.about, self._clock()))
            if not self.supplied:
                self._tell(Supplied(well=False, at_ms=self._clock()))
            if self.bits is not None:
                self._tell(Scan(self.bits, self._clock()))
        self.board.lamp(on=self._lamp)
        self.board.show(self._frame if self._frame is not None else bytes(3 * self.wiring.leds))
        self.on_change()

    def hear(self, event: Event) -> None:
        """Pass an event of the board to the trial, or without one to the table."""
        match event:
            case Lost(reason):
                self.lost, self.bits = reason, None
            case Connected(about):
                self.lost, self.about, self.supplied = None, about, True
            case Scan(bits):
                self.bits = bits
            case Pressed() | Released():
                pass
            case Supplied(well):
                self.supplied = well
                self._tell(event)
                return
        if self.trial is None:
            self._tell(event)
            self.on_change()
        else:
            match event:
                case Scan():
                    self.trial.feed(event)
                case Lost(_, at_ms):
                    self.trial.disconnect(at_ms)
                case _:
                    pass
            self._go_on()

    def _tell(self, event: Event) -> None:
        if self._listener is not None:
            self._listener(event)

    def _go_on(self) -> None:
        """Let the trial's time pass, show its lights, and schedule the next time."""
        self._cancel()
        if self.trial is None or self.name is None:
            return
        at_ms = self._clock()
        self.trial.tick(at_ms)
        if not self._ended:
            self._ended = self.trial.verdict is not None
            trial_on_offer = self.trials[self.name]
            self.word = (trial_on_offer.ended if self._ended else trial_on_offer.learned)(self.trial)
        self.board.show(lit_frame(self.trial, self.wiring.leds, self._cap_ma))
        due = self.trial.due_ms
        wake = at_ms + SHOWN_MS if due is None else max(at_ms + 1, min(due, at_ms + SHOWN_MS))
        self._cancel = self._clock.call_at(wake, self._go_on)
        self.on_change()

    # --- what a page shows -------------------------------------------------------------------------------------

    def state(self, render: Callable[[Sentence], str]) -> dict[str, Any]:
        """The state of every sensor and of the trial, for the operator, rendered in a language."""
        wiring, bits = self.wiring, self.bits
        wrong = None if bits is None else wiring.wrong_bar(bits)
        return {
            "board": {
                "about": self.about,
                "problem": None if self.lost is None else render(self.lost),
                "bits": wiring.chains.bits,
                "leds": wiring.chains.leds,
                "wrong_bar": None if wrong is None else wrong + 1,
            },
            "sensors": None if bits is None else sorted(map(str, wiring.sites(wiring.upright(bits)))),
            "masked": sorted(map(str, wiring.masked)),
            "raw": None if bits is None else f"{bits:0{wiring.chains.bits}b}"[::-1],
            "trials": [
                {"name": name, "title": render(on_offer.title or on_offer.summary), "summary": render(on_offer.summary)}
                for name, on_offer in self.trials.items()
            ],
            "trial": None if self.trial is None else self._trial_state(self.trial, render),
            "word": None if self.word is None else render(self.word),
        }

    def _trial_state(self, trial: Trial, render: Callable[[Sentence], str]) -> dict[str, Any]:
        verdict = trial.verdict
        light_at = {led: str(light) for light, led in self.wiring.led_of.items()}
        return {
            "name": self.name,
            "asks": render(trial.asks),
            "lit": {
                light_at[led]: "#{:02x}{:02x}{:02x}".format(*colour)
                for led, colour in trial.lit.items()
                if led in light_at
            },
            "findings": [render(finding) for finding in trial.findings],
            "verdict": None if verdict is None else {"ok": verdict.ok, "sentence": render(verdict.sentence)},
        }
