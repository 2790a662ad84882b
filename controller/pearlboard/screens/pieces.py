"""The pieces that lie on the board or should, for a page that knows no game."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

from pearlboard.games.api import NOWHERE, OnBoard, Reads, Seat, Table, Verdict
from pearlboard.geometry import GRID, Light, Site
from pearlboard.session.state import Phase
from pearlboard.table.lesson import Lesson
from pearlboard.table.situation import Situation, Stop

Kinds: TypeAlias = tuple[tuple[str, frozenset[Site]], ...]
"""The statuses of expected pieces with their sites; the first that contains a site counts."""


def pieces(now: Situation) -> Iterator[dict[str, Any]]:
    """Every piece that lies there or should."""
    package, table, replaced = now.game.package, now.board.table, _replaced(now)
    if now.lesson is not None:
        yield from _in_the_lesson(now.lesson)
    if package is not None and package.board is not None and now.stop is not Stop.GONE:
        kinds = _kinds(table)
        for site, piece in sorted(package.board.expected(now.game.view).items(), key=lambda item: _order(item[0])):
            if site not in replaced:
                yield _piece(site, _status(site, kinds), kind=piece.kind, seat=piece.seat, face_up=piece.face_up)
        yield from _unread(now, package.board)
    seat = None if now.board.draft is None else now.board.draft.seat
    status = "draft" if seat is not None else "lift" if now.board.clearing else "foreign"
    moved = _moved(now)
    for site in sorted(table.extra | replaced, key=_order):
        yield _piece(site, status, kind=moved.get(site), seat=seat)
    for site in sorted(table.to_lift, key=_order):
        yield _piece(site, "lift")


def _replaced(now: Situation) -> frozenset[Site]:
    """The sites of pieces whose place a piece of the draft has taken."""
    draft = now.board.draft
    return NOWHERE if draft is None or draft.verdict is not Verdict.LEGAL else draft.sites & now.board.table.relaid


def _moved(now: Situation) -> dict[Site, str]:
    """The kinds of the pieces of a draft that were moved: where only one is in hand, it is that one."""
    draft, board, table = now.board.draft, now.game.board, now.board.table
    if board is None or draft is None or not table.in_hand:
        return {}
    expected = board.expected(now.game.view)
    if draft.action is not None:
        moves = board.moves(draft.action).items()
        return {to: expected[site].kind for site, to in moves if to is not None and site in expected}
    [first, *others] = table.in_hand
    return {} if others else dict.fromkeys(table.extra, expected[first].kind)


def _in_the_lesson(lesson: Lesson) -> Iterator[dict[str, Any]]:
    judged = lesson.judged
    for site in sorted(lesson.sensed | judged.put, key=_order):
        told = "owed" if site in judged.put else "laid" if site in lesson.step.lying else "draft"
        seat = lesson.step.whose.get(site) if site in lesson.step.lying else None
        yield _piece(site, "lift" if site in judged.lift else told, seat=seat)


def _kinds(table: Table) -> Kinds:
    return (
        ("in_hand", table.in_hand),
        ("looked_at", table.looked_at),
        ("missing", table.missing),
        ("owed", table.to_lay),
    )


def _status(site: Site, kinds: Kinds) -> str:
    """The status of an expected piece."""
    return next((name for name, sites in kinds if site in sites), "laid")


def _piece(
    site: Site, status: str, *, kind: str | None = None, seat: Seat | None = None, face_up: bool = False
) -> dict[str, Any]:
    return {"site": str(site), "kind": kind, "seat": seat, "face_up": face_up, "status": status}


def _unread(now: Situation, board: OnBoard) -> Iterator[dict[str, Any]]:
    """The pieces that lie there while the game reads none."""
    if now.phase is Phase.PLAYING and board.reads(now.game.view) is Reads.NOTHING:
        for site in sorted(now.board.table.sensed - board.expected(now.game.view).keys(), key=_order):
            yield _piece(site, "laid")


def names(sites: Iterable[Light]) -> list[str]:
    return [str(place) for place in sorted(sites, key=_order)]


_order: Final = {light: number for number, light in enumerate(GRID.lights)}.__getitem__
