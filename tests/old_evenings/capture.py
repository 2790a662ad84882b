"""What players have of an evening, in plain data: words of the table and of the game, not of the program.

This is the one file here that knows the program's modules. When they move it is adapted, and what it returns stays the
same: its keys and values are compared with what version 0.1.0 returned. Nothing in it is ever None.
"""

import asyncio
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from pearlboard.files import read_theme, with_looks
from pearlboard.games.perladora.shown.screen import looking as looked_at
from pearlboard.games.registry import GAMES
from pearlboard.games.values import NOWHERE, TABLE, Seat
from pearlboard.geometry import Site, Space
from pearlboard.languages import LANGUAGES
from pearlboard.lights.paint import paint
from pearlboard.lights.scene import Scene
from pearlboard.screens.archive import Archive
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.screen import ScreenContext, screen
from pearlboard.session.board_state import BoardState, observe
from pearlboard.session.decide import fold, way_back
from pearlboard.session.evolve import lying as expected_to_lie
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Phase, Session
from pearlboard.settings import Settings
from pearlboard.store.log import FactLog
from pearlboard.table.exhibit import Exhibit
from pearlboard.table.lighting import News, scene_of
from pearlboard.table.requests import PendingRequests
from pearlboard.table.settling import Conditions, situate
from pearlboard.table.situation import Situation, moment

Json: TypeAlias = dict[str, Any]

AT_MS = 160
"""The moment of everything that is captured: in the default theme no light that is meant to shine is dark then."""
STILL_MS = 3_000
PERLADORA = GAMES["perladora"]
THEME = with_looks(read_theme(Settings()), PERLADORA)
KEY_SHOWN = 8


# --- opening -------------------------------------------------------------------------------------------------------


def sessions(path: Path, games: tuple[int, ...]) -> Iterator[tuple[int, Session]]:
    """The session after every fact of the database, with the fact's version, game by game."""
    log = FactLog(path)
    for number in games:
        session, stored = Session(), log.game(number)
        for entry in log.last_game() if stored is None else stored.entries:
            session = fold(session, (entry,))
            yield entry.version, session
    log.close()


# --- after a fact --------------------------------------------------------------------------------------------------


def capture(session: Session) -> Json:
    """All of it, for the pieces that should lie there."""
    found = {"seats": seats(session), "pieces": pieces(session), "hands": hands(session), "turn": turn(session)}
    if not is_shown(session):
        return found
    return {**found, **lights(session), "sentences": sentences(session), "score": score(session), **unsettled(session)}


def is_shown(session: Session) -> bool:
    """Not between the last Pearls and the first turn: the two are one command's, and nobody sees the table between."""
    return session.stage != "pearls" or session.state.public.laid < len(session.agreement.setup.farms)


def seats(session: Session) -> Json:
    """Who sits where, with which screen; who is the host; what was agreed; whether the table pauses."""
    agreement = session.agreement
    return {
        "screens": {str(seat): key[:KEY_SHOWN] for seat, key in session.phones.items()},
        **({} if session.host is None else {"host": session.host[:KEY_SHOWN]}),
        **({} if agreement is None else _agreed(agreement)),
        "paused": session.paused,
    }


def _agreed(agreement: Agreement) -> Json:
    setup = agreement.setup
    return {
        "names": {str(seat): name for seat, name in enumerate(agreement.names, 1)},
        "clans": {str(seat): clan.value for seat, clan in enumerate(setup.clans, 1)},
        "computers": {str(seat): level for seat in setup.seats if (level := agreement.computer(seat)) is not None},
        "farms": {str(farm): pearls for farm, pearls in setup.farms.items()},
        "rules": {
            "edition": setup.edition.value,
            "advanced": setup.advanced,
            "pass": setup.voluntary_pass,
            "elders_own": setup.elders_own,
            "first": agreement.first,
            "hints": agreement.hints.value,
            "confirms_itself": agreement.confirms_itself,
            "peek_own": setup.peek_own,
        },
    }


def pieces(session: Session) -> Json:
    """Where pieces should lie, whose they are, which lie face up and what lies on them."""
    if not begun(session):
        return {}
    divers, found = session.state.public.divers, {}
    for site, piece in PERLADORA.board.expected(PERLADORA.rules.view(session.state, TABLE)).items():
        owner = piece.seat
        words = [piece.kind if owner is None else f"{piece.kind} {owner}"]
        if piece.face_up:
            words.append(f"face up {divers[site].shown}")
        if owner is not None and divers[site].necklaces:
            words.append(f"necklaces {divers[site].necklaces}")
        if owner is not None and divers[site].backup:
            words.append("backup")
        found[str(site)] = ", ".join(words)
    return found


def expected(session: Session) -> frozenset[Site]:
    """Where pieces should lie."""
    return expected_to_lie(session) if begun(session) else NOWHERE


def begun(session: Session) -> bool:
    """Whether the first turn has come."""
    return session.state is not None and session.stage != "pearls"


def hands(session: Session) -> Json:
    """What each seat has left, and what it alone may know of values: those in its hand, and those on the board."""
    if not begun(session):
        return {}
    return {str(seat): _hand(session, seat) for seat in session.state.public.setup.seats}


def _hand(session: Session, seat: Seat) -> Json:
    view = PERLADORA.rules.view(session.state, seat)
    public = view.public
    return {
        "left": public.left[seat - 1],
        "powers": public.powers[seat - 1],
        "backup": public.backups[seat - 1],
        "done": public.done[seat - 1],
        "hand": " ".join(map(str, view.hand)),
        "knows": {str(space): value for space, value in view.values.items() if _knew(session, seat, space)},
    }


def _knew(session: Session, seat: Seat, space: Space) -> bool:
    """Whether it is more than what lies open for all in the count: then every value does."""
    state = session.state
    diver = state.public.divers[space]
    return diver.seat == seat or diver.shown is not None or (seat, space) in state.looks


def turn(session: Session) -> Json:
    """Which turn it is, what an Elder looks at and how, and whether the last step may be taken back without asking."""
    if not begun(session):
        return {}
    now = _look(session)
    found = {"number": now.game.turn, "free_to_take_back": session.free and len(way_back(session)) == 1}
    looking = looked_at(now.game.view.public, moment(now))
    if looking is not None:
        found["looking"] = f"{looking['seat']} at {looking['space']}, {looking['how']}"
    return found


def lights(session: Session, lying: frozenset[Site] | None = None) -> Json:
    """What every light means, by role and seat; the colours of all; the sound. `lying`: instead of what should lie."""
    return _shining(scene_of(_look(session, lying), News(), AT_MS), session.agreement)


def at_the_table(now: Situation) -> Json:
    """Lights and sentences of a table that runs."""
    return {**_shining(scene_of(now, News(), AT_MS), now.game.agreement), "sentences": _said(_screens_of(now))}


def _shining(scene: Scene, agreement: Agreement | None) -> Json:
    colours = (
        {}
        if agreement is None
        else {seat: THEME.seats[colour - 1] for seat, colour in PERLADORA.rules.colours(agreement.setup).items()}
    )
    painted = bytes(part for colour in paint(scene, THEME, colours, AT_MS) for part in colour)
    roles: Json = {}
    for light, mark in scene.lights.items():
        role = str(mark.role) if mark.seat is None else f"{mark.role} {mark.seat}"
        roles.setdefault(role, {})[str(light)] = 1
    return {
        "lights": roles,
        "colours": hashlib.sha256(painted).hexdigest()[:8],
        "cue": "silent" if scene.cue is None else str(scene.cue),
    }


def sentences(session: Session, lying: frozenset[Site] | None = None) -> Json:
    """What the table says, then what it tells of the steps of computers, in every language."""
    return _said(_screens_of(_look(session, lying)))


def _said(screens: Mapping[str, Json]) -> Json:
    return {language: [shown["sentence"], *shown["told"]] for language, shown in screens.items()}


def score(session: Session) -> Json:
    """What the table takes the pieces for, counts, and comes to in the end: as far as it shows that."""
    if session.stage not in ("reveal", "count", "over"):
        return {}
    screens = {language: each["game"] for language, each in _screens_of(_look(session)).items()}
    shown = screens[LANGUAGES[0]]
    found: Json = {}
    if shown["reveal"] is not None:
        found["reveal"] = _reveal(shown["reveal"])
        found["reveal"]["problems"] = {language: each["reveal"]["problems"] for language, each in screens.items()}
    if shown["count"] is not None:
        found["count"] = {
            str(number): {
                "spaces": " ".join(part["spaces"]),
                "pearls": part["pearls"],
                "winners": part["winners"],
                "totals": {str(total["side"]): total["total"] for total in part["totals"]},
                "text": {language: each["count"]["territories"][number]["text"] for language, each in screens.items()},
            }
            for number, part in enumerate(shown["count"]["territories"])
        }
    if shown["result"] is not None:
        found["result"] = {
            "winners": shown["result"]["winners"],
            "standings": shown["result"]["standings"],
            "text": {language: each["result"]["text"] for language, each in screens.items()},
        }
    return found


def _reveal(shown: Json) -> Json:
    """Each piece with its value, and how that is known."""
    return {
        "shown": shown["index"],
        "of": shown["of"],
        "values": {
            diver["space"]: ("?" if diver["value"] is None else str(diver["value"]))
            + (" said" if diver["said"] else " certain" if diver["certain"] else "")
            for part in shown["territories"]
            for diver in part["divers"]
        },
    }


def unsettled(session: Session) -> Json:
    """The same, where computers' pieces have not been laid yet, or what was taken back not been lifted."""
    found = {}
    for name, lying in (
        ("not laid yet", expected(session) - session.owed),
        ("not lifted yet", expected(session) | session.taken_back),
    ):
        if session.stage in ("playing", "reveal") and lying != expected(session):
            found[name] = {
                **lights(session, lying),
                "sentences": {language: said[0] for language, said in sentences(session, lying).items()},
            }
    return found


def _look(session: Session, lying: frozenset[Site] | None = None) -> Situation:
    """The table under a program that has just started, with these pieces on the board."""
    level = BoardState(must_lift=session.taken_back, owed=session.owed)
    level = observe(level, expected(session) if lying is None else lying, AT_MS)
    return situate(session, level, PendingRequests(), AT_MS, Conditions(STILL_MS))


def _screens_of(now: Situation) -> Mapping[str, Json]:
    return {language: screen(now, ScreenContext(), catalogues()[language]) for language in LANGUAGES}


# --- afterwards ----------------------------------------------------------------------------------------------------


def archived(path: Path) -> dict[int, list[Json]]:
    """Every game of the archive: how it is listed and its record, then each frame of its replay."""
    log = FactLog(path)
    try:
        return asyncio.run(_archived(Archive(_Reading(log))))
    finally:
        log.close()


class _Reading:
    """Asks the log at once."""

    def __init__(self, log: FactLog) -> None:
        self._log = log

    @property
    def contents(self):
        """What the archive holds."""
        return self._log.contents

    async def ask(self, question):
        """Nothing is being written."""
        return question(self._log)


async def _archived(archive: Archive) -> dict[int, list[Json]]:
    listed = {language: await archive.games(catalogues()[language]) for language in LANGUAGES}
    found = {}
    for place, game in enumerate(listed[LANGUAGES[0]]):
        number = int(game["replay"].rpartition("/")[2])
        replays = {language: await archive.replay(number, catalogues()[language]) for language in LANGUAGES}
        found[number] = [
            {
                "players": game["players"],
                "record": await archive.record(number),
                "result": {language: games[place]["result"] for language, games in listed.items()},
            },
            *_frames(archive, number, replays),
        ]
    return found


def _frames(archive: Archive, number: int, replays: Mapping[str, Json]) -> Iterator[Json]:
    shown = archive.opened(number)
    for index in range(len(shown.frames)):
        now = Situation(Phase.IDLE, 0, exhibit=Exhibit(shown, index), board=_look(Session()).board)
        shining = _shining(scene_of(now, News(), AT_MS), shown.agreement)
        yield {
            "told": {language: replay["frames"][index]["said"] for language, replay in replays.items()},
            **shining,
            "lights": {role: len(lights) for role, lights in shining["lights"].items()},
        }
