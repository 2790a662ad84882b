"""The rules of Piratoons as the table asks for them: the functions of this package behind the names of `api.Rules`."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Final

from pearlboard.games.api import (
    TABLE,
    Actor,
    Asides,
    Course,
    Dealt,
    Json,
    Outcome,
    Rules,
    Seat,
    Secrets,
    Timed,
    Undo,
    Viewer,
)
from pearlboard.games.piratoons.rules import judging, notation, options, scoring, setup, times, turns, view
from pearlboard.games.piratoons.rules.actions import (
    Action,
    Bid,
    Built,
    Choose,
    Close,
    Count,
    Lay,
    Out,
    Plundered,
    Proceed,
    Put,
    Rebid,
    Spoil,
    Tally,
)
from pearlboard.games.piratoons.rules.state import Deal, Setup, Stage, State
from pearlboard.games.piratoons.rules.view import View

TOGETHER: Final = (Out, Spoil, Plundered, Close, Tally, Proceed)
"""Actions of all together, which are taken back together."""
ALONE: Final = (Count, Choose, Lay, Built)
OWN: Final = (Put, Bid, Rebid, Lay, Built)
"""Actions on a seat's own screen: its pieces, secrets and ship."""


class PiratoonsRules(Rules):
    """The game of chests, bids and ships."""

    def opening(self, agreed: Setup, first: Seat, deal: Deal | None) -> State:
        return setup.opening(agreed, first, deal)

    def stage(self, seen: View) -> str:
        """The stage with the round, so that no command meant for one round acts in the next."""
        practice = seen.practice and seen.stage is not Stage.CLOSED
        return f"{seen.stage} {0 if practice else seen.round}"

    def active(self, state: State) -> frozenset[Actor]:
        return options.active(view.view(state, TABLE))

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        judging.judge(view.view(state, actor), actor, action)
        return turns.after(state, actor, action)

    def may(self, seen: View, actor: Actor, action: Action) -> None:
        judging.judge(seen, actor, action)

    def legal(self, seen: View) -> Iterable[Action]:
        return options.legal(seen)

    def sample(self, seen: View, rng: Random) -> Action | None:
        return options.sample(seen, rng)

    def go_on(self, seen: View) -> Action | None:
        return options.together(seen)

    def view(self, state: State, viewer: Viewer) -> View:
        return view.view(state, viewer)

    def undo(self, state: State, action: Action) -> Undo:
        """The lid, the rush and what hands held lie open; a sealed bid can be taken back as long as all are sealed."""
        if isinstance(action, Proceed) and state.stage is Stage.BIDS:
            return Undo.NEVER
        if isinstance(action, TOGETHER):
            return Undo.AGREED
        if isinstance(action, Bid):
            last = sum(bid is None for bid in state.now.bids) == 1
            return Undo.NEVER if last else Undo.ALONE
        return Undo.ALONE if isinstance(action, ALONE) else Undo.NEVER

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(scoring.totals(state)) if state.over else None

    def encode(self, action: Action) -> object:
        return notation.action_to_json(action)

    def decode(self, document: object) -> Action:
        return notation.action_from_json(document)

    def record(self, course: Course) -> Json | None:
        """The record of a course; None for real tiles, which have no position."""
        return None if course.setup.boxed else notation.record_to_json(course.start, course.end.rounds)


# --- what is dealt ----------------------------------------------------------------------------------


DEALT: Final = Dealt(
    lambda agreed, rng: None if agreed.boxed else setup.shuffled(rng),
    encode=lambda deal: None if deal is None else notation.deal_to_json(deal),
    decode=lambda document: None if document is None else notation.deal_from_json(document),
)
"""The tiles in their order; those of a real box are shuffled by hand."""


# --- times and secrets ---------------------------------------------------------------------------------------------


def _time_up(state: State, name: str) -> State:
    if name.startswith(times.WAIT):
        return turns.waited(state)
    return turns.hands_open(state) if name.startswith(times.HANDS) else turns.sand_out(state)


TIMED: Final = Timed(
    times.timer, _time_up, lambda state, name: Undo.ALONE if name.startswith(times.WAIT) else Undo.NEVER
)
"""The sand is a minimum (7). Nothing before it is out can be taken back: what was placed stays placed. Nor what hands
have held."""


def _rebids(seen: View) -> Iterable[Action]:
    if seen.stage is Stage.BIDS and seen.viewer in seen.sealed and not seen.closed:
        yield from (Rebid(doubloons) for doubloons in range(seen.doubloons[int(seen.viewer) - 1] + 1))


SECRETS: Final = Secrets(
    common=lambda state, seat: replace(view.view(state, seat), bid=None),
    public=lambda action: None if isinstance(action, Bid | Rebid) else action,
    private=lambda own, moment, choice: {"bid": own.bid},
    own=lambda action: isinstance(action, OWN),
    hangs_on_secret=lambda seen, action: False,
)
"""Bids are sealed. Fortunes, crews and tiles lie open: nothing is refused because of a bid."""
ASIDES: Final = Asides(lambda action: isinstance(action, Rebid), _rebids)
"""A bid may be replaced until the last one is in: nobody else sees anything of it."""
