"""Turn an intent into facts, or refuse it with a name and a sentence. Nothing is changed here.

    phase     intents that are open (in brackets: what they lead to)
    idle      AgreeOnGame [playing]
    playing   Act, RunOut [playing, over], Note, TimeTurn, TakeBack, Redo, Pause, Resume, HandOver,
              Abandon [idle]
    over      AgreeOnGame [playing], Close [idle]
    all but idle: TakeSeat; all: FreeSeat, NameHost, TitleGame, DeleteGame,
    LeaveOutSensor, TrustSensor

If the game's package cannot be used here, only Abandon, Close and the intents about seats and the host are open.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce, singledispatch
from typing import Any, Final

from pearlboard.errors import BadInput
from pearlboard.games.api import Package
from pearlboard.games.refusals import IllegalAction
from pearlboard.games.registry import GAMES
from pearlboard.games.rules import Rules
from pearlboard.games.values import TABLE, Act, Actor, GameAction, GameSetup, GameState, Seat, Undo
from pearlboard.geometry import GRID, Site
from pearlboard.session import facts, intents
from pearlboard.session.evolve import comes, evolve
from pearlboard.session.facts import Entry, Fact
from pearlboard.session.intents import Command, Intent
from pearlboard.session.limits import read_json
from pearlboard.session.questions import agreed, begun, of_computer, package_of
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.texts import say

ALWAYS: Final = tuple(Phase)
OPEN: Final[Mapping[type, tuple[Phase, ...]]] = {
    intents.AgreeOnGame: (Phase.IDLE, Phase.OVER),
    intents.Act: (Phase.PLAYING,),
    intents.Note: (Phase.PLAYING,),
    intents.RunOut: (Phase.PLAYING,),
    intents.TimeTurn: (Phase.PLAYING,),
    intents.TakeBack: (Phase.PLAYING,),
    intents.Redo: (Phase.PLAYING,),
    intents.Pause: (Phase.PLAYING,),
    intents.Resume: (Phase.PLAYING,),
    intents.Abandon: (Phase.PLAYING,),
    intents.Close: (Phase.OVER,),
    intents.TakeSeat: ALWAYS[1:],
    intents.FreeSeat: ALWAYS,
    intents.HandOver: (Phase.PLAYING,),
    intents.NameHost: ALWAYS,
    intents.TitleGame: ALWAYS,
    intents.DeleteGame: ALWAYS,
    intents.LeaveOutSensor: ALWAYS,
    intents.TrustSensor: ALWAYS,
}
"""The phases in which each intent is open: the table at the head of the file."""

WHILE_PAUSED: Final = (
    intents.Resume,
    intents.Abandon,
    intents.TimeTurn,
    intents.TakeSeat,
    intents.FreeSeat,
    intents.HandOver,
    intents.NameHost,
    intents.TitleGame,
    intents.DeleteGame,
    intents.LeaveOutSensor,
    intents.TrustSensor,
)
OF_THE_GAME: Final = (
    intents.Act,
    intents.Note,
    intents.RunOut,
    intents.TimeTurn,
    intents.TakeBack,
    intents.Redo,
    intents.Pause,
    intents.Resume,
    intents.HandOver,
)
"""Intents that need the game's package."""


def receive(session: Session, command: Command) -> tuple[Entry, ...]:
    """Return the entries that a command adds to the log; none if the command was received before.

    Raises `Refused` for a stale command, and whatever `decide` raises.
    """
    if command.id in session.commands:
        return ()
    if stale(session, command.version):
        raise Refused("stale_version", say("stale_version"))
    return number(session, decide(session, command.intent), command.id)


def stale(session: Session, version: int) -> bool:
    """Whether the sender, who saw public number `version`, has missed something that matters.

    While several seats may act at once, other seats' actions make nothing stale unless the stage changes. Seats, the
    host and pauses never make a command stale.
    """
    if not 0 <= version <= session.public:
        return True
    return version < session.fresh_from


def number(session: Session, decided: tuple[Fact, ...], command: str | None = None) -> tuple[Entry, ...]:
    """Number facts as the next entries of the log."""
    return tuple(Entry(session.version + place, fact, command) for place, fact in enumerate(decided, 1))


def instead(before: Session, session: Session, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Renumber the entries of a set-up to follow `before`, replacing a set-up that nobody has begun to play."""
    closing = before.phase is Phase.OVER and not isinstance(entries[0].fact, facts.GameClosed) if entries else False
    first = (Entry(before.version + 1, facts.GameClosed()),) if closing else ()
    shift = session.version - before.version - len(first)
    return (*first, *(replace(entry, version=entry.version - shift) for entry in entries))


def fold(session: Session, entries: tuple[Entry, ...]) -> Session:
    """Return the session after these entries."""
    return reduce(evolve, entries, session)


def decide(session: Session, intent: Intent) -> tuple[Fact, ...]:
    """Return the facts that follow from an intent. Raises `Refused`, or the game's own `IllegalAction`."""
    if session.phase not in OPEN[type(intent)]:
        raise Refused("not_now", say("not_now"))
    if isinstance(intent, OF_THE_GAME) and not begun(session):
        raise Refused("game_gone", say("game_gone", game=agreed(session).game))
    if session.paused and not isinstance(intent, WHILE_PAUSED):
        raise Refused("paused", say("paused_refusal"))
    return _facts(intent, session)


@singledispatch
def _facts(intent: Intent, session: Session) -> tuple[Fact, ...]:
    raise TypeError(f"{type(intent).__name__} is no intent")


# --- a game ------------------------------------------------------------------------------------------------------


@_facts.register
def _(intent: intents.AgreeOnGame, session: Session) -> tuple[Fact, ...]:
    closing: tuple[Fact, ...] = (facts.GameClosed(),) if session.phase is Phase.OVER else ()
    host = intent.host or session.host
    naming = () if host is None else (facts.HostNamed(host),)
    wanted = intent.agreement
    package = GAMES[wanted.game]
    if any(wanted.computers):
        _check_computers(package, wanted.setup)
    _check_stored(wanted.game, wanted.setup, package.options.encode, package.options.decode)
    if wanted.deals:
        _check_stored(wanted.game, intent.deal, package.dealt.encode, package.dealt.decode)
    dealing = (facts.GameDealt(wanted.game, intent.deal),) if wanted.deals else ()
    for _, action in intent.acts:
        _check_stored(wanted.game, action, package.rules.encode, package.rules.decode)
    begun_from = (facts.BegunFrom(wanted.game, intent.acts),) if intent.acts else ()
    return (*closing, facts.GameAgreed(wanted), *dealing, *begun_from, *naming, *_first_screens(session, intent))


def _check_computers(package: Package, setup: GameSetup) -> None:
    if not package.options.for_computers(setup):
        raise Refused("not_for_computers", say("not_for_computers"))


def _first_screens(session: Session, intent: intents.AgreeOnGame) -> tuple[Fact, ...]:
    """Give seats their first screens: those of the lobby, or of the same people on the same seats."""
    agreement = intent.agreement
    if intent.screens is not None:
        return tuple(facts.SeatTaken(seat, key) for seat, key in sorted(intent.screens.items()))
    if session.agreement is None or session.agreement.names != agreement.names:
        return ()
    return tuple(
        facts.SeatTaken(seat, key) for seat, key in sorted(session.phones.items()) if agreement.computer(seat) is None
    )


@_facts.register
def _(intent: intents.Act, session: Session) -> tuple[Fact, ...]:
    rules, asides = package_of(session).rules, package_of(session).asides
    if intent.actor not in rules.active(session.state) or asides.aside(intent.action):
        raise Refused("not_your_turn", say("not_to_act"))
    spoken = asides.speaks_for(session.state, intent.action)
    if spoken is not None and of_computer(session, spoken[0]):
        raise spoken[1]
    state = rules.apply(session.state, intent.actor, intent.action)
    ended = _ended(rules, state)
    _check_stored(agreed(session).game, intent.action, rules.encode, rules.decode)
    if intent.actor != TABLE and not ended and _unseen(session, state, int(intent.actor), intent.action):
        return (facts.Noted(agreed(session).game, intent.actor, intent.action),)
    return (facts.Acted(agreed(session).game, intent.actor, intent.action), *_confirmed(intent, session), *ended)


def _unseen(session: Session, after: GameState, seat: Seat, action: GameAction) -> bool:
    """Whether a seat's own action changes nothing that anybody else may see; then nobody may learn that it was done.

    A bid that is sealed again, for example. A computer's actions never count as unseen, or the computer would think for
    ever.
    """
    rules, before = package_of(session).rules, session.state
    if not package_of(session).secrets.own(action) or of_computer(session, seat):
        return False
    others: tuple[Actor, ...] = (TABLE, *(other for other in range(1, len(agreed(session).names) + 1) if other != seat))
    return all(rules.view(before, other) == rules.view(after, other) for other in others)


def _confirmed(intent: intents.Act, session: Session) -> tuple[Fact, ...]:
    """Trust the sensors under pieces that somebody has confirmed by hand."""
    if not intent.by_hand or intent.actor == TABLE or of_computer(session, intent.actor):
        return ()
    return tuple(facts.SensorTrusted(site) for site in _sorted(comes(session, intent.action) & session.suspected))


def _sorted(sites: frozenset[Site]) -> list[Site]:
    return sorted(sites, key=GRID.sites.index)


@_facts.register
def _(intent: intents.Note, session: Session) -> tuple[Fact, ...]:
    rules = package_of(session).rules
    if not package_of(session).asides.aside(intent.action):
        raise Refused("not_your_turn", say("not_to_act"))
    rules.apply(session.state, intent.seat, intent.action)
    _check_stored(agreed(session).game, intent.action, rules.encode, rules.decode)
    return (facts.Noted(agreed(session).game, intent.seat, intent.action),)


def _check_stored(game: str, value: object, encode: Callable[[Any], object], decode: Callable[[object], Any]) -> None:
    """Refuse a value that would not survive storing and reading back. The sentence must not reveal the value."""
    try:
        same = decode(read_json(json.dumps(encode(value)))) == value
    except (BadInput, TypeError, ValueError, LookupError):
        same = False
    if not same:
        raise Refused("cannot_be_stored", say("cannot_be_stored", game=game))


@_facts.register
def _(intent: intents.RunOut, session: Session) -> tuple[Fact, ...]:
    rules, timed = package_of(session).rules, package_of(session).timed
    timer = timed.timer(session.state)
    if timer is None or timer.name != intent.name:
        raise Refused("not_now", say("not_now"))
    return (facts.TimeUp(intent.name), *_ended(rules, timed.time_up(session.state, intent.name)))


@_facts.register
def _(intent: intents.TimeTurn, session: Session) -> tuple[Fact, ...]:
    if not session.awaited or intent.used_ms <= session.used_ms:
        raise Refused("not_now", say("not_now"))
    return (facts.TurnTimed(intent.used_ms),)


@_facts.register
def _(intent: intents.TakeBack, session: Session) -> tuple[Fact, ...]:
    back = way_back(session)
    if not back or not (intent.agreed or (session.free and len(back) == 1)):
        known = not back and bool(session.played)
        raise Refused("nothing_to_take_back", say("known_now" if known else "nothing_to_take_back"))
    doubted = intent.doubted - session.suspected - session.left_out
    return (facts.TakenBack(back[0].version - 1), *(facts.SensorSuspected(site) for site in _sorted(doubted)))


@_facts.register
def _(intent: intents.Redo, session: Session) -> tuple[Fact, ...]:
    if not session.undone:
        raise Refused("nothing_to_redo", say("nothing_to_redo"))
    rules, state, game = package_of(session).rules, session.state, agreed(session).game
    for actor, action in session.undone:
        try:
            state = rules.apply(state, actor, action)
        except IllegalAction as error:
            raise Refused("nothing_to_redo", say("nothing_to_redo")) from error
    return (*(facts.Acted(game, actor, action) for actor, action in session.undone), *_ended(rules, state))


def _ended(rules: Rules, state: GameState) -> tuple[Fact, ...]:
    """The fact that the game has ended, if it has."""
    outcome = rules.outcome(state)
    return () if outcome is None else (facts.GameEnded(outcome),)


def way_back(session: Session) -> tuple[Act, ...]:
    """The actions that one take-back undoes, oldest first: computers' actions down to one of a person; empty if
    impossible.

    A take-back that stopped at a computer's action would only make the computer think again.
    """
    if session.gone or session.phase is not Phase.PLAYING:
        return ()
    back: list[Act] = []
    for act in reversed(session.acts):
        if act.undo is Undo.NEVER:
            return ()
        back.insert(0, act)
        if not of_computer(session, act.actor):
            return tuple(back)
    return ()


@_facts.register
def _(intent: intents.Pause, session: Session) -> tuple[Fact, ...]:
    return (facts.GamePaused(),)


@_facts.register
def _(intent: intents.Resume, session: Session) -> tuple[Fact, ...]:
    if not session.paused:
        raise Refused("not_paused", say("not_paused"))
    return (facts.GameResumed(),)


@_facts.register
def _(intent: intents.Abandon, session: Session) -> tuple[Fact, ...]:
    return (facts.GameAbandoned(),)


@_facts.register
def _(intent: intents.Close, session: Session) -> tuple[Fact, ...]:
    return (facts.GameClosed(),)


# --- seats, host and sensors -------------------------------------------------------------------------------------


@_facts.register
def _(intent: intents.TakeSeat, session: Session) -> tuple[Fact, ...]:
    _check_seat(session, intent.seat)
    if of_computer(session, intent.seat):
        raise Refused("computers_seat", say("computers_seat", seat=intent.seat))
    return (facts.SeatTaken(intent.seat, intent.key),)


@_facts.register
def _(intent: intents.FreeSeat, session: Session) -> tuple[Fact, ...]:
    if intent.seat not in session.phones:
        raise Refused("no_phone", say("no_phone", seat=intent.seat))
    return (facts.SeatFreed(intent.seat),)


@_facts.register
def _(intent: intents.HandOver, session: Session) -> tuple[Fact, ...]:
    _check_seat(session, intent.seat)
    if agreed(session).computer(intent.seat) == intent.level:
        raise Refused("handed_over_already", say("handed_over_already", seat=intent.seat))
    if intent.level is not None:
        _check_computers(package_of(session), agreed(session).setup)
    leaving = (facts.SeatFreed(intent.seat),) if intent.seat in session.phones else ()
    return (*leaving, facts.SeatHandedOver(intent.seat, intent.level))


@_facts.register
def _(intent: intents.NameHost, session: Session) -> tuple[Fact, ...]:
    return (facts.HostNamed(intent.key),)


@_facts.register
def _(intent: intents.LeaveOutSensor, session: Session) -> tuple[Fact, ...]:
    return () if intent.site in session.left_out else (facts.SensorLeftOut(intent.site),)


@_facts.register
def _(intent: intents.TrustSensor, session: Session) -> tuple[Fact, ...]:
    known = session.left_out | session.suspected
    return (facts.SensorTrusted(intent.site),) if intent.site in known else ()


# --- the archive -------------------------------------------------------------------------------------------------


@_facts.register
def _(intent: intents.TitleGame, session: Session) -> tuple[Fact, ...]:
    return (facts.GameTitled(intent.number, intent.title),)


@_facts.register
def _(intent: intents.DeleteGame, session: Session) -> tuple[Fact, ...]:
    if session.phase is not Phase.IDLE and session.number == intent.number:
        raise Refused("game_on_table", say("game_on_table"))
    return (facts.GameDeleted(intent.number),)


def _check_seat(session: Session, seat: Seat) -> None:
    if not 1 <= seat <= len(agreed(session).names):
        raise Refused("no_such_seat", say("no_such_seat", number=seat))
