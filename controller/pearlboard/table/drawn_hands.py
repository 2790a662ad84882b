"""Hands on a drawn board whose pieces move: one tap lifts a piece, lays the one in hand, or does a whole move. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from pearlboard.games.api import NOWHERE, GameView, OnBoard, Table
from pearlboard.games.moving import Effect, OpenActions, effect
from pearlboard.geometry import Site


@dataclass(frozen=True, slots=True)
class Tapped:
    """The pieces on the board after a tap, and where one of those pieces has taken the place of another."""

    pieces: frozenset[Site]
    relaid: frozenset[Site] = NOWHERE


def movable(board: OnBoard, lying: Table, opened: OpenActions) -> frozenset[Site]:
    """The sites of pieces that a tap may lift or take; none where hands do that, or a computer is to act."""
    if not lying.on_screen or lying.thinking:
        return NOWHERE
    return NOWHERE.union(*(board.moves(action) for action in opened()))


def tapped(board: OnBoard, view: GameView, table: Table, place: Site) -> Tapped | None:
    """The board after `place` is tapped; None where no move has anything to do with it."""
    actions = list(board.open_actions(view))
    effects = list(dict.fromkeys(effect(board, action) for action in actions))
    if not any(each.taken for each in effects):
        return None
    if place in table.in_hand:
        return Tapped(table.in_all)
    after = _goes_there(effects, table, place) or _is_laid(effects, table, place) or _is_lifted(effects, table, place)
    if after is not None:
        return after
    return Tapped(table.in_all - {place}) if any(_goes(board.moves(action), place) for action in actions) else None


def _goes(moves: Mapping[Site, Site | None], place: Site) -> bool:
    """Whether this piece is moved, or leaves the board of itself, and is not captured."""
    return place in moves and (moves[place] is not None or not any(moves.values()))


def _goes_there(effects: list[Effect], table: Table, place: Site) -> Tapped | None:
    """The piece in hand is laid there, or the one piece that may go there goes; several: people say which."""
    may = [each for each in effects if each.taken and place in each.comes and table.in_hand <= each.taken]
    if len(may) == 1:
        return _done(may[0], table)
    if not may:
        return None
    if place in table.in_all and not table.in_hand:
        return Tapped(table.in_all - {place})  # it is taken; people say by which
    return Tapped((table.in_all - table.in_hand) | {place}, table.in_all & {place})


def _is_laid(effects: list[Effect], table: Table, place: Site) -> Tapped | None:
    """A new piece is laid there, and what was in hand is back."""
    new = any(place in each.comes and not each.taken for each in effects)
    return Tapped(table.in_all | {place}) if new and table.in_hand else None


def _is_lifted(effects: list[Effect], table: Table, place: Site) -> Tapped | None:
    """One of the pieces that may have gone to the laid one's place is it; or one more of those that it takes."""
    may = [each for each in effects if {place} | table.in_hand <= each.taken and table.extra <= each.comes]
    if not may or not table.extra:
        return None
    return _done(may[0], table) if len(may) == 1 else Tapped(table.sensed - {place})


def _done(done: Effect, table: Table) -> Tapped:
    return Tapped((table.in_all - done.goes) | done.comes, done.comes & table.in_all)
