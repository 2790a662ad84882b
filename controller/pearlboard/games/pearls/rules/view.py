"""A viewer's knowledge of a game: everything that lies open, and what is listed here. Nothing is ever taken out.

Two states that differ only in what a viewer may not know give that viewer the same view.
"""

from dataclasses import dataclass, field

from pearlboard.games.pearls.rules.cards import Cards
from pearlboard.games.pearls.rules.state import Display, Hands, Last, Memory, Setup, State
from pearlboard.games.values import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Pile:
    """The pile of a seat: the number of cards, the necklaces, and the cards themselves where they lie open."""

    size: int
    necklaces: tuple[int, ...]
    cards: Cards | None = None


@dataclass(frozen=True, slots=True)
class View:
    """The knowledge of one seat, or of everybody.

    draw    the size of the pile; `sizes`: of each hand, by seat
    hands   None where the viewer may not know it
    memory  what was ever shown, for computer players alone: no page or light shows it
    """

    viewer: Viewer
    setup: Setup
    to_move: Seat
    over: bool
    last_turns: int | None
    display: Display
    draw: int
    necklaces: tuple[int, ...]
    sizes: tuple[int, ...]
    hands: tuple[Cards | None, ...] = field(repr=False)
    piles: tuple[Pile, ...]
    last: Last | None
    memory: Memory = field(repr=False)


def view(state: State, viewer: Viewer) -> View:
    """A seat knows its own hand, everybody all of them where they are open; and when all is over (ruling 23)."""
    setup = state.setup
    hands_open = state.over or setup.hands is Hands.OPEN
    piles_open = state.over or setup.open_scores
    return View(
        viewer=viewer,
        setup=setup,
        to_move=state.to_move,
        over=state.over,
        last_turns=state.last_turns,
        display=state.display,
        draw=len(state.draw),
        necklaces=state.necklaces,
        sizes=tuple(sum(hand) for hand in state.hands),
        hands=tuple(hand if hands_open or seat == viewer else None for seat, hand in enumerate(state.hands, 1)),
        piles=tuple(
            Pile(sum(placed), won, placed if piles_open else None)
            for placed, won in zip(state.placed, state.won, strict=True)
        ),
        last=state.last,
        memory=state.memory,
    )
