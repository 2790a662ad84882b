"""Laws of what is shown and said."""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Final

from pearlboard.checking.board import check_scene, looked_at, moment, themes_of
from pearlboard.checking.evidence import CannotPlay, Evidence, Played, named, of_seat
from pearlboard.checking.laws import broken
from pearlboard.checking.table import at_the_table
from pearlboard.errors import BadInput, PearlboardError
from pearlboard.games.api import (
    MOST_SEATS,
    TABLE,
    Actor,
    Choice,
    Course,
    GameAction,
    GameState,
    GameView,
    IllegalAction,
    Moment,
    Package,
    Picture,
    ReplayFrame,
)
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import brought, catalogue_of, spoken
from pearlboard.texts import Sentence

NAMES: Final = {seat: f"Player {seat}" for seat in range(1, MOST_SEATS + 1)}


def moments(evidence: Evidence) -> Iterator[tuple[Played, GameView, Moment]]:
    """The states met, as all see them."""
    board = evidence.package.board
    if board is not None:
        yield from looked_at(evidence, board)
        return
    for played in evidence.few:
        for state in played.states:
            yield played, evidence.rules.view(state, TABLE), moment(played)


def texts(evidence: Evidence) -> None:
    """Sentences exist in every language that the game speaks, with everything that a sentence mentions."""
    check_said(evidence.package, set(_said(evidence)))


def check_said(package: Package, sentences: Iterable[Sentence]) -> None:
    """Check that these sentences are said in every language that the game speaks."""
    for language in brought(package):
        there, catalogue = spoken(package, language), catalogue_of(package, language)
        for sentence in sentences:
            for part in _parts(sentence):
                if part.name not in there:
                    broken(f"{part.name!r} is not said in {language!r}: it stands in no catalogue of that language")
            try:
                catalogue.render(sentence, NAMES)
            except (PearlboardError, KeyError, IndexError, ValueError, TypeError) as error:
                broken(f"{sentence.name!r} cannot be said in {language!r}: {type(error).__name__}: {error}")


def _parts(sentence: Sentence) -> Iterator[Sentence]:
    yield sentence
    for _, told in sentence.parameters:
        for each in told if isinstance(told, tuple | list | frozenset) else (told,):
            if isinstance(each, Sentence):
                yield from _parts(each)


def _said(evidence: Evidence) -> Iterator[Sentence]:
    package, shown = evidence.package, evidence.package.shown
    yield package.title
    yield from (pick.words for pick in package.picks.offered)
    try:
        states = list(moments(evidence))
    except CannotPlay:
        return
    for _, seen, now in states:
        yield shown.sentence(seen, now)
        yield from _explained(package, seen, now)
        if now.draft is not None:
            yield now.draft.sentence
        yield from (button.words for button in shown.buttons(seen, now))
    for played in evidence.few:
        yield from package.options.said(played.setup)
        yield from _told(evidence, played)


def _explained(package: Package, seen: GameView, now: Moment) -> Iterator[Sentence]:
    """The explanations for beginners, as at the beginning of a game and as if everything were new."""
    explaining = package.explaining
    if explaining is None:
        return
    for each in (each for before in (None, seen) for each in explaining.explanations(before, seen)):
        yield from filter(None, (each.said, each.awaited))
    for answer in explaining.answers(seen, now):
        yield from (answer.question, answer.said)


def _told(evidence: Evidence, played: Played) -> Iterator[Sentence]:
    package, shown, rules = evidence.package, evidence.package.shown, evidence.rules
    for happening in played.acts:
        seen = rules.view(happening.before, TABLE)
        yield from shown.came(seen, rules.view(happening.after, TABLE))
        if (seat := of_seat(happening)) is not None:
            yield shown.told(seen, seat, happening.action)
            yield shown.logged(seen, seat, happening.action)
            yield package.retold(happening.before, seat, package.secrets.as_known(played.end, happening.action))
            if package.advising is not None:
                yield package.advising.advice(happening.action)
    for actor in (TABLE, 1):
        for happening in list(played.acts)[:20]:
            try:
                rules.apply(played.states[len(played.states) // 2], actor, happening.action)
            except IllegalAction as refused:
                yield refused.sentence


def screens(evidence: Evidence) -> None:
    """The pages' data is plain, and every button is something that its actor may do."""
    package, shown = evidence.package, evidence.package.shown
    names = [pick.name for pick in package.picks.offered]
    if len(set(names)) < len(names):
        broken(f"what each player may choose is {names}: none twice")
    _plain("picks", [pick.seat for pick in package.picks.offered])
    for played, seen, now in moments(evidence):
        _plain("screen", shown.screen(seen, now))
        for seat in range(1, played.players + 1):
            _plain("seat", shown.seat(played.setup, seen, seat))
        for button in shown.buttons(seen, now):
            _plain("buttons", package.rules.encode(button.action))
    for played in evidence.few:
        _plain("last", package.options.last(played.setup))
        _plain("seat", [shown.seat(played.setup, None, seat) for seat in range(1, played.players + 1)])
        for state in played.states:
            _offers(evidence, played, state)


def _offers(evidence: Evidence, played: Played, state: GameState) -> None:
    rules, shown, secrets = evidence.rules, evidence.package.shown, evidence.package.secrets
    now = moment(played)
    for seat in range(1, played.players + 1):
        own = rules.view(state, seat)
        _plain("private", secrets.private(own, now, Choice()))
        for button in secrets.buttons(own, now):
            _may(evidence, button.actor, button.action, state)
    for button in shown.buttons(rules.view(state, TABLE), now):
        _may(evidence, button.actor, button.action, state)


def _may(evidence: Evidence, actor: Actor, action: GameAction, state: GameState) -> None:
    rules = evidence.rules
    if actor not in rules.active(state):
        broken(f"a button is for {named(actor)}, who may not act ({type(action).__name__})")
    try:
        rules.may(rules.view(state, actor), actor, action)
    except IllegalAction as refused:
        broken(f"a button offers {named(actor)} what may not be done: {type(action).__name__}, {refused.rule}")


def _plain(what: str, document: object) -> None:
    try:
        json.dumps(document, allow_nan=False)
    except (TypeError, ValueError) as error:
        broken(f"`{what}` is no JSON: {error}")


def replays(evidence: Evidence) -> None:
    """A finished game is shown again: one frame for each action of a seat, in order, with their seats."""
    package = evidence.package
    themes = themes_of(evidence)
    for played in evidence.few:
        course = at_the_table(package, played)[1].course
        frames = list(package.frames(course))
        acted = [int(act.actor) for act in course.acts if act.actor != TABLE]
        if [frame.seat for frame in frames if frame.seat is not None] != acted:
            broken(
                f"{len(acted)} actions of seats are {sum(frame.seat is not None for frame in frames)} frames "
                "with a seat, or not those of these seats in order"
            )
        _shows_something(evidence, played, frames)
        for frame in frames:
            _plain("frames", frame.shown)
            check_scene(frame.scene, played.players, themes)
        _documents(package, course, frames)
        _drawn(package.finished.picture(course))


def _shows_something(evidence: Evidence, played: Played, frames: list[ReplayFrame]) -> None:
    board, rules = evidence.package.board, evidence.rules
    if board is None or any(frame.shown or frame.scene.lights for frame in frames):
        return
    if any(board.expected(rules.view(state, TABLE)) for state in played.states):
        broken("pieces lay on the board, and the replay shows nothing: no frame has lights (`scene`) or `shown`")


def _drawn(picture: Picture | None) -> None:
    """The drawing of the end can be written as SVG, and leads nowhere."""
    if picture is None:
        return
    for shape in (*picture.board, *picture.unit, *picture.defs, *chain.from_iterable(picture.signs.values())):
        try:
            str(shape)
        except BadInput as error:
            broken(f"`picture` cannot be drawn: {error}")


def _documents(package: Package, course: Course, frames: list[ReplayFrame]) -> None:
    for language in LANGUAGES:
        words = partial(catalogue_of(package, language).render, players=NAMES)
        _plain("replay", package.finished.replay(course, words))
        for frame in frames:
            _plain("said", [words(said) for said in frame.said])
        if (result := package.finished.result(course)) is not None:
            words(result)
    record = package.record(course)
    _plain("record", record)
    if package.files is not None:
        package.files().replay(json.dumps(record).encode())
