"""Answers to what is asked by ear: the last turn, what lies where, what may be played, how it stands. Pure.

An answer is made of the situation and of the table's view, whoever asks: whatever it says, everybody may know. Each is
short, and most have more for whoever asks for it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_lowercase
from typing import Final

from pearlboard.games.api import NOWHERE, Piece, Seat
from pearlboard.geometry import GRID, Edge, Site, Space
from pearlboard.sensing.health import Ailment
from pearlboard.session.state import Phase
from pearlboard.table.situation import Situation, moment
from pearlboard.table.speech import rules, sentence
from pearlboard.texts import Sentence, say
from pearlboard.voice.telling import at_length, situation
from pearlboard.voice.utterance import About, Urgency, Utterance, spoken

RECENT: Final = 6
"""The deeds that are told when somebody wants more than the last turn."""


class Question(StrEnum):
    """The questions. `ROW` and `COLUMN` have a number from 1, `PLACE` and `AROUND` a site."""

    AGAIN = "again"
    LONGER = "longer"
    NOW = "now"
    LAST = "last"
    ROW = "row"
    COLUMN = "column"
    PLACE = "place"
    AROUND = "around"
    LEFT = "left"
    WHERE = "where"
    COUNTS = "counts"
    SCORE = "score"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what it is about; `ailing`: what seems wrong with sensors."""

    question: Question
    number: int = 1
    site: Site | None = None
    ailing: Mapping[Site, Ailment] | None = None


OF_TURNS: Final = frozenset({Question.NOW, Question.WHERE, Question.COUNTS, Question.LEFT})
"""The questions about what can still be played; after the end all that is left to say is how it has ended."""

Told = tuple[tuple[Sentence, ...], tuple[Sentence, ...]]
"""An answer in short, and what there is besides."""


def answer(now: Situation, asked: Asked) -> Utterance:
    """The answer to a question about the game. What was said last is not asked here (`AGAIN`, `LONGER`)."""
    asks = Question.SCORE if now.ended and asked.question in OF_TURNS else asked.question
    said, more = ANSWERS.get(asks, _now)(now, asked)
    return spoken(now, About.ANSWER, Urgency.ASKED, said or (say("voice_nothing_to_say"),), more, asked=True)


def _now(now: Situation, _: Asked) -> Told:
    return situation(now).said, tuple(at_length(now))


def _last(now: Situation, _: Asked) -> Told:
    deeds = [deed for deed in now.game.deeds if not deed.back]
    if not deeds:
        return (say("voice_no_turn"),), ()
    turn = tuple(deed.said for deed in deeds if deed.turn == deeds[-1].turn)
    return turn, tuple(deed.said for deed in deeds[-RECENT:])


# --- what lies where -------------------------------------------------------------------------------------------------


def _row(now: Situation, asked: Asked) -> Told:
    row = max(1, min(asked.number, GRID.rows))
    return _along(now, say("voice_row", row=row), lambda space: space.row == row - 1)


def _column(now: Situation, asked: Asked) -> Told:
    column = max(1, min(asked.number, GRID.columns))
    return _along(
        now, say("voice_column", column=ascii_lowercase[column - 1]), lambda space: space.column == column - 1
    )


def _along(now: Situation, title: Sentence, within: Callable[[Space], bool]) -> Told:
    """A row or a column: its spaces and the lines in it; and, for whoever wants more, the lines beside it."""
    inner = [site for site in GRID.sites if all(map(within, _spaces(site)))]
    beside = [site for site in GRID.sites if isinstance(site, Edge) and within(site.first) != within(site.second)]
    there = tuple(_told_at(now, sorted(inner, key=_reading)))
    more = tuple(_told_at(now, beside))
    return (title, *(there or (say("voice_free"),))), more and (say("voice_beside"), *more)


def _reading(site: Site) -> tuple[Space, bool]:
    """The order in which a finger comes to it."""
    return (site, False) if isinstance(site, Space) else (site.first, True)


def _spaces(site: Site) -> tuple[Space, ...]:
    return (site,) if isinstance(site, Space) else (site.first, site.second)


def _place(now: Situation, asked: Asked) -> Told:
    site = asked.site or GRID.sites[0]
    ailment = (asked.ailing or {}).get(site)
    wrong = () if ailment is None else (say(ailment.value, site=site),)
    return (_itself(now, site), *wrong), _around(now, asked)[0]


def _around(now: Situation, asked: Asked) -> Told:
    """The place itself and what touches it."""
    site = asked.site or GRID.sites[0]
    if isinstance(site, Space):
        lines = GRID.edges_of[site]
        near: Iterable[Site] = (*lines, *(end for line in lines for end in _spaces(line) if end != site))
    else:
        meeting = frozenset(line for corner in GRID.corners_of[site] for line in GRID.edges_at[corner]) - {site}
        near = (site.first, site.second, *sorted(meeting))
    there = tuple(_told_at(now, near))
    return (_itself(now, site), say("voice_around"), *(there or (say("voice_free"),))), ()


def _itself(now: Situation, site: Site) -> Sentence:
    """A sentence for a place, also if there is nothing."""
    return next(_told_at(now, (site,)), say("voice_at", site=site, what=(say("voice_nothing"),)))


def _told_at(now: Situation, sites: Iterable[Site]) -> Iterator[Sentence]:
    """A sentence for each place at which there is something."""
    package, view = now.game.package, now.game.view
    pieces = {} if package is None or view is None or package.board is None else package.board.expected(view)
    for site in sites:
        if what := (*_by_log(now, site, pieces.get(site)), *_by_hand(now, site)):
            yield say("voice_at", site=site, what=what)


def _by_log(now: Situation, site: Site, piece: Piece | None) -> Iterator[Sentence]:
    """A place, and the piece that counts there."""
    package, view, lying = now.game.package, now.game.view, now.board.table
    if package is None or view is None:
        return
    if (place := package.by_ear.place(view, site)) is not None:
        yield place
    if piece is None:
        return
    noun = package.by_ear.piece(view, site, piece)
    if site in lying.to_lay:
        yield say("voice_to_lay", what=noun)
    elif site in lying.missing:
        yield say("voice_missing", what=noun)
    else:
        yield noun


def _by_hand(now: Situation, site: Site) -> Iterator[Sentence]:
    """A piece that does not count."""
    lying, draft = now.board.table, now.board.draft
    if site in lying.to_lift or site in (NOWHERE if draft is None else draft.lift):
        yield say("voice_to_lift")
    elif site in lying.extra:
        yield say("voice_draft" if now.board.by_hand else "voice_piece")


# --- what may be played, and how it stands -------------------------------------------------------------------------


def _left(now: Situation, _: Asked) -> Told:
    """The rest of the pieces of the seat to move; for whoever wants more, of everybody."""
    package, seat = now.game.package, now.game.to_move
    if package is None:
        return (), ()
    seats = range(1, 1 + len(() if now.game.agreement is None else now.game.agreement.names))
    everybody = tuple(each for one in seats for each in package.by_ear.left(now.game.view, one))
    return (everybody if seat is None else _of(now, seat)), everybody


def _of(now: Situation, seat: Seat) -> tuple[Sentence, ...]:
    package = now.game.package
    return () if package is None else package.by_ear.left(now.game.view, seat)


def _where(now: Situation, asked: Asked) -> Told:
    package = now.game.package
    if package is None or now.phase is not Phase.PLAYING or now.stop is not None:
        return _now(now, asked)
    told = package.by_ear.where(package.board, now.game.view)
    return told if told[0] else _now(now, asked)


def _counts(now: Situation, asked: Asked) -> Told:
    package, draft = now.game.package, now.board.draft
    if package is None or draft is None or now.stop is not None:
        return _now(now, asked)
    if not draft.sites:
        return (say("voice_nothing_counts"), sentence(now)), ()
    return (*package.by_ear.counts(now.game.view, moment(now)), sentence(now)), ()


def _score(now: Situation, asked: Asked) -> Told:
    package = now.game.package
    if package is None or now.game.counting:
        return _now(now, asked)
    told = package.by_ear.score(now.game.view)
    return (told or (sentence(now),), tuple(at_length(now))) if now.ended else (told[:1], told[1:])


def _rules(now: Situation, _: Asked) -> Told:
    """The game's aim; at length its rules, and what was agreed on."""
    package = now.game.package
    if package is None:
        return (), ()
    title = (package.title,) if package.goal is None else (package.title, package.goal)
    return title, (*package.brief, *rules(now))


ANSWERS: Final[Mapping[Question, Callable[[Situation, Asked], Told]]] = {
    Question.NOW: _now,
    Question.LAST: _last,
    Question.ROW: _row,
    Question.COLUMN: _column,
    Question.PLACE: _place,
    Question.AROUND: _around,
    Question.LEFT: _left,
    Question.WHERE: _where,
    Question.COUNTS: _counts,
    Question.SCORE: _score,
    Question.RULES: _rules,
}
