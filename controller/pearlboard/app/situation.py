"""How things stand at one moment, for lights, screens and the countdown. It holds nothing that all may not know.

Until the reveal the only values in it are those of Divers that lie face up; from then on the tiles are turned up, and
what the table takes them for is in `reckoning`, and the count in `score`. What a seat alone may know is in `private`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from pearlboard.app.replay import Exhibit
from pearlboard.games.api import (
    NOWHERE,
    TABLE,
    Choice,
    Draft,
    Game,
    GameStep,
    GameView,
    Hints,
    Reckoning,
    Seat,
    Table,
    Token,
)
from pearlboard.games.perladora.scoring import Score, score
from pearlboard.geometry import GRID, Site, Space
from pearlboard.session.decide import steps_back
from pearlboard.session.evolve import agreed, game_of
from pearlboard.session.facts import Agreement, HintMode
from pearlboard.session.level import Level, remaining_ms, table
from pearlboard.session.state import Phase, Session
from pearlboard.texts import Sentence

DOUBT_MS: Final = 10_000
"""After so long with something to be put right, people may say that a sensor is wrong."""
TOLD: Final = 6
"""As many steps of computers are told, at most."""
EVERYWHERE: Final[frozenset[Site]] = frozenset(GRID.sites)


class Stop(StrEnum):
    """Why nothing that lies on the board counts at the moment."""

    LOST = "lost"  # the board does not answer
    UNKNOWN = "unknown"  # it has only just answered
    FROZEN = "frozen"  # a frame bit is wrong
    QUESTION = "question"  # the board is empty, and a game is on: continue, or a new one?
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Somebody (None: at the table) wants to take the last step back, and all must agree.

    `agreed` are seats with a screen of their own; `table`: those without one have agreed.
    """

    by: Seat | None
    until_ms: int
    agreed: frozenset[Seat] = frozenset()
    table: bool = False

    def with_word(self, seat: Seat | None) -> "Proposal":
        """One more agrees; None: those without a screen."""
        return replace(self, table=True) if seat is None else replace(self, agreed=self.agreed | {seat})

    def open(self, session: Session) -> tuple[Seat, ...]:
        """The seats that have not agreed yet; computers always do."""
        return tuple(
            seat
            for seat in agreed(session).people
            if not (seat in self.agreed if seat in session.phones else self.table)
        )


@dataclass(frozen=True, slots=True)
class Looking:
    """An Elder looks at a Diver. Whether the program could show its value is no business of others.

    `how`: on a "phone"; at the "table", on the host's page; or at the "tile" alone, where the phone was signed out.
    """

    seat: Seat
    space: Space
    how: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What people asked of the table that passes by itself or with the next move.

    `advice` is what the computer would do, the best first, and the Pearls that it expects: for the seat to move alone.
    """

    choice: Choice = field(default_factory=Choice)
    proposal: Proposal | None = None
    hints_until_ms: int = 0
    upside_down_until_ms: int = 0
    continuing: bool = False
    advice: tuple[tuple[GameStep, float], ...] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Situation:
    """See the head of the file. `number` is the game's in the archive, `view` the table's.

    values        those that may be chosen for the draft's Diver, on a page that may not know the hand
    value_chosen  one was, and `value_later`: it is said at the reveal; `awaits_value`: nothing is confirmed without
    tokens        what the seat to move has besides its pieces; `armed`: which of them is being played
    phones        seats with a screen of their own
    thinking      the seat to move, if the computer plays it; `stuck`: it cannot; `exhibition`: only computers play
    told          what computers have played since a person did, with what no sensor feels
    advised       where the computer would play, shown because the player to move has asked it; `can_advise`: it can be
    back_to       whose step a take-back goes back to, if computers have played since
    lost          why the board does not answer, as its driver says it
    exhibit       a finished game that is shown on the lights; nothing that lies on the board says anything meanwhile
    """

    phase: Phase
    version: int
    table: Table
    number: int = 0
    agreement: Agreement | None = None
    stop: Stop | None = None
    view: GameView = None
    draft: Draft | None = None
    remaining_ms: int | None = None
    still_ms: int = 0
    values: tuple[int, ...] = ()
    value_chosen: bool = False
    value_later: bool = False
    awaits_value: bool = False
    tokens: tuple[Token, ...] = ()
    armed: str | None = None
    looking: Looking | None = None
    phones: frozenset[Seat] = frozenset()
    proposal: Proposal | None = None
    open_seats: tuple[Seat, ...] = ()
    tiles: bool = False
    hints: Hints | None = None
    can_hint: bool = False
    can_pass: bool = False
    can_take_back: bool = False
    upside_down: bool = False
    paused: bool = False
    doubtful: frozenset[Site] = NOWHERE
    laid: int = 0
    pearls: Mapping[Space, int] | None = None
    shown: int = 0
    last_shown: bool = False
    reckoning: Reckoning | None = None
    score: Score | None = None
    turn: int = 0
    exhibit: Exhibit | None = None
    lost: Sentence | None = None
    thinking: Seat | None = None
    stuck: bool = False
    exhibition: bool = False
    told: tuple[Sentence, ...] = ()
    advised: frozenset[Site] = NOWHERE
    can_advise: bool = False
    back_to: Seat | None = None

    @property
    def to_move(self) -> Seat | None:
        return self.draft.seat if self.draft is not None else None


def situate(
    session: Session,
    level: Level,
    asked: Asked,
    at_ms: int,
    *,
    still_ms: int,
    stop: Stop | None = None,
    tiles: bool = False,
    exhibit: Exhibit | None = None,
    stuck: bool = False,
) -> Situation:
    """Read the table against the log. `stop` is what is wrong with the board itself, if anything is."""
    match session.phase:
        case Phase.IDLE | Phase.PEARLS:
            now = _before(session, level, at_ms, stop, unsensed=NOWHERE if exhibit is None else EVERYWHERE)
        case Phase.PLAYING:
            now = _playing(session, level, asked, at_ms, still_ms, stop, tiles=tiles)
        case Phase.REVEAL | Phase.COUNT | Phase.OVER:
            now = _after(session, level, at_ms, tiles=tiles)
    proposal = asked.proposal
    if proposal is not None and (at_ms >= proposal.until_ms or now.phase not in (Phase.PLAYING, Phase.REVEAL)):
        proposal = None
    return replace(
        now,
        phones=frozenset(session.phones),
        proposal=proposal,
        tiles=tiles,
        exhibit=exhibit,
        open_seats=() if proposal is None else proposal.open(session),
        back_to=_back_to(session),
        exhibition=session.agreement is not None and not session.agreement.people,
        stuck=stuck and now.thinking is not None,
    )


def _back_to(session: Session) -> Seat | None:
    back = steps_back(session) if session.played else ()
    return back[-1] if len(back) > 1 else None


def _stop(session: Session, level: Level, stop: Stop | None) -> Stop | None:
    if stop is not None:
        return stop
    if level.sensed is None:
        return Stop.UNKNOWN
    return Stop.PAUSED if session.paused else None


def _before(session: Session, level: Level, at_ms: int, stop: Stop | None, *, unsensed: frozenset[Site]) -> Situation:
    """No piece may lie there."""
    lying = table(level, NOWHERE, at_ms, unsensed=unsensed)
    pearls = None
    if session.phase is Phase.PEARLS:
        pearls = game_of(session).pearls(agreed(session).setup)
    return Situation(
        session.phase,
        session.version,
        lying,
        session.number,
        session.agreement,
        _stop(session, level, stop),
        laid=session.laid,
        pearls=pearls,
        doubtful=_doubtful(level, lying.extra, at_ms),
    )


def _doubtful(level: Level, sites: frozenset[Site], at_ms: int) -> frozenset[Site]:
    """What should have been put right long ago: perhaps the sensor is wrong."""
    return sites if at_ms - level.changed_ms >= DOUBT_MS else NOWHERE


def _playing(
    session: Session, level: Level, asked: Asked, at_ms: int, still_ms: int, stop: Stop | None, *, tiles: bool
) -> Situation:
    game, agreement = game_of(session), agreed(session)
    expected = game.expected(session.state)
    stop = _stop(session, level, stop)
    seen = game.view(session.state, TABLE)
    computer = seat if agreement.computer(seat := game.to_move(session.state)) is not None else None
    looking = _looking(game, seen, session) if computer is None else None
    unsensed = game.face_up(session.state) if tiles else NOWHERE
    if looking is not None:
        unsensed |= {looking.space}
    lying = replace(
        table(level, expected, at_ms, unsensed=EVERYWHERE if session.paused else unsensed),
        thinking=computer is not None,
    )
    if stop is None and len(lying.expected - unsensed) > 1 and not level.sensed and not asked.continuing:
        stop = Stop.QUESTION
    confirms_itself = agreement.confirms_itself and level.moved
    choice = asked.choice if computer is None else Choice()
    draft = game.draft(seen, lying, choice.public, confirms_itself=confirms_itself)
    awaits_value = (
        bool(draft.values)
        and choice.value is None
        and (draft.face_up or (draft.seat in session.phones and not choice.later))
    )
    remaining = None
    if stop is None and confirms_itself and not awaits_value and asked.proposal is None:
        remaining = remaining_ms(level, draft, at_ms, still_ms=still_ms)
    hinting = agreement.hints is HintMode.ALWAYS or (
        agreement.hints is HintMode.REQUEST and at_ms < asked.hints_until_ms
    )
    asks = stop is None and computer is None
    return Situation(
        session.phase,
        session.version,
        lying,
        session.number,
        agreement,
        stop,
        seen,
        draft,
        remaining,
        still_ms,
        values=draft.values if stop is None else (),
        value_chosen=choice.value is not None,
        value_later=choice.later,
        awaits_value=awaits_value and stop is None,
        tokens=game.tokens(seen) if computer is None else (),
        armed=choice.token,
        looking=looking,
        hints=game.hints(seen) if hinting and asks else None,
        can_hint=agreement.hints is HintMode.REQUEST and asks,
        can_pass=asks
        and choice.token is None
        and not (draft.sites or lying.missing)
        and game.pass_step(seen) is not None,
        can_take_back=stop is None and bool(steps_back(session)),
        upside_down=asks and at_ms < asked.upside_down_until_ms and draft.nothing,
        paused=session.paused,
        doubtful=_doubtful(level, draft.lift | draft.put, at_ms) if stop is None else NOWHERE,
        turn=turns(session) + 1,
        thinking=computer,
        told=_told(game, seen, session),
        advised=_places(game, asked) if asks else NOWHERE,
        can_advise=asks
        and agreement.hints is not HintMode.OFF
        and not (lying.missing or lying.to_lift or lying.to_lay),
    )


def _places(game: Game, asked: Asked) -> frozenset[Site]:
    """Where the computer would play: for all, without an order, so that it tells no more than that."""
    return frozenset(site for step, _ in asked.advice or () for site in game.places(step))


def _told(game: Game, seen: GameView, session: Session) -> tuple[Sentence, ...]:
    """The last steps of computers, the oldest first."""
    told: list[Sentence] = []
    for seat, step in reversed(session.played[-TOLD:]):
        if agreed(session).computer(seat) is None:
            break
        told.append(game.announced(seen, seat, step))
    return tuple(reversed(told))


def turns(session: Session) -> int:
    """How many turns were played; a Power is a step, and no turn."""
    return sum(game_of(session).ends_turn(step) for _, step in session.played)


def _looking(game: Game, seen: GameView, session: Session) -> Looking | None:
    shown, seat = game.shown(seen), game.to_move(session.state)
    if shown is None or seat is None:
        return None
    return Looking(seat, shown[0], "phone" if seat in session.phones else "tile" if session.look_on_phone else "table")


def _after(session: Session, level: Level, at_ms: int, *, tiles: bool) -> Situation:
    """Tiles are turned up and pieces taken off: nothing that lies there says anything, and nothing stops the table.

    Only what computers have laid last must come first, so that there is a tile to be turned up.
    """
    game = game_of(session)
    seen, expected = game.view(session.state, TABLE), game.expected(session.state)
    lying = table(level, expected, at_ms, unsensed=EVERYWHERE)
    if level.sensed is not None and session.phase is Phase.REVEAL:
        lying = replace(lying, owed=level.owed & expected - (game.face_up(session.state) if tiles else NOWHERE))
    counted = session.phase is not Phase.REVEAL
    # As long as the last step can be taken back, play may go on: what was noted in private stays so.
    reckoning = game.reckon(session.state if session.before is None else game.unsaid(session.state))
    if session.before is not None and (session.phones or agreed(session).computers):
        # What phones and computers said is shown with the next word; until then nothing is known to be missing.
        reckoning = replace(reckoning, problems=())
    values = {reading.space: reading.value for reading in reckoning.readings if reading.value is not None}
    return Situation(
        session.phase,
        session.version,
        lying,
        session.number,
        session.agreement,
        None,
        seen,
        game.draft(seen, lying, Choice(), confirms_itself=False) if lying.to_lay else None,
        shown=session.shown,
        reckoning=reckoning,
        last_shown=session.shown == game.territory_count(session.state) - 1,
        score=score(session.state.public, values) if counted else None,
        can_take_back=session.phase is Phase.REVEAL and bool(steps_back(session)),
        turn=turns(session),
        told=_told(game, seen, session) if session.phase is Phase.REVEAL else (),
    )
