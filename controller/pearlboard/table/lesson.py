"""A game's first lesson or its puzzles on the board itself, while no game is on. Pure.

Nothing is saved. Pieces that a step begins with are asked for; any others are its answer. Two things are remembered:
which choice was picked, and which pieces are left from before and must be lifted first.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from pearlboard.games.api import NOWHERE, LessonStep, Package, Verdict
from pearlboard.geometry import Site
from pearlboard.lights import signals
from pearlboard.lights.scene import Cue, Role, Scene
from pearlboard.lights.shapes import RIM_CORNERS, SIDES
from pearlboard.texts import Sentence, say

MANY: Final = 6
"""Above this number, places are shown by light and counted instead of named."""
RIM: Final = frozenset(corner for side in SIDES for corner in RIM_CORNERS[side])
"""The rim without spaces, which might be taken for places of pieces."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on the pieces at a step; legal when the step is done.

    put   pieces to lay first; `lift`: pieces to remove; `lit`: places that are pointed at
    """

    verdict: Verdict
    said: Sentence
    put: frozenset[Site] = NOWHERE
    lift: frozenset[Site] = NOWHERE
    lit: frozenset[Site] = NOWHERE


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson at one of its steps. `stale`: pieces to lift before it; `sensed`: the pieces on the board.

    `puzzles`: the steps are puzzles, which need not be done in order.
    """

    package: Package
    steps: tuple[LessonStep, ...] = field(repr=False)
    index: int = 0
    picked: int | None = None
    stale: frozenset[Site] = NOWHERE
    sensed: frozenset[Site] = NOWHERE
    puzzles: bool = False

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.steps[self.index]

    @property
    def last(self) -> bool:
        """Whether this is the last step."""
        return self.index == len(self.steps) - 1

    def at(self, index: int) -> "Lesson":
        """The lesson at the beginning of step `index`."""
        index = max(0, min(index, len(self.steps) - 1))
        return replace(self, index=index, picked=None, stale=self.sensed - self.steps[index].lying)

    def turned(self, by: int) -> "Lesson | None":
        """Turn `by` steps on; None after the last."""
        return None if self.index + by >= len(self.steps) else self.at(self.index + by)

    def seeing(self, sensed: frozenset[Site]) -> "Lesson":
        """Update with the pieces on the board. Extra pieces from the set-up must go before anything is an answer."""
        if sensed == self.sensed:
            return self
        laid_out = self.step.lying <= sensed and not self.step.lying <= self.sensed
        too_much = sensed - self.step.lying if laid_out else NOWHERE
        return replace(self, sensed=sensed, stale=(self.stale & sensed) | too_much)

    @property
    def judged(self) -> Judged:
        """Judge the pieces at this step."""
        step, extra = self.step, self.sensed - self.step.lying
        missing = step.lying - self.sensed - frozenset(step.lifts)
        if self.stale:
            return Judged(Verdict.UNFINISHED, _told("lesson_lift", self.stale), lift=self.stale)
        if missing:
            return self._setting_up(missing, extra)
        if step.choices:
            return self._judged_choice(extra)
        if extra in step.answers:
            return self._judged_right(extra)
        if step.whole:
            return self._judged_whole(extra)
        if any(extra < answer for answer in step.answers):
            return Judged(Verdict.UNFINISHED, step.said, lit=step.lit - extra)
        return self._wrong(extra)

    @property
    def asked_alone(self) -> frozenset[Site]:
        """The one place where a piece is to be laid or lifted; empty if there are several: somebody is still at
        work.
        """
        asked = self.judged.put | self.judged.lift
        return asked if len(asked) == 1 else NOWHERE

    def _setting_up(self, missing: frozenset[Site], extra: frozenset[Site]) -> Judged:
        """Ask for the pieces with which a step begins, in the step's order."""
        part = next((each for each in self.step.setting if each.sites & missing), None)
        asked = missing if part is None else missing & part.sites
        told = _told("lesson_lay_first", asked) if part is None else part.said
        return Judged(Verdict.UNFINISHED, told, put=asked, lift=extra)

    def _judged_right(self, extra: frozenset[Site]) -> Judged:
        """Judge what is right, once everything that it takes off its place is gone."""
        step, still = self.step, self.sensed & frozenset(self.step.lifts)
        if still:
            return Judged(Verdict.UNFINISHED, say("lift_too", sites=still, count=len(still)), lift=still)
        refused = step.refused.get(min(extra, key=str)) if step.tried else None
        told = step.done if refused is None else say("lesson_heard", refused=refused, done=step.done)
        return self._done(told, extra if step.tried else NOWHERE)

    def _judged_whole(self, extra: frozenset[Site]) -> Judged:
        """Judge the answer. What the rules refuse is said at once; other mistakes once the whole turn lies there."""
        against = extra & self.step.refused.keys()
        if not against and len(extra) < max(map(len, self.step.answers)):
            return Judged(Verdict.UNFINISHED, self.step.said)
        lift = against or extra
        why = self.step.against(extra) or say("lesson_not_it")
        return Judged(Verdict.ILLEGAL, say("lesson_wrong", told=why, sites=lift), lift=lift)

    def _judged_choice(self, extra: frozenset[Site]) -> Judged:
        if extra:
            return Judged(Verdict.ILLEGAL, _told("lesson_lift", extra), lift=extra)
        if self.picked is None:
            return Judged(Verdict.UNFINISHED, self.step.said)
        if self.picked == self.step.right:
            return self._done(self.step.done)
        why = self.step.wrong[self.picked] if self.step.wrong else None
        said = self.step.said
        return Judged(
            Verdict.ILLEGAL,
            say("lesson_not_quite", said=said) if why is None else say("lesson_because", why=why, said=said),
        )

    def _done(self, told: Sentence, lift: frozenset[Site] = NOWHERE) -> Judged:
        return Judged(Verdict.LEGAL, told if self.last else say("lesson_done", told=told), lift=lift)

    def _wrong(self, extra: frozenset[Site]) -> Judged:
        """Judge a wrong answer; pieces that may belong to a right one stay."""
        kept = max((extra & answer for answer in self.step.answers), key=len, default=NOWHERE)
        lift = extra - kept
        why = next((self.step.refused[site] for site in sorted(lift, key=str) if site in self.step.refused), None)
        told = why or self.step.elsewhere or say("lesson_elsewhere")
        return Judged(Verdict.ILLEGAL, say("lesson_wrong", told=told, sites=lift), lift=lift)

    @property
    def scene(self) -> Scene:
        """The lights: where to lay, what to lift, and on the rim whether the answer is right."""
        judged = self.judged
        rim = {Verdict.LEGAL: Role.CONFIRM, Verdict.ILLEGAL: Role.REFUSED}.get(judged.verdict)
        marks = dict(self.step.shining) | ({} if rim is None else signals.lit(RIM, rim))
        marks |= signals.where(judged.put, Role.OWED, self.step.whose.get) | signals.lit(judged.lit, Role.TARGET)
        marks |= signals.beside(judged.lift, self.sensed, Role.ILLEGAL_END if rim is Role.REFUSED else Role.LIFT)
        return Scene(marks, _cue(judged))


def _told(name: str, sites: frozenset[Site]) -> Sentence:
    return say(name if len(sites) <= MANY else f"{name}_many", sites=sites, count=len(sites))


def _cue(judged: Judged) -> Cue | None:
    if judged.verdict is Verdict.LEGAL:
        return Cue.CONFIRMED
    if judged.verdict is Verdict.ILLEGAL:
        return Cue.ILLEGAL
    return Cue.OWED if judged.put else Cue.TARGET if judged.lit else None
