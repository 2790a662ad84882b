"""The fold: a session and a fact make the next session. It judges nothing; what is in the log has happened.

The same fold replays a game of last year, so a fact's meaning never changes once it has been released.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import singledispatch

from pearlboard.games.api import NOWHERE, Game
from pearlboard.games.table import GAMES
from pearlboard.geometry import Site
from pearlboard.session import facts
from pearlboard.session.facts import Agreement, Entry, Fact
from pearlboard.session.state import Phase, Session


def evolve(session: Session, entry: Entry) -> Session:
    """The session after one more entry of the log."""
    # A game may be folded without what came before it, and is called the same.
    changed = _after(entry.fact, replace(session, version=entry.version - 1))
    commands = changed.commands
    if entry.command is not None:
        commands = {**commands, entry.command: entry.version}
    return replace(changed, version=entry.version, commands=commands)


def game_of(session: Session) -> Game:
    """The game that is being played."""
    return GAMES[agreed(session).game]


def agreed(session: Session) -> Agreement:
    """What the people at the table agreed on; only while there is a game."""
    if session.agreement is None:
        raise LookupError("there is no game")
    return session.agreement


@singledispatch
def _after(fact: Fact, session: Session) -> Session:
    raise TypeError(f"{type(fact).__name__} is no fact")


def _for(kind: type) -> Callable[..., Callable[..., Session]]:
    return _after.register(kind)


@_for(facts.GameAgreed)
def _(fact: facts.GameAgreed, session: Session) -> Session:
    number = session.version + 1
    return Session(version=session.version, number=number, phase=Phase.PEARLS, agreement=fact.agreement)


@_for(facts.PearlsLaid)
def _(fact: facts.PearlsLaid, session: Session) -> Session:
    return replace(session, laid=session.laid + 1)


@_for(facts.GameBegun)
def _(fact: facts.GameBegun, session: Session) -> Session:
    agreement = agreed(session)
    start = game_of(session).opening(agreement.setup, agreement.first)
    return replace(session, phase=Phase.PLAYING, start=start, state=start)


@_for(facts.StepPlayed)
def _(fact: facts.StepPlayed, session: Session) -> Session:
    game = game_of(session)
    state = game.apply(session.state, fact.step)
    over, tells = game.to_move(state) is None, game.tells(fact.step)
    return replace(
        session,
        phase=Phase.REVEAL if over else Phase.PLAYING,
        state=state,
        before=None if tells else session.state,
        look_on_phone=tells and fact.seat in session.phones,
        past=(*session.past, session.state),
        taken_back=NOWHERE,
        shown=0,
        played=(*session.played, (fact.seat, fact.step)),
        owed=_owed(session, fact),
    )


def _owed(session: Session, fact: facts.StepPlayed) -> frozenset[Site]:
    """A person's step counts only when everything lies there that was asked for before."""
    if agreed(session).computer(fact.seat) is None:
        return NOWHERE
    return session.owed | game_of(session).sites(fact.step)


@_for(facts.StepTakenBack)
def _(fact: facts.StepTakenBack, session: Session) -> Session:
    *played, (_, step) = session.played
    sites = game_of(session).sites(step)
    return replace(
        session,
        phase=Phase.PLAYING,
        state=session.past[-1],
        past=session.past[:-1],
        before=None,
        taken_back=session.taken_back | sites,
        owed=session.owed - sites,
        played=tuple(played),
    )


@_for(facts.ValueSaid)
def _(fact: facts.ValueSaid, session: Session) -> Session:
    state = game_of(session).say(session.state, fact.space, fact.value)
    return replace(session, state=state, before=None, owed=NOWHERE)


@_for(facts.ValuesAgreed)
def _(fact: facts.ValuesAgreed, session: Session) -> Session:
    return replace(
        session, phase=Phase.COUNT, state=game_of(session).settle(session.state), before=None, shown=0, owed=NOWHERE
    )


@_for(facts.TerritoryShown)
def _(fact: facts.TerritoryShown, session: Session) -> Session:
    return replace(session, shown=fact.index, before=None, owed=NOWHERE)


@_for(facts.GameCounted)
def _(fact: facts.GameCounted, session: Session) -> Session:
    return replace(session, phase=Phase.OVER)


@_for(facts.SeatTaken)
def _(fact: facts.SeatTaken, session: Session) -> Session:
    return replace(session, phones={**session.phones, fact.seat: fact.key})


@_for(facts.SeatFreed)
def _(fact: facts.SeatFreed, session: Session) -> Session:
    return replace(session, phones={seat: key for seat, key in session.phones.items() if seat != fact.seat})


@_for(facts.SeatHandedOver)
def _(fact: facts.SeatHandedOver, session: Session) -> Session:
    agreement = agreed(session)
    levels = [agreement.computer(seat) for seat in range(1, len(agreement.names) + 1)]
    levels[fact.seat - 1] = fact.level
    return replace(session, agreement=replace(agreement, computers=tuple(levels) if any(levels) else ()))


@_for(facts.HostNamed)
def _(fact: facts.HostNamed, session: Session) -> Session:
    return replace(session, host=fact.key, hosts=session.hosts | {fact.key})


@_for(facts.GamePaused)
def _(fact: facts.GamePaused, session: Session) -> Session:
    return replace(session, paused=True)


@_for(facts.GameResumed)
def _(fact: facts.GameResumed, session: Session) -> Session:
    return replace(session, paused=False)


@_for(facts.GameAbandoned)
def _(fact: facts.GameAbandoned, session: Session) -> Session:
    return _between(session)


@_for(facts.GameClosed)
def _(fact: facts.GameClosed, session: Session) -> Session:
    return _between(session)


def _between(session: Session) -> Session:
    """No game is on; whoever sat there still does."""
    return Session(version=session.version, agreement=session.agreement, phones=session.phones, host=session.host)
