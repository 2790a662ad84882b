"""Laws of hands on a board with sensors: moves in any order, pieces that are owed, and a board that is laid out."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from pearlboard.checking.board import culprit, read_before
from pearlboard.checking.evidence import Evidence, Happening, Played, named_sites, of_seat
from pearlboard.checking.laws import broken
from pearlboard.games.api import NOWHERE, TABLE, Draft, GameView, OnBoard, Reads, Table, Verdict
from pearlboard.games.moving import Effect, effect, in_hand
from pearlboard.geometry import Site
from pearlboard.session.board_state import BoardState, observe, table

ORDERS: Final = 3
"""The number of orders of hands that are tried of each move."""
SETTLED_MS: Final = 500


@dataclass
class _Hands:
    """The deeds of hands on a board that senses them, with the table's own state of the board."""

    board: OnBoard
    view: GameView
    lying: frozenset[Site]

    def __post_init__(self) -> None:
        self.at_ms = 0
        self.state = observe(BoardState(), self.lying, 0)

    def change(self, site: Site) -> None:
        """Lift the piece on this site, or lay one there."""
        self.at_ms += SETTLED_MS
        self.state = observe(self.state, (self.state.sensed or NOWHERE) ^ {site}, self.at_ms)

    def table(self) -> Table:
        """The pieces that lie there, against those that should."""
        actions = list(self.board.open_actions(self.view))
        return table(self.state, self.lying, self.at_ms, in_hand=lambda gone: in_hand(self.board, actions, gone))

    def draft(self) -> Draft:
        """The game's reading of the pieces."""
        return self.board.draft(self.view, self.table(), {}, confirms_itself=True)


def hands(evidence: Evidence) -> None:
    """Whatever order hands take, a move is never wrong half way, and is read once it is done."""
    board = evidence.package.board
    if board is None:
        return
    for played in evidence.few:
        rng = Random(played.players)
        for happening, view, done in _moves(evidence, board, played):
            lying = frozenset(board.expected(view))
            for _ in range(ORDERS):
                _carry_out(_Hands(board, view, lying), happening, done, rng)
            _put_back(_Hands(board, view, lying), happening, done)


def _moves(evidence: Evidence, board: OnBoard, played: Played) -> Iterator[tuple[Happening, GameView, Effect]]:
    """The moves of seats on a board that is read, with the view before each and what it does."""
    for happening, view in read_before(evidence, board, played):
        done = effect(board, happening.action)
        if done.taken and of_seat(happening) is not None:
            yield happening, view, done


def _carry_out(at: _Hands, happening: Happening, done: Effect, rng: Random) -> None:
    what = type(happening.action).__name__
    deeds = _in_any_order(done, at.lying, rng)
    for number, site in enumerate(deeds, 1):
        at.change(site)
        lying, draft = at.table(), at.draft()
        if lying.missing or draft.verdict is Verdict.ILLEGAL:
            way = ", ".join(f"{'lay' if one in done.comes - at.lying else 'lift'} {one}" for one in deeds[:number])
            broken(f"{what} is half done ({way}), and the draft is not: {culprit(draft)}")
    if draft.verdict is not Verdict.LEGAL or effect(at.board, draft.action) != done:
        broken(f"hands have done {what}, and the draft is another: {culprit(draft)}")


def _in_any_order(done: Effect, lying: frozenset[Site], rng: Random) -> list[Site]:
    """The sites in the order in which hands change them: what is replaced twice, and the piece that comes is lifted
    before.
    """
    replaced = sorted(done.comes & lying, key=str)
    first = sorted(done.taken, key=str) if replaced else sorted(done.goes | done.comes, key=str)
    rng.shuffle(first)
    return first + replaced + (sorted(done.comes - lying, key=str) if replaced else [])


def _put_back(at: _Hands, happening: Happening, done: Effect) -> None:
    """A piece that is lifted and put back leaves nothing behind."""
    for site in [*sorted(done.taken, key=str)[:1] * 2]:
        at.change(site)
    if not at.draft().nothing:
        what = type(happening.action).__name__
        broken(f"a piece of {what} was lifted and put back, and the draft is not `nothing`: {culprit(at.draft())}")


def owed(evidence: Evidence) -> None:
    """Pieces that a game begins with, or that a computer has moved, are asked for before anything counts."""
    board = evidence.package.board
    if board is None:
        return
    for played in evidence.few:
        start = evidence.rules.view(played.states[0], TABLE)
        laid = frozenset(board.expected(start)) if board.reads(start) is Reads.PIECES else NOWHERE
        if laid:
            _asked_for(board, start, Table(owed=laid), "the game begins")
        for happening, seen, done in _moves(evidence, board, played):
            after = evidence.rules.view(happening.after, TABLE)
            if board.reads(after) is Reads.PIECES and evidence.rules.active(happening.after):
                before, there = frozenset(board.expected(seen)), frozenset(board.expected(after))
                lift = done.taken - there | done.comes & before
                lying = Table(sensed=before, expected=there - done.comes, owed=done.comes, must_lift=lift)
                _asked_for(board, after, lying, f"a computer has played {type(happening.action).__name__}")


def _asked_for(board: OnBoard, view: GameView, lying: Table, why: str) -> None:
    draft = board.draft(view, lying, {}, confirms_itself=True)
    asked = draft.put >= lying.to_lay or draft.lift >= lying.to_lift > NOWHERE
    if draft.verdict is Verdict.LEGAL or not asked:
        where = named_sites(lying.to_lay | lying.to_lift)
        broken(f"{why}, pieces are still to be laid or lifted on {where}, and the draft does not ask; {culprit(draft)}")
