"""A board that is only drawn: nobody lays a piece there for the table, so the table does it itself. Pure.

What a computer has played comes, what was taken back goes, a board is cleared between games, and after a restart
everything lies where it lay. Only what is laid in a turn is left to whoever plays.
"""

from pearlboard.games.api import NOWHERE, Reads
from pearlboard.geometry import Site
from pearlboard.table.situation import Situation


def arranged(now: Situation, lying: frozenset[Site]) -> frozenset[Site]:
    """What is to lie there, where `lying` does now."""
    package, table = now.game.package, now.board.table
    if package is None:
        return lying if now.game.agreement is not None and now.stop is not None else NOWHERE
    if package.board is None:
        return NOWHERE
    match package.board.reads(now.game.view):
        case Reads.CLEAR:
            return NOWHERE
        case Reads.PIECES:
            # Where one is owed and another lies, that one goes first.
            return (lying | frozenset(package.board.expected(now.game.view))) - table.to_lift
        case Reads.NOTHING:
            return lying | frozenset(package.board.expected(now.game.view))
