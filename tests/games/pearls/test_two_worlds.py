"""Two worlds of Pearls: other hands, another order of the pile; and nothing that goes out may differ.

What goes out to a table page, to the host's, and to the phone of a witness who holds the same cards in both: screens in
every language, lights, sounds, refusals, what the health says, how often pages were told of a change.
"""

from dataclasses import replace
from random import Random

import pytest

from other_games.tables import GameTable
from pearlboard.games.pearls.rules.state import HAND, SLOTS, Deal
from pearlboard.session import facts
from pearlboard.session.principal import EVERYBODY, OPERATOR

pytestmark = pytest.mark.slow

PLAYERS, WITNESS = 4, 3
DEALT = HAND * PLAYERS + SLOTS


class World:
    """A table whose deal was rearranged before anything happened; `out`: all that has left it."""

    def __init__(self, seed, turned_up=12, **options):
        first = GameTable().set_up("pearls", PLAYERS, options=options)
        self.open = {*range(HAND * (WITNESS - 1), HAND * WITNESS), *range(HAND * PLAYERS, DEALT + turned_up)}
        self.table = GameTable([self.dealt(entry, seed) for entry in first.log])
        self.phones = {seat: self.table.phone(seat) for seat in (1, 2, WITNESS)}
        self.changes, self.refusals, self.out = self.table.changes, [], []

    def dealt(self, entry, seed):
        """What the witness holds, what lies open and what is turned up is the same; all else lies elsewhere."""
        if not isinstance(entry.fact, facts.GameDealt):
            return entry
        deck = list(entry.fact.deal.deck)
        free = [place for place in range(len(deck)) if place not in self.open]
        moved = [deck[place] for place in free]
        Random(seed).shuffle(moved)
        for place, card in zip(free, moved, strict=True):
            deck[place] = card
        return replace(entry, fact=facts.GameDealt("pearls", Deal(tuple(deck))))

    def take(self, seat, *how):
        """A seat takes the first colour that it can, with the Diver or from a screen."""
        takes = self.table.page()["game"]["takes"]
        colour = next(each["colour"] for each in takes if each["why"] is None)
        if "diver" in how:
            slot = next(each["site"] for each in self.table.page()["game"]["display"] if each["colour"] == colour)
            self.table.do(f"{slot} wait 1000")
            self.look()
            self.table.do(f"wait 3000 -{slot} wait 300")
        else:
            self.wish(["take", colour], seat)

    def wish(self, action, seat, who=None):
        """What a seat asks on its own screen, or on the table's page."""
        who = who or self.phones.get(seat, OPERATOR)
        self.refusals.append(self.table.wish("act", action=action, actor=seat, who=who))
        self.look()

    def look(self):
        """Take down everything that can be seen now."""
        self.out += self.table.all_seen(self.phones[WITNESS], since=self.changes, refusals=self.refusals)


def played(seed):
    """All that goes out while the hands of others and the pile are a secret."""
    world = World(seed)
    world.look()
    world.take(1, "diver")
    world.take(2)
    colour = next(each["colour"] for each in world.table.own(world.phones[WITNESS])["game"]["hand"])
    world.wish(["place", colour, 1, 0, False], WITNESS)
    world.wish(["take", "purple"], WITNESS)
    world.take(4, "diver")
    world.wish(["place", "red", 3, 0, False], 1, who=EVERYBODY)
    world.table.do("d3 wait 500 -d3 unplug wait 500 plug wait 3000")
    world.look()
    return world.out


@pytest.fixture(scope="module")
def as_dealt():
    return played(0)


@pytest.mark.parametrize("seed", range(1, 9))
def test_nothing_that_goes_out_tells_a_hand_or_the_pile(as_dealt, seed):
    """Step for step, byte for byte."""
    told = played(seed)
    assert len(told) == len(as_dealt)
    for step, (one, other) in enumerate(zip(as_dealt, told, strict=True)):
        assert one == other, f"step {step}"


def test_with_open_hands_the_same_would_be_told():
    """A control: what lies open makes the two worlds differ."""
    one, other = World(0, hands="open"), World(1, hands="open")
    one.look()
    other.look()
    assert one.out != other.out


def test_the_hand_of_another_would_be_told():
    """Another: whoever looks with a phone of seat 1 sees that the worlds differ."""
    one, other = (World(seed) for seed in (0, 1))
    assert one.table.own(one.phones[1]) != other.table.own(other.phones[1])
    assert one.table.own(one.phones[WITNESS]) == other.table.own(other.phones[WITNESS])
