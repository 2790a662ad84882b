"""A finished game of Pearls, turn by turn: what lay there, what everybody held. It tells every hand."""

from collections.abc import Callable, Iterator

from pearlboard.games.api import TABLE, Course, Json, ReplayFrame, Seat
from pearlboard.games.pearls.board.scene import again
from pearlboard.games.pearls.rules.actions import Action, Take
from pearlboard.games.pearls.rules.standings import standings
from pearlboard.games.pearls.rules.state import State
from pearlboard.games.pearls.rules.view import View, view
from pearlboard.games.pearls.shown.screen import cards_of, display, hand, necklaces, placed_by, rows
from pearlboard.games.pearls.shown.telling import logged, verdict
from pearlboard.texts import Sentence, say


def frames(course: Course) -> Iterator[ReplayFrame]:
    """The frames of a replay."""
    yield _frame("start", course.start, (say("pearls_told_start", seat=course.start.to_move),))
    states = [*(act.before for act in course.acts[1:]), course.end]
    for turn, (act, after) in enumerate(zip(course.acts, states, strict=True), 1):
        seat = int(act.actor)
        said = (logged(view(act.before, TABLE), seat, act.action), *_consequences(act.before, after))
        yield _frame("step", after, said, seat, turn)
    yield _frame("result", course.end, (verdict(standings(view(course.end, TABLE))),))


def _consequences(before: State, after: State) -> Iterator[Sentence]:
    was, now = view(before, TABLE), view(after, TABLE)
    if was.last_turns is None and now.last_turns is not None:
        yield say("pearls_told_last" if now.necklaces else "pearls_told_last_necklace")


def _frame(
    kind: str, state: State, said: tuple[Sentence, ...], seat: Seat | None = None, turn: int | None = None
) -> ReplayFrame:
    seen = view(state, TABLE)
    return ReplayFrame(kind, said, again(seen, seat), seat, turn, _shown(state, seen))


def _shown(state: State, seen: View) -> Json:
    last = seen.last
    return {
        "display": display(seen),
        "pile": seen.draw,
        "necklaces": necklaces(seen),
        "last": None if last is None else {"seat": last.seat, **cards_of(last)},
        "players": [
            {
                "seat": seat,
                "hand": seen.sizes[seat - 1],
                "cards": hand(state.hands[seat - 1]),
                "pile": pile.size,
                "won": list(pile.necklaces),
            }
            for seat, pile in enumerate(seen.piles, 1)
        ],
    }


def laid(action: Action) -> list[Json]:
    """A turn in place of the one that was played: the colour taken, or the cards placed."""
    return [{"chosen": action.colour.value if isinstance(action, Take) else None, "placed": placed_by(action)}]


def document(course: Course, words: Callable[[Sentence], str]) -> Json:
    """The document of the replay's page besides the frames."""
    ranked = standings(view(course.end, TABLE))
    return {
        "result": {
            "text": words(verdict(ranked)),
            "winners": [each.seat for each in ranked if each.place == 1],
            "standings": rows(ranked, {}),
        }
    }
