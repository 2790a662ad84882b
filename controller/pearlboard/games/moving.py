"""Pieces that move: what people have done on the table, read against the actions that are open.

Sensors do not tell pieces apart, so an action is known by the sites that are empty after it, and by those on which a
piece has come to lie. Any order of hands leads there: lifting first or laying first, one's own piece or the captured
one. What the sensors cannot tell is left to the button.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from pearlboard.games.plain import put_right
from pearlboard.games.values import NOWHERE, Draft, GameAction, Seat, Table, Verdict
from pearlboard.geometry import Site
from pearlboard.texts import Sentence, say


class Movable(Protocol):
    """The effect of an action on the pieces on a board, as `OnBoard` says it."""

    def lays(self, action: GameAction) -> frozenset[Site]: ...

    def moves(self, action: GameAction) -> Mapping[Site, Site | None]: ...

    def through(self, action: GameAction) -> frozenset[Site]: ...


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of an action on the board.

    taken    the sites from which it takes a piece; `goes`: those that are empty after it; `moved`: of pieces that go on
    comes    the sites on which it has laid a piece; `through`: those on which that may rest on its way
    """

    taken: frozenset[Site]
    comes: frozenset[Site]
    through: frozenset[Site] = NOWHERE
    moved: frozenset[Site] = NOWHERE

    @property
    def goes(self) -> frozenset[Site]:
        """The sites that are empty after the action."""
        return self.taken - self.comes

    @property
    def sites(self) -> frozenset[Site]:
        """All sites on which hands have something to do."""
        return self.taken | self.comes

    def begun(self, table: Table) -> bool:
        """Whether what has been done on the table may be its beginning."""
        return table.in_hand <= self.taken and table.extra <= (self.comes - table.in_all) | self.through

    def whole(self, table: Table) -> bool:
        """Whether exactly this has been done, as far as sensors can tell."""
        replaced = self.comes & table.in_all
        return table.in_hand == self.goes and table.extra == self.comes - replaced and replaced <= table.relaid

    def complete(self, table: Table) -> bool:
        """Whether sensors can tell that it was done: it has laid something, and nothing on what lay there before."""
        return bool(self.comes) and not self.comes & table.in_all


NO_EFFECT: Final = Effect(NOWHERE, NOWHERE)


def effect(board: Movable, action: GameAction) -> Effect:
    """The effect of an action on the board."""
    moves = board.moves(action)
    comes = frozenset(site for site in moves.values() if site is not None) | board.lays(action)
    moved = frozenset(site for site, to in moves.items() if to is not None)
    return Effect(frozenset(moves), comes, board.through(action) if moves else NOWHERE, moved)


OpenActions: TypeAlias = Callable[[], Iterable[GameAction]]
"""Asks a game for the actions that are open; no more than once for one situation."""


def in_hand(board: Movable, actions: Iterable[GameAction], gone: frozenset[Site]) -> frozenset[Site]:
    """The pieces that are off the board, if one of the actions takes all of them; otherwise none is in hand."""
    return gone if gone and any(gone <= board.moves(action).keys() for action in actions) else NOWHERE


@dataclass(frozen=True)
class ReadDraft(Draft):
    """A draft of moves. `fits`: the actions that look alike on the board; any page may send one of them as it is."""

    fits: tuple[GameAction, ...] = ()


def read_draft(
    board: Movable,
    seat: Seat | None,
    table: Table,
    actions: Iterable[GameAction],
    *,
    turn: Sentence,
    done: Callable[[GameAction], Sentence],
    wrong: Callable[[Table], Sentence | None] | None = None,
) -> Draft:
    """The draft of whoever is to act, read from the actions that are open.

    `turn` is said while nothing has been done, `done` of a whole action, `wrong` of pieces that belong to none; where
    that is not given, or returns None, the table has a sentence of its own.
    """
    if (first := put_right(seat, table)) is not None:
        return first
    if not table.extra and not table.in_hand:
        return Draft(seat, Verdict.UNFINISHED, turn)
    effects = [(action, effect(board, action)) for action in actions]
    begun = {each for _, each in effects if each.begun(table)}
    likely = _likely(table, begun)
    if len({each.comes for each in likely}) == 1:
        return _whole(seat, table, effects, begun, likely, done)
    return _begun(seat, table, begun) if begun else _none(seat, table, {each for _, each in effects}, wrong)


def _whole(
    seat: Seat | None,
    table: Table,
    effects: Iterable[tuple[GameAction, Effect]],
    begun: set[Effect],
    likely: list[Effect],
    done: Callable[[GameAction], Sentence],
) -> Draft:
    """The draft of a whole action; it waits for the button while another one may have been meant."""
    fits = tuple(action for action, each in effects if each in likely)
    whole = likely[0]
    complete = len(begun) == len(fits) == 1 and whole.complete(table)
    targets = _targets(begun) - whole.comes
    return ReadDraft(
        seat, Verdict.LEGAL, done(fits[0]), whole.comes, fits[0], complete=complete, targets=targets, fits=fits
    )


def _likely(table: Table, effects: Iterable[Effect]) -> list[Effect]:
    """The effects that are whole, and that account for as much as possible of what was laid again."""
    whole = [each for each in effects if each.whole(table)]
    most = max((len(each.comes & table.relaid) for each in whole), default=0)
    return [each for each in whole if len(each.comes & table.relaid) == most]


def _targets(effects: Iterable[Effect]) -> frozenset[Site]:
    """The sites on which pieces come to lie by any of these effects."""
    return NOWHERE.union(*(each.comes for each in effects))


def _begun(seat: Seat | None, table: Table, begun: set[Effect]) -> Draft:
    """The draft of the beginning of an action: something is to be laid still, or lifted."""
    targets = _targets(begun) - table.extra
    arrived = [each for each in begun if table.extra and table.extra <= each.comes]
    if not table.extra:
        moved = table.in_hand & NOWHERE.union(*(each.moved for each in begun))
        told = say("in_hand", sites=moved) if moved else say("taken_in_hand", sites=table.in_hand)
        return Draft(seat, Verdict.UNFINISHED, told, targets=targets)
    if not arrived:
        return Draft(seat, Verdict.UNFINISHED, say("piece_on_its_way"), table.extra, targets=targets)
    left = {each.goes - table.in_hand for each in arrived} - {NOWHERE}
    lift = NOWHERE.union(*left)
    if not lift:  # more is to be laid
        return Draft(seat, Verdict.UNFINISHED, say("in_hand", sites=table.in_hand), table.extra, targets=targets)
    if len(left) == 1:
        told = say("lift_too", sites=lift, count=len(lift))
    else:
        told = say("lift_taken" if table.in_hand else "lift_from", sites=lift)
    return Draft(seat, Verdict.UNFINISHED, told, table.extra, lift=lift)


def _none(
    seat: Seat | None, table: Table, effects: set[Effect], wrong: Callable[[Table], Sentence | None] | None
) -> Draft:
    """The draft of pieces that belong to no action: those that have to go, and where what is in hand may be laid."""
    may = [each for each in effects if table.in_hand <= each.taken]
    fit = {table.extra & (each.comes | each.through) for each in may}
    best = max(fit, key=len, default=NOWHERE)
    lift = table.extra - best if sum(len(each) == len(best) for each in fit) == 1 else table.extra
    targets = _targets(may) if table.in_hand else NOWHERE
    own = (
        say("not_there", sites=lift, from_sites=table.in_hand)
        if table.in_hand
        else say("no_such_piece", sites=lift, count=len(lift))
    )
    put = NOWHERE if table.extra else table.in_hand
    told = (None if wrong is None else wrong(table)) or own
    return Draft(seat, Verdict.ILLEGAL, told, table.extra, lift=lift, put=put, targets=targets)
