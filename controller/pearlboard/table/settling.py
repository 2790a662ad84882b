"""From session, board state and requests to a situation; lapsed requests are dropped. Pure.

The pieces on the board are read in one of three ways, as the game says: none may lie there (`CLEAR`), they are a draft
(`PIECES`), or they mean nothing (`NOTHING`). Without a game none may lie there.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from pearlboard.games.api import NOWHERE, Actor, Choice, Draft, OnBoard, Package, Reads, Seat, Table
from pearlboard.games.moving import OpenActions, in_hand
from pearlboard.geometry import GRID, Site
from pearlboard.session.board_state import BoardState, remaining_ms, restart_countdown, table
from pearlboard.session.decide import way_back
from pearlboard.session.facts import HintMode
from pearlboard.session.questions import agreed, package_of
from pearlboard.session.state import Phase, Session
from pearlboard.table.doubts import (
    amiss,
    doubtful_at,
    last_to_lay,
    may_be_unseen,
    mixed_up,
    never_lifted,
    unseen,
    why_it_waits,
)
from pearlboard.table.drawn_hands import movable
from pearlboard.table.game_part import game_part
from pearlboard.table.holding import noticed
from pearlboard.table.requests import PendingRequests
from pearlboard.table.situation import GamePart, Given, Part, RequestPart, Situation, Stop, TurnPart

MANY: Final = 6
"""More extra pieces than these are no slip: the board is to be cleared, and no sensor is doubted."""
EVERYWHERE: Final[frozenset[Site]] = frozenset(GRID.sites)


def settle(given: Given) -> tuple[Situation, BoardState, PendingRequests]:
    """The situation, and what is left of the board state and of the requests.

    Lapsed requests are dropped: a proposal that nobody answered, a choice for a draft that is gone. The countdown then
    restarts, so that no draft counts by surprise.
    """
    now, requests = situate(given), given.requests
    if given.board.part is not Part.LEADS:
        return _led(now, given)
    if requests.continuing and (given.state.sensed or now.phase is not Phase.PLAYING):
        requests = replace(requests, continuing=False)
    kept = _without_lapsed(given.session, now, requests)
    if kept is not requests:
        return settle(replace(given, state=restart_countdown(given.state, given.at_ms), requests=kept))
    state = noticed(given.state, now.board.table, now.board.draft)
    if state.disturbed == given.state.disturbed:
        return now, state, requests
    return settle(replace(given, state=state, requests=requests))


def _led(now: Situation, given: Given) -> tuple[Situation, BoardState, PendingRequests]:
    """The situation at a board that does not lead. Pieces that nobody has asked for are early there: they are to be
    lifted, also when this board leads again. Requests lapse where the draft is read, and nowhere else.
    """
    early = now.board.table.extra if now.board.by_hand and now.stop is None else NOWHERE
    if early:
        return settle(replace(given, state=replace(given.state, must_lift=given.state.must_lift | early)))
    return now, noticed(given.state, now.board.table, now.board.draft), given.requests


def _without_lapsed(session: Session, now: Situation, requests: PendingRequests) -> PendingRequests:
    if requests.proposal is not None and now.requests.proposal is None:
        return replace(requests, proposal=None)
    if requests.gave_way and now.board.drafted != requests.gave_way_to:
        return replace(requests, gave_way=NOWHERE, gave_way_to=NOWHERE)
    draft, board = now.board.draft, now.game.board
    if now.stop is not None or draft is None or draft.seat is None or board is None:
        return requests
    said = requests.choice(draft.seat)
    holds: Choice = package_of(session).choices.holds(draft, said, own_screen=_own_screen(now, draft.seat))
    return requests if holds == said else requests.with_choice(draft.seat, holds)


def situate(given: Given) -> Situation:
    """The situation: the board read against the log."""
    session = given.session
    game = replace(game_part(session), counting=given.counting and session.phase is Phase.OVER, drawn=given.drawn)
    now = Situation(
        session.phase,
        session.public,
        session.paused,
        exhibit=given.showing.exhibit,
        lesson=given.showing.lesson,
        game=game,
        board=given.board,
        turn=_turn(given, game),
        requests=_requests(given, game),
    )
    return READ[_reads(now)](now, given)


def _turn(given: Given, game: GamePart) -> TurnPart:
    back, on = way_back(given.session), game.package is not None
    return TurnPart(
        still_ms=given.still_ms if on else 0,
        can_take_back=on and bool(back),
        undoable=given.session.free,
        undoes=back[0].actor if back else None,
        back_to=back[0].actor if len(back) > 1 else None,
        redoes=given.session.undone[0][0] if on and given.session.undone else None,
        stuck=given.stuck and bool(game.thinking),
        by_itself=on and _by_itself(given),
    )


def _by_itself(given: Given) -> bool:
    """Whether a draft may count by lying still, as agreed, at this table and on this board."""
    return agreed(given.session).confirms_itself and not given.patient and not given.board.on_screen


def _requests(given: Given, game: GamePart) -> RequestPart:
    proposal = given.requests.proposal
    if proposal is not None and (given.at_ms >= proposal.until_ms or not way_back(given.session)):
        proposal = None
    return RequestPart(
        choices={} if game.package is None else given.requests.public,
        proposal=proposal,
        open_seats=() if proposal is None else proposal.open(given.session),
        regions=given.regions,
        ready=game.together and given.place in given.requests.ready,
    )


def _reads(now: Situation) -> Reads:
    package = now.game.package
    if package is None:
        return Reads.CLEAR
    if package.board is None or now.phase is Phase.OVER or now.board.part is Part.WATCHES:
        return Reads.NOTHING
    return package.board.reads(now.game.view)


def _stop(given: Given) -> Stop | None:
    if given.session.gone:
        return Stop.GONE
    if given.stop is not None:
        return given.stop
    if given.state.sensed is None:
        return Stop.UNKNOWN
    return Stop.PAUSED if given.session.paused else None


# --- nothing may lie there -----------------------------------------------------------------------------------------


def _clear(now: Situation, given: Given) -> Situation:
    elsewhere = now.exhibit is not None or now.lesson is not None
    unread = given.session.gone or (now.game.package is None and elsewhere)
    lying = table(given.state, NOWHERE, given.at_ms, unsensed=EVERYWHERE if unread else NOWHERE)
    clearing = len(lying.extra) > MANY or bool(lying.extra & (given.session.left.keys() | given.showing.left))
    patient, asked = (clearing, lying.extra) if now.lesson is None else (True, now.lesson.asked_alone)
    doubtful = never_lifted(given, asked) if patient else doubtful_at(given, asked)
    return replace(now, stop=_stop(given), board=replace(now.board, table=lying, clearing=clearing, doubtful=doubtful))


# --- what lies there is a draft ------------------------------------------------------------------------------------


def _pieces(now: Situation, given: Given) -> Situation:
    session, state, requests, package = given.session, given.state, given.requests, package_of(given.session)
    board = _board_of(package)
    people = _people_act(now, given)
    unsensed = package.peeking.unsensed(now.game.view, tiles=now.board.tiles, thinking=now.game.all_computers)
    opened = cache(lambda: tuple(board.open_actions(now.game.view)))
    lying = _lying(now, given, board, EVERYWHERE if session.paused else unsensed, opened)
    stop = _stop(given) or _question(given, lying.expected - unsensed - lying.in_hand)
    said = requests.public if people else {}
    confirms_itself = now.turn.by_itself and state.moved
    draft = board.draft(now.game.view, lying, said, confirms_itself=confirms_itself)
    last = last_to_lay(given, lying, draft) if stop is None else NOWHERE
    mixed = mixed_up(given, lying, board, now.game.view, opened)
    why = why_it_waits(given, draft, last, mixed, confirms_itself=confirms_itself)
    if why is not None:
        confirms_itself, draft = False, replace(draft, sentence=why)
    now = replace(
        now,
        stop=stop,
        game=replace(now.game, turn=now.game.turn + 1),
        board=replace(
            now.board,
            table=lying,
            draft=draft,
            doubtful=doubtful_at(given, amiss(draft) | lying.in_hand) if stop is None else NOWHERE,
            movable=movable(board, lying, opened),
            last_to_lay=last,
            mixed=mixed,
        ),
        requests=replace(now.requests, choices=said),
    )
    now = replace(now, turn=_turn_of_draft(now, given, package, draft, confirms_itself=confirms_itself))
    return _with_help(now, given, package, draft) if stop is None and people else now


def _own_screen(now: Situation, seat: Seat | None) -> bool:
    """Whether a seat has a screen that nobody else looks at."""
    return seat in now.game.phones or seat in now.game.drawn


def _people_act(now: Situation, given: Given) -> bool:
    """Whether what people lay at this board can be a draft."""
    return given.board.part is Part.LEADS and not now.game.all_computers


def _board_of(package: Package) -> OnBoard:
    if package.board is None:
        raise TypeError("only a game with a board reads pieces")
    return package.board


def _question(given: Given, expected: frozenset[Site]) -> Stop | None:
    """The question whether the game goes on, if the board is empty where much should lie."""
    empty = len(expected) > 1 and not given.state.sensed and given.board.part is Part.LEADS
    return Stop.QUESTION if empty and not given.requests.continuing else None


def _lying(now: Situation, given: Given, board: OnBoard, unsensed: frozenset[Site], opened: OpenActions) -> Table:
    people = _people_act(now, given)
    lying = table(
        given.state,
        frozenset(board.expected(now.game.view)),
        given.at_ms,
        unsensed=unsensed,
        may_be_lifted=package_of(given.session).peeking.may_be_lifted(now.game.view),
        in_hand=lambda gone: in_hand(board, opened(), gone) if people and gone else NOWHERE,
    )
    return replace(lying, thinking=not people, on_screen=now.board.on_screen)


def _turn_of_draft(now: Situation, given: Given, package: Package, draft: Draft, *, confirms_itself: bool) -> TurnPart:
    said: Mapping[Actor, Any] = now.requests.choices
    awaits = package.choices.awaits(
        draft, None if draft.seat is None else said.get(draft.seat), own_screen=_own_screen(now, draft.seat)
    )
    counts = now.stop is None and confirms_itself and not awaits and given.requests.proposal is None
    return replace(
        now.turn,
        remaining_ms=remaining_ms(given.state, draft, given.at_ms, still_ms=now.turn.still_ms) if counts else None,
        awaits=awaits and now.stop is None,
        can_say_laid=now.stop is None and not now.game.all_computers and may_be_unseen(given, draft),
        can_take_back=now.stop is None and (now.turn.can_take_back or now.board.loose),
    )


def _with_help(now: Situation, given: Given, package: Package, draft: Draft) -> Situation:
    """Add hints and advice, for people whose turn it is."""
    hints, requests = agreed(given.session).hints_of(now.game.to_move), given.requests
    lying = now.board.table
    return replace(
        now,
        turn=replace(
            now.turn,
            can_hint=package.hints is not None and (hints is HintMode.REQUEST or given.ask_regions),
            can_advise=_has_adviser(given, hints) and not (lying.missing or lying.to_lift or lying.to_lay),
        ),
        requests=replace(
            now.requests,
            hinting=_hinting(given, package, lying, hints),
            few=package.hints is not None and hints is HintMode.REQUEST and package.hints.few(now.game.view),
            unseen=unseen(given, draft),
            gave_way=requests.gave_way,
            advised=frozenset().union(*(each.places for each in requests.advised.values())),
            advice=tuple(advice for each in requests.advised.values() for advice in each.common),
        ),
    )


def _hinting(given: Given, package: Package, lying: Table, hints: HintMode) -> bool:
    """Whether legal placements are shown: always, for a while after a request, or to whoever has lifted a piece."""
    asked = hints is HintMode.REQUEST and given.at_ms < given.requests.hints_until_ms
    shown = package.hints is not None and (hints is HintMode.ALWAYS or asked)
    return shown or (hints is not HintMode.OFF and bool(lying.in_hand))


def _has_adviser(given: Given, hints: HintMode) -> bool:
    adviser = package_of(given.session).adviser_of(agreed(given.session).setup)
    return adviser is not None and hints is not HintMode.OFF


# --- what lies there says nothing ----------------------------------------------------------------------------------


def _unread(now: Situation, given: Given) -> Situation:
    """The situation of a game that does not read pieces: only a pause stops it, or pieces of computers still to be
    laid.
    """
    stop = Stop.PAUSED if given.session.paused else None
    board = package_of(given.session).board
    now = replace(now, stop=stop)
    return _boardless(now, given) if board is None else _owed_only(now, given, board)


def _boardless(now: Situation, given: Given) -> Situation:
    going = now.stop is None
    hints = agreed(given.session).hints_of(now.game.to_move)
    can_advise = going and _has_adviser(given, hints) and now.game.to_move is not None and not now.game.thinking
    return replace(
        now,
        game=replace(now.game, turn=now.game.turn + (now.phase is Phase.PLAYING)),
        turn=replace(now.turn, can_take_back=now.turn.can_take_back and going, can_advise=can_advise),
    )


def _owed_only(now: Situation, given: Given, board: OnBoard) -> Situation:
    expected = board.expected(now.game.view)
    lying = table(given.state, frozenset(expected), 0, unsensed=EVERYWHERE)
    if given.state.sensed is not None and now.phase is Phase.PLAYING and now.board.part is not Part.WATCHES:
        face_up = frozenset(site for site, piece in expected.items() if piece.face_up) if now.board.tiles else NOWHERE
        lying = replace(lying, owed=given.state.owed & frozenset(expected) - face_up)
    lying = replace(lying, on_screen=now.board.on_screen)
    draft = board.draft(now.game.view, lying, {}, confirms_itself=False) if lying.to_lay else None
    return replace(now, board=replace(now.board, table=lying, draft=draft))


READ: Final[Mapping[Reads, Callable[[Situation, Given], Situation]]] = {
    Reads.CLEAR: _clear,
    Reads.PIECES: _pieces,
    Reads.NOTHING: _unread,
}
"""The functions that make a situation, by the way in which the game reads the board."""
