"""The lights of Pearls. A ring says all of its card: the Diver covers a slot's space and nothing else."""

from dataclasses import dataclass
from typing import Final

from pearlboard.games.api import Draft, Moment, Verdict
from pearlboard.games.pearls.board.places import (
    BESIDE_STRING,
    MORE,
    NECKLACES,
    SLOTS,
    STRING,
    corners_of,
    edges_of,
    rims,
    ring,
)
from pearlboard.games.pearls.board.roles import CARD, CHOSEN, DEALT, FAINT, NECKLACE, OPEN, TO_COME, TOO_MANY, role
from pearlboard.games.pearls.board.roles import STRING as PLACED
from pearlboard.games.pearls.rules.actions import Place, Take
from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.pearls.rules.options import fits
from pearlboard.games.pearls.rules.standings import standings
from pearlboard.games.pearls.rules.view import View
from pearlboard.geometry import Light, Space
from pearlboard.lights.scene import Cue, Mark, Role, Scene
from pearlboard.lights.shapes import around
from pearlboard.lights.signals import Marks, lit
from pearlboard.lights.signals import ring as all_sides

NEWS_MS: Final = 4000
"""How long a string and new cards are shown."""
APART_MS: Final = 250
"""The delay from one new card to the next."""
FULL: Final = 1000


@dataclass(frozen=True, slots=True)
class News:
    """The results of the last turn: the slots filled anew, the cards placed, the necklace won."""

    dealt: tuple[int, ...] = ()
    placed: tuple[Colour, ...] = ()
    necklace: int | None = None


def news(before: View, after: View) -> News | None:
    """The news of the turn between these two views, if there was one."""
    last = after.last
    if last is None or last == before.last:
        return None
    if isinstance(last.action, Place):
        cards = (last.action.colour,) * last.action.cards + (Colour.WILD,) * last.action.wilds
        return News(placed=cards, necklace=last.necklace)
    return News(dealt=last.dealt) if last.dealt else None


def lights_of(view: View, moment: Moment) -> Scene:
    """The whole scene."""
    fresh = moment.news if isinstance(moment.news, News) else News()
    marks = _middle(view, fresh) | _rims(view, moment)
    if view.over:
        return Scene(marks, Cue.WIN, moment.since_ms)
    if view.last_turns is None:
        marks |= _display(view, moment, fresh)
    return Scene(marks | _matter(moment), _cue(view, moment, fresh), moment.since_ms)


# --- the display -------------------------------------------------------------------------------------------------


def _display(view: View, moment: Moment, fresh: News) -> Marks:
    draft = moment.draft
    taken = draft.action.colour if draft is not None and isinstance(draft.action, Take) else None
    marks: Marks = {}
    for number, (slot, colour) in enumerate(zip(SLOTS, view.display, strict=True)):
        if colour is None:
            continue
        if taken is not None:
            marks |= _card(slot, colour, CHOSEN if colour is taken else FAINT)
        elif number in fresh.dealt:
            marks |= _dealt(slot, colour, fresh.dealt.index(number) * APART_MS)
        elif moment.hinting:
            marks |= _hinted(view, slot, colour)
        else:
            marks |= _card(slot, colour, CARD)
    return marks


def _hinted(view: View, slot: Space, colour: Colour) -> Marks:
    """Whether that colour may be taken: its whole ring breathes; one that is too many has one corner alone."""
    if fits(view, colour):
        return _card(slot, colour, OPEN)
    return lit([slot], role(CARD, colour)) | lit(corners_of(slot)[:1], TOO_MANY)


def _card(slot: Space, colour: Colour, kind: str) -> Marks:
    return lit((slot, *corners_of(slot), *edges_of(slot, colour)), role(kind, colour))


def _dealt(slot: Space, colour: Colour, delay_ms: int) -> Marks:
    """Its corners flash once and then stay dark as long as this is news: so new cards are known for some seconds."""
    flash = dict.fromkeys(corners_of(slot), Mark(role(DEALT, colour), delay_ms=delay_ms))
    return lit((slot, *edges_of(slot, colour)), role(CARD, colour)) | flash


# --- between the two rows ----------------------------------------------------------------------------------------


def _middle(view: View, fresh: News) -> Marks:
    """The necklaces, or what was just placed; what was won with it runs along beside."""
    if not fresh.placed:
        return _necklaces(view)
    marks: Marks = {}
    for light, colour in zip(STRING, fresh.placed, strict=False):
        marks[light] = Mark(role(PLACED, colour))
    if fresh.necklace is not None:
        for number, lights in enumerate(BESIDE_STRING):
            marks |= dict.fromkeys(lights, Mark(Role.WAVE, delay_ms=number * APART_MS))
    return marks


def _necklaces(view: View) -> Marks:
    marks: Marks = {}
    for value, place in NECKLACES.items():
        there = view.necklaces.count(value)
        shining: tuple[Light, ...] = (place, MORE[value])[:there]
        marks |= lit(shining, NECKLACE)
    return marks


# --- the border --------------------------------------------------------------------------------------------------


def _rims(view: View, moment: Moment) -> Marks:
    """Border spaces alone: the corners there belong to rings."""
    border = rims(view.setup.players)
    marks: Marks = {}
    if view.over:
        for standing in standings(view):
            if standing.place == 1:
                marks |= lit(border[standing.seat], Role.WINNER, standing.seat)
        return marks
    for seat in to_come(view):
        marks |= lit(border[seat], TO_COME, seat)
    return marks | _turn(border[view.to_move], view, moment)


def to_come(view: View) -> tuple[int, ...]:
    """The seats that still have their last turn after the one to move, in order, but for those without cards."""
    if not view.last_turns:
        return ()
    players = view.setup.players
    after = [(view.to_move - 1 + step) % players + 1 for step in range(1, view.last_turns)]
    return tuple(seat for seat in after if view.sizes[seat - 1])


def _turn(rim: tuple[Space, ...], view: View, moment: Moment) -> Marks:
    seat, draft = view.to_move, moment.draft
    if draft is None:
        return {light: mark for light, mark in all_sides(Role.WAITING).items() if isinstance(light, Space)}
    if moment.table.thinking:
        return lit(rim, Role.THINKING, seat)
    if moment.countdown is not None:
        return lit(rim[: -(-len(rim) * moment.countdown // FULL)], Role.COUNTDOWN, seat)
    asks = draft.verdict is Verdict.LEGAL or moment.unseen
    return lit(rim, Role.CONFIRM if asks else Role.TURN, seat)


# --- what is the matter ------------------------------------------------------------------------------------------


def _matter(moment: Moment) -> Marks:
    draft = moment.draft
    if draft is None:
        return {}
    marks: Marks = {}
    for site in draft.lift:
        lights: frozenset[Light] = ring(site) if site in SLOTS else around(site, moment.table.sensed)
        marks |= lit(lights, Role.ILLEGAL_END if site in draft.sites else Role.LIFT)
    return marks


def _cue(view: View, moment: Moment, fresh: News) -> str | None:
    draft = moment.draft
    if draft is not None and draft.lift:
        return _cue_of_lift(draft)
    if fresh.necklace is not None:
        return "pearls_necklace"
    if fresh.placed:
        return "pearls_placed"
    if draft is not None and draft.verdict is Verdict.LEGAL:
        return Cue.PLACED
    return "pearls_dealt" if fresh.dealt else "pearls_last" if view.last_turns == view.setup.players else None


def _cue_of_lift(draft: Draft) -> str:
    return Cue.ILLEGAL if draft.sites & draft.lift else Cue.TAKEN_BACK


# --- looked at again ---------------------------------------------------------------------------------------------


def again(view: View, seat: int | None) -> Scene:
    """A moment of a finished game: what lay there then, and who had just moved."""
    mover = {} if seat is None else lit(rims(view.setup.players)[seat], Role.TURN, seat)
    if view.over:
        return Scene(_middle(view, News()) | _rims(view, Moment()))
    cards = {} if view.last_turns is not None else _display(view, Moment(), News())
    return Scene(_middle(view, News()) | mover | cards)
