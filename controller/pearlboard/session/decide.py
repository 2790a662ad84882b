"""What may be done now: an intent becomes facts, or is refused by name and with a sentence. Nothing is changed here.

phase     intents that are open (in brackets: what they lead to)
idle      AgreeOnGame [pearls]
pearls    LayPearls, Begin [playing], HandOver, Abandon [idle]
playing   Confirm [playing, reveal], TakeBack, Pause, Resume, HandOver, Abandon [idle]
reveal    SayValue, ShowTerritory, AgreeOnValues [count], TakeBack [playing], Abandon [idle]
count     ShowTerritory [count, over], Abandon [idle]
over      AgreeOnGame [pearls], Close [idle]
all but idle: TakeSeat; all: FreeSeat, NameHost
"""

from collections.abc import Mapping
from functools import reduce, singledispatch
from typing import Final

from pearlboard.errors import PearlboardError
from pearlboard.games.api import Seat
from pearlboard.geometry import Space
from pearlboard.session import facts, intents
from pearlboard.session.evolve import agreed, evolve, game_of
from pearlboard.session.facts import Agreement, Entry, Fact
from pearlboard.session.intents import Command, Intent
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.texts import say

ALWAYS: Final = tuple(Phase)
OPEN: Final[Mapping[type, tuple[Phase, ...]]] = {
    intents.AgreeOnGame: (Phase.IDLE, Phase.OVER),
    intents.LayPearls: (Phase.PEARLS,),
    intents.Begin: (Phase.PEARLS,),
    intents.Confirm: (Phase.PLAYING,),
    intents.TakeBack: (Phase.PLAYING, Phase.REVEAL),
    intents.SayValue: (Phase.REVEAL,),
    intents.ShowTerritory: (Phase.REVEAL, Phase.COUNT),
    intents.AgreeOnValues: (Phase.REVEAL,),
    intents.Pause: (Phase.PLAYING,),
    intents.Resume: (Phase.PLAYING,),
    intents.Abandon: (Phase.PEARLS, Phase.PLAYING, Phase.REVEAL, Phase.COUNT),
    intents.Close: (Phase.OVER,),
    intents.TakeSeat: ALWAYS[1:],
    intents.FreeSeat: ALWAYS,
    intents.HandOver: (Phase.PEARLS, Phase.PLAYING),
    intents.NameHost: ALWAYS,
}
"""The table at the head of the file, as the program reads it."""


WHILE_PAUSED: Final = (
    intents.Resume,
    intents.Abandon,
    intents.TakeSeat,
    intents.FreeSeat,
    intents.HandOver,
    intents.NameHost,
)


def receive(session: Session, command: Command) -> tuple[Entry, ...]:
    """The entries that a command adds to the log; none for a command that was received before."""
    if command.id in session.commands:
        return ()
    if command.version != session.version:
        raise Refused("stale_version", say("stale_version"))
    return number(session, decide(session, command.intent), command.id)


def number(session: Session, decided: tuple[Fact, ...], command: str | None = None) -> tuple[Entry, ...]:
    """Facts as the next entries of the log."""
    return tuple(Entry(session.version + place, fact, command) for place, fact in enumerate(decided, 1))


def fold(session: Session, entries: tuple[Entry, ...]) -> Session:
    """The session after these entries."""
    return reduce(evolve, entries, session)


def decide(session: Session, intent: Intent) -> tuple[Fact, ...]:
    """The facts that follow from an intent, or `Refused`, or the game's own refusal of a step."""
    if session.phase not in OPEN[type(intent)]:
        raise Refused("not_now", say("not_now"))
    if session.paused and not isinstance(intent, WHILE_PAUSED):
        raise Refused("paused", say("paused_refusal"))
    return _facts(intent, session)


@singledispatch
def _facts(intent: Intent, session: Session) -> tuple[Fact, ...]:
    raise TypeError(f"{type(intent).__name__} is no intent")


@_facts.register
def _(intent: intents.AgreeOnGame, session: Session) -> tuple[Fact, ...]:
    closing: tuple[Fact, ...] = (facts.GameClosed(),) if session.phase is Phase.OVER else ()
    host = intent.host or session.host
    naming = () if host is None else (facts.HostNamed(host),)
    return (*closing, facts.GameAgreed(intent.agreement), *naming, *_still_seated(session, intent.agreement))


def _still_seated(session: Session, agreement: Agreement) -> tuple[Fact, ...]:
    """When the same people play again on the same seats, their screens stay theirs."""
    if session.agreement is None or session.agreement.names != agreement.names:
        return ()
    return tuple(
        facts.SeatTaken(seat, key) for seat, key in sorted(session.phones.items()) if agreement.computer(seat) is None
    )


@_facts.register
def _(intent: intents.LayPearls, session: Session) -> tuple[Fact, ...]:
    first, *others = _farms_to_lay(session)
    return (facts.PearlsLaid(first),) if others else (facts.PearlsLaid(first), facts.GameBegun())


@_facts.register
def _(intent: intents.Begin, session: Session) -> tuple[Fact, ...]:
    return (*(facts.PearlsLaid(farm) for farm in _farms_to_lay(session)), facts.GameBegun())


@_facts.register
def _(intent: intents.Confirm, session: Session) -> tuple[Fact, ...]:
    game = game_of(session)
    seat = game.to_move(session.state)
    if seat is None:
        raise Refused("game_over", say("game_over"))
    game.apply(session.state, intent.step)
    return (facts.StepPlayed(seat, intent.step),)


@_facts.register
def _(intent: intents.TakeBack, session: Session) -> tuple[Fact, ...]:
    back = steps_back(session)
    if not back or not (intent.agreed or (session.before is not None and len(back) == 1)):
        raise Refused("nothing_to_take_back", say("nothing_to_take_back"))
    return tuple(facts.StepTakenBack(seat) for seat in back)


def steps_back(session: Session) -> tuple[Seat, ...]:
    """Whose steps are taken back at a time, the last first: computers' down to one of a person; empty if there is none.

    A computer that took its own step back would only think again.
    """
    seats = [seat for seat, _ in reversed(session.played)]
    people = [number for number, seat in enumerate(seats) if agreed(session).computer(seat) is None]
    return tuple(seats[: people[0] + 1]) if people else ()


@_facts.register
def _(intent: intents.SayValue, session: Session) -> tuple[Fact, ...]:
    game = game_of(session)
    if session.before is not None and not _says(session, intent):
        return _turned_up(session)
    _check_not_the_computers(session, intent.space)
    game.say(session.state, intent.space, intent.value)
    return (*(_turned_up(session) if session.before is not None else ()), facts.ValueSaid(intent.space, intent.value))


def _check_not_the_computers(session: Session, space: Space) -> None:
    """What the computer has laid is worth what it says, whatever tile people have put there for it."""
    game = game_of(session)
    seat = game.owner(session.state, space)
    if seat is None or agreed(session).computer(seat) is None:
        return
    if space in game.view(session.state, seat).values:
        raise Refused("computers_diver", say("computers_diver", seat=seat, space=space), frozenset({space}))


def _says(session: Session, intent: intents.SayValue) -> bool:
    """Whether that value can be said of that piece."""
    try:
        game_of(session).say(session.state, intent.space, intent.value)
    except PearlboardError:
        return False
    return True


def _turned_up(session: Session) -> tuple[Fact, ...]:
    """The tiles are turned up: the last step cannot be taken back any more, and what was noted is shown.

    Until then nobody's word may be judged by it: to refuse one would tell what was noted while play may still go on.
    """
    return (facts.TerritoryShown(session.shown),)


@_facts.register
def _(intent: intents.AgreeOnValues, session: Session) -> tuple[Fact, ...]:
    game = game_of(session)
    if session.before is not None and game.unsaid(session.state) != session.state:
        return _turned_up(session)
    problems = game.reckon(session.state).problems
    if problems:
        raise Refused("values_open", problems[0])
    return (facts.ValuesAgreed(),)


@_facts.register
def _(intent: intents.ShowTerritory, session: Session) -> tuple[Fact, ...]:
    territories = game_of(session).territory_count(session.state)
    if session.phase is Phase.COUNT and intent.index == territories:
        return (facts.GameCounted(),)
    if not 0 <= intent.index < territories:
        raise Refused("no_such_territory", say("no_such_territory", number=intent.index + 1))
    return (facts.TerritoryShown(intent.index),)


@_facts.register
def _(intent: intents.TakeSeat, session: Session) -> tuple[Fact, ...]:
    _check_seat(session, intent.seat)
    if agreed(session).computer(intent.seat) is not None:
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
    leaving = (facts.SeatFreed(intent.seat),) if intent.seat in session.phones else ()
    return (*leaving, facts.SeatHandedOver(intent.seat, intent.level))


@_facts.register
def _(intent: intents.NameHost, session: Session) -> tuple[Fact, ...]:
    return (facts.HostNamed(intent.key),)


def _check_seat(session: Session, seat: Seat) -> None:
    if not 1 <= seat <= len(agreed(session).names):
        raise Refused("no_such_seat", say("no_such_seat", number=seat))


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
    agreed(session)
    return (facts.GameAbandoned(),)


@_facts.register
def _(intent: intents.Close, session: Session) -> tuple[Fact, ...]:
    return (facts.GameClosed(),)


def _farms_to_lay(session: Session) -> tuple[Space, ...]:
    return tuple(game_of(session).pearls(agreed(session).setup))[session.laid :]
