"""A seat's own screen beyond what everybody sees, built from the seat's own view."""

from collections.abc import Iterator

from pearlboard.games.api import GameView, OnBoard, Package, Seat
from pearlboard.screens.match import players
from pearlboard.screens.possible import can_redo
from pearlboard.screens.screen import Screen, Words, acts
from pearlboard.session.questions import begun, package_of
from pearlboard.session.state import Phase, Session
from pearlboard.table.buttons import CONFIRMS, EndTurn, blocked, end_turn
from pearlboard.table.requests import Advice, PendingRequests
from pearlboard.table.situation import Situation, moment
from pearlboard.texts import Catalogue, Sentence


def private(seat: Seat, session: Session, now: Situation, asked: PendingRequests, catalogue: Catalogue) -> Screen:
    """The key `you` of this seat's screen."""
    agreement = now.game.agreement
    if agreement is None:
        return {}

    speaking = catalogue.of(agreement.game)

    def words(said: Sentence) -> str:
        return speaking.render(said, players(agreement))

    mine: Screen = {
        "seat": seat,
        "name": agreement.names[seat - 1],
        "to_move": seat in now.game.active,
        "advice": None,
        "acts": [],
        "game": {},
        "aloud": [],
        "can": list(_can(seat, now)),
    }
    if not begun(session) or session.phase is Phase.IDLE:
        return mine
    package = package_of(session)
    own, at = package.rules.view(session.state, seat), moment(now, words)
    mine["game"] = package.secrets.private(own, at, asked.choice(seat))
    told = _besides(package, own, now, seat)
    mine["aloud"] = [catalogue.aloud.of(package.name).render(each, players(agreement)) for each in told]
    offered = [] if blocked(now) else [*package.shown.buttons(now.game.view, at), *package.secrets.buttons(own, at)]
    mine["acts"] = acts(package, offered, seat, words)
    advised = asked.advised.get(seat)
    if advised is not None and advised.own is not None:
        mine["advice"] = _advice(package, own, advised.own, words)
    return mine


def _besides(package: Package, own: GameView, now: Situation, seat: Seat) -> list[Sentence]:
    """The pieces, cards or coins that a seat still has, beyond what everybody may know, for the ear."""
    common = package.by_ear.left(now.game.view, seat)
    return [told for told in package.by_ear.left(own, seat) if told not in common]


def _advice(package: Package, own: GameView, shown: tuple[Advice, ...], words: Words) -> list[Screen]:
    advising = package.advising
    if advising is None:
        return []

    def expects(points: float) -> str | None:
        said = advising.expectation(own, points)
        return None if said is None else words(said)

    board = package.board or OnBoard()
    return [
        {
            "text": words(advising.advice(advised.action)),
            "compared": words(advised.compared),
            "points": round(advised.points),
            "expects": expects(advised.points),
            "reason": None if advised.reason is None else words(advised.reason),
            "sites": sorted(str(site) for site in (board.places(advised.action) if package.board is not None else ())),
        }
        for advised in shown
    ]


def _can(seat: Seat, now: Situation) -> Iterator[str]:
    """The commands that this screen may send now, besides what the game offers."""
    yield "leave"
    yield from _can_go_back(seat, now)
    if now.only_computers and now.stop is None:
        yield "hurry"
    if now.game.counting:
        yield "end_count"
    if now.phase is not Phase.PLAYING:
        return
    yield "resume" if now.paused else "pause"
    if now.stop is None:
        yield from _can_act(seat, now)


def _can_go_back(seat: Seat, now: Situation) -> Iterator[str]:
    if now.requests.proposal is not None:
        yield "refuse_take_back"
        if seat in now.requests.open_seats:
            yield "agree_take_back"
    lays = now.board.draft is not None and now.board.draft.seat == seat  # whoever only looks on takes up no draft
    if now.turn.can_take_back and now.requests.proposal is None and (lays or now.turn.undoes is not None):
        yield "take_back"
    if can_redo(now) and now.stop is None and not now.paused:
        yield "redo"


def _can_act(seat: Seat, now: Situation) -> Iterator[str]:
    acts, pressed = seat in now.game.active, end_turn(now)
    if pressed is EndTurn.GO_ON or (acts and pressed in CONFIRMS):
        yield "confirm"
    if not acts:
        return
    if now.board.by_hand:
        yield "choose"
        if now.turn.can_say_laid:
            yield "laid"
    for name, allowed in (("hint", now.turn.can_hint), ("advise", now.turn.can_advise)):
        if allowed:
            yield name
