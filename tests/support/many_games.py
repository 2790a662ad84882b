"""Stores of thousands of finished games, written by the program itself, for tests and for `benchmarks/bench_years.py`.

A few games of each kind are really played; each is then stored again and again with other people, as a table would have
stored it, one transaction a game.
"""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from pearlboard.games.registry import BUILT_IN
from pearlboard.session import intents
from pearlboard.session.facts import Entry, GameAgreed, GameClosed, GameTitled, TakenBack
from pearlboard.store.log import FactLog
from store.versions.make import Evening, agreed

BEGAN = datetime(2020, 1, 1, 17, tzinfo=UTC)
APART = timedelta(minutes=75)
"""From game to game: 7,000 a year."""
TITLED = 7
"""Every so many games have a title."""


def played(each=2, games=BUILT_IN):
    """Games that were really played to their ends, `each` of every kind: their entries, numbered from 1."""
    found = []
    with TemporaryDirectory() as folder:
        for game in games:
            evening = Evening(Path(folder) / f"{game}.db", f"many {game}")
            for number in range(each):
                edition = {"edition": ("en", "fr")[number % 2]} if game == "perladora" else {}
                evening.do(agreed(game, evening.rng, **edition))
                evening.play()
                stored = evening.log.game(evening.session.number)
                found.append(tuple(moved(entry, 1 - stored.number) for entry in stored.entries))
                evening.do(intents.Close())
            evening.log.close()
    return tuple(found)


def moved(entry, by, names=None):
    """The entry with a number greater by this, as one of a game of these people."""
    fact = entry.fact
    if isinstance(fact, GameAgreed) and names is not None:
        fact = GameAgreed(replace(fact.agreement, names=names))
    if isinstance(fact, TakenBack):
        fact = replace(fact, to_version=fact.to_version + by)
    command = None if entry.command is None else f"{entry.command}-{entry.version + by}"
    return Entry(entry.version + by, fact, command)


def people(many):
    """The names of so many people."""
    return tuple(f"{name} {number}" for number in range(1 + many // 4) for name in ("Anna", "Ben", "Zoë", "Łukasz"))[
        :many
    ]


def fill(log, games, some, seed=1, members=60, *, seals=True):
    """Store so many more games in an open log, as a club of so many members plays them; return their numbers."""
    rng, known, numbers = random.Random(seed), people(members), []
    for _ in range(games):
        first, count = log.version + 1, len(numbers)
        entries = some[rng.randrange(len(some))]
        names = tuple(rng.sample(known, len(entries[0].fact.agreement.names)))
        written = [moved(entry, first - 1, names) for entry in entries]
        written.append(Entry(written[-1].version + 1, GameClosed()))
        if count % TITLED == 0:
            written.append(Entry(written[-1].version + 1, GameTitled(first, f"Evening {count} of {names[0]}")))
        log.append(written, (BEGAN + count * APART).isoformat(timespec="seconds"))
        numbers.append(first)
        if seals:
            log.write_back()
            for _ in log.sealing.steps():
                pass
    return numbers


def made(path, games, some=None, **how):
    """A store of so many games at `path`, closed; the numbers of the games."""
    log = FactLog(path)
    numbers = fill(log, games, some or played(), **how)
    log.close()
    return numbers
