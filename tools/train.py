"""Learn what face-down Divers are probably worth: `make train`, `python tools/train.py [--games N] [--seed S]`.

Computers of several kinds play one another; every few actions each Diver that lies there is a row: its traits (see
`players.suspicion`), what its seat could still have laid as it, and its value. A network of two hidden layers is fitted
to the rows by Adam, and rounded to whole weights: with the same games, on the same machine, it is the same file. That
file tells how it was made, and how well it foretells games that it was not made from, in nats a Diver.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pearlboard.games.going_on import by_itself, seats
from pearlboard.games.perladora.package import PACKAGE
from pearlboard.games.perladora.players import suspicion
from pearlboard.games.perladora.rules.state import DIVERS

TARGET = Path(suspicion.__file__).with_suffix(".toml")
PLAYERS = (2, 3, 4)
KINDS = (("greedy", 0), ("flat", 300), ("flat", 1500), ("medium", 300), ("hard", 1500))
"""Players of the games, each seat by lot, with their simulations. None suspects: nothing hangs on weights of before."""
EVERY = 5
"""Actions between two looks at the board."""
HELD_OUT = 5
"""Each so-manieth game is not learned from but foretold."""
NEURONS = 32
"""In each hidden layer."""
EPOCHS, BATCH, RATE, DECAY = 12, 256, 0.003, 1e-4
SEED_OF_FIT = 1
BLAND = 1e-9

Floats: TypeAlias = NDArray[np.float64]
Row = tuple[suspicion.Traits, tuple[int, ...], int]
"""The traits of a Diver, what its seat could have laid, and its value less 1."""


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
    for space, seen in suspicion.traits(state.public).items():
        could, value = left[state.public.divers[space].seat], state.values[space]
        yield seen, tuple(could), value - 1
        could[value - 1] -= 1


class Rows:
    """Rows as arrays: `traits` by row and trait, `could` by row and value, `value` less 1 by row."""

    def __init__(self, rows: list[Row]) -> None:
        self.traits = np.array([row[0] for row in rows], float)
        self.could = np.array([row[1] for row in rows], float)
        self.value = np.array([row[2] for row in rows])

    def surprise(self, logits: Floats) -> float:
        """The mean surprise at the values, in nats; `logits` by row and value."""
        likely = chances(logits, self.could)[np.arange(len(self.value)), self.value]
        return round(float(-np.log(np.maximum(likely, 1e-12)).mean()), 3)


def chances(logits: Floats, could: Floats) -> Floats:
    """The chance of each value, by row; `logits` and `could` likewise."""
    odds = could * np.exp(logits - np.max(logits, axis=1, keepdims=True))
    return odds / odds.sum(axis=1)[:, None]


class Network:
    """Layers of weights and biases, for traits that are brought to the same size first."""

    def __init__(self, rows: Rows) -> None:
        self.rng = np.random.default_rng(SEED_OF_FIT)
        self.mean, self.spread = rows.traits.mean(axis=0), rows.traits.std(axis=0) + BLAND
        sizes = (rows.traits.shape[1], NEURONS, NEURONS, len(DIVERS[2]))
        self.weights = [self.rng.normal(0, np.sqrt(2 / above), (above, below)) for above, below in pairwise(sizes)]
        self.biases = [np.zeros(below) for below in sizes[1:]]

    def through(self, traits: Floats) -> list[Floats]:
        """The input of each layer, and last the logits."""
        told = [(traits - self.mean) / self.spread]
        for layer, (weights, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            out = told[-1] @ weights + bias
            told.append(out if layer == len(self.weights) - 1 else np.maximum(out, 0))
        return told

    def learn(self, rows: Rows) -> None:
        """Fit it to the rows."""
        parts = [*self.weights, *self.biases]
        means, squares = ([np.zeros_like(each) for each in parts] for _ in range(2))
        turn = 0
        for epoch in range(EPOCHS):
            rate = RATE * (1 - epoch / EPOCHS)
            shuffled = self.rng.permutation(len(rows.value))
            for start in range(0, len(shuffled), BATCH):
                turn += 1
                for at, slope in enumerate(self._slopes(rows, shuffled[start : start + BATCH])):
                    means[at] += 0.1 * (slope - means[at])
                    squares[at] += 0.001 * (slope * slope - squares[at])
                    grown = np.sqrt(squares[at] / (1 - 0.999**turn)) + 1e-8
                    parts[at] -= rate * means[at] / (1 - 0.9**turn) / grown

    def _slopes(self, rows: Rows, batch: NDArray[np.int64]) -> list[Floats]:
        *told, logits = self.through(rows.traits[batch])
        wrong = chances(logits, rows.could[batch])
        wrong[np.arange(len(batch)), rows.value[batch]] -= 1
        wrong /= len(batch)
        faults = [wrong]
        for weights, heard in zip(self.weights[:0:-1], told[:0:-1], strict=True):
            faults.insert(0, (faults[0] @ weights.T) * (heard > 0))
        layers = list(zip(self.weights, told, faults, strict=True))
        return [
            *(heard.T @ fault + DECAY * weights for weights, heard, fault in layers),
            *(fault.sum(axis=0) for _, _, fault in layers),
        ]

    def whole(self) -> list[list[list[int]]]:
        """The layers as `suspicion` counts: for traits as they are, the logits in sixteenths of a doubling."""
        weights, biases = list(self.weights), list(self.biases)
        biases[0] = biases[0] - (self.mean / self.spread) @ weights[0]
        weights[0] = weights[0] / self.spread[:, None]
        doubling = suspicion.FINENESS / np.log(2)
        weights[-1], biases[-1] = weights[-1] * doubling, biases[-1] * doubling
        return [
            np.rint(suspicion.ONE * np.vstack([weight, bias]).T).astype(int).tolist()
            for weight, bias in zip(weights, biases, strict=True)
        ]


def told(value: Any) -> str:  # noqa: ANN401 - numbers in tables and lists
    """A value of TOML, a layer a line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {each}" for name, each in value.items()) + " }"
    return "[\n" + "".join(f"  {str(layer).replace(' ', '')},\n" for layer in value) + "]"


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
            network = Network(known)
            network.learn(known)
            learned[str(players)] = network.whole()
            foretold[str(players)] = {
                "rows": len(known.value),
                "surprise": unknown.surprise(network.through(unknown.traits)[-1]),
                "surprise_if_all_were_alike": unknown.surprise(np.zeros_like(unknown.could)),
            }
            sys.stdout.write(f"{players} players: {foretold[str(players)]}\n")
            sys.stdout.flush()
    asked.to.write_text(
        "# Written by `make train`: by players the layers of a network, by neuron its weights; see suspicion.py.\n"
        f'command = "python tools/train.py --games {asked.games} --seed {asked.seed}"\n'
        f"players = {[f'{name}:{simulations}' if simulations else name for name, simulations in KINDS]}\n\n"
        "[foretold]\n"
        + "".join(f"{count} = {told(each)}\n" for count, each in foretold.items())
        + "\n[layers]\n"
        + "".join(f"{count} = {told(each)}\n" for count, each in learned.items()),
        encoding="utf-8",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
