"""Finds puzzles for Perladöra: last turns of which only one wins. Run by hand; the output is for `puzzles.toml`.

    python tools/puzzles.py [how many] [seed]

A position is played at random with all Divers open. It is player 1's turn and the last one: as things stand player 1
does not win, and of all turns with one Pontoon or two exactly one does. The rules judge and count, and so they do again
for every puzzle that is kept, in `tests/games/perladora/test_lessons.py`.
"""

import random
import sys
from collections.abc import Iterator
from itertools import combinations

from pearlboard.games.perladora.rules.play import empty_spaces, legal_edges, play
from pearlboard.games.perladora.rules.positions import position_to_json
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.perladora.rules.state import CLUSTERS, FARMS, State
from pearlboard.games.perladora.rules.steps import LayPontoons, PlaceDiver, Turn
from pearlboard.games.perladora.shown.lessons import position
from pearlboard.geometry import GRID, Edge, Space

SITES = tuple[Space | Edge, ...]


def turns(state: State) -> Iterator[tuple[SITES, LayPontoons]]:
    """Every turn with one Pontoon or two."""
    edges = GRID.edges_in(legal_edges(state.public))
    for pair in [(edge,) for edge in edges] + list(combinations(edges, 2)):
        yield pair, LayPontoons(tuple(sorted(pair)))


def after(state: State, step: LayPontoons | PlaceDiver) -> State | None:
    """The result of a turn; None if it is not legal."""
    try:
        return play(state, Turn(state.public.to_move, None, step))
    except IllegalStep:
        return None


def wins(state: State) -> bool:
    """Whether player 1 alone would win if the game ended now."""
    return score(state.public, state.values).winners == (1,)


def winning(state: State) -> list[SITES]:
    """The turns after which player 1 wins."""
    found = []
    for sites, step in turns(state):
        then = after(state, step)
        if then is not None and wins(then):
            found.append(sites)
            if len(found) > 1:
                break
    return found


def at_random(rng: random.Random) -> State | None:
    """A position in the middle of a game, with player 1 to move."""
    farms = dict(zip(map(str, FARMS), rng.sample(CLUSTERS, len(CLUSTERS)), strict=True))
    state = position({"farms": farms})
    for number in range(rng.randrange(10, 22)):
        if state.public.over:
            return None
        seat = state.public.to_move
        spaces, edges = list(GRID.spaces_in(empty_spaces(state.public))), list(GRID.edges_in(legal_edges(state.public)))
        hand = [value for value, count in enumerate(state.hands[seat - 1], 1) if count]
        if number % 3 == 0 and spaces and hand:
            step: LayPontoons | PlaceDiver = PlaceDiver(rng.choice(spaces), rng.choice(hand))
        elif edges:
            step = LayPontoons(tuple(sorted(rng.sample(edges, min(2, len(edges))))))
        else:
            return None
        then = after(state, step)
        state = state if then is None else then
    return state if state.public.to_move == 1 and not state.public.over else None


def written(number: int, state: State, answer: SITES) -> str:
    """The puzzle as TOML."""
    told = position_to_json(state)
    divers = ", ".join(f"{each['space']} = [{each['seat']}, {each['value']}]" for each in told["divers"])
    pontoons = ", ".join(f'"{line}"' for line in told["pontoons"])
    farms = ", ".join(f"{farm} = {pearls}" for farm, pearls in told["farms"].items())
    sites = ", ".join(f'"{site}"' for site in answer)
    return (
        f'[[step]]\nname = "puzzle_{number}"\ntask = "lay"\nsay = "puzzle"\n'
        f"farms = {{{farms}}}\ndivers = {{{divers}}}\n"
        f"pontoons = [{pontoons}]\nanswers = [[{sites}]]\n"
    )


def main() -> None:
    many, seed = (int(each) for each in (*sys.argv[1:], 20, 1)[:2]) if len(sys.argv) < 3 else map(int, sys.argv[1:3])
    rng, found = random.Random(seed), 0
    while found < many:
        state = at_random(rng)
        if state is None or wins(state) or len(score(state.public, state.values).territories) < 2:
            continue
        answers = winning(state)
        if len(answers) == 1:
            found += 1
            sys.stdout.write(written(found, state, answers[0]) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
