"""Sticks: a game without a board and without pages, for tests of what every game gets. Whoever takes the last stick
wins.

Sticks combines what few other games do: a secret of each player, a timer, up to six seats, and a solo game. `python -c
"from support import sticks; sticks.serve()" play` runs the program with this game added.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pearlboard.cli import main
from pearlboard.games import api
from pearlboard.games.registry import GAMES
from pearlboard.lights.scene import Scene
from pearlboard.texts import say

TURN_MS = 90_000
WORDS = {
    "en": {
        "game_sticks": "Sticks",
        "ui_sticks_sticks_left": "Still lying",
        "your_sticks": "{seat}: take one, two or three sticks.",
        "take": {"one": "{seat} takes {count} stick.", "other": "{seat} takes {count} sticks."},
        "button_take": "Take {count}",
        "too_many": "So many are not there.",
        "began": "The sticks lie there.",
        "won": "{seat} has taken the last stick.",
    },
    "fr": {"game_sticks": "Bâtons", "ui_sticks_sticks_left": "Bâtons restants"},
}


@dataclass(frozen=True)
class State:
    """The sticks left, whose turn it is, what everybody has taken, and the numbers under the cups."""

    left: int
    to_move: api.Seat
    taken: Mapping[api.Seat, int]
    lucky: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True)
class View:
    """The state as one viewer may see it."""

    left: int
    to_move: api.Seat
    taken: Mapping[api.Seat, int]
    viewer: object
    lucky: int | None = field(default=None, repr=False)


class SticksRules(api.Rules):
    """The rules of Sticks. An action is the number of sticks taken."""

    def opening(self, setup, first, deal):
        return State(12, first, dict.fromkeys(range(1, setup + 1), 0), deal)

    def active(self, state):
        return frozenset({state.to_move}) if state.left else frozenset()

    def apply(self, state, actor, action):
        if actor != state.to_move or not 1 <= action <= min(3, state.left):
            raise api.refusal("too_many")
        taken = {**state.taken, actor: state.taken[actor] + action}
        after = actor if state.left == action else actor % len(taken) + 1
        return replace(state, left=state.left - action, to_move=after, taken=taken)

    def may(self, view, actor, action):
        if actor != view.to_move or not 1 <= action <= min(3, view.left):
            raise api.refusal("too_many")

    def legal(self, view):
        return range(1, min(3, view.left) + 1) if view.viewer == view.to_move else ()

    def view(self, state, viewer):
        lucky = None if viewer == "table" else state.lucky[viewer - 1]
        return View(state.left, state.to_move, state.taken, viewer, lucky)

    def outcome(self, state):
        if state.left:
            return None
        return api.Outcome({seat: 1 if seat == state.to_move else 2 for seat in state.taken}, dict(state.taken))

    def encode(self, action):
        return action

    def decode(self, document):
        if not isinstance(document, int):
            raise api.refusal("too_many")
        return document

    def record(self, course):
        return {"taken": [act.action for act in course.acts]}


class SticksShown(api.Shown):
    """Everything as plain values."""

    def screen(self, view, moment):
        del moment
        taken = [{"seat": seat, "sticks": count} for seat, count in view.taken.items()]
        return {
            "sticks_left": view.left,
            "taken": taken,
            "by_seat": dict(view.taken),
            "heap": list(range(1, view.left + 1)),
        }

    def sentence(self, view, moment):
        del moment
        return say("your_sticks", seat=view.to_move) if view.left else say("won", seat=view.to_move)

    def buttons(self, view, moment):
        del moment
        return [
            api.Button("take", view.to_move, count, say("button_take", count=count), main=count == 1)
            for count in range(1, min(3, view.left) + 1)
        ]

    def told(self, view, seat, action):
        del view
        return say("take", seat=seat, count=action)


def frames(course):
    yield api.ReplayFrame("start", (say("began"),), Scene())
    for turn, act in enumerate(course.acts, 1):
        yield api.ReplayFrame("step", (say("take", seat=act.actor, count=act.action),), Scene(), act.actor, turn)
    yield api.ReplayFrame("result", (result(course),), Scene())


def result(course):
    return say("won", seat=course.end.to_move)


RULES = SticksRules()
PACKAGE = api.Package(
    "sticks",
    say("game_sticks"),
    range(1, 7),
    RULES,
    SticksShown(),
    options=api.Options(
        lambda _form, players, _rng: len(players),
        encode=lambda setup: {"players": setup},
        decode=lambda document: document["players"],
    ),
    dealt=api.Dealt(lambda setup, rng: tuple(rng.randint(10, 99) for _ in range(setup)), encode=list, decode=tuple),
    timed=api.Timed(
        lambda state: api.Timer(f"turn-{state.left}", TURN_MS) if state.left else None,
        lambda state, _: RULES.apply(state, state.to_move, 1),
    ),
    secrets=api.Secrets(
        lambda state, _: RULES.view(state, api.TABLE),
        public=api.as_it_is,
        private=lambda own, _moment, _choice: {"lucky_number": own.lucky},
        own=lambda _: False,  # taking sticks is public, and any page may do it
        hangs_on_secret=lambda _view, _action: False,
    ),
    finished=api.Finished(frames, result=result),
    words=WORDS,
)


def serve():
    """Run the program with Sticks, and with a game that cannot be used."""
    GAMES.add(PACKAGE)
    GAMES._sources["cracked"] = lambda: int("no game")
    sys.exit(main())
