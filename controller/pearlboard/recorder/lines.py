"""The lines of a black box: events of a board, commands, and facts, without anything secret.

Each is plain data for one line of JSON, `at` in milliseconds of the table's clock: see `docs/formats.md`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from pearlboard import __version__
from pearlboard.commands.documents import Command
from pearlboard.drivers.protocols import Connected, Event, Lost, Pressed, Released, Supplied
from pearlboard.games.registry import GAMES
from pearlboard.games.values import Act
from pearlboard.session import facts
from pearlboard.session.facts import Agreement
from pearlboard.session.principal import Principal
from pearlboard.session.state import Phase, Session
from pearlboard.settings import Settings
from pearlboard.store.codec import NAMES
from pearlboard.table.tabletop import Tabletop

Line: TypeAlias = Mapping[str, Any]
FORM: Final = 2
"""Form 1 counted by the numbers of the log, secret facts among them."""


def of_event(event: Event, at_ms: int) -> Line:
    """An event of the board: when it arrived, and when it happened, if that differs."""
    read = {} if event.at_ms == at_ms else {"read": event.at_ms}
    match event:
        case Connected():
            return {"at": at_ms, "board": "connected", **read}
        case Lost():
            return {"at": at_ms, "board": "lost", **read}
        case Pressed(button):
            return {"at": at_ms, "pressed": button.value, **read}
        case Released(button):
            return {"at": at_ms, "released": button.value, **read}
        case Supplied(well):
            return {"at": at_ms, "supplied": well, **read}
        case _:
            return {"at": at_ms, "scan": f"{event.bits:x}", **read}


def of_command(command: Command, who: Principal, at_ms: int) -> Line:
    """A command by its name, the kind of screen, and at most a place of the board."""
    name = command.__struct_config__.tag
    told = {key: getattr(command, key) for key in ("site", "answer", "button") if hasattr(command, key)}
    by = "operator" if who.operator else "guest" if who.guest is not None else "page" if who.seat is None else who.seat
    return {"at": at_ms, "asked": name, "by": by, **told}


def of_fact(fact: facts.Fact, session: Session, at_ms: int) -> Line:
    """The public part of a fact; `session` is the one before it."""
    told: dict[str, Any] = {"at": at_ms, "fact": NAMES[type(fact)]}
    match fact:
        case facts.GameAgreed(agreement):
            return {**told, "game": agreed_on(agreement)}
        case facts.Acted(game, actor, action):
            return {**told, "actor": actor, "action": public(game, action)}
        case facts.TakenBack(version):
            return {**told, "to": sum(act.version <= version for act in session.acts)}
        case facts.SensorLeftOut(site) | facts.SensorSuspected(site) | facts.SensorTrusted(site):
            return {**told, "site": str(site)}
        case facts.TimeUp(name):
            return {**told, "name": name}
        case facts.SeatHandedOver(seat, level):
            return {**told, "seat": seat, "level": level}
        case _:
            return told


def public(game: str, action: object) -> object:
    """The public part of an action, encoded by the game; None if nothing but its existence is public."""
    package = GAMES[game]
    shown = package.secrets.public(action)
    return None if shown is None else package.rules.encode(shown)


def agreed_on(agreement: Agreement) -> Line:
    """The agreement without the names of people."""
    return {
        "name": agreement.game,
        "players": len(agreement.names),
        "setup": GAMES[agreement.game].options.encode(agreement.setup),
        "first": agreement.first,
        "hints": agreement.hints.value,
        "confirms_itself": agreement.confirms_itself,
        "computers": list(agreement.computers),
        "deals": agreement.deals,
        **({"helped": list(agreement.helped)} if agreement.helped else {}),
    }


def beginning(tabletop: Tabletop, settings: Settings, wiring: str, at_ms: int, *, starts: bool) -> Line:
    """The start of a part: everything public that is needed to replay from here. `wiring`: as TOML; `starts`: the
    program has just started.
    """
    session, by_itself = tabletop.session, tabletop.counted
    agreement, on = session.agreement, session.phase is Phase.PLAYING and not session.gone
    return {
        "blackbox": FORM,
        "program": __version__,
        "at": at_ms,
        "starts": starts,
        "wiring": wiring,
        "place_ms": settings.sensing.place_ms,
        "lift_ms": settings.sensing.lift_ms,
        "still_ms": settings.confirm.still_ms,
        "tiles": settings.pieces == "tiles",
        "left_out": sorted(map(str, session.left_out)),
        "suspected": sorted(map(str, session.suspected)),
        "game": None if agreement is None or not on else agreed_on(agreement),
        "version": session.public,
        "number": session.number,
        "acts": _acts(session.acts, agreement.game) if agreement and on else [],
        "by_itself": [place for place, act in enumerate(session.acts) if act.version in by_itself] if on else [],
        "paused": session.paused,
    }


def _acts(acts: Sequence[Act], game: str) -> list[list[object]]:
    """Actors and public parts of actions."""
    return [[act.actor, public(game, act.action)] for act in acts]
