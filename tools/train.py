"""Learn what face-down Divers are probably worth: `make train`, `python tools/train.py [--games N] [--seed S]`.

Computers of several kinds play one another; every few actions each Diver that lies there is a row: its marks (see
`players.suspicion`), what its seat could still have laid as it, and its value. A multinomial logistic regression over
the marks is fitted to the rows, by full batches of Adam, and rounded to whole weights: with the same games it is the
same file. That file tells how it was made, and how well it foretells games that it was not made from, in nats a Diver.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from pearlboard.games.going_on import by_itself, seats
from pearlboard.games.perladora.package import PACKAGE
from pearlboard.games.perladora.players import suspicion
from pearlboard.games.perladora.rules.state import DIVERS

TARGET = Path(suspicion.__file__).with_suffix(".toml")
PLAYERS = (2, 3, 4)
KINDS = (("greedy", 0), ("flat", 300), ("medium", 300), ("expert", 300), ("expert", 1500))
"""Who plays, each seat by lot, and with how many simulations."""
EVERY = 5
"""Actions between two looks at the board."""
HELD_OUT = 5
"""Each so-manieth game is not learned from but foretold."""
ROUNDS, RATE, DECAY = 300, 0.05, 3e-4

Row = tuple[suspicion.Bins, tuple[int, ...], int]
"""The bins of a Diver, what its seat could have laid, and its value less 1."""


def played(players: int, advanced: bool, number: int, seed: int) -> list[Row]:  # noqa: FBT001 - a job's arguments
    """The rows of one game."""
    rng = random.Random(f"{seed} {players} {advanced} {number}")
    computers = PACKAGE.players()
    setup = PACKAGE.options.of_trial(players, {"advanced": advanced} if advanced else {}, rng)
    state: Any = PACKAGE.rules.opening(setup, 1, PACKAGE.dealt.deal(setup, rng))
    who = [rng.choice(KINDS) for _ in range(players)]
    rows: list[Row] = []
    actions = 0
    while not state.public.over:
        waiting = seats(PACKAGE, state)
        if not waiting:
            state = by_itself(PACKAGE, state)
            continue
        name, simulations = who[waiting[0] - 1]
        view = PACKAGE.rules.view(state, waiting[0])
        thought = computers[name].bot.think(view, rng.getrandbits(63), simulations)
        state = PACKAGE.rules.apply(state, waiting[0], thought.action)
        actions += 1
        if actions % EVERY == 0:
            rows.extend(rows_of(state))
    return rows


def rows_of(state: Any) -> Iterator[Row]:  # noqa: ANN401 - a state of the game
    """A row for each Diver on the board."""
    left = {seat: list(DIVERS[state.public.setup.players]) for seat in state.public.setup.seats}
    for space, seen in suspicion.circumstances(state.public).items():
        value = state.values[space]
        yield suspicion.bins(seen), tuple(left[seen.diver.seat]), value - 1
        left[seen.diver.seat][value - 1] -= 1


class Rows:
    """Rows as arrays: `bins` by row and mark, `could` by row and value, `value` less 1 by row."""

    def __init__(self, rows: list[Row]) -> None:
        self.bins = np.array([row[0] for row in rows])
        self.could = np.array([row[1] for row in rows], float)
        self.value = np.array([row[2] for row in rows])
        self.each = np.arange(len(rows))


class Fit:
    """Weights by mark, and for each by bin and value. Those of a Diver of 1 stay 0."""

    def __init__(self) -> None:
        self.weights = [np.zeros((count, 5)) for _, count in suspicion.MARKS]

    def chances(self, rows: Rows) -> Any:  # noqa: ANN401 - an array
        """The chance of each value, by row."""
        logits = sum(weights[rows.bins[:, mark]] for mark, weights in enumerate(self.weights))
        odds = rows.could * np.exp(logits - np.max(logits, axis=1, keepdims=True))
        return odds / odds.sum(axis=1)[:, None]

    def learn(self, rows: Rows) -> None:
        """Fit the weights to the rows."""
        means = [np.zeros_like(each) for each in self.weights]
        squares = [np.zeros_like(each) for each in self.weights]
        for turn in range(1, ROUNDS + 1):
            wrong = self.chances(rows)
            wrong[rows.each, rows.value] -= 1
            wrong[:, 0] = 0
            for mark, weights in enumerate(self.weights):
                slope = DECAY * weights
                np.add.at(slope, rows.bins[:, mark], wrong / len(rows.each))
                means[mark] += 0.1 * (slope - means[mark])
                squares[mark] += 0.01 * (slope * slope - squares[mark])
                grown = np.sqrt(squares[mark] / (1 - 0.99**turn)) + 1e-8
                self.weights[mark] = weights - RATE * means[mark] / (1 - 0.9**turn) / grown

    def surprise(self, rows: Rows) -> float:
        """The mean surprise at the values, in nats."""
        likely = self.chances(rows)[rows.each, rows.value]
        return round(float(-np.log(np.maximum(likely, 1e-12)).mean()), 3)

    def whole(self) -> list[list[list[int]]]:
        """Sixteenths of a doubling for values 2 to 5."""
        doubling = suspicion.FINENESS / np.log(2)
        return [np.rint(weights[:, 1:] * doubling).astype(int).tolist() for weights in self.weights]


def told(value: Any) -> str:  # noqa: ANN401 - numbers in tables and lists
    """A value of TOML, a mark a line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {each}" for name, each in value.items()) + " }"
    return "[\n" + "".join(f"  {str(mark).replace(' ', '')},\n" for mark in value) + "]"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=400, help="of each number of players and kind of rules")
    options.add_argument("--seed", type=int, default=47)
    options.add_argument("--to", type=Path, default=TARGET)
    asked = options.parse_args()
    learned: dict[str, object] = {}
    foretold: dict[str, object] = {}
    with ProcessPoolExecutor() as pool:
        for players in PLAYERS:
            jobs = [
                (number, pool.submit(played, players, advanced, number, asked.seed))
                for advanced in (False, True)
                for number in range(asked.games)
            ]
            known = Rows([row for number, job in jobs if number % HELD_OUT for row in job.result()])
            unknown = Rows([row for number, job in jobs if not number % HELD_OUT for row in job.result()])
            even, fit = Fit(), Fit()
            fit.learn(known)
            learned[str(players)] = fit.whole()
            foretold[str(players)] = {
                "rows": len(known.each),
                "surprise": fit.surprise(unknown),
                "surprise_if_all_were_alike": even.surprise(unknown),
            }
            sys.stdout.write(f"{players} players: {foretold[str(players)]}\n")
            sys.stdout.flush()
    asked.to.write_text(
        "# Written by `make train`. Sixteenths of a doubling by mark, bin and value from 2 to 5; see suspicion.py.\n"
        f'command = "python tools/train.py --games {asked.games} --seed {asked.seed}"\n'
        f"players = {[f'{name}:{simulations}' if simulations else name for name, simulations in KINDS]}\n\n"
        "[foretold]\n"
        + "".join(f"{count} = {told(each)}\n" for count, each in foretold.items())
        + "\n[weights]\n"
        + "".join(f"{count} = {told(each)}\n" for count, each in learned.items()),
        encoding="utf-8",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
