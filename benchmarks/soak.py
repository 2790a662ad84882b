"""Hours of play in minutes: `make soak`, or `python benchmarks/soak.py [GAMES]`.

Random games with people and faults in between, each counted and its record replayed; then many pairs of worlds that
differ only in their secrets. What breaks a law ends the run with the seed that does it again.
"""

import random
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / folder) for folder in ("controller", "tests", "tests/session")]

from test_two_worlds import two_worlds  # noqa: E402

from anyhow import AnyTable, end_game, play_turn  # noqa: E402 - the source tree has to be found first
from pearlboard.games.perladora.notation import record_from_json  # noqa: E402
from pearlboard.games.perladora.rules import play  # noqa: E402
from pearlboard.games.perladora.scoring import score  # noqa: E402
from pearlboard.geometry import GRID  # noqa: E402
from pearlboard.session.evolve import game_of  # noqa: E402
from pearlboard.session.state import Phase  # noqa: E402

GAMES = 500
PAIRS = 500
TROUBLE = 0.15
"""How often something happens between two turns."""


def disturb(table: AnyTable, rng: random.Random) -> AnyTable:
    """What people, cats and cables do; afterwards all is as it was."""
    pieces = sorted(table.board.pieces, key=str)
    few = " ".join(f"{place}" for place in rng.sample(pieces, min(len(pieces), rng.randint(1, 12))))
    away = " ".join(f"-{place}" for place in few.split())
    match rng.randrange(8):
        case 0:
            table.do("unplug wait 3000 plug wait 500")
        case 1:
            table.do(f"{away} wait 9000 {few}")
        case 2:
            table.do(f"unplug {away} wait 4000 plug wait 900 {few}")
        case 3:
            table = table.reboot()
        case 4:
            table.do(f"shift {rng.randint(1, 5)} wait 5000 shift 0")
        case 5:
            table.do("press take_back wait 300")
            for place in table.screen()["lift"]:
                table.do(f"-{place}")
        case 6:
            table.wish(name="pause")
            table.do(f"{away} wait 20000 {few}")
            table.wish(name="resume")
        case 7:
            place = rng.choice([place for place in GRID.sites if place not in table.board.pieces])
            table.do(f"{place}*20*2000 wait 9000")
            table.wish(name="answer", answer="continue")
    return table


def whole_game(seed: int) -> Counter[str]:
    """Play one game to its record; what it was made of."""
    rng = random.Random(seed)
    players, edition = rng.randint(2, 4), rng.choice(["en", "fr"])
    table, told = AnyTable(), Counter[str]()
    table.begin(players, edition=edition, confirm=rng.choice(["auto", "button"]))
    while table.tabletop.now.phase is Phase.PLAYING:
        if rng.random() < TROUBLE:
            table = disturb(table, rng)
            told["disturbances"] += 1
        elif not play_turn(table, rng, value=rng.choice([None, 1, 2, 5])):
            table.wish(name="answer", answer="continue")
            table.wish(name="tidy")
            table.do("wait 9000")
            told["tidied"] += 1
            if told["tidied"] > 200:
                raise AssertionError(f"seed {seed}: the game does not go on: {table.screen()['sentence']}")
        table.check()
    end_game(table)
    table.check()
    session = table.tabletop.session
    record = record_from_json(game_of(session).record(session.start, session.played, session.state))
    state = record.start
    for turn in record.turns:
        state = play(state, turn)
    if dict(score(state.public, state.values).pearls) != dict(table.tabletop.now.score.pearls):
        raise AssertionError(f"seed {seed}: the record scores otherwise than the table")
    told["facts"] += len(table.log)
    told["refusals"] += len(table.refusals)
    return told


def main() -> int:
    """Play and compare; print what was done."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    begun, told = time.monotonic(), Counter[str]()
    for seed in range(games):
        try:
            told += whole_game(seed)
        except BaseException:
            print(f"game with seed {seed}:")
            raise
    print(f"{games} games, {told['facts']} facts, {told['disturbances']} disturbances, {told['refusals']} refusals: "
          f"all counted, all records replayed, {time.monotonic() - begun:.0f} s")
    begun = time.monotonic()
    pairs = min(PAIRS, games)
    differing = [seed for seed in range(1000, 1000 + pairs) if (pair := two_worlds(seed))[0].out != pair[1].out]
    print(f"{pairs} pairs of worlds: {len(differing)} differ {differing or ''}, {time.monotonic() - begun:.0f} s")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
