"""`make twin`: plays every scene at an emulated Pico and at a modelled Pi, and prints how long each part takes.

    play.py [--seed N ...] [--board pico|pi|both] [--turns N] [--only SCENE ...]

FIRMWARE and BOOTROM name MicroPython for the chip, as for `make pico`. The exit code is 1 if anything is not as it
should be.
"""

import argparse
import contextlib
import logging
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path

from firmware.emulation import Missing, spread
from support.examples import example
from twin import scenes
from twin.boards import Pi, Pico, firmware_here
from twin.table import Times, Twin

TURNS = 20
APART_MS = {scenes.by_button: (-2.0, 2.0, -1.0, 1.0, 20.0, -20.0), scenes.by_page: (-3.0, 5.0)}
SCENES = ("perladora", "still", "pearls", "piratoons", "race")
DEAL_IN_SECRET = ("pearls", "piratoons")
REVISIONS = ("c04170", "a02082")
"""A Pi 5 and a Pi 3, whose kernels have other drivers of SPI1."""
PARTS = {
    "sensor": "the magnet lies there, the switch looks",
    "scan": "its output, the next scan",
    "host": "that scan, the host has it",
    "rest": "it has come to rest",
    "decision": "settled, decided, painted (this computer's time)",
    "strip": "the picture asked for, its first light",
    "shown": "its first light, its last",
}


def main() -> int:
    """Play, print, judge."""
    options = _options()
    kept = True
    for board in ("pico", "pi") if options.board == "both" else (options.board,):
        times: list[Times] = []
        for seed in options.seed:
            kept = _played(board, seed, options, times) and kept
        _print_times(board, times)
    print("all as it should be" if kept else "something is not as it should be")
    return 0 if kept else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make twin ARGS=…", description="the whole table at a twin of its board")
    parser.add_argument("--seed", type=int, nargs="+", default=[1, 2], help="the spread of parts and hands")
    parser.add_argument("--board", choices=("pico", "pi", "both"), default="both")
    parser.add_argument("--turns", type=int, default=TURNS, help="turns of Perladöra, at least 8")
    parser.add_argument("--only", nargs="+", choices=SCENES, default=SCENES)
    options = parser.parse_args()
    if options.turns < 8:
        parser.error("--turns: 8 at least, or the faults among them meet")
    return options


def _played(board: str, seed: int, options: argparse.Namespace, times: list[Times]) -> bool:
    """Play the scenes at one board, whose table starts anew for each; whether all was as it should be."""
    twin = Twin(_hardware(board, seed), seed)
    kept = True
    with contextlib.closing(twin), tempfile.TemporaryDirectory() as folder:
        for name in options.only:
            before = len(twin.times)
            try:
                said = "; ".join(_scene(name, twin, Path(folder) / f"{name}.db", options.turns))
            except Exception:  # noqa: BLE001 - whatever a scene raises is printed, and judged
                kept, said = False, "not as it should be"
                traceback.print_exc()
            print(
                f"{board}, seed {seed}: {name}: {said}; {len(twin.times) - before} pieces timed; {twin.speed}",
                flush=True,
            )
            if not kept:
                break
    times += twin.times
    return kept


def _hardware(board: str, seed: int) -> Pico | Pi:
    if board == "pi":
        return Pi(REVISIONS[seed % len(REVISIONS)])
    here = firmware_here()
    if here is None:
        raise Missing(
            "which MicroPython? Download that for the Pico (RPI_PICO, not RPI_PICO2) from micropython.org, and b1.bin "
            "of github.com/raspberrypi/pico-bootrom-rp2040 beside it, and say make twin FIRMWARE=RPI_PICO-….uf2; "
            "or leave the chip out: make twin ARGS='--board pi'"
        )
    return Pico(*here)


def _scene(name: str, twin: Twin, store: Path, turns: int) -> Iterator[str]:
    """Play a scene, and play its black box back; what is to be told of it."""
    if name == "perladora":
        twin.play(lambda table: scenes.perladora(table, turns), store)
        yield f"{turns} turns"
    elif name in ("still", "pearls"):
        twin.play(getattr(scenes, name), store)
    elif name == "race":
        with example("wall-race"):
            twin.play(scenes.race, store)
            yield replay(name, store)
        return
    else:
        stops = scenes.Stops()
        with scenes.quick_sand():
            twin.play(lambda table: scenes.piratoons(table, stops, APART_MS), store)
        yield stops.told()
    yield replay(name, store)


def replay(name: str, store: Path) -> str:
    """Play back a scene's black box; what is to be told of it."""
    if name in DEAL_IN_SECRET:
        return "its black box is not played back, since what was dealt in secret is not in it"
    return f"its black box replays, {scenes.replayed(store)} decisions"


def _print_times(board: str, times: list[Times]) -> None:
    """How long each part of the way took, over all pieces that were timed."""
    print(f"{board}: from part to part, ms, {len(times)} pieces")
    for at, part in enumerate(Times._fields):
        print(f"  {PARTS[part]:<50} {spread([each[at] for each in times])}")
    print(f"  {'all of it':<50} {spread([sum(each) for each in times])}", flush=True)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    try:
        sys.exit(main())
    except Missing as missing:
        sys.exit(str(missing))
