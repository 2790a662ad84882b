"""The fold: a session and a fact make the next session. The fold judges nothing; what is in the log has happened.

The same fold replays a game of last year, so a fact's meaning never changes once it has been released.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import singledispatch

from pearlboard.games.refusals import IllegalAction
from pearlboard.games.registry import Broken, GameGone
from pearlboard.games.values import NOWHERE, TABLE, Act, Actor, GameAction, GameState, Piece, Undo
from pearlboard.geometry import Site
from pearlboard.session import facts
from pearlboard.session.explaining import because, explained
from pearlboard.session.facts import Entry, Fact
from pearlboard.session.freshness import guarded, public_number, with_clock, with_freshness
from pearlboard.session.questions import agreed, of_computer, package_of
from pearlboard.session.state import Debts, Deed, Note, Phase, Session
from pearlboard.texts import say


def evolve(session: Session, entry: Entry) -> Session:
    """Return the session after one more entry of the log."""
    # A game may be folded without the entries before it; its number must come out the same.
    changed = _after(entry.fact, replace(session, version=entry.version - 1))
    commands = changed.commands
    if entry.command is not None:
        commands = {**commands, entry.command: entry.version}
    changed = replace(changed, version=entry.version, public=public_number(session, entry), commands=commands)
    after = with_clock(session, with_freshness(session, changed, entry), entry)
    return after if after.fault == session.fault else replace(after, fault=f"{_named(entry)}: {after.fault}")


def _named(entry: Entry) -> str:
    """The fact, without what may be secret of it."""
    fact = entry.fact
    what = f"{type(fact.action).__name__} of {fact.actor}" if isinstance(fact, facts.Acted) else type(fact).__name__
    return f"fact {entry.version}, {what}"


@singledispatch
def _after(fact: Fact, session: Session) -> Session:
    raise TypeError(f"{type(fact).__name__} is no fact")


def _for(kind: type) -> Callable[..., Callable[..., Session]]:
    return _after.register(kind)


# --- a game ------------------------------------------------------------------------------------------------------


@_for(facts.GameAgreed)
def _(fact: facts.GameAgreed, session: Session) -> Session:
    number = session.version + 1
    new = Session(
        version=session.version,
        number=number,
        phase=Phase.PLAYING,
        agreement=fact.agreement,
        computers=fact.agreement.computers,
        left=_left_over(session),
        left_out=session.left_out,
        suspected=session.suspected,
    )
    if isinstance(fact.agreement.setup, facts.Kept):
        return replace(new, gone=True)
    return new if fact.agreement.deals else guarded(new, lambda: _opened(new, None))


@_for(facts.GameDealt)
def _(fact: facts.GameDealt, session: Session) -> Session:
    return guarded(session, lambda: _opened(session, fact.deal))


def _check_readable(game: str, action: GameAction) -> None:
    """Raise `GameGone` for a stored action that its own game could not read."""
    if isinstance(action, facts.Kept):
        raise GameGone(Broken(game, say("game_gone", game=game)))


def _opened(session: Session, deal: object) -> Session:
    if isinstance(deal, facts.Kept):
        raise GameGone(Broken(agreed(session).game, say("game_gone", game=agreed(session).game)))
    agreement = agreed(session)
    start = package_of(session).rules.opening(agreement.setup, agreement.first, deal)
    opened = replace(session, deal=deal, start=start, state=start)
    return opened.owing((Debts(owed=lying(opened)),) * agreement.boards)


@_for(facts.BegunFrom)
def _(fact: facts.BegunFrom, session: Session) -> Session:
    return guarded(session, lambda: _begun_from(fact, session))


def _begun_from(fact: facts.BegunFrom, session: Session) -> Session:
    """Start from another game's actions, which cannot be taken back; their pieces are owed, leftover ones must go."""
    rules, state, acts = package_of(session).rules, session.state, list[Act]()
    for actor, action in fact.acts:
        _check_readable(fact.game, action)
        acts.append(Act(session.version + 1, actor, action, state, Undo.NEVER, because(session, state, actor, action)))
        state = rules.apply(state, actor, action)
    done = replace(session, state=state, acts=tuple(acts))
    there = lying(done)
    debts = Debts(frozenset(session.left) - there, there)
    return done.owing((debts,) * agreed(session).boards)


@_for(facts.Acted)
def _(fact: facts.Acted, session: Session) -> Session:
    return guarded(session, lambda: _acted(fact, session))


def _acted(fact: facts.Acted, session: Session) -> Session:
    _check_readable(fact.game, fact.action)
    rules, before = package_of(session).rules, session.state
    undo = rules.undo(before, fact.action)
    why = because(session, before, fact.actor, fact.action)
    act = Act(session.version + 1, fact.actor, fact.action, before, undo, why)
    state = rules.apply(before, fact.actor, fact.action)
    done = replace(
        session,
        state=state,
        acts=(*session.acts, act),
        deeds=(*session.deeds, *_deeds(session, fact, state)),
        explained=explained(session, package_of(session)),
        free=undo is Undo.ALONE,
        had_screens=frozenset(session.phones),
        undone=(),
        left={},
    )
    done = _with_debts(session, done, fact)
    outcome = rules.outcome(state)
    return done if outcome is None else replace(done, phase=Phase.OVER, outcome=outcome, free=False)


def _deeds(session: Session, fact: facts.Acted, state: GameState) -> tuple[Deed, ...]:
    """The public account of a seat's action and of its consequences; for the TABLE, of the consequences only."""
    package, version = package_of(session), session.version + 1
    before, after = (package.rules.view(each, TABLE) for each in (session.state, state))
    turn = 1 + sum(deed.ends for deed in session.deeds if not deed.back)
    came = tuple(Deed(version, turn, None, said, ends=False) for said in package.shown.came(before, after))
    if fact.actor == TABLE:
        return came
    seat, said = int(fact.actor), package.shown.logged(before, int(fact.actor), fact.action)
    sites = NOWHERE if package.board is None else package.board.places(fact.action)
    return (Deed(version, turn, seat, said, sites, package.rules.ends_turn(fact.action)), *came)


@_for(facts.Noted)
def _(fact: facts.Noted, session: Session) -> Session:
    return guarded(session, lambda: _noted(fact, session))


def _noted(fact: facts.Noted, session: Session) -> Session:
    _check_readable(fact.game, fact.action)
    note = Note(session.version + 1, int(fact.actor), fact.action)
    state = package_of(session).rules.apply(session.state, note.seat, note.action)
    return replace(session, state=state, notes=(*session.notes, note))


def _with_notes(session: Session, state: GameState, since: int) -> GameState:
    """Apply the notes after version `since` to a state; notes that have become illegal are skipped."""
    rules = package_of(session).rules
    for note in session.notes:
        if note.version > since:
            try:
                state = rules.apply(state, note.seat, note.action)
            except IllegalAction:
                continue
    return state


def comes(session: Session, action: GameAction) -> frozenset[Site]:
    """The sites on which an action lays pieces, moved ones too; none in a game without a board."""
    return package_of(session).effect(action).comes


def _with_debts(session: Session, done: Session, fact: facts.Acted) -> Session:
    """The pieces that people still have to lay and to lift after an action, as far as the log can say.

    At the board of whoever acts, an action counts only when nothing is owed any more, and its own pieces are where they
    go but for those that it uses up. At other boards, and at all after a computer's, they are still to be moved.
    """
    board, before, there = package_of(session).board, lying(session), lying(done)
    if board is None:
        return done.owing((Debts(),) * len(session.debts))
    laid, gone = comes(session, fact.action), package_of(session).effect(fact.action).goes
    by_hand = Debts((before | board.uses(fact.action)) - there - gone)

    def elsewhere(debts: Debts) -> Debts:
        return Debts((debts.taken_back | before) - there | laid & before, (debts.owed | laid) & there)

    hands = _hands(session, fact.actor)
    return done.owing(by_hand if place in hands else elsewhere(debts) for place, debts in enumerate(session.debts))


def _hands(session: Session, actor: Actor) -> Collection[int]:
    """The boards at which somebody has carried out an action that counts: none for a computer's."""
    if of_computer(session, actor):
        return ()
    return range(agreed(session).boards) if actor == TABLE else (agreed(session).place(int(actor)),)


@_for(facts.TimeUp)
def _(fact: facts.TimeUp, session: Session) -> Session:
    return guarded(session, lambda: _time_up(fact, session))


def _time_up(fact: facts.TimeUp, session: Session) -> Session:
    rules, timed = package_of(session).rules, package_of(session).timed
    acts = session.acts
    if timed.undo(session.state, fact.name) is Undo.NEVER:
        acts = tuple(replace(act, undo=Undo.NEVER) for act in acts)
    state = timed.time_up(session.state, fact.name)
    outcome = rules.outcome(state)
    done = replace(
        session,
        state=state,
        acts=acts,
        free=False,
        undone=(),
        outcome=outcome,
        phase=session.phase if outcome is None else Phase.OVER,
    )
    before, there = lying(session), lying(done)
    return done.owing(replace(debts, taken_back=(debts.taken_back | before) - there) for debts in session.debts)


@_for(facts.TurnTimed)
def _(fact: facts.TurnTimed, session: Session) -> Session:
    return replace(session, used_ms=fact.used_ms)


@_for(facts.TakenBack)
def _(fact: facts.TakenBack, session: Session) -> Session:
    if session.gone:
        return session
    kept = sum(act.version <= fact.to_version for act in session.acts)
    dropped = session.acts[kept:]
    state: GameState = session.state
    if dropped:
        state = _with_notes(session, dropped[0].before, dropped[0].version)
    back = replace(
        session,
        phase=Phase.PLAYING,
        outcome=None,
        state=state,
        acts=session.acts[:kept],
        undone=tuple((act.actor, act.action) for act in dropped),
        deeds=_with_taken_back(session.deeds, frozenset(act.version for act in dropped)),
        free=False,
    )
    return _with_debts_back(session, back, dropped)


def _with_debts_back(session: Session, back: Session, dropped: tuple[Act, ...]) -> Session:
    """The pieces to be lifted and laid again after actions were taken back: all but those that are where they were."""
    effects = [package_of(session).effect(act.action) for act in dropped]
    laid = NOWHERE.union(*(each.comes for each in effects))
    taken = NOWHERE.union(*(each.taken for each in effects))
    before, after = pieces(session), pieces(back)
    lift = frozenset(site for site in laid if site not in after or not after[site].alike(before.get(site)))
    lay = frozenset(site for site in (laid | taken) & after.keys() if not after[site].alike(before.get(site)))
    return back.owing(
        Debts((debts.taken_back | lift) - (lay - lift), debts.owed - (laid - after.keys()) | lay)
        for debts in session.debts
    )


def _with_taken_back(deeds: tuple[Deed, ...], versions: frozenset[int]) -> tuple[Deed, ...]:
    """Mark deeds as taken back; they stay in the list because they did happen."""
    return tuple(replace(deed, back=True) if deed.version in versions else deed for deed in deeds)


@_for(facts.GameEnded)
def _(fact: facts.GameEnded, session: Session) -> Session:
    return replace(session, phase=Phase.OVER, outcome=fact.outcome, free=False)


@_for(facts.GameAbandoned)
def _(fact: facts.GameAbandoned, session: Session) -> Session:
    return _between(session, given_up=True)


@_for(facts.GameClosed)
def _(fact: facts.GameClosed, session: Session) -> Session:
    return _between(session, given_up=False)


def _between(session: Session, *, given_up: bool) -> Session:
    """A session without a game that keeps the screens, the host, the board's sensors and what lies on the table."""
    return Session(
        version=session.version,
        agreement=session.agreement,
        computers=session.computers,
        phones=session.phones,
        host=session.host,
        left=_left_over(session),
        left_out=session.left_out,
        suspected=session.suspected,
        outcome=None if given_up else session.outcome,
        given_up=given_up,
    )


def _left_over(session: Session) -> Mapping[Site, Piece | None]:
    """The pieces that a game has left, and those of the one before it if nobody has acted; None: which is not known."""
    if session.gone or session.agreement is None:
        return session.left
    if not session.acts:
        return {**session.left, **pieces(session)}
    return {**dict.fromkeys(NOWHERE.union(*(debts.taken_back for debts in session.debts))), **pieces(session)}


def pieces(session: Session) -> Mapping[Site, Piece]:
    """The pieces that should lie on the board, according to the log."""
    if session.state is None or (board := package_of(session).board) is None:
        return {}
    return board.expected(package_of(session).rules.view(session.state, TABLE))


def lying(session: Session) -> frozenset[Site]:
    """The sites on which pieces should lie, according to the log."""
    return frozenset(pieces(session))


# --- seats, host and sensors -------------------------------------------------------------------------------------


@_for(facts.SeatTaken)
def _(fact: facts.SeatTaken, session: Session) -> Session:
    return replace(session, phones={**session.phones, fact.seat: fact.key}, screened=session.screened | {fact.seat})


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
    return replace(session, host=fact.key)


@_for(facts.GamePaused)
def _(fact: facts.GamePaused, session: Session) -> Session:
    return replace(session, paused=True)


@_for(facts.GameResumed)
def _(fact: facts.GameResumed, session: Session) -> Session:
    return replace(session, paused=False)


@_for(facts.SensorLeftOut)
def _(fact: facts.SensorLeftOut, session: Session) -> Session:
    return replace(session, left_out=session.left_out | {fact.site}, suspected=session.suspected - {fact.site})


@_for(facts.SensorSuspected)
def _(fact: facts.SensorSuspected, session: Session) -> Session:
    return replace(session, suspected=session.suspected | {fact.site})


@_for(facts.SensorTrusted)
def _(fact: facts.SensorTrusted, session: Session) -> Session:
    return replace(session, left_out=session.left_out - {fact.site}, suspected=session.suspected - {fact.site})


# --- the archive -------------------------------------------------------------------------------------------------


@_for(facts.GameTitled)
@_for(facts.GameDeleted)
def _(fact: facts.GameTitled | facts.GameDeleted, session: Session) -> Session:
    """Change nothing at the table: titles and deletions are about games in the archive."""
    return session
