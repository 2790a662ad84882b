"""A game's answers to somebody who asks by ear: what lies at a place, what may be played, how it stands.

Every method has a default made of the board's geometry and of the game's own pieces and actions, so a game that does
not mention it can be asked for rows, columns and surroundings. Everything here is said aloud at the table, so it is
made of the table's view.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pearlboard.games.moving import effect
from pearlboard.games.on_board import OnBoard
from pearlboard.games.values import Actor, Button, GameView, Json, Moment, Piece, Seat
from pearlboard.geometry import GRID, Site, Space
from pearlboard.texts import Sentence, say


@dataclass(frozen=True, slots=True)
class Wish:
    """A choice that a page sends for a seat (`Choices.choose`), with its words."""

    seat: Seat
    choice: Json = field(repr=False, hash=False)
    words: Sentence


@dataclass(frozen=True, slots=True)
class Submenu:
    """An item of the spoken menu that leads to others, such as a number that is still to be said.

    words   what is chosen by it; on one way through the menu no two items have the same words
    within  makes its items from what is known now; None: it leads nowhere, and is for hearing alone
    private  it is for that seat's own screen, if it has one
    """

    actor: Actor
    words: Sentence
    within: "Callable[[], Sequence[Offer]] | None" = field(repr=False, compare=False)
    private: bool = False


Offer: TypeAlias = Button | Submenu
"""An item of the spoken menu that a game brings."""


class ByEar:
    """A game by ear. Derive a class: its answers belong together."""

    def piece(self, view: GameView, site: Site, piece: Piece) -> Sentence:
        """A piece that lies there according to the log: a noun phrase."""
        return say("voice_piece") if piece.seat is None else say("voice_piece_of", seat=piece.seat)

    def place(self, view: GameView, site: Site) -> Sentence | None:
        """A noun phrase for a place, whether or not a piece lies on it; None: nothing special."""
        return None

    def before(self, view: GameView) -> tuple[Sentence, ...]:
        """A sentence to be heard before that of this moment, because pages only draw its content."""
        return ()

    def left(self, view: GameView, seat: Seat) -> tuple[Sentence, ...]:
        """The pieces or cards that a seat still has to play, as far as everybody may know."""
        return ()

    def where(self, board: OnBoard | None, view: GameView) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
        """Where whoever is to act may lay a piece: in short, and as a list. By default from `OnBoard.open_actions`."""
        if board is None:
            return (), ()
        sites = frozenset(site for action in board.open_actions(view) for site in _aims(board, action))
        return places_told(sites)

    def counts(self, view: GameView, moment: Moment) -> tuple[Sentence, ...]:
        """The effect of the draft beyond what its own sentence says."""
        return ()

    def score(self, view: GameView) -> tuple[Sentence, ...]:
        """How it stands if the game ended now, as far as everybody may know."""
        return ()

    def buttons(self, view: GameView, moment: Moment, site: Site | None) -> Sequence[Offer]:
        """Actions that pages offer by other means than `Shown.buttons`; `site`: the place that was touched last."""
        return ()

    def wishes(self, view: GameView, moment: Moment) -> Sequence[Wish]:
        """Choices that any page may send now (`Choices.open_to_all`)."""
        return ()


BY_GEOMETRY = ByEar()


def _aims(board: OnBoard, action: object) -> Iterator[Site]:
    """Where an action lays pieces, moves them to, or plays on them."""
    moved = board.moves(action)
    yield from board.lays(action)
    yield from (target for target in moved.values() if target is not None)
    if not moved and not board.lays(action):
        yield from effect(board, action).sites


def places_told(sites: frozenset[Site]) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """Places in words: how many spaces and lines, and as a list in the order of the board."""
    ordered = [site for site in GRID.sites if site in sites]
    spaces = tuple(site for site in ordered if isinstance(site, Space))
    lines = tuple(site for site in ordered if not isinstance(site, Space))
    if not ordered:
        return (say("voice_nowhere"),), ()
    parts = ((spaces, "voice_spaces"), (lines, "voice_lines"))
    short = tuple(say(name, count=len(found)) for found, name in parts if found)
    return short, tuple(say(f"{name}_are", sites=found, count=len(found)) for found, name in parts if found)
