"""Two worlds of the auction: other cards, another order of the deck, other bids; and nothing that goes out may differ.

What goes out to a table page, to the host's, and to the phone of a witness whose own card is the same in both: screens
in both languages, lights, sounds, refusals, what the health says, how often pages were told of a change.
"""

from dataclasses import replace

import pytest

from other_games.auction import AuctionRules
from other_games.tables import GameTable
from pearlboard.session import facts
from pearlboard.session.decide import fold
from pearlboard.session.state import Session

pytestmark = pytest.mark.slow

WITNESS = 3


class World:
    """A table whose deal was rearranged before anything happened; `out`: all that has left it."""

    def __init__(self, hidden):
        first = GameTable().set_up("auction", 6)
        self.table = GameTable([self.dealt(entry, hidden) for entry in first.log])
        assert fold(Session(), tuple(self.table.log)) == self.table.session
        self.phones = {seat: self.table.phone(seat) for seat in (1, 2, WITNESS)}
        self.changes, self.refusals, self.out = self.table.changes, [], []

    def dealt(self, entry, hidden):
        """Everything but the witness's card and what is for sale lies elsewhere."""
        if not isinstance(entry.fact, facts.GameDealt):
            return entry
        deal = entry.fact.deal
        free = [place for place in range(12) if place not in (WITNESS - 1, 6)]
        moved = dict(zip(free, [deal[place] for place in hidden(free)], strict=True))
        return replace(entry, fact=facts.GameDealt("auction", [moved.get(place, deal[place]) for place in range(12)]))

    def act(self, seat, kind, *, nothing=False):
        """A seat acts on its own screen, or on the table's page."""
        card = self.table.state.hands[seat] if kind == "bid" and not nothing else 0
        who = self.phones.get(seat) or self.table.behind(seat)
        self.refusals.append(self.table.wish("act", action={"kind": kind, "card": card}, actor=seat, who=who))
        self.table.wish("hand_back")
        self.look()

    def look(self):
        """Take down everything that can be seen now."""
        self.out += self.table.all_seen(self.phones[WITNESS], since=self.changes, refusals=self.refusals)


def played(hidden, *, nothing=()):
    """All that goes out while the cards of others, and their bids, are a secret."""
    world = World(hidden)
    world.look()
    for seat in (2, 5):
        world.act(seat, "change")
    world.table.clock.step(3_100)
    world.look()
    world.table.wish("act", action={"kind": "open", "card": 0})
    for seat in (6, 1, 4, 5):
        world.act(seat, "bid", nothing=seat in nothing)
        world.table.clock.step(1_000)
        world.look()
    world.act(1, "bid")
    world.table.wish("take_back", who=world.phones[1])
    world.look()
    return world.out


def reverse(places):
    return places[::-1]


def as_it_is(places):
    return places


def differences(other):
    """What tells them apart."""
    one = played(as_it_is)
    return [(here, there) for here, there in zip(one, other, strict=True) if here != there]


def test_other_cards_make_no_difference():
    """Nor another order of the deck."""
    assert not differences(played(reverse))


def test_other_bids_make_no_difference():
    """Whether somebody has sealed a card or nothing."""
    assert not differences(played(as_it_is, nothing=(1, 4, 6)))
    assert not differences(played(reverse, nothing=(5,)))


def test_a_planted_leak_is_found(monkeypatch):
    """So that this can fail: a sum of sealed bids is public."""
    view = AuctionRules.view
    monkeypatch.setattr(
        AuctionRules,
        "view",
        lambda self, state, viewer: replace(view(self, state, viewer), points=(sum(state.bids.values()),)),
    )
    assert differences(played(reverse))


@pytest.mark.parametrize("seat", [1, 2])
def test_another_seats_phone_sees_only_its_own(seat):
    """Its card, and no other."""
    world = World(as_it_is)
    own = world.table.own(world.phones[seat])
    assert own["game"]["card"] == world.table.state.hands[seat]
    others = [card for other, card in world.table.state.hands.items() if other != seat]
    assert not {own["game"]["card"], own["game"]["bid"]} & set(others)
