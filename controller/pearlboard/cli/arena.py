"""`pearlboard arena A B`: a match between two computer players. Scripts rely on the line that it prints."""

import json
import math
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pearlboard.cli.games import usable
from pearlboard.computers.arena import dask_crew
from pearlboard.computers.arena.crew import cores, play_rounds
from pearlboard.computers.arena.journal import Journal, simulations_of_b
from pearlboard.computers.arena.match import Entrant, Match, Round, entrant
from pearlboard.computers.arena.pace import equal_time
from pearlboard.computers.arena.tally import Tally
from pearlboard.errors import BadInput
from pearlboard.games.api import MOST_SEATS, Json, Package
from pearlboard.games.registry import FIRST

_MOST: Final = 1_000_000_000
_BAR: Final = 24


def arguments(parser: ArgumentParser) -> None:
    whole = _whole(1)
    parser.add_argument("a", metavar="A", help="a computer player; NAME:N for one with N simulations per decision")
    parser.add_argument("b", metavar="B", help="its opponent")
    parser.add_argument("--game", default=FIRST, metavar="NAME", help="what they play (default: %(default)s)")
    parser.add_argument(
        "--games",
        type=whole,
        default=100,
        metavar="N",
        help="how many, rounded up to whole rounds with all seatings (default: %(default)s)",
    )
    parser.add_argument(
        "--sims",
        type=whole,
        metavar="S",
        help="simulations per decision of every player that simulates (default: each has its own)",
    )
    parser.add_argument(
        "--players",
        type=int,
        choices=range(2, MOST_SEATS + 1),
        metavar="N",
        help="how many (default: 2, or as few as the game allows)",
    )
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="an option as the set-up form calls it, such as `advanced` or `edition=fr`; may be repeated",
    )
    parser.add_argument(
        "--handicap",
        default="",
        metavar="STEP",
        help="the first seat of each side of B plays with this step of the handicaps that the game offers",
    )
    parser.add_argument("--seed", type=_whole(0), default=1, metavar="N", help="another seed, other games")
    parser.add_argument(
        "--jobs",
        type=whole,
        default=cores(),
        metavar="N",
        help="games at a time (default: one per core, here %(default)s)",
    )
    parser.add_argument(
        "--equal-time",
        action="store_true",
        help="give B as many simulations as take the same time as A's; this is measured first",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="play on the workers of a Dask scheduler, such as tcp://HOST:8786, instead of here",
    )
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="keep every finished round in FILE, and go on where it stopped"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON and nothing else")


def _whole(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 11 and least <= int(text) <= _MOST):
            raise ArgumentTypeError(f"{text!r} is not a whole number from {least} to {_MOST}")
        return int(text)

    return read


def run(options: Namespace) -> int:
    """Play the match, show progress on standard error, and print the result."""
    match = _match(usable(options.game), options)
    rounds = -(-options.games // len(match.seatings))
    if options.equal_time:
        match = _paced(match, options)
    journal = _journal(options.resume, match)
    kept = {played.number: played for played in journal.rounds} if journal else {}
    before = Tally().with_games(game for number in range(rounds) if number in kept for game in kept[number].games)
    missing = [number for number in range(rounds) if number not in kept]
    finished = _finished(match, missing, options)
    began = time.monotonic()
    tally = _watched(journal.kept(finished) if journal else finished, before, rounds * len(match.seatings))
    seconds = time.monotonic() - began
    told = result(match, tally, (tally.games - before.games) / seconds if missing else None)
    sys.stdout.write((json.dumps(told) if options.json else sentence(told)) + "\n")
    return 0


def _finished(match: Match, numbers: list[int], options: Namespace) -> Iterator[Round]:
    if options.scheduler is None or not numbers:
        return play_rounds(match, numbers, options.jobs)
    return dask_crew.play_rounds(match, numbers, options.scheduler)


def _match(package: Package, options: Namespace) -> Match:
    players = max(2, package.seats[0]) if options.players is None else options.players
    a, b = (_entrant(package.name, text, options.sims) for text in (options.a, options.b))
    return Match(package.name, a, b, players, _variant(options.variant), options.seed, options.handicap)


def _variant(told: Sequence[str]) -> Json:
    """Parse options of a variant: `NAME` means true; a value is JSON, or else a string."""
    variant: Json = {}
    for text in told:
        name, equals, value = text.partition("=")
        try:
            variant[name] = json.loads(value) if equals else True
        except ValueError:
            variant[name] = value
    return variant


def _entrant(game: str, text: str, simulations: int | None) -> Entrant:
    name, colon, own = text.partition(":")
    try:
        return entrant(game, name, _whole(1)(own) if colon else simulations)
    except ArgumentTypeError as error:
        raise BadInput(text, str(error)) from error


def _paced(match: Match, options: Namespace) -> Match:
    """Give both players equal time: by the recorded number of simulations, or by measuring."""
    if options.resume and (known := simulations_of_b(options.resume)) is not None:
        return replace(match, b=replace(match.b, simulations=known))
    match = equal_time(match, options.jobs)
    sys.stderr.write(
        f"equal time: {match.a.simulations} simulations of {match.a.name}, {match.b.simulations} of {match.b.name}\n"
    )
    return match


def _journal(path: Path | None, match: Match) -> Journal | None:
    if path is None:
        return None
    try:
        return Journal(path, match)
    except BadInput as error:
        raise BadInput(str(path), error.wrong) from error
    except OSError as error:
        raise BadInput(str(path), f"it cannot be used: {error.strerror or error}") from error


def result(match: Match, tally: Tally, games_per_s: float | None) -> dict[str, Any]:
    """The result of A against B. An unbounded end of `elo_interval` is None; `handicap` is there if there was one."""
    return {
        "a": match.a.name,
        "b": match.b.name,
        "games": tally.games,
        "score": round(tally.score, 6),
        "interval": [round(end, 6) for end in tally.interval],
        "elo": round(tally.elo, 1),
        "elo_interval": [round(end, 1) if math.isfinite(end) else None for end in tally.elo_interval],
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "game": match.game,
        "players": match.players,
        "variant": match.variant,
        **({"handicap": match.handicap} if match.handicap else {}),
        "seed": match.seed,
        "simulations": [match.a.simulations, match.b.simulations],
        "thinking_ms": [round(ms, 3) for ms in tally.thinking_ms],
        "games_per_s": round(games_per_s, 3) if games_per_s is not None else None,
    }


def sentence(told: dict[str, Any]) -> str:
    """The result as a sentence for people."""
    low, high = told["interval"]
    ends = ["∞" if end is None else f"{end:+.0f}" for end in told["elo_interval"]]
    speed = "" if told["games_per_s"] is None else f", {told['games_per_s']:.2f} games/s"
    return (
        f"{told['a']} against {told['b']}, {told['games']} games: {told['score']:.1%} [{low:.1%}, {high:.1%}], "
        f"Elo {told['elo']:+.0f} [{ends[0]}, {ends[1]}], won {told['won']}, drawn {told['drawn']}, "
        f"lost {told['lost']}; a decision {told['thinking_ms'][0]:.1f} and {told['thinking_ms'][1]:.1f} ms{speed}"
    )


# --- how it goes -------------------------------------------------------------------------------------------------


def _watched(rounds: Iterator[Round], tally: Tally, games: int) -> Tally:
    """Add rounds to the tally and show progress: a bar on a terminal, otherwise a line for every tenth."""
    bar, told, began, before = sys.stderr.isatty(), 0, time.monotonic(), tally.games
    for played in rounds:
        tally = tally.with_games(played.games)
        speed = (tally.games - before) / max(time.monotonic() - began, 1e-9)
        if bar:
            sys.stderr.write(f"\r{progress(tally, games, speed)}\x1b[K")
        elif (tenth := 10 * tally.games // games) > told:
            told = tenth
            sys.stderr.write(f"{progress(tally, games, speed)}\n")
        sys.stderr.flush()
    if bar and tally.games > before:
        sys.stderr.write("\n")
    return tally


def progress(tally: Tally, games: int, games_per_s: float) -> str:
    """One line of progress: how far, the score, the speed, and the remaining time."""
    filled = _BAR * tally.games // games
    low, high = tally.interval
    left_s = round((games - tally.games) / games_per_s)
    return (
        f"[{'#' * filled}{'.' * (_BAR - filled)}] {tally.games}/{games}  {tally.score:.1%} [{low:.1%}, {high:.1%}]"
        f"  {games_per_s:.2f} games/s  {left_s // 60}:{left_s % 60:02} left"
    )
