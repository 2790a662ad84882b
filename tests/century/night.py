"""A night of a table: `make century ARGS="--seed 1 --runs 100"`.

    --seed N      the first run; the others have the numbers after it
    --runs N      so many runs, each of `--deeds` deeds
    --minutes N   or as many as there is time for
    --twice       each run twice: both must come out the same to the byte
    --pairs       each run twice, with other values said by phones: everybody else must be sent the same
    --first       stop at the first failure, without cutting it down

A run that fails is cut down to the deeds that it takes, and printed as a test.
"""

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from century.guest import TwoTables
from century.laws import check
from century.people import DEEDS, EVENING, Table, drawn
from century.world import World
from pearlboard.session.facts import GameAgreed

MEMORY = Path("/dev/shm")
MOST_TRIES = 120
DEEDS_A_RUN = 60
DAY_S = 86_400
HOLDS = {"twice": "{run}) == {run})", "pairs": "{run}).public == {run}, other_values=True).public"}
"""The assertion of a printed test, by how the run has failed; of any other it is that it does not."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run: `failed` after so many deeds and why, its digest, virtual seconds, games, turns, programs."""

    failed: tuple[int, str] | None
    digest: str
    public: str
    seconds: float
    games: int
    turns: int
    lives: int


def run(seed, deeds, *, other_values=False):
    """Let these deeds happen, and look at every law after each. `other_values`: phones say others."""
    folder = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
    world = TwoTables(seed, folder) if seed % 3 == 2 else World(seed, folder)
    failed, table = None, Table(world)
    table.other_values = other_values
    done, name = 0, "power_on"
    try:
        try:
            world.power_on()
            for name, number in deeds:
                table.at = number % len(table.own)
                DEEDS[name].does(table, random.Random(number))
                check(table)
                done += 1
        except Exception as error:  # noqa: BLE001 - whatever it is, the run has failed there
            failed = done, f"{name}: {type(error).__name__}: {error}"
        public = world.told_all.hexdigest()
        games = sum(isinstance(entry.fact, GameAgreed) for entry in table.log)
        return Outcome(failed, world.told.hexdigest(), public, world.loop.time(), games, table.turns, world.lives)
    finally:
        world.close()
        shutil.rmtree(folder, ignore_errors=True)


def judged(seed, deeds, *, twice=False, pairs=False):
    """A run; where every law holds, it has failed also if it does not come out the same again."""
    outcome = run(seed, deeds)
    return outcome if outcome.failed else replace(outcome, failed=unlike(seed, deeds, outcome, twice, pairs))


def unlike(seed, deeds, outcome, twice, pairs):
    """What differs when it comes again, and when phones say other values."""
    last = len(deeds) - 1
    if twice and (again := run(seed, deeds)) != outcome:
        return last, f"twice: AssertionError: it comes out otherwise: {outcome} {again}"
    if pairs and (other := run(seed, deeds, other_values=True)).public != outcome.public:
        return last, f"pairs: AssertionError: others are sent something else: {outcome} {other}"
    return None


def kind(failed):
    """What has failed, without its particulars."""
    return failed[1].split(":")[1:3]


def cut_down(seed, deeds, failed, again=run):
    """The deeds without those that it does not take: ever smaller parts are left out while it fails in the same way."""
    deeds, wanted, tries = deeds[: failed[0] + 1], kind(failed), 0
    size = len(deeds) // 2
    while size and tries < MOST_TRIES:
        at = 0
        while at < len(deeds) and tries < MOST_TRIES:
            fewer, tries = deeds[:at] + deeds[at + size :], tries + 1
            found = again(seed, fewer).failed if fewer else None
            if found is not None and kind(found) == wanted:
                deeds = fewer[: found[0] + 1]
            else:
                at += size
        size //= 2
    return deeds


def as_test(seed, deeds, why):
    """A test that fails until it is mended."""
    lines = "".join(f"    ({name!r}, {number}),\n" for name, number in deeds)
    wanted = HOLDS.get(why.partition(":")[0], "{run}).failed is None").format(run=f"run({seed}, deeds")
    return f"# {why}\ndeeds = [\n{lines}]\nassert {wanted}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--deeds", type=int, default=DEEDS_A_RUN)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--twice", action="store_true")
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--first", action="store_true")
    chosen = parser.parse_args()
    began, runs, failures, sums, met = time.monotonic(), 0, 0, Counter(), Counter()
    seed, again = chosen.seed, partial(judged, twice=chosen.twice, pairs=chosen.pairs)
    while runs < chosen.runs if chosen.minutes is None else time.monotonic() - began < 60 * chosen.minutes:
        deeds = drawn(seed, chosen.deeds, EVENING if chosen.pairs else ())
        outcome = again(seed, deeds)
        runs += 1
        sums.update({each: getattr(outcome, each) for each in ("seconds", "games", "turns", "lives")})
        met.update(name for name, _ in deeds)
        if outcome.failed is not None:
            failures += 1
            if chosen.first:
                sys.stdout.write(f"# {outcome.failed[1]}\n")
                return 1
            small = cut_down(seed, deeds, outcome.failed, again)
            sys.stdout.write(as_test(seed, small, outcome.failed[1]))
            sys.stdout.flush()
        seed += 1
    sys.stdout.write(
        f"{runs} runs: {sums['seconds'] / DAY_S:.1f} days, {sums['games']} games, {sums['turns']} turns, "
        f"{sums['lives']} programs; {failures} failed; {time.monotonic() - began:.0f} s\n"
        f"what happened: {', '.join(f'{name} {count}' for name, count in met.most_common())}\n"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
