"""What a tagged version wrote: evenings of every game, played at random, and what the program finds in them.

Each folder beside this file is called after a version, and was made by that version when it was tagged:

    python tests/store/versions/make.py           # tests/store/versions/VERSION, as pyproject.toml calls it

A folder is never regenerated. For each game it has a database with its journal, closed as the program closes it, the
record of its first game as `/archive/NUMBER.json` sends it, and in `found.json` the result of `found`.
"""

import asyncio
import hashlib
import itertools
import json
import random
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from pearlboard.games.going_on import seats
from pearlboard.games.perladora.rules.steps import PlaceDiver, TellValue
from pearlboard.games.registry import BUILT_IN, GAMES
from pearlboard.games.values import TABLE, Json, Player
from pearlboard.geometry import edge, space
from pearlboard.languages import LANGUAGES
from pearlboard.screens.archive import Archive
from pearlboard.screens.catalogues import catalogues
from pearlboard.session import intents
from pearlboard.session.decide import decide, fold, number, way_back
from pearlboard.session.evolve import lying
from pearlboard.session.facts import Agreement
from pearlboard.session.questions import package_of
from pearlboard.session.state import Phase, Session
from pearlboard.store.log import FactLog
from pearlboard.store.writer import Writer

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[2]
NAMES: Final = ("Åsa", "Ben ♥")
FORMS: Final[Mapping[str, Json]] = {"perladora": {"advanced": True}, "piratoons": {"plunder": "screen"}, "pearls": {}}
PATIENCE: Final = 0.5
"""How often a seat acts where the table could go on, or a timer could expire."""
LEFT_OUT: Final = ("h5", "g3-g4")
ACTS_IN_PROGRESS: Final = 9
BEGAN: Final = datetime(2026, 11, 25, 19, tzinfo=UTC)


# --- going on --------------------------------------------------------------------------------------------------------


class Evening:
    """A log, and the session after it; `do` carries out an intent, and stores what follows."""

    def __init__(self, path: Path, seed: str) -> None:
        """Open the log at `path`, or create it."""
        self.log = FactLog(path)
        self.session = fold(Session(), self.log.to_resume())
        self.rng = random.Random(seed)
        self._time = itertools.count(self.log.version)

    def do(self, intent: intents.Intent) -> None:
        """Carry out an intent, some seconds after the last one."""
        entries = number(self.session, decide(self.session, intent), f"c-{self.session.version}")
        self.log.append(entries, (BEGAN + timedelta(seconds=7 * next(self._time))).isoformat(timespec="seconds"))
        self.session = fold(self.session, entries)

    def play(self, most: int = 3000) -> None:
        """Play at random until the game is over, or `most` times."""
        for _ in range(most):
            if self.session.phase is not Phase.PLAYING:
                return
            self.do(self._following())

    def _following(self) -> intents.Intent:
        package, state = package_of(self.session), self.session.state
        rules, timer, waiting = package.rules, package.timed.timer(state), seats(package, state)
        together = rules.go_on(rules.view(state, TABLE)) if TABLE in rules.active(state) else None
        if waiting and ((timer is None and together is None) or self.rng.random() < PATIENCE):
            seat = self.rng.choice(waiting)
            return intents.Act(seat, rules.sample(rules.view(state, seat), self.rng))
        if together is not None:
            return intents.Act(TABLE, together)
        if timer is not None:
            return intents.RunOut(timer.name)
        return intents.Act(TABLE, rules.sample(rules.view(state, TABLE), self.rng))

    def take_back(self, doubted: Iterable[str] = ()) -> None:
        """Play until something can be taken back, and take that back."""
        while not way_back(self.session):
            self.play(1)
        self.do(intents.TakeBack(agreed=True, doubted=frozenset(map(space, doubted))))


# --- an evening ------------------------------------------------------------------------------------------------------


def agreed(game: str, rng: random.Random, edition: str = "en", **more: Any) -> intents.AgreeOnGame:
    """Two people set up a game."""
    package = GAMES[game]
    form = {**FORMS[game], "edition": edition} if game == "perladora" else FORMS[game]
    setup = package.options.agree(
        form, [Player(name, pick) for name, pick in zip(NAMES, picks(game), strict=True)], rng
    )
    deal = package.dealt.deal(setup, rng)
    agreement = Agreement(game, NAMES, setup, 1, deals=deal is not None, **more)
    return intents.AgreeOnGame(agreement, deal=deal)


def picks(game: str) -> tuple[str | None, ...]:
    """The pick of each, if the game has picks."""
    return ("elders", "foragers") if game == "perladora" else (None, None)


def played(path: Path, game: str) -> None:
    """Store a game with a title, and an unfinished one of the same people."""
    evening = Evening(path, game)
    evening.do(intents.NameHost(digest("the host's browser")))
    evening.do(agreed(game, evening.rng, clock=3))
    first = evening.session.number
    evening.do(intents.TakeSeat(2, digest("the phone of seat 2")))
    evening.play(6)
    evening.take_back(doubted=["c3"])
    while not evening.session.awaited:
        evening.play(1)
    evening.do(intents.TimeTurn(15_000))
    for wish in (intents.Pause(), intents.Resume(), *map(intents.LeaveOutSensor, left_out())):
        evening.do(wish)
    evening.play()
    evening.do(intents.TitleGame(first, "Grandma’s birthday"))
    if game == "perladora":
        again(evening)
    evening.do(agreed(game, evening.rng, explains=True))
    evening.do(intents.TrustSensor(space("c3")))
    evening.do(intents.TakeSeat(1, digest("the phone of seat 1")))
    evening.play(ACTS_IN_PROGRESS)
    evening.take_back()
    if game == "perladora":
        tell_a_value(evening)
    evening.do(intents.FreeSeat(1))
    evening.log.write_back()
    evening.log.close()


def again(evening: Evening) -> None:
    """A rematch in which the computer takes over, a deleted game, and one that is abandoned.

    They are short; the databases of other games do without, and stay small.
    """
    first = evening.session
    evening.do(agreed("perladora", evening.rng, edition="fr"))
    evening.play(4)
    evening.do(intents.HandOver(2, GAMES["perladora"].levels[0]))
    evening.play()
    evening.do(agreed("perladora", evening.rng, edition="fr"))
    deleted = evening.session.number
    evening.play()
    evening.do(intents.TitleGame(deleted, "The one that nobody talks about"))
    acts = tuple((act.actor, act.action) for act in first.acts[:5])
    steps = sum(actor != TABLE for actor, _ in acts)
    evening.do(intents.AgreeOnGame(replace(first.agreement, clock=0, began_from=(first.number, steps)), acts=acts))
    evening.do(intents.DeleteGame(deleted))
    evening.play(2)
    evening.do(intents.Abandon())


def left_out() -> tuple[Any, ...]:
    """A space and an edge."""
    return space(LEFT_OUT[0]), edge(LEFT_OUT[1])


def tell_a_value(evening: Evening) -> None:
    """Lay a Diver without a value, and let its seat give the value on its phone."""
    while True:
        wish = evening._following()
        if isinstance(wish, intents.Act) and isinstance(wish.action, PlaceDiver) and wish.action.value is not None:
            break
        evening.do(wish)
    evening.do(replace(wish, action=PlaceDiver(wish.action.space)))
    evening.do(intents.Note(wish.actor, TellValue(wish.action.space, wish.action.value)))


def digest(words: str) -> str:
    """The digest of a key that nobody uses."""
    return hashlib.sha256(words.encode()).hexdigest()


# --- what is found ---------------------------------------------------------------------------------------------------


def found(log: FactLog) -> Json:
    """What people see of a log: how its games ended, and the state of the current one."""
    session = fold(Session(), log.to_resume())
    listed, records = asyncio.run(_archived(log))
    rules = package_of(session).rules
    return {
        "facts": log.version,
        "deleted": sorted(log.contents.deleted),
        "finished": [_finished(log, game, records[game["number"]]) for game in listed],
        "on": {
            "number": session.number,
            "names": list(session.agreement.names),
            "acts": len(session.acts),
            "to_act": sorted(map(str, rules.active(session.state))),
            "lying": sorted(map(str, lying(session))),
            "screens": sorted(session.phones),
            "host": session.host,
            "left_out": sorted(map(str, session.left_out)),
        },
    }


def _finished(log: FactLog, listed: Json, record: Json) -> Json:
    stored = log.game(listed["number"])
    session = fold(Session(), stored.entries[: _end(stored.entries)])
    return {
        "number": listed["number"],
        "called": listed["called"],
        "finished": listed["finished"],
        "players": listed["players"],
        "began_from": listed["began_from"],
        "acts": len(session.acts),
        "taken_back": sum(deed.back for deed in session.deeds),
        "places": {str(seat): place for seat, place in session.outcome.places.items()},
        "points": {str(seat): points for seat, points in session.outcome.points.items()},
        "record": hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()[:16],
    }


def _end(entries: Iterable[Any]) -> int:
    """The number of entries up to the end of the game."""
    return 1 + next(at for at, entry in enumerate(entries) if type(entry.fact).__name__ == "GameEnded")


def archive_of(log: FactLog) -> Archive:
    """The archive of an open log."""
    return Archive(Writer(log, str, 0, print))


async def _archived(log: FactLog) -> tuple[list[Json], dict[int, Json]]:
    """The list of games, and their records; each can be replayed in every language."""
    archive = archive_of(log)
    listed = list((await archive.games(catalogues()["en"]))["games"])
    for game in listed:
        for language in LANGUAGES:
            assert (await archive.replay(game["number"], catalogues()[language]))["frames"]
    return listed, {game["number"]: await archive.record(game["number"]) for game in listed}


# --- a folder --------------------------------------------------------------------------------------------------------


def make(folder: Path) -> None:
    """Make everything in a new folder."""
    folder.mkdir()
    said = {}
    for game in BUILT_IN:
        played(folder / f"{game}.db", game)
        log = FactLog(folder / f"{game}.db")
        said[game] = found(log)
        record = asyncio.run(archive_of(log).record(min(each["number"] for each in said[game]["finished"])))
        log.close()
        (folder / f"{game}.record.json").write_text(
            json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8"
        )
    lines = ",\n".join(f"{json.dumps(game)}:{json.dumps(what, ensure_ascii=False)}" for game, what in said.items())
    (folder / "found.json").write_text(f"{{{lines}}}\n", encoding="utf-8")


if __name__ == "__main__":
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    make(HERE / (sys.argv[1] if len(sys.argv) > 1 else version))
