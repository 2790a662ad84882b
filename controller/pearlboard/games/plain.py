"""Defaults of most games on the board: what must be put right first, and the lights of a draft."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pearlboard.games.values import NOWHERE, SEATINGS, Draft, Moment, Piece, Seat, Table, Verdict
from pearlboard.geometry import Site
from pearlboard.lights.scene import Cue, Mark, Role, Scene
from pearlboard.lights.shapes import RIM_CORNERS
from pearlboard.lights.signals import Marks, beside, corners, lit, rim, ring
from pearlboard.texts import Sentence, say

FULL: Final = 1000
"""Thousandths."""
LISTED: Final = 6
"""The most places of pieces to be laid that are named; more are shown, and counted."""


def put_right(seat: Seat | None, table: Table) -> Draft | None:
    """The draft as long as a piece is missing, must be lifted, or is still to be laid; None if all lies well.

    `seat` is to act, None where all are.
    """
    if table.missing:
        return _wrong(seat, table, _told("pieces_missing", table.missing), put=table.missing)
    if table.to_lift and table.to_lay == table.to_lift:
        return _wrong(seat, table, _told("pieces_to_exchange", table.to_lift), lift=table.to_lift)
    if table.to_lift and table.to_lay:
        told = say("pieces_to_move", lift=table.to_lift, lay=table.to_lay, count=len(table.to_lift))
        return _wrong(seat, table, told, lift=table.to_lift, put=table.to_lay - table.sensed)
    if table.to_lift:
        return _wrong(seat, table, _told("pieces_to_lift", table.to_lift), lift=table.to_lift)
    if table.looked_at:
        told = _told("pieces_missing", table.looked_at)
        return Draft(seat, Verdict.UNFINISHED, told, table.extra, put=table.looked_at)
    if table.to_lay:
        told = say("owed_first", sites=table.to_lay) if len(table.to_lay) <= LISTED else _told("lay_out", table.to_lay)
        return _wrong(seat, table, told, put=table.to_lay)
    return None


def _told(name: str, sites: frozenset[Site]) -> Sentence:
    return say(name, sites=sites, count=len(sites))


def _wrong(
    seat: Seat | None,
    table: Table,
    sentence: Sentence,
    *,
    lift: frozenset[Site] = NOWHERE,
    put: frozenset[Site] = NOWHERE,
) -> Draft:
    return Draft(seat, Verdict.ILLEGAL, sentence, table.extra, lift=lift, put=put)


def plain_scene(moment: Moment, expected: Mapping[Site, Piece] = MappingProxyType({})) -> Scene:
    """The player to move, by the rim; the draft around its pieces; what must be lifted or laid, beside or on its site.

    The place of a piece that is in hand breathes, and where it may go is lit while hints are shown. `expected` says
    whose piece belongs on a site.
    """
    draft, covered = moment.draft, moment.table.sensed
    if draft is None:
        return Scene(ring(Role.WAITING))
    matter = beside(draft.lift, covered, Role.ILLEGAL_END if draft.sites & draft.lift else Role.LIFT)
    whose = {site: piece.seat for site, piece in expected.items()}
    role = {site: Role.OWED if site in moment.table.owed else Role.MISSING for site in draft.put}
    matter |= {site: Mark(role[site], whose.get(site)) for site in draft.put}
    if moment.hinting:
        matter |= lit(draft.targets - covered, Role.TARGET) | beside(draft.targets & covered, covered, Role.TARGET)
    matter |= lit(moment.table.in_hand, Role.IN_HAND, draft.seat)
    marks = _rim(draft, moment) | lit(corners(draft.sites - draft.lift), Role.DRAFT, draft.seat) | matter
    return Scene(marks, _cue(draft, moment))


def _rim(draft: Draft, moment: Moment) -> Marks:
    if draft.seat is None:
        return ring(Role.WAITING)
    place = SEATINGS[len(moment.sittings)][draft.seat]
    if moment.table.thinking:
        return rim(place, Role.THINKING, draft.seat)
    if moment.countdown is not None:
        side = RIM_CORNERS[place]
        return lit(side[: -(-len(side) * moment.countdown // FULL)], Role.COUNTDOWN, draft.seat)
    asks = draft.verdict is Verdict.LEGAL or moment.unseen
    return rim(place, Role.CONFIRM if asks else Role.TURN, draft.seat)


def _cue(draft: Draft, moment: Moment) -> str | None:
    if draft.put:
        return Cue.OWED if draft.put <= moment.table.owed else Cue.MISSING
    if draft.lift:
        return Cue.ILLEGAL if draft.sites & draft.lift else Cue.TAKEN_BACK
    return Cue.PLACED if draft.verdict is Verdict.LEGAL else None
