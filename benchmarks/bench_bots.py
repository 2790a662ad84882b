"""How fast the computer player is: `python benchmarks/bench_bots.py` prints a table, with the limits that are promised.

Compiled playouts, the same source uncompiled and OpenSpiel's C++ rollouts take turns within one run, so the ratios hold
on any machine. The exit code is 1 if a limit is missed.
"""

import importlib.util
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from measuring import ROOT, ends_within, judged, rounds

from pearlboard.games.perladora.package import PACKAGE
from pearlboard.games.perladora.players import actions, kernel
from pearlboard.games.perladora.rules.setup import deal, opening
from pearlboard.games.perladora.rules.state import DIVERS, Clan, Setup, View
from pearlboard.games.perladora.rules.view import view
from pearlboard.geometry import GRID

ROUNDS = rounds(15, once=1)
STARTS = rounds(5, once=1)
LONGEST_S = 600
SLICE_S = rounds(0.1, once=0.01)
"""About as long as one contender is measured before the next one's turn."""
CLANS = ((actions.FISHERMEN, 2), (actions.FORAGERS, 2), (actions.CHILDREN, 1), (actions.ELDERS, 2))
"""With their Power tokens."""
OPPONENTS = {"dots_and_boxes": "OpenSpiel dots_and_boxes 5x5 (C++, 60 placements)", "hex": "OpenSpiel hex 11x11 (C++)"}
GAMES = {"dots_and_boxes": "dots_and_boxes(num_rows=5,num_cols=5)", "hex": "hex(board_size=11)"}
ONE_SIMULATION = (2.0, 1, 1000, False, 1, False)
"""Arguments of OpenSpiel's tree search: constant of UCT, simulations, MB, whether to solve, seed, whether to log."""
IMPORTED = """
import time
import pearlboard.games.perladora.rules.view
from pearlboard.games.perladora.package import players
def most():
    return next(int(line.split()[1]) for line in open('/proc/self/status') if line.startswith('VmHWM')) / 1024
before, begun = most(), time.perf_counter()
import pearlboard.games.perladora.players.search
took = time.perf_counter() - begun
print(took, end=' ')
from pearlboard.games.perladora.rules.setup import deal, opening
from pearlboard.games.perladora.rules.state import Clan, Setup
import random
state = opening(Setup(2, tuple(Clan)[:2], deal(random.Random(1))), 1)
player = players()['expert']
player.bot.think(pearlboard.games.perladora.rules.view.view(state, 1), 1, player.simulations)
print(most() - before)
"""


def start(module: ModuleType, players: int = 2, advanced: int = 0) -> Any:  # noqa: ANN401 - a module loaded twice
    """An opening, for this build of the kernel."""
    position = module.Position(players, advanced)
    for farm, pearls in deal(random.Random(1)).items():
        position.set_farm(GRID.index(farm), pearls)
    position.set_room()
    for seat, (clan, powers) in enumerate(CLANS[:players]):
        if advanced:
            position.set_seat(seat, clan, powers, 1, 0)
        for value, count in enumerate(DIVERS[players], 1):
            position.set_hand(seat, value, count)
    return position


def plain() -> ModuleType:
    """The kernel's source, uncompiled."""
    path = Path(kernel.__file__)
    source = next(folder / "kernel.py" for folder in path.parents if (folder / "kernel.py").exists())
    spec = importlib.util.spec_from_file_location("plain_kernel", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def playouts(module: ModuleType, *opening: int) -> Callable[[int], object]:
    position = start(module, *opening)
    return lambda count: module.playouts(position, count, 1)


def rollouts(game: str) -> Callable[[int], object]:
    """OpenSpiel's own: its tree search, for one simulation, plays so many games from the root at random, in C++."""
    import pyspiel  # noqa: PLC0415 - only `make bench` installs it

    loaded = pyspiel.load_game(game)
    state = loaded.new_initial_state()

    def work(count: int) -> object:
        bot = pyspiel.MCTSBot(loaded, pyspiel.RandomRolloutEvaluator(count, 1), *ONE_SIMULATION)
        return bot.mcts_search(state)

    return work


def timed(work: Callable[[int], object], count: int) -> float:
    """Pieces of work a second of the processor's time; all of it is in this thread."""
    begun = time.process_time()
    work(count)
    return count / (time.process_time() - begun)


def rates(contenders: dict[str, Callable[[int], object]]) -> dict[str, float]:
    """The best of some rounds, in which all take turns."""
    counts = {name: int(SLICE_S * timed(work, 200)) for name, work in contenders.items()}
    found = [{name: timed(work, counts[name]) for name, work in contenders.items()} for _ in range(ROUNDS)]
    return {name: max(rate[name] for rate in found) for name in contenders}


def row(name: str, value: str, limit: str = "", *, kept: bool = True) -> bool:
    print(f"{name:<58} {value:>16}   {limit:<16} {'' if not limit else 'kept' if kept else 'MISSED'}")
    return kept


def comparing() -> bool:
    contenders = {"compiled": playouts(kernel), "plain": playouts(plain()), "advanced": playouts(kernel, 4, 1)}
    if importlib.util.find_spec("pyspiel") is not None:
        contenders |= {name: rollouts(game) for name, game in GAMES.items()}
    found = rates(contenders)
    fast = found["compiled"]
    row("compiled playouts and their count, 2 players, standard", f"{fast:,.0f} /s")
    row("  the same for 4 players, advanced", f"{found['advanced']:,.0f} /s")
    row("the same source uncompiled", f"{found['plain']:,.0f} /s")
    kept = row("  compiled against that", f"{fast / found['plain']:.0f} x", ">= 60 x", kept=fast >= 60 * found["plain"])
    for name, about in OPPONENTS.items():
        if name not in found:
            kept = row(about, "not installed", "make bench", kept=False)
            continue
        row(about, f"{found[name]:,.0f} /s")
        limit = 20 if name == "dots_and_boxes" else 0
        kept &= row(
            "  compiled against that",
            f"{fast / found[name]:.0f} x",
            f">= {limit} x" if limit else "",
            kept=fast >= limit * found[name],
        )
        if limit:
            times = found["advanced"] / found[name]
            kept &= row("  compiled, advanced, against that", f"{times:.0f} x", ">= 20 x", kept=times >= 20)
    return kept


def beginning() -> bool:
    """In fresh processes that know the rules already."""
    told = [
        subprocess.run(
            [sys.executable, "-c", IMPORTED], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(STARTS)
    ]
    took = statistics.median(float(seconds) for seconds, _ in told)
    added = max(float(mib) for _, mib in told)
    kept = row("import of the kernel and the search", f"{1000 * took:.1f} ms", "<= 50 ms", kept=took <= 0.05)
    return (
        row("memory they add at most, in a decision of the expert's", f"{added:.1f} MiB", "<= 30 MiB", kept=added <= 30)
        and kept
    )


def openings() -> dict[str, View]:
    """The first decision, at which most is open."""
    found = {}
    for players, advanced in ((2, False), (3, False), (4, True))[: rounds(3, once=1)]:
        setup = Setup(players, tuple(Clan)[:players], deal(random.Random(1)), advanced=advanced)
        found[f"{players} players, {'advanced' if advanced else 'standard'}"] = view(opening(setup, 1), 1)
    return found


def deciding() -> bool:
    expert = PACKAGE.players()["expert"]
    kept = True
    for name, knowledge in openings().items():
        begun = time.perf_counter()
        thought = expert.bot.think(knowledge, 1, expert.simulations)
        took = time.perf_counter() - begun
        kept &= row(f"the expert's first decision, {name}", f"{took:.2f} s", "<= 2 s", kept=took <= 2)
        row("  simulations", f"{thought.simulations / took:,.0f} /s")
    return kept


def main() -> int:
    if kernel.__file__.endswith(".py"):
        print("The search is not compiled here (pearlboard doctor says why), so there is nothing to compare.")
        return 1
    print(f"Python {sys.version.split()[0]}, best of {ROUNDS} rounds")
    kept = [comparing(), beginning(), deciding()]
    return judged(kept=all(kept))


if __name__ == "__main__":
    with ends_within(LONGEST_S):
        sys.exit(main())
