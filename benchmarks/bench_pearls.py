"""How fast Pearls is: `python benchmarks/bench_pearls.py` prints a table, with the limits that are promised.

Ratios hold on any machine; absolute times are for the one it runs on. The exit code is 1 if a limit is missed. The
search is not compiled: it is fast enough as it is.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measuring import ROOT, ends_within, judged, rounds

from pearlboard.games.api import Player
from pearlboard.games.bots import Bot
from pearlboard.games.pearls.package import PACKAGE, RULES, players
from pearlboard.games.pearls.players.knowledge import Unseen
from pearlboard.games.pearls.players.searcher import play_on
from pearlboard.games.pearls.rules.state import State
from pearlboard.games.pearls.rules.view import View

SAMPLE = ROOT / "tests" / "conformance" / "pearls" / "sample-positions.jsonl"
PLAYOUTS = rounds(400, once=4)
LINES = rounds(10_000, once=60)
DECISIONS = rounds(40, once=1)
LONGEST_S = 600
DECIDED_MS = 100
LINES_A_SECOND = 5000


def row(name: str, value: str, limit: str = "", *, kept: bool = True) -> bool:
    print(f"{name:<58} {value:>16}   {limit:<16} {'' if not limit else 'kept' if kept else 'MISSED'}")
    return kept


def opening(players_: int, seed: int) -> State:
    rng = random.Random(seed)
    setup = PACKAGE.options.agree({}, [Player(f"{number}") for number in range(players_)], rng)
    return RULES.opening(setup, 1, PACKAGE.dealt.deal(setup, rng))


def seen_by_mover(state: State) -> View:
    [seat] = RULES.active(state)
    return RULES.view(state, seat)


def by_rules(bot: Bot, state: State) -> None:
    """The reference: the same players, a game through the rules and their views."""
    number = 0
    while RULES.outcome(state) is None:
        seen = seen_by_mover(state)
        state = RULES.apply(state, seen.viewer, bot.think(seen, number, 0).action)
        number += 1


def playing(number: int) -> bool:
    """Whole games from the opening, as the search plays them, and as the rules do."""
    state, rng = opening(number, 1), random.Random(1)
    unseen = Unseen(seen_by_mover(state))
    start = time.process_time()
    for _ in range(PLAYOUTS):
        play_on(unseen.deal(rng), rng, 0.1)
    fast = PLAYOUTS / (time.process_time() - start)
    start = time.process_time()
    few = max(1, PLAYOUTS // 40)
    for _ in range(few):
        by_rules(players()["greedy"].bot, state)
    slow = few / (time.process_time() - start)
    row(f"playouts, {number} players", f"{fast:,.0f} /s")
    return row("  against games through the rules", f"{fast / slow:.0f} x")


def deciding(number: int) -> bool:
    """The expert, at positions from the first turn to the last."""
    expert, greedy = players()["expert"], players()["greedy"].bot
    took: list[float] = []
    for seed in range(DECISIONS // 10 + 1):
        state, turn = opening(number, seed), 0
        while RULES.outcome(state) is None and len(took) < DECISIONS:
            seen = seen_by_mover(state)
            if turn % 5 == 0:
                start = time.process_time()
                expert.bot.think(seen, turn, expert.simulations)
                took.append(1000 * (time.process_time() - start))
            state = RULES.apply(state, seen.viewer, greedy.think(seen, turn, 0).action)
            turn += 1
    mean = sum(took) / len(took)
    kept = row(
        f"a decision of the expert, {number} players, mean",
        f"{mean:.0f} ms",
        f"< {DECIDED_MS} ms",
        kept=mean < DECIDED_MS,
    )
    row("  the slowest of them", f"{max(took):.0f} ms")
    return kept


def inspecting() -> bool:
    """`inspect --lines` as a command, over the sample again and again; starting Python is in it."""
    told = [json.dumps(json.loads(line)["position"]) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.jsonl"
        path.write_text("\n".join(told[at % len(told)] for at in range(LINES)), encoding="utf-8")
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "pearlboard", "inspect", str(path), "--lines"],
            env={"PYTHONPATH": str(ROOT / "controller")},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        rate = LINES / (time.perf_counter() - start)
    return row(
        "inspect --lines as a command", f"{rate:,.0f} /s", f">= {LINES_A_SECOND} /s", kept=rate >= LINES_A_SECOND
    )


def main() -> int:
    print(f"Python {sys.version.split()[0]}")
    kept = [playing(2), playing(4), *(deciding(number) for number in (2, 3, 4, 6)), inspecting()]
    return judged(kept=all(kept))


if __name__ == "__main__":
    with ends_within(LONGEST_S):
        sys.exit(main())
