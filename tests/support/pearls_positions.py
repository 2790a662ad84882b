"""Positions of Pearls for tests: cards as letters, and games played at random."""

from dataclasses import replace
from random import Random

from pearlboard.games.api import TABLE
from pearlboard.games.pearls.package import PACKAGE
from pearlboard.games.pearls.rules.cards import COLOURS, NECKLACES, NO_CARDS, counted
from pearlboard.games.pearls.rules.state import Hands, Memory, Setup, State

RULES = PACKAGE.rules
LETTERS = dict(zip("wyrgbtp", COLOURS, strict=True))


def row(cards):
    """Colours by their first letters; a dot is a gap."""
    return tuple(LETTERS.get(letter) for letter in cards)


def hand(cards):
    """The cards of a hand, by colour."""
    return counted(row(cards))


def position(*hands, display="wyrgbt", draw="yyyyyyyyyyyy", necklaces=NECKLACES, placed=(), won=(), **more):
    """A position with these hands, in which nobody remembers anything except placed cards."""
    players = len(hands)
    piles = [hand(cards) for cards in placed] or [NO_CARDS] * players
    held = tuple(hand(cards) for cards in hands)
    return State(
        setup=more.pop("setup", Setup(players)),
        to_move=more.pop("to_move", 1),
        necklaces=tuple(necklaces),
        draw=row(draw),
        display=row(display),
        hands=held,
        won=tuple(map(tuple, won)) or ((),) * players,
        memory=Memory(tuple(piles), (NO_CARDS,) * players, tuple(sum(cards) for cards in held)),
        **more,
    )


def table(display="rgbtpw", *, players=3, hands=(), **more):
    """A position with these hands of the first seats; the others hold six yellow cards."""
    return position(*hands, *["yyyyyy"] * (players - len(hands)), display=display, **more)


def seen(display="rgbtpw", **more):
    """The same position, as everybody sees it."""
    return RULES.view(table(display, **more), TABLE)


def opened(players, seed, first=1, **form):
    """The opening of a game; everything follows from the seed."""
    rng = Random(seed)
    setup = PACKAGE.options.of_trial(players, form, rng)
    return RULES.opening(setup, first, PACKAGE.dealt.deal(setup, rng))


def played(state, rng, most=10_000):
    """A state and all that follow when everybody plays at random."""
    yield state
    for _ in range(most):
        if state.over:
            return
        seat = state.to_move
        state = RULES.apply(state, seat, RULES.sample(RULES.view(state, seat), rng))
        yield state


def another_world(state, viewer, rng):
    """A state that looks the same to this viewer, with everything that the viewer does not know dealt anew."""
    open_to = range(1, state.setup.players + 1) if state.setup.hands is Hands.OPEN or state.over else (viewer,)
    pool, missing = list(state.draw), {}
    for seat in state.setup.seats:
        if seat not in open_to:
            unseen = [h - k for h, k in zip(state.hands[seat - 1], state.memory.known[seat - 1], strict=True)]
            missing[seat] = sum(unseen)
            pool += [colour for colour, count in zip(COLOURS, unseen, strict=True) for _ in range(count)]
    rng.shuffle(pool)
    hands = list(state.hands)
    for seat, count in missing.items():
        dealt, pool = counted(pool[:count]), pool[count:]
        hands[seat - 1] = tuple(k + d for k, d in zip(state.memory.known[seat - 1], dealt, strict=True))
    return replace(state, hands=tuple(hands), draw=tuple(pool))
