"""How fast the rules are: `python benchmarks/bench_rules.py` prints a table, with the limits that are promised.

Ratios hold on any machine; absolute times are for the one it runs on. The exit code is 1 if a limit is missed.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from measuring import ROOT, ends_within, judged, rounds

from pearlboard.cli.analysis import inspect
from pearlboard.games.perladora.rules.division import divisible
from pearlboard.games.perladora.rules.notation import read_position
from pearlboard.games.perladora.rules.play import legal_edges
from pearlboard.games.perladora.rules.turns import _count_sets, perft
from pearlboard.geometry import GRID, Bits, Edge, Space

SAMPLE = ROOT / "tests" / "conformance" / "positions.jsonl"
ROUNDS = rounds(5, once=1)
POSITIONS = rounds(1000, once=4)
LINES = rounds(4000, once=10)
LONGEST_S = 600


def flooded(start: Space, open_edges: set[Edge]) -> set[Space]:
    reached, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for line in GRID.edges_of[here]:
            other = line.second if line.first == here else line.first
            if line in open_edges and other not in reached:
                reached.add(other)
                todo.append(other)
    return reached


def legal_by_flooding(open_edges: set[Edge]) -> set[Edge]:
    """The reference: close each edge and flood both sides of it."""
    return {
        line
        for line in open_edges
        if min(len(flooded(end, open_edges - {line})) for end in (line.first, line.second)) >= 4
    }


def legal_by_growing(open_edges: Bits) -> Bits:
    """A faster reference: the same with bitboards."""
    legal = 0
    for line in GRID.edges_in(open_edges):
        rest = open_edges ^ GRID.bit[line]
        if min(GRID.region(GRID.bit[end], rest).bit_count() for end in (line.first, line.second)) >= 4:
            legal |= GRID.bit[line]
    return legal


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """The best of some rounds, for one of `times` pieces of work."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best / times


def forget() -> None:
    """Nothing remembered from the round before may help."""
    divisible.cache_clear()
    _count_sets.cache_clear()


def row(name: str, value: str, limit: str = "", *, kept: bool = True) -> bool:
    print(f"{name:<58} {value:>16}   {limit:<16} {'' if not limit else 'kept' if kept else 'MISSED'}")
    return kept


def legality(positions: list[bytes]) -> bool:
    publics = [read_position(data).public for data in positions]
    publics = [public for public in publics if public.pontoons_left]
    bits = [GRID.all_edges & ~public.pontoons for public in publics]
    sets = [set(GRID.edges_in(edges)) for edges in bits]
    for public, edges, lines in zip(publics, bits, sets, strict=True):
        expected = GRID.bits(legal_by_flooding(lines))
        assert legal_edges(public) == legal_by_growing(edges) == expected
    count = len(publics)
    fast = seconds(lambda: [legal_edges(public) for public in publics for _ in range(100)], 100 * count)
    flood = seconds(lambda: [legal_by_flooding(lines) for lines in sets], count)
    grow = seconds(lambda: [legal_by_growing(edges) for edges in bits], count)
    kept = row("all legal edges of a position", f"{fast * 1e6:.2f} us", "< 5 us", kept=fast < 5e-6)
    kept &= row("  against a flood fill over sets", f"{flood / fast:.0f} x", ">= 100 x", kept=flood >= 100 * fast)
    row("  against a flood fill over bitboards", f"{grow / fast:.0f} x")
    return kept


def inspecting(positions: list[bytes], name: str, limit: int) -> bool:
    def work() -> None:
        forget()
        for data in positions:
            json.dumps(inspect(data))

    rate = 1 / seconds(work, len(positions))
    return row(
        f"inspect, JSON both ways, {name}", f"{rate:.0f} /s", f">= {limit} /s" if limit else "", kept=rate >= limit
    )


def inspecting_as_a_command(positions: list[bytes], limit: int) -> bool:
    """A few thousand different lines, so that starting Python weighs little and caches help no more than in earnest."""
    rng = random.Random(1)
    lines = [with_fewer_pontoons(rng.choice(positions), rng) for _ in range(LINES)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.jsonl"
        path.write_bytes(b"\n".join(lines))
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "controller")}
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "pearlboard", "inspect", str(path), "--lines"],
            env=environment,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        rate = len(lines) / (time.perf_counter() - start)
    return row(
        "inspect --lines as a command, standard positions", f"{rate:.0f} /s", f">= {limit} /s", kept=rate >= limit
    )


def with_fewer_pontoons(data: bytes, rng: random.Random) -> bytes:
    """Another position: taking Pontoons away only makes territories bigger."""
    told = json.loads(data)
    pontoons = told["pontoons"]
    told["pontoons"] = sorted(rng.sample(pontoons, rng.randint(len(pontoons) // 2, len(pontoons))), key=GRID.edge)
    return json.dumps(told).encode()


def counting(opening: bytes, depth: int) -> bool:
    state = read_position(opening)
    forget()
    start = time.perf_counter()
    count = perft(state, depth)
    took = time.perf_counter() - start
    return row(f"perft {depth} of the opening: {count}", f"{took:.2f} s", "< 60 s", kept=took < 60)


def main() -> int:
    told = [json.loads(line)["position"] for line in SAMPLE.read_text(encoding="utf-8").splitlines()[:POSITIONS]]
    every = [json.dumps(position).encode() for position in told]
    standard = [data for data, position in zip(every, told, strict=True) if not position["advanced"]]
    print(f"Python {sys.version.split()[0]}, best of {ROUNDS}, {len(every)} positions, {len(standard)} standard ones")
    kept = [
        legality(every),
        inspecting(standard, "standard positions", 1000),
        inspecting(every, "all positions", 0),
        inspecting_as_a_command(standard, 1000),
        counting(every[0], rounds(2, once=1)),
    ]
    return judged(kept=all(kept))


if __name__ == "__main__":
    with ends_within(LONGEST_S):
        sys.exit(main())
