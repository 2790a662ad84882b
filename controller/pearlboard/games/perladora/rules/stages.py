"""An evening: the Pearls are laid, the game is played, Divers are turned up, territories are counted.

    pearls   LayPearls, Begin [playing]
    playing  a step of the seat to move [playing, reveal]
    reveal   SayValue, ShowTerritory, AgreeOnValues [count]
    count    ShowTerritory, Counted [over]

As long as the Divers are not turned up, the last step may still be taken back, and then play goes on. So until then
nobody's word is judged by what was noted in private: the first word turns them up, whatever it says.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from pearlboard.games.perladora.rules import play, reveal
from pearlboard.games.perladora.rules.declared_values import without_what_it_beats
from pearlboard.games.perladora.rules.refusals import FaceUpUnsaid, GameOver, IllegalStep
from pearlboard.games.perladora.rules.state import FARMS, Public, Stage, State
from pearlboard.games.perladora.rules.steps import (
    TOGETHER,
    Action,
    AgreeOnValues,
    Begin,
    Counted,
    ExtraDiver,
    LayPearls,
    SayValue,
    ShowTerritory,
    Step,
    Together,
)
from pearlboard.games.perladora.rules.territories import territories
from pearlboard.games.refusals import IllegalAction, refusal


def apply(state: State, action: Step | Together | ExtraDiver) -> State:
    """The state after an action; `IllegalAction` if it cannot be done now."""
    if isinstance(action, TOGETHER):
        stages, after = TOGETHER_AT[type(action)]
        if state.public.stage not in stages:
            raise refusal("not_now")
        return after(state, action)
    if state.public.stage is not Stage.PLAYING:
        raise GameOver
    if isinstance(action, ExtraDiver):
        raise FaceUpUnsaid(action.space)
    after_step = play.apply(without_what_it_beats(state, action), action)
    return _at(after_step, stage=Stage.REVEAL) if after_step.public.over else after_step


def _at(state: State, **changes: Any) -> State:  # noqa: ANN401 - fields of `Public`
    return state.changed(public=replace(state.public, **changes))


def _lay(state: State, action: LayPearls) -> State:
    if state.public.laid >= len(FARMS) or action.farm != FARMS[state.public.laid]:
        raise refusal("not_now")
    return _at(state, laid=state.public.laid + 1)


def _begin(state: State, _: Begin) -> State:
    return _at(state, stage=Stage.PLAYING, laid=len(FARMS))


def _say(state: State, action: SayValue) -> State:
    if state.public.turned_up:
        return reveal.declare(state, action.space, action.value)
    turned = _at(state, turned_up=True)
    try:
        return reveal.declare(turned, action.space, action.value)
    except IllegalStep:
        return turned


def _show(state: State, action: ShowTerritory) -> State:
    if not 0 <= action.index < len(territories(state.public)):
        raise refusal("no_such_territory", number=action.index + 1)
    return _at(state, shown=action.index, turned_up=True)


def _agree(state: State, _: AgreeOnValues) -> State:
    if not state.public.turned_up and any(reading.value is None for reading in reveal.covered(state).readings):
        return _at(state, turned_up=True)
    problems = reveal.reckon(state).problems
    if problems:
        raise IllegalAction(problems[0], rule="values_open")
    return _at(reveal.settle(state), stage=Stage.COUNT, turned_up=True, shown=0)


def _counted(state: State, _: Counted) -> State:
    return _at(state, stage=Stage.OVER)


TOGETHER_AT: Final[Mapping[type, tuple[tuple[Stage, ...], Callable[[State, Any], State]]]] = {
    LayPearls: ((Stage.PEARLS,), _lay),
    Begin: ((Stage.PEARLS,), _begin),
    SayValue: ((Stage.REVEAL,), _say),
    ShowTerritory: ((Stage.REVEAL, Stage.COUNT), _show),
    AgreeOnValues: ((Stage.REVEAL,), _agree),
    Counted: ((Stage.COUNT,), _counted),
}


def next_together(public: Public) -> Action | None:
    """The next action of the table, for the end-turn button."""
    match public.stage:
        case Stage.PEARLS if public.laid < len(FARMS) - 1:
            return LayPearls(FARMS[public.laid])
        case Stage.PEARLS:
            return Begin()
        case Stage.REVEAL | Stage.COUNT:
            if not public.turned_up:
                return ShowTerritory(public.shown)
            last = public.shown == len(territories(public)) - 1
            if not last:
                return ShowTerritory(public.shown + 1)
            return AgreeOnValues() if public.stage is Stage.REVEAL else Counted()
        case _:
            return None
