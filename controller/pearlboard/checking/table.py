"""Laws of a game at the table: its facts are decided, folded, taken back, and stored."""

from pearlboard.checking.evidence import Evidence, Happening, Played, different, views
from pearlboard.checking.laws import broken
from pearlboard.errors import PearlboardError
from pearlboard.games.api import Package, Rules, Undo
from pearlboard.session import intents
from pearlboard.session.decide import decide, fold, number, way_back
from pearlboard.session.facts import Agreement, Entry
from pearlboard.session.intents import Intent
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.store.codec import decode, encode


def told(session: Session, intent: Intent) -> tuple[tuple[Entry, ...], Session]:
    """The entries that an intent leads to, and the session after them."""
    entries = number(session, decide(session, intent))
    return entries, fold(session, entries)


def begun(package: Package, played: Played) -> tuple[tuple[Entry, ...], Session]:
    """The game as a table agrees on it."""
    names = tuple(f"Player {seat}" for seat in range(1, played.players + 1))
    agreement = Agreement(package.name, names, played.setup, played.first, deals=played.deal is not None)
    return told(Session(), intents.AgreeOnGame(agreement, deal=played.deal))


def intent_of(happening: Happening) -> Intent:
    """A request of people, or of the clock, to a session."""
    if happening.actor is None:
        return intents.RunOut(happening.action)
    return intents.Act(happening.actor, happening.action)


def at_the_table(package: Package, played: Played) -> tuple[tuple[Entry, ...], Session]:
    """The whole game as facts, and the session at its end."""
    log, session = begun(package, played)
    for happening in played.happened:
        entries, session = told(session, intent_of(happening))
        log += entries
    return log, session


def session(evidence: Evidence) -> None:
    """A session comes to the same states, and is over when the game is."""
    for played in evidence.few:
        _, end = at_the_table(evidence.package, played)
        if end.gone:
            broken(f"a session cannot fold its facts: {end.fault}")
        if end.phase is not Phase.OVER or end.outcome != played.outcome:
            broken("the game is over, and the session is not, or it tells another outcome")
        _same(evidence.rules, played, end.state, played.end, "at a table the game ends differently")


def take_back(evidence: Evidence) -> None:
    """Taking back leaves everybody with what was before, and can be done again; no secret comes back."""
    for played in evidence.few:
        _, session = begun(evidence.package, played)
        for happening in played.happened:
            _, after = told(session, intent_of(happening))
            if happening.actor is not None and after.phase is Phase.PLAYING:
                _back_and_again(evidence.rules, played, happening, after)
            session = after


def _back_and_again(rules: Rules, played: Played, happening: Happening, session: Session) -> None:
    kind, what = rules.undo(happening.before, happening.action), type(happening.action).__name__
    if kind is Undo.NEVER:
        if way_back(session):
            broken(f"{what} never comes back, and yet it can be taken back")
        return
    try:
        told(session, intents.TakeBack(agreed=False))
        alone = True
    except Refused:
        alone = False
    if alone is not (kind is Undo.ALONE):
        broken(f"{what} is {kind.value} to take back, and the session says otherwise")
    _, back = told(session, intents.TakeBack(agreed=True))
    if back.gone or back.phase is not Phase.PLAYING:
        broken(f"after {what} was taken back the game cannot go on")
    _same(rules, played, back.state, happening.before, f"after {what} was taken back it is not as it was before")
    try:
        _, again = told(back, intent_of(happening))
    except PearlboardError as error:
        broken(f"{what} was taken back and cannot be done again: {error}")
    _same(rules, played, again.state, happening.after, f"{what} was taken back, and done again it is something else")


def stored(evidence: Evidence) -> None:
    """A game that is read from the database is the same game, and is written the same again."""
    for played in evidence.few:
        log, end = at_the_table(evidence.package, played)
        rows = [encode(entry.fact) for entry in log]
        read = tuple(Entry(entry.version, decode(*row)) for entry, row in zip(log, rows, strict=True))
        for entry, row in zip(read, rows, strict=True):
            if encode(entry.fact) != row:
                broken(f"a stored {row[0]} is written differently after it was read")
        found = fold(Session(), read)
        if found.gone:
            broken(f"its own facts cannot be read back: {found.fault}")
        _same(evidence.rules, played, found.state, end.state, "a game that was stored and read is another one")


def _same(rules: Rules, played: Played, one: object, other: object, sentence: str) -> None:
    principal = different(views(rules, one, played.players), views(rules, other, played.players))
    if principal is not None:
        broken(f"{sentence}: {principal} sees it")
