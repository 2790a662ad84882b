"""Auction: a test game without a board and without pages, for six. Made only with what somebody else's may import.

Twelve cards are shuffled; everybody has one, and the next is for sale. While it is looked at, everybody may change
their card once for the last of the deck, unseen; after three seconds the sale may be opened. Then all seal a bid at
once: their card, or nothing; when ten seconds are over, the others bid nothing. The highest takes the lot and goes.
"""

from dataclasses import dataclass, field, replace

from pearlboard.games import api
from pearlboard.games.api import TABLE, Button, Outcome, Timer, Undo
from pearlboard.texts import say

SEATS = range(1, 7)


@dataclass(frozen=True)
class Do:
    kind: str
    card: int = field(default=0, repr=False)  # what is bid, 0 for nothing: a secret until all bids are opened


@dataclass(frozen=True)
class State:
    deck: tuple[int, ...] = field(repr=False)
    hands: dict[int, int] = field(repr=False)
    bids: dict[int, int] = field(default_factory=dict, repr=False)
    changed: frozenset[int] = frozenset()
    stage: str = "looking"
    looked: bool = False
    lot: int = 1
    points: tuple[int, ...] = (0,) * 6


@dataclass(frozen=True)
class View:
    viewer: int | str
    stage: str
    lot: int
    for_sale: int
    looked: bool
    changed: frozenset[int]
    sealed: frozenset[int]
    points: tuple[int, ...]
    card: int | None = field(repr=False)
    bid: int | None = field(repr=False)


class AuctionRules(api.Rules):
    def opening(self, setup, first, deal):
        return State(tuple(deal[6:]), {seat: deal[seat - 1] for seat in SEATS})

    def stage(self, view):
        return f"{view.stage} {view.lot}"

    def active(self, state):
        if state.stage == "looking":
            return frozenset(SEATS) - state.changed | {TABLE}
        return frozenset(SEATS) - state.bids.keys() if state.stage == "bidding" else frozenset()

    def view(self, state, viewer):
        return View(viewer, state.stage, state.lot, state.deck[0], state.looked, state.changed, frozenset(state.bids),
                    state.points, state.hands.get(viewer), state.bids.get(viewer))

    def legal(self, view):
        if view.viewer == TABLE:
            return [Do("open")] if view.stage == "looking" and view.looked else []
        if view.stage == "bidding" and view.viewer not in view.sealed:
            return [Do("bid"), *([Do("bid", view.card)] if view.card else [])]
        return [Do("change")] if view.stage == "looking" and view.viewer not in view.changed else []

    def apply(self, state, actor, action):
        self.may(self.view(state, actor), actor, action)
        if action.kind == "open":
            return replace(state, stage="bidding")
        if action.kind == "change":
            *rest, last = state.deck
            return replace(state, deck=(*rest, state.hands[actor]), hands={**state.hands, actor: last},
                           changed=state.changed | {actor})
        sealed = replace(state, bids={**state.bids, actor: action.card})
        return sealed if len(sealed.bids) < 6 else _sold(sealed)

    def undo(self, state, action):
        return Undo.NEVER if len(state.bids) == 5 else Undo.AGREED if action.kind == "change" else Undo.ALONE

    def outcome(self, state):
        return Outcome.by_points(dict(enumerate(state.points, 1))) if state.stage == "over" else None

    def encode(self, action):
        return {"kind": action.kind, "card": action.card}

    def decode(self, document):
        match document:
            case {"kind": "change" | "open" | "bid" as kind, "card": int(card)} if type(card) is int:
                return Do(kind, card)
        raise api.BadInput("action", "nobody does that at an auction")


def _sold(state):
    winner = max(state.bids, key=state.bids.get) if any(state.bids.values()) else None
    points = tuple(own + state.deck[0] * (seat == winner) for seat, own in enumerate(state.points, 1))
    hands = {seat: 0 if seat == winner else card for seat, card in state.hands.items()}
    return replace(state, stage="over" if state.lot == 2 else "looking", lot=min(2, state.lot + 1), looked=False,
                   deck=state.deck[1:], hands=hands, bids={}, changed=frozenset(), points=points)


def timer(state):
    looking = Timer(f"looking {state.lot}", 3_000, ends=False) if state.stage == "looking" else None
    return Timer(f"bidding {state.lot}", 10_000) if state.stage == "bidding" else None if state.looked else looking


def time_up(state, name):
    return _sold(state) if state.stage == "bidding" else replace(state, looked=True)


class AuctionShown(api.Shown):
    def screen(self, view, moment):
        return {"for_sale": view.for_sale, "sealed": sorted(view.sealed), "points": list(view.points)}

    def sentence(self, view, moment):
        return say(f"auction_{view.stage}", value=view.for_sale)

    def buttons(self, view, moment):
        go = view.stage == "looking" and view.looked
        return [Button("open", TABLE, Do("open"), say("auction_open"), main=True)] if go else []

    def told(self, view, seat, action):
        return say("auction_told", seat=seat)


WORDS = {"title": "Auction", "looking": "{value} is for sale.", "bidding": "Seal your bids for {value}.",
         "over": "All is sold.", "open": "Open it", "change": "Change", "bid": "Bid {card}", "told": "{seat} acts."}
RULES = AuctionRules()
SECRETS = api.Secrets(
    lambda state, seat: RULES.view(state, TABLE),
    private=lambda own, moment, choice: {"card": own.card, "bid": own.bid},
    buttons=lambda own, moment: [Button(do.kind, own.viewer, do, say(f"auction_{do.kind}", card=do.card))
                                 for do in RULES.legal(own)])
PACKAGE = api.Package(
    "auction", say("auction_title"), range(6, 7), RULES, AuctionShown(), levels=("random",), secrets=SECRETS,
    dealt=api.Dealt(lambda setup, rng: rng.sample(range(1, 13), 12)),
    timed=api.Timed(timer, time_up, lambda state, name: Undo.NEVER if state.stage == "bidding" else Undo.AGREED),
    words={lang: {f"auction_{name}": text for name, text in WORDS.items()} for lang in ("en", "fr")},
    players=lambda: {"random": api.Computer(api.ByChance(RULES))})
