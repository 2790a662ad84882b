"""How soon a table that speaks is heard: `python benchmarks/bench_voice.py` prints a table, with the limit promised.

A sentence is said with ALSA's file plugin in place of a sound card, which hands the first samples to a pipe; beside it
stands a bare `espeak-ng` of the same sentence in the same run. The exit code is 1 if the limit is missed. No Pi was
ever measured.
"""

import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from measuring import ends_within, judged, rounds

from pearlboard.settings import Voice
from pearlboard.voice.speaker import PLAYER, SYNTHESIS, Speaker
from support.hearing import SpokenTable, speaking

TIMES = rounds(40, once=2)
LIMIT_S = 0.150
HEADER = 44
"""Bytes of a WAV file before its first sample."""
SENTENCE = "Press the button to end the turn, or lift the piece on c 4 to think again."
LONGEST_S = 300


def bare() -> float:
    """From calling the synthesis until its first sample, in seconds."""
    began = time.perf_counter()
    process = subprocess.Popen([SYNTHESIS, "-v", "en", "--stdout", SENTENCE], stdout=subprocess.PIPE)
    if process.stdout is None:
        raise OSError("no pipe")
    process.stdout.read(HEADER + 2)
    heard = time.perf_counter() - began
    process.stdout.read()
    process.stdout.close()
    process.wait()
    return heard


def sounds(pipe: Path) -> float:
    """When the first samples come out of the sound card; the rest is played to its end."""
    with os.fdopen(os.open(pipe, os.O_RDONLY), "rb") as played:
        played.read(1)
        heard = time.perf_counter()
        played.read()
    return heard


async def first_sound(pipe: Path, act: Callable[[], object]) -> float:
    """From an act until it is heard."""
    listening = asyncio.create_task(asyncio.to_thread(sounds, pipe))
    await asyncio.sleep(0.02)
    began = time.perf_counter()
    act()
    return await listening - began


async def without_waiting(pipe: Path) -> float:
    """The first sentence of all."""
    speaker = Speaker()
    speaker.use(Voice(speaks="on"))
    heard = await first_sound(pipe, lambda: speaker.say(SENTENCE, "en", lambda: None))
    await speaker.close()
    return heard


async def from_the_situation(pipe: Path) -> list[float]:
    """A piece is laid, and the table says what it means: sensors, rules, words and all."""
    table, speaker, found = SpokenTable().begin(), Speaker(), []
    voice = speaking(table, mouth=speaker)
    for turn in range(TIMES):
        voice.hush()
        voice.queue.clear()
        await asyncio.sleep(0.1)  # as long as a hand takes to the next place
        place = ("c4", "c3")[turn % 2]
        found.append(await first_sound(pipe, lambda place=place: table.do(place)))
        table.do(f"-{place}")
    voice.hush()
    await speaker.close()
    return found


def main() -> int:
    """Measure, print, and judge."""
    if missing := [program for program in (SYNTHESIS, PLAYER) if shutil.which(program) is None]:
        print(f"not installed: {', '.join(missing)}")
        return 1
    with tempfile.TemporaryDirectory() as folder, ends_within(LONGEST_S):
        pipe = Path(folder) / "sound"
        os.mkfifo(pipe)
        (config := Path(folder) / "asoundrc").write_text(
            f'pcm.!default {{ type file slave.pcm "silent" file "{pipe}" format "raw" }}\npcm.silent {{ type null }}\n'
        )
        os.environ["ALSA_CONFIG_PATH"] = str(config)
        alone = [bare() for _ in range(TIMES)]
        cold = [asyncio.run(without_waiting(pipe)) for _ in range(TIMES)]
        warm = asyncio.run(from_the_situation(pipe))
    base = statistics.median(alone)
    print(f"{'what':44} {'median':>8} {'95 %':>8}  beside the bare synthesis")
    for name, times in (
        ("bare espeak-ng, until its first sample", alone),
        ("first sound of a sentence, nothing waits", cold),
        ("first sound after a situation", warm),
    ):
        middle, most = statistics.median(times), sorted(times)[int(0.95 * (len(times) - 1))]
        print(f"{name:44} {1000 * middle:5.1f} ms {1000 * most:5.1f} ms  {middle / base:.2f} x")
    kept = statistics.median(warm) <= LIMIT_S
    print(f"limit after a situation: {1000 * LIMIT_S:.0f} ms in the median, {'kept' if kept else 'MISSED'}")
    return judged(kept=kept)


if __name__ == "__main__":
    sys.exit(main())
