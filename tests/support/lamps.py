"""Lamps: a small, correct game in one file, for tests of what any game gets.

Everybody bids a card of a secret hand at once, the bids are turned up, and the highest bidder lays a lamp. After some
rounds most lamps win. So Lamps has what Perladöra has not: a secret deal, several seats acting at once, a timer, no
pages.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pearlboard.errors import BadInput, InvalidName
from pearlboard.games import api
from pearlboard.games.bots import Thought
from pearlboard.games.refusals import BadSetup, refusal
from pearlboard.games.values import TABLE, Button, Draft, Outcome, Piece, Reads, ReplayFrame, Timer, Undo, Verdict
from pearlboard.geometry import GRID, Space, space
from pearlboard.lights.scene import Mark, Scene
from pearlboard.texts import say

NAME = "lamps"
MAY_STAND = frozenset(GRID.spaces[:16])
CARDS = range(1, 31)


@dataclass(frozen=True)
class Setup:
    players: int
    rounds: int = 2

    @property
    def seats(self):
        return range(1, self.players + 1)


@dataclass(frozen=True)
class State:
    setup: Setup
    hands: tuple = field(repr=False)
    stage: str = "bidding"
    round: int = 0
    bids: Mapping = field(default_factory=dict, repr=False)
    shown: Mapping = field(default_factory=dict)
    lamps: Mapping = field(default_factory=dict)
    to_lay: int | None = None


@dataclass(frozen=True)
class View:
    viewer: object
    setup: Setup
    stage: str
    round: int
    have_bid: frozenset
    shown: Mapping
    lamps: Mapping
    to_lay: int | None
    hand: frozenset | None = None
    bid: int | None = None


@dataclass(frozen=True)
class Bid:
    """A bid. `card` None: everybody may know only that there was one."""

    card: int | None


@dataclass(frozen=True)
class TurnUp:
    pass


@dataclass(frozen=True)
class Lay:
    space: Space


@dataclass(frozen=True)
class Skip:
    pass


class LampRules(api.Rules):
    """The rules of Lamps."""

    def opening(self, setup, first, deal):  # noqa: ARG002 - nobody begins
        return State(setup, deal)

    def stage(self, view):
        return view.stage

    def active(self, state):
        return {
            "bidding": frozenset(state.setup.seats) - state.bids.keys(),
            "turning": frozenset({TABLE}),
            "laying": frozenset({state.to_lay}),
            "over": frozenset(),
        }[state.stage]

    def apply(self, state, actor, action):
        self.may(self.view(state, actor), actor, action)
        match action:
            case Bid(card):
                return _bid(state, {**state.bids, actor: card})
            case TurnUp():
                return replace(state, stage="laying", shown=state.bids, to_lay=max(state.bids, key=state.bids.get))
            case Lay(place):
                return _next(replace(state, lamps={**state.lamps, place: actor}))
            case Skip():
                return _next(state)

    def may(self, view, actor, action):  # noqa: ARG002 - whose view it is
        kinds = {"bidding": (Bid,), "turning": (TurnUp,), "laying": (Lay, Skip), "over": ()}[view.stage]
        if not isinstance(action, kinds):
            raise refusal("not_now")
        if isinstance(action, Bid) and (view.hand is None or action.card not in view.hand or view.bid is not None):
            raise refusal("lamps_no_card")
        if isinstance(action, Lay) and action.space not in MAY_STAND - view.lamps.keys():
            raise refusal("lamps_taken", {action.space}, space=action.space)

    def legal(self, view):
        if view.stage == "bidding" and view.hand is not None and view.bid is None:
            return [Bid(card) for card in sorted(view.hand)]
        if view.stage == "turning" and view.viewer == TABLE:
            return [TurnUp()]
        if view.stage == "laying" and view.viewer == view.to_lay:
            return [*map(Lay, sorted(MAY_STAND - view.lamps.keys())), Skip()]
        return []

    def go_on(self, view):
        return TurnUp() if view.stage == "turning" else None

    def view(self, state, viewer):
        own = {} if viewer == TABLE else {"hand": state.hands[viewer - 1], "bid": state.bids.get(viewer)}
        return View(
            viewer,
            state.setup,
            state.stage,
            state.round,
            frozenset(state.bids),
            state.shown,
            state.lamps,
            state.to_lay,
            **own,
        )

    def undo(self, state, action):  # noqa: ARG002 - the same in every state
        return {TurnUp: Undo.NEVER, Skip: Undo.AGREED}.get(type(action), Undo.ALONE)

    def outcome(self, state):
        if state.stage != "over":
            return None
        points = {seat: list(state.lamps.values()).count(seat) for seat in state.setup.seats}
        return Outcome({seat: 1 + sum(other > points[seat] for other in points.values()) for seat in points}, points)

    def encode(self, action):
        match action:
            case Bid(card):
                return {"bid": card}
            case Lay(place):
                return {"lay": str(place)}
            case _:
                return "turn_up" if isinstance(action, TurnUp) else "skip"

    def decode(self, document):
        match document:
            case {"bid": int() | None as card}:
                return Bid(card)
            case {"lay": str() as name}:
                try:
                    return Lay(space(name))
                except InvalidName as error:
                    raise BadInput("lay", str(error)) from error
            case "turn_up":
                return TurnUp()
            case "skip":
                return Skip()
        raise BadInput("", "this is no action of lamps")

    def record(self, course):
        acts = [[act.actor, self.encode(act.action)] for act in course.acts]
        return {"game": NAME, "setup": {"players": course.setup.players, "rounds": course.setup.rounds}, "acts": acts}


def _members(document, keys):
    if not isinstance(document, dict) or document.keys() != keys:
        raise BadInput("", f"the keys are {', '.join(sorted(keys))}")
    return document


def _bid(state, bids):
    return replace(state, bids=bids, stage="turning" if len(bids) == state.setup.players else "bidding")


def _next(state):
    hands = tuple(hand - {state.bids[seat]} for seat, hand in enumerate(state.hands, 1))
    over = state.round + 1 == state.setup.rounds
    return replace(
        state, hands=hands, bids={}, shown={}, to_lay=None, round=state.round + 1, stage="over" if over else "bidding"
    )


class LampBoard(api.OnBoard):
    """The board of Lamps: lamps stand on the two upper rows."""

    def reads(self, view):
        return Reads.NOTHING if view.stage == "over" else Reads.PIECES

    def expected(self, view):
        return {place: Piece("lamp", seat) for place, seat in view.lamps.items()}

    def lays(self, action):
        return frozenset({action.space}) if isinstance(action, Lay) else frozenset()

    def draft(self, view, table, choices, *, confirms_itself):  # noqa: ARG002 - nothing is chosen
        if table.missing:
            return Draft(view.to_lay, Verdict.ILLEGAL, say("lamps_missing"), table.extra, put=table.missing)
        if not table.extra:
            return Draft(view.to_lay, Verdict.UNFINISHED, say("lamps_lay"))
        [place, *more] = sorted(table.extra, key=str)
        if view.to_lay is None or more or place not in MAY_STAND:
            return Draft(view.to_lay, Verdict.ILLEGAL, say("lamps_lift"), table.extra, lift=table.extra)
        return Draft(view.to_lay, Verdict.LEGAL, say("lamps_lay"), table.extra, Lay(place), complete=True)

    def scene(self, view, moment):  # noqa: ARG002 - lamps are all there is
        return Scene({place: Mark("glow", seat) for place, seat in view.lamps.items()})


class LampShown(api.Shown):
    """Plain data, because Lamps has no page."""

    def screen(self, view, moment):  # noqa: ARG002
        return {"lamps": {str(place): seat for place, seat in view.lamps.items()}, "have_bid": sorted(view.have_bid)}

    def sentence(self, view, moment):  # noqa: ARG002
        return say(f"lamps_{view.stage}", count=view.round)

    def buttons(self, view, moment):  # noqa: ARG002
        return [Button("turn_up", TABLE, TurnUp(), say("lamps_turn_up"), main=True)] if view.stage == "turning" else []

    def told(self, view, seat, action):  # noqa: ARG002
        return say("lamps_told", seat=seat)


def retold(_before, seat, action):
    return (
        say("lamps_told_card", seat=seat, card=action.card) if isinstance(action, Bid) else say("lamps_told", seat=seat)
    )


def frames(course):
    yield ReplayFrame("start", (say("lamps_bidding", count=0),), Scene())
    for act in course.acts:
        if act.actor != TABLE:
            yield ReplayFrame("step", (retold(None, act.actor, act.action),), lights(act.before), act.actor, 1)
    yield ReplayFrame("result", (result(course),), lights(course.end))


def lights(state):
    return Scene({place: Mark("glow", seat) for place, seat in state.lamps.items()})


def result(_course):
    return say("lamps_over", count=1)


class Guesser:
    """A computer player that guesses."""

    def think(self, knowledge, seed, simulations, go_on=lambda: True):  # noqa: ARG002
        hidden = knowledge.stage == "bidding" and knowledge.hand is None
        actions = [Bid(None)] if hidden else RULES.legal(knowledge)
        return Thought(actions[seed % len(actions)], 0.5, 1.0)


class LampFiles:
    """The records of Lamps, which are its documents."""

    def inspect(self, data):
        return {"inspected": json.loads(data)["game"]}

    def perft(self, data, depth):
        return depth + len(data)

    def replay(self, data):
        return {"acts": len(json.loads(data)["acts"])}


WORDS = {
    "lamps": ("Lamps", "Lampes"),
    "lamps_rounds": ("There are 1 to 3 rounds.", "Il y a 1 à 3 tours."),
    "lamps_no_card": ("That is no card of this hand.", "Cette carte n'est pas en main."),
    "lamps_taken": ("No lamp can stand on {space}.", "Pas de lampe en {space}."),
    "lamps_missing": ("Put the lamps back.", "Remettez les lampes."),
    "lamps_lay": ("Lay a lamp.", "Posez une lampe."),
    "lamps_lift": ("Lift what does not belong there.", "Retirez ce qui est de trop."),
    "lamps_bidding": ({"one": "Bid again!", "other": "Bid!"}, {"one": "Enchérissez !", "other": "À vous !"}),
    "lamps_turning": ("Turn the bids up.", "Retournez les cartes."),
    "lamps_laying": ("The highest bid lays a lamp.", "La plus haute pose une lampe."),
    "lamps_over": ("It is over.", "C'est fini."),
    "lamps_turn_up": ("Turn up", "Retourner"),
    "lamps_told": ("{seat} has acted.", "{seat} a joué."),
    "lamps_told_card": ("{seat} has bid {card}.", "{seat} a misé {card}."),
}
RULES = LampRules()


def agree(form, players, _rng):
    if not set(form) <= {"rounds"} or type(form.get("rounds", 2)) is not int:
        raise BadInput("options", "there is only `rounds`")
    if not 1 <= form.get("rounds", 2) <= 3:
        raise BadSetup("1 to 3 rounds", say("lamps_rounds"), rule="lamps_rounds")
    return Setup(len(players), form.get("rounds", 2))


def deal(setup, rng):
    cards = rng.sample(CARDS, setup.players * (setup.rounds + 1))
    return tuple(frozenset(cards[seat :: setup.players]) for seat in range(setup.players))


def time_up(state, _name):
    lowest = {seat: min(state.hands[seat - 1]) for seat in state.setup.seats}
    return _bid(state, {**lowest, **state.bids})


LAMPS = api.Package(
    name=NAME,
    title=say("lamps"),
    seats=range(1, 7),
    rules=RULES,
    shown=LampShown(),
    board=LampBoard(),
    options=api.Options(
        agree,
        encode=lambda setup: {"players": setup.players, "rounds": setup.rounds},
        decode=lambda document: Setup(**_members(document, {"players", "rounds"})),
    ),
    dealt=api.Dealt(
        deal,
        encode=lambda dealt: [sorted(hand) for hand in dealt],
        decode=lambda document: tuple(map(frozenset, document)),
    ),
    timed=api.Timed(lambda state: Timer("bids", 30_000) if state.stage == "bidding" else None, time_up),
    secrets=api.Secrets(
        lambda state, seat: replace(RULES.view(state, seat), hand=None, bid=None),
        public=lambda action: Bid(None) if isinstance(action, Bid) else action,
        private=lambda own, _moment, _choice: {"hand": sorted(own.hand), "bid": own.bid},
    ),
    words={
        "en": {name: said for name, (said, _) in WORDS.items()},
        "fr": {name: said for name, (_, said) in WORDS.items()},
    },
    looks={"roles": {"glow": {"colour": "seat"}}, "cues": {}},
    players=lambda: {"guesser": api.Computer(Guesser(), 10)},
    levels=("guesser",),
    advising=api.Advising("guesser", lambda _: say("lamps_lay")),
    reviewing=api.Reviewing("guesser"),
    finished=api.Finished(frames, retold, result=result),
    files=LampFiles,
)
