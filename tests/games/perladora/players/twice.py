"""What the kernel and the search come to, as text, to the last bit: run once compiled and once not.

python twice.py python            the sources as they are
python twice.py FOLDER            the extension modules in FOLDER, whatever is installed

A number after that: so many times as much.
"""

import random
import sys
from dataclasses import replace
from pathlib import Path

TESTS = Path(__file__).parents[3]
sys.path[:0] = [str(TESTS.parent / "controller"), str(TESTS)]

import pearlboard.games.perladora.players as package  # noqa: E402 - the source tree has to be found first

SOURCES = package.__path__[-1]
package.__path__[:] = [SOURCES] if sys.argv[1] == "python" else [sys.argv[1], SOURCES]

from games.perladora.players.kernel_positions import any_game, any_setup, any_state, as_position, late_positions, listed  # noqa: E402
from pearlboard.games.perladora.package import players  # noqa: E402
from pearlboard.games.perladora.players import compiled, kernel, search  # noqa: E402
from pearlboard.games.perladora.rules.play import apply  # noqa: E402
from pearlboard.games.perladora.rules.setup import opening  # noqa: E402
from pearlboard.games.perladora.rules.view import view  # noqa: E402

PLAYERS = players()
SEARCHING = [name for name, player in PLAYERS.items() if player.simulations]


def show(*words):
    """One line; a float with all its bits."""
    sys.stdout.write(" ".join(word.hex() if isinstance(word, float) else str(word) for word in words) + "\n")


def show_position(position):
    position.score()
    show(
        position.mover(),
        position.open_right(),
        position.open_down(),
        [(position.owner_of(space), position.value_of(space), position.worth_of(space)) for space in range(40)],
    )
    for side in range(position.sides):
        show(position.pearls_of(side), position.win_of(side), position.reward(side))


def play_out(seed):
    """Playouts of any position, each going on with the same chance."""
    position, rng = as_position(any_state(seed)), kernel.Rng(seed)
    for _ in range(5):
        copy = kernel.Position(2, 0)
        copy.copy_from(position)
        copy.playout(rng)
        show_position(copy)
        show(rng.next(), rng.below(7))
    show(kernel.playouts(position, 20, 3**40 + seed), kernel.Rng(3**50 + seed).next(), kernel.Rng(-seed).next())


def play_actions(seed):
    """A game of the kernel with itself."""
    rng = random.Random(seed)
    position = as_position(opening(any_setup(rng), 1))
    while position.mover() >= 0:
        found = sorted(listed(position))
        show(*found)
        position.play(rng.choice(found))
    show_position(position)


def think_once(name, seed):
    """One decision somewhere in a game."""
    states = [state for state in any_game(random.Random(seed)) if not state.public.over]
    state = random.Random(seed).choice(states)
    show(name, PLAYERS[name].bot.think(view(state, state.public.to_move), seed, 150))


def think_unsaid(seed):
    """Late decisions of seats that have said none of their Divers."""
    for state in list(late_positions(seed))[::3]:
        show(PLAYERS["expert"].bot.think(view(state, state.public.to_move), seed, 200))


def think_through(name, seed):
    """A whole game that it plays with itself."""
    state = opening(replace(any_setup(random.Random(seed)), advanced=True), 1)
    turn = 0
    while not state.public.over:
        turn += 1
        thought = PLAYERS[name].bot.think(view(state, state.public.to_move), seed + turn, 40)
        show(thought)
        state = apply(state, thought.action)


def main():
    for module in (kernel, search):
        name = module.__name__.rpartition(".")[2]
        assert name in compiled.MODULES
        assert module.__file__.endswith(".py") == (sys.argv[1] == "python"), module.__file__
    often = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for seed in range(5 * often):
        play_out(seed)
        play_actions(seed)
    for name in SEARCHING:
        for seed in range(often):
            think_once(name, seed)
    for seed in range(often):
        think_unsaid(seed)
    think_through("expert", 1)


if __name__ == "__main__":
    main()
