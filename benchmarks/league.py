"""How strong each level is beside all that came before it: `python benchmarks/league.py` plays and prints the tables.

Every line is a match of `docs/strength.md`, with the levels' own numbers of simulations. `league.csv` keeps what each
version of the players scored against the same opponents, a version being the digest of its sources; `--write` adds
this one. The exit code is 1 if a version before was surely better somewhere: its interval lies above the new one.

`--games N` at most so many a line, `--only TEXT` lines whose command has it, `--resume FOLDER` goes on there.
"""

import argparse
import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from measuring import ROOT, ends_within, judged, rounds

from pearlboard.computers.arena.journal import digest

KEPT = Path(__file__).with_suffix(".csv")
COLUMNS = ("game", "players", "match", "games", "score", "low", "high")
"""`players`: the digest of the version; `match`: what stands behind `pearlboard arena`."""
LONGEST_S = 24 * 3600
STANDARD = tuple(
    f"expert {other}{players}{rules}"
    for players in ("", " --players 3", " --players 4")
    for rules in ("", " --variant advanced")
    for other in ("greedy", "flat")
)
LEVELS = ("easy random", "medium easy", "hard medium", "expert hard")
PEARLS = tuple(
    f"{match} --game pearls{players}"
    for match in ("expert greedy", "hard greedy")
    for players in ("", " --players 3", " --players 4", " --players 5", " --players 6")
)
MATCHES = (*STANDARD, *LEVELS, *PEARLS)


def played(match: str, games: int, folder: Path | None) -> dict[str, Any]:
    """The arena's report of a match."""
    command = [sys.executable, "-m", "pearlboard", "arena", *match.split(), "--games", str(games), "--json"]
    if folder is not None:
        command += ["--resume", str(folder / f"{match.replace(' ', '_')}.jsonl")]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT / "controller")
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def line(match: str, told: dict[str, Any]) -> str:
    """A line of `docs/strength.md`."""
    low, high = (f"{100 * end:.1f}" for end in told["interval"])
    ms = " / ".join(f"{each:.1f}" for each in told["thinking_ms"])
    command = f"`pearlboard arena {match} --games {told['games']}`"
    return f"| {command} | {told['games']} | {100 * told['score']:.1f} % [{low}, {high}] | {told['elo']:+.0f} | {ms} |"


def kept() -> list[dict[str, str]]:
    """All lines of the league."""
    if not KEPT.exists():
        return []
    with KEPT.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def better(before: list[dict[str, str]], match: str, told: dict[str, Any]) -> list[str]:
    """The versions that were surely better in a match."""
    return [row["players"] for row in before if row["match"] == match and float(row["low"]) > told["interval"][1]]


def write(before: list[dict[str, str]], rows: list[tuple[Any, ...]]) -> None:
    """Add these lines to the league, in place of those of the same version and match."""
    new = {(row[1], row[2]) for row in rows}
    old = [row for row in before if (row["players"], row["match"]) not in new]
    with KEPT.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *(row.values() for row in old), *rows])


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--only", default="")
    asked.add_argument("--resume", type=Path)
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--once", action="store_true")
    options = asked.parse_args()
    matches = [match for match in rounds(MATCHES, once=(LEVELS[0],)) if options.only in match]
    if not matches:
        asked.error(f"no match has {options.only!r}; there are: {', '.join(MATCHES)}")
    before, rows, kept_up = kept(), [], True
    for match in matches:
        told = played(match, rounds(options.games, once=2), options.resume)
        version = digest(told["game"])
        overtaken = better([row for row in before if row["players"] != version], match, told)
        kept_up &= not overtaken
        sys.stdout.write(line(match, told) + "".join(f" WEAKER than {each}" for each in overtaken) + "\n")
        sys.stdout.flush()
        rows.append((told["game"], version, match, told["games"], told["score"], *told["interval"]))
    if options.write:
        write(before, rows)
    return judged(kept=kept_up)


if __name__ == "__main__":
    with ends_within(LONGEST_S):
        sys.exit(main())
