"""Explanations and answers for a beginner: from the table's view alone, so all may read them."""

from collections.abc import Iterator
from typing import Final

from pearlboard.games.api import Answer, Explanation
from pearlboard.games.piratoons.rules import ships
from pearlboard.games.piratoons.rules.judging import owned
from pearlboard.games.piratoons.rules.plunder import cancelled
from pearlboard.games.piratoons.rules.scoring import scores, totals, winners
from pearlboard.games.piratoons.rules.state import Stage, Where
from pearlboard.games.piratoons.rules.stowing import stowed
from pearlboard.games.piratoons.rules.tiles import box
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.piratoons.shown.retelling import signed
from pearlboard.texts import Sentence, say

SECOND: Final = 2


def explanations(view: View) -> Iterator[Explanation]:
    """The most urgent first: what is new, then what one does at this stage, then what it is good for."""
    match view.stage:
        case Stage.CLOSED:
            yield from _of_lid(view)
        case Stage.PLUNDER:
            yield from _of_rush(view)
        case Stage.COUNT:
            yield Explanation("count", say("piratoons_explain_count", most=box().crew))
        case Stage.BIDS:
            yield from _of_loot(view)
            yield Explanation("bids", say("piratoons_explain_bids"))
            yield Explanation("level", say("piratoons_explain_level"))
        case Stage.CHOICE:
            yield Explanation("choice", say("piratoons_explain_choice"))
        case Stage.SHIPS:
            yield from _of_loot(view)
            yield from _of_ships(view)
        case Stage.TALLY:
            yield Explanation("tally", say("piratoons_explain_tally"))
        case Stage.OVER if not view.setup.boxed:
            yield Explanation("over", say("piratoons_explain_over"))


def _of_lid(view: View) -> Iterator[Explanation]:
    if view.round == box().rounds:
        yield Explanation("last", say("piratoons_explain_last"))
    if view.round == 1:
        yield Explanation("begin", say("piratoons_explain_begin"))
    elif view.sea:
        yield Explanation("sea", say("piratoons_explain_sea", count=len(view.sea)))


def _of_rush(view: View) -> Iterator[Explanation]:
    if view.turn is not None:
        yield Explanation("in_turn", say("piratoons_explain_in_turn"))
        return
    if view.sand_out and view.setup.sand_ms:
        yield Explanation("stop", say("piratoons_explain_stop"))
        return
    screen = view.setup.plunder is Where.SCREEN
    yield Explanation("rush", say("piratoons_explain_rush_screen" if screen else "piratoons_explain_rush"))
    if view.round >= SECOND:
        yield Explanation("stock", say("piratoons_explain_stock"))
    if view.round > SECOND:
        yield Explanation("below", say("piratoons_explain_below"))


def _of_loot(view: View) -> Iterator[Explanation]:
    """Surprises of the loot: a bank that was short, crews that cancelled."""
    if view.halvings:
        yield Explanation("halved", say("piratoons_explain_halved"), times=2)
    for place, row in enumerate(view.crew or (), 1):
        level, winner = cancelled(row, view.out), view.loot[place - 1]
        if level and winner is not None:
            yield Explanation("tie_won", say("piratoons_again_tie_won", seats=level, place=place, other_seat=winner))
        elif level:
            yield Explanation("tie", say("piratoons_explain_tie", seats=level, place=place))


def _of_ships(view: View) -> Iterator[Explanation]:
    if view.setup.boxed:
        yield Explanation("real_ships", say("piratoons_explain_real_ships"))
    else:
        yield from _of_laid(view)
    for name in ("connections", "sets", "empty", "titles"):
        yield Explanation(name, say(f"piratoons_explain_{name}"))


def _of_laid(view: View) -> Iterator[Explanation]:
    over = [
        seat
        for seat in view.setup.seats
        if view.laid[seat - 1] is None
        and ships.overboard(stowed(view.ships[seat - 1], owned(view, seat)), owned(view, seat))
    ]
    if over:
        yield Explanation("thrown", say("piratoons_explain_thrown", seats=tuple(over)))
    yield Explanation("ships", say("piratoons_explain_ships"))


# --- asked -------------------------------------------------------------------------------------------------------


ASKED: Final = {
    Stage.CLOSED: ("goal", "captain", "sea"),
    Stage.PLUNDER: ("where", "ties", "stock"),
    Stage.COUNT: ("spoiled", "out"),
    Stage.BIDS: ("bid", "sale", "same"),
    Stage.CHOICE: ("must", "price"),
    Stage.SHIPS: ("overboard", "connections", "sets", "empty"),
    Stage.TALLY: ("points", "sets", "empty"),
}
"""The questions of each stage, most likely first."""


def answers(view: View) -> Iterator[Answer]:
    """The answers, beginning with what can be done."""
    if view.sand_runs:
        yield _answer("sand")
    for name in ASKED.get(view.stage, ()):
        if (name != "sea" or view.sea) and (name != "connections" or not view.setup.boxed):
            yield _answer(name)
    if view.over and not view.setup.boxed:
        yield from _of_victory(view)


def _of_victory(view: View) -> Iterator[Answer]:
    """The greatest difference to the best of the others, then every line of the count; nothing if all share."""
    counted = {seat: score.points for seat, score in scores(view.ships, view.doubloons).items()}
    first = winners(totals(view))
    others = [seat for seat in counted if seat not in first]
    if not others:
        return
    seat, other = first[0], max(others, key=lambda each: counted[each].total)
    lines = tuple(
        say(
            "piratoons_answer_line",
            seat=each,
            **{name: signed(getattr(points, name)) for name in PARTS},
            total=signed(points.total),
        )
        for each, points in counted.items()
    )
    best, less = ({name: getattr(counted[each], name) for name in PARTS} for each in (seat, other))
    part = max(PARTS, key=lambda name: best[name] - less[name])
    answer = say(
        "piratoons_answer_won",
        what=say(f"piratoons_part_{part}"),
        seat=seat,
        points=signed(best[part]),
        other_seat=other,
        other_points=signed(less[part]),
        lines=lines,
    )
    yield Answer(say("piratoons_ask_won", seats=first, count=len(first)), answer)


PARTS: Final = ("fastest", "richest", "biggest", "connections", "empty", "sets")


def _answer(name: str) -> Answer:
    question: Sentence = say(f"piratoons_ask_{name}")
    return Answer(question, say(f"piratoons_answer_{name}"))
