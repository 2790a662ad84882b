"""Piratoons on screens and in words: the functions of this folder behind the names of `games.api.Shown`."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from pearlboard.games.api import TABLE, Button, Json, Moment, Seat, Shown
from pearlboard.games.piratoons.board.draft import invitation
from pearlboard.games.piratoons.rules.actions import Action, Choose, Hold, Open, Practise, Proceed
from pearlboard.games.piratoons.rules.judging import may_put
from pearlboard.games.piratoons.rules.options import together
from pearlboard.games.piratoons.rules.scoring import totals
from pearlboard.games.piratoons.rules.state import Setup, Stage, Where
from pearlboard.games.piratoons.rules.tiles import BOATS, BOW, STERN, box
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.piratoons.shown import retelling, screen, telling
from pearlboard.texts import Sentence, say

COUNT_MS: Final = 9_600
"""The time for the rows of `pages/score.js` to appear, as `pages/game.css` animates them."""


class PiratoonsShown(Shown):
    """See `games.api.Shown`."""

    def screen(self, view: View, moment: Moment) -> Json:
        return screen.screen(view, moment)

    def sentence(self, view: View, moment: Moment) -> Sentence:
        match view.stage:
            case Stage.CLOSED:
                return say(_lid(view, moment), seat=view.captain, number=view.round, of=box().rounds)
            case Stage.PLUNDER if view.turn in computers(moment):
                return say("piratoons_thinks", seats=(view.turn,), count=1)
            case Stage.PLUNDER:
                return say(_rush(view, moment), seat=view.turn or view.captain, seats=tuple(sorted(view.holding)))
            case Stage.OVER:
                return telling.verdict(totals(view))
        if moment.draft is not None and not moment.draft.nothing:
            return moment.draft.sentence
        waited = view.waited and others(view.awaited, moment)
        return invitation(replace(view, waited=waited), computers(moment))

    def buttons(self, view: View, moment: Moment) -> Sequence[Button]:
        """The buttons that open, stop and settle a round; others stand beside their subject."""
        if view.stage is Stage.CLOSED and view.captain is not None:
            opening = Button("open", view.captain, Open(), say("piratoons_open"), main=True)
            practising = Button("practise", view.captain, Practise(), say("piratoons_practise"))
            return (opening, practising) if view.round == 1 else (opening,)
        if view.waited and view.awaited and others(view.awaited, moment):
            return (Button("proceed", TABLE, Proceed(), say("piratoons_proceed", seats=view.awaited), main=True),)
        if view.turn is not None:
            return (Button("hold", view.turn, Hold(), say("piratoons_hold")),)
        action = together(view)
        if action is None:
            return ()
        return (Button(telling.name(action), TABLE, action, say(f"piratoons_{telling.name(action)}"), main=True),)

    def count_ms(self, view: View) -> int:
        """The duration of the count; of ships on the table only the sums are shown."""
        return 0 if view.setup.boxed else COUNT_MS

    def told(self, view: View, seat: Seat, action: Action) -> Sentence:
        """A purchase is told in the words in which pages list it among the sales."""
        if isinstance(action, Choose):
            return retelling.bought(view.bids, (), seat, action)
        return telling.told(seat, action)

    def logged(self, view: View, seat: Seat, action: Action) -> Sentence:
        """A line of the log of moves, with the cost of a tile."""
        if isinstance(action, Choose):
            return retelling.bought(view.bids, view.sea, seat, action)
        return telling.told(seat, action)

    def came(self, before: View, after: View) -> Iterable[Sentence]:
        return () if before.practice else retelling.came(before, after)

    def reveals_information(self, view: View, *, explained: bool) -> bool:
        """Whether computers' steps are listed: pieces, counts and bids are seen where they lie, sales beside bids."""
        stages = (Stage.CHOICE, Stage.SHIPS, Stage.CLOSED) if explained else (Stage.SHIPS, Stage.CLOSED)
        return view.turn is not None or view.stage in stages

    def seat(self, setup: Setup, view: View | None, seat: Seat) -> Json:
        return screen.seat_of(view, seat)

    def known(self) -> Json:
        """The drawings of Boats and ends, and the size of a crew."""
        return {
            "hulls": {
                name: {
                    "storeys": hull.storeys,
                    "fore": hull.fore,
                    "aft": hull.aft,
                    "spaces": dict(hull.spaces),
                    "barrels": hull.barrels,
                }
                for name, hull in ((name, box().hulls[name]) for name in (BOW, *BOATS, STERN))
            },
            "crew": box().crew,
            "rounds": box().rounds,
        }


def computers(moment: Moment) -> frozenset[Seat]:
    """The seats that the computer plays."""
    return frozenset(seat for seat, sitting in moment.sittings.items() if sitting.level is not None)


def people_of(moment: Moment) -> list[Seat]:
    """The seats that people play."""
    return [seat for seat, sitting in moment.sittings.items() if sitting.level is None]


def others(awaited: Sequence[Seat], moment: Moment) -> bool:
    """Whether a person is there who waits: nobody is asked to go on without themselves."""
    return any(seat not in awaited for seat in people_of(moment))


def _rush(view: View, moment: Moment) -> str:
    """The sentence while all place: nobody is told to who cannot; computers are not told anything."""
    if not view.setup.sand_ms:
        return _without_sand(view)
    if view.sand_out:
        return "piratoons_sand_out"
    people = people_of(moment)
    if view.setup.plunder is Where.SCREEN and people and not any(may_put(view, seat) for seat in people):
        return "piratoons_all_placed"
    return f"piratoons_practising{_alone(moment)}" if view.practice else "piratoons_plunder"


def _without_sand(view: View) -> str:
    """The sentence where nobody is hurried."""
    if view.turn is not None:
        return "piratoons_turn_passed" if view.holding else "piratoons_turn"
    if not view.setup.in_turn:
        return "piratoons_no_sand"
    return "piratoons_all_passed" if view.holding else "piratoons_none_left"


def _lid(view: View, moment: Moment) -> str:
    """The sentence before a chest is opened."""
    if view.setup.boxed:
        return "piratoons_closed_box"
    return f"piratoons_practised{_alone(moment)}" if view.practice else "piratoons_closed"


def _alone(moment: Moment) -> str:
    """The ending of a sentence about practice for a single person: computers place nothing there."""
    return "_alone" if len(people_of(moment)) == 1 else ""
